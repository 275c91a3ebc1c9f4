// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "task_rig.h"

#include "../../../src/runtime/parts/inside.h"

// End effectors that are chosen, changed, added and removed while the loop runs. rig_tick() holds
// every tick to the limits, and to a guard that has nothing to do.

static rig r;
static const char ready[] = "0.3 -0.5 0.2 -2 0.1 1.6 0.4";

// what a message is answered with; "" when it is refused
static const char *ask(const char *text) {
    static char answer[SNW_MESSAGE];
    snw_why why = {0};
    snw_status status = snw_exec_message(r.h.exec, "task", text, 0, answer, &why);
    if (status == SNW_NOTHING_NEW) {
        rig_tick(&r);
        status = snw_exec_message(r.h.exec, "task", text, 0, answer, &why);
    }
    return snw_failed(status) ? "" : answer;
}

static bool refused(const char *text, snw_status status, const char *word) {
    snw_why why = {0};
    const uint64_t changes = r.shown->changes;
    const bool same = rig_say(&r, "task", text, &why) == status && why.text[0] != '\0';
    rig_tick(&r);
    char line[1024];
    (void)snw_why_sentence(&why, line, sizeof line);
    const bool told = same && strstr(line, word) != NULL && r.shown->changes == changes;
    if (!told) print_error("%s: %s\n", text, line);
    return told;
}

// the words of one end effector; numbers are compared as numbers
static bool stands(int place, const char *words, double x, double y, double z) {
    char text[64], head[256];
    double n[7];
    (void)snprintf(text, sizeof text, "show effector %d", place);
    const char *answer = ask(text);
    const size_t length = strlen(words);
    (void)snprintf(head, sizeof head, "%.*s", (int)length, answer);
    if (strcmp(head, words) != 0) print_error("%s\n", answer);
    if (strcmp(head, words) != 0) return false;
    const int got = sscanf(answer + length, "%lf %lf %lf %lf %lf %lf %lf", &n[0], &n[1], &n[2],
                           &n[3], &n[4], &n[5], &n[6]);
    return got == 7 && n[0] == x && n[1] == y && n[2] == z;
}

// --- the dialog: pick, edit, remove, add ---------------------------------------------------------

// spec: actin-model:A1-VW-19
static void the_active_one_is_picked_others_are_edited_removed_and_added_on_any_link(void) {
    rig_open(&r, "panda", ready, "<spare>16</spare>");
    CHECK(r.shown->effectors == 1 && stands(0, "tool j7_link frame hard", 0, 0, 0));
    // one on each link there is, by turns a point and a frame
    const snw_model *model = r.arm->model;
    int made = 1;
    for (int l = 1; l < model->link_count && made < 12; l++) {
        char text[256];
        (void)snprintf(text, sizeof text, "effector add e%d %s %s soft 0 0 0.0%d 0 0 0 1", l,
                       model->links[l].name, l % 2 ? "frame" : "point", l % 9 + 1);
        rig_must(&r, text);
        made++;
    }
    rig_tick(&r);
    CHECK(made > 5 && r.shown->effectors == made && r.shown->changes == (uint64_t)made - 1);
    CHECK(stands(0, "tool j7_link frame hard", 0, 0, 0));
    char words[128];
    (void)snprintf(words, sizeof words, "e3 %s frame soft", model->links[3].name);
    CHECK(stands(3, words, 0, 0, 0.04));
    // edited, picked: it is the tool, and what was the tool follows it
    rig_must(&r, "effector change e3 j5_link frame hard 0.1 0.2 0.3 0 0 0 1");
    rig_must(&r, "effector use e3");
    CHECK(stands(0, "e3 j5_link frame hard", 0.1, 0.2, 0.3));
    CHECK(stands(1, "tool j7_link frame hard", 0, 0, 0));
    // where it is shown is where it is, by kinematics of the test's own call
    rig_tick(&r);
    const int link = snw_model_find_link(model, "j5_link");
    const snw_vec3 at = snw_pose_apply(rig_link(&r, link), snw_vec3_of(0.1, 0.2, 0.3));
    CHECK_NEAR(r.shown->actual[0], at.x, 1e-9);
    CHECK_NEAR(r.shown->actual[1], at.y, 1e-9);
    CHECK_NEAR(r.shown->actual[2], at.z, 1e-9);
    // removed: the next hard one is the tool
    rig_must(&r, "effector remove e3");
    rig_tick(&r);
    CHECK(r.shown->effectors == made - 1 && stands(0, "tool j7_link frame hard", 0, 0, 0));
    rig_close(&r);
}

