# SPDX-License-Identifier: Apache-2.0
"""What the generated module stands on: the library, its errors, structs and objects.

Calls keep the interpreter's lock, so that two threads never are in one object at once; only those
that wait release it.
"""

from __future__ import annotations

import ctypes
import enum
import os
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Sequence, TypeVar, Union

if TYPE_CHECKING:
    from ._native import LoopStatus, Status

_Element = TypeVar("_Element")
_Object = TypeVar("_Object", bound="Object")

_folder = os.path.dirname(os.path.abspath(__file__))
_paths = [os.path.join(_folder, f"libdynamicrepeat{part}.so") for part in ("", "-loop")]
_libraries = [ctypes.PyDLL(path) for path in _paths]
_waiting_libraries = [ctypes.CDLL(path) for path in _paths]


class Error(Exception):
    """An error of the library, with its own text: what was wrong and what is valid."""

    status: Union[Status, LoopStatus]
    """Which error, such as Status.ERROR_RATE, or LoopStatus.ERROR_RATE of a Loop."""

    def __init__(self, status: Union[Status, LoopStatus]) -> None:
        super().__init__(_texts[type(status).__name__](int(status)).decode())
        self.status = status

    def __reduce__(self) -> Any:
        return Error, (self.status,)


_texts = {"Status": _libraries[0].dr_status_text, "LoopStatus": _libraries[1].dr_loop_status_text}
for _text in _texts.values():
    _text.restype = ctypes.c_char_p


def check(status: int, kind: Optional[Any] = None) -> None:
    if status:
        from ._native import Status

        raise Error((kind or Status)(status))


class Whole:
    """A C integer as a parameter or field, checked: ctypes drops the bits that do not fit."""

    def __init__(self, c_type: Any, is_signed: bool) -> None:
        bits = 8 * ctypes.sizeof(c_type)
        self.c_type = c_type
        self.least = -(1 << bits - 1) if is_signed else 0
        self.most = (1 << bits - is_signed) - 1

    def from_param(self, value: Any) -> Any:
        return self.c_type(self.whole(value))

    def whole(self, value: Any) -> int:
        if not hasattr(value, "__index__"):
            raise TypeError(f"must be a whole number, but is {value!r}")
        number = value.__index__()
        if not self.least <= number <= self.most:
            raise OverflowError(f"must be {self.least} ... {self.most}, but is {number}")
        return number


uint8 = Whole(ctypes.c_uint8, False)
uint32 = Whole(ctypes.c_uint32, False)
int32 = Whole(ctypes.c_int32, True)
uint64 = Whole(ctypes.c_uint64, False)
int64 = Whole(ctypes.c_int64, True)


def function(name: str, result: Any, *parameters: Any, waits: bool = False) -> Callable[..., Any]:
    """A function of the library; one that waits lets other threads run meanwhile."""
    libraries = _waiting_libraries if waits else _libraries
    found = next(getattr(library, name) for library in libraries if hasattr(library, name))
    found.restype = result
    found.argtypes = parameters
    return found


class Struct(ctypes.Structure):
    """A struct of the header: its fields by keyword, the others as the header's defaults."""

    _names: tuple[str, ...] = ()

    def _set(self, default: Any, values: tuple[Any, ...]) -> None:
        if default is not None:
            ctypes.memmove(ctypes.byref(self), ctypes.byref(default), ctypes.sizeof(self))
        for name, value in zip(self._names, values):
            if value is None:
                continue
            try:
                setattr(self, name, value)
            except TypeError as error:
                text = str(error)
                raise TypeError(text if text.startswith(name) else f"{name}: {text}") from None

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._names)
        return f"{type(self).__name__}({fields})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._names)

    def __hash__(self) -> int:
        # By what is compared: 0.0 and -0.0 are equal, and their bytes are not.
        values = (getattr(self, name) for name in self._names)
        return hash(tuple(tuple(value) if isinstance(value, list) else value for value in values))


def layout(struct: Any, *fields: tuple[str, Any]) -> None:
    """Gives a struct its fields: integers are checked, choices and flags are of their type."""
    c_fields = []
    for name, kind in fields:
        own = "_" + name
        if isinstance(kind, Whole):
            c_fields.append((own, kind.c_type))
            setattr(struct, name, _property(own, int, kind.whole, name))
        elif kind is bool:
            c_fields.append((own, ctypes.c_int32))
            setattr(struct, name, _property(own, bool, bool, name))
        elif isinstance(kind, type) and issubclass(kind, enum.IntEnum):
            c_fields.append((own, ctypes.c_int32))
            setattr(struct, name, _property(own, kind, int32.whole, name))
        elif isinstance(kind, int):
            c_fields.append((own, ctypes.c_char * kind))
            setattr(struct, name, property(lambda self, own=own: getattr(self, own).decode()))
        elif isinstance(kind, list):
            c_fields.append((own, ctypes.POINTER(kind[0])))
            setattr(struct, name, _list_property(own, kind[0], name.removesuffix("s") + "_count"))
        else:
            c_fields.append((name, kind))
    struct._fields_ = c_fields


