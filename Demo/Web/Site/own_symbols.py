# SPDX-License-Identifier: Apache-2.0
"""Removes re-exported symbols from symbol graphs: only the module's own declarations remain.

A module's extensions of re-exported types go to a graph MODULE@OTHER. If a type's module is not
re-exported, the compiler itself writes the type's extensions to such a graph. Docc puts the extensions
on the pages of the extended types.

own_symbols.py FOLDER: the folder with the symbol graph of each module.
"""

import glob
import json
import os
import sys


def select(graph, chosen):
    """A graph with only the chosen symbols and their relationships."""
    names = {symbol["identifier"]["precise"] for symbol in chosen}
    relationships = [one for one in graph["relationships"] if one["source"] in names]
    return {**graph, "symbols": chosen, "relationships": relationships}


def write(path, graph):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(graph, file)


for path in glob.glob(f"{sys.argv[1]}/*/*.symbols.json"):
    folder = os.path.dirname(path)
    module = os.path.basename(folder)
    with open(path, encoding="utf-8") as file:
        graph = json.load(file)
    by_module = {}
    for symbol in graph["symbols"]:
        if f"/Sources/{module}/" in symbol.get("location", {}).get("uri", ""):
            extended = symbol.get("swiftExtension", {}).get("extendedModule", module)
            by_module.setdefault(extended, []).append(symbol)
    if os.path.basename(path) != f"{module}.symbols.json":
        write(path, select(graph, sum(by_module.values(), [])))
        continue
    write(path, select(graph, by_module.pop(module, [])))
    for extended, symbols in by_module.items():
        write(f"{folder}/{module}@{extended}.symbols.json", select(graph, symbols))
