"""Documents of a saved workspace that are similar to a text: from the stored signatures, without a run."""

from __future__ import annotations

import codecs
import contextlib
import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer import __version__
from simexplorer.counted_nouns import counted
from simexplorer.documents.listing import Status
from simexplorer.documents.temporary_files import refused
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.errors import InputError, ParameterError, UsageError
from simexplorer.pipeline.asking import Answers
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.estimating import chance_of_nearness
from simexplorer.pipeline.file_texts import texts_of_file
from simexplorer.pipeline.measure_scale import DISTANCES, MeasureScale, limit_similarity, require_fitting
from simexplorer.pipeline.measure_words import percent_words, value_words
from simexplorer.pipeline.result import Signed
from simexplorer.pipeline.text_index import TextIndex
from simexplorer.workspace.rereading import SavedTexts
from simexplorer.workspace.store import Workspace

STANDARD_INPUT = "standard input"
_LOOKED_AT = 1 << 16  # bytes
_LEAST_CHANCE = 0.99  # of being found, below which it is said


class Answer(Struct, frozen=True):
    """What is similar to one text, most similar first; columns of length m.

    rows : of ``result``; place : (m,) int64, where each stands in ``found``
    similarity : by the measure of the run, exact where ``exact``; else what the signatures estimate, as the document is
        gone or says something else now
    as_scanned : (m,) whether the document is still there and says what it said
    unlisted : documents as similar as was asked for that are left out, as more were found than are to be listed
    """

    name: str
    result: Signed
    found: Answers
    rows: NDArray[np.int32]
    similarity: NDArray[np.float64]
    exact: NDArray[np.bool_]
    place: NDArray[np.int64]
    as_scanned: NDArray[np.bool_]
    unlisted: int

    def _spelled(self) -> list[str]:
        """The paths as reports spell them: where one has a backslash, another's escape may read like it."""
        paths, rows = self.result.documents.paths, self.rows.tolist()
        alone = [paths.raw(row).decode("utf-8", "backslashreplace") for row in rows]
        if not any("\\" in path for path in alone):
            return alone
        every = paths.decoded()
        return [every[row] for row in rows]

    def lines(self) -> Iterator[dict[str, Any]]:
        """One plain dictionary a document, for JSON and for text."""
        paths, found = self.result.documents.paths, self.found
        contained = np.where(found.identical, 1.0, found.text_in_document)
        containing = np.where(found.identical, 1.0, found.document_in_text)
        columns = (self._spelled(), self.rows, self.similarity, self.exact, self.place, self.as_scanned)
        for path, row, similarity, exact, at, as_scanned in zip(*columns, strict=True):
            yield {
                "path": path,
                "path_b64": paths.exact(int(row), path),
                "similarity": float(similarity),
                "exact": bool(exact),
                "measure": self.result.recipe.measure,
                "value": float(found.value[at]) if exact else None,
                "jaccard": float(found.jaccard[at]) if exact else None,
                "estimate": float(found.estimate[at]) if np.isfinite(found.estimate[at]) else None,
                "identical": bool(found.identical[at]),
                "as_scanned": bool(as_scanned),
                "text_in_document": float(contained[at]) if exact else None,
                "document_in_text": float(containing[at]) if exact else None,
                "hamming": int(found.hamming[at]),
            }


class FileAnswers(Struct, frozen=True):
    """One answer for each text of a file, in the order of the file, but for ``more`` behind the first ones.

    chance : that a document just as similar as was asked for is found by its signature
    remarks : why some of the file was not read, or in part only, in words
    unread : documents of the collection that the run was stopped before
    """

    answers: list[Answer]
    more: int
    chance: float = 1.0
    remarks: tuple[str, ...] = ()
    unread: int = 0

    @property
    def notice(self) -> str:
        """What was not looked for, or may not be found; empty where there is nothing of the kind."""
        said = list(self.remarks)
        if self.more:
            said.append(
                f"only the first {len(self.answers):,} texts in it are looked for, not {self.more:,} more in it"
            )
        if self.unread:
            said.append(
                f"the run was stopped before it had read {counted(self.unread, 'document')} of the collection, which "
                "nothing is compared with"
            )
        if self.chance < _LEAST_CHANCE:
            said.append(
                f"at this threshold a document is found with a chance of {percent_words(self.chance)} only, as its "
                "signature may agree with that of the text in no position"
            )
        return "; ".join(said)


def query_file(workspace: Workspace, path: bytes, threshold: float | None = None, most: int = 100) -> FileAnswers:
    """The answers for the documents in a file (an archive holds several).

    threshold : least similarity by the measure of the run, the run's own limit if not given. Every signature is
    compared; in a run for contained documents all are read again. Raises InputError where the file holds no text or the
    run cannot be asked.
    """
    number = _run_of(workspace)
    result = workspace.signed(number)
    _require_askable(result)
    texts, more, remarks = texts_of_file(path, result.recipe, result.documents.paths)
    saved = SavedTexts(result)
    engine = Engine(None)
    least = threshold if threshold is not None else limit_similarity(result.recipe)
    index = TextIndex(result, saved.reader(workspace.left_out(number)), engine)
    asked = ((name, index.ask(text, thorough=True, floor=least)) for name, text in texts)
    try:
        answers = [_answer(name, found, result, saved, least, most) for name, found in asked]
        unread = int(np.count_nonzero(result.documents.status == Status.PENDING))
        return FileAnswers(answers, more, chance_of_nearness(result.recipe, least), remarks, unread)
    finally:
        engine.close()
        saved.close()