static void the_tool_that_was_picked_is_the_one_that_moves(void) {
    rig_open(&r, "panda", ready, "");
    const int far = snw_model_find_link(r.arm->model, "j5_link");
    rig_must(&r, "effector add elbow j5_link frame soft 0 0 0 0 0 0 1");
    rig_must(&r, "effector change elbow j5_link point hard 0 0 0 0 0 0 1");
    rig_must(&r, "effector use elbow");
    rig_must(&r, "effector remove tool");
    const snw_vec3 from = rig_link(&r, far).p;
    rig_hold(&r, "jog base 0 0 0.05 0 0 0", 400);
    rig_rest(&r);
    const snw_vec3 way = snw_vec3_sub(rig_link(&r, far).p, from);
    CHECK(way.z > 0.015 && hypot(way.x, way.y) < 1e-4);
    rig_close(&r);
}

static void a_tool_that_is_gone_is_missed_by_jogs_and_drags_but_not_by_joints(void) {
    rig_open(&r, "panda", ready, "");
    rig_must(&r, "effector remove tool");
    rig_tick(&r);
    CHECK(r.shown->effectors == 0 && isnan(r.shown->actual[0]) && isnan(r.shown->desired[6]));
    CHECK(refused("jog base 0 0 0.1 0 0 0", SNW_ERR_STATE, "no end effector"));
    CHECK(refused("drag 0.4 0 0.5 1 0 0 0", SNW_ERR_STATE, "no end effector"));
    CHECK(refused("turn 0.2", SNW_ERR_STATE, "no end effector"));
    CHECK(refused("pull j4_link 0 0 0 0 0 0", SNW_ERR_STATE, "no end effector"));
    CHECK(refused("show effector 0", SNW_ERR_UNKNOWN_NAME, "no such end effector"));
    rig_hold(&r, "jog joints 0.2 0 0 0 0 0 0", 300);
    CHECK_NEAR(r.v[0], 0.2, 1e-9);
    rig_rest(&r);
    rig_must(&r, "effector add again j7_link frame hard 0 0 0 0 0 0 1");
    rig_hold(&r, "jog base 0 0 0.1 0 0 0", 100);
    CHECK(r.arm->taken && r.shown->effectors == 1 && isfinite(r.shown->actual[0]));
    rig_rest(&r);
    rig_close(&r);
}

// --- point and frame -----------------------------------------------------------------------------

static void drag_text(char text[256], snw_pose to) {
    const snw_quat turn = snw_quat_from_mat3(to.R);
    (void)snprintf(text, 256, "drag %.17g %.17g %.17g %.17g %.17g %.17g %.17g", to.p.x, to.p.y,
                   to.p.z, turn.x, turn.y, turn.z, turn.w);
}

// spec: actin-model:A1-VW-22
static void a_guide_that_turns_changes_no_joint_of_a_point(void) {
    check_seed(22);
    for (int frame = 0; frame < 2; frame++) {
        // without an objective: what is left free has no reason of its own to move
        rig_open(&r, "panda", ready, "");
        if (!frame) rig_must(&r, "effector change tool j7_link point hard 0 0 0.1 0 0 0 1");
        rig_tick(&r);
        CHECK(r.shown->point == !frame);
        double before[SNW_AXES];
        memcpy(before, r.arm->command.q, sizeof before);
        snw_pose goal = rig_tool(&r);
        if (!frame) goal.p = snw_pose_apply(goal, snw_vec3_z(0.1));
        double most = 0;
        for (int k = 0; k < 20; k++) {
            char text[256];
            const snw_vec3 axis = snw_vec3_normalize(
                snw_vec3_of(check_real(-1, 1), check_real(-1, 1), check_real(0.1, 1)));
            goal.R = snw_mat3_axis_angle(axis, check_real(-3, 3));
            drag_text(text, goal);
            rig_hold(&r, text, 100);
            for (int i = 0; i < r.arm->count; i++)
                most = fmax(most, fabs(r.arm->command.q[i] - before[i]));
        }
        print_message("a guide that turns moves joints by %.1e rad (%s)\n", most,
                      frame ? "frame" : "point");
        if (!frame) CHECK(most < 1e-9);
        if (frame) CHECK(most > 0.1);
        rig_rest(&r);
        rig_close(&r);
    }
}

