/* The value function while it learns: one hidden layer and a linear skip, in floats.
 *
 * value = logistic(bias + sum of skip[f] + sum over j of out[j] * act(b[j] + sum of w[f][j])), f the active features;
 * it estimates the probability that the seat that just moved wins. Without a hidden layer only the skip is left.
 * Only single additions and multiplications in a fixed order (no contraction, no fast-math, no libm), so that the
 * same seed gives the same weights on every machine with IEEE floats.
 */
#ifndef MENSCH_NETWORK_H
#define MENSCH_NETWORK_H

#include "features.h"

#ifndef HIDDEN
#define HIDDEN 32 /* units; a multiple of LANES */
#endif

enum { LANES = 16, BLOCKS = HIDDEN / LANES };

typedef float Floats __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t Ints __attribute__((vector_size(LANES * sizeof(int32_t))));

typedef struct {
    Floats w[MAX_FEATURES][BLOCKS], b[BLOCKS], out[BLOCKS];
    float skip[MAX_FEATURES], bias;
    int seats, hidden; /* hidden is 0 or HIDDEN */
} Network;

typedef struct { Floats hidden[BLOCKS]; float linear; } Sums; /* before the squash */

static inline float logistic(float x)
{
    /* 1 / (1 + e^-x), with e^-|x| = (e^(-|x|/1024))^1024 from four terms: error under 1e-4, and portable */
    float a = x < 0 ? -x : x;
    if (a > 20) a = 20;
    float y = -a / 1024, e = 1 + y * (1 + y * (0.5f + y * (1.0f / 6)));
    for (int i = 0; i < 10; i++) e *= e;
    return x < 0 ? e / (1 + e) : 1 / (1 + e);
}

static inline Floats choose_floats(Ints mask, Floats yes, Floats no)
{
    return (Floats)(((Ints)yes & mask) | ((Ints)no & ~mask));
}

static inline float add_up(Floats v)
{
    float sum = 0;
    for (int i = 0; i < LANES; i++) sum += v[i];
    return sum;
}

static inline Floats act(Floats x) /* clipped to 0..1 */
{
    Floats zero = {0}, one = zero + 1;
    return choose_floats(x > one, one, choose_floats(x < zero, zero, x));
}
static inline Floats act_slope(Floats x)
{
    Floats zero = {0}, one = zero + 1;
    return (Floats)((x > zero) & (x < one) & (Ints)one);
}

static inline void add_features(const Network *n, const Features *f, Sums *s)
{
    for (int i = 0; i < f->count; i++) s->linear += n->skip[f->index[i]];
    if (n->hidden)
        for (int i = 0; i < f->count; i++)
            for (int k = 0; k < BLOCKS; k++) s->hidden[k] += n->w[f->index[i]][k];
}

static inline void add_sums(Sums *s, const Sums *more)
{
    s->linear += more->linear;
    for (int k = 0; k < BLOCKS; k++) s->hidden[k] += more->hidden[k];
}

static inline Sums biases(const Network *n)
{
    Sums s = {.linear = n->bias};
    memcpy(s.hidden, n->b, sizeof s.hidden);
    return s;
}

static inline float logit(const Network *n, const Sums *s)
{
    Floats dot = {0};
    if (!n->hidden) return s->linear;
    for (int k = 0; k < BLOCKS; k++) dot += n->out[k] * act(s->hidden[k]);
    return s->linear + add_up(dot);
}

/* One step of gradient descent on the cross-entropy between value and wanted probability. Returns the value before. */
static inline float learn(Network *n, const Features *f, float wanted, float rate)
{
    Sums s = biases(n);
    add_features(n, f, &s);
    float value = logistic(logit(n, &s)), step = rate * (wanted - value);
    n->bias += step;
    for (int i = 0; i < f->count; i++) n->skip[f->index[i]] += step;
    if (!n->hidden) return value;
    Floats down[BLOCKS];
    for (int k = 0; k < BLOCKS; k++) {
        down[k] = step * n->out[k] * act_slope(s.hidden[k]);
        n->out[k] += step * act(s.hidden[k]);
        n->b[k] += down[k];
    }
    for (int i = 0; i < f->count; i++)
        for (int k = 0; k < BLOCKS; k++) n->w[f->index[i]][k] += down[k];
    return value;
}

static inline void start_network(Network *n, int seats, int hidden, Random *r)
{
    memset(n, 0, sizeof *n);
    n->seats = seats;
    n->hidden = hidden;
    if (!hidden) return;
#define SMALL(size) ((float)((int)below(r, 20001) - 10000) * (float)(size) / 10000)
    for (int f = 0; f < feature_count(seats); f++)
        for (int j = 0; j < HIDDEN; j++) n->w[f][j / LANES][j % LANES] = SMALL(0.1);
    for (int j = 0; j < HIDDEN; j++) {
        n->b[j / LANES][j % LANES] = 0.3f;
        n->out[j / LANES][j % LANES] = SMALL(0.2);
    }
#undef SMALL
}

#endif
