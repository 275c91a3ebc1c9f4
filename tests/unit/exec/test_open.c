// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static void refused(rig *r, snw_status code, const char *subject) {
    CHECK(rig_try(r) == code && r->exec == NULL);
    CHECK_TEXT(rig_error(r)->subject, subject);
    CHECK(rig_error(r)->text[0] != '\0');
    rig_close(r);
}

static void cells_that_make_no_loop_are_refused_with_reasons(void) {
    rig r;
    rig_open(&r);
    r.p.cell->control = (snw_child){0};
    refused(&r, SNW_ERR_UNSUPPORTED, "cell");

    rig_open(&r);
    (void)rig_arm(&r, "arm", 2);
    snw_copy_text(r.loop->arms[0].member, SNW_NAME, "leg");
    refused(&r, SNW_ERR_UNKNOWN_NAME, "leg");

    rig_open(&r);
    (void)rig_arm(&r, "arm", 2);
    r.loop->arms[0].drive = (snw_child){0};
    refused(&r, SNW_ERR_ARGUMENT, "arm");

    rig_open(&r);
    (void)rig_add(&r, "move", &mover_type, "");
    refused(&r, SNW_ERR_ARGUMENT, "move"); // needs an arm

    rig_open(&r);
    (void)rig_add(&r, "move", &mover_type, "table");
    refused(&r, SNW_ERR_UNKNOWN_NAME, "move"); // a member, and no arm

    rig_open(&r);
    (void)rig_add(&r, "one", &easy_type, "");
    refused(&r, SNW_ERR_VERSION, "one"); // a drive is no component

    rig_open(&r);
    (void)rig_arm(&r, "arm", 2);
    r.loop->arms[0].drive.type = &mover_type;
    refused(&r, SNW_ERR_VERSION, "arm"); // a component is no drive

    rig_open(&r);
    (void)rig_arm(&r, "arm", 2);
    snw_copy_text(r.loop->state, SNW_NAME, "lost");
    refused(&r, SNW_ERR_UNKNOWN_NAME, "control/state");

    rig_open(&r);
    (void)rig_arm(&r, "arm", 2);
    on_bench.refuse_init = true;
    refused(&r, SNW_ERR_HARDWARE, "arm");

    rig_open(&r);
    (void)rig_arm(&r, "arm", 2);
    must_build(&r.p);
    r.loop->arms[0].guard.standstill = -1; // past the table
    CHECK(rig_try(&r) == SNW_ERR_RANGE && r.exec == NULL);
    rig_close(&r);
}

static void every_object_has_a_name_of_its_own(void) {
    static const char *const wrong[] = {"arm", "loop", "components", "a/b", "a.b", ""};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        rig r;
        rig_open(&r);
        (void)rig_arm(&r, "arm", 1);
        (void)rig_add(&r, wrong[i], &probe_type, "");
        refused(&r, i < 3 ? SNW_ERR_DUPLICATE : SNW_ERR_ARGUMENT, wrong[i]);
    }
}

static void all_findings_are_told(void) {
    rig r;
    rig_open(&r);
    (void)rig_add(&r, "a", &mover_type, "");
    (void)rig_add(&r, "b", &mover_type, "nobody");
    (void)rig_add(&r, "c", &easy_type, "");
    CHECK(rig_try(&r) == SNW_ERR_ARGUMENT);
    CHECK(r.p.diags.errors == 3);
    CHECK(snw_exec_open(&r.exec, r.p.cell, &r.p.system, &r.options, NULL) == SNW_ERR_ARGUMENT);
    rig_close(&r);
}

// --- simulation ---------------------------------------------------------------------------------

