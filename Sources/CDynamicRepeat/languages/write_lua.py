# SPDX-License-Identifier: Apache-2.0
"""Writes the LuaJIT module of what the headers declare.

The declarations themselves go to ffi.cdef. Every function of a handle becomes a method, and every
other one a function of the module, but for those of plain structs.
"""

import re

from declarations import Declarations

RESERVED = {"end", "repeat", "function", "local", "not", "and", "or", "in", "nil", "then"}


def lua_name(name):
    return name + "_" if name in RESERVED else name


class Writer:
    def __init__(self, declarations):
        self.all = declarations

    def choices(self):
        for enum in self.all.enums.values():
            pairs = [
                f"{self.key(name.removeprefix(enum.prefix).lower())} = {number}"
                for name, number, _ in enum.members
            ]
            yield f"  {enum.name} = {{ {', '.join(pairs)} }},"

    def key(self, name):
        return f'["{name}"]' if name in RESERVED else name

    def structs(self):
        for struct in self.all.structs.values():
            fields = []
            for field in struct.fields:
                if field.name in ("internal_check", "reserved"):
                    continue
                kind = "flag" if field.is_flag else field.type
                kind = f"[{kind}]" if field.is_list else kind
                fields.append(f'{self.key(field.name)} = "{kind}"')
            text = "" if self.all.is_name(struct.name) else " " + ", ".join(fields) + " "
            yield f"  {struct.name} = {{{text}}},"

    def defaults(self):
        for name, function in self.all.defaults.items():
            given = ", ".join(
                f'as("{p.type}", given.{p.name}, "{p.name}")' for p in function.parameters)
            library = self.library(function)
            yield f"  {name} = function(given) return {library}.{function.name}({given}) end,"

    def functions(self):
        for handle in self.all.handles:
            name = "".join(part.capitalize() for part in handle.split("_")[1:])
            create = next(f for f in self.all.functions if f.name == f"{handle}_create")
            yield self.doc(self.all.handle_doc(handle) + "\n\n" + create.doc)
            library = self.library(create)
            yield (f'local {name} = class("{name}", "{handle}", {library}.{handle}_create, '
                   f'{library}.{handle}_destroy, "{create.result}")\n')
            for function in self.all.methods(handle):
                if not function.name.endswith("_destroy"):
                    own = function.name.removeprefix(handle + "_").removeprefix("get_")
                    yield self.function(function, f"{name}:", own)
        for constant, number in self.all.constants.items():
            yield f"dr.{constant.removeprefix('DR_')} = {number}"
        yield ""
        for function in self.all.free_functions():
            yield self.function(function, "dr.", function.name.removeprefix("dr_"))

    def function(self, function, owner, name):
        signature, before, arguments, outs = [], [], [], []
        lists, call = [], None
        for parameter in function.parameters:
            own, kind, role = lua_name(parameter.name), parameter.type, parameter.role
            kind = "flag" if parameter.is_flag else kind
            if role == "self":
                arguments.append("self._handle")
                continue
            if role in ("value", "struct", "list", "bytes"):
                signature.append(own)
            if role in ("value", "struct") and kind in self.all.handles:
                arguments.append(f"{own} and {own}._handle or ffi.new(\"{kind}\")")
            elif role in ("value", "struct"):
                arguments.append(f'(as("{kind}", {own}, "{own}"))')
            elif role == "list":
                lists.append(own)
                arguments.append(f'to_array("{kind}", {own}, "{own}")')
            elif role == "bytes":
                arguments.append(own)
            elif role == "length" and not call:
                arguments.append(f"#{lists[0] if lists else signature[-1]}")
            elif role == "out":
                is_struct = kind in self.all.structs
                before.append(f'local {own} = ffi.new("{kind}{"" if is_struct else "[1]"}")'
                              if kind != "flag" else f'local {own} = ffi.new("int32_t[1]")')
                arguments.append(own)
                outs.append(self.output(own, kind, is_struct))
            elif role in ("events", "snapshot", "floats"):
                call = (role, kind)
        for other in lists[1:]:
            before.insert(0, f'if #{other} ~= #{lists[0]} then wrong("{lists[0]} and {other} must '
                             f'be of the same length, but have %s and %s", #{lists[0]}, #{other}) end')
        text = f"{self.library(function)}.{function.name}({', '.join(arguments)})"
        if call:
            role, kind = call
            rest = "".join(", " + argument for argument in arguments[1:])
            if role == "events":
                body = f'return take_events("{kind}", C.{function.name}, self._handle{rest})'
            elif role == "snapshot":
                body = f"return snapshot(self, C.{function.name})"
            else:
                name = name.removesuffix("_into")
                body = f"return fill(self, C.{function.name}{rest})"
            lines = [body]
        elif function.result.endswith("_status"):
            kind = "" if function.result == "dr_status" else f', "{function.result}"'
            lines = [f"check({text}{kind})"] + ([f"return {', '.join(outs)}"] if outs else [])
        elif function.result == "const char *":
            lines = [f"return ffi.string({text})"]
        elif function.result == "int32_t":
            lines = [f"return {text} ~= 0"]
        else:
            lines = [f"return tonumber({text})"]
        head = f"function {owner}{lua_name(name)}({', '.join(signature)})"
        return "\n".join([self.doc(function.doc)] * bool(function.doc) + [head]
                         + [f"  {line}" for line in before + lines] + ["end\n"])

    def library(self, function):
        return "L" if self.all.is_of_loop(function) else "C"

    def output(self, name, kind, is_struct):
        if is_struct:
            return f'to_table("{kind}", {name})'
        if kind == "flag":
            return f"{name}[0] ~= 0"
        return f"tonumber({name}[0])"

    def doc(self, text):
        text = text.replace(": 1 or 0.", ".")
        return "\n".join(f"--- {line}".rstrip() for line in text.split("\n"))


def module(text, template, soname, loop_soname):
    writer = Writer(Declarations(text))
    parts = {
        "cdef": writer.all.cdef, "soname": soname, "loop_soname": loop_soname, "choices": "\n".join(writer.choices()),
        "structs": "\n".join(writer.structs()), "defaults": "\n".join(writer.defaults()),
        "functions": "\n".join(writer.functions()),
    }
    return re.sub(r"@(\w+)@", lambda match: parts[match[1]], template)
