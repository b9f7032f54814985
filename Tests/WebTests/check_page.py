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

# Whether the page plays, or, with reduced motion, has drawn its eight seconds.
BEGUN = "typeof view === 'object' && view && charts"
HERE = os.path.dirname(os.path.abspath(__file__))
site, chromium, folder = sys.argv[1:]
home = f"file://{urllib.parse.quote(os.path.abspath(site))}"


# Descriptions of the page's faults, and remarks about the browser that are no faults of the page.
wrong, remarks = [], []


def expect(is_so, what, *seen):
    """Unless `is_so`, records a fault of the page, with the observations `seen`."""
    if not is_so:
        wrong.append(f"{what}: {', '.join(map(repr, seen))}"[:2000])


def script(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


# Records the page's calls of the module, which determine the page's whole timing, and the frames' results.
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
    """Every control has a role and a name for a screen reader."""
    browser.call("Accessibility.enable")
    controls = []
    for node in browser.call("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if role in ("button", "slider", "radio", "tab", "image", "link"):
            controls.append([role, node.get("name", {}).get("value", "")])
    expect(all(name for _, name in controls), "every control has a name", controls)
    roles = {role for role, _ in controls}
    expect(roles >= {"slider", "radio", "button", "image", "link"}, "there are controls of every kind", roles)


def keyboard(browser):
    """Tab reaches all controls with a visible focus, and other keys are left to the browser."""
    order = []
    for _ in range(24):
        browser.press("Tab", code="Tab")
        order.append(browser.run(
            "(() => { const at = document.activeElement, style = getComputedStyle(at);"
            " return { name: at.id || at.value || at.textContent, isSeen: style.outlineStyle !== 'none' }; })()"))
    own = [stop for stop in order if not stop["name"].startswith("\n\n")]
    expect(all(stop["isSeen"] for stop in own), "the focus is visible", own)
    names = [stop["name"] for stop in order[:8]]
    expect(names == ["DynamicRepeat", "Scenes", "Shader", "Examples", "Docs", "health", "Pause", "30"],
           "Tab reaches the controls in order", names)
    browser.run("document.querySelector('#health').focus()")
    before = browser.run("state.health")
    for _ in range(20):
        browser.press("ArrowLeft")
    expect((before, browser.run("state.health")) == (100, 80), "arrow keys move the slider", before)
    # Keys outside a control belong to the browser.
    browser.run("document.activeElement.blur(); scrollTo(0, 0)")
    state = browser.run("JSON.stringify([state, page.isPaused])")
    for key in "lustwasd":
        browser.press(key)
    browser.press(" ", code="Space")
    browser.wait("scrollY > 0")
    expect(browser.run("JSON.stringify([state, page.isPaused])") == state, "other keys change nothing")


def addresses(browser):
    """The address contains the choices, and an invalid choice is named."""
    for fragment in ["", "#health=40&policy=restart&frames=30", "#policy=wobble", "#health=900", "#%E0%A4%A", "#=&=,,,",
                     "#health=<img src=x onerror=alert(1)>"]:
        open_page(browser, fragment)
        found = browser.run(
            "({ health: state.health, policy: state.policy, frames: state.frames, own: page.isOwn,"
            " slider: Number(document.querySelector('#health').value),"
            " checked: document.querySelector('[name=policy]:checked').value,"
            " wrong: document.querySelector('#wrong').hidden ? '' : document.querySelector('#wrong').textContent,"
            " isWell: document.querySelector('#failure').hidden && !document.querySelector('main img') })")
        expect(found["isWell"] and found["slider"] == found["health"], f"the page at {fragment}", found)
        if fragment == "#health=40&policy=restart&frames=30":
            expect((found["health"], found["checked"], found["frames"], found["own"]) == (40, "restart", "30", True),
                   "an address sets the choices", found)
        else:
            expect((found["checked"], found["own"]) == ("phase", False), "an invalid address sets no choice", found)
            expect(found["health"] in browser.run("plan.health"), "the autopilot moves the slider", found)
            expect(bool(found["wrong"]) == bool(fragment), f"{fragment} is named", found)
        if fragment == "#policy=wobble":
            expect(found["wrong"].startswith("The address has policy=wobble,"), "the wrong part is named", found)
    # The address contains the choices, and a reload keeps them.
    open_page(browser, "#health=100")
    for selector in ("[value=ramp]", "[value='144']"):
        browser.click(selector)
    browser.run("document.querySelector('#health').focus()")
    browser.press("ArrowLeft")
    fragment = browser.run("location.hash")
    expect(fragment.startswith("#health=99&policy=ramp&frames=144"), "the address has the choices", fragment)
    open_page(browser, fragment)
    again = browser.run("new URLSearchParams(state).toString()")
    expect("#" + again == fragment, "a reload keeps the choices", again)


def problem(browser):
    """sin(time * speed) jumps, the code waits for a person, and a stall is one of the chosen game."""
    open_page(browser)
    code = "all('[data-code] code')[0].textContent"
    before = browser.run(code)
    browser.wait("record.requests.length > 0")
    expect(browser.run(code) == before, "the autopilot leaves the code alone")
    browser.wait("record.samples.length > 9 && new Set(record.samples.map((one) => one.sineDuration)).size > 1")
    jump, step = browser.run(
        "(() => { const at = record.samples.findIndex((one, index) => index && one.sineDuration !== record.samples[index - 1]"
        ".sineDuration), [last, one] = record.samples.slice(at - 1); return [one.sine - last.sine, one.phase - last.phase]"
        ".map(Math.abs); })()")
    expect(jump > step + 0.05, "the sine jumps, and the repeat does not", jump, step)
    browser.click("#stall")
    browser.wait("page.time - view.runs[1].time > 0.5")
    expect(browser.run("page.time - view.runs[0].time") < 0.1, "only the chosen game stalls")
    browser.wait("page.time - view.runs[1].time < 0.1")
    open_page(browser, width=390)
    width = browser.box("#scrub")[2]
    expect(width > 100, "the past can be reached on a phone", width)


def snippets(browser):
    """The displayed code, by policy, part of the page and language."""
    found = {}
    for policy in ("restart", "phase", "ramp"):
        open_page(browser, f"#health=20&policy={policy}")
        found[policy] = browser.run(
            "Object.fromEntries(Object.keys(code).map((part) => [part, Object.fromEntries("
            "Object.keys(code[part]).map((language) => [language, codeFor(part, language)]))]))")
    # The page displays the same text.
    browser.click("[role=tab][value=c]")
    shown = browser.run("all('[data-code] code').map((part) => part.textContent)")
    if shown[0] != found["ramp"]["pulse"]["c"]:
        raise AssertionError(shown[0])
    return found


# The words of a newcomer's search, and the page that must be among the first three results.
SEARCHES = {
    "install": "c-library.html#link-it", "which policy": "start.html#which-policy",
    "save and load": "recipes.html#save", "pause menu": "recipes.html#a-pause-menu",
    "slow motion": "recipes.html#slow-motion", "sound": "recipes.html#a-sound",
    "million": "recipes.html#a-million", "flash limit": "recipes.html#at-most-three",
    "tint a sprite": "recipes.html#a-sprite", "two in step": "recipes.html#two-in-step",
    "cycle end stop": "recipes.html#let-this-cycle-end",
    "maxFlashRate": "docs-dynamicrepeat-repeatsettings.html#maxflashrate",
    "heartbeat": "recipes.html", "godot": "c-library.html", "timescale": "recipes.html#slow-motion",
    "stop": "recipes.html",
    "save game": "recipes.html#save", "hunt": "scenes.html#hunt", "tween": "docs-dynamicrepeat-easing",
    "between": "recipes.html#a-rest-between", "a game in C": "example-cgame.html",
    "dr_repeat_advance": "c-dynamic-repeat-repeats-h.html#dr_repeat_advance", "xyzzy": None,
}


def recipes(browser):
    """Each recipe has its whole file, and the button copies the recipe, or the file if it is shown."""
    browser.open(f"{home}/recipes.html", 1280, 800)
    browser.run("Object.defineProperty(navigator, 'clipboard', { value: {"
                " writeText: async (text) => { window.copied = text; } } }); 0")
    copied = []
    for press in ("button:has(+ .program)", ".program summary", "button:has(+ .program)"):
        browser.run(f"document.querySelector('{press}').scrollIntoView({{ block: 'center' }})")
        browser.click(press)
        copied.append(browser.run("copied"))
    with open(os.path.join(HERE, "../../Demo/Recipes/faster-as-health-falls.swift"), encoding="utf-8") as file:
        whole = file.read().split("\n", 1)[1].strip()
    shown = browser.run("document.querySelectorAll('.program').length")
    expect(copied[0] in whole and copied[0] != whole == copied[2], "a recipe and its file are copied", copied)
    expect(shown >= 60, "recipes have whole files", shown)


def searches(browser):
    browser.open(f"{home}/documentation.html", 1280, 800)
    for words, page in SEARCHES.items():
        browser.run("document.querySelector('#search').value = ''; document.querySelector('#search').focus()")
        browser.call("Input.insertText", text=words)
        found = browser.run(
            "[...document.querySelectorAll('#results a')].slice(0, 3).map((a) => a.getAttribute('href'))")
        expect(any(at.startswith(page) for at in found) if page else not found, f"searching {words}", found)


def stories(browser):
    """Each story behaves as its text says when its controls are used."""
    open_page(browser, "#health=100")
    story = lambda name: browser.run(f"read(library.story_view(), storyNames).{name}")
    browser.click("#hit")
    time.sleep(0.2)
    expect(1.9 < story("heartHertz") < 2.5, "2.5 beats a second at the hit, then slower", story("heartHertz"))
    browser.run("document.querySelector('#walker').scrollIntoView({ block: 'center' })")
    browser.wait("read(library.story_view(), storyNames).walk < 0.5")
    before = story("walks")
    browser.run("document.querySelector('#speed').focus()")
    browser.press("ArrowLeft")
    browser.wait("read(library.story_view(), storyNames).walkIsWaiting === 1", 5)
    expect(story("walkIsWaiting") == 1, "a new speed waits")
    browser.wait("read(library.story_view(), storyNames).walkIsWaiting === 0")
    expect(story("walks") - before == 1, "the new speed begins with the next walk", story("walks"), before)
    browser.click("#skip")
    time.sleep(0.1)
    expect(not story("isLocked") and abs(story("gap")) > 0.2, "a skip of the music unlocks", story("gap"))
    expect(0.05 < abs(story("lampHertz") / 1.6 - 1) < 0.2 + 1e-9, "within 20 % of 96 beats", story("lampHertz"))
    browser.wait("document.querySelector('#lock-text').textContent === 'in step'")
    expect(story("gap") == 0, "in step again", story("gap"))
    browser.run("document.querySelector('#many').scrollIntoView({ block: 'center' })")
    lights = "[...new Uint8Array(library.memory.buffer, library.story_lights(), 1000)]"
    # Two samples within one frame: a request alone changes no light.
    jump = browser.run(f"(() => {{ const before = {lights}; library.story_many(0.5);"
                       f" library.story_advance(page.time, 1); const after = {lights};"
                       " return Math.max(...before.map((light, index) => Math.abs(light - after[index]))); })()")
    expect(jump <= 1, "no light jumps at a request", jump)
    first = browser.run(lights)
    time.sleep(0.5)
    changed = sum(one != other for one, other in zip(first, browser.run(lights)))
    expect(changed > 500, "the lights change", changed)


# The reason why a page gets no context of WebGL 2, or an empty text if it gets one.
CONTEXT_FAULT = """
(() => {
  let reason = "";
  const canvas = document.createElement("canvas");
  canvas.addEventListener("webglcontextcreationerror", ({ statusMessage }) => {
    reason = statusMessage || "without a reason";
  });
  const pageHasContext = document.querySelector("#failure").hidden;
  return canvas.getContext("webgl2") && pageHasContext ? "" : reason || "only the page has none";
})()
"""


def browser_with_context():
    """A browser that shows shader.html with a context of WebGL 2.

    Chromium's process for WebGL sometimes fails on a busy machine. A page cannot mend that, so a second
    browser is started if the first has no context.
    """
    for number in (1, 2):
        browser = Browser(chromium, os.path.join(folder, f"shader-{number}"))
        browser.open(f"{home}/shader.html", 1280, 1200)
        reason = browser.run(CONTEXT_FAULT)
        if not reason:
            return browser
        remarks.append(f"browser {number} has no context of WebGL 2: {reason}")
        browser.close()
    raise RuntimeError("; ".join(remarks))


def shader(browser):
    """WebGL 2 computes the same bits for random rows, and the squares of the page move."""
    found = browser.run(script("shader.js"))
    count = found["count"]
    expect(count == 1 << 20 and found["wrong"] == 0 and found["error"] == 0, "a million rows have the same bits", found)
    expect(count / 4 < found["late"] < count * 3 / 4 and found["off"] <= 1e-6, "the times are on both sides of a change", found)

    def changes(is_expected):
        """Whether two successive pictures differ; waits for the expected answer, as frames may be late."""
        pictures = ["", browser.call("Page.captureScreenshot")["data"]]
        for _ in range(30):
            time.sleep(0.5)
            pictures = [pictures[1], browser.call("Page.captureScreenshot")["data"]]
            if (pictures[0] != pictures[1]) == is_expected:
                return is_expected
        return not is_expected

    expect(changes(True), "the squares move")
    browser.click(".pause")
    browser.run("document.activeElement.blur()")
    expect(not changes(False), "paused squares stand still")


def calm(browser):
    """With reduced motion, the page shows eight seconds drawn at once, and says why."""
    open_page(browser, reduced=True)
    painted = "all('canvas').map((canvas) => canvas.toDataURL()).join()"
    browser.wait("all('#runs, #policies').every((canvas) => canvas.width > 400)")
    first = browser.run(painted)
    time.sleep(0.5)
    expect(browser.run(painted) == first and browser.run("page.time") == 8, "nothing moves")
    note = browser.run("document.querySelector('#still').innerText")
    expect(note.startswith("You asked for less motion"), "the reason is named", note)
    requests = browser.run("record.requests.map(({ text }) => text)")
    expect(requests == ["every 0.68 s"], "there is one request", requests)
    browser.run("document.querySelector('#health').focus()")
    browser.press("ArrowLeft")
    browser.wait("document.querySelector('#said').textContent")
    expect(browser.run(painted) != first, "a request draws anew")
    text = browser.run("document.querySelector('#duration').textContent")
    said = browser.run("document.querySelector('#said').textContent")
    expect((text, said) == ("19 %: a pulse every 0.66 s", "A pulse every 0.66 s was requested."),
           "the request is shown and said", text, said)
    browser.click(".pause")
    browser.wait("page.time > 0.2 && page.time < 5")
    expect(browser.run("document.querySelector('#still').hidden"), "the button plays")
    open_page(browser, reduced=True)
    expect(not (faults := axe(browser)), "axe with reduced motion", faults)


def looks(browser):
    """Nothing overflows, and all is visible and has a name, at several widths and with large text."""
    def check(name):
        faults = browser.run(script("checks.js"))
        expect(not any(faults.values()), name, faults)

    for width in (1280, 768, 390):
        for dark in (False, True):
            open_page(browser, "", width, 800, dark=dark)
            check(f"{width} {'dark' if dark else 'light'}")
            cut = browser.run("all('#counter').some((table) => table.scrollWidth > table.parentElement.clientWidth)")
            expect(not cut, f"the table fits at {width}")
            expect(not (faults := axe(browser)), f"axe at {width}", faults)
    open_page(browser, "", 1280, 800)
    browser.run("document.documentElement.style.fontSize = '200%'")
    check("twice the size")


def axe(browser):
    """The violations that axe-core finds; AXE is the path of its axe.min.js.

    PyPI has this file: pip download --no-deps axe-core-python, and unzip.
    """
    if not (path := os.environ.get("AXE")):
        return []
    with open(path, encoding="utf-8") as file:
        browser.run(file.read() + "; 0")
    return browser.run("axe.run().then(({ violations }) => violations.map((violation) =>"
                       " `${violation.id}: ${violation.nodes[0].html.slice(0, 120)}`))")


def broken_links():
    """Every link has an existing target, and every page is linked; returns the number of pages."""
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
    reached, waiting = {"index.html"}, ["index.html"]
    for name, targets in links.items():
        for target in targets:
            if target.startswith(("data:", "https:")):
                continue
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
    expect(not faults and len(links) > 100, "links and anchors", faults, len(links))
    return len(links)


def main():
    browser = Browser(chromium, os.path.join(folder, "profile"))
    try:
        found = {"plays": [], "wrong": wrong, "remarks": remarks}
        links = broken_links()
        for policy, width in (("restart", 1280), ("phase", 1280), ("ramp", 390)):
            open_page(browser, "#frames=stalls", width)
            played, frames = browser.trace("FireAnimationFrame", lambda: play(browser, policy, width < 500))
            found["plays"].append({**played, "work": frames})
        imports = browser.run(
            "WebAssembly.compile(Uint8Array.from(atob(moduleBytes), (letter) =>"
            " letter.charCodeAt(0))).then((made) => WebAssembly.Module.imports(made).length)")
        expect(imports == 0, "the module needs nothing from outside", imports)
        counter = browser.run(
            "all('#counter tbody tr').map((row) => [...row.cells].map((cell) => cell.textContent))")
        expect(len(counter) == 4 and counter[3][1:] == ["0", "0", "0"] and counter[2][1].endswith(" cycle")
               and counter[2][1] != "0.00 cycle", "the hand-written pulse is off by part of a cycle", counter)
        # With a health in the address, the page's autopilot leaves the slider alone.
        open_page(browser, "#health=100")
        names_of_controls(browser)
        keyboard(browser)
        addresses(browser)
        calm(browser)
        looks(browser)
        problem(browser)
        found["snippets"] = snippets(browser)
        found["install"] = browser.run("installCode")
        stories(browser)
        recipes(browser)
        searches(browser)
        pages = [name for name in sorted(os.listdir(site)) if name.endswith(".html") and name != "index.html"]
        named = ["scenes", "examples", "documentation", "c-library", "docs-dynamicrepeat"]
        expect(len(pages) == links - 1 and all(f"{name}.html" in pages for name in named), "pages", pages)
        for number, name in enumerate(pages):
            browser.open(f"{home}/{name}", 360, 780, dark=number % 2 == 0)
            sight = browser.run(script("checks.js"))
            faults = sight["overflow"] + sight["faint"] + sight["nameless"] + axe(browser)
            expect(not faults, name, faults)
        expect(not (faults := browser.faults()), "no request to a network, and no error", faults)
    finally:
        browser.close()
    browser = browser_with_context()
    try:
        shader(browser)
    finally:
        browser.close()
    print(json.dumps(found))


main()
