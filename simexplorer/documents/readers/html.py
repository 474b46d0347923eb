"""HTML to text: what a reader of the page sees, with or without the navigation around it."""

from __future__ import annotations

import re
from typing import Any

from simexplorer.documents.decode import laid_out_utf8

# A line break before every tag that does not stand inside a line of text, so that words of two paragraphs stay two
# words and "fo<b>o</b>" stays one. Not before what is no tag: pages made by programs have comments within words, and
# "a <5" is text. The list is short because each alternative costs time; a rare inline tag that is not on it splits a
# word, no more.
_BREAKS = re.compile(
    rb"<(?![^a-zA-Z/]|/[^a-zA-Z]|/?(?:a|b|i|em|strong|span|code|tt|font|u|s|q|sub|sup|small|big|samp|kbd|var|cite|abbr"
    rb"|m(?:ark|ath|[ino]|row|frac|text|style|space|sqrt|root|su(?:b|p|bsup)|under|over|underover)|semantics"
    rb"|img|label|wbr|ins|del|dfn|time|bdi|data|r(?:uby|[bpt])"
    rb"|A|B|I|EM|STRONG|SPAN|CODE|TT|FONT|U|SUB|SUP|SMALL|BIG|IMG|R(?:UBY|[BPT]))[\s/>])"
)

# of XHTML, where any element may end with its beginning: HTML takes a title or a script that does for one without end
_XHTML, _XHTML_WITHIN = (b"<?xml", b"http://www.w3.org/1999/xhtml"), 2000  # bytes
_SCRIPT_OR_ENDED = re.compile(rb"<(/?script(?=[\s/>])|[a-z][^\s<>/]*+(?=[^<>]*/>))([^<>]*)>", re.IGNORECASE)
_EMPTY_OF_THEMSELVES = frozenset(
    b"area base br col embed hr img input link meta param source track wbr".split()
)  # fmt: skip

_LARGE, _MANY_OPTIONS = 2**16, 1000  # bytes of a page
_SELECT = re.compile(rb"(</?)select(?=[\s/>])", re.IGNORECASE)
# how characters sound (rt, rp) is left out of sheets and OpenDocument, too; a formula's source is not what is shown
_NEVER_TEXT = (
    *("script", "style", "template", "noscript", "iframe", "object", "rt", "rp", "annotation", "annotation-xml"),
)
_NAVIGATION_CLASSES = ("navheader", "navfooter", "sphinxsidebar", "related")  # DocBook and Sphinx, which mark no nav
_SEARCHED = ", ".join((
    *_NEVER_TEXT, "main", "article", "header", "footer", "nav", "aside", *(f".{name}" for name in _NAVIGATION_CLASSES)
))  # fmt: skip
# what stands aside and is text all the same: notes, and boxes of docutils and Sphinx
_NOTES = frozenset({"note", "notes", "rearnote", "rearnotes", "sidenote", "admonition", "topic", "doc-tip"})
_NOTES_BEGIN = ("footnote", "endnote", "doc-footnote", "doc-endnote")
_TITLE_BLOCK = "title-block-header"  # the head of a page by pandoc, Quarto and R Markdown: title, authors, abstract
_ROLES = ", ".join(f"[role={role}]" for role in ("navigation", "banner", "contentinfo", "search", "main"))


def html_text(page: bytes, *, strip_navigation: bool = True, with_title: bool = True) -> bytes:
    """The readable text of a page in UTF-8, its title on the first line unless unwanted; scripts and styles never.

    ``strip_navigation`` keeps to the main part where the page marks one, and leaves navigation, head and foot out.
    """
    from selectolax.lexbor import LexborHTMLParser, SelectolaxError

    try:
        tree = LexborHTMLParser(_BREAKS.sub(b"\n<", _as_html(_without_long_lists(page))))
    except SelectolaxError as error:  # anything is HTML: all it can lack is memory
        raise MemoryError from error
    title = _title(tree) if with_title else None
    heading = title.text().strip() if title is not None else ""
    body = tree.body
    if body is None:
        return laid_out_utf8(heading)
    if strip_navigation:
        body = _main_part(body, page)
    else:
        tree.strip_tags(list(_NEVER_TEXT))
    text = body.text(deep=True, separator="")
    return laid_out_utf8(f"{heading}\n{text}" if heading else text)


