"""The pictures of a report, drawn with matplotlib as SVG: ratings, pay-offs, strength over steps."""

import io
from collections.abc import Callable
from math import nan
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter

from training.evaluation.report import Report, payoffs, strongest_first

STYLE: Any = {
    "svg.hashsalt": "lostcities",  # the same report is the same file
    "svg.fonttype": "path",  # no font is missing anywhere
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
BLUE, GREY = "#1f5fa8", "#777777"
MOST_NUMBERED = 24  # players up to whom the pay-off matrix says its numbers


def pictures(report: Report) -> dict[str, str]:
    """Every picture that the report has something for, as SVG by its name."""
    drawn = {"ratings": _picture(report, draw_ratings, *_rating_size(report))}
    size = 2.5 + 0.55 * len(report["players"])
    drawn["payoff"] = _picture(report, draw_payoffs, size + 1, size)
    if runs_of(report):
        drawn["strength"] = _picture(report, draw_strength, 7.5, 4.2)
    return drawn


def _rating_size(report: Report) -> tuple[float, float]:
    return 7.5, 1.2 + 0.32 * len(report["players"])


def _picture(
    report: Report, draw: Callable[[Axes, Report], None], width: float, height: float
) -> str:
    """One picture as the text of an SVG element."""
    with mpl.rc_context(STYLE):
        figure = Figure((width, height), layout="constrained")
        draw(figure.add_subplot(), report)
        written = io.StringIO()
        figure.savefig(written, format="svg", bbox_inches="tight", metadata={"Date": None})
    text = written.getvalue()
    return text[text.index("<svg") :]


def draw_ratings(axes: Axes, report: Report) -> None:
    """Everybody's rating with its interval, the strongest on top."""
    ratings = report["ratings"][::-1]
    for place, rating in enumerate(ratings):
        axes.plot([rating["low"], rating["high"]], [place, place], color=BLUE, lw=2, alpha=0.45)
        axes.plot(rating["elo"], place, "o", color=BLUE)
    axes.set_yticks(range(len(ratings)), [rating["name"] for rating in ratings])
    axes.set_ylim(-0.6, len(ratings) - 0.4)
    axes.set_xlabel(f"Elo points, with {report['confidence']:.0%} intervals")
    axes.grid(axis="x", alpha=0.3)


def draw_payoffs(axes: Axes, report: Report) -> None:
    """The win rate of every row against every column."""
    names, rates = strongest_first(report), payoffs(report)
    table = [[rates.get((row, column), nan) for column in names] for row in names]
    axes.imshow(table, cmap="RdYlBu", vmin=0, vmax=1)
    axes.set_xticks(range(len(names)), names, rotation=40, ha="left", rotation_mode="anchor")
    axes.xaxis.tick_top()
    axes.set_yticks(range(len(names)), names)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    if len(names) <= MOST_NUMBERED:
        _write_numbers(axes, names, rates)


def _write_numbers(axes: Axes, names: list[str], rates: dict[tuple[str, str], float]) -> None:
    for (row, column), rate in rates.items():
        place = names.index(column), names.index(row)
        far = abs(rate - 0.5) > 0.35
        axes.text(
            *place, f"{rate:.0%}", ha="center", va="center", color="white" if far else "black"
        )


def runs_of(report: Report) -> list[str]:
    """The folders of which several checkpoints took part."""
    found = [player["run"] for player in report["players"] if player["run"]]
    return sorted({run for run in found if found.count(run) > 1})


def draw_strength(axes: Axes, report: Report) -> None:
    """The rating of a run's checkpoints over their steps; everybody else is a dashed line."""
    ratings = {rating["name"]: rating for rating in report["ratings"]}
    runs = runs_of(report)
    for run in runs:
        own = [player for player in report["players"] if player["run"] == run]
        steps = [player["steps"] for player in own]
        rated = [ratings[player["name"]] for player in own]
        (line,) = axes.plot(steps, [r["elo"] for r in rated], "o-", label=run)
        low, high = [r["low"] for r in rated], [r["high"] for r in rated]
        axes.fill_between(steps, low, high, color=line.get_color(), alpha=0.2, lw=0)
    for player in report["players"]:
        if player["run"] not in runs:
            _draw_level(axes, player["name"], ratings[player["name"]]["elo"])
    axes.xaxis.set_major_formatter(EngFormatter(sep=""))
    axes.set_xlabel("decisions trained for")
    axes.set_ylabel("Elo points")
    axes.legend(frameon=False)
    axes.grid(alpha=0.3)


def _draw_level(axes: Axes, name: str, elo: float) -> None:
    axes.axhline(elo, color=GREY, lw=1, ls="--")
    axes.annotate(
        name, (1, elo), xycoords=("axes fraction", "data"), color=GREY, ha="right", va="bottom"
    )
