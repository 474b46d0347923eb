from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax import lexbor

from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import EMPTY, Job
from simexplorer.documents.readers.html import _stand_in, _without_long_lists, html_text


def words(page, **options):
    return html_text(page.encode(), **options).decode().split()


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        pytest.param("<title>T &amp; U</title><p>a", "T & U a", id="title first, entities decoded"),
        pytest.param("<p>fo<b>o</b>bar<p>next", "foobar next", id="tags inside a line join, paragraphs part"),
        pytest.param("<td>a<td>b<li>c</li>d<br>e", "a b c d e", id="cells, items and line breaks part"),
        pytest.param("<P>A<B>B</B></P><P>C</P>", "AB C", id="capital tags"),
        pytest.param("a<script>x()</script><style>y{}</style><template>z</template>b", "a b", id="never text"),
        pytest.param("<!-- hidden --><p>seen", "seen", id="comments"),
        pytest.param("un<!-- -->believable $<!-- -->20<!-- --> each", "unbelievable $20 each", id="comments in words"),
        pytest.param("a<5 and b<7, c <d>e</d>", "a<5 and b<7, c e", id="what is no tag"),
        pytest.param("old<del>est</del> wo<ins>rd</ins>s", "oldest words", id="changes within words"),
        pytest.param("<ruby>漢<rt>かん</rt></ruby>字", "漢字", id="how characters sound"),
        pytest.param("本の<RUBY><RB>名</RB><RP>(</RP><RT>な</RT><RP>)</RP></RUBY>", "本の名", id="and within signs"),
        pytest.param("<ruby>漢<rp>（<rt>かん<rp>）</ruby>は", "漢は", id="without ends"),
        pytest.param("", "", id="nothing"),
        pytest.param("<frameset><frame src=x></frameset>", "", id="frames only"),
    ],
)
def test_text_is_what_a_reader_sees(page, expected):
    assert words(page) == expected.split()


def test_how_characters_sound_is_left_out_where_navigation_is_kept():
    assert words("<nav>上</nav><p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字", strip_navigation=False) == [
        "上",
        "漢字",
    ]


@pytest.mark.parametrize("strip_navigation", [True, False])
def test_a_formula_is_read_as_it_is_shown_and_without_its_source(strip_navigation):
    page = """<p>if <math><semantics><mrow><msup><mi>a</mi><mn>2</mn></msup><mo>=</mo><mfrac><mi>b</mi>
<mi>c</mi></mfrac></mrow><annotation encoding="application/x-tex">a^2 = \\frac{b}{c}</annotation>
<annotation-xml><ci>a</ci></annotation-xml></semantics></math> holds"""
    assert words(page, strip_navigation=strip_navigation) == ["if", "a2=b", "c", "holds"]


def test_very_many_options_are_read_like_a_few_and_not_as_a_list_that_takes_the_square_of_their_number():
    few, many = (
        "<p>before<SELECT name=s>" + "<option value=1>a choice</option>" * count + "</SELECT><p>after <selection>it"
        for count in (3, 3000)
    )
    assert words(few) == ["before", *["a", "choice"] * 3, "after", "it"]
    assert words(many) == ["before", *["a", "choice"] * 3000, "after", "it"]
    assert _without_long_lists(few.encode()) == few.encode()
    assert _without_long_lists(many.encode()).lower().count(b"<select") == 1, "that which is another element"


_XHTML = '<html xmlns="http://www.w3.org/1999/xhtml"><head>{}</head><body>{}</body></html>'


@pytest.mark.parametrize("before", ["", '<?xml version="1.0"?>\n'])
def test_elements_of_xhtml_that_end_with_their_beginning_hold_nothing(before):
    head = '<title/><meta charset="utf-8"/><script type="text/javascript" src="a.js"/><style/>'
    body = '<nav/><div class="related"/><p>on<br/>e<a id="x"/></p><i/><iframe src="b" /><textarea/>'
    body += '<svg><path d="M0"/></svg>two'
    assert words(before + _XHTML.format(head, body)) == ["on", "e", "two"]
    if before:
        assert words(before + "<html><title/><p>one</p></html>") == ["one"]


@pytest.mark.parametrize("script", ["<script>{}</script>", "<SCRIPT type='a/b'>{}</SCRIPT >"])
def test_tags_in_scripts_of_xhtml_are_words_of_the_script(script):
    head = script.format("$('<script/>', '<p/>'); more('of it')") + "<script src='b.js'/><title/>"
    body = "<p>one<i/></p>" + script.format("'<script src=\"c\"/>' + 3") + "<style/>two"
    assert words(_XHTML.format(head, body)) == ["one", "two"]