def _as_html(page: bytes) -> bytes:
    """The page; of XHTML with an end tag for each element that ends with its beginning, but for words of scripts."""
    if not any(sign in page[:_XHTML_WITHIN] for sign in _XHTML):
        return page
    in_script = False

    def with_end(tag: re.Match[bytes]) -> bytes:
        nonlocal in_script
        name, kind, attributes = tag[1], tag[1].lower(), tag[2]
        if kind == b"/script":
            in_script = False
        elif attributes.endswith(b"/") and not in_script:
            return tag[0] if kind in _EMPTY_OF_THEMSELVES else b"<%b%b></%b>" % (name, attributes[:-1], name)
        elif kind == b"script":
            in_script = True
        return tag[0]

    return _SCRIPT_OR_ENDED.sub(with_end, page)


def _without_long_lists(page: bytes) -> bytes:
    """The page; where it has very many options, their lists are none to the parser, which goes through all for each."""
    if len(page) < _LARGE or page.lower().count(b"<option") < _MANY_OPTIONS:
        return page
    return _SELECT.sub(rb"\1x-select", page)


def _title(tree: Any) -> Any:
    """The title's node; rarely is it anywhere but in the head, where it takes no search."""
    node = tree.head.child if tree.head is not None else None
    while node is not None and node.tag != "title":
        node = node.next
    return tree.css_first("title") if node is None else node


def _main_part(body: Any, page: bytes) -> Any:
    """The part of the page that is its content, everything else in it removed."""
    # one search for all, as each walks the whole tree; attributes take it as long as all the rest, and most have none
    found = body.css(f"{_SEARCHED}, {_ROLES}" if b"role" in page.lower() else _SEARCHED)
    main = _marked_main(found)
    if main is not None:
        body = main
        found = [node for node, inside in zip(found, _stand_in(found, {main.mem_id: True}), strict=True) if inside]
    clutter = _clutter(found, spare_frames=main is not None)
    inside = _stand_in(clutter, {node.mem_id: True for node in clutter})
    for node in [node for node, within in zip(clutter, inside, strict=True) if not within]:
        node.decompose()  # with all that it holds
    return body


def _marked_main(found: list[Any]) -> Any:
    """The node that says it is the content: main, or the only article."""
    for node in found:
        if node.tag == "main" or node.attributes.get("role") == "main":
            return node
    articles = [node for node in found if node.tag == "article"]
    return articles[0] if len(articles) == 1 else None


def _clutter(found: list[Any], *, spare_frames: bool) -> list[Any]:
    """Those that are no content; heads and feet are where they stand in an article or a section, or all of them."""
    frames = [node for node in found if node.tag in ("header", "footer")]
    framed = _stand_in(frames, {}, ("article", "section")) if not spare_frames else [True] * len(frames)
    spared = {node.mem_id for node, inside in zip(frames, framed, strict=True) if inside or node.id == _TITLE_BLOCK}
    spared.update(node.mem_id for node in found if node.tag == "aside" and _is_note(node))
    return [
        node
        for node in found
        if node.tag not in ("main", "article") and node.attributes.get("role") != "main" and node.mem_id not in spared
    ]


def _is_note(aside: Any) -> bool:
    """Whether what stands aside calls itself a note."""
    called = aside.attributes
    words = " ".join(called.get(name) or "" for name in ("class", "role", "epub:type")).lower().split()
    return any(word in _NOTES or word.startswith(_NOTES_BEGIN) for word in words)


def _stand_in(nodes: list[Any], known: dict[int, bool], tags: tuple[str, ...] = ()) -> list[bool]:
    """Which nodes have one above them that has one of the tags or is ``known`` as such a one, by its number.

    Those between are known then, too: none is asked twice, however many stand in it.
    """
    found = []
    for node in nodes:
        between, above, inside = [], node.parent, False
        while above is not None:
            number = above.mem_id
            if number in known:
                inside = known[number]
                break
            between.append(number)
            if tags and above.tag in tags:
                inside = True
                break
            above = above.parent
        known.update(dict.fromkeys(between, inside))
        found.append(inside)
    return found
