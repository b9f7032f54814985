# SPDX-License-Identifier: Apache-2.0
"""The common parts of the site's pages: their frame, Markdown and listings."""

import html
import os
import re
import shutil

PAGES = [("scenes.html", "Scenes"), ("shader.html", "Shader"), ("examples.html", "Examples"), ("documentation.html", "Docs")]
LANGUAGES = {"swift": "Swift", "c": "C", "cpp": "C++"}
# The beginning of a code block that may get tabs.
FENCE = rf"```(?:{'|'.join(LANGUAGES)})\n"


def slug(text):
    """A name for a file or an anchor; an operator's characters become their code points."""
    text = re.sub(r"[^\w\s.,:;()/#'’“”`-]", lambda match: f"{ord(match[0]):x}-", text)
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def functions_of(header):
    """The functions of a C header, in its order."""
    return dict.fromkeys(re.findall(r"^(?!typedef|#)\w[\w ]*[ *](dr_\w+)\(", header, flags=re.M))


class Site:
    """The pages, which are all in one folder, and the entries of the search."""

    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        # The page that shows a file of the package, a Swift type or a C header.
        self.page_of = {}
        # The entries of the search: title, address, and a line about it.
        self.index = []
        self.programs = {}

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read()

    def write(self, name, title, body, current):
        links = "\n".join(
            f'<a href="{page}"{" aria-current=true" if page == current else ""}>{text}</a>'
            for page, text in PAGES)
        text = f"""<!DOCTYPE html>
<!-- SPDX-License-Identifier: Apache-2.0 -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html.escape(title)} · DynamicRepeat</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="page.css">
</head>
<body class="text">
<header>
<nav aria-label="Pages"><a class=home href="index.html">DynamicRepeat</a>
{links}
</nav>
<h1>{html.escape(title)}</h1>
</header>
<main>
{body}
</main>
<script src="tabs.js"></script>
</body>
</html>
"""
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def inline(self, text, path):
        """Markdown within a line; links to files that have no page on this site become plain text. Code that
        is only a type's name links to the type's page."""
        kept = []

        def keep(match):
            page, code = self.page_of.get(match[1]), f"<code>{match[1]}</code>"
            kept.append(f'<a href="{page}">{code}</a>' if page else code)
            return f"\0{len(kept) - 1}\0"

        def link(match):
            label, target = match[1], match[2]
            if target.startswith("https://"):
                return f'<a href="{target}">{label}</a>'
            file = os.path.normpath(os.path.join(os.path.dirname(path), target.split("#")[0]))
            page = self.page_of.get(file) or self.page_of.get(os.path.join(file, "README.md"))
            return f'<a href="{page}">{label}</a>' if page else label

        text = re.sub(r"`([^`]+)`", keep, html.escape(text, False))
        text = re.sub(r"!?\[([^\]]*)\]\(([^)\s]+)\)", link, text)
        text = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)
        text = re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*", r"<em>\1</em>", text)
        return re.sub("\0(\\d+)\0", lambda match: kept[int(match[1])], text)

    def markdown(self, path):
        """A Markdown file of the package as HTML, without its title and its license."""
        text = re.sub(r"^# .*\n|^SPDX-License.*\n?", "", self.read(path), flags=re.M)
        # Consecutive blocks of code in several languages are one block with tabs.
        blocks = re.findall(rf"(?:{FENCE}.*?\n```(?:\n\n(?=```c))?)+|```.*?\n```|(?:(?!\n\s*\n|\n```).)+", text, flags=re.S)
        blocks = [block.strip("\n") for block in blocks if block.strip()]
        for index, block in enumerate(blocks):
            if (match := re.match(r"##+ (.*)", block)) and path in self.page_of:
                rest = re.split(r"\n#+ ", "\n".join(blocks[index:])[len(match[0]):])[0]
                self.note(match[1], f"{self.page_of[path]}#{slug(match[1])}", f"{self.read(path).splitlines()[0][2:]}: {rest}")
        return "\n".join(self.block(block, path) for block in blocks)

    def block(self, text, path):
        lines = text.split("\n")
        if text.startswith("```"):
            codes = re.findall(r"```(\w*)\n(.*?)\n```", text, flags=re.S)
            parts = [f"<pre tabindex=0><code>{html.escape(code)}</code></pre>{self.program(name)}"
                     for name, code in codes]
            if len(parts) == 1:
                return parts[0]
            # Each block has its language above it; tabs.js turns these names into tabs.
            names = ["C, C++" if name == "c" and "cpp" not in dict(codes) else LANGUAGES[name] for name, _ in codes]
            return "<div class=tabs>" + "".join(
                f"<div data-language={code[0]}><p class=quiet>{name}</p>{part}</div>"
                for code, name, part in zip(codes, names, parts)) + "</div>"
        if match := re.fullmatch(r"!\[([^\]]*)\]\(([^)\s]+)\)", text):
            return self.picture(os.path.normpath(os.path.join(os.path.dirname(path), match[2])), match[1])
        if match := re.match(r"(#+) (.*)", text):
            self.programs = {name: f"Demo/Recipes/{slug(match[2])}.{name}" for name in LANGUAGES}
            level, rest = min(len(match[1]), 4), "\n".join(lines[1:]).strip()
            heading = f"<h{level} id={slug(match[2])}>{self.inline(match[2], path)}</h{level}>"
            return heading + (self.block(rest, path) if rest else "")
        if lines[0].startswith("|") and len(lines) > 1:
            rows = [[self.inline(cell.strip(), path) for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
                    for line in lines if not re.match(r"^\|[\s:|-]+\|$", line)]
            head, *body = ["".join(f"<td>{cell}</td>" for cell in row) for row in rows]
            return (f"<div class=wide tabindex=0><table><thead><tr>{head.replace('td>', 'th>')}</tr>"
                    f"</thead><tbody>{''.join(f'<tr>{row}</tr>' for row in body)}</tbody></table></div>")
        if re.match(r"(- |\d+\. )", text):
            kind = "ul" if text[0] == "-" else "ol"
            items = re.split(r"\n(?:- |\d+\. )", "\n" + text)[1:]
            return (f"<{kind}>" + "".join(f"<li>{self.inline(' '.join(item.split()), path)}</li>"
                                          for item in items) + f"</{kind}>")
        return f"<p>{self.inline(' '.join(lines), path)}</p>"

    def program(self, language):
        """The whole file of the section's program, at the section's first code block in a language."""
        path = self.programs.pop(language, "")
        return (f"<details class=program><summary>Whole file</summary>{self.listing(path)}</details>"
                if os.path.isfile(os.path.join(self.root, path)) else "")

    def picture(self, path, about):
        """A picture of the package; with reduced motion, a link replaces an animated picture."""
        file = os.path.basename(path)
        shutil.copy(os.path.join(self.root, path), os.path.join(self.folder, file))
        image = f'<img src="{file}" alt="{html.escape(about)}" loading=lazy>'
        if not file.endswith(".gif"):
            return f"<p>{image}</p>"
        return f"""<p class=moving>{image}</p>
<p class=still><a href="{file}">The moving picture</a>: {html.escape(about)}; at most three flashes a second</p>"""

    def note(self, title, address, about=""):
        """Adds an entry to the search."""
        about = re.sub(r"<[^>]+>|`+\w*|\[|\]\([^)]*\)|\|", "", about)
        self.index.append([title.replace("`", ""), address, " ".join(about.split())[:800]])

    def listing(self, path):
        """A source file without the line of its license; each function of a header has an anchor."""
        head = r"\A(//|#|--|/\*) SPDX-License-Identifier: Apache-2.0( \*/)?\n"
        text = html.escape(re.sub(head, "", self.read(path)).rstrip())
        if path.endswith(".h"):
            for name in functions_of(text):
                text = re.sub(rf"^(\w.*)\b{name}(?=\()", rf"\1<span id={name}>{name}</span>", text, count=1, flags=re.M)
        return f"<pre tabindex=0 class=source><code>{text}</code></pre>"

    def mentions(self, paths):
        """Links to the pages of the types used in files, in alphabetical order."""
        words = {word for path in paths for word in re.findall(r"\b[A-Z]\w+\b", self.read(path))}
        return [(word, self.page_of[word]) for word in sorted(words & self.page_of.keys())]
