# SPDX-License-Identifier: Apache-2.0
"""Reads a bag: a folder of files, or one file."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from baton.bag import mcap_file, metadata, sqlite_file
from baton.bag.definition_text import Definition
from baton.bag.errors import BagError
from baton.bag.metadata import BagFile, Metadata

_READERS = {
    mcap_file.SUFFIX: (mcap_file.NAME, mcap_file.McapReader),
    sqlite_file.SUFFIX: (sqlite_file.NAME, sqlite_file.SqliteReader),
}
_ZSTD = ".zstd"


def _suffix(path: Path) -> str:
    """The one that tells the storage: of `bag_0.db3.zstd` too."""
    return path.with_suffix("").suffix if path.suffix == _ZSTD else path.suffix


def _bag_files(folder: Path) -> list[Path]:
    """In the order of their numbers."""

    def number(path: Path) -> tuple[int, str]:
        stem = path.name.split(".")[0]
        last = stem.rpartition("_")[2]
        return int(last) if last.isdigit() else 0, stem

    return sorted((one for one in folder.iterdir() if _suffix(one) in _READERS), key=number)


class BagReader:
    """Reads a bag's messages in the order of their times. Of a bag whose recorder was killed the
    files tell what there is. Thread safety: one thread at a time. Errors: BagError.

        with BagReader(Path("my_bag")) as bag:
            for topic, time_ns, cdr in bag.messages():
                ...
    """

    def __init__(self, path: Path) -> None:
        self._folder = path if path.is_dir() else path.parent
        self._unpacked: tempfile.TemporaryDirectory | None = None
        self.notes: list[str] = []  # what a person should know of this bag
        if path.is_dir():
            self.metadata = self._described(path)
        elif path.is_file() and _suffix(path) in _READERS:
            self.metadata = self._from_files([path])
        elif path.exists():
            suffixes = " or ".join(_READERS)
            raise BagError(f"'{path}' is no bag: give a folder, or a file that ends with {suffixes}")
        else:
            raise BagError(f"there is no bag '{path}'")

    def _described(self, folder: Path) -> Metadata:
        files = _bag_files(folder)
        try:
            known = metadata.load(folder)
        except FileNotFoundError:
            if not files:
                raise BagError(f"'{folder}' is no bag: it has neither metadata.yaml nor files") from None
            known = None
        missing = [
            one.path for one in (known.files if known else []) if not (folder / one.path).is_file()
        ]
        if missing:
            raise BagError(f"'{folder}' lacks its file {missing[0]}, which its metadata.yaml names")
        # While a file is recorded it stands there without messages, as does an empty one.
        unfinished = known is None or any(one.span.count == 0 for one in known.files)
        if known is not None and (known.span.count or not files) and not unfinished:
            return known
        found = self._from_files(files)
        if known is None or found.span.count != known.span.count:
            self.notes.append(
                f"'{folder}' was not closed by its recorder: its files tell what there is; "
                "`baton bag reindex` mends it"
            )
        if known is not None:
            # Of these the files say nothing.
            found.custom_data, found.ros_distro = known.custom_data, known.ros_distro
            found.compression_mode = known.compression_mode
            found.compression_format = known.compression_format
        return found

    def _from_files(self, files: list[Path]) -> Metadata:
        whole = Metadata(storage=_READERS[_suffix(files[0])][0])
        for path in files:
            with contextlib.closing(self._open(path.name)) as one:
                whole.add_file(BagFile(path.name, one.span()), one.topics())
        return whole

    def _open(self, name: str):
        path = self._folder / name
        if _suffix(path) not in _READERS:
            raise BagError(f"'{path}' is in no storage that is known; there are {', '.join(_READERS)}")
        if path.suffix == _ZSTD:
            path = self._unpack(path)
        try:
            return _READERS[path.suffix][1](path)
        except OSError as error:
            raise BagError(f"cannot open '{path}': {error.strerror}") from None

    def _unpack(self, path: Path) -> Path:
        """A file that rosbag2 has compressed as a whole."""
        if self._unpacked is None:
            self._unpacked = tempfile.TemporaryDirectory(prefix="baton-bag-")
        plain = Path(self._unpacked.name, path.with_suffix("").name)
        if not plain.exists():
            zstandard = _zstandard()
            try:
                with open(path, "rb") as packed, open(plain, "wb") as file:
                    zstandard.ZstdDecompressor().copy_stream(packed, file)
            except zstandard.ZstdError as error:
                plain.unlink(missing_ok=True)
                raise BagError(f"'{path}' cannot be decompressed: {error}") from None
        return plain

    @property
    def size_bytes(self) -> int:
        paths = [self._folder / one.path for one in self.metadata.files]
        return sum(path.stat().st_size for path in paths if path.is_file())

    def definitions(self) -> dict[str, Definition]:
        """By the names of types, as far as the files know them."""
        found: dict[str, Definition] = {}
        for entry in self.metadata.files:
            with contextlib.closing(self._open(entry.path)) as one:
                found |= one.definitions()
        return found

    def messages(
        self, topics: set[str] | None = None, from_ns: int = 0
    ) -> Iterator[tuple[str, int, bytes]]:
        """(topic, time in ns since 1970, CDR); `from_ns`: from that time on."""
        each_is_packed = self.metadata.compression_mode == "message"
        for entry in self.metadata.files:
            if entry.span.count and entry.span.end_ns < from_ns:
                continue
            with contextlib.closing(self._open(entry.path)) as one:
                for topic, time_ns, data in one.messages(topics, from_ns):
                    yield topic, time_ns, _plain(data) if each_is_packed else data

    def close(self) -> None:
        if self._unpacked is not None:
            self._unpacked.cleanup()
            self._unpacked = None

    def __enter__(self) -> BagReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _zstandard():
    try:
        import zstandard
    except ImportError:
        raise BagError(
            "this bag is compressed, which needs the Python package zstandard: pip install zstandard"
        ) from None
    return zstandard


def _plain(data: bytes) -> bytes:
    zstandard = _zstandard()
    try:
        return zstandard.ZstdDecompressor().decompressobj().decompress(data)
    except zstandard.ZstdError as error:
        raise BagError(f"a message cannot be decompressed: {error}") from None


def reindex(folder: Path) -> Metadata:
    """Mends files that a killed recorder has left, and writes the bag's description anew."""
    if not folder.is_dir():
        raise BagError(f"'{folder}' is no folder of a bag")
    files = _bag_files(folder)
    if not files:
        raise BagError(f"'{folder}' has no files of a bag ({' or '.join(_READERS)})")
    before = Metadata(ros_distro=metadata.distro())
    with contextlib.suppress(BagError, FileNotFoundError):
        before = metadata.load(folder)
    for path in files:
        if path.suffix == mcap_file.SUFFIX:
            mcap_file.mend(path)
        elif path.suffix == sqlite_file.SUFFIX:
            sqlite_file.mend(path)
    (folder / metadata.FILE_NAME).unlink(missing_ok=True)
    with BagReader(folder) as bag:
        bag.metadata.custom_data = before.custom_data
        bag.metadata.ros_distro = before.ros_distro
        bag.metadata.compression_format = before.compression_format
        bag.metadata.compression_mode = before.compression_mode
        if files[0].suffix == _ZSTD:
            bag.metadata.compression_format, bag.metadata.compression_mode = "zstd", "file"
        metadata.save(folder, bag.metadata)
        return bag.metadata
