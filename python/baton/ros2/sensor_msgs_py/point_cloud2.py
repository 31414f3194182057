# SPDX-License-Identifier: Apache-2.0
"""Points of sensor_msgs/msg/PointCloud2, read and made as arrays of numpy."""

from __future__ import annotations

import array
import math
import sys
from collections import namedtuple
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from sensor_msgs.msg import PointCloud2, PointField
from std_msgs.msg import Header

from sensor_msgs_py.numpy_compat import structured_to_unstructured

# Names fields whose own name is empty: with the field's position behind it.
DUMMY_FIELD_PREFIX = "unnamed_field"

_DATATYPES: dict[int, np.dtype] = {
    PointField.INT8: np.dtype(np.int8),
    PointField.UINT8: np.dtype(np.uint8),
    PointField.INT16: np.dtype(np.int16),
    PointField.UINT16: np.dtype(np.uint16),
    PointField.INT32: np.dtype(np.int32),
    PointField.UINT32: np.dtype(np.uint32),
    PointField.FLOAT32: np.dtype(np.float32),
    PointField.FLOAT64: np.dtype(np.float64),
}


def read_points(
    cloud: PointCloud2,
    field_names: Iterable[str] | None = None,
    skip_nans: bool = False,
    uvs: Iterable[int] | None = None,
    reshape_organized_cloud: bool = False,
) -> np.ndarray:
    """The points as a structured array, one element for each point.

    The array shows the memory of `cloud.data`: nothing is copied, what was received cannot be
    written, and what is written to the array of a loan is in the loan. It is a copy in four cases:
    `skip_nans` and `uvs` choose points, the numbers are in another byte order than this machine's,
    or rows have gaps between them (`row_step`).

    `field_names`: which fields, in this order; None: all. `skip_nans`: leaves out points of which a
    chosen field is NaN, except where `cloud.is_dense` says that there are none. `uvs`: positions of
    the wanted points, among those that `skip_nans` has left. `reshape_organized_cloud`: the shape is
    (width, height) where the cloud has more than one row.

    Raises AssertionError for what is no PointCloud2 and for fields that it has not or has twice,
    TypeError where `data` is shorter than width, height and point_step say, ValueError where
    `point_step` is too small for the fields, KeyError for an unknown type of numbers, and IndexError
    for positions that are not there.
    """
    _check_cloud(cloud)
    data = np.ascontiguousarray(cloud.data)
    swapped = bool(cloud.is_bigendian) != (sys.byteorder == "big")
    points = _view_points(cloud, data.copy() if swapped else data)
    if field_names is not None:
        points = points[_known_fields(list(field_names), points.dtype)]
    if swapped:
        points.byteswap(inplace=True)
    if skip_nans and not cloud.is_dense:
        points = points[_without_nan(points)]
    if uvs is not None:
        points = points[_positions(uvs, len(points))]
    if reshape_organized_cloud and cloud.height > 1:
        if points.size != cloud.width * cloud.height:
            raise ValueError(
                f"{points.size} of {cloud.width} * {cloud.height} points are left and cannot be "
                "reshaped: leave out skip_nans and uvs, or reshape_organized_cloud"
            )
        points = points.reshape(cloud.width, cloud.height)
    return points


def read_points_numpy(
    cloud: PointCloud2,
    field_names: Iterable[str] | None = None,
    skip_nans: bool = False,
    uvs: Iterable[int] | None = None,
    reshape_organized_cloud: bool = False,
) -> np.ndarray:
    """Fields of one type as a plain array: a row for each point, a column for each field.

    Arguments and errors are those of read_points(). Fields that follow each other evenly, as x, y
    and z do, are shown without a copy. Raises AssertionError where the fields' types differ, and
    ValueError where there is no field.
    """
    points = read_points(cloud, field_names, skip_nans, uvs, reshape_organized_cloud)
    if not points.dtype.names:
        raise ValueError("there is no field to read: name some in field_names, or set cloud.fields")
    types = dict.fromkeys(points.dtype[name].name for name in points.dtype.names)
    if len(types) > 1:
        raise AssertionError(
            f"the fields have the types {', '.join(types)}, and a plain array has one: name "
            "fields of one type in field_names, or use read_points()"
        )
    plain = _as_columns(points)
    return structured_to_unstructured(points) if plain is None else plain


def read_points_list(
    cloud: PointCloud2,
    field_names: Iterable[str] | None = None,
    skip_nans: bool = False,
    uvs: Iterable[int] | None = None,
) -> list[NamedTuple]:
    """A named tuple for each point, with numbers of numpy; read_points() is many times faster.

    Arguments and errors are those of read_points(). Raises ValueError where the name of a field
    cannot be that of an attribute.
    """
    points = read_points(cloud, field_names, skip_nans, uvs)
    names = points.dtype.names or ()
    try:
        # The names are known only now.
        point: Any = namedtuple("Point", names)  # type: ignore[misc]
    except ValueError as error:
        raise ValueError(f"{error}: use read_points(), which takes every name") from error
    return list(map(point._make, zip(*(points[name] for name in names))))


