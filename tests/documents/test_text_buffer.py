from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.kernel_words import PADDING


def filled(texts):
    buffer = TextBuffer()
    offsets = np.concatenate([[0], np.cumsum([len(text) for text in texts], dtype=np.int64)]).astype(np.int64)
    buffer.reserve(int(offsets[-1]))
    buffer.data[:] = 255
    buffer.data[: offsets[-1]] = np.frombuffer(b"".join(texts), np.uint8)
    buffer.finish(offsets)
    return buffer


@given(
    st.lists(st.binary(max_size=9), max_size=7),
    st.dictionaries(st.integers(0, 6), st.binary(max_size=300), max_size=4),
)
def test_inserted_texts_replace_theirs_and_leave_the_others(texts, inserted):
    inserted = {index: text for index, text in inserted.items() if index < len(texts)}
    buffer = filled(texts)
    buffer.insert(inserted)
    expected = [inserted.get(index, text) for index, text in enumerate(texts)]
    assert [buffer.text(index) for index in range(len(buffer))] == expected
    end = buffer.offsets[-1]
    assert buffer.data.size >= end + PADDING
    assert not buffer.data[end : end + PADDING].any()


def test_a_used_buffer_is_padded_with_zeros_again():
    buffer = filled([b"long text " * 1000])
    buffer.data[:3] = np.frombuffer(b"abc", np.uint8)
    buffer.finish(np.array([0, 3]))
    assert not buffer.data[3 : 3 + PADDING].any()
