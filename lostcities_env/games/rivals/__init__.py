"""Lost Cities: Rivals: two to four players bid gold for the cards of a common display."""

from collections.abc import Mapping
from typing import Any

from lostcities_env.core.game import Game, deck_in_words
from lostcities_env.games.rivals.actions import actions
from lostcities_env.games.rivals.chance import STARTING_WAGERS
from lostcities_env.games.rivals.render import explain, render
from lostcities_env.games.rivals.rules import (
    apply,
    deal,
    legal_actions,
    redeal_hidden,
    score,
    shuffle,
    standing,
)
from lostcities_env.games.rivals.state import CARDS, DECK, PLAYER_COUNTS, State
from lostcities_env.games.rivals.view import observation, observe


def configure(options: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the state that the options decide."""
    return {"deck_size": DECK}


GAME = Game(
    name="rivals_v0",
    title="Lost Cities: Rivals",
    table=State,
    cards=CARDS,
    options=(),
    chance=(STARTING_WAGERS, deck_in_words(CARDS)),
    player_counts=PLAYER_COUNTS,
    configure=configure,
    actions=actions,
    observation=observation,
    shuffle=shuffle,
    deal=deal,
    legal_actions=legal_actions,
    apply=apply,
    score=score,
    standing=standing,
    observe=observe,
    redeal_hidden=redeal_hidden,
    explain=explain,
    render=render,
)
