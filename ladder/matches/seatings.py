"""Who sits where: a match set plays one deal in these seatings.

Two and three players: all of them. Four and five: a Latin square in which the
neighbours vary too (plain rotation would keep who sits to whose left).
"""

SEATINGS: dict[int, tuple[tuple[int, ...], ...]] = {
    players: tuple(tuple(map(int, seating)) for seating in text.split())
    for players, text in {
        2: "01 10",
        3: "012 021 102 120 201 210",
        4: "0123 1302 2031 3210",
        5: "01234 13042 20413 34120 42301",
    }.items()
}