static void a_point_is_dragged_straight_to_its_place_and_leaves_four_joints_free(void) {
    rig_open(&r, "panda", ready,
             "<control law=\"qp\"><effectors><point_effector name=\"p\" "
             "link=\"j7_link\"/></effectors></control>");
    const snw_pose from = rig_tool(&r);
    snw_pose to = from;
    to.p = snw_vec3_add(from.p, snw_vec3_of(0.05, -0.1, 0.08));
    to.R = snw_mat3_mul(snw_mat3_rot_x(1), to.R);
    char text[256];
    drag_text(text, to);
    const snw_vec3 along = snw_vec3_normalize(snw_vec3_sub(to.p, from.p));
    double worst = 0;
    for (int k = 0; k < 2500; k++) {
        if (k % 100 == 0) rig_must(&r, text);
        rig_tick(&r);
        const snw_vec3 way = snw_vec3_sub(rig_tool(&r).p, from.p);
        worst = fmax(worst, snw_vec3_norm(snw_vec3_cross(way, along)));
    }
    CHECK(worst < 5e-4);
    CHECK(snw_vec3_distance(rig_tool(&r).p, to.p) < 1e-6);
    // turned is not what it was asked for
    CHECK(snw_vec3_norm(snw_pose_difference(rig_tool(&r), to).ang) > 0.3);
    rig_rest(&r);
    // self-motion keeps the point, and the hand may turn
    const snw_pose stays = rig_tool(&r);
    rig_hold(&r, "turn 0.3", 1500);
    CHECK(snw_vec3_distance(rig_tool(&r).p, stays.p) < 1e-4);
    rig_rest(&r);
    rig_close(&r);
}

// spec: actin-model:A1-VW-21
static void a_change_of_type_is_there_at_the_next_step_and_without_a_message_nothing_changes(void) {
    rig_open(&r, "panda", ready, "");
    // a dialog that is cancelled has only asked
    char before[SNW_MESSAGE];
    (void)snprintf(before, sizeof before, "%s", ask("show effector 0"));
    CHECK(strcmp(ask("show effector 0"), before) == 0);
    CHECK(r.shown->changes == 0 && !r.shown->point);
    // the tick that takes the message already has it
    rig_must(&r, "effector change tool j7_link point hard 0 0 0 0 0 0 1");
    CHECK(r.shown->point && r.shown->changes == 1);
    double q[SNW_AXES];
    memcpy(q, r.arm->command.q, sizeof q);
    rig_hold(&r, "jog base 0 0 0 0 0 0.5", 200);
    CHECK(r.shown->mode == SNW_HAND_JOG);
    for (int i = 0; i < r.arm->count; i++)
        CHECK_NEAR(r.arm->command.q[i], q[i], 1e-9);
    // refused while a hand is on
    CHECK(refused("effector change tool j7_link frame hard 0 0 0 0 0 0 1", SNW_ERR_STATE, "hand"));
    rig_rest(&r);
    rig_must(&r, "effector change tool j7_link frame hard 0 0 0 0 0 0 1");
    CHECK(!r.shown->point && r.shown->changes == 2);
    rig_hold(&r, "jog base 0 0 0 0 0 0.5", 200);
    double most = 0;
    for (int i = 0; i < r.arm->count; i++)
        most = fmax(most, fabs(r.arm->command.q[i] - q[i]));
    CHECK(most > 0.01);
    rig_rest(&r);
    rig_close(&r);
}

// --- refusals ------------------------------------------------------------------------------------

