# SPDX-License-Identifier: Apache-2.0
"""Writes the Python module of what the headers declare.

Every function becomes a method of what its first parameter is, or a function of the module; its
outputs become its result, its status an exception, and its comment its documentation.
"""

import builtins
import keyword
import re

from declarations import Declarations

WAITS = ("dr_loop_wait",)
SCALARS = {
    "double": ("c_double", "float"), "float": ("c_float", "float"), "uint8_t": ("uint8", "int"),
    "uint32_t": ("uint32", "int"), "int32_t": ("int32", "int"), "uint64_t": ("uint64", "int"),
    "int64_t": ("int64", "int"), "size_t": ("uint64", "int"),
}
HEADER = '''# SPDX-License-Identifier: Apache-2.0
"""Made from dynamic_repeat.h by the library's installer, as the package's documentation says."""

from __future__ import annotations

from ctypes import POINTER, byref, c_char_p, c_double, c_float, c_int32, c_int64, c_size_t
from ctypes import c_uint8, c_uint32, c_uint64, c_void_p
from enum import IntEnum
from typing import Any, Optional, Sequence

from ._support import Events, Floats, Object, Struct, array, check, function, int32, int64, layout
from ._support import same_length, snapshot, take_events, uint8, uint32, uint64

'''
C_TYPES = {"uint8": "c_uint8", "uint32": "c_uint32", "int32": "c_int32", "uint64": "c_uint64",
           "int64": "c_int64"}


def class_name(name):
    return "".join(part.capitalize() for part in name.removeprefix("dr_").split("_"))


def python_name(name):
    return name + "_" if keyword.iskeyword(name) else name


def field_doc(field):
    """Flags are 1 and 0 in the headers."""
    if not field.is_flag:
        return field.doc
    text = field.doc.replace("Default: 1", "Default: True").replace("Default: 0", "Default: False")
    return re.sub(r"^1 ", "True ", text)


