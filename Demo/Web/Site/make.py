# SPDX-License-Identifier: Apache-2.0
"""Writes the site around index.html, the page with the playable demo: the pages of scenes, examples and
the shader, and the documentation from docc's output.

make.py ROOT ARCHIVE FOLDER: the package, docc's output, and the folder for the pages.
"""

import html
import os
import re
import sys

from docc import Documentation
from pages import Site, functions_of, slug

EXAMPLES = [
    ("Demo/SwiftGame", "A game in Swift", ["Sources/HuntedSquare/main.swift", "Package.swift"]),
    ("Demo/CGame", "A game in C", ["flashing_square.c", "Makefile"]),
    ("Demo/ShaderGame", "A million squares in a shader", ["shader_game.c", "Makefile"]),
    ("Demo/CppExample", "A heartbeat in C++", ["heartbeat.cpp"]),
    ("Demo/PythonGame", "Blinking in Python", ["blink.py", "before.py"]),
    ("Demo/LoveGame", "Blinking in LÖVE", ["main.lua", "run.lua"]),
    ("Demo/PlainLoop", "The frame loop without a driver", ["main.swift"]),
]
SCENES = "Demo/FlashingSquare/Scenes"
HEADERS = "Sources/CDynamicRepeat"
LOOP = "Sources/CFrameLoop"
# Texts that have their own page.
TEXTS = [("README.md", "start.html", "Start"), ("Sources/DynamicRepeat/Recipes.md", "recipes.html", "Recipes"),
         ("Sources/DynamicRepeat/Versions.md", "versions.html", "Versions")]


def list_headers(site):
    """The C headers; the overview is the first."""
    text = site.read(f"{HEADERS}/dynamic_repeat.h")
    names = ["dynamic_repeat.h", *re.findall(r'#include "(.+)"', text), "dynamic_repeat.hpp"]
    loop = [f"{LOOP}/include/dynamic_repeat_{name}.h" for name in ("loop", "sdl", "wayland")]
    return [f"{HEADERS}/{name}" for name in names] + loop


def header_name(path):
    return path.removeprefix(HEADERS + "/").removeprefix(LOOP + "/include/")


def linked(pairs):
    return ", ".join(f'<a href="{page}">{html.escape(text)}</a>' for text, page in pairs)


def write_examples(site, uses):
    items = []
    for folder, title, names in EXAMPLES:
        files = [f"{folder}/{name}" for name in names]
        readme = f"{folder}/README.md"
        has_readme = os.path.exists(os.path.join(site.root, readme))
        page = site.page_of[folder]
        body = site.markdown(readme) if has_readme else ""
        mentions = site.mentions([file for file in files if file.endswith("main.swift")])
        if mentions:
            body += f"<p>Types that it uses: {linked(mentions)}.</p>"
            for word, _ in mentions:
                uses.setdefault(word, []).append((title, page))
        if folder in ("Demo/CGame", "Demo/ShaderGame", "Demo/CppExample"):
            body += f'<p>The functions are those of <a href="{site.page_of[HEADERS]}">the C library</a>.</p>'
        for file in files:
            body += f"<h2>{html.escape(file)}</h2>\n{site.listing(file)}"
        site.write(page, title, body, "examples.html")
        site.note(title, page, f"An example: {folder}.")
        items.append(f'<li><a href="{page}">{title}</a> <span class=quiet>{folder}</span></li>')
    site.write("examples.html", "Examples", f"""<p>Each example is a page or two, to be copied. To try changes of the
rate first, <a href="index.html">play</a>.</p>
<ul class=plain>{''.join(items)}</ul>""", "examples.html")


def sentence(comment):
    """The first sentence of a doc comment as HTML."""
    text = " ".join(line.strip()[3:].strip() for line in comment.strip().split("\n"))
    text = re.split(r"(?<=[.:])\s(?=[A-Z])", text)[0].split(" - ")[0]
    return re.sub(r"`+([^`]+)`+", r"<code>\1</code>", html.escape(text, False))