// spec: loffler:L-104 loffler:L-118b
static void simulation_is_chosen_for_all_by_the_caller_then_by_arm_then_by_loop(void) {
    for (int all = 0; all < 2; all++) {
        for (int own = SNW_SIMULATE_AS_LOOP; own <= SNW_SIMULATE_OFF; own++) {
            for (int loop = 0; loop < 2; loop++) {
                rig r;
                rig_moving(&r);
                r.loop->arms[0].drive = rig_child(&r, &hard_type);
                r.loop->arms[0].twin = rig_child(&r, &easy_type);
                r.loop->arms[0].simulate = (snw_simulate)own;
                r.loop->simulate = loop == 1;
                r.options.simulate_all = all == 1;
                const bool simulated = all == 1 || own == SNW_SIMULATE_ON ||
                                       (own == SNW_SIMULATE_AS_LOOP && loop == 1);
                rig_go(&r);
                rig_enable(&r);
                rig_ticks(&r, 500);
                // the same program moves the arm, and the spy is not called once
                CHECK_NEAR(snw_exec_arm(r.exec, 0)->sensed.q[0], 0.2 * (1 - cos(1.0)), 0.01);
                CHECK((on_bench.hard_calls == 0) == simulated);
                const bool twin = !simulated;
                char text[64];
                CHECK((snw_exec_get(r.exec, "arm/twin/q[0]", text, sizeof text, &r.why) ==
                       SNW_OK) == twin);
                rig_close(&r);
                CHECK((on_bench.hard_calls == 0) == simulated);
            }
        }
    }
}

static void an_arm_that_cannot_be_simulated_is_refused(void) {
    rig r;
    rig_open(&r);
    (void)rig_arm(&r, "arm", 2);
    r.loop->arms[0].drive = rig_child(&r, &hard_type);
    r.options.simulate_all = true;
    refused(&r, SNW_ERR_ARGUMENT, "arm");
    rig_open(&r);
    (void)rig_arm(&r, "arm", 2);
    r.loop->arms[0].twin = rig_child(&r, &hard_type);
    refused(&r, SNW_ERR_ARGUMENT, "arm");
}

// The twin gets the same commands; how far the arm is from it is a signal.
static void a_twin_runs_beside_its_arm(void) {
    rig r;
    rig_moving(&r);
    r.loop->simulate = false;
    r.loop->arms[0].drive = rig_child(&r, &hard_type);
    ((easy *)r.loop->arms[0].drive.block)->lag = 0.01;
    r.loop->arms[0].twin = rig_child(&r, &easy_type);
    rig_go(&r);
    rig_enable(&r);
    double square = 0;
    for (int i = 0; i < 500; i++) {
        rig_ticks(&r, 1);
        for (int axis = 0; axis < 6; axis++) {
            char path[4][32];
            static const char *const of[] = {"sensed", "twin", "difference", "command"};
            for (int k = 0; k < 4; k++)
                (void)snprintf(path[k], sizeof path[k], "arm/%s/q[%d]", of[k], axis);
            const double gap = rig_number(&r, path[2]);
            CHECK(gap == rig_number(&r, path[0]) - rig_number(&r, path[1]));
            square += gap * gap;
        }
    }
    // a lag of 10 ms at 0.4 rad/s is 4 mrad at most
    CHECK(sqrt(square / 3000) > 1e-4 && sqrt(square / 3000) < 4e-3);
    rig_close(&r);
}

static void arms_begin_in_the_state_that_the_loop_names(void) {
    rig r;
    rig_moving(&r);
    static const double at[2] = {0.3, -0.5};
    for (int i = 0; i < 2; i++) {
        snw_cell_state *state = add_to(&snw_cell_type, r.p.cell, "states", r.p.setup);
        snw_copy_text(state->name, SNW_NAME, i == 0 ? "home" : "park");
        snw_member_state *member = add_to(&snw_cell_state_type, state, "members", r.p.setup);
        const snw_type *type = snw_type_field(&snw_cell_state_type, "members")->type;
        snw_copy_text(member->member, SNW_NAME, "arm");
        for (int k = 0; k < 6; k++) {
            *(double *)add_to(type, member, "q", r.p.setup) = at[i];
            *(double *)add_to(type, member, "v", r.p.setup) = 0;
        }
    }
    rig_go(&r);
    rig_ticks(&r, 1);
    CHECK(snw_exec_arm(r.exec, 0)->sensed.q[5] == 0.3); // the first
    rig_shut(&r);
    snw_copy_text(r.loop->state, SNW_NAME, "park");
    rig_go(&r);
    rig_ticks(&r, 1);
    CHECK(snw_exec_arm(r.exec, 0)->sensed.q[5] == -0.5);
    rig_close(&r);
}

