"""The table of docs/accuracy.md on where recentring by reading helps, from the dated files of studies/ that `script/study`
wrote."""
import re

from pages import ROOT


def rows(name):
    """The rows of a study of each draw and split: dictionaries by heading; a heading that comes twice is numbered."""
    files = sorted((ROOT / "studies").glob(f"*-recentre-{name}.txt"))
    if not files:
        raise SystemExit(f"accuracy: studies has no *-recentre-{name}.txt; run script/study")
    found, heads, draw = [], None, None
    for line in files[-1].read_text().splitlines():
        cells = re.split(r"\s{2,}", line.strip())
        if match := re.match(r"seed \d+, phone \d+", line):
            draw, heads = match[0], None
        elif not line.strip():
            draw, heads = None, None
        elif draw and cells[0] == "split":
            heads = [head if head not in cells[:place] else f"{head} of {cells[place - 1]}"
                     for place, head in enumerate(cells)]
        elif draw and heads and len(cells) == len(heads) and not line.startswith("-"):
            found.append({"condition": "typical", "draw": draw, **dict(zip(heads, cells))})
    return found


def numbers(cells):
    """The first number of each cell; cells without one are left out."""
    found = [re.search(r"-?\d+(?:\.\d+)?", cell) for cell in cells]
    return [float(match[0]) for match in found if match]


def span(values, digits=2, unit=""):
    """The range of numbers in words."""
    low, high = (f"{value:.{digits}f}" for value in (min(values), max(values)))
    return (low if low == high else f"{low} to {high}") + unit


def found(condition, window, *studies):
    """The rows of a condition in a window, of the first of the studies that has it."""
    both = ([row for row in rows(study) if (row["condition"], row["window"]) == (condition, window)] for study in studies)
    return next(filter(None, both))


def verdict(paired, limit):
    if (min(paired), max(paired), limit) == (1, 1, 1):
        return "learns nothing"
    for most, words in ((0.8, "helps"), (0.95, "helps a little"), (0.9999, "hardly helps"), (1.05, "neither helps nor harms")):
        if limit <= most:
            return words
    return "harms"


def condition(words):
    """The row of a condition, which is named in backticks at the end of its words."""
    name = re.search(r"`(\w+)`\)$", words)[1]
    of = found(name, "last 120 s", "late") if name == "skimmingFirst" else found(name, "all", "conditions", "habits", "columns")
    paired, dots = (numbers(row[head] for row in of) for head in ("paired", "wants dot"))
    intervals = (re.findall(r"\d+\.\d+", row["95 % of paired"]) for row in of)
    limit = max(float(ends[1]) for ends in intervals if len(ends) == 2)
    return [words, span(paired), f"{limit:.2f}", span(dots, 0, " %"), verdict(paired, limit)]


def fill(tables):
    """The first table; the bars beside it are those of the studies that the page names."""
    (head, *read), *others = tables
    return [[head, *(condition(words) for words, *_ in read)], *others]
