# SPDX-License-Identifier: Apache-2.0
"""Makes the Python wheel, or the folder of the LuaJIT module; `make wheel` and `make lua` call it.

    python3 make.py wheel DECLARATIONS BUILD VERSION FOLDER
    python3 make.py lua DECLARATIONS BUILD VERSION FOLDER

DECLARATIONS is a file with both libraries' preprocessed headers, for cffi and LuaJIT's ffi. BUILD is the
folder of the shared libraries. The last line printed is the path of the new file.
"""

import base64
import hashlib
import os
import re
import shutil
import sys
import zipfile

LIBRARIES = ("libdynamicrepeat.so", "libdynamicrepeat-loop.so")
HERE = os.path.dirname(os.path.abspath(__file__))
LICENSE = os.path.join(os.path.dirname(HERE), "LICENSE")

METADATA = """Metadata-Version: 2.1
Name: dynamic-repeat
Version: {version}
Summary: Flashing, pulsing and cycling at a rate that may change at any time, computed exactly.
License: Apache-2.0
License-File: LICENSE
Requires-Python: >=3.9
Requires-Dist: cffi >=1.15
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: Games/Entertainment
Description-Content-Type: text/plain

{description}"""


def read(path, mode="r"):
    with open(path, mode, **({} if "b" in mode else {"encoding": "utf-8"})) as file:
        return file.read()


def wheel(declarations, build, version, folder):
    code = {name: read(f"{build}/{name}", "rb") for name in LIBRARIES}
    # The oldest glibc with every symbol that the libraries need. Libraries without glibc symbols use musl.
    minors = [int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", b"".join(code.values()))]
    system = f"manylinux_2_{max([17, *minors])}" if minors else "musllinux_1_2"
    machine = {62: "x86_64", 183: "aarch64"}[int.from_bytes(code[LIBRARIES[0]][18:20], "little")]
    tag = f"py3-none-{system}_{machine}"
    package, info = "dynamic_repeat", f"dynamic_repeat-{version}.dist-info"
    names = ("__init__.py", "_convert.py", "_objects.py", "_repeats.py")
    sources = {name: read(f"{HERE}/python/{name}") for name in names}
    description = sources["__init__.py"].split('"""')[1]
    files = {f"{package}/{name}": text.encode() for name, text in sources.items()}
    files |= {
        f"{package}/declarations.h": read(declarations).encode(),
        **{f"{package}/{name}": data for name, data in code.items()},
        f"{info}/METADATA": METADATA.format(version=version, description=description).encode(),
        f"{info}/WHEEL": (
            "Wheel-Version: 1.0\nGenerator: dynamic-repeat\n"
            f"Root-Is-Purelib: false\nTag: {tag}\n").encode(),
        f"{info}/LICENSE": read(LICENSE).encode(),
    }
    lines = []
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}\n")
    files[f"{info}/RECORD"] = "".join([*lines, f"{info}/RECORD,,\n"]).encode()
    path = f"{folder}/{package}-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            # Each file has the earliest date of a zip, so that equal sources give equal bytes.
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            archive.writestr(entry, data)
    return path


def lua(declarations, build, version, folder):
    soname = version.rpartition(".")[0]
    for name in ("dynamic_repeat.lua", "dynamic_repeat_convert.lua"):
        shutil.copyfile(f"{HERE}/{name}", f"{folder}/{name}")
    with open(f"{folder}/dynamic_repeat_declarations.lua", "w", encoding="utf-8") as file:
        file.write(
            "-- SPDX-License-Identifier: Apache-2.0\n"
            f"return {{ version = \"{soname}\", text = [[\n{read(declarations)}]] }}\n")
    for name in LIBRARIES:
        shutil.copyfile(f"{build}/{name}", f"{folder}/{name}.{soname}")
    # The folder is a game's, which may have a file LICENSE of its own.
    shutil.copyfile(LICENSE, f"{folder}/dynamic_repeat_license.txt")
    return f"{folder}/dynamic_repeat.lua"


if __name__ == "__main__":
    try:
        print({"wheel": wheel, "lua": lua}[sys.argv[1]](*sys.argv[2:]))
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")