static void what_is_wrong_is_refused_and_leaves_everything_as_it_was(void) {
    static const struct {
        const char *text;
        snw_status status;
        const char *word;
    } wrong[] = {
        {"effector", SNW_ERR_UNKNOWN_NAME, "use, add"},
        {"effector paint tool", SNW_ERR_UNKNOWN_NAME, "use, add"},
        {"effector use nobody", SNW_ERR_UNKNOWN_NAME, "no such end effector"},
        {"effector use soft", SNW_ERR_STATE, "cannot be the tool"},
        {"effector remove nobody", SNW_ERR_UNKNOWN_NAME, "no such end effector"},
        {"effector remove tool", SNW_ERR_STATE, "no other"},
        {"effector add tool j7_link frame hard 0 0 0 0 0 0 1", SNW_ERR_DUPLICATE, "this name"},
        {"effector add", SNW_ERR_ARGUMENT, "name"},
        {"effector add new nowhere frame hard 0 0 0 0 0 0 1", SNW_ERR_UNKNOWN_NAME, "link"},
        {"effector add new j7_link ball hard 0 0 0 0 0 0 1", SNW_ERR_ARGUMENT, "frame or a point"},
        {"effector add new j7_link frame firm 0 0 0 0 0 0 1", SNW_ERR_ARGUMENT, "frame or a point"},
        {"effector add new j7_link frame hard 0 0 0 0 0 0 0", SNW_ERR_RANGE, "rotation"},
        {"effector add new j7_link frame hard 0 0 nan 0 0 0 1", SNW_ERR_NOT_FINITE, "NaN"},
        {"effector add new j7_link frame hard 0 0 0", SNW_ERR_SIZE, "numbers"},
        {"effector change tool j7_link frame soft 0 0 0 0 0 0 1", SNW_ERR_STATE, "soft"},
        {"effector change nobody j7_link frame hard 0 0 0 0 0 0 1", SNW_ERR_UNKNOWN_NAME, "such"},
        {"effector change across j7_link frame hard 0 0 0 0 0 0 1", SNW_ERR_UNSUPPORTED, "points"},
        {"show effector 3", SNW_ERR_UNKNOWN_NAME, "no such end effector"},
        {"show effector -1", SNW_ERR_UNKNOWN_NAME, "no such end effector"},
        {"show effector nan", SNW_ERR_NOT_FINITE, "NaN"},
        {"show limits 0", SNW_ERR_UNKNOWN_NAME, "nothing of this name"},
    };
    rig_open(&r, "panda", ready,
             "<spare>1</spare><control><effectors><frame_effector name=\"tool\" link=\"j7_link\"/>"
             "<point_effector name=\"soft\" link=\"j4_link\" soft=\"true\"/>"
             "<xy_effector name=\"across\" link=\"j7_link\" soft=\"true\"/></effectors></control>");
    double q[SNW_AXES];
    memcpy(q, r.arm->command.q, sizeof q);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(refused(wrong[i].text, wrong[i].status, wrong[i].word));
        CHECK(r.shown->effectors == 3 && stands(0, "tool j7_link frame hard", 0, 0, 0));
    }
    rig_must(&r, "effector add last j7_link frame soft 0 0 0 0 0 0 1");
    CHECK(refused("effector add more j7_link frame soft 0 0 0 0 0 0 1", SNW_ERR_FULL, "room"));
    CHECK(memcmp(q, r.arm->command.q, sizeof q) == 0);
    rig_close(&r);
}

static void a_tool_that_a_source_leads_stays_what_it_is(void) {
    static char text[4096];
    (void)snprintf(text, sizeof text,
                   "<cell name=\"led\"><mechanisms><mechanism name=\"m\" "
                   "file=\"package://models/panda/panda.xml\"/></mechanisms>"
                   "<members><member name=\"arm\" mechanism=\"m\"/></members>"
                   "<states><state name=\"ready\"><members><member member=\"arm\"><q>%s</q>"
                   "</member></members></state></states><control><loop period=\"1 ms\"><arms>"
                   "<arm member=\"arm\"><drive><ideal_arm/></drive></arm></arms><components>"
                   "<component name=\"move\" member=\"arm\"><type><motion/></type></component>"
                   "<component name=\"task\" member=\"arm\"><type><task/></type></component>"
                   "</components><connections><connection from=\"move.pose\" to=\"task.pose\"/>"
                   "</connections></loop></control></cell>",
                   ready);
    memset(&r, 0, sizeof r);
    const snw_status status = open_cell(&r.h, "led.cell.xml", text);
    if (snw_failed(status)) tell(&r.h);
    CHECK(!snw_failed(status));
    rig_begin(&r);
    CHECK(refused("effector change tool j7_link point hard 0 0 0 0 0 0 1", SNW_ERR_STATE,
                  "moves this tool"));
    CHECK(refused("effector remove tool", SNW_ERR_STATE, "moves this tool"));
    rig_must(&r, "effector add other j5_link point soft 0 0 0 0 0 0 1");
    rig_must(&r, "effector change other j5_link point hard 0 0 0 0 0 0 1");
    CHECK(refused("effector use other", SNW_ERR_STATE, "moves this tool"));
    rig_must(&r, "effector remove other");
    rig_close(&r);
}

// --- services ------------------------------------------------------------------------------------