def write_scenes(site, uses):
    order = re.findall(r"^    (\w+)\.self,$", site.read(f"{SCENES}/SceneList.swift"), flags=re.M)
    parts = []
    for kind in order:
        folder = f"{SCENES}/{kind.removesuffix('Scene')}"
        file = f"{folder}/{kind}.swift"
        text = site.read(file)
        name, title, summary = (re.search(f'static let {what} = "(.*)"', text)[1]
                                for what in ("name", "title", "summary"))
        comment = re.search(rf"((?:^///.*\n)+)(?:final class|struct) {kind}\b", text, flags=re.M)[1]
        about = " ".join(line[3:].strip() for line in comment.strip().split("\n"))
        keys = re.search(r"static let keys = \[(.*?)\n  \]", text, flags=re.S)
        rows = re.findall(r'KeyHelp\("(.*?)", "(.*?)"(?:, "(.*?)")?\)', keys[1] if keys else "")
        described = []
        for row in rows:
            key, short, long = (re.sub(r"\\u\{(\w+)\}", lambda match: chr(int(match[1], 16)),
                                       html.escape(word)) for word in row)
            described.append(f"<kbd>{key}</kbd> {long or short}")
        site.note(title, f"scenes.html#{name}", f"A scene of the demo, {name}: {summary}. {about}")
        files = []
        paths = sorted(os.listdir(os.path.join(site.root, folder)))
        for other in paths:
            found = re.search(r"((?:^///.*\n)+)(?:@\w+.*\n)*(?:\w+ )*(?:struct|class|enum|extension) ",
                              site.read(f"{folder}/{other}"), flags=re.M)
            if other != f"{kind}.swift":
                files.append(f"<li><code>{other}</code>{' ' + sentence(found[1]) if found else ''}</li>")
        mentions = site.mentions([f"{folder}/{other}" for other in paths])
        for word, _ in mentions:
            uses.setdefault(word, []).append((title, f"scenes.html#{name}"))
        parts.append(f"""<section class=scene id={name}>
<h2>{html.escape(title)}</h2>
{picture(site, name, title)}
<div>
<p><strong>{html.escape(summary[0].upper() + summary[1:])}.</strong> {site.inline(about, file)}</p>
<p class=keys>{"; ".join(described)}.</p>
<p><code>Demo/run --scene {name}</code> opens the scene. Its code is <code>{file}</code>{", with:" if files else "."}</p>
<ul>{"".join(files)}</ul>
<p class=quiet>Types that it uses: {linked(mentions)}.</p>
</div>
</section>""")
    contents = " ".join(f'<a href="#{name}">{name}</a>'
                        for name in re.findall("class=scene id=(\\w+)", "".join(parts)))
    site.write("scenes.html", "Scenes of the demo", f"""<p>Each scene is a folder of small files, to be
read and copied. The keys are those of <code>Demo/run</code>.
To compare the policies, <a href="index.html">play</a>.</p><p class=contents>{contents}</p>
{"".join(parts)}""", "scenes.html")


def picture(site, name, title):
    """The picture of the scene, if there is one in Assets."""
    path = f"Assets/Pictures/scene-{name}.png"
    return site.picture(path, f"The scene “{title}”") if os.path.exists(os.path.join(site.root, path)) else ""


def write_shader(site):
    header = site.page_of[f"{HEADERS}/dynamic_repeat/shader.h"]
    site.write("shader.html", "The same repeats in a shader", f"""<p id=failure class=note hidden>This page needs
WebGL 2, which the browser does not offer.</p>
<p class=lead>The danger follows the pointer, and squares near the danger flash faster. Each square has its own rate, and
no square jumps. The GPU computes the phases from rows of 32 bytes (<a href="{header}"><code>shader.h</code></a>). In each
frame, the page uploads the time, and the rows of the squares that the danger has reached or left.</p>
<p class=buttons><button class=pause type=button>Pause</button></p>
<canvas id=squares width=1024 height=1024 role=img aria-label="Squares that flash in waves, and faster near the danger"></canvas>
<script src="module.js"></script>
<script src="shader.js"></script>""", "shader.html")


def write_headers(site):
    items = []
    for path in list_headers(site):
        page, name = site.page_of[path], header_name(path)
        site.write(page, name, f'<p>A header of <a href="{site.page_of[HEADERS]}">the C library</a>.</p>'
                   + site.listing(path), "documentation.html")
        items.append(f'<li><a href="{page}"><code>{name}</code></a></li>')
        for function in functions_of(site.read(path)):
            site.note(function, f"{page}#{function}", f"{name}, a function of the C library.")
    site.note("In Godot, Unity, Unreal or raylib", site.page_of[HEADERS], "Link the C library; a repeat is plain data.")
    examples = linked((title, site.page_of[folder]) for folder, title, _ in EXAMPLES[1:6])
    site.write(site.page_of[HEADERS], "The C library", f"""<p>Examples: {examples}.
The <a href="index.html">page that plays</a> shows the code in C.</p><ul class=plain>{''.join(items)}</ul>""" + site.markdown(f"{HEADERS}/README.md"),
               "documentation.html")
    site.write(site.page_of[f"{LOOP}/README.md"], "The C frame loop",
               site.markdown(f"{LOOP}/README.md"), "documentation.html")


def main():
    root, archive, folder = sys.argv[1:]
    site = Site(root, folder)
    documentation = Documentation(site, archive)
    site.page_of[HEADERS] = site.page_of[f"{HEADERS}/README.md"] = "c-library.html"
    for path in list_headers(site):
        site.page_of[path] = f"c-{slug(header_name(path))}.html"
    site.page_of[f"{LOOP}/README.md"] = "c-frame-loop.html"
    for example, _, _ in EXAMPLES:
        site.page_of[example] = f"example-{slug(os.path.basename(example))}.html"
    site.page_of["Demo/FlashingSquare/README.md"] = "scenes.html"
    for path, page, _ in TEXTS:
        site.page_of[path] = page
    uses = {}
    for path, page, title in TEXTS:
        site.write(page, title, site.markdown(path), "documentation.html")
    write_examples(site, uses)
    write_scenes(site, uses)
    write_headers(site)
    write_shader(site)
    documentation.write(uses)


main()
