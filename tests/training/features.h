/* What the value functions see of an after-state: a few dozen of about 700 to 1,250 yes-or-no features.
 *
 * An after-state is the position between placing the figure and drawing dice, seen by the seat that just moved:
 * all rows, all scores, its own die left in hand, and how the dice it cannot place divide. Everything is relative
 * to that seat (block 0 is its own, block 1 the next seat's, ...). A player's rows are sorted by their masks,
 * highest first, because slots are interchangeable. core/bots/network.py numbers the features the same way.
 */
#ifndef MENSCH_FEATURES_H
#define MENSCH_FEATURES_H

#include "engine.h"

enum {
    TAILS = 39,                /* 39 figures of a row (a row with 40 is gone), then 39 tails, then "empty" */
    ROW = 2 * TAILS + 1,
    SCORES = 40,               /* points still missing, 1..40 and more */
    SEAT = ROWS * ROW + SCORES,
    OWN_DIE = 7,               /* none, 1..6 */
    SHARE = 16,                /* share of each pip among the unseen dice, in 48ths */
    UNSEEN = 17,               /* unseen dice, in eights */
    COMMON = OWN_DIE + 6 * SHARE + UNSEEN,
    THREATS = 3, ZONES = 4, POINTS = 16, REACH = 7, CLASSES = 6,
    PATTERN_ROW = ZONES * POINTS + ZONES + 2 * REACH,
    PATTERN_SEAT = TAILS * THREATS + ROWS * PATTERN_ROW,
    PATTERN_DIE = ROWS * CLASSES,
    MAX_FEATURES = MAX_SEATS * (SEAT + PATTERN_SEAT) + COMMON + PATTERN_DIE,
    MAX_ACTIVE = 220
};

typedef struct { int count; uint16_t index[MAX_ACTIVE]; } Features;

static inline int base_features(int seats) { return seats * SEAT + COMMON; }
static inline int feature_count(int seats) { return base_features(seats) + seats * PATTERN_SEAT + PATTERN_DIE; }

static inline void sort_rows(uint64_t row[ROWS])
{
#define ORDER(i, j) if (row[i] < row[j]) { uint64_t low = row[i]; row[i] = row[j]; row[j] = low; }
    ORDER(0, 1) ORDER(1, 2) ORDER(0, 1)
#undef ORDER
}

/* The features of one seat: block k of the seat that is k seats after the one that moved. */
static inline void find_seat(const Board *b, int seat, int k, int target, Features *f)
{
    int n = f->count, base = k * SEAT;
    uint64_t row[ROWS] = {b->rows[seat][0], b->rows[seat][1], b->rows[seat][2]};
    sort_rows(row);
    for (int r = 0; r < ROWS; r++, base += ROW) {
        if (!row[r]) {
            f->index[n++] = (uint16_t)(base + 2 * TAILS);
            continue;
        }
        for (uint64_t rest = row[r]; rest; rest &= rest - 1)
            f->index[n++] = (uint16_t)(base + __builtin_ctzll(rest) - 1);
        f->index[n++] = (uint16_t)(base + TAILS + tail(row[r]) - 1);
    }
    int missing = target - b->score[seat];
    f->index[n++] = (uint16_t)(base + (missing < 1 ? 1 : missing > SCORES ? SCORES : missing) - 1);
    f->count = n;
}

static inline uint16_t die_feature(int seats, int left) { return (uint16_t)(seats * SEAT + left); }

/* The features of the dice: no move of a turn changes what is unseen. */
static inline void find_unseen(int seats, const uint8_t unseen[7], Features *f)
{
    int base = seats * SEAT + OWN_DIE, total = 0;
    for (int d = 1; d <= 6; d++) total += unseen[d];
    for (int d = 1; d <= 6; d++, base += SHARE) {
        int share = total ? 48 * unseen[d] / total : 8;
        f->index[f->count++] = (uint16_t)(base + (share < SHARE ? share : SHARE - 1));
    }
    f->index[f->count++] = (uint16_t)(base + total / 8);
}

