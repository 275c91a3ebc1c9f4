// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L // NOLINT: the C library has chosen this name
#include "sinew/describe/live.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "sinew/os.h"
#include "zoo.h"

enum { GAINS = 8 };

// Parameters of a loop, with a rule between two of them and something derived.
typedef struct tuning {
    uint64_t number;
    double gain;
    double gains[GAINS];
    zoo_band band;
    double cutoff;
    int order;
    char label[8];
    zoo_band bands[3];
    int band_count;
    zoo_band pairs[2];
    double a_field_name_may_have_sixty_three_letters_and_this_one_has_them;
    double seen;
} tuning;

typedef struct tuned {
    uint64_t number;
    double sum;
    double squares[GAINS];
    double rest; // only for small gains
} tuned;

static snw_status tuning_validate(const void *block, snw_why *why) {
    const tuning *t = block;
    if (t->gain + t->gains[0] <= 1e9) return SNW_OK;
    snw_why_set(why, SNW_ERR_LIMIT, "gain", "the gains are too large together");
    return SNW_ERR_LIMIT;
}

static snw_status tuning_derive(const void *block, void *derived, snw_why *why) {
    const tuning *t = block;
    tuned *d = derived;
    d->number = t->number;
    d->sum = 0;
    for (int i = 0; i < GAINS; i++) {
        d->sum += t->gains[i];
        d->squares[i] = t->gains[i] * t->gains[i];
    }
    if (t->gain < 50) d->rest = 50 - t->gain;
    if (t->gain != 13) return SNW_OK;
    snw_why_set(why, SNW_ERR_SINGULAR, "gain", "thirteen cannot be derived");
    return SNW_ERR_SINGULAR;
}

#define LONGEST a_field_name_may_have_sixty_three_letters_and_this_one_has_them
static const snw_field tuning_fields[] = {
    {SNW_AT(tuning, number), .kind = SNW_KIND_UINT, .when = SNW_LIVE, .help = "Number."},
    {SNW_AT(tuning, gain), .kind = SNW_KIND_REAL, .range = {0, 1e9}, .when = SNW_LIVE,
     .help = "Gain."},
    {SNW_AT_ARRAY(tuning, gains), .kind = SNW_KIND_REAL, .range = {0, 1e9}, .when = SNW_LIVE,
     .help = "Gains."},
    {SNW_AT(tuning, band), .kind = SNW_KIND_STRUCT, .type = &zoo_band_type, .help = "A band."},
    {SNW_AT(tuning, cutoff), .kind = SNW_KIND_REAL, .unit = "Hz", .when = SNW_AT_STANDSTILL,
     .help = "Cut-off."},
    {SNW_AT(tuning, order), .kind = SNW_KIND_INT, .help = "Order."},
    {SNW_AT(tuning, label), .kind = SNW_KIND_STRING, .when = SNW_AT_STANDSTILL, .help = "Label."},
    {SNW_AT_COUNTED(tuning, bands, band_count), .kind = SNW_KIND_STRUCT, .type = &zoo_band_type,
     .when = SNW_AT_STANDSTILL, .help = "Bands."},
    {SNW_AT_ARRAY(tuning, pairs), .kind = SNW_KIND_STRUCT, .type = &zoo_band_type,
     .help = "Two bands."},
    {SNW_AT(tuning, a_field_name_may_have_sixty_three_letters_and_this_one_has_them),
     .kind = SNW_KIND_REAL, .help = "Load only."},
    {SNW_AT(tuning, seen), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL, .help = "Computed."},
};
static const snw_type tuning_type = {SNW_TYPE(tuning, tuning_fields), .validate = tuning_validate,
                                     .derive = tuning_derive, .derived_size = sizeof(tuned),
                                     .help = "A tuning."};

static snw_why why;
static snw_live live;
static void *block;

static tuning start(void) {
    tuning t;
    snw_block_defaults(&tuning_type, &t);
    t.gain = 1;
    t.band_count = 1;
    return t;
}

static void open_live(const tuning *initial) {
    free(block);
    snw_arena arena = {0};
    CHECK(snw_live_init(&live, &tuning_type, initial, &arena) == SNW_ERR_MEMORY);
    CHECK(posix_memalign(&block, SNW_ARENA_ALIGN, arena.needed) == 0);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_live_init(&live, &tuning_type, initial, &arena) == SNW_OK);
}

