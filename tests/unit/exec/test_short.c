// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "allocations.h"

// Seen: where memory was short, opening a loop crashed: an arena without a block, but with a
// capacity, was called fine, and the first write went through NULL. Here memory ends at every step
// of opening, by the loop's own bound and by an allocator that fails: each time the opening is
// refused with SNW_ERR_MEMORY, or a component that is not essential does without, and nothing is
// left open.

// two arms that stop together, one with a twin; components with ports, peers, memory of their own
static void describe_much(rig *r) {
    rig_open(r);
    (void)rig_arm(r, "a", 3);
    rig_arm(r, "b", 2)->twin = rig_child(r, &easy_type);
    r->loop->simulate = false;
    (void)rig_add(r, "move", &mover_type, "a");
    (void)rig_add(r, "law", &pass_type, "a");
    (void)rig_add(r, "writer", &probe_type, "b");
    rig_peer(r, rig_add(r, "reader", &probe_type, ""), "friend", "writer");
    rig_connect(r, "writer.out", "reader.in");
    rig_connect(r, "writer.out", "reader.queue");
    r->options.event_capacity = 4;
    must_build(&r->p);
}

static void it_works(rig *r) {
    rig_enable(r);
    rig_ticks(r, 10);
    CHECK(on_bench.opened == 3);
    rig_shut(r);
    CHECK(on_bench.closed == on_bench.opened);
}

static bool refused(rig *r, snw_status status) {
    if (status == SNW_OK) return false;
    if (status != SNW_ERR_MEMORY) print_plant(&r->p);
    CHECK(status == SNW_ERR_MEMORY && r->exec == NULL);
    // what was opened on the way is closed
    CHECK(on_bench.closed == on_bench.opened);
    on_bench.closed = on_bench.opened = 0;
    return true;
}

static void a_loop_that_runs_out_of_its_memory_is_refused_at_every_step(void) {
    rig r;
    describe_much(&r);
    size_t limit = 1;
    int refusals = 0;
    for (;; limit += SNW_ARENA_ALIGN) {
        r.options.memory = limit;
        if (!refused(&r, rig_try(&r))) break;
        refusals++;
    }
    CHECK(refusals > 100);
    it_works(&r);
    // and the next run of the same cell, with all that there is
    r.options.memory = 0;
    on_bench.closed = on_bench.opened = 0;
    rig_go(&r);
    it_works(&r);
    rig_close(&r);
}

static void an_allocation_that_fails_ends_the_opening(void) {
    if (!COUNTING) return;
    rig r;
    describe_much(&r);
    long succeed = 0;
    snw_status status;
    do {
        allocations_left = succeed++;
        allocations_watched = true;
        status = rig_try(&r);
        allocations_watched = false;
        allocations_left = -1;
    } while (refused(&r, status));
    CHECK(succeed > 5);
    it_works(&r);
    rig_close(&r);
}

static void a_run_without_memory_says_so(void) {
    rig r;
    describe_much(&r);
    size_t limit = 1;
    snw_status status = SNW_ERR_MEMORY;
    while (status == SNW_ERR_MEMORY) {
        r.options.memory = limit += SNW_ARENA_ALIGN;
        on_bench.closed = on_bench.opened = 0;
        status = rig_try(&r);
    }
    CHECK(status == SNW_OK);
    snw_run_options options = snw_run_defaults();
    options.duration_ns = MS;
    status = snw_exec_run(r.exec, &options, NULL, NULL, NULL, &r.why);
    CHECK(status == SNW_ERR_MEMORY && r.why.code == SNW_ERR_MEMORY);
    rig_close(&r);
}

int main(void) {
    RUN(a_loop_that_runs_out_of_its_memory_is_refused_at_every_step);
    RUN(an_allocation_that_fails_ends_the_opening);
    RUN(a_run_without_memory_says_so);
    return check_report();
}
