"""The report as one HTML page that needs nothing but itself: no network, no scripts, no other file."""

from collections.abc import Sequence
from html import escape

from training.evaluation.report import (
    MATCH_HEADINGS,
    RATING_HEADINGS,
    Report,
    match_rows,
    rating_rows,
    warnings,
)

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #222 }
body { max-width: 90em; margin: 2em auto; padding: 0 1em }
h1 { font-size: 1.6em; margin-bottom: 0 } h2 { font-size: 1.2em; margin-top: 2em }
p { max-width: 48em } .wide { overflow-x: auto }
table { border-collapse: collapse } td, th { padding: .25em .8em; border-bottom: 1px solid #ddd }
td { text-align: right; white-space: nowrap }
th { text-align: right; vertical-align: bottom; font-weight: 600 }
td:first-child, th:first-child { text-align: left }
svg { display: block; margin-top: 1em; max-width: 100%; height: auto }
.met { color: #1a7f37 } .unmet { color: #b42318 }
"""
CAPTIONS = {
    "ratings": "Ratings",
    "payoff": "Who beats whom: the win rate of the row against the column",
    "strength": "Strength over training",
}


def as_page(report: Report, pictures: dict[str, str]) -> str:
    """The whole page."""
    title = f"Evaluation of {report['game']}"
    ratings = _table(RATING_HEADINGS, rating_rows(report))
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(_about(report))}</p>",
        _warnings(report),
        _requirements(report),
        _section("Ratings", _RATINGS, ratings + pictures["ratings"]),
        *[_section(CAPTIONS[name], "", svg) for name, svg in pictures.items() if name != "ratings"],
        _section("Matches", _matches_note(report), _table(MATCH_HEADINGS, match_rows(report))),
    ]
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n" + "\n".join(body) + "\n</body>\n</html>\n"
    )


_RATINGS = (
    "Bradley-Terry strengths in Elo points around a mean of 0; 100 points more win about 64% of the "
    "games. Intervals come from a Bayesian bootstrap over deals."
)


def _about(report: Report) -> str:
    options = ", ".join(f"{key}={value}" for key, value in sorted(report["options"].items()))
    games = sum(match["games"] for match in report["matches"])
    truncated = sum(match["games"] * match["truncated"] for match in report["matches"])
    return (
        f"{len(report['players'])} players, {games} games, {options or 'default options'}, "
        f"seed {report['seed']}, lostcities_env {report['version']}. Every deal was played from "
        f"every seating ({', '.join(report['seatings'])}). "
        f"Truncated: {truncated / games:.1%} of all games."
    )


def _matches_note(report: Report) -> str:
    """How the table of matches is to be read."""
    note = (
        f"Draws count half. Intervals hold at {report['confidence']:.0%} and count a deal once, however "
        f"often it was played. Truncated games were cut short by max_turns. Variance removed: by "
        f"playing the same deals from every seating, against as many games on deals of their own "
        f"(none: all games ended alike)."
    )
    if report["tolerance"] is not None:
        note += (
            f" Matches stopped as soon as one side was shown to be better or the two to be equal up to "
            f"{report['tolerance']:.1%}; intervals of win rates hold however early that was, those of "
            f"margins do not allow for it."
        )
    return note


def _section(heading: str, note: str, content: str) -> str:
    about = f"<p>{escape(note)}</p>" if note else ""
    return f'<h2>{escape(heading)}</h2>{about}\n<div class="wide">{content}</div>'


def _table(headings: Sequence[str], rows: list[list[str]]) -> str:
    lines = ["".join(f"<th>{escape(word)}</th>" for word in headings)]
    lines += ["".join(f"<td>{escape(word)}</td>" for word in row) for row in rows]
    return "<table>\n" + "\n".join(f"<tr>{line}</tr>" for line in lines) + "\n</table>"


def _warnings(report: Report) -> str:
    lines = [f'<li class="unmet">{escape(sentence)}</li>' for sentence in warnings(report)]
    return f"<h2>Stalling</h2><ul>{''.join(lines)}</ul>" if lines else ""


def _requirements(report: Report) -> str:
    lines = [
        f'<li class="{"met" if wish["met"] else "unmet"}">{escape(wish["sentence"])}</li>'
        for wish in report["requirements"]
    ]
    return f"<h2>Requirements</h2><ul>{''.join(lines)}</ul>" if lines else ""
