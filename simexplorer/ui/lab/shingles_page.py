"""Page 2: two texts cut into shingles, live; what k, counting repeats, normalisation and buckets change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from simexplorer.lab.cutting import Cutting
from simexplorer.lab.examples import LANGUAGES, TEXT_PAIRS
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.lab.chips import Chip, Chips, shown
from simexplorer.ui.lab.curve_plot import CurvePlot
from simexplorer.ui.lab.facts import Fact, Facts
from simexplorer.ui.lab.fields import field_row, text_editor
from simexplorer.ui.lab.formula import line, over
from simexplorer.ui.lab.grid_view import GridView
from simexplorer.ui.lab.lab_page import LabPage
from simexplorer.ui.lab.long_texts import FEW_CHARACTERS, MOST_TYPED, beginnings, title_of, typed_title
from simexplorer.ui.lab.shingle_grids import OF_WORDS, bucket_grid, likely_words, size_grid, switch_grid
from simexplorer.ui.lab.text_ribbon import TextRibbon
from simexplorer.ui.lab.tints import Tint
from simexplorer.ui.lab.twin_table import Twin
from simexplorer.ui.panels.naming import label, named
from simexplorer.ui.panels.parameter_texts import NORMALISE_TEXTS, PARAMETER_TEXTS, SHINGLE_TEXTS
from simexplorer.ui.panels.word_fields import language_name
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.metrics import GAP

if TYPE_CHECKING:
    from simexplorer.lab.shingling import CutSide, Likeness, Shingling

_SWITCHES = ("nfc", "nfkc", "case", "accents", "punctuation", "space")
_SHARED, _LONE = 2, Tint.WARNING
_MOST_BUCKETS = 2**31 - 1  # that a number field holds
_BUCKETS = (
    "Two shingles may fall into one bucket: few buckets make unlike texts alike. About expected: mean of the buckets "
    "in common over mean of the buckets filled, which is right to one part in the number of shingles. A run "
    "hashes to 64 bits: what it computes exactly is exact."
)
_OCCURRENCES = " Where repeats count, every occurrence of a shingle is hashed to a bucket of its own."


class ShinglesPage(LabPage["Shingling"]):
    """Two editable texts; a window of k slides over the first and then over the second."""

    name = "shingles"
    title = "Shingles"
    explanation = (
        "A text is compared as the <b>set of its shingles</b>: all runs of k characters (or words) in it. The Jaccard "
        "similarity J of two texts is the share of all their shingles that both have. Passages in another order change "
        "little: only the shingles across their ends differ. As a <b>bag</b> a shingle counts as often as it occurs: a "
        "times in A, b times in B. Small k makes all texts alike, large k lets a single changed letter weigh more, as "
        "it touches up to k shingles of characters; 5 is usual for mail, 9 or 10 for long texts. A text shorter than k "
        "is one shingle; an empty one has none and is similar to nothing. Change the texts below, or step through the "
        "cutting."
    )
    formula = (
        line("sets:  J(A, B) = ", over("|A ∩ B|", "|A ∪ B|")),
        line("bags:  J(A, B) = ", over("∑ min(a, b)", "∑ max(a, b)")),
    )
    source = (
        "Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, sections 3.1 and 3.2; "
        "Broder 1997, On the resemblance and containment of documents."
    )
    examples = tuple(pair.title for pair in TEXT_PAIRS)
    own_texts = 2

    def build(self) -> None:
        """Fields, two texts, chips, figures, three tables."""
        self._base = Cutting(Recipe(normalise=()))  # what cuts beside the fields of this page
        self.example.setPlaceholderText("texts as you typed them")
        self._make_fields()
        self._make_texts()
        self.add_section("Similarity for every k")
        self.erratum = self.note("erratum")
        self.add(self.erratum)
        self.plot = CurvePlot(
            "labPlot_shingles", "Similarity of both texts for k from 1 to 12", "k", "Jaccard similarity", 312
        )
        self.plot.set_ranges((0.5, 12.5), (0.0, 1.12))
        self.plot.set_ticks("bottom", [(k, str(k)) for k in range(1, 13)])
        self.by_size = GridView("labGrid_sizes", "Similarity for every k")
        self.by_switch = GridView("labGrid_switches", "Similarity after each normalisation")
        self.buckets = GridView("labGrid_buckets", "Similarity when shingles are bucket numbers")
        self.add_row(self.plot, self.by_size, stretch=(1, 0))
        self.bucket_count = self.whole_field("BucketCount", "Buckets", 1, _MOST_BUCKETS, 100)
        self.remark = self.note("buckets", _BUCKETS)
        self.add_row(
            self.titled("After each normalisation alone", self.by_switch),
            self.titled(
                "Shingles as numbers of buckets; the seed draws the hash",
                field_row(("One more number of buckets", self.bucket_count)),
                self.buckets,
                self.remark,
            ),
        )

    def _make_fields(self) -> None:
        self.kind = self.choice_field("Kind", "Shingles of", SHINGLE_TEXTS)
        self.shingle_size = self.whole_field("Size", "Length k", 1, 1000, 2)
        self.bag = named(QCheckBox("Count repeats"), "labBag_shingles", "Count repeats")
        self.edited = named(
            QCheckBox("B is A with one random edit"), "labEdit_shingles", "Text B is text A with one random edit"
        )
        self.add_field("Shingles of", self.kind)
        self.add_field("k", self.shingle_size)
        self.add_field("", self.bag)
        self.switches: dict[str, QCheckBox] = {}
        for switch in _SWITCHES:
            words = NORMALISE_TEXTS[switch]
            self.switches[switch] = named(QCheckBox(words.label), f"labSwitch_{switch}", words.label, words.meaning)
            self.add_field("", self.switches[switch])
        self._make_word_fields()
        self.add_field("", self.edited)
        for box in (self.bag, self.edited, *self.switches.values(), *self.of_words.values()):
            box.toggled.connect(self.recompute)

    def _make_word_fields(self) -> None:
        """There where words are cut: their language, and what of it is left out."""
        languages = {"": "none", **{code: language_name(code) for code in LANGUAGES}}
        self.language = self.choice_field("Language", "Language", languages, PARAMETER_TEXTS["language"].meaning)
        self._word_cells = [self.add_field("Language", self.language)]
        self.of_words: dict[str, QCheckBox] = {}
        for field in OF_WORDS:
            words = PARAMETER_TEXTS[field]
            self.of_words[field] = named(QCheckBox(words.label), f"labSwitch_{field}", words.label, words.meaning)
            self._word_cells.append(self.add_field("", self.of_words[field]))

    def _show_word_fields(self) -> None:
        there = self.kind.value() == "word" or any(box.isChecked() for box in self.of_words.values())
        for cell in self._word_cells:
            cell.setVisible(there)
        for box in self.of_words.values():
            box.setEnabled(bool(self.language.value()))

    def _make_texts(self) -> None:
        table = QWidget()
        grid = QGridLayout(table)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GAP * 2)
        self.heads, self.editors, self.ribbons, self.chips = [], [], [], []
        for column, which in enumerate("AB"):
            head = label(f"Text {which}", "section", wrap=True)
            editor = text_editor(f"labText{which}_shingles", f"Text {which}", partial(self._on_typed, column))
            ribbon = TextRibbon(f"labRibbon{which}_shingles", f"Text {which} after normalisation")
            chips = Chips(f"labChips{which}_shingles", f"Shingles of text {which}")
            for row, widget in zip((0, 1, 3, 4), (head, editor, ribbon, chips), strict=True):
                grid.addWidget(widget, row, column, Qt.AlignmentFlag.AlignTop)  # beside one that is longer
            grid.setColumnStretch(column, 1)
            self.heads.append(head)
            self.editors.append(editor)
            self.ribbons.append(ribbon)
            self.chips.append(chips)
        self.facts = Facts()  # before the cutting, which takes much room where the texts are long
        grid.addWidget(self.facts, 2, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
        self.add(table)

    # fields ----------------------------------------------------------------------------------------------------------
    @property
    def cutting(self) -> Cutting:
        """As the fields say, also where a document was changed by hand; the rest as the run that it was in."""
        kept = [switch for switch in self._base.recipe.normalise if switch not in self.switches]  # those without a box
        language = self.language.value() or None
        return self._base.replace(
            shingle_kind=self.kind.value(),
            shingle_size=self.shingle_size.value(),
            bag=self.bag.isChecked(),
            normalise=(*kept, *(switch for switch, box in self.switches.items() if box.isChecked())),
            language=language,
            **{field: language is not None and box.isChecked() for field, box in self.of_words.items()},
        )

    def choose(self) -> None:
        """The texts of the example, or the beginnings of the person's documents."""
        titles = ["Text A", "Text B"]
        self._base = self.material.cutting if self.own else Cutting(Recipe(normalise=()))
        recipe = self._base.recipe
        self._choose_words(recipe)
        if self.own:
            texts = beginnings(self.own, FEW_CHARACTERS)
            self.kind.set_value(recipe.shingle_kind)
            self.shingle_size.setValue(recipe.shingle_size)
            self.bag.setChecked(recipe.bag)
            for switch, box in self.switches.items():
                box.setChecked(switch in recipe.normalise)
            self.edited.setChecked(len(texts) < 2)
            texts, shown = (texts * 2)[:2], (self.own * 2)[:2]
            titles = [f"{which}: {title_of(text, 26, FEW_CHARACTERS)}" for which, text in zip("AB", shown, strict=True)]
        else:
            pair = TEXT_PAIRS[max(0, self.chosen_example)]
            texts = [pair.a, pair.b]
            self.kind.set_value("char")
            self.shingle_size.setValue(pair.size)
            for box in self.switches.values():
                box.setChecked(False)
            self.bag.setChecked(pair.bag)
            self.edited.setChecked(False)
        for head, title, editor, text in zip(self.heads, titles, self.editors, texts, strict=True):
            head.setText(title)
            editor.setPlainText(text)

    def _choose_words(self, recipe: Recipe) -> None:
        code = recipe.language or ""
        if self.language.findData(code) < 0:
            self.language.addItem(language_name(code), code)
        self.language.set_value(code)
        for field, box in self.of_words.items():
            box.setChecked(getattr(recipe, field))

    def _on_typed(self, place: int) -> None:
        """What is shown is no longer what was chosen; choosing it again brings it back."""
        if self._setting:
            return
        with QSignalBlocker(self.example):
            self.example.setCurrentIndex(-1)
        length = len(self.editors[place].toPlainText())
        self.heads[place].setText(typed_title("AB"[place], length))
        self.recompute()

    def work(self) -> Callable[[Progress], Shingling]:
        """Cut the two texts as they stand in their fields."""
        a, b = (editor.toPlainText()[:MOST_TYPED] for editor in self.editors)
        edited, seed, buckets = self.edited.isChecked(), self.seed_value, self.bucket_count.value()
        self.editors[1].setEnabled(not edited)
        self._show_word_fields()
        self._tell_erratum()
        asked, base = self.cutting.recipe, self._base

        def compute(_progress: Progress) -> Shingling:
            from simexplorer.lab.shingling import CutSettings, random_edit, shingling

            settings = CutSettings(
                kind=asked.shingle_kind,
                size=asked.shingle_size,
                bag=asked.bag,
                normalise=asked.normalise,
                language=asked.language,
                stop_words=asked.stop_words,
                stemming=asked.stemming,
                seed=seed,
                buckets=buckets,
                base=base,
            )
            return shingling(a, random_edit(a, seed) if edited else b, settings)

        return compute

    def _tell_erratum(self) -> None:
        """Where the source of the example prints another figure than stands here; nothing of other texts."""
        shown = self.example.currentData()
        as_there = self.kind.value() == "char" and not self.edited.isChecked()
        self.erratum.setText(TEXT_PAIRS[shown].erratum if isinstance(shown, int) and as_there else "")
        self.erratum.setVisible(bool(self.erratum.text()))

    # drawing ---------------------------------------------------------------------------------------------------------
    def show_result(self, result: Shingling) -> None:
        """Everything is cut at first; play begins anew."""
        self._show_tables(result)
        last = int(result.a.first.size + result.b.first.size)
        self.player.set_interval(max(30, min(650, 12_000 // max(1, last))))
        self.player.set_steps(last, at=last, noun="Shingle")

    def show_step(self, result: Shingling, step: int) -> None:
        """The first ``step`` shingles of both texts, one text after the other."""
        done = 0
        for side, ribbon, chips in zip((result.a, result.b), self.ribbons, self.chips, strict=True):
            here = min(max(step - done, 0), side.first.size)
            done += side.first.size
            at_work = 0 < here < side.first.size or (here == side.first.size > 0 and step == done < self.player.last)
            now = here - 1 if at_work else -1
            frame = (int(side.first[now]), int(side.last[now])) if at_work else (0, 0)
            ribbon.show_text(side.normal, _tints(side), frame)
            cut = step == self.player.last  # then both show how the texts begin, else what is at work
            chips.show_chips(_chips(side, here, now, result.settings.bag), first=cut)
        self._show_facts(result.likeness, result.settings.bag)

    def _show_facts(self, likeness: Likeness, bag: bool) -> None:
        what = "shingles" if bag else "different shingles"
        shared, either = int(likeness.shared[0]), int(likeness.either[0])
        exactly = (
            f"exactly {numbers.count(shared)}\u00a0/\u00a0{numbers.count(either)}" if either else "as both hold nothing"
        )
        self.facts.show_facts(
            [
                Fact("size_a", numbers.count(int(likeness.size_a[0])), f"{what} of A"),
                Fact("size_b", numbers.count(int(likeness.size_b[0])), f"{what} of B"),
                Fact("shared", numbers.count(shared), "in both"),
                Fact("either", numbers.count(either), "in either"),
                Fact("jaccard", numbers.similarity(float(likeness.jaccard[0])), f"Jaccard similarity, {exactly}"),
            ]
        )

    def _show_tables(self, result: Shingling) -> None:
        from simexplorer.lab.shingling import SIZES

        sets, bags, chosen = result.sets_by_size, result.bags_by_size, result.settings.size
        self.plot.set_curve("sets", SIZES, sets.jaccard, Tint.TEXT)
        self.plot.set_points("sets dots", SIZES, sets.jaccard, Tint.TEXT, 7)
        self.plot.set_curve("bags", SIZES, bags.jaccard, Tint.MUTED, dashed=True)
        self.plot.set_mark("chosen", chosen if chosen <= SIZES[-1] else -5, f"k = {chosen}")
        self.plot.set_label("sets", 9.2, 0.95, "— sets", Tint.TEXT)
        self.plot.set_label("bags", 9.2, 0.86, "- - bags", Tint.MUTED)
        self.by_size.show_grid(size_grid(result))
        self.by_switch.show_grid(switch_grid(result))
        self.buckets.show_grid(bucket_grid(result))
        self.remark.setText(_BUCKETS + (_OCCURRENCES if result.settings.bag else "") + likely_words(result))

    def twins(self, result: Shingling) -> Sequence[Twin]:
        """Shingles of both texts, and the three tables."""
        lists = [
            Twin(
                f"Shingles of text {which}",
                ("Shingle", "Occurs", "In the other text"),
                [
                    (shown(side.shingle(int(n))), str(int(count)), "yes" if shared else "no")
                    for n, count, shared in zip(side.distinct, side.counts, side.shared, strict=True)
                ],
            )
            for which, side in (("A", result.a), ("B", result.b))
        ]
        return [
            *lists,
            size_grid(result).twin("Similarity for every k", "k"),
            switch_grid(result).twin("After each normalisation", "Normalisation"),
            bucket_grid(result).twin("As numbers of buckets", "Buckets"),
        ]


def _tints(side: CutSide) -> list[Tint | int]:
    return [_LONE if lone else _SHARED for lone in side.touched().tolist()]


def _chips(side: CutSide, here: int, now: int, bag: bool) -> list[Chip]:
    """The different shingles among the first ``here``, the one at work framed."""
    seen: dict[int, int] = {}
    for number in side.which[:here].tolist():
        seen[number] = seen.get(number, 0) + 1
    framed = int(side.which[now]) if now >= 0 else -1
    return [
        Chip(
            side.shingle(int(side.distinct[number])),
            f"×{count}" if bag and count > 1 else "",
            _SHARED if side.shared[number] else _LONE,
            number == framed,
        )
        for number, count in seen.items()
    ]
