"""The tables of docs/accuracy.md on where recentring by reading helps, from the dated files of studies/ that `script/study`
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


class Figures:
    """The rows of one condition and window."""

    def __init__(self, condition, window, *names):
        self.rows = next(found for name in names
                         if (found := [row for row in rows(name) if (row["condition"], row["window"]) == (condition, window)]))

    def of(self, head):
        return numbers(row[head] for row in self.rows)

    def limits(self, head):
        """The upper ends of the intervals."""
        intervals = (re.findall(r"\d+\.\d+", row[head]) for row in self.rows)
        return [float(ends[1]) for ends in intervals if len(ends) == 2]


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
    figures = Figures(name, "last 120 s", "late") if name == "skimmingFirst" else Figures(name, "all", "conditions", "habits", "columns")
    paired, limit = figures.of("paired"), max(figures.limits("95 % of paired"))
    return [words, span(paired), f"{limit:.2f}", span(figures.of("wants dot"), 0, " %"), verdict(paired, limit)]


def bars():
    """The figures that bars were stated for, in the order of the page's rows."""
    early, late, whole = (Figures("typical", window, "conditions") for window in ("30-60 s", "last 60 s", "all"))
    after, usual = (Figures(name, "last 120 s", "late") for name in ("skimmingFirst", "typical"))
    ideal = [row for row in rows("ideal") if row["window"] == "all"]
    worse = {}
    for row in ideal:
        worse.setdefault(row["condition"], []).extend(numbers([row.get("worse by pt", "")]))
    restless = max(worse.pop("restless"))
    return [
        span(early.of("ratio")), span(late.of("ratio")), f"{min(late.of('not worse')):.1f} % or more",
        span(late.of("p90 worse"), 1, " %"), span(late.of("locked (none)"), 1, " %"), span(whole.of("wants dot"), 1, " %"),
        span([a - b for a, b in zip(after.of("paired"), usual.of("paired"))]),
        span(numbers(row["paired"] for row in ideal if row["condition"] == "typical")),
        f"{max(max(points) for points in worse.values() if points):.1f} pt; {restless:.1f} pt for `restless`"]


def fill(tables):
    (people, *read), (head, *stated) = tables
    return [[people, *(condition(words) for words, *_ in read)],
            [head, *([words, bar, figure, met] for (words, bar, _, met), figure in zip(stated, bars(), strict=True))]]
