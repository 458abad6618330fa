/* Command line of the trainer; train.py calls it. Numbers go to stdout, progress to stderr.
 *
 *   trainer train SEATS HIDDEN GAMES LAMBDA RATE_FIRST RATE_LAST AGAINST_GREEDY SEED OUT.bin [FROM.bin]
 *   trainer match PLAYER PLAYER SEATS GAMES SEED    (PLAYER: random, greedy, weights file, ahead:weights file)
 *   trainer games WEIGHTS GAMES SEED                (prints games with the value of each after-state, for the tests)
 */
#include <stdlib.h>
#include <time.h>

#include "games.h"
#include "lookahead.h"
#include "selfplay.h"

static void report(const char *what, long won, long games)
{
    double p = (double)won / (double)games, half = 1.96 * sqrt(p * (1 - p) / (double)games);
    printf("%s %.2f%% (%.2f to %.2f) of %ld\n", what, 100 * p, 100 * (p - half), 100 * (p + half), games);
    fflush(stdout);
}

static Player player_named(const char *name)
{
    int ahead = !strncmp(name, "ahead:", 6);
    if (!strcmp(name, "random")) return (Player){.choose = choose_random};
    if (!strcmp(name, "greedy")) return (Player){.choose = choose_greedy};
    Quantised *net = aligned_alloc(64, sizeof *net);
    read_quantised(net, ahead ? name + 6 : name);
    return (Player){.choose = ahead ? choose_ahead : choose_by_value, .net = net};
}

static void train(int seats, int hidden, long games, float lambda, float first, float last, int against_greedy,
                  uint64_t seed, const char *path, const char *from)
{
    Network *net = aligned_alloc(64, sizeof *net);
    Quantised *shipped = aligned_alloc(64, sizeof *shipped);
    History *history = malloc(sizeof *history);
    Random r = {mixed(seed)};
    Player learner = {.choose = choose_by_value, .net = shipped}, greedy = {.choose = choose_greedy};
    clock_t began = clock();
    long turns = 0;
    if (from) {
        read_quantised(shipped, from);
        restore(shipped, net);
    } else {
        start_network(net, seats, hidden, &r);
    }
    float rate = first, fall = (float)exp(log((double)last / (double)first) / 1000);
    for (long n = 0; n < games; n++) {
        int winner = -1, length = play_game(net, against_greedy, history, &winner, &r);
        turns += length;
        if (length) learn_game(net, history, winner, lambda, rate);
        if ((n + 1) * 1000 / games > n * 1000 / games) rate *= fall;
        if ((n + 1) * 20 / games > n * 20 / games) {
            char line[120];
            quantise(net, shipped);
            write_quantised(shipped, path);
            long won = match(&learner, &greedy, seats, 4000, 7);
            snprintf(line, sizeof line, "%ld games, %.0f s, %.1f turns each, rate %.5f, over greedy", n + 1,
                     (double)(clock() - began) / CLOCKS_PER_SEC, (double)turns / (double)(n + 1), (double)rate);
            report(line, won, 4000);
        }
    }
}

int main(int count, char **word)
{
    if ((count == 11 || count == 12) && !strcmp(word[1], "train")) {
        train(atoi(word[2]), atoi(word[3]), atol(word[4]), (float)atof(word[5]), (float)atof(word[6]),
              (float)atof(word[7]), atoi(word[8]), strtoull(word[9], NULL, 10), word[10],
              count == 12 ? word[11] : NULL);
    } else if (count == 7 && !strcmp(word[1], "match")) {
        Player first = player_named(word[2]), others = player_named(word[3]);
        long games = atol(word[5]);
        report("won", match(&first, &others, atoi(word[4]), games, strtoull(word[6], NULL, 10)), games);
    } else if (count == 5 && !strcmp(word[1], "games")) {
        Player player = player_named(word[2]);
        for (long n = 0; n < atol(word[3]); n++) print_game(player.net, strtoull(word[4], NULL, 10) + (uint64_t)n);
    } else {
        fprintf(stderr, "usage: see the top of trainer.c\n");
        return 2;
    }
    return 0;
}
