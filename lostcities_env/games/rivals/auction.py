"""The auctions of Rivals: who may bid how much, whose turn it is, and what the winner pays."""

from lostcities_env.core.game import NOBODY, Cells
from lostcities_env.core.jit import rule
from lostcities_env.games.rivals.state import BIDDING, CHOOSING, GOLD, TURN, State


@rule
def may_bid(s: State, out: Cells) -> None:
    """R10, R11: for cards in the display one bids more than the last, and no more than one owns."""
    most = s.gold[s.player] if s.display_size > 0 else 0
    for i in range(GOLD):
        out[i] = (i >= s.bid) & (i < most)


@rule
def make_bid(s: State, coins: int) -> None:
    """R10, R11: the first bid opens an auction with everybody in it, any other raises."""
    if s.phase == TURN:
        s.phase = BIDDING
        for player in range(s.players):
            s.bidding[player] = 1
    s.bid = coins
    s.leader = s.player
    s.player = next_bidder(s)


@rule
def drop_out(s: State) -> None:
    """R11, R12: who passes is out; the auction ends when only the highest bidder is left."""
    s.bidding[s.player] = 0
    s.player = next_bidder(s)
    if s.player == s.leader:
        win_auction(s)


@rule
def next_bidder(s: State) -> int:
    """R11: the next player clockwise who is still in the auction."""
    seat = clockwise(s, s.player)
    while s.bidding[seat] == 0:
        seat = clockwise(s, seat)
    return seat


@rule
def clockwise(s: State, seat: int) -> int:
    """R1: the seat after this one."""
    return seat + 1 if seat + 1 < s.players else 0


@rule
def win_auction(s: State) -> None:
    """R12, R14: the highest bidder pays into the supply and may then remove one card."""
    s.gold[s.player] -= s.bid
    s.supply += s.bid
    s.bid = 0
    s.leader = NOBODY
    s.bidding[s.player] = 0
    s.removals = 1
    s.phase = CHOOSING
