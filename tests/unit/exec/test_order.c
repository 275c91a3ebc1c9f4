// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// The order of components follows their connections and peers, not the file; a loop is cut at one
// place, named, and costs there what is said.

enum { MOST = 14, LINKS = 60, STAGES = 3 };

// A graph of components c0, c1, ... with connections from each `from` to each `to`.
typedef struct graph {
    int count, link_count;
    int from[LINKS], to[LINKS];
    int friend[MOST]; // peer, or -1
    int stage[MOST];  // SNW_STAGE_IN_SERVO and after
    int file[MOST];   // what stands at which place of the file
} graph;

// What was seen while it ran.
static int64_t delay[MOST][MOST]; // in ticks, of what `row` wrote and `column` read
static int64_t value[MOST];
static int sequence[MOST], sequence_count;

static int number_of(const snw_component *self) {
    return (int)strtol(self->name + 1, NULL, 10);
}

// Writes who and when it is, and a number made of all that it reads.
static snw_status mix_inputs(snw_component *self, const snw_tick *tick) {
    const int me = number_of(self);
    if (sequence_count < MOST) sequence[sequence_count++] = me;
    int64_t sum = 17 * me + 1;
    parcel p;
    while (snw_port_read(self, PROBE_QUEUE, &p) == SNW_OK) {
        const int64_t stamp = (int64_t)p.number;
        delay[stamp % MOST][me] = (int64_t)tick->number - stamp / MOST;
        sum += (int64_t)p.check;
    }
    value[me] = sum % 1000003;
    p = (parcel){(double)((int64_t)tick->number * MOST + me), (double)value[me]};
    snw_port_write(self, PROBE_OUT, &p);
    return SNW_OK;
}

static void open_graph(rig *r, const graph *g) {
    rig_open(r);
    for (int i = 0; i < g->count; i++) {
        char name[16], other[16];
        const int me = g->file[i];
        (void)snprintf(name, sizeof name, "c%d", me);
        snw_component_entry *entry = rig_add(r, name, &probe_type, "");
        entry->stage = (snw_stage_choice)(SNW_STAGE_IN_SERVO + g->stage[me]);
        if (g->friend[me] < 0) continue;
        (void)snprintf(other, sizeof other, "c%d", g->friend[me]);
        rig_peer(r, entry, "friend", other);
    }
    for (int i = 0; i < g->link_count; i++) {
        char from[16], to[16];
        (void)snprintf(from, sizeof from, "c%d.out", g->from[i]);
        (void)snprintf(to, sizeof to, "c%d.queue", g->to[i]);
        rig_connect(r, from, to);
        r->loop->connections[i].capacity = 4 * MOST;
    }
    rig_go(r);
    hooks.update = mix_inputs;
    for (int i = 0; i < MOST; i++) {
        for (int k = 0; k < MOST; k++)
            delay[i][k] = -1;
    }
    for (int t = 0; t < 4; t++) {
        sequence_count = 0;
        rig_ticks(r, 1);
    }
    CHECK(sequence_count == g->count);
}

static int place_of(int component) {
    for (int i = 0; i < sequence_count; i++) {
        if (sequence[i] == component) return i;
    }
    return -1;
}

// the finding about a connection, or NULL
static const snw_why *finding_of(const rig *r, int from, int to) {
    char subject[64];
    (void)snprintf(subject, sizeof subject, "c%d.out > c%d.queue", from, to);
    for (int i = 0; i < r->p.diags.count; i++) {
        const snw_why *why = &r->p.items[i];
        if (strcmp(why->rule, "order") == 0 && strcmp(why->subject, subject) == 0) return why;
    }
    return NULL;
}

static int late_findings(const rig *r) {
    int count = 0;
    for (int i = 0; i < r->p.diags.count; i++)
        count += strcmp(r->p.items[i].rule, "order") == 0;
    return count;
}

// whether connections lead from one to another
static bool leads(const graph *g, int from, int to) {
    bool reached[MOST] = {false};
    for (int step = 0; step <= g->count; step++) {
        for (int i = 0; i < g->link_count; i++) {
            if (g->from[i] == from || reached[g->from[i]]) reached[g->to[i]] = true;
        }
    }
    return reached[to];
}