/* Figures that one more of a row's owner's dice could bring, 1 to 6 above the tail; a 0 reaches what starts a row. */
static inline uint64_t ahead_of(int tail_figure) { return 0x7Eull << tail_figure & ((2ull << TOP) - 1); }

/* Relations between rows, which the values of single figures cannot express: how many rows of others can take a
 * figure (a free slot counts as a row), what a row would score and how far it is from that, what its tail can reach. */
static inline void find_patterns(const Board *b, int seats, int target, int me, int left, Features *f)
{
    int base = base_features(seats), n = f->count;
    uint64_t held = 0, twice = 0, owned[MAX_SEATS], low = seats > 2 ? 0x7FE : 0;
    for (int s = 0; s < seats; s++) {
        owned[s] = b->rows[s][0] | b->rows[s][1] | b->rows[s][2];
        for (int r = 0; r < ROWS; r++) {
            twice |= held & b->rows[s][r];
            held |= b->rows[s][r];
        }
    }
    uint64_t gone = (held & ~low) | (twice & low); /* figures with no copy in the centre */
    for (int k = 0; k < seats; k++) {
        int seat = (me + k) % seats, missing = target - b->score[seat];
        uint64_t row[ROWS] = {b->rows[seat][0], b->rows[seat][1], b->rows[seat][2]};
        uint64_t least[THREATS + 1] = {~0ull}; /* least[t]: figures in reach of at least t rows of others */
        sort_rows(row);
        for (int s = 0; s < seats; s++) {
            if (s == seat) continue;
            int started = 0;
            for (int r = 0; r < ROWS; r++) {
                if (!b->rows[s][r] && started++) continue;
                uint64_t reach = ahead_of(tail(b->rows[s][r]));
                for (int t = THREATS; t > 0; t--) least[t] |= least[t - 1] & reach;
            }
        }
        for (int r = 0; r < ROWS; r++)
            for (uint64_t rest = row[r] & gone & least[1]; rest; rest &= rest - 1) {
                int v = __builtin_ctzll(rest), t = 1 + (int)(least[2] >> v & 1) + (int)(least[3] >> v & 1);
                f->index[n++] = (uint16_t)(base + (v - 1) * THREATS + t - 1);
            }
        base += TAILS * THREATS;
        for (int r = 0; r < ROWS; r++, base += PATTERN_ROW) {
            if (!row[r]) continue;
            int t = tail(row[r]), worth = points(row[r]), zone = (t >= 34) + (t >= 28) + (t >= 22);
            uint64_t ahead = ahead_of(t);
            f->index[n++] = (uint16_t)(base + zone * POINTS + (worth > POINTS ? POINTS : worth) - 1);
            if (worth + 1 >= missing) f->index[n++] = (uint16_t)(base + ZONES * POINTS + zone);
            int steals = __builtin_popcountll(ahead & gone & ~owned[seat]), takes = __builtin_popcountll(ahead & ~gone);
            f->index[n++] = (uint16_t)(base + ZONES * POINTS + ZONES + steals);
            f->index[n++] = (uint16_t)(base + ZONES * POINTS + ZONES + REACH + takes);
            if (k == 0 && left) {
                uint64_t bit = 1ull << (t + left);
                int kind = t + left > TOP ? 1 : t + left == TOP ? 2 : !(gone & bit) ? 3 : owned[seat] & bit ? 4 : 5;
                f->index[n++] = (uint16_t)(base_features(seats) + seats * PATTERN_SEAT + r * CLASSES + kind);
            }
        }
    }
    f->count = n;
}

static inline void find_features(const Board *b, int seats, int target, int me, int left, const uint8_t unseen[7],
                                 Features *f)
{
    f->count = 0;
    for (int k = 0; k < seats; k++) find_seat(b, (me + k) % seats, k, target, f);
    f->index[f->count++] = die_feature(seats, left);
    find_unseen(seats, unseen, f);
    find_patterns(b, seats, target, me, left, f);
}

#endif
