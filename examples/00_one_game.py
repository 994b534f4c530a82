"""One game between two players, shown as it goes: the table before every tenth turn, and the result."""

import lostcities_env
from lostcities_env.agents.player import act_on
from lostcities_env.agents.roster import make_player


def main() -> None:
    state = lostcities_env.new_game("card_game_v0", seed=7)
    players = [make_player("random", state.variant, seed) for seed in (1, 2)]
    decisions = 0
    while not state.is_over:
        if decisions % 40 == 0:
            print(state, end="\n\n")
        state.apply(act_on(players[state.current_player], state))
        decisions += 1
    print(state)


if __name__ == "__main__":
    main()