static void seeds_differ_between_drives_and_follow_the_loop(void) {
    uint64_t seeds[2][2];
    for (int i = 0; i < 2; i++) {
        rig r;
        rig_open(&r);
        (void)rig_arm(&r, "a", 1);
        (void)rig_arm(&r, "b", 1);
        r.loop->seed = (uint64_t)i;
        rig_go(&r);
        for (int k = 0; k < 2; k++)
            seeds[i][k] = snw_exec_drive(r.exec, k)->seed;
        rig_close(&r);
    }
    CHECK(seeds[0][0] != seeds[0][1] && seeds[0][0] != seeds[1][0] && seeds[0][1] != seeds[1][1]);
}

// --- registry -----------------------------------------------------------------------------------

// spec: loffler:L-113
static void the_list_is_that_of_the_objects_that_live(void) {
    static const snw_type *const types[] = {&probe_type, &mover_type, &pass_type};
    long made = 0;
    CHECK_CASES(check_scaled(2500)) {
        rig r;
        rig_open(&r);
        (void)rig_arm(&r, "arm", 1);
        const int count = check_int(1, 9);
        int kinds[9];
        for (int i = 0; i < count; i++) {
            char name[16];
            (void)snprintf(name, sizeof name, "c%d", i);
            kinds[i] = check_int(0, 2);
            (void)rig_add(&r, name, types[kinds[i]], "arm");
        }
        r.options.event_capacity = 2;
        rig_go(&r);
        made += count;
        CHECK(snw_exec_component_count(r.exec) == count);
        for (int i = 0; i < count; i++) {
            char name[16];
            (void)snprintf(name, sizeof name, "c%d", i);
            const snw_component *one = snw_exec_component(r.exec, i);
            CHECK(strcmp(one->name, name) == 0 && one->type == types[kinds[i]]);
            CHECK(snw_exec_find(r.exec, name) == one);
        }
        CHECK(snw_exec_find(r.exec, "c9") == NULL && snw_exec_find(r.exec, "arm") == NULL);
        CHECK(snw_exec_find_arm(r.exec, "arm") == 0 && snw_exec_find_arm(r.exec, "c0") == -1);
        rig_close(&r);
        CHECK(on_bench.opened == on_bench.closed);
    }
    CHECK(check_scaled(2500) < 2500 || made > 10000);
}

