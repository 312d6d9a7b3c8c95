"""Makes page/gier-type.woff2, the type of GIER's typewriter on the page, out of Courier Prime; and
page/gier-sans-400.woff2 and page/gier-sans-600.woff2, the letters of the page and of the key caps, out
of Jost.

    apt-get install fonts-courier-prime; npm pack @fontsource/jost@5.3.0 (unpack it)
    pip install fonttools brotli
    python3 type.py "/usr/share/fonts/opentype/courier-prime/Courier Prime.otf" package/files

Both are under the SIL Open Font License (LICENSES/OFL-1.1.txt). A changed font must bear another
name, so they are called GIER Type and GIER Sans. Courier Prime lacks three characters of GIER: the
signs for or and and, and ALGOL's small ten. They are drawn here. Each character comes in three
places that differ by a few units, and the font changes from one to the next (feature calt), so that the
type looks struck by hand. fontTools 4.68 made the files that are in the tree.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

PAGE = Path(__file__).parent.parent / "page"
TEN, OR, AND = 0x23E8, 0x2228, 0x2227
SIGNS = "åÅæÆøØ×"
# How far the second and the third strike of a character are off, of 2048 units: right, up.
OFF = [(14, -20), (-12, 18)]


def part_of(font: TTFont, unicodes: list[int]) -> None:
    options = subset.Options()
    options.hinting = False
    options.layout_features = ["kern"]
    options.name_IDs = [0, 1, 2, 3, 4, 6, 13, 14]
    options.notdef_outline = True
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=unicodes)
    chosen.subset(font)


def renamed(font: TTFont, name: str, of: str) -> None:
    for record in font["name"].names:
        new = {1: name, 3: f"{name} of {of}", 4: name, 6: name.replace(" ", "")}.get(record.nameID)
        if new:
            record.string = new
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.flavor = "woff2"


def with_quadratic_curves(font: TTFont) -> dict:
    """The glyphs of a font with cubic curves, as TrueType glyphs; scaled to 2048 units."""
    scale = 2048 / font["head"].unitsPerEm
    glyphs, made = font.getGlyphSet(), {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(None)
        glyphs[name].draw(TransformPen(Cu2QuPen(pen, 1.0, reverse_direction=True), (scale, 0, 0, scale, 0, 0)))
        made[name] = pen.glyph()
    return made


def strokes(points: list[tuple[int, int]], width: int) -> TTGlyphPen:
    """A sign of straight strokes of one width, with flat ends."""
    pen = TTGlyphPen(None)
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        dx, dy = round((y1 - y0) / length * width / 2), round((x0 - x1) / length * width / 2)
        pen.moveTo((x0 - dx, y0 - dy))
        pen.lineTo((x1 - dx, y1 - dy))
        pen.lineTo((x1 + dx, y1 + dy))
        pen.lineTo((x0 + dx, y0 + dy))
        pen.closePath()
    return pen


def make_type(source: str) -> None:
    font = TTFont(source)
    part_of(font, [*range(0x20, 0x7F), *map(ord, SIGNS)])
    cmap = dict(font.getBestCmap())
    glyphs = with_quadratic_curves(font)
    scale = 2048 / font["head"].unitsPerEm
    width = round(font["hmtx"][cmap[ord("0")]][0] * scale)
    middle = width // 2
    glyphs["or"] = strokes([(200, 1000), (middle, 60), (width - 200, 1000)], 92).glyph()
    glyphs["and"] = strokes([(200, 60), (middle, 1000), (width - 200, 60)], 92).glyph()
    glyphs["ten"] = None
    cmap |= {OR: "or", AND: "and", TEN: "ten"}
    order = [*font.getGlyphOrder(), "or", "and", "ten"]
    struck = sorted(set(cmap.values()) - {cmap[0x20]})
    order += [f"{name}.{copy}" for copy in "ab" for name in struck]

    made = TTFont(sfntVersion="\x00\x01\x00\x00")
    made.setGlyphOrder(order)
    for tag in ["head", "hhea", "OS/2", "name", "post"]:
        made[tag] = font[tag]
    made["head"].unitsPerEm = 2048
    made["head"].indexToLocFormat = 0
    for table, names in [("hhea", ["ascent", "descent", "lineGap"]),
                         ("OS/2", ["sTypoAscender", "sTypoDescender", "sTypoLineGap", "usWinAscent", "usWinDescent",
                                   "sxHeight", "sCapHeight", "yStrikeoutPosition", "yStrikeoutSize", "xAvgCharWidth"])]:
        for name in names:
            setattr(made[table], name, round(getattr(made[table], name) * scale))
    made["post"].formatType = 3.0
    made["maxp"] = newTable("maxp")
    made["maxp"].tableVersion = 0x00010000
    for name in ["maxZones", "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs",
                 "maxStackElements", "maxSizeOfInstructions", "maxComponentElements", "maxPoints", "maxContours",
                 "maxCompositePoints", "maxCompositeContours", "maxComponentDepth", "numGlyphs"]:
        setattr(made["maxp"], name, 0)
    made["maxp"].maxZones = 1
    made["glyf"] = newTable("glyf")
    made["glyf"].glyphs = {}
    made["glyf"].glyphOrder = order
    for name, glyph in glyphs.items():
        if glyph is not None:
            made["glyf"][name] = glyph
    pen = TTGlyphPen(made["glyf"].glyphs)
    for place, digit in enumerate("10"):
        pen.addComponent(cmap[ord(digit)], (0.5, 0, 0, 0.55, place * width / 2, -150))
    made["glyf"]["ten"] = pen.glyph()
    for copy, (right, up) in zip("ab", OFF):
        for name in struck:
            pen = TTGlyphPen(made["glyf"].glyphs)
            pen.addComponent(name, (1, 0, 0, 1, right, up))
            made["glyf"][f"{name}.{copy}"] = pen.glyph()
    made["loca"] = newTable("loca")
    made["hmtx"] = newTable("hmtx")
    made["hmtx"].metrics = {name: (width, 0) for name in order}
    for name in order:
        made["glyf"][name].recalcBounds(made["glyf"])
        made["hmtx"].metrics[name] = (width, getattr(made["glyf"][name], "xMin", 0) or 0)
    made["hhea"].numberOfHMetrics = len(order)
    table = newTable("cmap")
    table.tableVersion = 0
    sub = CmapSubtable.newSubtable(4)
    sub.platformID, sub.platEncID, sub.language, sub.cmap = 3, 1, 0, cmap
    table.tables = [sub]
    made["cmap"] = table
    names = {copy: " ".join(f"{name}{copy}" for name in struck) for copy in ["", ".a", ".b"]}
    addOpenTypeFeaturesFromString(made, f"""
        @one = [{names['']}]; @two = [{names['.a']}]; @three = [{names['.b']}];
        feature calt {{
            sub @two @one' by @three;
            sub @one @one' by @two;
        }} calt;
    """)
    renamed(made, "GIER Type", "Courier Prime")
    made.save(PAGE / "gier-type.woff2")


def make_sans(folder: str) -> None:
    for weight in ["400", "600"]:
        font = TTFont(Path(folder) / f"jost-latin-{weight}-normal.woff2")
        part_of(font, [*range(0x20, 0x7F), *map(ord, "åÅæÆøØ×éÉü·–—…’‘“”»«←→")])
        renamed(font, "GIER Sans", "Jost")
        font.save(PAGE / f"gier-sans-{weight}.woff2")


make_type(sys.argv[1])
make_sans(sys.argv[2])
