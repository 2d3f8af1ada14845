/* The same game as limit.c, with masks for branches and four games taken forward side by side:
 * what C can do with more effort than the smallest program spends.
 *
 *   limit_side_by_side GAMES [SEED_KEY_LO SEED_KEY_HI [FIRST]]   play deals FIRST, FIRST+1, ...; one JSON line
 *   limit_side_by_side --philox c0 c1 c2 c3 k0 k1                one Philox block; words in hex, in and out
 *   limit_side_by_side --deal I SEED_KEY_LO SEED_KEY_HI          the 52 cards of deal I
 *
 * Build: gcc -O3 -march=native -o limit_side_by_side limit_side_by_side.c
 */
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint32_t u32;
typedef uint64_t u64;

/* ---- cards: one bit each, so a set of cards is one word ---- */

#define BIT(i) (UINT64_C(1) << (i))
#define RUN(first, count) ((BIT(count) - 1) << (first))
enum { CARDS = 52, HAND = 13, FACTIONS = 5 };
enum { GOBLINS, KNIGHTS, DWARVES, UNDEAD, DOPPELGANGERS };
static const u64 FACTION[FACTIONS] = {RUN(0, 14), RUN(14, 8), RUN(22, 10), RUN(32, 10), RUN(42, 10)};
static const int VALUE[CARDS] = {0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3,
                                 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

/* What a led card means for the follower; four words, so that indexing is a shift. */
static struct {
    u64 faction;   /* if he holds one of these, */
    u64 answers;   /* he must play one of these; */
    u64 beaten_by; /* with one of these he wins */
    u64 unused;
} LED[CARDS];

/* ---- random numbers: Philox4x32-10 ---- */

/* The blocks of a game: 52 shuffle steps, then per phase 7 pairs of tricks, each for seats 0 and 1. */
enum { DICE = CARDS, PHASE_DICE = 14, BLOCKS = DICE + 2 * PHASE_DICE };
static u64 ROLE[BLOCKS], STEP[BLOCKS];
static u32 REJECT[CARDS]; /* 2^32 mod (i + 1) */

/* 32-bit words in 64-bit variables: vectorised over blocks, the products then need no lane shuffling. */
static inline void philox(u64 c[4], u32 k0, u32 k1)
{
    for (int round = 0; round < 10; round++) {
        u64 p0 = UINT64_C(0xD2511F53) * (u32)c[0], p1 = UINT64_C(0xCD9E8D57) * (u32)c[2];
        c[0] = (p1 >> 32) ^ (u32)c[1] ^ k0;
        c[1] = (u32)p1;
        c[2] = (p0 >> 32) ^ (u32)c[3] ^ k1;
        c[3] = (u32)p0;
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
}

/* Only words 0 and 2 are ever used: 0 by the shuffle and even tricks, 2 by odd tricks. */
static void draw(u32 deal, u32 k0, u32 k1, u32 words[restrict 2][BLOCKS])
{
    for (int i = 0; i < BLOCKS; i++) {
        u64 c[4] = {deal, ROLE[i], STEP[i], 0};
        philox(c, k0, k1);
        words[0][i] = (u32)c[0];
        words[1][i] = (u32)c[2];
    }
}

/* The scalar path after a rejected draw: about one game in millions comes here. */
static u32 redraw(u32 deal, u32 step, u32 k0, u32 k1)
{
    for (u32 retry = 1;; retry++) {
        u64 c[4] = {deal, 0, step, retry};
        philox(c, k0, k1);
        u64 m = c[0] * (step + 1);
        if ((u32)m >= REJECT[step])
            return (u32)(m >> 32);
    }
}

/* Fills the places in order, each card as its bit. */
static void shuffle(u32 deal, u32 k0, u32 k1, const u32 *restrict words, u64 *restrict place)
{
    u32 from[CARDS], rejected = 0;
    for (u32 i = 0; i < CARDS; i++) {
        u64 m = (u64)words[i] * (i + 1);
        from[i] = (u32)(m >> 32);
        rejected |= (u32)m < REJECT[i];
    }
    if (rejected)
        for (u32 i = 0; i < CARDS; i++)
            if (words[i] * (i + 1) < REJECT[i])
                from[i] = redraw(deal, i, k0, k1);
    place[0] = BIT(0);
    for (u32 i = 1; i < CARDS; i++) {
        place[i] = place[from[i]];
        place[from[i]] = BIT(i);
    }
}

static void make_tables(void)
{
    for (int led = 0; led < CARDS; led++) {
        int f = 0;
        while (!(FACTION[f] & BIT(led)))
            f++;
        LED[led].faction = FACTION[f];
        LED[led].answers = FACTION[f] | FACTION[DOPPELGANGERS];
        LED[led].beaten_by = f == GOBLINS ? FACTION[KNIGHTS] : 0;
        for (int c = 0; c < CARDS; c++)
            if ((LED[led].answers & BIT(c)) && VALUE[c] > VALUE[led])
                LED[led].beaten_by |= BIT(c);
    }
    for (u32 i = 0; i < CARDS; i++) {
        STEP[i] = i;
        REJECT[i] = -(i + 1) % (i + 1);
    }
    for (u32 i = 0; i < 2 * PHASE_DICE; i++) {
        u32 seat = i % 2, phase = i / PHASE_DICE + 1, pair = i % PHASE_DICE / 2;
        ROLE[DICE + i] = 0x100;
        STEP[DICE + i] = seat << 16 | phase << 8 | pair;
    }
}

/* ---- the game ---- */

typedef struct {
    u64 hand[2][2]; /* by phase and seat: the followers won are the hands of phase 2 */
    u64 score[2];   /* by seat */
    u64 leader, unused;
} Game;

typedef struct {
    u64 leader_wins, draws, votes[6][6];
} Counts;

/* The k-th lowest card of a set, k from 0. */
static inline u64 pick(u64 set, u64 k)
{
#ifdef __BMI2__
    return _pdep_u64(BIT(k), set);
#else
    while (k--)
        set &= set - 1;
    return set & -set;
#endif
}

/* Masks and indices instead of branches: outcomes are random, a branch would be mispredicted. */
static inline void play_trick(Game *g, const u32 *dice, const u64 *pile, int phase, u32 trick)
{
    u64 *hand = g->hand[phase - 1], lead = g->leader, follow = 1 - lead;
    u64 led = pick(hand[lead], (u64)dice[lead] * (HAND - trick) >> 32);
    int l = __builtin_ctzll(led);
    u64 free_choice = -(u64)((hand[follow] & LED[l].faction) == 0);
    u64 legal = hand[follow] & (LED[l].answers | free_choice);
    u64 reply = pick(legal, (u64)dice[follow] * (u32)__builtin_popcountll(legal) >> 32);
    u64 winner = lead ^ ((LED[l].beaten_by & reply) != 0), loser = 1 - winner;
    u64 played = led | reply;
    hand[lead] ^= led;
    hand[follow] ^= reply;
    if (phase == 1) {
        g->hand[1][winner] |= pile[2 * trick];
        g->hand[1][loser] |= pile[2 * trick + 1];
        g->score[winner] |= played & FACTION[UNDEAD];
    } else {
        g->score[winner] |= played & ~FACTION[DWARVES];
        g->score[loser] |= played & FACTION[DWARVES];
    }
    g->leader = winner;
}

static inline void count(const u64 score[2], Counts *total)
{
    u32 votes[2] = {0, 0}, cards[2] = {0, 0};
    for (int f = 0; f < FACTIONS; f++) {
        u64 a = score[0] & FACTION[f], b = score[1] & FACTION[f];
        u32 na = (u32)__builtin_popcountll(a), nb = (u32)__builtin_popcountll(b);
        /* Only the five goblin 0s have twins. Without them, comparing the sets as numbers
         * compares the highest values; equal means empty, so only 0s and nobody's vote. */
        if (f == GOBLINS)
            a >>= 5, b >>= 5;
        u32 wins_a = (na > nb) | ((na == nb) & (a > b)), wins_b = (nb > na) | ((na == nb) & (b > a));
        votes[0] += wins_a, cards[0] += na & -wins_a;
        votes[1] += wins_b, cards[1] += nb & -wins_b;
    }
    /* Votes first, then cards: at most 52 of these, so one number holds both. */
    u32 a = votes[0] << 6 | cards[0], b = votes[1] << 6 | cards[1];
    total->leader_wins += a > b;
    total->draws += a == b;
    total->votes[votes[0]][votes[1]]++;
}

/* One game is a single chain of dependent steps. Several games taken forward trick by trick
 * keep the processor busy; 4 was the fastest. Only the first `games` of the batch count. */
enum { BATCH = 4 };
static void play_batch(u32 first, u32 k0, u32 k1, u32 games, Counts *total)
{
    u32 words[BATCH][2][BLOCKS];
    u64 place[BATCH][CARDS];
    Game game[BATCH] = {0};
    for (u32 b = 0; b < BATCH; b++)
        draw(first + b, k0, k1, words[b]);
    for (u32 b = 0; b < BATCH; b++) {
        shuffle(first + b, k0, k1, words[b][0], place[b]);
        for (int i = 0; i < HAND; i++) {
            game[b].hand[0][0] |= place[b][i];
            game[b].hand[0][1] |= place[b][HAND + i];
        }
    }
    for (u32 t = 0; t < HAND; t++)
        for (u32 b = 0; b < BATCH; b++)
            play_trick(&game[b], &words[b][t % 2][DICE + t / 2 * 2], &place[b][2 * HAND], 1, t);
    for (u32 t = 0; t < HAND; t++)
        for (u32 b = 0; b < BATCH; b++)
            play_trick(&game[b], &words[b][t % 2][DICE + PHASE_DICE + t / 2 * 2], NULL, 2, t);
    for (u32 b = 0; b < games; b++)
        count(game[b].score, total);
}

/* ---- command line ---- */

static u64 number(const char *text, int base, u64 min, u64 max)
{
    char *end;
    unsigned long long n = strtoull(text, &end, base);
    if (end == text || *end || strchr(text, '-') || n < min || n > max) {
        fprintf(stderr, "limit: %s is not a base %d number from %" PRIu64 " to %" PRIu64 "\n", text, base, min, max);
        exit(2);
    }
    return n;
}

static u32 word(const char *text, int base)
{
    return (u32)number(text, base, 0, UINT32_MAX);
}

int main(int argc, char **argv)
{
    make_tables();
    if (argc == 8 && !strcmp(argv[1], "--philox")) {
        u64 c[4];
        for (int i = 0; i < 4; i++)
            c[i] = word(argv[2 + i], 16);
        philox(c, word(argv[6], 16), word(argv[7], 16));
        printf("%08" PRIx64 " %08" PRIx64 " %08" PRIx64 " %08" PRIx64 "\n", c[0], c[1], c[2], c[3]);
        return 0;
    }
    if (argc == 5 && !strcmp(argv[1], "--deal")) {
        u32 deal = word(argv[2], 10), k0 = word(argv[3], 10), k1 = word(argv[4], 10), words[2][BLOCKS];
        u64 place[CARDS];
        draw(deal, k0, k1, words);
        shuffle(deal, k0, k1, words[0], place);
        for (int i = 0; i < CARDS; i++)
            printf("%d%c", __builtin_ctzll(place[i]), i < CARDS - 1 ? ' ' : '\n');
        return 0;
    }
    if ((argc != 2 && argc != 4 && argc != 5) || argv[1][0] == '-') {
        fputs("usage: limit GAMES [SEED_KEY_LO SEED_KEY_HI [FIRST]]\n"
              "       limit --philox c0 c1 c2 c3 k0 k1   (hex)\n"
              "       limit --deal I SEED_KEY_LO SEED_KEY_HI\n", stderr);
        return 2;
    }
    u32 k0 = argc > 2 ? word(argv[2], 10) : 0, k1 = argc > 2 ? word(argv[3], 10) : 0;
    u32 first = argc > 4 ? word(argv[4], 10) : 0;
    u64 games = number(argv[1], 10, 1, BIT(32) - first); /* deal numbers have 32 bits */
    Counts total = {0};
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (u64 g = 0; g < games; g += BATCH)
        play_batch(first + (u32)g, k0, k1, games - g < BATCH ? (u32)(games - g) : BATCH, &total);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    printf("{\"games\":%" PRIu64 ",\"leader_wins\":%" PRIu64 ",\"draws\":%" PRIu64 ",\"votes\":[", games,
           total.leader_wins, total.draws);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            printf("%s%" PRIu64 "%s", j ? "," : i ? ",[" : "[", total.votes[i][j], j < 5 ? "" : "]");
    printf("],\"seconds\":%.6f,\"games_per_second\":%.0f}\n", seconds, (double)games / seconds);
    return 0;
}
