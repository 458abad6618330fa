/* The player that looks ahead, as core/bots/master.py does, to measure it over many games.
 *
 * The best few moves by value are compared after one more round: the other seats answer by value with dice they
 * might hold, then the own next after-state is valued, over all dice that the own draw can bring. With 2 seats the
 * opponent's 21 hands are gone through with their probabilities; with more, hands are sampled, the same ones for every
 * move that is compared.
 */
#ifndef MENSCH_LOOKAHEAD_H
#define MENSCH_LOOKAHEAD_H

#include "players.h"

/* As in core/bots/master.py: moves compared, hands sampled, and how far behind the best by value a move may lie. */
enum { CANDIDATES = 5, SAMPLES = 96 };
static const double MARGIN = 0.06;

static double chance(int64_t v) { return v == CERTAIN ? 1 : 1 / (1 + exp(-(double)v / ((double)ONE * ONE))); }

static Move best_by_value(const Quantised *net, const Board *b, int seats, int target, int me, const uint8_t hand[2],
                          const uint8_t discards[7], int64_t *most)
{
    Move moves[MAX_MOVES];
    uint8_t unseen[7];
    int count = legal_moves(b, seats, me, hand, moves), best = 0;
    count_unseen(discards, hand[0], hand[1], unseen);
    for (int i = 0; i < count; i++) {
        int64_t v = value_after(net, b, seats, target, me, hand, moves[i], unseen);
        if (i == 0 || v > *most) {
            best = i;
            *most = v;
        }
    }
    return moves[best];
}

/* In how many ways two dice can be drawn, one after the other. */
static int pairs(const uint8_t pool[7], int one, int two)
{
    return one == two ? pool[one] * (pool[one] - 1) : 2 * pool[one] * pool[two];
}

/* The chance to win of `me` at its own next turn, averaged over what it can draw to the die kept (or to none). */
static double own_turn(const Quantised *net, const Board *b, int seats, int target, int me, int kept,
                       const uint8_t discards[7], const uint8_t pool[7])
{
    int total = 0;
    double sum = 0;
    for (int d = 1; d <= 6; d++) total += pool[d];
    for (int one = 1; one <= 6; one++) {
        if (kept ? one != kept : !pool[one]) continue;
        for (int two = kept ? 1 : one; two <= 6; two++) {
            double ways = (double)pool[two] / total;
            if (!kept) ways = (double)pairs(pool, one, two) / total / (total - 1);
            uint8_t hand[2];
            int64_t most;
            if (ways <= 0) continue;
            hold(hand, one, two);
            best_by_value(net, b, seats, target, me, hand, discards, &most);
            sum += ways * chance(most);
        }
    }
    return sum;
}

/* The other seats, in order from seat `next`, answer; then it is the own turn. */
static double round_after(const Quantised *net, const Game *g, const Board *b, int me, int kept, uint8_t discards[7],
                          const uint8_t hands[MAX_SEATS][2], const uint8_t pool[7])
{
    Board board = *b;
    uint8_t seen[7];
    memcpy(seen, discards, sizeof seen);
    for (int seat = (me + 1) % g->seats; seat != me; seat = (seat + 1) % g->seats) {
        int64_t most;
        Move m = best_by_value(net, &board, g->seats, g->target, seat, hands[seat], seen, &most);
        if (most == CERTAIN) return 0;
        place(&board, seat, m);
        seen[m.first]++;
        if (m.second) seen[m.second]++;
    }
    return own_turn(net, &board, g->seats, g->target, me, kept, seen, pool);
}

/* What the other seats might hold, what is left in the pile then, and how likely that is (not normalised). */
typedef struct {
    uint8_t hands[SAMPLES][MAX_SEATS][2], pools[SAMPLES][7];
    int weight[SAMPLES], count;
} Deals;

static void find_deals(Deals *deals, const uint8_t unseen[7], int seats, int me, Random *r)
{
    int total = 0;
    deals->count = 0;
    for (int d = 1; d <= 6; d++) total += unseen[d];
    for (int one = 1; seats == 2 && one <= 6; one++)
        for (int two = one; two <= 6; two++) {
            int n = deals->count, ways = pairs(unseen, one, two);
            if (!ways) continue;
            deals->weight[n] = ways;
            hold(deals->hands[n][1 - me], one, two);
            memcpy(deals->pools[n], unseen, 7);
            deals->pools[n][one]--;
            deals->pools[n][two]--;
            deals->count++;
        }
    for (; seats > 2 && deals->count < SAMPLES; deals->count++) {
        int n = deals->count, left = total;
        deals->weight[n] = 1;
        memcpy(deals->pools[n], unseen, 7);
        for (int seat = 0; seat < seats; seat++) {
            if (seat == me) continue;
            int one = pick(r, deals->pools[n], left--);
            hold(deals->hands[n][seat], one, pick(r, deals->pools[n], left--));
        }
    }
}

/* The chance to win after a move, averaged over deals. */
static double chance_after(const Quantised *net, const Game *g, Move m, const Deals *deals)
{
    int me = g->to_move, left = left_in_hand(g->hand[me], m);
    /* 21 hands can come of two dice drawn, so fewer samples make the same work */
    int count = g->seats > 2 && m.second ? deals->count / 3 : deals->count;
    double sum = 0, weights = 0;
    Board after = g->board;
    uint8_t discards[7];
    memcpy(discards, g->discards, sizeof discards);
    discards[m.first]++;
    if (m.second) discards[m.second]++;
    place(&after, me, m);
    for (int n = 0; n < count; n++) {
        const uint8_t *pool = deals->pools[n];
        int in_pile = 0;
        for (int d = 1; d <= 6; d++) in_pile += pool[d];
        if (in_pile < 2) pool = discards; /* about to be shuffled */
        sum += deals->weight[n] * round_after(net, g, &after, me, left, discards, deals->hands[n], pool);
        weights += deals->weight[n];
    }
    return sum / weights;
}

/* Best first; insertion keeps the listed order of equals. */
static void rank(Move *moves, int64_t *values, int count)
{
    for (int i = 0; i < count; i++)
        for (int j = i; j > 0 && values[j] > values[j - 1]; j--) {
            int64_t v = values[j];
            Move m = moves[j];
            values[j] = values[j - 1];
            moves[j] = moves[j - 1];
            values[j - 1] = v;
            moves[j - 1] = m;
        }
}

static Move choose_ahead(const Player *p, const Game *g, Random *r)
{
    const uint8_t *hand = g->hand[g->to_move];
    Move moves[MAX_MOVES];
    int64_t values[MAX_MOVES];
    uint8_t unseen[7];
    Deals deals;
    int count = legal_moves(&g->board, g->seats, g->to_move, hand, moves), compared = 1, best = 0;
    count_unseen(g->discards, hand[0], hand[1], unseen);
    for (int i = 0; i < count; i++) {
        values[i] = value_after(p->net, &g->board, g->seats, g->target, g->to_move, hand, moves[i], unseen);
        if (values[i] == CERTAIN) return moves[i];
    }
    rank(moves, values, count);
    while (compared < count && compared < CANDIDATES && chance(values[0]) - chance(values[compared]) < MARGIN)
        compared++;
    if (compared == 1) return moves[0];
    find_deals(&deals, unseen, g->seats, g->to_move, r);
    double most = -1;
    for (int i = 0; i < compared; i++) {
        double found = chance_after(p->net, g, moves[i], &deals);
        if (found > most) {
            most = found;
            best = i;
        }
    }
    return moves[best];
}

#endif
