"""The report of an evaluation: everything that was measured as plain data, and as a text table."""

from collections.abc import Sequence
from typing import Any

from lostcities_env.agents.estimates import Interval, decided_games, decided_rate, win_rate
from lostcities_env.core.game import Variant
from lostcities_env.version import VERSION
from training.evaluation.entrants import Entrant
from training.evaluation.estimates import mean_margin, variance_removed
from training.evaluation.matches import Meeting, Plan
from training.evaluation.ratings import rate
from training.evaluation.requirements import Requirement, judged, measured
from training.evaluation.seating import in_letters, seatings
from training.evaluation.sequential import verdict

FORMAT = 1
STALLING = 0.05  # a larger share of truncated games is warned of
Report = dict[str, Any]


def make_report(
    entrants: Sequence[Entrant],
    variant: Variant,
    plan: Plan,
    meetings: Sequence[Meeting],
    requirements: Sequence[Requirement] = (),
) -> Report:
    """All that was measured, in a form that is written to JSON as it stands."""
    names = [entrant.name for entrant in entrants]
    options = {key: value for key, value in variant.given.items() if key != "reward"}
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": variant.game.name,
        "options": options,
        "players_at_table": variant.players,
        "seatings": [in_letters(seating) for seating in seatings(variant.players)],
        "seed": plan.seed,
        "confidence": plan.confidence,
        "tolerance": plan.tolerance,
        "players": [_player(entrant) for entrant in entrants],
        "matches": [match_report(meeting, plan) for meeting in meetings],
        "ratings": [r.as_dict() for r in rate(names, meetings, plan.confidence, plan.seed)],
        "requirements": [_requirement(wish, meetings) for wish in requirements],
    }


def _player(entrant: Entrant) -> dict[str, Any]:
    return {
        "name": entrant.name,
        "given": entrant.given,
        "steps": entrant.steps,
        "run": entrant.run,
    }


def _requirement(requirement: Requirement, meetings: Sequence[Meeting]) -> dict[str, Any]:
    holds, sentence = judged(requirement, meetings)
    return {
        "players": [requirement.first, requirement.second],
        "least": requirement.least,
        "measured": measured(requirement, meetings),
        "met": holds,
        "sentence": sentence,
    }


def match_report(meeting: Meeting, plan: Plan) -> dict[str, Any]:
    """What one pair's games measured, seen by the first of the two."""
    match, decided = meeting.match, decided_rate(meeting.match.wins, plan.confidence)
    return {
        "players": list(match.names),
        "deals": meeting.deals,
        "games": match.games,
        "win_rate": _rate_of(meeting, plan).as_dict(),
        "decided": {
            "games": int(decided_games(match.wins).sum()),
            "win_rate": decided.as_dict() if decided else None,
        },
        "margin": mean_margin(match.margins, plan.confidence).as_dict(),
        "truncated": match.truncated_share,
        "variance_removed": {
            "win_rate": variance_removed(match.wins),
            "margin": variance_removed(match.margins),
        },
        "sequential": _sequential(meeting, plan),
    }


def _rate_of(meeting: Meeting, plan: Plan) -> Interval:
    """The win rate; where the test could stop early, with the interval that allows for it."""
    if meeting.sequence is None:
        return win_rate(meeting.match.wins, plan.confidence)
    mean = float(meeting.match.wins.mean())
    return Interval(mean, meeting.sequence.low, meeting.sequence.high)


def _sequential(meeting: Meeting, plan: Plan) -> dict[str, Any] | None:
    if meeting.sequence is None or plan.tolerance is None:
        return None
    stopped = meeting.deals < plan.deals
    return {"verdict": verdict(meeting.sequence, plan.tolerance), "stopped_early": stopped}


def strongest_first(report: Report) -> list[str]:
    """Everybody's name, by rating."""
    return [rating["name"] for rating in report["ratings"]]


def payoffs(report: Report) -> dict[tuple[str, str], float]:
    """The win rate of every player against every other one."""
    rates = {}
    for match in report["matches"]:
        first, second = match["players"]
        rates[first, second] = match["win_rate"]["mean"]
        rates[second, first] = 1 - match["win_rate"]["mean"]
    return rates


def warnings(report: Report) -> list[str]:
    """A sentence for every match in which players stalled."""
    return [
        f"{' against '.join(match['players'])}: {match['truncated']:.0%} of the games were cut short; "
        f"these players stall, and their results say little"
        for match in report["matches"]
        if match["truncated"] > STALLING
    ]


MATCH_HEADINGS = (
    "A against B",
    "games",
    "A won",
    "interval",
    "of decided",
    "margin",
    "interval",
    "truncated",
    "variance removed",
)


def match_rows(report: Report) -> list[list[str]]:
    """A line of words for every match, under MATCH_HEADINGS."""
    return [_match_row(match) for match in report["matches"]]


def _match_row(match: dict[str, Any]) -> list[str]:
    rate, margin = match["win_rate"], match["margin"]
    decided, removed = match["decided"]["win_rate"], match["variance_removed"]["win_rate"]
    verdict_word = f" {match['sequential']['verdict']}" if match["sequential"] else ""
    return [
        " against ".join(match["players"]) + (f":{verdict_word}" if verdict_word else ""),
        str(match["games"]),
        f"{rate['mean']:.1%}",
        f"{rate['low']:.1%} to {rate['high']:.1%}",
        f"{decided['mean']:.1%}" if decided else "none",
        f"{margin['mean']:+.1f}",
        f"{margin['low']:+.1f} to {margin['high']:+.1f}",
        f"{match['truncated']:.1%}",
        "none" if removed is None else f"{removed:z.0%}",
    ]


RATING_HEADINGS = ("player", "Elo", "interval")


def rating_rows(report: Report) -> list[list[str]]:
    """A line of words for every player, the strongest first, under RATING_HEADINGS."""
    return [
        [r["name"], f"{r['elo']:+.0f}", f"{r['low']:+.0f} to {r['high']:+.0f}"]
        for r in report["ratings"]
    ]


def as_text(report: Report) -> str:
    """The report as it is printed: the matches, the ratings, the requirements."""
    parts = [
        _aligned(MATCH_HEADINGS, match_rows(report)),
        _aligned(RATING_HEADINGS, rating_rows(report)),
        "\n".join(warnings(report)),
        "\n".join(wish["sentence"] for wish in report["requirements"]),
    ]
    return "\n\n".join(part for part in parts if part)


def _aligned(headings: Sequence[str], rows: list[list[str]]) -> str:
    """A table in columns: words to the left, the numbers after them to the right."""
    table = [list(headings), *rows]
    widths = [max(len(row[i]) for row in table) for i in range(len(headings))]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in table
    )
