/* Whole games with the value of every after-state, one JSON object a line: what the Python bots are tested against. */
#ifndef MENSCH_GAMES_H
#define MENSCH_GAMES_H

#include "players.h"

/* The notation of design.md. A source is named where there is a choice of rows, that is, where the same dice
 * to the same row are listed more than once. */
static void print_move(const Move *moves, int count, Move m)
{
    int alike = 0;
    for (int i = 0; i < count; i++)
        alike += moves[i].row == m.row && moves[i].first == m.first && moves[i].second == m.second;
    printf("\"%c", m.row < 0 ? 'P' : m.row == ROWS ? 'N' : 'A' + m.row);
    printf(m.row >= 0 && m.row < ROWS ? "+%d" : "%d", m.first);
    if (m.second) printf("+%d", m.second);
    if (alike > 1) printf("@%d%c", m.from_seat, 'A' + m.from_row);
    printf("\"");
}

/* One game; one move in four is random, so that odd positions occur. "hands" are what was dealt to the seats in
 * order, "drawn" the refill after a move, in drawing order. */
static void print_game(const Quantised *net, uint64_t seed)
{
    Random r = {mixed(seed)};
    Game g;
    Player by_value = {.choose = choose_by_value, .net = net};
    deal(&g, net->seats, &r);
    printf("{\"seats\":%d,\"hands\":\"", net->seats);
    for (int s = 0; s < net->seats; s++) printf("%d%d", g.hand[s][0], g.hand[s][1]);
    printf("\",\"turns\":[");
    for (int turn = 0, over = 0; !over; turn++) {
        const uint8_t *hand = g.hand[g.to_move];
        Move moves[MAX_MOVES], best = choose_by_value(&by_value, &g, &r);
        int count = legal_moves(&g.board, g.seats, g.to_move, hand, moves);
        uint8_t unseen[7];
        count_unseen(g.discards, hand[0], hand[1], unseen);
        Move m = below(&r, 4) ? best : moves[below(&r, (uint32_t)count)];
        int64_t v = value_after(net, &g.board, g.seats, g.target, g.to_move, hand, m, unseen);
        printf("%s{\"best\":", turn ? "," : "");
        print_move(moves, count, best);
        printf(",\"move\":");
        print_move(moves, count, m);
        if (v != CERTAIN) printf(",\"value\":%lld", (long long)v);
        over = play(&g, m, &r);
        if (!over) printf(",\"drawn\":\"%.*s%d\"", g.drawn[0] > 0, &"0123456"[g.drawn[0]], g.drawn[1]);
        printf("}");
    }
    printf("]}\n");
}

#endif
