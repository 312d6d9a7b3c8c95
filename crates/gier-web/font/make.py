"""Makes page/gier-mono.woff2: the characters of GIER and of the panel, of DejaVu Sans Mono.

    pip install fonttools brotli
    python3 make.py /usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf

A part of a font under its licence must bear another name: it is called GIER Mono. The one character
that DejaVu lacks, ALGOL's small ten, is made of its own 1 and 0. The licence is
LICENSES/Bitstream-Vera.txt; DejaVu 2.37 and fontTools 4.68 made the file that is in the tree.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

TEN = 0x23E8
SIGNS = "åÅæÆøØ×÷∨∧⏨≤≥≠≡⊃¬↑↓→±£·…‹›⟦⟧∘─│└┴┬╌▁●○◉▶▷⏎"
NAME = "GIER Mono"


def main(source: str) -> None:
    font = TTFont(source)
    options = subset.Options()
    options.hinting = False
    options.layout_features = []
    options.name_IDs = [0, 1, 2, 3, 4, 6, 13, 14]
    options.notdef_outline = True
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=[*range(0x20, 0x7F), *(ord(sign) for sign in SIGNS)])
    chosen.subset(font)
    add_ten(font)
    for record in font["name"].names:
        name = {1: NAME, 3: f"{NAME} of DejaVu Sans Mono", 4: NAME, 6: "GIERMono"}.get(record.nameID)
        if name:
            record.string = name
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.flavor = "woff2"
    font.save(Path(__file__).parent.parent / "page" / "gier-mono.woff2")
    lacking = [sign for sign in SIGNS if ord(sign) not in font.getBestCmap()]
    print("without:", lacking or "none")


def add_ten(font: TTFont) -> None:
    """A small 1 and 0, side by side in one place, on the line's foot."""
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    width = glyphs[names[ord("0")]].width
    pen = TTGlyphPen(glyphs)
    for place, digit in enumerate("10"):
        pen.addComponent(names[ord(digit)], (0.5, 0, 0, 0.55, place * width / 2, -150))
    font["glyf"]["ten"] = pen.glyph()
    font["hmtx"]["ten"] = (width, 0)
    font.setGlyphOrder(font.getGlyphOrder() if "ten" in font.getGlyphOrder() else [*font.getGlyphOrder(), "ten"])
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[TEN] = "ten"


main(sys.argv[1])
