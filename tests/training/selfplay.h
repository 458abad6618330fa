/* TD(lambda) by self-play. After each game, every seat learns from the chain of its own after-states.
 *
 * The chain is a seat's own, because the value knows that seat's die in hand: the next player's estimate does not, so
 * it would be a worse target. The lambda-return runs backwards from the result:
 * G = won (1 or 0) after the last state, then G = lambda * G + (1 - lambda) * value of the state just passed.
 */
#ifndef MENSCH_SELFPLAY_H
#define MENSCH_SELFPLAY_H

#include "players.h"

enum { MAX_TURNS = 1200 };

typedef struct {
    Features states[MAX_SEATS][MAX_TURNS];
    int turns[MAX_SEATS];
} History;

/* The best move by the network, its after-state kept in `after`. A move that ends the game is taken at once.
 * Most of an after-state is the same for all moves of a turn, so its sums are made once: only the own seat's, and the
 * robbed seat's, are made per move. */
static Move choose_valued(const Network *net, const Game *g, Features *after)
{
    const uint8_t *hand = g->hand[g->to_move];
    int me = g->to_move, seats = g->seats, best = 0;
    float most = 0;
    uint8_t unseen[7];
    Move moves[MAX_MOVES];
    Sums common = biases(net), others[MAX_SEATS], all;
    Features f = {0};
    int count = legal_moves(&g->board, seats, me, hand, moves);
    count_unseen(g->discards, hand[0], hand[1], unseen);
    find_unseen(seats, unseen, &f);
    add_features(net, &f, &common);
    all = common;
    for (int k = 1; k < seats; k++) {
        others[k] = (Sums){.linear = 0};
        f.count = 0;
        find_seat(&g->board, (me + k) % seats, k, g->target, &f);
        add_features(net, &f, &others[k]);
        add_sums(&all, &others[k]);
    }
    for (int i = 0; i < count; i++) {
        Board board = g->board;
        Sums s = all;
        place(&board, me, moves[i]);
        if (board.score[me] >= g->target) return moves[i];
        f.count = 0;
        if (moves[i].from_seat >= 0 && moves[i].from_seat != me) {
            int robbed = (moves[i].from_seat - me + seats) % seats;
            s = common;
            for (int k = 1; k < seats; k++)
                if (k != robbed) add_sums(&s, &others[k]);
            find_seat(&board, moves[i].from_seat, robbed, g->target, &f);
        }
        find_seat(&board, me, 0, g->target, &f);
        f.index[f.count++] = die_feature(seats, left_in_hand(hand, moves[i]));
        find_patterns(&board, seats, g->target, me, left_in_hand(hand, moves[i]), &f);
        add_features(net, &f, &s);
        float found = logit(net, &s);
        if (i == 0 || found > most) {
            best = i;
            most = found;
        }
    }
    Board board = g->board;
    place(&board, me, moves[best]);
    find_features(&board, seats, g->target, me, left_in_hand(hand, moves[best]), unseen, after);
    return moves[best];
}

/* One game between copies of the network, or, in so many of a hundred, of one copy against greedy players, who leave no
 * history. Returns the number of turns, 0 for a game given up as endless. */
static int play_game(const Network *net, int against_greedy, History *h, int *winner, Random *r)
{
    Game g;
    int alone = against_greedy && (int)below(r, 100) < against_greedy ? (int)below(r, (uint32_t)net->seats) : -1;
    memset(h->turns, 0, sizeof h->turns);
    deal(&g, net->seats, r);
    for (int turn = 1; turn < MAX_TURNS; turn++) {
        int me = g.to_move;
        int greedy = alone >= 0 && me != alone;
        Move m = greedy ? choose_greedy(NULL, &g, r) : choose_valued(net, &g, &h->states[me][h->turns[me]]);
        if (play(&g, m, r)) {
            *winner = me;
            return turn;
        }
        h->turns[me] += !greedy;
    }
    return 0;
}

static void learn_game(Network *net, const History *h, int winner, float lambda, float rate)
{
    for (int seat = 0; seat < net->seats; seat++) {
        float wanted = seat == winner;
        for (int t = h->turns[seat] - 1; t >= 0; t--) {
            float value = learn(net, &h->states[seat][t], wanted, rate);
            wanted = lambda * wanted + (1 - lambda) * value;
        }
    }
}

#endif
