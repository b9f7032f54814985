# SPDX-License-Identifier: Apache-2.0
"""Checks that all printed code runs.

check.py texts [--write]: each code block of Recipes.md is the part between the marks of a program in
  Demo/Recipes, in the same order; --write replaces the blocks. Each Swift example of a README or a comment
  is in a program of Sources.
check.py swift FOLDER: the built programs of this package print what the comment at their end says.
check.py c PREFIX: so do the programs in C and C++ of Demo/Recipes, built with the library installed in PREFIX.
  They must print the same as the program in Swift of the same name.
"""

import fnmatch
import glob
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
RECIPES = os.path.join(ROOT, "Sources/DynamicRepeat/Recipes.md")
PROGRAMS = os.path.join(ROOT, "Demo/Recipes")
MODULES = ["DynamicRepeat", "RepeatBanks", "AnimationLayers", "FramePacing", "SDLDriver"]
BLOCK = re.compile(r"```(swift|c|cpp)\n(.*?\n)```", re.S)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def parts(path):
    """The texts between the marks of a program."""
    found = re.findall(r"^ *// Recipe:\n(.*?)^ *// End of recipe\.\n", read(path), flags=re.S | re.M)
    return [textwrap.dedent(part) for part in found]


def new_recipes():
    """Recipes.md with all blocks taken from the programs."""
    sections = re.split(r"(?m)^(?=## )", read(RECIPES))
    used = set()
    for index, section in enumerate(sections[1:], 1):
        name = re.sub(r"[^a-z0-9]+", "-", section.split("\n")[0].lower()).strip("-")
        waiting = {}

        def cut(block):
            if block[1] not in waiting:
                path = os.path.join(PROGRAMS, f"{name}.{block[1]}")
                waiting[block[1]] = parts(path)
                used.add(path)
            if not waiting[block[1]]:
                sys.exit(f"{name}.{block[1]} has fewer marked parts than its section has blocks")
            return f"```{block[1]}\n{waiting[block[1]].pop(0)}```"

        sections[index] = BLOCK.sub(cut, section)
        if any(waiting.values()):
            sys.exit(f"{name}: a marked part is not printed")
    others = set(glob.glob(f"{PROGRAMS}/*.*")) - used
    if others:
        sys.exit(f"Recipes.md does not print {sorted(others)}")
    return "".join(sections)


def examples():
    """The Swift examples of READMEs and of public declarations' comments. A formula begins with a name and `=`."""
    for path in [f"{ROOT}/README.md", *(f"{ROOT}/Sources/{module}/README.md" for module in MODULES)]:
        for block in BLOCK.finditer(read(path)) if os.path.exists(path) else ():
            if block[1] == "swift":
                yield path, block[2]
    for module in MODULES:
        for path in glob.glob(f"{ROOT}/Sources/{module}/**/*.swift", recursive=True):
            for block, declaration in re.findall(
                    r"/// ```(?:swift)?\n(.*?)/// ```\n(?: *(?:///|@)[^\n]*\n)*([^\n]*)", read(path), flags=re.S):
                text = re.sub(r"(?m)^ */// ?", "", block)
                if "public" in declaration and not re.match(r"\w+(\(\w+\))? += ", text):
                    yield path, text


def has_lines(program, example):
    """Whether a text without spaces has the lines of an example, in their order."""
    end = 0
    for line in ("".join(line.split()) for line in example.splitlines()):
        start = program.find(line, end)
        if start < 0:
            return False
        end = start + len(line)
    return True


def check_texts(writes):
    text = new_recipes()
    if writes:
        with open(RECIPES, "w", encoding="utf-8") as file:
            file.write(text)
    elif text != read(RECIPES):
        old = BLOCK.findall(read(RECIPES))
        changed = [new for new, now in zip(BLOCK.findall(text), old) if new != now]
        sys.exit(f"Recipes.md differs from the programs of Demo/Recipes: {changed[0][1]}"
                 "Run Tests/Outside/check.py texts --write")
    dense = ["".join(read(path).split()) for path in glob.glob(f"{HERE}/Sources/*.swift")]
    count = 0
    for path, example in examples():
        count += 1
        if not any(has_lines(program, example) for program in dense):
            sys.exit(f"No program of Tests/Outside/Sources contains this example of {path}:\n{example}")
    print(f"{count} examples are in programs")


def run(name, command, environment):
    """Runs a program, and returns its fault."""
    ending = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    folder = next(folder for folder in (PROGRAMS, f"{HERE}/Sources") if os.path.exists(f"{folder}/{name}.swift"))
    expected = read(f"{folder}/{name}.swift").rsplit("\n// Output:", 1)[-1].replace("\n//", " ").split()
    printed = ending.stdout.split()
    if ending.returncode or len(printed) != len(expected) or not all(map(fnmatch.fnmatchcase, printed, expected)):
        return f"{command[0]} ended with {ending.returncode} and printed {' '.join(printed)}{ending.stderr}\n" \
            f"instead of {' '.join(expected)}"
    print(f"  {os.path.basename(command[0])}: {' '.join(printed)}")
    return None


def environment(folder):
    """An environment without a display, and with a desktop that asks for less motion."""
    with open(f"{folder}/gdbus", "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\necho '(<uint32 1>,)'\n")
    os.chmod(f"{folder}/gdbus", 0o755)
    return os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PATH": f"{folder}:{os.environ['PATH']}"}


def compile_and_run(path, language, prefix, folder, variables):
    name = os.path.splitext(os.path.basename(path))[0]
    program = f"{folder}/{name}.{language}"
    compiler = ["cc", "-std=c11", "-x", "c"] if language == "c" else ["c++", "-std=c++17", "-x", "c++"]
    built = subprocess.run(
        [*compiler, "-Wall", "-Wextra", "-Werror", path, "-x", "none", "-o", program, f"-I{prefix}/include",
         f"{prefix}/lib/libdynamicrepeat.a", "-lm", *(["-lSDL2"] if "SDL_" in read(path) else [])],
        capture_output=True, text=True)
    return built.stderr if built.returncode else run(name, [program], variables)


def main():
    mode, *rest = sys.argv[1:]
    if mode == "texts":
        return check_texts(rest == ["--write"])
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        variables, jobs = environment(folder), []
        if mode == "swift":
            for path in glob.glob(f"{PROGRAMS}/*.swift") + glob.glob(f"{HERE}/Sources/*.swift"):
                name = os.path.basename(path).removesuffix(".swift")
                jobs.append(pool.submit(run, name, [f"{rest[0]}/{name}"], variables))
        else:
            # A recipe without a program of its own in C++ is the one in C.
            for path in glob.glob(f"{PROGRAMS}/*.c"):
                other = path + "pp" if os.path.exists(path + "pp") else path
                for source, language in ((path, "c"), (other, "cpp")):
                    jobs.append(pool.submit(compile_and_run, source, language, *rest, folder, variables))
        faults = [fault for job in jobs if (fault := job.result())]
    print(f"{len(jobs) - len(faults)} of {len(jobs)} programs run as they say")
    sys.exit("\n".join(faults) or 0)


main()
