"""UTF-16 without a mark: texts of all scripts are known, also without blanks; other bytes stay what they are."""

from __future__ import annotations

import random
import struct
import zlib

import pytest

from simexplorer.documents.decode import decode, is_binary
from simexplorer.documents.wide_text import wide_encoding

_TEXTS = {
    "japanese": "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。",
    "chinese": "我们都知道中国文字历史悠久并且使用人数众多因此计算机处理中文文字的问题非常重要",
    "old chinese": "床前明月光，疑是地上霜。舉頭望明月，低頭思故鄉。",
    "korean": "모든인간은태어날때부터자유로우며그존엄과권리에있어동등하다",
    "russian": "привет",
    "thai": "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ",
    "khmer": "មនុស្សទាំងអស់កើតមកមានសេរីភាពនិងសមភាព",
    "ethiopic": "የሰውልጅሁሉሲወለድነጻናበክብርናበመብትምእኩልነትያለውነው።",
    "hindi": "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।",
    "arabic": "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.",
}


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("script", _TEXTS)
def test_texts_without_line_ends_or_blanks_are_known(script: str, encoding: str) -> None:
    for text in (_TEXTS[script], _TEXTS[script] * 40, _TEXTS[script] + "\n"):
        raw = text.encode(encoding)
        assert not is_binary(raw[:8192])
        got = decode(raw)
        assert got is not None
        assert (got.text.decode(), got.encoding, got.guessed) == (text, encoding, True)


def test_where_both_orders_give_letters_the_one_with_blanks_is_taken() -> None:
    got = decode("haSubúsewati ubauwagu, dan lan ligirún gürigia lun ladúgüni".encode("utf-16-be"))
    assert got is not None
    assert got.encoding == "utf-16-be"


def _binaries() -> dict[str, bytes]:
    noise = random.Random(5)
    words = b" ".join(b"%d" % noise.randrange(10**9) for _ in range(3000))
    return {
        "noise": noise.randbytes(8192),
        "packed": zlib.compress(words),
        "small numbers": struct.pack("<4000H", *(noise.randrange(0x300, 0x3FF) for _ in range(4000))),
        "counted": struct.pack("<900H", *range(0x1200, 0x1200 + 900)),
        "one number": struct.pack("<H", 0x0E01) * 4000,
        "sound": struct.pack("<4000h", *(int(noise.gauss(0, 900)) for _ in range(4000))),
        "floats": struct.pack("<2000f", *(noise.random() for _ in range(2000))),
        "pointers": struct.pack("<1000Q", *(0x7F3A00000000 + noise.randrange(2**20) for _ in range(1000))),
        "rare ideographs": "".join(chr(noise.randrange(0x4E00, 0x9FA6)) for _ in range(2000)).encode("utf-16-le"),
    }


@pytest.mark.parametrize("kind", _binaries())
def test_bytes_that_are_no_text_stay_so(kind: str) -> None:
    raw = _binaries()[kind]
    for part in (raw, raw[:256], raw[1:1025]):
        assert wide_encoding(part) is None
        assert decode(part) is None
