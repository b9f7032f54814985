# SPDX-License-Identifier: Apache-2.0
"""Prints the SPDX 2.3 bill of materials of a release.

    python3 bill.py FOLDER NAME VERSION SECONDS SWIFT-VERSION WASI-LIBC-VERSION
"""

import datetime
import hashlib
import json
import os
import sys


def package(identifier, title, version, license_name, comment, **more):
    return {
        "SPDXID": f"SPDXRef-{identifier}",
        "name": title,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": license_name,
        "licenseDeclared": license_name,
        "copyrightText": "NOASSERTION",
        "comment": comment,
    } | more


def artefact(index, path, version):
    """The entry of a file, or of the web page's folder, whose files only SHA256SUMS lists."""
    more = {}
    if os.path.isfile(path):
        with open(path, "rb") as file:
            total = hashlib.sha256(file.read()).hexdigest()
        more = {
            "packageFileName": os.path.basename(path),
            "checksums": [{"algorithm": "SHA256", "checksumValue": total}],
        }
    return package(f"Artefact-{index}", os.path.basename(path), version, "Apache-2.0",
                   "made by Sources/CDynamicRepeat/release", **more)


def relation(first, kind, second):
    return {"spdxElementId": first, "relationshipType": kind, "relatedSpdxElement": second}


def bill(folder, name, version, seconds, swift, wasi):
    # The notes and the bill describe the other files, and are not listed.
    paths = sorted(path for path in os.listdir(folder) if not path.endswith((".md", ".json")))
    made = [artefact(index, f"{folder}/{path}", version) for index, path in enumerate(paths)]
    sources = package("Sources", "DynamicRepeat", version, "Apache-2.0", "the package at this version")
    standard = package(
        "Swift", "Swift standard library", swift, "Apache-2.0 WITH Swift-exception",
        "the parts in use are compiled into the libraries and the page's module")
    libm = package(
        "wasi-libc", "wasi-libc", wasi, "MIT", "functions of its libm are in the page's module")
    relations = [relation("SPDXRef-DOCUMENT", "DESCRIBES", each["SPDXID"]) for each in made]
    for each in made:
        relations.append(relation(each["SPDXID"], "GENERATED_FROM", sources["SPDXID"]))
        relations.append(relation(each["SPDXID"], "CONTAINS", standard["SPDXID"]))
        if each["name"] == "page":
            relations.append(relation(each["SPDXID"], "CONTAINS", libm["SPDXID"]))
    total = hashlib.sha256(json.dumps(made).encode()).hexdigest()
    created = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        "documentNamespace": f"https://dynamicrepeat.example/spdx/{name}-{total}",
        "creationInfo": {
            "created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Organization: DynamicRepeat maintainers"],
        },
        "packages": [sources, standard, libm, *made],
        "relationships": relations,
    }


if __name__ == "__main__":
    print(json.dumps(bill(*sys.argv[1:]), indent=1))
