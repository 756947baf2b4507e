"""The words of docs/accuracy.md on where recentring by reading helps, with the figures of the dated files of studies/ that
`script/study` wrote."""
import re

from pages import ROOT

# What people read; the study's condition; the study's file; the window of the take.
READ = [
    ("text of 17 pt, line by line", "typical", "conditions", "all"),
    ("- of 12 pt", "text12", "conditions", "all"),
    ("- of 23 pt", "text23", "conditions", "all"),
    ("- of 28 pt", "text28", "conditions", "all"),
    ("- of 33 pt", "text33", "conditions", "all"),
    ("- of 40 pt", "text40", "conditions", "all"),
    ("Japanese", "japanese", "conditions", "all"),
    ("under headings of one to three lines", "headings", "conditions", "all"),
    ("a list of short items with pictures", "list", "conditions", "all"),
    ("one paragraph in five twice", "reread", "conditions", "all"),
    ("without 3 paragraphs in 10", "skipParagraph", "habits", "all"),
    ("from the middle of the page on", "startAt", "habits", "all"),
    ("with short steps and many regressions", "steps", "habits", "all"),
    ("3 lines in 10 skimmed", "skimming", "conditions", "all"),
    ("half of the lines skimmed", "skimmingHalf", "conditions", "all"),
    ("all lines skimmed", "skimmingAll", "conditions", "all"),
    ("all lines skimmed for two minutes, then none: the two minutes after", "skimmingFirst", "late", "last 120 s"),
    ("not reading in 30 % of the time", "notReading", "conditions", "all"),
    ("not reading in 60 %", "notReading60", "conditions", "all"),
    ("not reading in 80 %", "notReading80", "conditions", "all"),
    ("7 lines in 10 skimmed, and not reading in 30 %", "restless", "conditions", "all"),
    ("one column of 17 pt; the app states lines over both", "column", "conditions", "all"),
    ("one column of 36 pt, as the last", "column36", "conditions", "all"),
    ("two columns, each stated", "columns", "columns", "all"),
    ("with 1.5 times the drift", "drift", "habits", "all"),
    ("with twice the drift", "driftTwice", "conditions", "all"),
    ("with the tracker `pessimistic`", "pessimistic", "habits", "all"),
]
# Where reading did harm before, and the settings that were written down before the filter was changed.
NO_LINE = ("column", "text33", "text40", "skimmingAll", "notReading80", "column36", "list", "restless", "headings")


def newest(name):
    """The newest file of a study."""
    files = sorted((ROOT / "studies").glob(f"*-recentre-{name}.txt"))
    if not files:
        raise SystemExit(f"accuracy: studies has no *-recentre-{name}.txt; run script/study")
    return files[-1]


def rows(name):
    """The rows of a study of each draw and split: dictionaries by heading; a heading that comes twice is numbered."""
    found, heads, draw = [], None, None
    for line in newest(name).read_text().splitlines():
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
    if not values:
        return "-"
    low, high = (f"{value:.{digits}f}" for value in (min(values), max(values)))
    return (low if low == high else f"{low} to {high}") + unit


def upper(cell):
    """The upper end of an interval; None without one."""
    ends = re.findall(r"\d+\.\d+", cell)
    return float(ends[1]) if len(ends) == 2 else None


def uppers(found, head):
    return [end for end in (upper(row[head]) for row in found) if end is not None]


class Figures:
    """The rows of one condition and window."""

    def __init__(self, name, condition, window):
        self.rows = [row for row in rows(name) if row["condition"] == condition and row["window"] == window]
        if not self.rows:
            raise SystemExit(f"accuracy: {newest(name).name} has no rows of {condition} in the window {window}")

    def of(self, head):
        return numbers(row[head] for row in self.rows)

    @property
    def paired(self):
        return self.of("paired")

    @property
    def limit(self):
        return max(uppers(self.rows, "95 % of paired"))

    @property
    def verdict(self):
        if (min(self.paired), max(self.paired), self.limit) == (1, 1, 1):
            return "learns nothing"
        if self.limit <= 0.8:
            return "helps"
        if self.limit <= 0.95:
            return "helps a little"
        return "hardly helps" if self.limit < 1 else "neither helps nor harms" if self.limit <= 1.05 else "harms"


