/* The limit that the engine is measured against: the same rounds of SCOUT in plain C, with no Python, no
 * checks, no past and no views. `limit PLAYERS ROUNDS` plays random rounds and prints nanoseconds per action. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    int players, current, starter, phase, owner, turn, scouts, lying, ended; /* phase 0 turn, 1 play, 2 show */
    uint8_t size[5], pile[5], show_chip[5], active[16];
    int16_t chips[5];
    uint8_t hand[5][48];
} Round;

static uint64_t luck = 88172645463325252ull;
static int legal[820];
static int up[48], run[48];

static int below(int m) {
    luck ^= luck << 13;
    luck ^= luck >> 7;
    luck ^= luck << 17;
    return (int)((luck >> 32) * (uint64_t)m >> 32);
}

static int value(int card) { return card >> 4; }
static int flipped(int card) { return (card & 15) << 4 | card >> 4; }
static int min(int a, int b) { return a < b ? a : b; }

static void deal(Round *r, int players) {
    static const int hand_size[6] = {0, 0, 11, 12, 11, 9};
    uint8_t deck[45];
    int n = 0, a, b, i, s;
    for (a = 1; a <= 10; a++)
        for (b = a + 1; b <= 10; b++)
            if (!(players == 3 && b == 10) && !(players != 5 && a == 9 && b == 10)) deck[n++] = a << 4 | b;
    for (i = n - 1; i > 0; i--) {
        int j = below(i + 1);
        uint8_t t = deck[i];
        deck[i] = deck[j];
        deck[j] = t;
    }
    memset(r, 0, sizeof *r);
    r->players = players;
    r->owner = -1;
    for (s = 0; s < players; s++) {
        r->size[s] = hand_size[players];
        r->chips[s] = players == 2 ? 3 : 0;
        r->show_chip[s] = players > 2;
        for (i = 0; i < r->size[s]; i++) {
            int card = deck[s * hand_size[players] + i];
            r->hand[s][i] = below(2) ? flipped(card) : card;
        }
    }
}

static void measure(int n) {
    int after = 9, i, r = 1;
    run[n - 1] = 1;
    for (i = n - 2; i >= 0; i--) {
        int step = up[i + 1] - up[i], near = (step < 2) & (step > -2);
        r = 1 + near * (1 + (step == after) * (r - 1));
        run[i] = r;
        after = step;
    }
}

/* The fewest cards from place i that beat a set of this size, kind and smallest value; 99 if none do. */
static int shortest(int i, int size, int group, int least) {
    if (size == 0) return 1;
    if (run[i] < size) return 99;
    if (size == 1) {
        if (up[i] > least) return 1;
    } else if (up[i] == up[i + 1]) {
        if (!group || up[i] > least) return size;
    } else if (!group && min(up[i], up[i + size - 1]) > least)
        return size;
    return run[i] > size ? size + 1 : 99;
}

static int joins(int p, int v, int n, int size, int group, int least) {
    int step;
    if (size == 1 && v > least) return 1;
    for (step = -1; step <= 1; step++) {
        int i = p - 1, j = p, length, low = v;
        while (i >= 0 && up[i] == v - step * (p - i)) i--;
        while (j < n && up[j] == v + step * (j - p + 1)) j++;
        length = j - i;
        if (length == 1) continue;
        if (length > size) return 1;
        if (step == 1) low = v - (p - 1 - i);
        if (step == -1) low = v - (j - p);
        if (length == size && ((step == 0 && !group) || ((step == 0) == group && low > least))) return 1;
    }
    return 0;
}

