# SPDX-License-Identifier: Apache-2.0
"""Plays the page by real input events in a headless Chromium, and prints what was seen as JSON.

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

# Whether the page plays, and the seconds that it has played.
BEGUN = "beat.lanes?.[0].view"
TIME = "play.lanes[0].view.time"
HERE = os.path.dirname(os.path.abspath(__file__))
site, chromium, folder = sys.argv[1:]
home = f"file://{urllib.parse.quote(os.path.abspath(site))}"


def script(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


def play(browser, width):
    """Keys, a pointer or a finger, and the slider; what was drawn meanwhile."""
    is_touch = width < 500
    browser.run(script("record.js"))
    browser.click("#again")
    time.sleep(0.3)
    x, y, field_width, field_height = browser.box("#field")
    if is_touch:
        browser.drag([(x + 0.4 * field_width, y + 0.5 * field_height),
                      (x + 0.7 * field_width, y + 0.4 * field_height),
                      (x + 0.75 * field_width, y + 0.35 * field_height)], 1.5, touch=True)
    else:
        browser.run("document.activeElement.blur()")
        browser.press("ArrowRight", hold=0.8)
        browser.press("ArrowUp", hold=0.4)
        browser.drag([(x + 0.6 * field_width, y + 0.4 * field_height),
                      (x + 0.8 * field_width, y + 0.3 * field_height)], 0.6)
    # The hunter hurts for a while; then the slider, slowly and as fast as a hand can.
    time.sleep(1.5)
    x, y, slider_width, height = browser.box("#health")
    at = lambda part: (x + 8 + part * (slider_width - 16), y + height / 2)
    browser.drag([at(1), at(0.7), at(0.4), at(0.1), at(0.5)], 2.5, touch=is_touch)
    hand = random.Random(1)
    browser.drag([at(hand.random()) for _ in range(40)], 2.5, touch=is_touch)
    browser.click("[value=naive]")
    time.sleep(0.5)
    browser.run("document.activeElement.blur()")
    browser.press(" ", code="Space")
    stopped = browser.run(TIME)
    time.sleep(0.3)
    is_stopped = browser.run(TIME) == stopped
    browser.press(" ", code="Space")
    browser.wait(f"{TIME} > {stopped}")
    seen = browser.run("recorded")
    seen.update(pauses=is_stopped, fragment=browser.run("location.hash"),
                said=browser.run("document.querySelector('#said').textContent"))
    return seen


def follow(browser):
    """Locks, skips, taps, changes tempo and ratio, and lets go; what was drawn meanwhile."""
    browser.run(script("record.js"))
    browser.press(" ", code="Space")
    time.sleep(1)
    browser.press("l")
    time.sleep(2.2)
    browser.click("[data-key=s]")
    browser.wait("beat.lanes.slice(0, 2).every(({ view }) => view.lockTime >= 0)")
    time.sleep(1)
    texts = browser.run("beat.lanes.map(({ figures }) => figures.map((part) => part.textContent))")
    said = browser.run("document.querySelector('#said').textContent")
    browser.click("[value='3:2']")
    time.sleep(1)
    x, y, width, height = browser.box("#tempo")
    browser.drag([(x + part * width, y + height / 2) for part in (0.65, 0.7, 0.8)], 0.4)
    browser.click("[value='2:1']")
    browser.wait("document.querySelector('#beat-note').textContent")
    note = browser.run("document.querySelector('#beat-note').textContent")
    refused = browser.run("location.hash")
    browser.run("document.activeElement.blur()")
    for _ in range(4):
        browser.press("t")
        time.sleep(0.7)
    tapped = browser.run("beat.hand.tempo")
    browser.press("3")
    time.sleep(2)
    browser.click("[data-key=u]")
    time.sleep(0.5)
    seen = browser.run("recorded")
    seen.update(texts=texts, said=said, note=note, refused=refused, tapped=tapped,
                fragment=browser.run("location.hash"))
    return seen


def type_in(browser, selector, text):
    browser.click(selector)
    browser.run("document.activeElement.select()")
    if text:
        browser.call("Input.insertText", text=text)
    else:
        browser.press("Delete", code="Delete")


def numbers(browser):
    """Types numbers, right ones and wrong ones, and saves them."""
    downloads = os.path.join(folder, "downloads")
    browser.call("Page.setDownloadBehavior", behavior="allow", downloadPath=downloads)
    browser.click("#tab-numbers")
    field = "#changes li:last-child .duration"
    errors = {}
    for text in ["", "abc", "-1", "0", "NaN", "Infinity", "1e400", "1e-9", "1,5", "0.47"]:
        type_in(browser, field, text)
        errors[text] = browser.run("document.querySelector('#errors').textContent")
    browser.click("#add")
    type_in(browser, "#changes li:last-child .time", "2")
    early = browser.run("document.querySelector('#errors').textContent")
    type_in(browser, "#changes li:last-child .time", "0.61e+1")
    type_in(browser, "#changes li:last-child .duration", "1.2")
    browser.click("#export")
    path = os.path.join(downloads, "changes.csv")
    for _ in range(100):
        if os.path.exists(path):
            break
        time.sleep(0.05)
    with open(path, encoding="utf-8") as file:
        csv = file.read()
    figures = browser.run(
        "Object.fromEntries(numbers.lanes.map(({ color, figures }) =>"
        " [color, figures.map((part) => parseFloat(part.textContent))]))")
    fragment = browser.run("location.hash")
    browser.run("readAddress()")
    again = browser.run("document.querySelector('#changes li:last-child .time').value")
    return {"errors": errors, "early": early, "csv": csv, "figures": figures, "fragment": fragment, "again": again}


def addresses(browser):
    """What addresses, sound and senseless, lead to."""
    found = {}
    for fragment in ["#beat=100,3:2,locked", "#beat=9,x", "#numbers=1.91,2.71:0.47", "#play=0.40,naive", "#play=7,x",
                     "#play=0.50,x", "#%E0%A4%A", "#numbers", "#numbers=<img src=x onerror=alert(1)>,:,1", "#=&=,,,", "#play",
                     "#play=,naive"]:
        browser.open(f"{home}/index.html{fragment}", 1280, 800)
        browser.wait(BEGUN)
        found[fragment] = browser.run(
            "({ health: play.hunt.health, slider: document.querySelector('#health').value, policy: play.policy,"
            " tab: page.tab, beat: beat.state.join(), first: document.querySelector('#first').value,"
            " changes: document.querySelectorAll('#changes li').length,"
            " pictures: document.querySelectorAll('main img').length,"
            " isWell: document.querySelector('#failure').hidden })")
    return found


def shift(browser):
    """How far the square goes once a letter is up that came up as a capital: shift was pressed in between."""
    browser.run("document.activeElement.blur()")
    for kind, key in (("keyDown", "d"), ("keyDown", "Shift"), ("keyUp", "D"), ("keyUp", "Shift")):
        browser.call("Input.dispatchKeyEvent", type=kind, key=key, code=key)
        time.sleep(0.1)
    before = browser.run("play.hunt.playerX")
    time.sleep(0.3)
    return browser.run("play.hunt.playerX") - before


def names_of_controls(browser):
    """The roles and names that a screen reader gets of all controls."""
    browser.call("Accessibility.enable")
    controls = []
    for node in browser.call("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if role in ("button", "slider", "radio", "tab", "textbox", "application", "image", "link"):
            controls.append([role, node.get("name", {}).get("value", "")])
    return controls


def keyboard(browser):
    """Where Tab leads from the start of the page, and whether one sees it there."""
    order = []
    for _ in range(20):
        browser.press("Tab", code="Tab")
        order.append(browser.run(
            "(() => { const at = document.activeElement, style = getComputedStyle(at);"
            " return { name: at.id || at.value || at.textContent, isSeen: style.outlineStyle !== 'none' }; })()"))
    browser.run("document.querySelector('#health').focus()")
    before = browser.run("play.hunt.health")
    for _ in range(20):
        browser.press("ArrowLeft")
    return {"order": order, "slider": [before, browser.run("play.hunt.health")]}


def broken_links():
    """Links that lead nowhere, anchors that are there twice, pages that nothing links to."""
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
        found = {"links": broken_links(), "sizes": [], "pages": {}}
        for width, height in ((1280, 800), (360, 780)):
            browser.open(f"{home}/index.html", width, height)
            browser.wait(BEGUN)
            played, frames = browser.trace("FireAnimationFrame", lambda: play(browser, width))
            sight = {"width": width, "play": played, "frames": frames, "looks": []}
            if width == 1280:
                found["imports"] = browser.run(
                    "WebAssembly.compile(Uint8Array.from(atob(moduleBytes), (letter) =>"
                    " letter.charCodeAt(0))).then((made) => WebAssembly.Module.imports(made).length)")
                found["exports"] = browser.run("Object.keys(library)")
                found["numbers"] = numbers(browser)
            found["sizes"].append(sight)
            for dark in (False, True):
                for fragment in ("#play=0.5,ramp", "#beat=120,2:1,locked", "#numbers=1.91,2.71:0.47,6:1.2"):
                    browser.open(f"{home}/index.html{fragment}", width, height, dark=dark)
                    browser.wait(BEGUN)
                    sight["looks"].append(browser.run(script("checks.js")))
        browser.open(f"{home}/index.html", 1280, 800, reduced=True)
        browser.wait(BEGUN)
        found["controls"] = names_of_controls(browser)
        first = browser.run(f"[page.isPaused, {TIME}]")
        time.sleep(0.5)
        found["reduced"] = {"isPaused": first[0], "moved": browser.run(TIME) - first[1]}
        browser.run("document.querySelector('#health').focus()")
        browser.press("ArrowLeft")
        found["reduced"]["text"] = browser.run("document.querySelector('#health-text').textContent")
        browser.open(f"{home}/index.html#beat=96,1:1,free", 1280, 800, reduced=True)
        browser.wait(BEGUN)
        found["beat"], found["beatWork"] = browser.trace("FireAnimationFrame", lambda: follow(browser))
        found["controls"] += names_of_controls(browser)
        browser.open(f"{home}/index.html", 1280, 800)
        browser.wait(BEGUN)
        found["shift"] = shift(browser)
        found["keyboard"] = keyboard(browser)
        found["addresses"] = addresses(browser)
        for name in sorted(os.listdir(site)):
            if name.endswith(".html") and name != "index.html":
                browser.open(f"{home}/{name}", 360, 780, dark=len(found["pages"]) % 2 == 0)
                looks = browser.run(script("checks.js"))
                found["pages"][name] = looks["overflow"] + looks["faint"]
        found["faults"] = browser.faults()
        print(json.dumps(found))
    finally:
        browser.close()


main()
