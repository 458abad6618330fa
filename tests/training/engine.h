/* The rules of the game for the trainer: positions as bit masks, legal moves, play.
 *
 * Written from the rules page alone, apart from core/, so that the two can be held against each other.
 * A row is a set of figures, hence a mask: bit v is figure v, the highest bit is the tail. Slots do not matter
 * to the value of a position, so none are kept: the first empty mask takes a new row.
 */
#ifndef MENSCH_ENGINE_H
#define MENSCH_ENGINE_H

#include <stdint.h>
#include <string.h>

enum { MAX_SEATS = 4, ROWS = 3, TOP = 40, MAX_MOVES = 32 };

/* xorshift64*: small, good enough for dice, and the same everywhere. */
typedef struct { uint64_t state; } Random;

static inline uint64_t mixed(uint64_t x) /* splitmix64, to spread seeds that lie close together */
{
    x += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return (x ^ (x >> 31)) | 1;
}

static inline uint32_t below(Random *r, uint32_t n) /* 0 .. n-1; the bias of n/2^32 is far under what we measure */
{
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return (uint32_t)(((r->state * 0x2545F4914F6CDD1Dull >> 32) * n) >> 32);
}

typedef struct {
    uint64_t rows[MAX_SEATS][ROWS];
    int16_t score[MAX_SEATS];
} Board;

typedef struct {
    Board board;
    int seats, target, to_move;
    uint8_t hand[MAX_SEATS][2];
    uint8_t pile[7], discards[7]; /* number of dice of each pip; a draw picks one of the pile at random, */
    int pile_left;                /* which is the same as a shuffled pile from which nobody has seen a card */
    uint8_t drawn[2];             /* the latest refill in drawing order, a 0 where the die was kept */
} Game;

typedef struct {
    int8_t row;                 /* row extended, ROWS for a start, -1 for a pass */
    int8_t first, second;       /* dice played; second is 0 unless a start takes both */
    int8_t figure;              /* needed figure, 0 for a pass */
    int8_t from_seat, from_row; /* where the figure is taken, from_seat -1 for the centre */
} Move;

static const uint8_t DICE[7] = {0, 22, 22, 22, 22, 21, 21};
static const uint8_t STARS[TOP + 1] = {[5] = 1, [10] = 1, [15] = 1, [20] = 1, [25] = 1, [30] = 1,
                                       [35] = 1, [36] = 1, [37] = 2, [38] = 2, [39] = 3};

static inline int tail(uint64_t row) { return row ? 63 - __builtin_clzll(row) : 0; }

static inline int points(uint64_t row) /* of a set of figures: one each and their stars */
{
    int sum = 0;
    for (; row; row &= row - 1) sum += 1 + STARS[__builtin_ctzll(row)];
    return sum;
}

/* A figure's possible sources, in the order of the rules: centre, own rows, other rows. */
static inline int add_sources(const Board *b, int seats, int me, Move m, Move *out)
{
    int copies = seats > 2 && m.figure <= 10 ? 2 : 1, held = 0, own = 0, count = 0;
    int8_t where[2][2];
    for (int s = 0; s < seats; s++)
        for (int r = 0; r < ROWS; r++)
            if (b->rows[s][r] >> m.figure & 1) {
                where[held][0] = (int8_t)s;
                where[held++][1] = (int8_t)r;
                own += s == me;
            }
    if (held < copies) {
        m.from_seat = m.from_row = -1;
        out[0] = m;
        return 1;
    }
    for (int i = 0; i < held; i++)
        if (!own || where[i][0] == me) {
            m.from_seat = where[i][0];
            m.from_row = where[i][1];
            out[count++] = m;
        }
    return count;
}

