// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "task_rig.h"

// Ranges of joints that are narrowed while the loop runs: by the guard, by jogs, by sources; and
// from the description that is written of it.

static rig r;
static const char ready[] = "0.3 -0.5 0.2 -2 0.1 1.6 0.4";

static bool refused(const char *object, const char *text, snw_status status, const char *word) {
    snw_why why = {0};
    const uint64_t changes = r.shown->changes;
    const bool same = rig_say(&r, object, text, &why) == status && why.text[0] != '\0';
    char line[1024];
    (void)snw_why_sentence(&why, line, sizeof line);
    const bool told = same && strstr(line, word) != NULL && r.shown->changes == changes;
    if (!told) print_error("%s: %s\n", text, line);
    return told;
}

// jogs joint 1 until it stays; how far it came
static double jog_to_the_end(double rate) {
    char text[64];
    (void)snprintf(text, sizeof text, "jog joints %g 0 0 0 0 0 0", rate);
    double last = HUGE_VAL;
    for (int k = 0; k < 400; k++) {
        rig_hold(&r, text, 50);
        if (fabs(r.q[0] - last) < 1e-9) break;
        last = r.q[0];
    }
    rig_rest(&r);
    return r.q[0];
}

// spec: actin-model:A1-VW-30
static void a_new_limit_is_enforced_at_once_by_jogs_moves_and_the_guard(void) {
    rig_open(&r, "panda", ready, "");
    const double widest = jog_to_the_end(0.5);
    CHECK(widest > 2.7);
    CHECK(jog_to_the_end(-0.5) < -2.7);
    rig_hold(&r, "jog joints 0.5 0 0 0 0 0 0", 5000);
    rig_rest(&r);
    CHECK(r.q[0] > -1 && r.q[0] < 0.5);
    rig_must(&r, "limit j1 -1.2 0.9");
    // the tick that took the message has it
    CHECK(r.arm->limits.lower[0] == -1.2 && r.arm->limits.upper[0] == 0.9);
    const double margin = 0.9 - r.guard->limits.upper[0];
    CHECK(margin >= 0 && margin < 0.1 && r.guard->limits.lower[0] == -1.2 + margin);
    const double high = jog_to_the_end(0.5), low = jog_to_the_end(-0.5);
    print_message("jogs end at %.4f and %.4f of -1.2 and 0.9\n", low, high);
    CHECK(high <= 0.9 - margin && high > 0.8);
    CHECK(low >= -1.2 + margin && low < -1.1);
    // a source is told, by its own words
    CHECK(refused("move", "move 1 -0.5 0.2 -2 0.1 1.6 0.4", SNW_ERR_LIMIT, "limits"));
    snw_why why = {0};
    const char inside[] = "move 0.8 -0.5 0.2 -2 0.1 1.6 0.4";
    CHECK(rig_say(&r, "move", inside, &why) == SNW_NOTHING_NEW);
    for (int k = 0; k < 5000; k++)
        rig_tick(&r);
    CHECK_NEAR(r.q[0], 0.8, 1e-9);
    rig_close(&r);
}

static void open_text(const char *text) {
    memset(&r, 0, sizeof r);
    const snw_status status = open_cell(&r.h, "again.cell.xml", text);
    if (snw_failed(status)) tell(&r.h);
    CHECK(!snw_failed(status));
    rig_begin(&r);
}

// a cell whose source and task component are given whole
static void open_with(const char *source, const char *task) {
    static char text[16384];
    const int length =
        snprintf(text, sizeof text,
                 "<cell name=\"rig\"><mechanisms><mechanism name=\"m\" "
                 "file=\"package://models/panda/panda.xml\"/></mechanisms>"
                 "<members><member name=\"arm\" mechanism=\"m\"/></members>"
                 "<states><state name=\"ready\"><members><member member=\"arm\"><q>%s</q>"
                 "</member></members></state></states><control><loop period=\"1 ms\"><arms>"
                 "<arm member=\"arm\"><drive><ideal_arm/></drive></arm></arms><components>"
                 "<component name=\"move\" member=\"arm\"><type>%s</type></component>"
                 "<component name=\"task\" member=\"arm\"><type>%s</type></component>"
                 "</components></loop></control></cell>",
                 ready, source, task);
    CHECK(length > 0 && (size_t)length < sizeof text);
    open_text(text);
}

// a sine that ignores the limits
static void the_guard_holds_a_source_back_that_does_not_look(void) {
    open_with("<wave frequency=\"0.5\" ramp=\"1\" blind=\"true\"><amplitude>0.8 0 0 0 0 0 "
              "0</amplitude></wave>",
              "<task><limits><limit joint=\"j1\" lower=\"-0.2\" upper=\"0.7\"/></limits></task>");
    double least = 0, most = 0;
    for (int k = 0; k < 4000; k++) {
        snw_exec_tick(r.h.exec);
        least = fmin(least, r.arm->command.q[0]);
        most = fmax(most, r.arm->command.q[0]);
    }
    CHECK(r.guard->signals.clamps + r.guard->signals.stops > 0);
    CHECK(least >= -0.2 && most <= 0.7 && most > 0.5);
    rig_close(&r);
}