static void shuffle(graph *g) {
    for (int i = 0; i < g->count; i++)
        g->file[i] = i;
    for (int i = g->count - 1; i > 0; i--) {
        const int k = check_int(0, i), held = g->file[i];
        g->file[i] = g->file[k];
        g->file[k] = held;
    }
}

static bool is_linked(const graph *g, int from, int to) {
    for (int i = 0; i < g->link_count; i++) {
        if (g->from[i] == from && g->to[i] == to) return true;
    }
    return false;
}

// Connections at random; without loops they only lead to higher numbers, as peers do.
static graph random_graph(bool loops, int stages) {
    graph g = {.count = check_int(2, MOST)};
    const int links = check_int(0, 2 * g.count);
    for (int i = 0; i < g.count; i++) {
        g.stage[i] = check_int(0, stages - 1);
        g.friend[i] = -1;
        if (check_int(0, 2) == 0 && (loops || i > 0)) {
            g.friend[i] = loops ? check_int(0, g.count - 1) : check_int(0, i - 1);
        }
    }
    // where a lower number would run in a later stage, there would be no way to be in time
    for (int i = 1; i < g.count && !loops; i++) {
        if (g.stage[i] < g.stage[i - 1]) g.stage[i] = g.stage[i - 1];
    }
    for (int i = 0; i < links; i++) {
        int a = check_int(0, g.count - 1), b = check_int(0, g.count - 1);
        if (!loops && a > b) {
            const int held = a;
            a = b;
            b = held;
        }
        if ((!loops && a == b) || is_linked(&g, a, b)) continue;
        g.from[g.link_count] = a;
        g.to[g.link_count++] = b;
    }
    shuffle(&g);
    return g;
}

// Who writes runs before who reads and a peer before its user, whatever the file says: every value
// arrives in the tick in which it was written, and all numbers are the same for every file.
static void without_loops_nothing_depends_on_the_file(void) {
    check_seed(61);
    for (long run = 0; run < check_scaled(300); run++) {
        graph g = random_graph(false, 1 + (int)(run % STAGES));
        int64_t first[MOST];
        for (int file = 0; file < 3; file++) {
            rig r;
            open_graph(&r, &g);
            CHECK(late_findings(&r) == 0);
            for (int i = 0; i < g.link_count; i++) {
                CHECK(delay[g.from[i]][g.to[i]] == 0);
                CHECK(place_of(g.from[i]) < place_of(g.to[i]));
            }
            for (int i = 0; i < g.count; i++) {
                if (g.friend[i] >= 0) CHECK(place_of(g.friend[i]) < place_of(i));
                const snw_component *one = snw_exec_component_in_order(r.exec, i);
                CHECK(number_of(one) == sequence[i]);
            }
            if (file == 0) memcpy(first, value, sizeof first);
            CHECK(memcmp(first, value, (size_t)g.count * sizeof *first) == 0);
            rig_close(&r);
            shuffle(&g);
        }
    }
}

// Where nothing else is said, the file decides.
static void without_connections_the_order_is_that_of_the_file(void) {
    check_seed(62);
    for (int run = 0; run < 20; run++) {
        graph g = random_graph(false, 1);
        g.link_count = 0;
        for (int i = 0; i < g.count; i++)
            g.friend[i] = -1;
        rig r;
        open_graph(&r, &g);
        CHECK(memcmp(sequence, g.file, (size_t)g.count * sizeof *sequence) == 0);
        rig_close(&r);
    }
}