// spec: loffler:L-114
static void a_query_by_base_finds_those_below_it(void) {
    rig r;
    rig_open(&r);
    (void)rig_arm(&r, "arm", 1);
    (void)rig_add(&r, "p", &probe_type, "");
    (void)rig_add(&r, "m", &mover_type, "arm");
    (void)rig_add(&r, "q", &probe_type, "");
    (void)rig_add(&r, "n", &mover_type, "arm");
    rig_go(&r);
    static const struct {
        const char *base, *found;
    } rows[] = {{"component", "pmqn"}, {"source", "mn"}, {"mover", "mn"},
                {"probe", "pq"},       {"drive", ""},    {NULL, "pmqn"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char found[16] = "";
        int cursor = 0;
        const snw_component *one;
        while ((one = snw_exec_next_of(r.exec, rows[i].base, &cursor)) != NULL)
            (void)strcat(found, one->name);
        CHECK_TEXT(found, rows[i].found);
    }
    rig_close(&r);
}

// --- the table of the loop ----------------------------------------------------------------------

static void the_table_of_the_loop_is_legal_and_its_ladder_is_kept(void) {
    rig r;
    rig_open(&r);
    const snw_loop *loop = r.loop;
    CHECK(loop->period == 0.001 && loop->simulate && loop->lock_memory && loop->cpu == -1);
    CHECK(loop->timer_priority == 29 && loop->io_priority == 28 && loop->control_priority == 27);
    CHECK(loop->service_priority <= 10);
    CHECK(snw_block_check(&snw_loop_type, r.loop, "loop", NULL) == SNW_OK);
    r.loop->io_priority = 27;
    CHECK(snw_block_check(&snw_loop_type, r.loop, "loop", NULL) == SNW_ERR_CHECK);
    r.loop->io_priority = 28;
    r.loop->service_priority = 27;
    CHECK(snw_block_check(&snw_loop_type, r.loop, "loop", NULL) == SNW_ERR_CHECK);
    r.loop->service_priority = 0;
    r.loop->watchdog = 0.0015;
    CHECK(snw_block_check(&snw_loop_type, r.loop, "loop", NULL) == SNW_ERR_CHECK);
    r.loop->watchdog = 0.1;
    snw_component_entry *entry = rig_add(&r, "one", &probe_type, "");
    CHECK(entry->start && entry->essential && entry->divisor == 1);
    entry->phase = 1;
    CHECK(snw_block_check(&snw_loop_type, r.loop, "loop", NULL) == SNW_ERR_RANGE);
    entry->divisor = 2;
    CHECK(snw_block_check(&snw_loop_type, r.loop, "loop", NULL) == SNW_OK);
    rig_close(&r);
}

static void registering_twice_is_refused_whole(void) {
    rig r;
    rig_open(&r);
    const int types = r.registry.type_count, bases = r.registry.base_count;
    CHECK(snw_exec_register(&r.registry, &r.why) == SNW_ERR_DUPLICATE);
    CHECK(r.registry.type_count == types && r.registry.base_count == bases);
    rig_close(&r);
}

// --- what is there outside the cycle ------------------------------------------------------------

static FILE *kept;

static snw_status open_file(snw_component *self, snw_arena *arena, snw_why *why) {
    (void)self, (void)why;
    if (arena->base != NULL || kept == NULL) kept = kept == NULL ? tmpfile() : kept;
    return kept != NULL ? SNW_OK : SNW_ERR_IO;
}

static void close_file(snw_component *self) {
    (void)self;
    if (kept != NULL) CHECK(fclose(kept) == 0);
    kept = NULL;
}

// spec: loffler:L-019
static void hooks_outside_the_cycle_may_use_files(void) {
    rig r;
    rig_open(&r);
    (void)rig_add(&r, "one", &probe_type, "");
    hooks.configure = open_file;
    hooks.cleanup = close_file;
    rig_go(&r);
    CHECK(kept != NULL && fputs("begun\n", kept) >= 0);
    rig_ticks(&r, 60000);
    CHECK(rig_number(&r, "loop/overruns") == 0 && rig_number(&r, "loop/skipped") == 0);
    rig_close(&r);
    CHECK(kept == NULL);
}

int main(void) {
    RUN(cells_that_make_no_loop_are_refused_with_reasons);
    RUN(every_object_has_a_name_of_its_own);
    RUN(all_findings_are_told);
    RUN(simulation_is_chosen_for_all_by_the_caller_then_by_arm_then_by_loop);
    RUN(an_arm_that_cannot_be_simulated_is_refused);
    RUN(a_twin_runs_beside_its_arm);
    RUN(arms_begin_in_the_state_that_the_loop_names);
    RUN(seeds_differ_between_drives_and_follow_the_loop);
    RUN(the_list_is_that_of_the_objects_that_live);
    RUN(a_query_by_base_finds_those_below_it);
    RUN(the_table_of_the_loop_is_legal_and_its_ladder_is_kept);
    RUN(registering_twice_is_refused_whole);
    RUN(hooks_outside_the_cycle_may_use_files);
    return check_report();
}