static void services_see_what_messages_have_made(void) {
    rig_open(&r, "panda", ready, "");
    snw_component *task = snw_exec_find(r.h.exec, "task");
    snw_task_stage *now = NULL;
    snw_setup *setup = snw_setup_create(1U << 20);
    CHECK(setup != NULL && snw_task_describe(task, setup, &now) == SNW_OK);
    CHECK(now->control.effector_count == 0 && now->limit_count == 0);
    rig_must(&r, "effector add nib j6_link point soft 0.1 0 0.3 0 0 0 1");
    rig_must(&r, "effector change tool j7_link point hard 0 0 0.2 0 0 0 1");
    rig_must(&r, "limit j1 -1 1.25");
    CHECK(snw_task_describe(task, setup, &now) == SNW_OK);
    CHECK(now->control.effector_count == 2 && now->limit_count == 1);
    const snw_effector *tool = now->control.effectors[0].block,
                       *nib = now->control.effectors[1].block;
    CHECK(now->control.effectors[0].type == &snw_point_effector_type && !tool->soft);
    CHECK(strcmp(tool->link, "j7_link") == 0 && tool->offset.p.z == 0.2);
    CHECK(strcmp(nib->name, "nib") == 0 && nib->soft && nib->offset.p.x == 0.1);
    CHECK(strcmp(now->limits[0].joint, "j1") == 0 && now->limits[0].lower == -1 &&
          now->limits[0].upper == 1.25);
    snw_setup_destroy(setup);
    // a component of another type has none of it
    snw_task_present present;
    CHECK(snw__task_look(snw_exec_find(r.h.exec, "move"), &present) == SNW_ERR_ARGUMENT);
    rig_close(&r);
}

// one random message about an end effector, which may be refused
static void change_at_random(void) {
    static const char *const links[] = {"j7_link", "j5_link", "j4_link", "nowhere"};
    static const char *const acts[] = {"use", "add", "change", "remove", "add"};
    char text[256];
    snw_why why = {0};
    (void)snprintf(text, sizeof text, "effector %s e%d %s %s %s %.3f 0 %.3f 0 0 0 1",
                   acts[check_int(0, 4)], check_int(0, 4), links[check_int(0, 3)],
                   check_int(0, 1) ? "point" : "frame", check_int(0, 2) ? "hard" : "soft",
                   check_real(-0.1, 0.1), check_real(-0.1, 0.1));
    const snw_status status = rig_say(&r, "task", text, &why);
    CHECK(!snw_failed(status) || why.text[0] != '\0');
}

// limits hold, the guard has nothing to do, and whatever there is can be jogged
static void random_changes_between_random_hands_never_harm(void) {
    check_seed(4711);
    rig_open(&r, "panda", ready, "<control law=\"qp\"/><spare>3</spare>");
    const long rounds = check_scaled(400);
    for (long k = 0; k < rounds; k++) {
        char text[256];
        snw_why why = {0};
        change_at_random();
        rig_tick(&r);
        (void)snprintf(text, sizeof text, "jog base %.3f %.3f %.3f 0 0 %.3f", check_real(-0.1, 0.1),
                       check_real(-0.1, 0.1), check_real(-0.1, 0.1), check_real(-0.3, 0.3));
        const bool none = r.shown->effectors == 0;
        const snw_status jogged = rig_say(&r, "task", text, &why);
        CHECK(none ? jogged == SNW_ERR_STATE : !snw_failed(jogged));
        for (int i = 0; i < 40; i++)
            rig_tick(&r);
        rig_rest(&r);
    }
    rig_close(&r);
}

int main(void) {
    RUN(the_active_one_is_picked_others_are_edited_removed_and_added_on_any_link);
    RUN(the_tool_that_was_picked_is_the_one_that_moves);
    RUN(a_tool_that_is_gone_is_missed_by_jogs_and_drags_but_not_by_joints);
    RUN(a_guide_that_turns_changes_no_joint_of_a_point);
    RUN(a_point_is_dragged_straight_to_its_place_and_leaves_four_joints_free);
    RUN(a_change_of_type_is_there_at_the_next_step_and_without_a_message_nothing_changes);
    RUN(what_is_wrong_is_refused_and_leaves_everything_as_it_was);
    RUN(a_tool_that_a_source_leads_stays_what_it_is);
    RUN(services_see_what_messages_have_made);
    RUN(random_changes_between_random_hands_never_harm);
    return check_report();
}