def dtype_from_fields(fields: Iterable[PointField], point_step: int | None = None) -> np.dtype:
    """The type of the structured array that shows points with these fields.

    A field with `count` above 1 becomes as many: x_0, x_1. `point_step`: bytes from one point to the
    next; None: where the last field ends.

    Raises AssertionError for a count of 0 and for equal names, KeyError for an unknown type of
    numbers, and ValueError where `point_step` is too small.
    """
    formats: dict[str, tuple[str, int]] = {}
    for position, field in enumerate(fields):
        name = field.name or f"{DUMMY_FIELD_PREFIX}_{position}"
        if field.datatype not in _DATATYPES:
            raise KeyError(
                f"datatype {field.datatype} of field '{name}' is none of PointField's: set "
                "PointField.FLOAT32 or another of its constants"
            )
        if field.count < 1:
            raise AssertionError(f"field '{name}' has the count 0: set count=1, or remove the field")
        kind = _DATATYPES[field.datatype]
        for index in range(field.count):
            part = name if field.count == 1 else f"{name}_{index}"
            if part in formats:
                raise AssertionError(f"two fields have the name '{part}': rename one of them")
            formats[part] = (kind.str, field.offset + index * kind.itemsize)
    layout: Any = {
        "names": list(formats),
        "formats": [kind for kind, _ in formats.values()],
        "offsets": [offset for _, offset in formats.values()],
    }
    if point_step is None:
        return np.dtype(layout)
    try:
        return np.dtype(layout | {"itemsize": point_step})
    except ValueError as error:
        raise ValueError(
            f"point_step is {point_step}, and the fields end at byte {np.dtype(layout).itemsize}: set "
            "point_step to that or more, or correct the offsets"
        ) from error


def create_cloud(
    header: Header,
    fields: Iterable[PointField],
    points: Iterable[Any],
    point_step: int | None = None,
) -> PointCloud2:
    """A message with these points, which are written once, into its `data`.

    `points`: a structured array of the type that dtype_from_fields() gives; an array with a column
    for each field, all of one type; or anything that gives an iterable of values for each point,
    which is many times slower. An array of points in two dimensions becomes a cloud of that width
    and height. `point_step`: bytes from one point to the next; None: where the last field ends.

    Raises AssertionError for an array of another type or of more dimensions, IndexError for one
    with fewer, ValueError where the number of values is not that of the fields, TypeError where
    points are not iterable, and what dtype_from_fields() raises.
    """
    fields = list(fields)
    dtype = dtype_from_fields(fields, point_step)
    shape: tuple[int, ...]
    if not isinstance(points, np.ndarray):
        points = _as_tuples(points)
        shape = (len(points),)
    elif points.dtype.names is None:
        shape = _check_columns(points, fields, dtype)
    else:
        shape = _check_structured(points, dtype)
    if not shape:
        raise IndexError("the array is one point without an axis: pass points[numpy.newaxis]")
    if len(shape) > 2:
        raise AssertionError(
            f"points have the shape {shape}, and a cloud has a width and a height at most: reshape them"
        )
    data = array.array("B")
    if isinstance(points, np.ndarray) and _has_bytes_of(points, dtype):
        data.frombytes(points.reshape(-1).view(np.uint8).data)
    else:
        data = array.array("B", b"\0") * (math.prod(shape) * dtype.itemsize)
        _write(np.ndarray(shape, dtype, buffer=data), points)
    return PointCloud2(
        header=header,
        height=shape[1] if len(shape) == 2 else 1,
        width=shape[0],
        is_dense=False,
        is_bigendian=sys.byteorder == "big",
        fields=fields,
        point_step=dtype.itemsize,
        row_step=dtype.itemsize * shape[0],
        data=data,
    )


def create_cloud_xyz32(header: Header, points: Iterable[Any]) -> PointCloud2:
    """create_cloud() with the fields x, y and z of FLOAT32."""
    fields = [
        PointField(name=name, offset=offset, datatype=PointField.FLOAT32, count=1)
        for name, offset in (("x", 0), ("y", 4), ("z", 8))
    ]
    return create_cloud(header, fields, points)


def _check_cloud(cloud: object) -> None:
    if not isinstance(cloud, PointCloud2):
        raise AssertionError(
            f"a sensor_msgs.msg.PointCloud2 is read here, not a {type(cloud).__name__}: pass the message"
        )


def _type_names(types: Iterable[int]) -> str:
    return ", ".join(str(_DATATYPES.get(each, each)) for each in sorted(types))


def _view_points(cloud: PointCloud2, data: np.ndarray) -> np.ndarray:
    """All points, in one dimension, as they lie in the message's data."""
    dtype = dtype_from_fields(cloud.fields, cloud.point_step)
    width, height, row_step = cloud.width, cloud.height, cloud.row_step
    packed = width * dtype.itemsize
    # Many programs leave row_step unset: it is followed only where data has that many bytes.
    if height > 1 and row_step > packed and data.size >= row_step * height:
        rows = np.ndarray(
            (height, width), dtype, buffer=data, strides=(row_step, dtype.itemsize)
        )
        return rows.reshape(-1)
    if data.size < packed * height:
        raise TypeError(
            f"the cloud's data has {data.size} bytes, and width * height * point_step = {width} * "
            f"{height} * {dtype.itemsize} need {packed * height}: set these four to fit each other"
        )
    return np.ndarray((width * height,), dtype, buffer=data)


