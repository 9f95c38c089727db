"""Stands in for the `cython` module where the core runs as plain Python: types mean nothing, arrays are lists."""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

compiled = False


class _Type:
    """A C type; `uchar[5]` is an array of it."""

    def __init__(self, size: Any = 0) -> None:
        self.size = size

    def __getitem__(self, size: Any) -> "_Type":
        return _Type(size)


def declare(kind: _Type, value: Any = None) -> Any:
    """A variable's first value: what was given, or an array of zeros."""
    return value if value is not None else [0] * kind.size


def cast(_: Any, value: Any) -> Any:
    """The value as it is."""
    return value


def cclass(cls: type) -> type:
    """A class whose `__cinit__` runs first, as in a compiled one."""

    def new(cls: type, *_: object, **__: object) -> object:
        self: Any = object.__new__(cls)
        prepare = getattr(self, "__cinit__", None)
        if prepare:
            prepare()
        return self

    cls.__new__ = new  # type: ignore[method-assign,assignment]
    return cls


def _as_it_is(function: Any) -> Any:
    return function


def exceptval(**_: Any) -> Any:
    """How a compiled function tells its caller of an error."""
    return _as_it_is


def binding(_: bool) -> Callable[[F], F]:
    """Whether a compiled function is a Python object with annotations, or a quicker one of C."""
    return _as_it_is


def always_allow_keywords(_: bool) -> Callable[[F], F]:
    """Whether a compiled function looks for keywords also where it has no argument that could be one."""
    return _as_it_is


def nonecheck(_: bool) -> Any:
    """Whether compiled code looks for `None` before it looks into an object."""
    return _as_it_is


cfunc = final = _as_it_is
bint = float = int = short = schar = uchar = ushort = longlong = ulonglong = void = _Type()
