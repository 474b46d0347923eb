"""What a file of the hostile folder is, and the texts that stand in them."""

from __future__ import annotations

from dataclasses import dataclass

TEXT = (
    "Übermäßig größere Körbe süßer Äpfel fielen früh am Morgen vom Wagen; der Händler rief, die Kinder liefen herbei, "
    "und für eine Weile hörte man über den Dächern nichts als ihr Lachen. Später fügte sich alles: schöne Grüße! "
) * 3
RUSSIAN = "Широкая река текла медленно, и старый лодочник пел о том, чего уже никто в деревне не помнил. " * 6
JAPANESE = "山の上の小さな村では、毎年秋になると、子供たちが赤い葉を集めて川に流す習わしがあった。\n" * 8
PLAIN = "An old boat lay on the shore, and nobody in the village could say who had left it there that winter. " * 4
SECRET = "the secret that nobody outside may read"


@dataclass(frozen=True)
class Case:
    """One entry: its path, what is in it, and what must become of it.

    status : "read", "empty", "skipped", or "any" where either is right as long as it is said
    text : what must have been read, white space aside; None where any text will do
    reason : what the reason must contain; bound : most characters that may come out
    """

    path: bytes
    content: bytes
    status: str = "read"
    text: str | None = None
    reason: str = ""
    bound: int = 3_000_000
