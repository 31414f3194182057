# SPDX-License-Identifier: Apache-2.0
"""All that is generated for a small package is in golden/expected/: a change of the generator shows
there, in review. `pytest msggen/tests --write-golden` writes it anew.
"""

import pytest
from baton_msggen.output import generate, write_texts
from baton_msggen.package_reader import PackageReader
from baton_msggen.python_writer import write_python
from conftest import INTERFACES

DEPENDENCIES = ("action_msgs", "builtin_interfaces", "service_msgs", "unique_identifier_msgs")


@pytest.fixture
def generated(request):
    pytest.importorskip("rosidl_parser.parser", reason="one of the definitions is an .idl file")
    folder = request.path.parent / "golden" / "definitions"
    dependencies = {name: [INTERFACES / name] for name in DEPENDENCIES}
    reader = PackageReader("golden", dependencies)
    files = sorted(path for path in folder.glob("*/*"))
    python = write_python("golden", files)
    assert python.pop("golden/py.typed") == ""
    return generate(reader.read(files)) | python


def _files(folder):
    suffixes = (".h", ".hpp", ".cpp", ".py", ".pyi")
    return sorted(path for path in folder.rglob("*") if path.suffix in suffixes)


def test_generated_files_are_the_golden_ones(generated, request):
    expected = request.path.parent / "golden" / "expected"
    if request.config.getoption("--write-golden"):
        for path in _files(expected):
            if str(path.relative_to(expected)) not in generated:
                path.unlink()
        write_texts(expected, generated)
    golden = {
        str(path.relative_to(expected)): path.read_text(encoding="utf-8")
        for path in _files(expected)
    }
    assert sorted(golden) == sorted(generated)
    for name, text in generated.items():
        assert text == golden[name], f"{name}: if this is meant, run pytest with --write-golden"


def test_generated_text_is_pure_ascii_without_trailing_blanks(generated):
    for name, text in generated.items():
        assert text.isascii(), name
        assert text.endswith("\n"), name
        assert not any(line != line.rstrip() for line in text.splitlines()), name