// In any graph a value is late exactly where a finding says so, and by what it says: one period.
static void what_is_reported_is_what_a_probe_measures(void) {
    check_seed(63);
    long cut = 0, backwards = 0;
    for (long run = 0; run < check_scaled(400); run++) {
        const graph g = random_graph(true, 1 + (int)(run % STAGES));
        rig r;
        open_graph(&r, &g);
        int late = 0;
        for (int i = 0; i < g.link_count; i++) {
            const int from = g.from[i], to = g.to[i];
            const snw_why *why = finding_of(&r, from, to);
            const int64_t ticks = delay[from][to];
            CHECK(ticks == (why != NULL ? 1 : 0));
            if (why == NULL) continue;
            late++;
            CHECK(why->number_count == 1 && strcmp(why->numbers[0].name, "delay") == 0);
            CHECK_NEAR(why->numbers[0].value, (double)ticks * 1e-3, 1e-15);
            // a warning tells of a loop, and only of one
            const bool loop = from == to || leads(&g, to, from);
            CHECK((why->severity == SNW_WARNING) == loop);
            CHECK(loop == (strstr(why->text, "loop") != NULL));
            if (!loop) CHECK(g.stage[from] > g.stage[to]);
            cut += loop;
            backwards += !loop;
        }
        CHECK(late_findings(&r) == late);
        rig_close(&r);
    }
    CHECK(cut > 20 && backwards > 5);
}

// No connection is cut for nothing: with any one of those that were kept, taken for itself, the
// rest of a stage is free of loops.
static void what_is_kept_has_no_loop(void) {
    check_seed(64);
    for (long run = 0; run < check_scaled(200); run++) {
        const graph g = random_graph(true, 1);
        rig r;
        open_graph(&r, &g);
        for (int i = 0; i < g.link_count; i++) {
            const bool kept = finding_of(&r, g.from[i], g.to[i]) == NULL;
            CHECK(kept == (place_of(g.from[i]) < place_of(g.to[i])));
            // one that is in no loop is always kept
            if (g.from[i] != g.to[i] && !leads(&g, g.to[i], g.from[i])) CHECK(kept);
        }
        rig_close(&r);
    }
}

static void a_loop_is_named_and_cut_at_the_first_of_the_file(void) {
    graph g = {.count = 4, .link_count = 3, .friend = {-1, -1, -1, -1}};
    static const int from[] = {0, 1, 2}, to[] = {1, 2, 0};
    memcpy(g.from, from, sizeof from);
    memcpy(g.to, to, sizeof to);
    static const int file[] = {3, 2, 1, 0};
    memcpy(g.file, file, sizeof file);
    rig r;
    open_graph(&r, &g);
    // c3 has no part in it; of the others c2 stands first, so that it reads c1 a period later
    static const int expected[] = {3, 2, 0, 1};
    CHECK(memcmp(sequence, expected, sizeof expected) == 0);
    CHECK(late_findings(&r) == 1);
    const snw_why *why = finding_of(&r, 1, 2);
    CHECK(why != NULL && why->severity == SNW_WARNING && why->fix[0] != '\0');
    CHECK(strstr(why->text, "c2 > c0 > c1 > c2") != NULL);
    rig_close(&r);

    // one that reads itself
    graph own = {.count = 1, .link_count = 1, .friend = {-1}};
    open_graph(&r, &own);
    why = finding_of(&r, 0, 0);
    CHECK(why != NULL && strstr(why->text, "loop of c0") != NULL && delay[0][0] == 1);
    rig_close(&r);
}

// Two that know each other: the file decides, and nothing is late that anybody would read.
static void a_peer_gives_way_to_a_connection(void) {
    graph g = {.count = 2, .link_count = 1, .from = {0}, .to = {1}, .friend = {1, 0}};
    g.file[0] = 1;
    rig r;
    open_graph(&r, &g);
    CHECK(sequence[0] == 0 && sequence[1] == 1 && late_findings(&r) == 0);
    rig_close(&r);
    g.link_count = 0;
    open_graph(&r, &g);
    CHECK(late_findings(&r) == 0 && place_of(1) != place_of(0));
    rig_close(&r);
}

int main(void) {
    RUN(without_loops_nothing_depends_on_the_file);
    RUN(without_connections_the_order_is_that_of_the_file);
    RUN(what_is_reported_is_what_a_probe_measures);
    RUN(what_is_kept_has_no_loop);
    RUN(a_loop_is_named_and_cut_at_the_first_of_the_file);
    RUN(a_peer_gives_way_to_a_connection);
    return check_report();
}