class Writer:
    def __init__(self, declarations):
        self.all = declarations
        self.lines = []
        self.exported = []
        self.references = {name: name.removeprefix("DR_") for name in declarations.constants}
        for enum in declarations.enums.values():
            for name, _, _ in enum.members:
                self.references[name] = f"{class_name(enum.name)}.{name.removeprefix(enum.prefix)}"
        for name in [*declarations.enums, *declarations.structs, *declarations.opaque]:
            self.references[name] = class_name(name)
        for function in declarations.functions:
            self.references[function.name] = self.reference(function)

    def reference(self, function):
        if function.name.startswith("dr_default_"):
            return class_name(function.result)
        first = function.parameters[0] if function.parameters else None
        if function.name.endswith("_create"):
            return class_name(function.name[: -len("_create")])
        if first and first.role == "self":
            return f"{class_name(first.type)}.{self.method_name(function, first.type)}"
        return function.name.removeprefix("dr_")

    def method_name(self, function, owner):
        name = function.name.removeprefix(owner + "_").removeprefix("get_")
        if name == "destroy":
            return "close"
        if any(parameter.role == "floats" for parameter in function.parameters):
            name = name.removesuffix("_into")
        return python_name(name)

    def write(self):
        for name, value in self.all.constants.items():
            self.export(name.removeprefix("DR_"))
            self.lines.append(f"{name.removeprefix('DR_')} = {value}")
        for enum in self.all.enums.values():
            self.write_enum(enum)
        for struct in self.all.structs.values():
            self.write_struct(struct)
        self.lines.append("")
        for struct in self.all.structs.values():
            self.write_layout(struct)
        self.lines.append("")
        for function in self.all.functions:
            self.write_binding(function)
        for handle in self.all.handles:
            self.write_object(handle)
        for function in self.all.free_functions():
            self.lines += ["", ""] + self.function_lines(function, "")
            self.export(function.name.removeprefix("dr_"))
        names = ",\n    ".join(f'"{name}"' for name in sorted(self.exported))
        return HEADER + "__all__ = [\n    " + names + ",\n]\n" + "\n".join(self.lines) + "\n"

    def export(self, name):
        self.exported.append(name)

    # ---- types

    def write_enum(self, enum):
        name = class_name(enum.name)
        self.export(name)
        self.lines += ["", "", f"class {name}(IntEnum):"] + self.doc(enum.doc or enum.name, "    ")
        self.lines.append("")
        for member, number, doc in enum.members:
            self.lines.append(f"    {member.removeprefix(enum.prefix)} = {number}")
            self.lines += self.doc(doc, "    ")

    def fields(self, struct):
        return [field for field in struct.fields if field.name not in ("internal_check", "reserved")]

    def struct_name(self, name):
        if name in self.all.opaque:
            return "c_void_p"
        return "_" + class_name(name) if name in self.all.handles else class_name(name)

    def write_struct(self, struct):
        name = self.struct_name(struct.name)
        self.lines += ["", "", f"class {name}(Struct):"]
        self.lines += self.doc(struct.doc or f"{class_name(struct.name)}.", "    ")
        if struct.name in self.all.handles:
            return
        self.export(name)
        fields = self.fields(struct)
        for field in fields:
            self.lines += ["", f"    {field.name}: {self.field_type(field)}"]
            self.lines += self.doc(field_doc(field), "    ")
        self.lines += [""]
        self.lines.append("    _names = " + repr(tuple(field.name for field in fields)))
        self.lines += ["", *self.initializer(struct)]
        default = self.all.defaults.get(struct.name)
        argument = "None"
        if default:
            arguments = [f"{p.name} or 0" for p in default.parameters]
            argument = f"_{default.name.removeprefix('dr_')}({', '.join(arguments)})"
        self.lines.append("        super().__init__()")
        values = "".join(f"{field.name}, " for field in fields).rstrip()
        self.lines.append(f"        self._set({argument}, ({values}))")
        for function in self.all.methods(struct.name):
            self.lines += [""] + self.function_lines(function, "    ", struct.name)

    def initializer(self, struct):
        lines = ["    def __init__(", "        self,", "        *,"]
        for field in self.fields(struct):
            lines.append(f"        {field.name}: Optional[{self.field_type(field)}] = None,")
        return lines + ["    ) -> None:"]

    def field_type(self, field):
        if field.is_list:
            return f"Sequence[{class_name(field.type)}]"
        if field.length and field.type == "char":
            return "str"
        return self.type_name(field.type, field.is_flag)

    def type_name(self, name, is_flag=False):
        if is_flag:
            return "bool"
        return SCALARS[name][1] if name in SCALARS else class_name(name)

    def write_layout(self, struct):
        fields = []
        for field in struct.fields:
            if field.is_list:
                kind = f"[{class_name(field.type)}]"
            elif field.type == "char":
                kind = str(field.length)
            elif field.is_flag:
                kind = "bool"
            else:
                kind = SCALARS[field.type][0] if field.type in SCALARS else class_name(field.type)
            fields.append(f'("{field.name}", {kind})')
        self.lines.append(f"layout({self.struct_name(struct.name)}, {', '.join(fields)})")

    # ---- functions

    def parameter_type(self, parameter):
        kind, role = parameter.type, parameter.role
        if role in ("bytes", "snapshot", "floats"):
            return "c_void_p"
        if kind in self.all.enums:
            return "int32"
        c_type = SCALARS[kind][0] if kind in SCALARS else self.struct_name(kind)
        is_value = role in ("value", "length") or (role == "self" and kind in self.all.handles)
        return c_type if is_value else f"POINTER({C_TYPES.get(c_type, c_type)})"

    def result_type(self, result):
        if result == "void":
            return "None"
        if result == "const char *":
            return "c_char_p"
        if result in self.all.enums:
            return "c_int32"
        c_type = SCALARS[result][0] if result in SCALARS else self.struct_name(result)
        return C_TYPES.get(c_type, c_type)

    def write_binding(self, function):
        types = [f'"{function.name}"', self.result_type(function.result)]
        types += [self.parameter_type(parameter) for parameter in function.parameters]
        if function.name in WAITS:
            types.append("waits=True")
        self.lines.append(f"_{function.name.removeprefix('dr_')} = function({', '.join(types)})")

    def function_lines(self, function, indent, owner=None):
        """A method of `owner`, or a function of the module."""
        native = "_" + function.name.removeprefix("dr_")
        signature, before, arguments, outs, lists = [], [], [], [], []
        result, call = None, None
        for parameter in function.parameters:
            name, kind, role = python_name(parameter.name), parameter.type, parameter.role
            if role == "self":
                signature.append("self")
                arguments.append("self")
            elif role == "length" and not call:
                arguments.append("length" if lists else f"len({arguments[-1]})")
            elif role == "value" and kind in self.all.handles:
                signature.append(f"{name}: Optional[{class_name(kind)}]")
                arguments.append(f"{self.struct_name(kind)}() if {name} is None else {name}")
            elif role in ("value", "struct"):
                signature.append(f"{name}: {self.type_name(kind, parameter.is_flag)}")
                arguments.append(f"bool({name})" if parameter.is_flag else name)
            elif role == "list":
                element = SCALARS[kind][0] if kind in SCALARS else class_name(kind)
                signature.append(f"{name}: Sequence[{self.type_name(kind)}]")
                arguments.append(f"array({element}, {name})")
                lists.append(name)
            elif role == "bytes":
                signature.append(f"{name}: bytes")
                arguments.append(name)
            elif role == "out":
                c_type = SCALARS[kind][0] if kind in SCALARS else class_name(kind)
                if kind in self.all.enums:
                    c_type = "int32"
                before.append(f"{name} = {C_TYPES.get(c_type, c_type)}()")
                arguments.append(f"byref({name})")
                outs.append((name, parameter))
            elif role in ("events", "snapshot", "floats"):
                call = (role, kind)
        if call:
            role, kind = call
            if role == "events":
                count = class_name(function.parameters[-1].type)
                result = f"Events[{class_name(kind)}]"
                body = [f"return take_events({native}, {count}(), {class_name(kind)}, "
                        f"{', '.join(arguments)})"]
            elif role == "snapshot":
                result = "bytes"
                body = [f"return snapshot({native}, self)"]
            else:
                result = "memoryview"
                signature.append("out: Optional[Any] = None")
                body = [f"return self._floats.fill({native}, out, {', '.join(arguments)})"]
        else:
            if lists:
                pairs = ", ".join(f"{name}={name}" for name in lists)
                before.insert(0, f"length = same_length({pairs})")
            text = f"{native}({', '.join(arguments)})"
            if function.name in WAITS:
                text = f"self._wait({text.replace('(', ', ', 1)}"
            result, body = self.results(function, text, outs)
        name = self.method_name(function, owner) if owner else function.name.removeprefix("dr_")
        lines = [f"{indent}def {name}({', '.join(signature)}) -> {result}:"]
        note = ""
        if call and call[0] == "floats":
            note = (
                "\n\nReturns the values of all slots, which the next frame overwrites. `out` takes"
                " them instead:\nany writable row of 32-bit floats, such as an array of NumPy's.")
        lines += self.doc((function.doc or self.twin(function)) + note, indent + "    ")
        return lines + [f"{indent}    {line}" for line in before + body]

    def twin(self, function):
        """The documentation of a function without a comment: the one of the same name."""
        reference = self.references.get(function.name.removesuffix("_at"))
        return f"{reference} at a time: at once where it is the present time, else scheduled."

    def results(self, function, text, outs):
        if not function.result.endswith("_status"):
            if function.result == "const char *":
                return "str", [f"return {text}.decode()"]
            if function.result == "int32_t":
                return "bool", [f"return bool({text})"]
            return self.type_name(function.result), [f"return {text}"]
        types, values = [], []
        for name, parameter in outs:
            types.append(self.type_name(parameter.type, parameter.is_flag))
            if parameter.is_flag:
                values.append(f"bool({name}.value)")
            elif parameter.type in self.all.enums:
                values.append(f"{class_name(parameter.type)}({name}.value)")
            else:
                values.append(f"{name}.value" if parameter.type in SCALARS else name)
        lines = [self.check(function, text)]
        if not outs:
            return "None", lines
        lines.append("return " + ", ".join(values))
        return types[0] if len(types) == 1 else f"tuple[{', '.join(types)}]", lines

    def check(self, function, text):
        kind = "" if function.result == "dr_status" else f", {class_name(function.result)}"
        return f"check({text}{kind})"

    # ---- objects

    def write_object(self, handle):
        name, struct = class_name(handle), self.all.structs[handle + "_def"]
        create = next(f for f in self.all.functions if f.name == handle + "_create")
        self.export(name)
        self.lines += ["", "", f"class {name}(Object):"]
        fields = [f"{field.name}: {field_doc(field)}" for field in self.fields(struct) if field.doc]
        text = (
            self.all.handle_doc(handle) + "\n\n" + create.doc
            + "\n\nArguments, with the defaults of those that are left out:\n\n" + "\n".join(fields)
            + "\n\n" + struct.doc.partition("\n\n")[2]).strip()
        self.lines += self.doc(text, "    ")
        self.lines += ["", f"    _destroy = _{handle.removeprefix('dr_')}_destroy", ""]
        self.lines += self.initializer(struct)
        values = ", ".join(f"{field.name}={field.name}" for field in self.fields(struct))
        self.lines += [
            f"        definition = {class_name(struct.name)}({values})",
            f"        handle = {self.struct_name(handle)}()",
            "        " + self.check(create, f"_{create.name.removeprefix('dr_')}(definition, handle)"),
            "        self._as_parameter_ = handle",
        ]
        methods = self.all.methods(handle)
        if any(parameter.role == "floats" for f in methods for parameter in f.parameters):
            self.lines.append("        self._floats = Floats()")
        for function in methods:
            if not function.name.endswith("_destroy"):
                self.lines += [""] + self.function_lines(function, "    ", handle)

    def doc(self, text, indent):
        if not text:
            return []
        text = re.sub(r" ?(Start from|Initialize it with) dr_default_\w+\(\)\.", "", text)
        text = re.sub(
            r"\b(dr_\w+|DR_\w+)\b(\(\))?", lambda m: self.references.get(m[1], m[1]), text)
        text = re.sub(r"\bNULL\b", "None", text).replace("\\", "\\\\").replace('"', "'")
        text = text.replace(": 1 or 0.", ".").replace("Not 0: ", "True: ")
        lines = text.split("\n")
        lines = [f"{indent}{line}".rstrip() for line in lines]
        lines[0] = f'{indent}"""{lines[0].strip()}'
        if len(lines) == 1:
            return [lines[0] + '"""']
        return lines + [indent + '"""']


def module(text):
    return Writer(Declarations(text)).write()
