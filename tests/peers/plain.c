/* The default job in plain C, as one would write it first: attention in single precision, example
 * by example, loops over d and over the digits, an input's product being the sum of two columns.
 * It speaks as worker.py does: one line when it has learned, then a line of seconds for each line
 * with a way and a number of steps.
 *
 *     cc -O3 -march=native -ffast-math plain.c -o plain -lm && ./plain BATCH
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAIRS = 6, LETTERS = 8, DIGITS = 10, WIDTH = 16, CHECK_STEPS = 400, CHECK_BATCH = 64 };

/* A row of query, key and value is what one letter or one digit adds. */
struct weights {
    float query[LETTERS][WIDTH];
    float key[LETTERS + DIGITS][WIDTH];
    float value[LETTERS + DIGITS][WIDTH];
    float output[DIGITS][WIDTH];
    float bias[DIGITS];
};

enum { COUNT = sizeof(struct weights) / sizeof(float) };

union parameters {
    struct weights as;
    float all[COUNT];
};

struct example {
    int letter[PAIRS], digit[PAIRS], query, answer;
};

/* What the backward pass needs of the forward pass. */
struct activations {
    float key[PAIRS][WIDTH], value[PAIRS][WIDTH];
    float attention[PAIRS], mixed[WIDTH], probability[DIGITS];
};

struct trainer {
    union parameters weights, gradient, mean, square;
    long step;
    uint64_t random[4];
};

/* --- examples: xoshiro256++ (Blackman and Vigna), seeded by SplitMix64 ---------------------------
 */

static uint64_t rotate(uint64_t x, int k) {
    return x << k | x >> (64 - k);
}

