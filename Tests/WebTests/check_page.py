# SPDX-License-Identifier: Apache-2.0
"""Controls the page with real input events in a headless Chromium, and prints the observations as JSON.

check_page.py SITE CHROMIUM FOLDER: the site's folder, the browser, and a folder for its files.
"""

import collections
import json
import os
import random
import re
import sys
import time
import urllib.parse

from browser import Browser

# Whether the page plays, or has already drawn its eight seconds.
BEGUN = "typeof view === 'object' && view && charts"
HERE = os.path.dirname(os.path.abspath(__file__))
site, chromium, folder = sys.argv[1:]
home = f"file://{urllib.parse.quote(os.path.abspath(site))}"


def script(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


# Records all calls of the module by the page, with their results: they determine its whole timing.
RECORD = """
var recorded = { begun: null, requests: [], frames: [] };
for (const [name, note] of Object.entries({
  page_begin: (policy, duration) => { recorded = { begun: { policy, duration }, requests: [], frames: [] }; },
  page_request: (time, duration) => recorded.requests.push({ time, duration }),
})) {
  const call = library[name];
  library = { ...library, [name]: (...numbers) => { note(...numbers); call(...numbers); } };
}
const advanceOnce = advance;
advance = (time) => {
  advanceOnce(time);
  recorded.frames.push({ time, clock: page.last / 1000, ...view });
};
restart();
"""


def open_page(browser, fragment="", width=1280, height=800, **options):
    browser.open(f"{home}/index.html{fragment}", width, height, **options)
    browser.wait(BEGUN)


def play(browser, policy, is_touch):
    """Drags the slider slowly and then as fast as a user can; returns the pictures drawn meanwhile."""
    browser.click(f"[value={policy}]")
    browser.run(RECORD)
    x, y, width, height = browser.box("#health")
    at = lambda part: (x + 14 + part * (width - 28), y + height / 2)
    browser.drag([at(1), at(0.7), at(0.4), at(0.1), at(0.5)], 2.5, touch=is_touch)
    hand = random.Random(1)
    browser.drag([at(hand.random()) for _ in range(60)], 4, touch=is_touch)
    time.sleep(1.5)
    return browser.run("recorded")


def names_of_controls(browser):
    """The roles and names of all controls, as a screen reader gets them."""
    browser.call("Accessibility.enable")
    controls = []
    for node in browser.call("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if role in ("button", "slider", "radio", "tab", "image", "link"):
            controls.append([role, node.get("name", {}).get("value", "")])
    return controls


def keyboard(browser):
    """The order of focus by Tab, whether the focus is visible, and the effect of the keys."""
    order = []
    for _ in range(24):
        browser.press("Tab", code="Tab")
        order.append(browser.run(
            "(() => { const at = document.activeElement, style = getComputedStyle(at);"
            " return { name: at.id || at.value || at.textContent, isSeen: style.outlineStyle !== 'none' }; })()"))
    browser.run("document.querySelector('#health').focus()")
    before = browser.run("state.health")
    for _ in range(20):
        browser.press("ArrowLeft")
    found = {"order": order, "slider": [before, browser.run("state.health")]}
    # Keys outside a control belong to the browser.
    browser.run("document.activeElement.blur(); scrollTo(0, 0)")
    state = browser.run("JSON.stringify([state, page.isPaused])")
    for key in "lustwasd":
        browser.press(key)
    browser.press(" ", code="Space")
    browser.wait("scrollY > 0")
    found["keepsState"] = browser.run("JSON.stringify([state, page.isPaused])") == state
    return found


def addresses(browser):
    """The states of the page at valid and invalid addresses."""
    found = {}
    for fragment in ["", "#health=40&policy=restart&frames=30", "#policy=wobble", "#health=900", "#%E0%A4%A", "#=&=,,,",
                     "#health=<img src=x onerror=alert(1)>"]:
        open_page(browser, fragment)
        found[fragment] = browser.run(
            "({ health: state.health, policy: state.policy, frames: state.frames, own: page.isOwn,"
            " slider: Number(document.querySelector('#health').value),"
            " checked: document.querySelector('[name=policy]:checked').value,"
            " wrong: document.querySelector('#wrong').hidden ? '' : document.querySelector('#wrong').textContent,"
            " isWell: document.querySelector('#failure').hidden && !document.querySelector('main img') })")
    # The address contains the choices, and a reload keeps them.
    open_page(browser)
    for selector in ("[value=ramp]", "[value='144']"):
        browser.click(selector)
    browser.run("document.querySelector('#health').focus()")
    browser.press("ArrowLeft")
    fragment = browser.run("location.hash")
    open_page(browser, fragment)
    return {"found": found, "fragment": fragment, "again": browser.run("new URLSearchParams(state).toString()")}


def snippets(browser):
    """The displayed code, by policy, part of the page and language."""
    found = {}
    for policy in ("restart", "phase", "ramp"):
        open_page(browser, f"#health=20&policy={policy}")
        found[policy] = browser.run(
            "Object.fromEntries(Object.keys(code).map((part) => [part, Object.fromEntries("
            "Object.keys(code[part]).map((language) => [language, codeFor(part, language)]))]))")
    # The text is visible.
    browser.click("[role=tab][value=c]")
    shown = browser.run("all('[data-code] code').map((part) => part.textContent)")
    if shown[0] != found["ramp"]["pulse"]["c"]:
        raise AssertionError(shown[0])
    return found


def searches(browser):
    """The first three results of searches that a newcomer would make."""
    found = {}
    browser.open(f"{home}/documentation.html", 1280, 800)
    for words in ("install", "which policy", "save and load", "pause menu", "slow motion", "sound", "million", "flash limit",
                  "tint a sprite", "two in step",
                  "cycle end stop", "maxFlashRate", "dr_repeat_advance", "xyzzy"):
        browser.run("document.querySelector('#search').value = ''; document.querySelector('#search').focus()")
        browser.call("Input.insertText", text=words)
        found[words] = browser.run(
            "[...document.querySelectorAll('#results a')].slice(0, 3).map((a) => a.getAttribute('href'))")
    return found


def stories(browser):
    """Drags the handle of each story, and returns the effects."""
    open_page(browser, "#health=100")
    story = lambda name: browser.run(f"read(library.story_view(), storyNames).{name}")
    browser.click("#hit")
    time.sleep(0.2)
    found = {"hit": story("heartHertz")}
    browser.run("document.querySelector('#walker').scrollIntoView({ block: 'center' })")
    browser.wait("read(library.story_view(), storyNames).walk < 0.5")
    before = story("walks")
    browser.run("document.querySelector('#speed').focus()")
    browser.press("ArrowLeft")
    browser.wait("read(library.story_view(), storyNames).walkIsWaiting === 1", 5)
    found["waits"] = [story("walkIsWaiting"), story("walks")]
    browser.wait("read(library.story_view(), storyNames).walkIsWaiting === 0")
    found["walks"] = story("walks") - before
    browser.click("#skip")
    time.sleep(0.1)
    found["skipped"] = [story("isLocked"), story("gap"), story("lampHertz")]
    browser.wait("document.querySelector('#lock-text').textContent === 'in step'")
    found["gap"] = story("gap")
    browser.run("document.querySelector('#many').scrollIntoView({ block: 'center' })")
    lights = "[...new Uint8Array(library.memory.buffer, library.story_lights(), 1000)]"
    # Two samples within one frame: a request alone changes no light.
    found["jump"] = browser.run(f"(() => {{ const before = {lights}; library.story_many(0.5);"
                                f" library.story_advance(page.time, 1); const after = {lights};"
                                " return Math.max(...before.map((light, index) => Math.abs(light - after[index]))); })()")
    first = browser.run(lights)
    time.sleep(0.5)
    found["changed"] = sum(one != other for one, other in zip(first, browser.run(lights)))
    return found


def shader(browser):
    """The results of WebGL 2 for random rows, and whether the squares of the page move."""
    browser.open(f"{home}/shader.html", 1280, 1200)
    found = browser.run(script("shader.js"))

    def changes(is_expected):
        """Whether two successive pictures differ; waits for the expected answer, as frames may be late."""
        pictures = ["", browser.call("Page.captureScreenshot")["data"]]
        for _ in range(30):
            time.sleep(0.5)
            pictures = [pictures[1], browser.call("Page.captureScreenshot")["data"]]
            if (pictures[0] != pictures[1]) == is_expected:
                return is_expected
        return not is_expected

    found["moves"] = changes(True)
    browser.click(".pause")
    browser.run("document.activeElement.blur()")
    found["isStill"] = not changes(False)
    return found


def calm(browser):
    """The page with reduced motion: its motion, its pictures and its text."""
    open_page(browser, reduced=True)
    painted = "all('canvas').map((canvas) => canvas.toDataURL()).join()"
    browser.wait("all('#runs, #policies').every((canvas) => canvas.width > 400)")
    first = browser.run(painted)
    time.sleep(0.5)
    found = {"moves": browser.run(painted) != first, "seconds": browser.run("page.time"),
             "note": browser.run("document.querySelector('#still').innerText"),
             "requests": browser.run("record.requests.map(({ text }) => text)")}
    browser.run("document.querySelector('#health').focus()")
    browser.press("ArrowLeft")
    browser.wait("document.querySelector('#said').textContent")
    found.update(redrawn=browser.run(painted) != first,
                 text=browser.run("document.querySelector('#duration').textContent"),
                 said=browser.run("document.querySelector('#said').textContent"))
    browser.click(".pause")
    browser.wait("page.time > 0.2 && page.time < 5")
    found["plays"] = browser.run("document.querySelector('#still').hidden")
    return found


def looks(browser):
    """The layout of the page at several widths, light and dark, and with text of twice the size."""
    found = {}
    for width in (1280, 768, 390):
        for dark in (False, True):
            open_page(browser, "", width, 800, dark=dark)
            found[f"{width} {'dark' if dark else 'light'}"] = browser.run(script("checks.js"))
            found[f"{width} {'dark' if dark else 'light'}"]["nameless"] += axe(browser)
    open_page(browser, "", 1280, 800)
    browser.run("document.documentElement.style.fontSize = '200%'")
    found["twice the size"] = browser.run(script("checks.js"))
    return found


def axe(browser):
    """The violations that axe-core finds; AXE is the path of its axe.min.js.

    For example from PyPI: pip download --no-deps axe-core-python, and unzip.
    """
    if not (path := os.environ.get("AXE")):
        return []
    with open(path, encoding="utf-8") as file:
        browser.run(file.read() + "; 0")
    return browser.run("axe.run().then(({ violations }) => violations.map((violation) =>"
                       " `${violation.id}: ${violation.nodes[0].html.slice(0, 120)}`))")


def broken_links():
    """Broken links, duplicate anchors, and pages without a link to them."""
    anchors, links, faults = {}, {}, []
    for name in os.listdir(site):
        if not name.endswith(".html"):
            continue
        with open(os.path.join(site, name), encoding="utf-8") as file:
            text = file.read()
        found = collections.Counter(re.findall(r'\bid="?([^\s">]+)', text))
        faults += [f"{name}: {anchor} twice" for anchor, count in found.items() if count > 1]
        anchors[name] = set(found)
        links[name] = re.findall(r'\b(?:href|src)="?([^\s">]+)', text)
    reached, waiting, count = {"index.html"}, ["index.html"], 0
    for name, targets in links.items():
        for target in targets:
            if target.startswith(("data:", "https:")):
                continue
            count += 1
            file, _, anchor = urllib.parse.unquote(target).partition("#")
            file = file or name
            if not os.path.exists(os.path.join(site, file)) or (anchor and anchor not in anchors[file]):
                faults.append(f"{name}: {target}")
    while waiting:
        for target in links[waiting.pop()]:
            file = target.partition("#")[0]
            if file in links and file not in reached:
                reached.add(file)
                waiting.append(file)
    faults += [f"nothing links to {name}" for name in links.keys() - reached]
    return {"count": count, "pages": len(links), "faults": faults}


def main():
    browser = Browser(chromium, os.path.join(folder, "profile"))
    try:
        found = {"links": broken_links(), "plays": [], "pages": {}}
        for policy, width in (("restart", 1280), ("phase", 1280), ("ramp", 390)):
            open_page(browser, "#frames=stalls", width)
            played, frames = browser.trace("FireAnimationFrame", lambda: play(browser, policy, width < 500))
            found["plays"].append({**played, "work": frames})
        found["imports"] = browser.run(
            "WebAssembly.compile(Uint8Array.from(atob(moduleBytes), (letter) =>"
            " letter.charCodeAt(0))).then((made) => WebAssembly.Module.imports(made).length)")
        found["counter"] = browser.run(
            "all('#counter tbody tr').map((row) => [...row.cells].map((cell) => cell.textContent))")
        open_page(browser)
        found["ready"] = browser.run("performance.getEntriesByName('ready')[0].startTime")
        found["controls"] = names_of_controls(browser)
        found["keyboard"] = keyboard(browser)
        found["addresses"] = addresses(browser)
        found["calm"] = calm(browser)
        found["looks"] = looks(browser)
        found["snippets"] = snippets(browser)
        found["stories"] = stories(browser)
        found["searches"] = searches(browser)
        for name in sorted(os.listdir(site)):
            if name.endswith(".html") and name != "index.html":
                browser.open(f"{home}/{name}", 360, 780, dark=len(found["pages"]) % 2 == 0)
                checked = browser.run(script("checks.js"))
                found["pages"][name] = checked["overflow"] + checked["faint"] + checked["nameless"] + axe(browser)
        found["faults"] = browser.faults()
        # The browser warns about reading pixels back.
        found["shader"] = shader(browser)
        print(json.dumps(found))
    finally:
        browser.close()


main()
