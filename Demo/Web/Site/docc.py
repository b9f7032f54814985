# SPDX-License-Identifier: Apache-2.0
"""Docc's pages as plain HTML: one page for each type, which also has the type's members.

docc resolves the links and writes JSON. Its own pages need a server; these pages do not.
"""

import glob
import html
import json
import os

from pages import slug

OWN_PAGE = {"module", "struct", "class", "enum", "protocol", "extension"}


class Documentation:
    def __init__(self, site, archive):
        self.site, self.symbols, self.address, self.taken = site, {}, {}, set()
        for path in sorted(glob.glob(f"{archive}/data/documentation/**/*.json", recursive=True)):
            with open(path, encoding="utf-8") as file:
                page = json.load(file)
            self.symbols[page["identifier"]["url"]] = page
        for identifier in sorted(self.symbols, key=lambda one: one.count("/")):
            self.place(identifier)

    def kind(self, identifier):
        return self.symbols[identifier]["metadata"].get("symbolKind", "")

    def name(self, identifier):
        return self.symbols[identifier]["metadata"]["title"]

    def place(self, identifier):
        """Decides the page of a symbol: its own, or that of its type."""
        parent = identifier.rpartition("/")[0]
        is_page = self.kind(identifier) in OWN_PAGE or self.kind(parent) == "module" \
            if parent in self.symbols else True
        if is_page:
            path = identifier.split("/documentation/")[1]
            self.address[identifier] = f"docs-{slug(path)}.html"
            title = self.name(identifier)
            if self.kind(identifier) == "module":
                self.site.page_of[f"Sources/{title}/README.md"] = self.address[identifier]
            elif self.kind(identifier) != "extension":
                self.site.page_of.setdefault(title, self.address[identifier])
        else:
            page = self.address[parent].split("#")[0]
            address = f"{page}#{slug(identifier.rpartition('/')[2])}"
            while address in self.taken:
                address += "-again"
            self.taken.add(address)
            self.address[identifier] = address

    # ---- docc's JSON as HTML

    def inline(self, nodes, references):
        out = []
        for node in nodes or []:
            kind = node["type"]
            if kind == "text":
                out.append(html.escape(node["text"], False))
            elif kind == "codeVoice":
                out.append(f"<code>{html.escape(node['code'], False)}</code>")
            elif kind == "reference":
                out.append(self.link(node["identifier"], references))
            elif kind in ("strong", "emphasis"):
                tag = "strong" if kind == "strong" else "em"
                out.append(f"<{tag}>{self.inline(node['inlineContent'], references)}</{tag}>")
            else:
                out.append(self.inline(node.get("inlineContent"), references))
        return "".join(out)

    def link(self, identifier, references):
        reference = references.get(identifier, {})
        title = html.escape(reference.get("title", identifier), False)
        if identifier in self.address:
            return f'<a href="{self.address[identifier]}"><code>{title}</code></a>'
        if reference.get("type") == "link":
            return f'<a href="{html.escape(reference["url"])}">{title}</a>'
        return f"<code>{title}</code>"

    def blocks(self, nodes, references):
        out = []
        for node in nodes or []:
            kind = node["type"]
            content = lambda: self.blocks(node["content"], references)
            if kind == "paragraph":
                out.append(f"<p>{self.inline(node['inlineContent'], references)}</p>")
            elif kind == "codeListing":
                code = html.escape("\n".join(node["code"]), False)
                out.append(f"<pre tabindex=0><code>{code}</code></pre>")
            elif kind == "aside":
                out.append(f"<div class=aside><b>{html.escape(node.get('name', 'Note'))}.</b> {content()}</div>")
            elif kind in ("unorderedList", "orderedList"):
                tag = "ul" if kind[0] == "u" else "ol"
                items = "".join(f"<li>{self.blocks(item['content'], references)}</li>"
                                for item in node["items"])
                out.append(f"<{tag}>{items}</{tag}>")
            elif kind == "table":
                rows = ["".join(f"<td>{self.blocks(cell, references)}</td>" for cell in row)
                        for row in node["rows"]]
                out.append("<div class=wide tabindex=0><table>"
                           + "".join(f"<tr>{row}</tr>" for row in rows) + "</table></div>")
            elif kind == "heading" and node["text"] not in ("Overview", "Discussion", "Return Value"):
                out.append(f"<h4>{html.escape(node['text'])}</h4>")
        return "".join(out)

    def declaration(self, section, references):
        out = []
        for token in section["declarations"][0]["tokens"]:
            text = html.escape(token["text"], False)
            target = self.address.get(token.get("identifier"))
            out.append(f'<a href="{target}">{text}</a>' if target else text)
        return f"<pre tabindex=0 class=declaration><code>{''.join(out)}</code></pre>"

    def body(self, page):
        references = page.get("references", {})
        out = []
        abstract = self.inline(page.get("abstract"), references)
        sections = page.get("primaryContentSections", [])
        for section in sections:
            if section["kind"] == "declarations":
                out.append(self.declaration(section, references))
        if abstract:
            out.append(f"<p>{abstract}</p>")
        for section in sections:
            if section["kind"] == "parameters":
                items = "".join(
                    f"<dt><code>{html.escape(one['name'])}</code></dt>"
                    f"<dd>{self.blocks(one['content'], references)}</dd>" for one in section["parameters"])
                out.append(f"<dl class=parameters>{items}</dl>")
            elif section["kind"] == "content":
                is_return = section["content"] and section["content"][0].get("text") == "Return Value"
                text = self.blocks(section["content"], references)
                out.append(f"<div class=aside><b>Returns.</b> {text}</div>" if is_return else text)
        return "\n".join(out)

    # ---- Pages

    def topics(self, identifier):
        for topic in self.symbols[identifier].get("topicSections", []):
            found = [one for one in topic["identifiers"] if one in self.symbols]
            if found:
                yield topic["title"], found

    def line(self, identifier):
        page = self.symbols[identifier]
        text = self.inline(page.get("abstract"), page.get("references", {}))
        return (f'<li><a href="{self.address[identifier]}"><code>{html.escape(self.name(identifier), False)}'
                f"</code></a> {text}</li>")

    def write_page(self, identifier, uses):
        page, title = self.symbols[identifier], self.name(identifier)
        is_module = self.kind(identifier) == "module"
        out = []
        for path in page.get("hierarchy", {}).get("paths", [[]])[-1:]:
            crumbs = [f'<a href="{self.address[one]}">{html.escape(self.name(one))}</a>'
                      for one in path if one in self.address]
            out.append(f"<p class=quiet>{' › '.join(['<a href=documentation.html>Docs</a>', *crumbs])}</p>")
        readme = f"Sources/{title}/README.md"
        if is_module and os.path.exists(os.path.join(self.site.root, readme)):
            out.append(self.site.markdown(readme))
        out.append(self.body(page))
        if title in uses and not is_module:
            seen = sorted(set(uses[title]))
            links = ", ".join(f'<a href="{target}">{html.escape(text)}</a>' for text, target in seen)
            out.append(f"<p class=quiet>Seen in: {links}.</p>")
        anchors = [one for _, members in self.topics(identifier) for one in members if "#" in self.address[one]]
        if len(anchors) > 8:
            names = sorted((html.escape(self.name(one), False), self.address[one].split("#")[1]) for one in anchors)
            out.append(f"<h2>Index</h2><p class=contents>"
                       + " ".join(f'<a href="#{anchor}"><code>{name}</code></a>' for name, anchor in names) + "</p>")
        for topic, members in self.topics(identifier):
            out.append(f"<h2>{html.escape(topic)}</h2>")
            own = [one for one in members if "#" not in self.address[one]]
            if own:
                out.append(f"<ul class=plain>{''.join(self.line(one) for one in own)}</ul>")
            for one in members:
                if "#" in self.address[one]:
                    anchor = self.address[one].split("#")[1]
                    name = html.escape(self.name(one), False)
                    out.append(f'<section id="{anchor}"><h3><code>{name}</code></h3>'
                               f"{self.body(self.symbols[one])}</section>")
        self.site.write(self.address[identifier], title, "\n".join(out), "documentation.html")

    def write(self, uses):
        modules = [one for one in self.symbols if self.kind(one) == "module"]
        for identifier, page in self.symbols.items():
            owner = identifier.rpartition("/")[0]
            name = self.name(identifier)
            # docc already puts the type before an enumeration's case.
            is_whole = "#" not in self.address[identifier] or name.startswith(f"{self.name(owner)}.")
            title = name if is_whole else f"{self.name(owner)}.{name}"
            about = self.inline(page.get("abstract"), page.get("references", {}))
            self.site.note(title, self.address[identifier], about)
        for identifier in self.symbols:
            if "#" not in self.address[identifier]:
                self.write_page(identifier, uses)
        items = []
        # DynamicRepeat comes first.
        for identifier in sorted(modules, key=lambda one: (self.name(one) != "DynamicRepeat", self.name(one))):
            title = self.name(identifier)
            readme = self.site.read(f"Sources/{title}/README.md").split("\n\n")[1]
            text = self.site.inline(" ".join(readme.split()), f"Sources/{title}/README.md")
            items.append(f'<li><a href="{self.address[identifier]}">{title}</a><br>{text}</li>')
        recipes = " · ".join(f'<a href="{address}">{html.escape(title)}</a>'
                             for title, address, _ in self.site.index if address.startswith("recipes.html#"))
        self.site.write("documentation.html", "Documentation", f"""<form role=search>
<label for=search>Search the documentation</label> <input id=search type=search autocomplete=off></form>
<p id=count class=quiet role=status></p><ul id=results class=plain></ul>
<h2>Begin</h2>
<ul class=plain><li><a href="start.html">Start</a><br>Installation, a first game loop, and an overview.</li>
<li><a href="start.html#{slug("Which policy should I use?")}">Which policy should I use?</a><br>Restart per cycle, phase matched,
ramped, or locked to music.</li>
<li><a href="c-library.html">Start in C, C++, Python or Lua</a><br>Installing and linking the C library, and its headers.</li>
<li><a href="recipes.html">Recipes</a> in Swift, C and C++<br>{recipes}</li>
<li><a href="examples.html">Examples</a><br>Small games in Swift, C, C++, Python and Lua.</li>
<li><a href="versions.html">Versions</a><br>The renamed and removed names of each version.</li></ul>
<h2>Reference</h2>
<ul class=plain>{''.join(items)}</ul>
<script src="search-index.js"></script><script src="search.js"></script>""", "documentation.html")
        with open(os.path.join(self.site.folder, "search-index.js"), "w", encoding="utf-8") as file:
            file.write(f"// Made by Demo/Web/build: title, address, a line about it.\nconst searchIndex = "
                       f"{json.dumps(self.site.index, separators=(',', ':'))};\n")