static int list(const Round *r) {
    int n = r->size[r->current], total = 0, i, l, side;
    const uint8_t *hand = r->hand[r->current];
    int group = r->lying > 1 && value(r->active[0]) == value(r->active[1]);
    int least = r->lying ? min(value(r->active[0]), value(r->active[r->lying - 1])) : 0;
    if (r->phase == 0) {
        legal[0] = 0, legal[1] = 1;
        return 2;
    }
    for (i = 0; i < n; i++) up[i] = value(hand[i]);
    measure(n);
    for (i = 0; i < n; i++)
        for (l = shortest(i, r->lying, group, least); l <= run[i]; l++) legal[total++] = 2 + 10 * i + l - 1;
    if (r->phase == 2 || !r->lying || (r->players == 2 && !r->chips[r->current])) return total;
    for (side = 0; side < (r->lying == 1 ? 2 : 4); side++)
        for (i = 0; i <= n; i++) legal[total++] = 452 + 46 * side + i;
    if (!r->show_chip[r->current]) return total;
    for (side = 0; side < (r->lying == 1 ? 2 : 4); side++) {
        int right = side > 1, size = r->lying - 1, left = -1, split = 99;
        int card = r->active[right ? r->lying - 1 : 0], v = side & 1 ? card & 15 : value(card);
        int low = size ? min(value(r->active[!right]), value(r->active[r->lying - 1 - right])) : 0;
        int same = size > 1 && group;
        for (i = 0; i < n && size; i++) {
            l = shortest(i, size, same, low);
            if (l <= run[i]) left = i, split = min(split, i + l);
        }
        for (i = 0; i <= n; i++)
            if (!size || (left >= 0 && (i <= left || i >= split)) || joins(i, v, n, size, same, low))
                legal[total++] = 636 + 46 * side + i;
    }
    return total;
}

static void finish_turn(Round *r, int seat) {
    r->turn++;
    if (!r->size[seat]) r->ended = 1;
    else if (r->players == 2) r->ended = !r->chips[r->current] && !list(r) ? 2 : 0;
    else if (r->scouts == r->players - 1) r->ended = 2;
    else if (r->turn == 1000) r->ended = 3;
}

static void apply(Round *r, int a) {
    int seat = r->current, next = seat + 1 == r->players ? 0 : seat + 1, i;
    uint8_t *hand = r->hand[seat];
    if (a < 2) {
        if (a)
            for (i = 0; i < r->size[seat]; i++) hand[i] = flipped(hand[i]);
        r->current = next;
        if (next == r->starter) r->phase = 1;
    } else if (a < 452) {
        int start = (a - 2) / 10, length = (a - 2) % 10 + 1;
        r->pile[seat] += r->lying;
        memcpy(r->active, hand + start, length);
        r->lying = length;
        r->size[seat] -= length;
        memmove(hand + start, hand + start + length, r->size[seat] - start);
        r->owner = seat, r->scouts = 0, r->phase = 1, r->current = next;
        finish_turn(r, seat);
    } else {
        int half = a >= 636, scout = half ? a - 636 : a - 452, right = scout >= 92, place = scout % 46;
        int card = r->active[right ? r->lying - 1 : 0];
        r->lying--;
        if (!right) memmove(r->active, r->active + 1, r->lying);
        memmove(hand + place + 1, hand + place, r->size[seat] - place);
        hand[place] = scout / 46 & 1 ? flipped(card) : card;
        r->size[seat]++;
        if (r->players == 2) r->chips[seat]--;
        else r->chips[r->owner]++;
        if (half) {
            r->show_chip[seat] = 0, r->phase = 2;
            return;
        }
        r->scouts++;
        if (r->players > 2) r->current = next;
        finish_turn(r, seat);
    }
}

int main(int count, char **words) {
    int players = count > 1 ? atoi(words[1]) : 4, rounds = count > 2 ? atoi(words[2]) : 2000, i;
    long actions = 0;
    double seconds;
    struct timespec from, to;
    Round *dealt = malloc(rounds * sizeof(Round));
    for (i = 0; i < rounds; i++) deal(&dealt[i], players);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (i = 0; i < rounds; i++) {
        Round r = dealt[i];
        while (!r.ended) {
            apply(&r, legal[below(list(&r))]);
            actions++;
        }
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    seconds = to.tv_sec - from.tv_sec + (to.tv_nsec - from.tv_nsec) / 1e9;
    printf("%.2f %ld\n", seconds / actions * 1e9, actions);
    free(dealt);
    return 0;
}