def test_html_has_no_such_elements():
    assert words("<title/>one</title><p>two") == ["one", "two"]


PAGE = """<body><header>site</header><nav>menu</nav><div role=navigation>more</div>
<main><nav>local</nav><header>heading</header><p>content</p><footer>signed</footer></main>
<aside>ads</aside><footer>imprint</footer>"""


def test_navigation_goes_and_the_main_part_stays():
    assert words(PAGE) == ["heading", "content", "signed"]
    assert words(PAGE, strip_navigation=False) == (
        ["site", "menu", "more", "local", "heading", "content", "signed", "ads", "imprint"]
    )  # fmt: skip


def test_without_a_main_part_all_but_the_frame_stays():
    page = "<header>site</header><section><header>heading</header>a</section><article>b</article><article>c</article>"
    assert words(page) == ["heading", "a", "b", "c"]
    assert words("<div>out</div><article><header>h</header>in</article>") == ["h", "in"]


@pytest.mark.parametrize("main", ["{}", "<main>{}</main>", "<article>{}</article>"])
@pytest.mark.parametrize(
    "called",
    [
        'class="footnote brackets" role="doc-footnote"',  # docutils and Sphinx
        'class="admonition tip"',
        "class='starlight-aside Note'",
        'role="doc-endnotes"',
        'epub:type="footnote"',
    ],
)
def test_notes_that_stand_aside_are_text(called, main):
    page = (
        f"<p>words</p><aside {called}><aside>ads</aside>their note</aside><aside class='notebook-menu' id>ads</aside>"
    )
    assert words(main.format(page)) == ["words", "their", "note"]


def test_title_authors_and_abstract_of_a_page_by_pandoc_are_text():
    page = "<title>T</title><header>site</header><header id='title-block-header'><p>author</p>abstract</header><p>text"
    assert words(page) == ["T", "author", "abstract", "text"]


@pytest.mark.parametrize(
    "page",
    [
        "<nav><main>inside</main></nav>",
        "<nav><nav><nav>x</nav></nav></nav>",
        "<main><main>a</main></main>",
        "<header><article>a</article></header>",
        "<script><nav></script><nav><script>",
        "<nav role=main>x</nav>",
    ],
)
def test_odd_nesting_is_survived(page):
    assert isinstance(html_text(page.encode()), bytes)


class Counted:
    """A node of a page that tells how often one asked what it stands in."""

    asked = 0

    def __init__(self, above=None, tag="div"):
        self.above, self.tag, self.mem_id = above, tag, id(self)

    @property
    def parent(self):
        Counted.asked += 1
        return self.above


def test_what_stands_in_what_is_known_of_deep_pages_too():
    page = f"{'<div>' * 4000}{'<header>head<nav>menu</nav></header>' * 4000}<section><header>kept</header></section>"
    assert words(page) == ["kept"]
    inner = outer = Counted(tag="section")
    for _ in range(100):
        inner = Counted(inner)
    assert all(_stand_in([Counted(inner, "header") for _ in range(100)], {}, ("section",)))
    assert Counted.asked == 200, "all that stand above a node are asked once, not for each node in them"
    assert _stand_in([outer], {}, ("section",)) == [False]


@given(st.text(alphabet="<>/abp nav main!-\"='\0\u00e9", max_size=80))
def test_any_text_can_be_read_as_html(page):
    html_text(page.encode()).decode()
    html_text(page.encode(), strip_navigation=False).decode()


@pytest.mark.parametrize("tag", ["header", "nav", "footer"])
def test_a_page_of_what_is_left_out_says_so(tag: str) -> None:
    page = f"<body><{tag}><p>All that this page says.</p></{tag}></body>".encode()
    (found,) = extract(io.BytesIO(page), Job(name=b"a.html", size=len(page)))
    assert (found.status, found.text) == (EMPTY, b"")
    assert found.reason == "no text but navigation, head and foot of the page, which are left out"
    (kept,) = extract(io.BytesIO(page), Job(name=b"a.html", size=len(page), strip_navigation=False))
    assert kept.text.strip() == b"All that this page says."
    (blank,) = extract(io.BytesIO(b"<body><p> </p></body>"), Job(name=b"a.html", size=21))
    assert blank.reason == "it holds white space only"


def test_want_of_memory_is_no_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(_page: bytes) -> None:
        raise lexbor.SelectolaxError("Can't parse HTML.")

    monkeypatch.setattr(lexbor, "LexborHTMLParser", greedy)
    with pytest.raises(MemoryError):
        html_text(b"<p>a")