static const tuning *now(void) {
    return snw_live_block(&live);
}

static void an_arena_below_the_measured_size_is_refused(void) {
    CHECK(snw_type_check(&tuning_type, &why) == SNW_OK);
    const tuning t = start();
    snw_arena arena = {0};
    snw_live one;
    CHECK(snw_live_init(&one, &tuning_type, &t, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t capacity = 0; capacity <= needed; capacity++) {
        void *exact;
        CHECK(posix_memalign(&exact, SNW_ARENA_ALIGN, capacity + (capacity == 0)) == 0);
        arena = snw_arena_over(exact, capacity);
        const snw_status status = snw_live_init(&one, &tuning_type, &t, &arena);
        CHECK(status == (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
        if (status == SNW_OK) {
            CHECK(snw_live_publish(&one, &t, SNW_LIVE, NULL) == SNW_OK && snw_live_update(&one));
        }
        free(exact);
    }
}

// Seen: one list in a struct made all of its parameters fixed, without a word. Now lists, optional
// parts and children stay, and all else changes as the table says.
static void what_lies_behind_pointers_stays_and_the_rest_is_live(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[65536];
    zoo_node leaves[2] = {{.name = "a", .mass = 1}, {.name = "b", .mass = 2}};
    zoo_pid pid = {.kp = 3};
    zoo first;
    snw_block_defaults(&zoo_type, &first);
    first.trees = leaves;
    first.tree_count = 2;
    first.root_count = 1;
    first.roots[0] = (zoo_node){.name = "r", .mass = 1, .children = leaves, .child_count = 2};
    first.laws = &(snw_child){&zoo_pid_type, &pid};
    first.law_count = 1;
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_live_init(&live, &zoo_type, &first, &arena) == SNW_OK);

    // equal lists at another place are accepted, and those of the beginning stay in use
    zoo_node others[2];
    memcpy(others, leaves, sizeof others);
    zoo_pid other_pid = pid;
    zoo next;
    snw_live_copy(&live, &next);
    CHECK(next.trees == leaves);
    next.flag = !first.flag;
    next.trees = others;
    next.roots[0].children = others;
    next.roots[0].mass = 7; // at standstill
    next.laws = &(snw_child){&zoo_pid_type, &other_pid};
    CHECK(snw_live_publish(&live, &next, SNW_AT_STANDSTILL, &why) == SNW_OK);
    CHECK(snw_live_update(&live));
    const zoo *used = snw_live_block(&live);
    CHECK(used->flag != first.flag && used->roots[0].mass == 7);
    CHECK(used->trees == leaves && used->roots[0].children == leaves && used->laws == first.laws);

    // others are refused by name, whatever the cell does, and leave nothing behind
    for (int k = 0; k < 5; k++) {
        snw_live_copy(&live, &next);
        memcpy(others, leaves, sizeof others);
        other_pid = pid;
        next.laws = &(snw_child){&zoo_pid_type, &other_pid};
        next.trees = next.roots[0].children = others;
        next.flag = !next.flag;
        if (k == 0) others[1].drag = 5;
        if (k == 1) next.tree_count = 1;
        if (k == 2) other_pid.kp = 4;
        if (k == 3) next.roots[0].child_count = 1;
        if (k == 4) {
            next.root_count = 2;
            next.roots[1] = next.roots[0];
            (void)strcpy(next.roots[1].name, "s");
        }
        static const char *const subjects[] = {"roots[r]/children", "trees", "laws",
                                               "roots[r]/children", "roots"};
        CHECK(snw_live_publish(&live, &next, SNW_AT_STANDSTILL, &why) == SNW_ERR_STATE);
        CHECK_TEXT(why.subject, subjects[k]);
        CHECK(!snw_live_update(&live) && used == snw_live_block(&live));
    }
}

static void wrong_blocks_are_refused(void) {
    snw_arena arena = {0};
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[8192];
    tuning t = start();
    const struct {
        double gain;
        snw_status expected;
    } cases[] = {{1, SNW_OK}, {-1, SNW_ERR_RANGE}, {1e9, SNW_ERR_LIMIT}, {13, SNW_ERR_SINGULAR}};
    t.gains[0] = 1;
    for (int i = 0; i < 4; i++) {
        t.gain = cases[i].gain;
        arena = snw_arena_over(memory, sizeof memory);
        CHECK(snw_live_init(&live, &tuning_type, &t, &arena) == cases[i].expected);
    }
}

static void the_loop_starts_with_the_initial_block_and_what_is_derived(void) {
    tuning t = start();
    for (int i = 0; i < GAINS; i++) {
        t.gains[i] = i;
    }
    open_live(&t);
    CHECK(memcmp(now(), &t, sizeof t) == 0);
    const tuned *d = snw_live_derived(&live);
    CHECK(d->sum == 28 && d->squares[7] == 49);
    CHECK((uintptr_t)d % SNW_ARENA_ALIGN == 0 && (uintptr_t)now() % SNW_ARENA_ALIGN == 0);
    CHECK(!snw_live_update(&live) && live.accepted == 0);
    CHECK(memcmp(now(), &t, sizeof t) == 0);
}

// spec: loffler:L-141
static void a_change_takes_effect_at_the_next_tick_as_a_whole(void) {
    const tuning t = start();
    open_live(&t);
    CHECK_CASES(check_scaled(20000)) {
        const tuning before = *now();
        tuning copy;
        snw_live_copy(&live, &copy);
        // a scalar, a vector, or both
        const int which = check_int(1, 3);
        if (which & 1) copy.gain = check_real(20, 100);
        for (int i = 0; (which & 2) && i < GAINS; i++) {
            copy.gains[i] = check_real(0, 100);
        }
        copy.number++;
        CHECK(snw_live_publish(&live, &copy, SNW_LIVE, &why) == SNW_OK);
        // until its next tick the loop has what it had, whoever asks
        CHECK(memcmp(now(), &before, sizeof before) == 0);
        CHECK(((const tuned *)snw_live_derived(&live))->number == before.number);
        CHECK(snw_live_update(&live));
        CHECK(memcmp(now(), &copy, sizeof copy) == 0);
        tuned expected = {0};
        CHECK(tuning_derive(&copy, &expected, &why) == SNW_OK);
        CHECK(memcmp(snw_live_derived(&live), &expected, sizeof expected) == 0);
        CHECK(!snw_live_update(&live));
        CHECK(memcmp(now(), &copy, sizeof copy) == 0);
    }
    CHECK(live.accepted == now()->number);
}

static void of_several_changes_the_loop_takes_the_newest(void) {
    tuning t = start();
    open_live(&t);
    for (int n = 1; n <= 5; n++) {
        snw_live_copy(&live, &t);
        CHECK(t.gain == (n == 1 ? 1 : 20 + n - 1)); // the service sees its own changes at once
        t.gain = 20 + n;
        CHECK(snw_live_publish(&live, &t, SNW_LIVE, NULL) == SNW_OK);
    }
    CHECK(snw_live_update(&live) && now()->gain == 25);
    CHECK(!snw_live_update(&live) && now()->gain == 25);
}

// refused: the loop, the service's copy and the count stay; the reason names the field
static void refuse(const tuning *wrong, snw_when when, snw_status expected, const char *subject) {
    tuning before, after;
    snw_live_copy(&live, &before);
    const tuning running = *now();
    const uint64_t accepted = live.accepted;
    const snw_status status = snw_live_publish(&live, wrong, when, &why);
    CHECK(status == expected && why.code == expected);
    CHECK_TEXT(why.subject, subject);
    CHECK(snw_live_publish(&live, wrong, when, NULL) == expected);
    snw_live_copy(&live, &after);
    CHECK(memcmp(&before, &after, sizeof before) == 0 && live.accepted == accepted);
    CHECK(!snw_live_update(&live));
    CHECK(memcmp(now(), &running, sizeof running) == 0);
}

static void refused_changes_leave_the_loop_untouched(void) {
    const tuning good = start();
    open_live(&good);
    tuning t = good;
    t.gain = (double)NAN;
    refuse(&t, SNW_LIVE, SNW_ERR_NOT_FINITE, "gain");
    t = good;
    t.gains[3] = -1;
    refuse(&t, SNW_LIVE, SNW_ERR_RANGE, "gains[3]");
    t = good;
    t.gain = 5e8;
    t.gains[0] = 6e8;
    refuse(&t, SNW_LIVE, SNW_ERR_LIMIT, "gain");
    CHECK_TEXT(why.text, "the gains are too large together");
    t = good;
    t.band = (zoo_band){3, 2};
    refuse(&t, SNW_LIVE, SNW_ERR_LIMIT, "band/low");
    t = good;
    t.gain = 13;
    refuse(&t, SNW_LIVE, SNW_ERR_SINGULAR, "gain");
    CHECK_TEXT(why.text, "thirteen cannot be derived");
    t = good;
    t.band_count = 4;
    refuse(&t, SNW_AT_LOAD, SNW_ERR_TOO_LARGE, "bands");
    // and the next good one is taken
    t = good;
    t.gain = 2;
    CHECK(snw_live_publish(&live, &t, SNW_LIVE, &why) == SNW_OK);
    CHECK(snw_live_update(&live) && now()->gain == 2);
}

static void fields_change_only_at_their_time(void) {
    const tuning good = start();
    static const char *const reasons[] = {"this parameter changes only by loading",
                                          "this parameter changes only at standstill"};
    enum { CASES = 11 };
    tuning changed[CASES];
    for (int i = 0; i < CASES; i++) {
        changed[i] = good;
    }
    changed[0].gain = 2;
    changed[1].gains[7] = 2;
    changed[2].band.high = 2;
    changed[3].pairs[1].low = -1;
    changed[4].cutoff = 2;
    (void)strcpy(changed[5].label, "new");
    changed[6].bands[0].low = -1; // live by itself, but inside a counted array
    changed[7].band_count = 2;
    changed[8].order = 2;
    changed[9].LONGEST = 2;
    changed[10].seen = 2;
    static const struct {
        const char *subject;
        snw_when least;
    } cases[CASES] = {
        {"gain", SNW_LIVE},
        {"gains[7]", SNW_LIVE},
        {"band/high", SNW_LIVE},
        {"pairs[1]/low", SNW_LIVE},
        {"cutoff", SNW_AT_STANDSTILL},
        {"label", SNW_AT_STANDSTILL},
        {"bands[0]/low", SNW_AT_STANDSTILL},
        {"bands", SNW_AT_STANDSTILL},
        {"order", SNW_AT_LOAD},
        {"a_field_name_may_have_sixty_three_letters_and_this_one_has_them", SNW_AT_LOAD},
        {"seen", SNW_LIVE}, // nobody changes a signal from here
    };
    for (int i = 0; i < CASES; i++) {
        for (int when = SNW_AT_LOAD; when <= (int)SNW_LIVE; when++) {
            open_live(&good);
            if (when <= (int)cases[i].least) {
                CHECK(snw_live_publish(&live, &changed[i], (snw_when)when, &why) == SNW_OK);
                CHECK(snw_live_update(&live));
                CHECK(memcmp(now(), &changed[i], sizeof good) == 0);
            } else {
                refuse(&changed[i], (snw_when)when, SNW_ERR_STATE, cases[i].subject);
                CHECK_TEXT(why.text, reasons[cases[i].least]);
            }
        }
    }
    // of several changes the one that may not is named, and none is made
    tuning t = good;
    t.gain = 2;
    t.order = 3;
    open_live(&good);
    refuse(&t, SNW_LIVE, SNW_ERR_STATE, "order");
    // no change at all is always allowed, and takes effect as any other
    CHECK(snw_live_publish(&live, &good, SNW_LIVE, &why) == SNW_OK && snw_live_update(&live));
}

static void a_service_can_edit_its_copy_by_path(void) {
    const tuning good = start();
    open_live(&good);
    tuning copy;
    snw_roots roots = {0};
    CHECK(snw_roots_add(&roots, "arm", &tuning_type, &copy) == SNW_OK);
    snw_live_copy(&live, &copy);
    CHECK(snw_roots_set(&roots, "arm/gains", "1 2 3 4 5 6 7 8", SNW_LIVE, &why) == SNW_OK);
    CHECK(snw_roots_set(&roots, "arm/cutoff", "2 kHz", SNW_LIVE, &why) == SNW_ERR_STATE);
    CHECK(now()->gains[7] == 0);
    CHECK(snw_live_publish(&live, &copy, SNW_LIVE, &why) == SNW_OK);
    CHECK(snw_live_update(&live) && now()->gains[7] == 8 && now()->cutoff == 0);
}

// --- two threads --------------------------------------------------------------------------------

typedef struct race {
    atomic_bool stop;
    atomic_ullong published; // number of the last change whose publication has returned
    unsigned long long refused;
} race;

// The service: every change sets all gains to its number; every third one is refused, and those
// numbers must never be seen.
static void serve(void *context) {
    race *r = context;
    tuning t;
    snw_live_copy(&live, &t);
    for (uint64_t n = 1; !atomic_load(&r->stop); n++) {
        t.number = n;
        t.gain = n % 3 == 0 ? -1 : 1;
        for (int i = 0; i < GAINS; i++) {
            t.gains[i] = (double)(n % 1000000);
        }
        const snw_status status = snw_live_publish(&live, &t, SNW_LIVE, NULL);
        if (status == SNW_OK) atomic_store(&r->published, n);
        r->refused += status == SNW_ERR_RANGE;
        if (n % 16 == 0) snw_thread_yield();
    }
}

// what one tick sees must be one change, whole, with what was derived from it
static int faults_of_tick(void) {
    const tuning *t = snw_live_block(&live);
    const tuned *d = snw_live_derived(&live);
    const double value = (double)(t->number % 1000000);
    int faults = (t->number % 3 == 0 && t->number != 0) + (t->gain != 1);
    for (int i = 0; i < GAINS; i++) {
        faults += t->gains[i] != value;
        faults += d->squares[i] != value * value;
    }
    return faults + (d->sum != GAINS * value) + (d->number != t->number);
}

// Two threads, a million ticks: no torn vector, no derived value of another change, nothing
// refused, and a change whose publication has returned before a tick is there in that tick or a
// newer one is. spec: loffler:L-141
static void vectors_change_whole_between_two_threads(void) {
    const tuning good = start();
    open_live(&good);
    race r = {.stop = false};
    snw_thread_config config = snw_thread_defaults();
    config.run = serve;
    config.context = &r;
    snw_thread *thread;
    CHECK(snw_thread_open(&thread, &config, NULL) == SNW_OK);
    const long ticks = 1000000, least = check_scaled(2000);
    long changes = 0, faults = 0, late = 0, backwards = 0;
    for (long tick = 0; tick < ticks || changes < least; tick++) {
        const uint64_t promised = atomic_load(&r.published), before = now()->number;
        const bool changed = snw_live_update(&live);
        const uint64_t number = now()->number;
        changes += changed;
        faults += faults_of_tick() + (changed != (number != before));
        late += number < promised;
        backwards += number < before;
        // on a busy machine the service gets its turn when changes have become rare
        if (changes * (ticks / least) < tick) snw_thread_yield();
    }
    atomic_store(&r.stop, true);
    CHECK(snw_thread_join(thread, -1) == SNW_OK);
    CHECK(faults == 0 && late == 0 && backwards == 0);
    CHECK(changes >= least && r.refused > 0);
    (void)snw_live_update(&live);
    CHECK(now()->number == atomic_load(&r.published));
    CHECK(snw_triple_written(&live.buffer) == live.accepted + 1);
}

int main(void) {
    RUN(an_arena_below_the_measured_size_is_refused);
    RUN(what_lies_behind_pointers_stays_and_the_rest_is_live);
    RUN(wrong_blocks_are_refused);
    RUN(the_loop_starts_with_the_initial_block_and_what_is_derived);
    RUN(a_change_takes_effect_at_the_next_tick_as_a_whole);
    RUN(of_several_changes_the_loop_takes_the_newest);
    RUN(refused_changes_leave_the_loop_untouched);
    RUN(fields_change_only_at_their_time);
    RUN(a_service_can_edit_its_copy_by_path);
    RUN(vectors_change_whole_between_two_threads);
    const int failed = check_report();
    free(block);
    return failed;
}
