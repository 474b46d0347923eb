"""The sample collection is what its generator writes, and the kinship it claims is there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

RESOURCES = Path(__file__).parents[2] / "resources"
KINSHIP = json.loads((RESOURCES / "sample_truth.json").read_text())


def _text(name: str) -> str:
    data = (RESOURCES / "sample" / name).read_bytes()
    encoding = "utf-16" if data.startswith(b"\xff\xfe") else "latin-1" if "1998" in name else "utf-8-sig"
    text = data.decode(encoding)
    if name.endswith(".html"):
        text = re.sub("<head>.*?</head>|<nav>.*?</nav>|<footer>.*?</footer>|<[^>]*>", "", text, flags=re.DOTALL)
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def _shingles(name: str) -> set[str]:
    text = _text(name)
    return {text[i : i + 9] for i in range(len(text) - 8)}


def test_the_generator_writes_the_committed_documents_again(tmp_path: Path) -> None:
    folder = tmp_path / "sample"
    subprocess.run([sys.executable, RESOURCES / "make_sample.py", folder], check=True)
    assert (tmp_path / "sample_truth.json").read_bytes() == (RESOURCES / "sample_truth.json").read_bytes()
    derived = [path for path in folder.rglob("*") if path.is_file()]
    assert len(derived) > 40
    for path in derived:
        assert path.read_bytes() == (RESOURCES / "sample" / path.relative_to(folder)).read_bytes(), path


@pytest.mark.parametrize("entry", KINSHIP, ids=lambda entry: entry["b"])
def test_documents_called_kin_are_kin(entry: dict[str, str]) -> None:
    a, b = _shingles(entry["a"]), _shingles(entry["b"])
    jaccard, contained = len(a & b) / len(a | b), len(a & b) / min(len(a), len(b))
    if entry["kind"] == "same text":
        assert _text(entry["a"]) == _text(entry["b"])
    elif entry["kind"] == "quote":
        assert jaccard < 0.8 < contained
    else:
        assert 0.8 <= jaccard < 1
