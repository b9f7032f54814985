# SPDX-License-Identifier: Apache-2.0
"""Opens a page at two widths, light and dark, and prints what a reader sees of each as JSON.

look.py PAGE CHROMIUM FOLDER: the page's file, the browser, and a folder for its files.
"""

import json
import os
import sys
import urllib.parse

from browser import Browser

page, chromium, folder = sys.argv[1:]
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "checks.js"), encoding="utf-8") as file:
    checks = file.read()
browser = Browser(chromium, os.path.join(folder, "profile"))
try:
    sights = []
    for dark in (False, True):
        for width in (1280, 360):
            browser.open(f"file://{urllib.parse.quote(page)}", width, 900, dark=dark)
            sights.append(browser.run(checks))
    print(json.dumps({"sights": sights, "faults": browser.faults()}))
finally:
    browser.close()
