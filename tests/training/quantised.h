/* The value function as it ships: 16-bit weights, integer sums, the same bits as core/bots/network.py.
 *
 * A weight w is stored as round(w * 2^SHIFT). The logit is (bias + skips) * 2^SHIFT + sum of out * act(hidden), so it
 * has 2 * SHIFT fraction bits.
 */
#ifndef MENSCH_QUANTISED_H
#define MENSCH_QUANTISED_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "network.h"

enum { SHIFT = 12, ONE = 1 << SHIFT };

static const char MAGIC[8] = "MENSCHV1";

typedef struct {
    Ints w[MAX_FEATURES][BLOCKS], b[BLOCKS], out[BLOCKS];
    int32_t skip[MAX_FEATURES], bias;
    int seats, hidden;
} Quantised;

static inline int32_t quantise_weight(float w)
{
    float scaled = w * ONE;
    if (scaled > 32767 || scaled < -32768) {
        fprintf(stderr, "weight %g does not fit into 16 bits\n", (double)w);
        scaled = scaled > 0 ? 32767 : -32768;
    }
    return (int32_t)lrintf(scaled);
}

static inline void quantise(const Network *n, Quantised *q)
{
    memset(q, 0, sizeof *q);
    q->seats = n->seats;
    q->hidden = n->hidden;
    q->bias = quantise_weight(n->bias);
    for (int f = 0; f < feature_count(n->seats); f++) q->skip[f] = quantise_weight(n->skip[f]);
    for (int j = 0; j < n->hidden; j++) {
        for (int f = 0; f < feature_count(n->seats); f++)
            q->w[f][j / LANES][j % LANES] = quantise_weight(n->w[f][j / LANES][j % LANES]);
        q->b[j / LANES][j % LANES] = quantise_weight(n->b[j / LANES][j % LANES]);
        q->out[j / LANES][j % LANES] = quantise_weight(n->out[j / LANES][j % LANES]);
    }
}

/* The floats that a file stands for, to learn on from there. */
static inline void restore(const Quantised *q, Network *n)
{
    memset(n, 0, sizeof *n);
    n->seats = q->seats;
    n->hidden = q->hidden;
    n->bias = (float)q->bias / ONE;
    for (int f = 0; f < feature_count(q->seats); f++) n->skip[f] = (float)q->skip[f] / ONE;
    for (int j = 0; j < q->hidden; j++) {
        for (int f = 0; f < feature_count(q->seats); f++)
            n->w[f][j / LANES][j % LANES] = (float)q->w[f][j / LANES][j % LANES] / ONE;
        n->b[j / LANES][j % LANES] = (float)q->b[j / LANES][j % LANES] / ONE;
        n->out[j / LANES][j % LANES] = (float)q->out[j / LANES][j % LANES] / ONE;
    }
}

static inline int64_t value(const Quantised *q, const Features *f)
{
    int64_t linear = q->bias, bent = 0;
    for (int i = 0; i < f->count; i++) linear += q->skip[f->index[i]];
    if (q->hidden) {
        Ints zero = {0}, one = zero + ONE, sum[BLOCKS];
        for (int k = 0; k < BLOCKS; k++) sum[k] = q->b[k];
        for (int i = 0; i < f->count; i++)
            for (int k = 0; k < BLOCKS; k++) sum[k] += q->w[f->index[i]][k];
        Ints dot[BLOCKS];
        for (int k = 0; k < BLOCKS; k++) {
            Ints high = sum[k] > one, positive = sum[k] > zero;
            dot[k] = q->out[k] * (((one & high) | (sum[k] & ~high)) & positive);
        }
        for (int k = 0; k < BLOCKS; k++) /* one product is below 2^28, sixteen of them below 2^32 */
            for (int j = 0; j < LANES; j++) bent += dot[k][j];
    }
    return linear * ONE + bent;
}

/* File: magic, then seats, hidden, features, shift, then skip[], bias, w[][], b[], out[], all 16-bit little-endian. */
static inline void write_quantised(const Quantised *q, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file) { perror(path); exit(1); }
    int features = feature_count(q->seats);
#define PUT(x) do { int v = (x); fputc(v & 255, file); fputc(v >> 8 & 255, file); } while (0)
    fwrite(MAGIC, 1, sizeof MAGIC, file);
    PUT(q->seats); PUT(q->hidden); PUT(features); PUT(SHIFT);
    for (int f = 0; f < features; f++) PUT(q->skip[f]);
    PUT(q->bias);
    for (int f = 0; f < features; f++)
        for (int j = 0; j < q->hidden; j++) PUT(q->w[f][j / LANES][j % LANES]);
    for (int j = 0; j < q->hidden; j++) PUT(q->b[j / LANES][j % LANES]);
    for (int j = 0; j < q->hidden; j++) PUT(q->out[j / LANES][j % LANES]);
#undef PUT
    if (fclose(file)) { perror(path); exit(1); }
}

static inline int get16(FILE *file)
{
    int low = fgetc(file), high = fgetc(file);
    if (high == EOF) { fprintf(stderr, "weights cut short\n"); exit(1); }
    return (int16_t)(low | high << 8);
}

static inline void read_quantised(Quantised *q, const char *path)
{
    char magic[8];
    FILE *file = fopen(path, "rb");
    if (!file) { perror(path); exit(1); }
    memset(q, 0, sizeof *q);
    if (fread(magic, 1, 8, file) != 8 || memcmp(magic, MAGIC, 8)) {
        fprintf(stderr, "%s: not weights\n", path);
        exit(1);
    }
    q->seats = get16(file);
    q->hidden = get16(file);
    int features = get16(file), shift = get16(file);
    if (features != feature_count(q->seats) || shift != SHIFT || (q->hidden && q->hidden != HIDDEN)) {
        fprintf(stderr, "%s: weights of another shape\n", path);
        exit(1);
    }
    for (int f = 0; f < features; f++) q->skip[f] = get16(file);
    q->bias = get16(file);
    for (int f = 0; f < features; f++)
        for (int j = 0; j < q->hidden; j++) q->w[f][j / LANES][j % LANES] = get16(file);
    for (int j = 0; j < q->hidden; j++) q->b[j / LANES][j % LANES] = get16(file);
    for (int j = 0; j < q->hidden; j++) q->out[j / LANES][j % LANES] = get16(file);
    fclose(file);
}

#endif
