# SPDX-License-Identifier: Apache-2.0
"""Reads what the preprocessed headers declare, and what each function's parameters are for.

The headers are the one description of the library. From it come the Python and the Lua module, so
that a new C function is bound as soon as its header declares it. A function whose parameters have
none of the roles below stops the build, and is named.
"""

import os
import re
from collections import namedtuple

# Functions that neither language binds, each with the reason.
LEFT_OUT = {
    "dr_set_allocator": "the interpreter's threads may be inside the library at any time",
    "dr_bank_evaluate": "evaluate_into fills a buffer that stays valid, whatever the bank does",
    "dr_bank_block": "its memory is the bank's, and ends with it",
    "dr_bank_begin_frame": "only for dr_bank_evaluate_blocks",
    "dr_bank_evaluate_blocks": "writes to a pointer without a size",
}

# members: (C name, number, doc); prefix: what all of their names begin with
Enum = namedtuple("Enum", "name doc members prefix")
Struct = namedtuple("Struct", "name doc fields")
# length: elements of an array of char; list_of: a pointer whose elements the field `count` counts
Field = namedtuple("Field", "name type doc is_flag length is_list")
Function = namedtuple("Function", "name doc result parameters")
# role: self, value, struct (const pointer), list (const pointers with a count), bytes (with a
# size), out, events, floats, snapshot; the last three are buffers with a capacity.
Parameter = namedtuple("Parameter", "name type role is_flag")