static inline int legal_moves(const Board *b, int seats, int me, const uint8_t hand[2], Move *out)
{
    int count = 0, same = hand[0] == hand[1], rows_held = 0;
    for (int r = 0; r < ROWS; r++) {
        if (!b->rows[me][r]) continue;
        rows_held++;
        for (int d = 0; d < 2 - same; d++) {
            int figure = tail(b->rows[me][r]) + hand[d];
            if (figure <= TOP)
                count += add_sources(b, seats, me, (Move){(int8_t)r, (int8_t)hand[d], 0, (int8_t)figure, -1, -1},
                                     out + count);
        }
    }
    if (rows_held < ROWS) {
        for (int d = 0; d < 2 - same; d++)
            count += add_sources(b, seats, me, (Move){ROWS, (int8_t)hand[d], 0, (int8_t)hand[d], -1, -1}, out + count);
        int sum = hand[0] + hand[1];
        count += add_sources(b, seats, me, (Move){ROWS, (int8_t)hand[0], (int8_t)hand[1], (int8_t)sum, -1, -1},
                             out + count);
    }
    if (count == 0)
        for (int d = 0; d < 2 - same; d++) out[count++] = (Move){-1, (int8_t)hand[d], 0, 0, -1, -1};
    return count;
}

/* Take, place, score. Returns the points made. */
static inline int place(Board *b, int me, Move m)
{
    if (m.row < 0) return 0;
    int row = m.row;
    if (row == ROWS) /* the slot is found before the figure is taken */
        for (row = 0; b->rows[me][row]; row++) {}
    if (m.from_seat >= 0) b->rows[m.from_seat][m.from_row] &= ~(1ull << m.figure);
    b->rows[me][row] |= 1ull << m.figure;
    if (m.figure != TOP) return 0;
    int made = points(b->rows[me][row]);
    b->rows[me][row] = 0;
    b->score[me] = (int16_t)(b->score[me] + made);
    return made;
}

/* The die that stays in hand: 0 when both were played. */
static inline int left_in_hand(const uint8_t hand[2], Move m)
{
    return m.second ? 0 : hand[0] == m.first ? hand[1] : hand[0];
}

static inline int pick(Random *r, uint8_t counts[7], int total)
{
    int n = (int)below(r, (uint32_t)total), d = 1;
    while (n >= counts[d]) n -= counts[d++];
    counts[d]--;
    return d;
}

static inline int draw(Game *g, Random *r)
{
    if (!g->pile_left) {
        memcpy(g->pile, g->discards, sizeof g->pile);
        memset(g->discards, 0, sizeof g->discards);
        for (int d = 1; d <= 6; d++) g->pile_left += g->pile[d];
    }
    return pick(r, g->pile, g->pile_left--);
}

/* The lower die first, so that moves are listed in the same order as by core/. */
static inline void hold(uint8_t hand[2], int one, int other)
{
    hand[0] = (uint8_t)(one < other ? one : other);
    hand[1] = (uint8_t)(one < other ? other : one);
}

static inline void deal(Game *g, int seats, Random *r)
{
    memset(g, 0, sizeof *g);
    g->seats = seats;
    g->target = seats == 2 ? 40 : seats == 3 ? 35 : 30;
    memcpy(g->pile, DICE, sizeof g->pile);
    g->pile_left = 130;
    for (int s = 0; s < seats; s++) {
        int one = draw(g, r);
        hold(g->hand[s], one, draw(g, r));
    }
}

/* Play for the seat to move. Returns 1 when that ends the game. */
static inline int play(Game *g, Move m, Random *r)
{
    int me = g->to_move, left = left_in_hand(g->hand[me], m);
    g->discards[m.first]++;
    if (m.second) g->discards[m.second]++;
    place(&g->board, me, m);
    if (g->board.score[me] >= g->target) return 1;
    g->drawn[0] = (uint8_t)(left ? 0 : draw(g, r));
    g->drawn[1] = (uint8_t)draw(g, r);
    hold(g->hand[me], left ? left : g->drawn[0], g->drawn[1]);
    g->to_move = (me + 1) % g->seats;
    return 0;
}

/* Dice that a seat with these own dice cannot place: in the draw pile or in other hands. */
static inline void count_unseen(const uint8_t discards[7], int own_first, int own_second, uint8_t unseen[7])
{
    for (int d = 1; d <= 6; d++)
        unseen[d] = (uint8_t)(DICE[d] - discards[d] - (d == own_first) - (d == own_second));
    unseen[0] = 0;
}

#endif
