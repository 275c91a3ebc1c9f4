// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "task_rig.h"

#include "sinew/collision.h"

// The cell of the documentation: a Panda among boxes whose tool is moved by hand.

static rig r;
static snw_collision judge;
static void *judge_memory;

static void open_avoid(void) {
    memset(&r, 0, sizeof r);
    const snw_status status = open_cell(&r.h, SNW_SOURCE_DIR "/cells/avoid.cell.xml", NULL);
    if (snw_failed(status)) tell(&r.h);
    CHECK(!snw_failed(status));
    rig_begin(&r);
    const snw_world *world = NULL;
    CHECK(snw_exec_world(r.h.exec, &world, NULL) == SNW_OK);
    snw_arena arena = {0};
    SNW_IGNORE(snw_collision_init(&judge, world, &arena));
    judge_memory = aligned_block(arena.needed, &arena);
    CHECK(snw_collision_init(&judge, world, &arena) == SNW_OK);
    CHECK(snw_collision_place(&judge, snw_exec_state(r.h.exec)) == SNW_OK);
}

static void close_avoid(void) {
    free(judge_memory);
    rig_close(&r);
}

// what is left above the demanded distances where the drives are told to be
static double clearance(snw_near *nearest) {
    const int member = snw_system_find(&r.h.system, "arm");
    CHECK(snw_collision_move(&judge, member, r.arm->command.q) == SNW_OK);
    const snw_near_query query = {.member = member, .below = 0.2, .most = 8, .enforced = true};
    snw_near near[8];
    const int count = snw_collision_near(&judge, &query, near, NULL);
    double least = 0.2;
    for (int i = 0; i < count; i++) {
        const double above = near[i].closest.distance - near[i].keep;
        if (above < least) *nearest = near[i];
        least = fmin(least, above);
    }
    return least;
}

// where the tool is told to be
static snw_vec3 tool(void) {
    const int link = snw_model_find_link(r.arm->model, "j7_link");
    CHECK(snw_kin_update(&r.kin, r.arm->command.q) == SNW_OK);
    return snw_pose_apply(r.kin.T_world_link[link], snw_vec3_z(0.107));
}

// says it anew in each tick, for so many ticks; the least clearance
static double say_for(int ticks, const char *text, snw_near *nearest) {
    snw_component *task = snw_exec_find(r.h.exec, "task");
    char answer[SNW_MESSAGE];
    double least = 1;
    for (int k = 0; k < ticks; k++) {
        if (k % 50 == 0) CHECK(!snw_failed(say_now(task, text, answer, NULL)));
        run_ticks(&r.h, 1);
        rig_check(&r);
        least = fmin(least, clearance(nearest));
        CHECK(least >= -1e-6);
    }
    return least;
}

static void a_tool_that_is_pushed_into_the_table_stops_above_it_and_comes_back(void) {
    open_avoid();
    snw_near nearest = {0};
    const double least = say_for(4000, "jog base 0 0 -0.25 0 0 0", &nearest);
    CHECK(least < 0.008);
    const snw_control_report *report = &r.shown->report;
    bool named = false;
    for (int i = 0; i < report->hold_count; i++) {
        named = named ||
                (report->hold_cause[i] == SNW_BOUND_CLEARANCE &&
                 report->hold_first_member[i] == nearest.a.member &&
                 report->hold_second_member[i] == nearest.b.member && report->hold_share[i] > 0.1);
    }
    CHECK(named);
    const double low = tool().z;
    run_ticks(&r.h, 1);
    CHECK(fabs(tool().z - low) < 1e-5);

    // back: within 50 ticks it rises
    (void)say_for(50, "jog base 0 0 0.25 0 0 0", &nearest);
    CHECK(tool().z > low + 1e-4);
    close_avoid();
}

// The elbow, and every other link, keeps away while the tool goes to the far ends of the cell.
static void all_links_keep_away_while_the_tool_is_dragged(void) {
    static const char *const ways[] = {"jog base 0.25 0 0 0 0 0",   "jog base 0 0.25 0 0 0 0",
                                       "jog base 0 0 -0.25 0 0 0",  "jog base -0.25 0 0 0 0 0",
                                       "jog base 0 -0.25 0 0 0 0",  "jog base 0 0 0.25 0 0 0",
                                       "jog base 0.2 -0.2 0 0 0 1", "jog base 0 -0.2 -0.2 0.5 0 0"};
    open_avoid();
    snw_near nearest = {0};
    double least = 1;
    for (int turn = 0; turn < check_scaled(8); turn++) {
        least = fmin(least, say_for(1200, ways[turn % 8], &nearest));
    }
    CHECK(least < 0.01 || check_scaled(8) < 8);
    close_avoid();
}

static void a_cell_without_rules_is_refused(void) {
    static char text[8192];
    const int length = snprintf(
        text, sizeof text, rig_format, "panda", "panda", "0 -0.785 0 -2.356 0 1.571 0.785", "1 ms",
        "<control law=\"qp\"><constraints><keep_clearance/></constraints></control>");
    CHECK(length > 0 && (size_t)length < sizeof text);
    memset(&r, 0, sizeof r);
    CHECK(open_cell(&r.h, "rig.cell.xml", text) == SNW_ERR_STATE);
    CHECK(strstr(r.h.reasons[0].text, "no collision rules") != NULL);
    close_cell(&r.h);
}

int main(int argc, char **argv) {
    (void)argc, (void)argv;
    RUN(a_tool_that_is_pushed_into_the_table_stops_above_it_and_comes_back);
    RUN(all_links_keep_away_while_the_tool_is_dragged);
    RUN(a_cell_without_rules_is_refused);
    return check_report();
}