def _known_fields(names: list[str], dtype: np.dtype) -> list[str]:
    known = dtype.names or ()
    unknown = [name for name in names if name not in known]
    if unknown:
        raise AssertionError(
            f"the cloud has no field {', '.join(map(repr, unknown))}: it has {', '.join(known) or 'none'}"
        )
    return names


def _without_nan(points: np.ndarray) -> np.ndarray:
    mask = np.ones(len(points), dtype=bool)
    for name in points.dtype.names or ():
        if points.dtype[name].kind == "f":
            mask &= ~np.isnan(points[name])
    return mask


def _positions(uvs: Iterable[int], size: int) -> np.ndarray:
    if not isinstance(uvs, np.ndarray):
        try:
            uvs = np.fromiter(uvs, int)
        except (TypeError, ValueError) as error:
            raise type(error)(
                f"uvs are positions of points, from 0 on ({error}): of a column and a row of an "
                "organized cloud it is row * width + column"
            ) from error
    if uvs.dtype == bool:
        if uvs.shape != (size,):
            raise IndexError(f"uvs chooses among {uvs.size} points, and there are {size}: give each one")
    elif uvs.dtype.kind not in "iu":
        raise IndexError(f"uvs has the type {uvs.dtype}: use integers, uvs.astype(int)")
    elif uvs.size and (uvs.max() >= size or uvs.min() < -size):
        raise IndexError(
            f"uvs goes from {uvs.min()} to {uvs.max()}, and there are {size} points: use positions "
            f"below {size}, after skip_nans"
        )
    return uvs


def _count(dtype: np.dtype) -> int:
    return len(dtype.names or ())


def _as_columns(points: np.ndarray) -> np.ndarray | None:
    """The same memory with an axis for the fields; None where these differ or lie unevenly."""
    names = points.dtype.names or ()
    fields = [points.dtype.fields[name] for name in names]  # type: ignore[index]
    kinds = {field[0] for field in fields}
    steps = {after[1] - before[1] for before, after in zip(fields, fields[1:])}
    if len(kinds) != 1 or len(steps) > 1:
        return None
    first = points[names[0]]
    strides = (*first.strides, steps.pop() if steps else first.itemsize)
    return np.lib.stride_tricks.as_strided(first, (*first.shape, len(names)), strides)


def _as_tuples(points: Iterable[Any]) -> list[tuple]:
    try:
        return list(map(tuple, points))
    except TypeError as error:
        raise TypeError(
            f"points give an iterable of values for each point ({error}): write [(1.0, 2.0, 3.0)] for "
            "one point"
        ) from error


def _check_columns(
    points: np.ndarray, fields: list[PointField], dtype: np.dtype
) -> tuple[int, ...]:
    """The shape of the points in an array with a column for each field."""
    types = {field.datatype for field in fields}
    if len(types) > 1:
        raise AssertionError(
            f"the fields have the types {_type_names(types)}, and the array has one: pass a structured "
            "array of the type that dtype_from_fields(fields) gives"
        )
    columns = points.shape[-1] if points.ndim else 0
    if columns == 0 or columns != _count(dtype):
        raise (ValueError if columns or not points.ndim else NotImplementedError)(
            f"the array has the shape {points.shape}, and there are {_count(dtype)} fields: give the last "
            "axis one value for each field, and each of a count above 1"
        )
    return points.shape[:-1]


def _check_structured(points: np.ndarray, dtype: np.dtype) -> tuple[int, ...]:
    """The shape of the points in a structured array."""
    if points.dtype != dtype:
        raise AssertionError(
            f"the array has the type {points.dtype}, and the fields are {dtype}: make it with "
            "dtype_from_fields(fields, point_step), or correct the fields' order, names, types and "
            "offsets; padding at the end is point_step"
        )
    return points.shape


def _has_bytes_of(points: np.ndarray, dtype: np.dtype) -> bool:
    """Whether the array's bytes are those of the message: all that there is to do is one copy."""
    if not points.flags.c_contiguous or not dtype.itemsize:
        return False
    if points.dtype.names is not None:
        return True
    # Two points, of which numpy sees whether there is a gap between them.
    columns = _as_columns(np.empty(2, dtype))
    return columns is not None and columns.flags.c_contiguous and columns.dtype == points.dtype


def _write(target: np.ndarray, points: np.ndarray | list[tuple]) -> None:
    """Values into the memory of a message; numpy converts them."""
    if isinstance(points, list):
        try:
            target[:] = points
        except (TypeError, ValueError) as error:
            raise type(error)(
                f"{error}: each point needs {_count(target.dtype)} values, in the order of the fields "
                f"{', '.join(target.dtype.names or ())}"
            ) from error
    elif points.dtype.names is not None:
        target[...] = points
    elif (columns := _as_columns(target)) is not None:
        columns[...] = points
    else:
        for index, name in enumerate(target.dtype.names or ()):
            target[name] = points[..., index]
