"""Lines of Chinese and Japanese that a page wrapped are one; headings, verses and sentences end where they do."""

from __future__ import annotations

import io

import pytest

from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import Job
from simexplorer.documents.readers.wrapped_lines import unwrapped
from tests.documents import made_files as made

CHINESE = "北京是中华人民共和国的首都，也是全国的政治中心、文化中心，人口约两千一百万，面积一万六千平方公里。"


def wrapped(text, width):
    return "\n".join(text[at : at + width] for at in range(0, len(text), width))


@pytest.mark.parametrize("width", [14, 20, 33])
@pytest.mark.parametrize(
    "text",
    [CHINESE, "東京は日本の首都であり、世界でも有数の大都市で、バスやガソリンの値段が毎年のように上がっています。"],
)
def test_a_sentence_reads_the_same_however_wide_its_page_was(text, width):
    assert unwrapped(wrapped(text, width)) == text


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("第一章 总则\n北京是中华人民共和国的首都，也是全国的政治中心", id="a heading"),
        pytest.param("春眠不觉晓\n处处闻啼鸟\n夜来风雨声\n花落知多少", id="verses"),
        pytest.param("张三\n李四\n王五", id="names"),
        pytest.param("北京是中华人民共和国的首都，也是全国中心。\n上海是中国最大的城市。", id="sentences"),
        pytest.param("北京是中华人民共和国的首都，也是全国中心，\n\n上海是中国最大的城市", id="a blank line"),
        pytest.param("The quick brown fox jumps over\nthe lazy dog and runs", id="words with blanks"),
        pytest.param("서울특별시는 대한민국의 수도이자 최대\n도시이다. 한강을 끼고 있다", id="Korean words"),
        pytest.param("北京是中华人民共和国的首都和中心，人口约\n2100 万", id="figures"),
        pytest.param("", id="nothing"),
    ],
)
def test_other_lines_end_where_they_do(text):
    assert unwrapped(text) == text


def chinese_pdf(text, width):
    lines = wrapped(text, width).split("\n")
    shown = " T* ".join(f"<{line.encode('utf-16-be').hex()}> Tj" for line in lines)
    stream = f"BT /F1 10 Tf 50 780 Td 14 TL {shown} ET"
    system = "/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >>"
    font = "/Type /Font /BaseFont /STSong-Light"
    place = "/MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >>"
    return made.pdf_of(
        [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [5 0 R] /Count 1 >>",
            f"<< {font} /Subtype /Type0 /Encoding /UniGB-UCS2-H /DescendantFonts [4 0 R] >>",
            f"<< {font} /Subtype /CIDFontType0 {system} >>",
            f"<< /Type /Page /Parent 2 0 R {place} /Contents 6 0 R >>",
            f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        ]
    )


def test_pages_of_unlike_width_give_one_text():
    texts = []
    for width in (
        17,
        25,
        40,
    ):  # by 16 the last line is one sign: where the font is missing, some versions of PDFium lose it
        content = chinese_pdf(CHINESE, width)
        (found,) = extract(io.BytesIO(content), Job(name=b"a.pdf", size=len(content)))
        texts.append(found.text.decode().strip())
    assert texts == [CHINESE] * 3
