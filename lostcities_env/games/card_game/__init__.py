"""The Lost Cities card game: two players, five or six expeditions, one deal or a match of three."""

from collections.abc import Mapping
from typing import Any

from lostcities_env.core.game import Game, deck_in_words
from lostcities_env.core.options import choice, whole
from lostcities_env.games.card_game.actions import actions
from lostcities_env.games.card_game.render import explain, render
from lostcities_env.games.card_game.rules import (
    apply,
    deal,
    legal_actions,
    redeal_hidden,
    score,
    shuffle,
    standing,
)
from lostcities_env.games.card_game.state import (
    CARDS,
    EXPEDITIONS,
    MAX_TURNS,
    PLAYERS,
    ROUNDS,
    State,
)
from lostcities_env.games.card_game.view import observation, observe


def configure(options: Mapping[str, Any]) -> dict[str, Any]:
    """R2: the fields of the state that the options decide, the colours in play among them."""
    return {
        "expeditions": options["expeditions"],
        "rounds": options["rounds"],
        "max_turns": options["max_turns"],
        "deck_size": options["expeditions"] * CARDS.per_colour,
    }


GAME = Game(
    name="card_game_v0",
    title="Lost Cities: the card game",
    table=State,
    cards=CARDS,
    options=(
        choice("expeditions", *EXPEDITIONS, about="colours in play: base game or long game"),
        choice("rounds", *ROUNDS, about="deals in a game, their scores added up"),
        whole("max_turns", MAX_TURNS, 1, about="turns in a deal before the game is cut short"),
    ),
    chance=(deck_in_words(CARDS),),
    player_counts=(PLAYERS,),
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