class Declarations:
    """All that the headers declare, in their order."""

    def __init__(self, text):
        self.constants = {
            name: value.strip("()")
            for name, value in re.findall(r"^#define (DR_\w+) (\(?-?[\d.e]+\)?)$", text, re.M)
        }
        text = re.sub(r"^#.*$", "", text, flags=re.M)
        # What the compiler of another language is given: no comments, no macros.
        bare = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        self.cdef = re.sub(r"\s*\n\s*\n", "\n", bare).strip()
        self.enums = {}
        self.structs = {}
        for match in re.finditer(
            r"(?:/\*\*((?:(?!\*/).)*?)\*/\s*)?typedef (enum|struct) \w+ \{(.*?)\n\} (\w+);", text, re.S
        ):
            doc, kind, body, name = match.groups()
            if kind == "enum":
                members = _members(body)
                prefix = os.path.commonprefix([member for member, _, _ in members])
                prefix = prefix[: prefix.rindex("_") + 1]
                self.enums[name] = Enum(name, _prose(doc), members, prefix)
            elif "(*" not in body:  # not the allocator's
                self.structs[name] = Struct(name, _prose(doc), list(_fields(body)))
        outside = re.sub(r"typedef (?:enum|struct) \w+ \{.*?\n\} \w+;", "", text, flags=re.S)
        # What C code has a pointer to alone, with its documentation.
        self.opaque = {
            name: _prose(doc) for doc, name in re.findall(
                r"(?:/\*\*((?:(?!\*/).)*?)\*/\s*)?^typedef struct (\w+) \2;", outside, re.S | re.M)
        }
        self.functions = [
            self._function(*match.groups())
            for match in re.finditer(
                r"(?:/\*\*((?:(?!\*/).)*?)\*/\s*)?^((?:const )?\w+) (\*?dr_\w+)\(([^()]*)\);",
                outside, re.S | re.M)
            if match[3] not in LEFT_OUT
        ]
        names = {function.name.removeprefix("*") for function in self.functions}
        # A handle is what has a function that creates one.
        self.handles = [
            name for name in [*self.structs, *self.opaque] if f"{name}_create" in names]
        self.defaults = {
            function.result: function
            for function in self.functions if function.name.startswith("dr_default_")
        }

    def methods(self, owner):
        """The functions of a handle, or of a struct that they take by address."""
        return [
            function for function in self.functions
            if function.parameters and function.parameters[0][1:3] == (owner, "self")
        ]

    def free_functions(self):
        """Those of no handle and no struct, but for the defaults of definitions."""
        return [
            function for function in self.functions
            if not function.name.startswith("dr_default_")
            and not function.name.endswith("_create")
            and not any(parameter.role == "self" for parameter in function.parameters)
        ]

    def handle_doc(self, handle):
        return self.opaque[handle] if handle in self.opaque else self.structs[handle].doc

    @staticmethod
    def is_of_loop(function):
        """Whether it is in the frame loop's library."""
        return bool(re.match(r"dr_(default_)?loop_", function.name))

    def is_name(self, type_name):
        """Whether a struct only names something, such as a member."""
        struct = self.structs.get(type_name)
        return bool(struct) and [field.type for field in struct.fields] in (["uint64_t"], ["int64_t"])

    def _function(self, doc, result, name, text):
        if name.startswith("*"):
            name, result = name[1:], result + " *"
        parameters = []
        texts = [part.strip() for part in text.split(",") if part.strip() not in ("", "void")]
        for index, part in enumerate(texts):
            const, base, stars, own = re.fullmatch(r"(const )?(\w+) (\**)(\w+)", part).groups()
            if stars not in ("", "*") and not name.endswith("_create"):
                raise SystemExit(f"{name}: what is {part} for? Say it in {__file__}.")
            parameters.append(Parameter(
                own, base, self._role(name, texts, index, const, base, stars, own),
                base == "int32_t" and own.startswith("is_")))
        # What is said of C's pointers alone.
        doc = re.sub(r" ?[^.]*\bmay be NULL\b[^.]*\.", "", _prose(doc)).strip()
        return Function(name, doc, result, parameters)

    def _role(self, function, texts, index, const, base, stars, name):
        names = [re.search(r"\w+$", text)[0] for text in texts]
        after = names[index + 1:]
        is_own = function.startswith(f"{base}_")
        is_type = base in self.structs or base in self.opaque
        if not index and is_type and is_own and not function.endswith("_create"):
            return "self"
        if not stars:
            is_length = any(
                text.startswith("const ") and "*" in text for text in texts[:index])
            if name == "capacity" or (name in ("count", "size") and is_length):
                return "length"
            return "value"
        if const:
            if base == "void":
                return "bytes"
            return "list" if "count" in after and "* " not in texts[names.index("count")] else "struct"
        if after[:1] == ["capacity"]:
            roles = {"void": "snapshot", "float": "floats"}
            return roles.get(base, "events" if base in self.structs else None) or self._stop(function)
        if "capacity" in names[:index] and name in ("count", "size"):
            return "written"
        if base in ("void", "float"):
            self._stop(function)
        return "out"

    def _stop(self, function):
        raise SystemExit(f"{function} has a parameter of no known role: add one to {__file__}.")


def _prose(comment):
    lines = [re.sub(r"^\s*\* ?", "", line).rstrip() for line in (comment or "").split("\n")]
    return "\n".join(lines).strip()


def _members(body):
    return [
        (name, int(number), " ".join(_prose(doc).split()))
        for name, number, doc in re.findall(
            r"(DR_\w+) = (-?\d+),?\s*(?:/\*\*<(.*?)\*/)?", body, re.S)
    ]


def _fields(body):
    for const, base, names, doc in re.findall(
        r"^[ ]*(const )?(\w+) ([^;(]+);[ ]*(?:/\*\*<(.*?)\*/)?", body, re.S | re.M
    ):
        doc = " ".join(_prose(doc).split())
        for name in names.split(","):
            name, length = re.fullmatch(r"\s*\**(\w+)(?:\[(\d+)\])?", name).groups()
            is_flag = base == "int32_t" and bool(
                re.match(r"(is|has|runs|needs)_", name) or doc.startswith("Not 0:"))
            yield Field(name, base, doc, is_flag, int(length or 0), bool(const))