def query_text(workspace: Workspace, data: bytes, threshold: float | None = None, most: int = 100) -> FileAnswers:
    """The same for the bytes of a file, in whatever format and encoding; where baskets are compared, of a table."""
    number = _run_of(workspace)
    baskets = any(run.number == number and run.recipe.shingle_kind == "item" for run in workspace.runs)
    name = STANDARD_INPUT + (_table_ending(data) if baskets else "")
    with contextlib.ExitStack() as last:
        try:
            path = os.path.join(last.enter_context(tempfile.TemporaryDirectory(prefix="simexplorer-")), name)
            with open(path, "wb") as file:
                file.write(data)
        except OSError as error:
            raise refused(error) from error
        try:
            found = query_file(workspace, os.fsencode(path), threshold, most)
        except InputError as error:
            raise InputError(str(error).replace(path, STANDARD_INPUT)) from error
    called = [replace(answer, name=answer.name.replace(name, STANDARD_INPUT, 1)) for answer in found.answers]
    return replace(found, answers=called)


def _table_ending(data: bytes) -> str:
    """The ending of a table without a name, by how it begins: an array or rows of JSON, else cells."""
    begins = data[:_LOOKED_AT].removeprefix(codecs.BOM_UTF8).lstrip()[:1]
    return {b"{": ".jsonl", b"[": ".json"}.get(begins, ".csv")


def similarity_within(workspace: Workspace, distance: float) -> float:
    """The similarity of documents at this distance, by the measure of the run; UsageError where none can be so far."""
    number = _run_of(workspace)
    recipe = next((run.recipe for run in workspace.runs if run.number == number), None)
    if recipe is None:
        return 0.0  # there is no run to ask, which asking says
    if recipe.measure not in DISTANCES:
        raise UsageError(f"--max-distance: this run measures {recipe.measure}, which is no distance. Give --threshold.")
    try:
        asked = recipe.replace(max_distance=distance)
        require_fitting(asked)
    except ParameterError as error:
        raise error.called("--max-distance") from None
    return limit_similarity(asked)


def _run_of(workspace: Workspace) -> int | None:
    """The newest whole run, else the newest one; None where there is none."""
    return max(((not run.partial, run.number) for run in workspace.runs), default=(False, None))[1]


def as_json(answers: Sequence[Answer]) -> str:
    """The answers as one JSON object."""
    told = [
        {
            "name": answer.name,
            "shingles": answer.found.with_repeats,  # as reports count those of documents
            "distinct_shingles": answer.found.shingles,
            "documents": list(answer.lines()),
            "not_listed": answer.unlisted,
            "not_compared": answer.found.more,
        }
        for answer in answers
    ]
    return json.dumps({"simexplorer": __version__, "answers": told}, ensure_ascii=True, indent=1)


def as_text(answers: Sequence[Answer]) -> Iterator[str]:
    """The answers as lines: similarity (``~`` before an estimate), path."""
    for answer in answers:
        if len(answers) > 1:
            yield f"{answer.name}:"
        if not answer.rows.size and not answer.unlisted:
            yield "no similar document"
        told = partial(_told, MeasureScale.of(answer.result.recipe))
        for row, line in zip(answer.rows.tolist(), answer.lines(), strict=True):
            value = f" {told(line['value'])}" if line["exact"] else f"~{told(line['estimate'])}"
            yield f"{value}  {answer.result.documents.paths.display(row)}{_identical_words(line)}"
        if answer.unlisted:
            more = counted(answer.unlisted, "more document is", "more documents are")
            yield f"{more} as similar and not listed (--limit)"
        if answer.found.more:
            near = counted(answer.found.more, "more document came near and was", "more documents came near and were")
            yield f"{near} not compared"


def _require_askable(result: Signed) -> None:
    recipe = result.recipe
    if MeasureScale.of(recipe).of_vectors and recipe.weights == "tfidf":
        raise InputError(
            "This run weighs shingles by tf-idf, for which the whole collection would have to be read. Scan with the "
            "weights tf or binary to query it."
        )
    if result.signatures.values.shape[1] == 0:
        raise InputError("The signatures of this run were not kept. Scan the folder into the workspace again.")


def _answer(name: str, found: Answers, result: Signed, saved: SavedTexts, least: float, most: int) -> Answer:
    exact, scale = ~np.isnan(found.value), MeasureScale.of(result.recipe)
    estimated = np.nan_to_num(scale.similarity(found.estimate))
    similarity = np.where(exact, scale.similarity(found.value), estimated)
    order = np.lexsort((found.rows, -similarity))
    # signatures do not estimate containment: whoever may hold the text is not left out for it
    kept = (similarity >= least) | (~exact & (scale.measure == "containment"))
    order = order[kept[order]]
    unlisted, order = max(0, order.size - most), order[:most]
    rows = found.rows[order]
    saved.read(rows[found.identical[order]].astype(np.int64), TextBuffer())  # no text was needed of these so far
    as_scanned = ~saved.lost(rows.astype(np.int64))
    return Answer(
        name=name,
        result=result,
        found=found,
        rows=rows,
        similarity=similarity[order],
        exact=exact[order],
        place=order,
        as_scanned=as_scanned,
        unlisted=unlisted,
    )


def _identical_words(line: dict[str, Any]) -> str:
    if not line["identical"]:
        return ""
    return "  (identical)" if line["as_scanned"] else "  (identical when it was scanned, gone or changed since)"


def _told(scale: MeasureScale, value: float | None) -> str:
    return value_words(scale, float("nan") if value is None else value)