static uint64_t next(uint64_t s[4]) {
    uint64_t result = rotate(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

static void seed_random(uint64_t s[4], uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        uint64_t x = seed += 0x9e3779b97f4a7c15ULL;
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
        x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
        s[i] = x ^ x >> 31;
    }
}

static int below(uint64_t s[4], int bound) {
    return (int)((next(s) >> 32) * (uint64_t)bound >> 32);
}

static float uniform(uint64_t s[4], float radius) {
    return radius * ((float)(next(s) >> 40) * 0x1p-23F - 1);
}

static void draw(uint64_t s[4], struct example *x) {
    int letters[LETTERS];
    for (int i = 0; i < LETTERS; i++) letters[i] = i;
    for (int i = 0; i < PAIRS; i++) {
        int j = i + below(s, LETTERS - i);
        x->letter[i] = letters[j];
        letters[j] = letters[i];
        x->digit[i] = below(s, DIGITS);
    }
    int asked = below(s, PAIRS);
    x->query = x->letter[asked];
    x->answer = x->digit[asked];
}

/* --- one example -------------------------------------------------------------------------------
 */

static float dot(const float *a, const float *b) {
    float sum = 0;
    for (int j = 0; j < WIDTH; j++) sum += a[j] * b[j];
    return sum;
}

/* to += scale * from */
static void add(float *to, float scale, const float *from) {
    for (int j = 0; j < WIDTH; j++) to[j] += scale * from[j];
}

static void softmax(float *x, int count) {
    float most = x[0], sum = 0;
    for (int i = 1; i < count; i++) most = x[i] > most ? x[i] : most;
    for (int i = 0; i < count; i++) sum += x[i] = expf(x[i] - most);
    for (int i = 0; i < count; i++) x[i] /= sum;
}

/* Returns the loss. */
static float forward(const struct weights *w, const struct example *x, struct activations *a) {
    for (int i = 0; i < PAIRS; i++) {
        const float *letter_key = w->key[x->letter[i]], *digit_key = w->key[LETTERS + x->digit[i]];
        const float *letter = w->value[x->letter[i]], *digit = w->value[LETTERS + x->digit[i]];
        for (int j = 0; j < WIDTH; j++) a->key[i][j] = letter_key[j] + digit_key[j];
        for (int j = 0; j < WIDTH; j++) a->value[i][j] = letter[j] + digit[j];
        a->attention[i] = dot(w->query[x->query], a->key[i]) / sqrtf(WIDTH);
    }
    softmax(a->attention, PAIRS);
    memset(a->mixed, 0, sizeof a->mixed);
    for (int i = 0; i < PAIRS; i++) add(a->mixed, a->attention[i], a->value[i]);
    for (int c = 0; c < DIGITS; c++) a->probability[c] = dot(w->output[c], a->mixed) + w->bias[c];
    softmax(a->probability, DIGITS);
    return -logf(a->probability[x->answer]);
}

/* Adds to the gradient g. */
static void backward(const struct weights *w, const struct example *x, struct activations *a,
                     struct weights *g) {
    float d_mixed[WIDTH] = {0}, d_attention[PAIRS], mean = 0;
    a->probability[x->answer] -= 1;
    for (int c = 0; c < DIGITS; c++) {
        g->bias[c] += a->probability[c];
        add(g->output[c], a->probability[c], a->mixed);
        add(d_mixed, a->probability[c], w->output[c]);
    }
    for (int i = 0; i < PAIRS; i++) {
        d_attention[i] = dot(d_mixed, a->value[i]);
        mean += a->attention[i] * d_attention[i];
        add(g->value[x->letter[i]], a->attention[i], d_mixed);
        add(g->value[LETTERS + x->digit[i]], a->attention[i], d_mixed);
    }
    for (int i = 0; i < PAIRS; i++) {
        float d_score = a->attention[i] * (d_attention[i] - mean) / sqrtf(WIDTH);
        add(g->query[x->query], d_score, a->key[i]);
        add(g->key[x->letter[i]], d_score, w->query[x->query]);
        add(g->key[LETTERS + x->digit[i]], d_score, w->query[x->query]);
    }
}

/* --- training ----------------------------------------------------------------------------------
 */

static void initialise(struct trainer *t, uint64_t seed) {
    memset(t, 0, sizeof *t);
    seed_random(t->random, seed);
    float *query = t->weights.as.query[0], *key = t->weights.as.key[0];
    float *output = t->weights.as.output[0], *bias = t->weights.as.bias;
    for (float *w = query; w < key; w++) *w = uniform(t->random, 1 / sqrtf(LETTERS));
    for (float *w = key; w < output; w++) *w = uniform(t->random, 1 / sqrtf(LETTERS + DIGITS));
    for (float *w = output; w < bias; w++) *w = uniform(t->random, 1 / sqrtf(WIDTH));
}

static void adam(struct trainer *t, int batch) {
    const float rate = 0.003F, beta_1 = 0.9F, beta_2 = 0.999F, epsilon = 1e-8F;
    t->step++;
    float correct_1 = 1 - powf(beta_1, (float)t->step);
    float correct_2 = 1 - powf(beta_2, (float)t->step);
    for (int i = 0; i < COUNT; i++) {
        float g = t->gradient.all[i] / (float)batch;
        t->mean.all[i] = beta_1 * t->mean.all[i] + (1 - beta_1) * g;
        t->square.all[i] = beta_2 * t->square.all[i] + (1 - beta_2) * g * g;
        t->weights.all[i] -=
            rate * (t->mean.all[i] / correct_1) / (sqrtf(t->square.all[i] / correct_2) + epsilon);
    }
}

/* Returns the mean loss of the steps. */
static float train(struct trainer *t, long steps, int batch) {
    struct example x;
    struct activations a;
    float loss = 0;
    for (long step = 0; step < steps; step++) {
        memset(&t->gradient, 0, sizeof t->gradient);
        for (int b = 0; b < batch; b++) {
            draw(t->random, &x);
            loss += forward(&t->weights.as, &x, &a);
            backward(&t->weights.as, &x, &a, &t->gradient.as);
        }
        adam(t, batch);
    }
    return loss / (float)(steps * batch);
}

/* The loss on fresh examples after the check's steps. */
static float learn(void) {
    struct trainer t;
    struct example x;
    struct activations a;
    float loss = 0;
    initialise(&t, 1);
    train(&t, CHECK_STEPS, CHECK_BATCH);
    for (int b = 0; b < 2048; b++) {
        draw(t.random, &x);
        loss += forward(&t.weights.as, &x, &a) / 2048;
    }
    return loss;
}

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv) {
    int batch = argc > 1 ? atoi(argv[1]) : CHECK_BATCH;
    float loss = learn();
    if (!(loss < 0.1F)) {
        fprintf(stderr, "plain.c has not learned: its loss is %g\n", (double)loss);
        return 1;
    }
    printf("{\"loss\": %g, \"ways\": {\"plain\": 0}}\n", (double)loss);
    fflush(stdout);
    struct trainer t;
    initialise(&t, 2);
    for (long steps; scanf("%*s %ld", &steps) == 1;) {
        double wall = seconds(CLOCK_MONOTONIC), processor = seconds(CLOCK_PROCESS_CPUTIME_ID);
        float mean = train(&t, steps, batch);
        processor = seconds(CLOCK_PROCESS_CPUTIME_ID) - processor;
        printf("%.9f %.9f %g\n", seconds(CLOCK_MONOTONIC) - wall, processor, (double)mean);
        fflush(stdout);
    }
    return 0;
}