static void the_range_of_the_model_comes_back_without_numbers(void) {
    rig_open(&r, "panda", ready, "");
    const double lower = r.arm->limits.lower[3], upper = r.arm->limits.upper[3];
    const double low = r.guard->limits.lower[3], high = r.guard->limits.upper[3];
    rig_must(&r, "limit j4 -2.5 -1.5");
    rig_must(&r, "limit j4");
    CHECK(r.arm->limits.lower[3] == lower && r.arm->limits.upper[3] == upper);
    CHECK(r.guard->limits.lower[3] == low && r.guard->limits.upper[3] == high);
    rig_close(&r);
}

static void what_cannot_be_a_limit_is_refused_with_its_reason(void) {
    static const struct {
        const char *text;
        snw_status status;
        const char *word;
    } wrong[] = {
        {"limit", SNW_ERR_UNKNOWN_NAME, "joint"},
        {"limit nobody -1 1", SNW_ERR_UNKNOWN_NAME, "joint"},
        {"limit j1 -1", SNW_ERR_SIZE, "numbers"},
        {"limit j1 nan 1", SNW_ERR_NOT_FINITE, "NaN"},
        {"limit j1 1 -1", SNW_ERR_RANGE, "below"},
        {"limit j1 1 1", SNW_ERR_RANGE, "below"},
        {"limit j1 -2.8 3", SNW_ERR_LIMIT, "wider"},
        {"limit j1 -30 1", SNW_ERR_LIMIT, "wider"},
        {"limit j1 0.5 1", SNW_ERR_STATE, "outside"},
        {"limit j1 -1 0.3", SNW_ERR_STATE, "outside"},
    };
    rig_open(&r, "panda", ready, "");
    const snw_arm_limits arm = r.arm->limits, guard = r.guard->limits;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(refused("task", wrong[i].text, wrong[i].status, wrong[i].word));
        CHECK(memcmp(&arm, &r.arm->limits, sizeof arm) == 0);
        CHECK(memcmp(&guard, &r.guard->limits, sizeof guard) == 0);
    }
    rig_hold(&r, "jog joints 0 0 0 0 0 0 0.2", 100);
    CHECK(refused("task", "limit j1 -1 1", SNW_ERR_STATE, "at rest"));
    rig_rest(&r);
    rig_must(&r, "limit j1 -1 1");
    rig_close(&r);
}

// --- saved ---------------------------------------------------------------------------------------

// the cell as it is now, as a file has it
static void save(char *xml, size_t size) {
    snw_setup *setup = snw_setup_create(1U << 20);
    snw_task_stage *now = NULL;
    CHECK(setup != NULL);
    CHECK(snw_task_describe(snw_exec_find(r.h.exec, "task"), setup, &now) == SNW_OK);
    snw_loop *loop = r.h.cell->control.block;
    void *before = loop->components[1].type.block;
    loop->components[1].type.block = now;
    snw_text out = snw_text_over(xml, size);
    snw_cell_write(r.h.cell, &out);
    CHECK(!snw_text_is_cut(&out));
    loop->components[1].type.block = before;
    snw_setup_destroy(setup);
}

// spec: actin-model:A1-VW-30
static void a_limit_that_was_saved_is_there_when_the_cell_is_loaded_again(void) {
    static char xml[8192];
    open_with("<joint_move/>", "<task><control law=\"qp\"/></task>");
    rig_must(&r, "limit j1 -1.2 0.9");
    rig_must(&r, "limit j6 1.1 2.0625");
    rig_must(&r, "effector change tool j7_link point hard 0.1 0 0.25 0 0 0 1");
    const snw_arm_limits before = r.guard->limits;
    save(xml, sizeof xml);
    rig_close(&r);
    open_text(xml);
    CHECK(memcmp(&before, &r.guard->limits, sizeof before) == 0);
    CHECK(r.arm->limits.lower[5] == 1.1 && r.arm->limits.upper[5] == 2.0625);
    CHECK(r.shown->point && r.shown->effectors == 1 && r.shown->changes == 0);
    CHECK(jog_to_the_end(0.5) <= 0.9);
    rig_close(&r);
}

int main(void) {
    RUN(a_new_limit_is_enforced_at_once_by_jogs_moves_and_the_guard);
    RUN(the_guard_holds_a_source_back_that_does_not_look);
    RUN(the_range_of_the_model_comes_back_without_numbers);
    RUN(what_cannot_be_a_limit_is_refused_with_its_reason);
    RUN(a_limit_that_was_saved_is_there_when_the_cell_is_loaded_again);
    return check_report();
}
