# SPDX-License-Identifier: Apache-2.0
"""Leaves in symbol graphs what is declared in the module's own sources: not what it re-exports.

own_symbols.py FOLDER: the folder has one for each module.
"""

import glob
import json
import os
import sys

for path in glob.glob(f"{sys.argv[1]}/*/*.symbols.json"):
    sources = f"/Sources/{os.path.basename(os.path.dirname(path))}/"
    with open(path, encoding="utf-8") as file:
        graph = json.load(file)
    graph["symbols"] = [symbol for symbol in graph["symbols"]
                        if sources in symbol.get("location", {}).get("uri", "")]
    own = {symbol["identifier"]["precise"] for symbol in graph["symbols"]}
    graph["relationships"] = [one for one in graph["relationships"] if one["source"] in own]
    with open(path, "w", encoding="utf-8") as file:
        json.dump(graph, file)