def _property(own: str, read: Any, write: Any, name: str) -> property:
    def set_field(self: Any, value: Any) -> None:
        try:
            setattr(self, own, write(value))
        except (TypeError, OverflowError) as error:
            raise type(error)(f"{name} {error}") from None

    return property(lambda self: read(getattr(self, own)), set_field)


def _list_property(own: str, element: Any, count: str) -> property:
    def set_field(self: Any, values: Sequence[Any]) -> None:
        setattr(self, own, array(element, values))
        setattr(self, count, len(values))

    return property(lambda self: list(getattr(self, own)[: getattr(self, count)]), set_field)


def array(element: Any, values: Sequence[Any]) -> Any:
    """A C array of values; those that do not fit raise OverflowError."""
    if isinstance(element, Whole):
        return (element.c_type * len(values))(*map(element.whole, values))
    if element in (ctypes.c_float, ctypes.c_double) and not isinstance(values, (list, tuple)):
        # An array of NumPy's or of the module `array`: at once, where it has the same elements.
        try:
            view = memoryview(values)  # type: ignore[arg-type]
        except TypeError:
            pass
        else:
            if view.format == element._type_ and view.ndim == 1 and view.c_contiguous:
                return (element * len(view)).from_buffer_copy(view)
    return (element * len(values))(*values)


def same_length(**lists: Sequence[Any]) -> int:
    """The length that all lists must have."""
    lengths = {name: len(values) for name, values in lists.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"must be of the same length: {lengths}")
    return next(iter(lengths.values()))


class Object:
    """What the library keeps until it is closed, at the latest when Python no longer needs it."""

    _as_parameter_: Any = None
    _destroy: Any = None
    _is_waiting = False

    def close(self) -> None:
        """Frees it; twice is once. Every later call raises Error: Status.ERROR_HANDLE, or for a Loop
        LoopStatus.ERROR_NULL."""
        if self._is_waiting:  # On another thread, inside the library.
            from ._native import LoopStatus

            raise Error(LoopStatus.ERROR_THREAD)
        handle = self._as_parameter_
        if isinstance(handle, ctypes.c_void_p):
            self._as_parameter_ = None
        if handle is not None:
            type(self)._destroy(handle)

    def _wait(self, call: Callable[..., int], *arguments: Any) -> int:
        was_waiting, self._is_waiting = self._is_waiting, True
        try:
            return call(*arguments)
        finally:
            self._is_waiting = was_waiting

    def __enter__(self: _Object) -> _Object:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def __copy__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be copied")

    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled")


class Events(List[_Element]):
    """Events, in order of time."""

    dropped: int = 0
    """Events that were lost since the last call, as there was no room for them."""


def take_events(call: Callable[..., int], count: Any, element: Any, *arguments: Any) -> Events[Any]:
    """All waiting events: the same call again returns those that did not fit."""
    events: Events[Any] = Events()
    while True:
        some = (element * 16)()
        check(call(*arguments, some, 16, count))
        events.extend(some[: count.written])
        events.dropped += count.dropped
        if not count.waiting:
            return events


def _is_too_small(status: int) -> bool:
    if status == 0:
        return False
    from ._native import Status

    return status == Status.ERROR_BUFFER


def snapshot(call: Callable[..., int], owner: Any) -> bytes:
    """The bytes that a call writes: another thread may change their number before that."""
    while True:
        room = ctypes.create_string_buffer(owner.snapshot_size())
        size = ctypes.c_size_t()
        status = call(owner, room, len(room), size)
        if not _is_too_small(status):
            check(status)
            return room.raw[: size.value]


class Floats:
    """The memory of the values that an object evaluates: grown where it is too small."""

    def __init__(self) -> None:
        self.view = memoryview(bytearray(4)).cast("f")

    def fill(
        self, call: Callable[..., int], out: Optional[Any], owner: Any, *arguments: Any
    ) -> memoryview:
        count = ctypes.c_size_t()
        while True:
            view = memoryview(self._room(owner.info().end) if out is None else out)
            if view.format not in ("f", "<f", "=f") or view.ndim != 1:
                found = f"format {view.format!r} and {view.ndim} dimensions"
                raise TypeError(f"out must be a row of 32-bit floats, but has {found}")
            if view.readonly or not view.c_contiguous:
                raise TypeError("out must be writable, without gaps between its elements")
            memory = (ctypes.c_char * view.nbytes).from_buffer(view)
            status = call(owner, *arguments, memory, len(view), count)
            # Another thread may have added members meanwhile.
            if out is not None or not _is_too_small(status):
                check(status)
                return view[: count.value]

    def _room(self, end: int) -> memoryview:
        if len(self.view) < end:
            self.view = memoryview(bytearray(4 * (end + end // 2))).cast("f")
        return self.view
