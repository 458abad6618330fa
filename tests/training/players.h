/* Who plays: random, greedy, and one ply over the after-states with a quantised value function. */
#ifndef MENSCH_PLAYERS_H
#define MENSCH_PLAYERS_H

#include "quantised.h"

typedef struct Player Player;
struct Player {
    Move (*choose)(const Player *, const Game *, Random *);
    const Quantised *net;
};

static Move choose_random(const Player *p, const Game *g, Random *r)
{
    (void)p;
    Move moves[MAX_MOVES];
    int count = legal_moves(&g->board, g->seats, g->to_move, g->hand[g->to_move], moves);
    return moves[below(r, (uint32_t)count)];
}

/* core/bots/greedy.py says what this is; the gains here are the same times 1200. */
static int greedy_gain(const Game *g, Move m)
{
    if (m.row < 0) return 0;
    int me = g->to_move, completed = 0, stolen = 0, own = 0;
    if (m.figure == TOP) completed = 1 + points(g->board.rows[me][m.row]);
    if (m.from_seat == me) own = 1;
    else if (m.from_seat >= 0) stolen = 1 + STARS[m.figure];
    if (g->seats == 2)
        return 1200000 * completed + 1200 * (STARS[m.figure] + stolen) - (own ? 100000 : 0) + m.figure;
    int weight = g->seats == 3 ? 360 : 120;
    return 12000 * completed + 30 * m.figure + weight * (STARS[m.figure] + stolen - own);
}

static Move choose_greedy(const Player *p, const Game *g, Random *r)
{
    (void)p;
    (void)r;
    Move moves[MAX_MOVES];
    int count = legal_moves(&g->board, g->seats, g->to_move, g->hand[g->to_move], moves), best = 0, gain = 0;
    for (int i = 0; i < count; i++) {
        int other = greedy_gain(g, moves[i]);
        if (i == 0 || other > gain) {
            best = i;
            gain = other;
        }
    }
    return moves[best];
}

static const int64_t CERTAIN = INT64_MAX; /* a move that ends the game beats every value */

static inline int64_t value_after(const Quantised *net, const Board *b, int seats, int target, int me,
                                  const uint8_t hand[2], Move m, const uint8_t unseen[7])
{
    Board after = *b;
    Features f;
    place(&after, me, m);
    if (after.score[me] >= target) return CERTAIN;
    find_features(&after, seats, target, me, left_in_hand(hand, m), unseen, &f);
    return value(net, &f);
}

static Move choose_by_value(const Player *p, const Game *g, Random *r)
{
    (void)r;
    Move moves[MAX_MOVES];
    const uint8_t *hand = g->hand[g->to_move];
    int count = legal_moves(&g->board, g->seats, g->to_move, hand, moves), best = 0;
    int64_t most = 0;
    uint8_t unseen[7];
    count_unseen(g->discards, hand[0], hand[1], unseen);
    for (int i = 0; i < count; i++) {
        int64_t v = value_after(p->net, &g->board, g->seats, g->target, g->to_move, hand, moves[i], unseen);
        if (i == 0 || v > most) {
            best = i;
            most = v;
        }
    }
    return moves[best];
}

/* Games won by `first`, sitting at each seat in turn, with `others` at all the rest. */
static long match(const Player *first, const Player *others, int seats, long games, uint64_t seed)
{
    long won = 0;
    for (long n = 0; n < games; n++) {
        Game g;
        int seat = (int)(n % seats), over = 0;
        Random r = {mixed(seed + (uint64_t)n)};
        deal(&g, seats, &r);
        while (!over) {
            const Player *p = g.to_move == seat ? first : others;
            over = play(&g, p->choose(p, &g, &r), &r);
        }
        won += g.to_move == seat;
    }
    return won;
}

#endif