def table():
    """What people read: ratio, limit, the former filter's ratio, dots wanted, and a verdict."""
    former = {}
    for row in rows("former"):
        if row["window"] == "all":
            former.setdefault(row["condition"], []).extend(numbers([row["paired"]]))
    lines = ["| people read | error, times that without recentring | limit | before | want a dot | reading |",
             "|---|---|---|---|---|---|"]
    for words, condition, name, window in READ:
        figures = Figures(name, condition, window)
        dots = span(figures.of("wants dot"), 0, " %")
        before = span(former.get(condition, [])) if window == "all" else "-"
        lines.append(f"| {words} | {span(figures.paired)} | {figures.limit:.2f} | {before} | {dots} | {figures.verdict} |")
    return lines


def dots():
    """Where the bars of dots are not met."""
    usual = Figures("conditions", "typical", "all").of("wants dot")
    few = []
    for words, condition, name, window in READ:
        if condition in NO_LINE:
            shares = Figures(name, condition, window).of("wants dot")
            if min(shares) < 90:
                few.append(f"{words.removeprefix('- of ')} ({span(shares, 0)} %)")
    return (
        "- **A dot is wanted** within 90 s, of people whose take is as long. Bars: at least 90 % where reading is not from "
        f"line to line, and at most 5 % with 17 pt line by line, where it is {span(usual, 1)} %. Below 90 %: "
        f"{'; '.join(few)}.")


def kept():
    """How much of the former filter's gain is kept, in each draw and split in which it was a fifth or more."""
    def ratios(name):
        return {(row["condition"], row["split"], row["draw"]): float(row["paired"]) for row in rows(name)
                if row["window"] == "all"}
    before, now = ratios("former"), ratios("conditions")
    gains = {cell: (1 - now[cell]) / (1 - before[cell]) for cell in before if before[cell] <= 0.8}
    usual = max(now[cell] - before[cell] for cell in gains if cell[0] == "typical")
    return (f"- **Kept**: where the filter that did not let go made the error at most 0.8 times as large ({len(gains)} draws "
            f"with a split), the present one keeps {span(gains.values())} of that gain (bar 0.80); with 17 pt it loses at "
            f"most {max(usual, 0):.2f} (bar 0.03).")


def missed():
    """What the bars of text read line by line, of readers who begin late, and of an error-free tracker say."""
    early, late = (Figures("conditions", "typical", window) for window in ("30-60 s", "last 60 s"))
    above = sum(end > 0.5 for end in uppers(late.rows, "95 %"))
    after, usual = (Figures("late", condition, "last 120 s") for condition in ("skimmingFirst", "typical"))
    more = [float(row["paired"]) - float(other["paired"]) for row, other in zip(after.rows, usual.rows)]
    ideal = [row for row in rows("ideal") if row["window"] == "all"]
    worse = {}
    for row in ideal:
        if "worse by pt" in row:
            worse.setdefault(row["condition"], []).extend(numbers([row["worse by pt"]]))
    harmed = {name: max(points) for name, points in worse.items()}
    over = {name: points for name, points in harmed.items() if points > 2}
    plain = [row for row in ideal if row["condition"] == "typical"]
    return [
        f"- **Bars** for text of 17 pt. Met: from 30 to 60 s the ratio of the medians is {span(early.of('ratio'))} (bar "
        f"0.60, by its interval), and at least {min(late.of('not worse')):.1f} % of people are not worse by more than "
        f"10 pt. Missed: in the last minute {span(late.of('ratio'))} (bar 0.50: {above} of {len(late.rows)} intervals "
        f"end above it), {span(late.of('p90 worse'), 1)} % of people have a worse 90th percentile (bar 5 %), and "
        f"{span(late.of('locked (none)'), 1)} % are *locked*: the pointer keeps to a wrong line (first bar 10 %, then "
        "5 %).",
        "- **Late readers**, missed: who skims for two minutes and then reads has, in the two minutes after, a ratio that "
        f"is {span(more)} above that of usual readers (bar 0.05). They have to find the line in the middle of a page.",
        "- **A tracker without errors** has nothing to learn. There reading makes text of 17 pt "
        f"{span(numbers(row['paired'] for row in plain))} times as far off, by draw, of about 14 pt. Where no line fits "
        f"it adds at most {max(points for name, points in harmed.items() if name not in over):.1f} pt on average (bar "
        "2 pt)" + "".join(f", but missed: {points:.1f} pt for `{name}`" for name, points in over.items()) + ".",
    ]
