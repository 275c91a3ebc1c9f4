// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "harness.h"

#include "sinew/os.h"

// What a hand holds is attached in the state of the cell, and stays so whatever becomes of the
// hand.

static harness h;

#define HAND(arm)                                                                                  \
    "<component name=\"" arm "_hand\" member=\"" arm "\"><type><gripper frame=\"hand\" "           \
    "reach=\"0.1\"><grasp xyz=\"0 0 0.1034\"/></gripper></type><peers><peer role=\"objects\" "     \
    "component=\"objects\"/></peers></component>"
#define MOVER(arm)                                                                                 \
    "<component name=\"" arm "_motion\" member=\"" arm "\"><type><motion frame=\"tool\"/></type>"  \
    "</component><component name=\"" arm "_law\" member=\"" arm "\"><type><follow/></type>"        \
    "</component>"
#define ALL_THINGS                                                                                 \
    "<component name=\"objects\"><type><objects><list><object member=\"near\" width=\"0.04\"/>"    \
    "<object member=\"far\" width=\"0.04\"/><object member=\"cup\" width=\"0.04\"/></list>"        \
    "</objects></type></component>"

// two arms whose hands reach the same place
#define TWO(slots, states, drive)                                                                  \
    "<cell name=\"two\" slots=\"" slots "\"><mechanisms><mechanism name=\"panda\" "                \
    "file=\"package://models/panda/panda.xml\"/>" THINGS "</mechanisms><members>"                  \
    "<member name=\"left\" mechanism=\"panda\"/><member name=\"right\" "                           \
    "mechanism=\"panda\"/>" THING("near") THING("far")                                             \
        THING("cup") "</members><states><state name=\"ready\"><members>"                           \
                     "<member member=\"left\"><q>" PANDA_AT                                        \
                     "</q></member><member member=\"right\"><q>" PANDA_AT                          \
                     "</q></member></members>" states                                              \
                     "</state></states><control><loop period=\"1 ms\"><arms>"                      \
                     "<arm member=\"left\"><drive><" drive                                         \
                     "/></drive></arm><arm member=\"right\"><drive><" drive                        \
                     "/></drive></arm></arms><components>" MOVER("left") MOVER("right")            \
                         HAND("left") HAND("right") ALL_THINGS TAIL

static const char *const names[] = {"near", "far", "cup"};
static const char *const hands[] = {"left_hand", "right_hand"};
static const char *const motions[] = {"left_motion", "right_motion"};

static snw_pose pose_of(const char *member) {
    return snw_system_link_pose(&h.system, snw_exec_state(h.exec),
                                snw_system_find(&h.system, member), 0);
}

// kinematics of the test's own, for the arms of the cell that is open
static snw_kin kin;
static void *kin_block;

static void open_two(const char *text) {
    open_ready(&h, text);
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(&kin, h.arm->model, &arena));
    kin_block = aligned_block(arena.needed, &arena);
    CHECK(snw_kin_init(&kin, h.arm->model, &arena) == SNW_OK);
}

static void close_two(void) {
    free(kin_block);
    close_cell(&h);
}

// both arms are of one mechanism
static snw_pose hand_of(int arm) {
    const snw_arm *one = snw_exec_arm(h.exec, arm);
    double q[SNW_AXES] = {0};
    snw_arm_to_q(one, one->estimate.q, q);
    CHECK(snw_kin_set_base(&kin, one->T_world_base) == SNW_OK);
    CHECK(snw_kin_update(&kin, q) == SNW_OK);
    return snw_kin_frame(&kin, snw_model_find_frame(one->model, "hand"));
}

// how many of all grippers say that they hold a thing, and how many slots hold it
static int holders_of(int thing) {
    int count = 0;
    for (int k = 0; k < 2; k++) {
        const snw_gripper_signals *s = snw_exec_find(h.exec, hands[k])->signals;
        count += s->holds == thing;
    }
    return count;
}

static int slots_of(const char *name) {
    const snw_system_state *state = snw_exec_state(h.exec);
    int count = 0;
    for (int i = 0; i < state->slot_count; i++)
        count += state->slots[i].used && strcmp(state->slots[i].name, name) == 0;
    return count;
}

static void place_at(int thing, int arm) {
    const snw_pose grasp = snw_pose_mul(hand_of(arm), snw_pose_translation(snw_vec3_z(0.1034)));
    const snw_vec3 p =
        snw_vec3_add(grasp.p, snw_vec3_of(check_real(-0.05, 0.05), check_real(-0.05, 0.05),
                                          check_real(0, 0.05)));
    const double x = check_real(-1, 1), y = check_real(-1, 1), z = check_real(-1, 1),
                 w = check_real(0.2, 1);
    const double n = sqrt(x * x + y * y + z * z + w * w);
    char text[256];
    (void)snprintf(text, sizeof text, "place %s %.17g %.17g %.17g %.17g %.17g %.17g %.17g",
                   names[thing], p.x, p.y, p.z, x / n, y / n, z / n, w / n);
    say(&h, "objects", text);
}

static void set_off(int arm) {
    static const double home[] = {0, -0.785, 0, -2.356, 0, 1.571, 0.785};
    char text[256];
    size_t used = (size_t)snprintf(text, sizeof text, "put move");
    for (int i = 0; i < 7; i++) {
        const double q = home[i] + check_real(-0.2, 0.2);
        used += (size_t)snprintf(text + used, sizeof text - used, " %.6f", q);
    }
    // one that has enough to do goes on with that
    const snw_status status = ask(&h, motions[arm], text);
    CHECK(status == SNW_OK || status == SNW_ERR_FULL);
}

// with the hand it goes, to 1e-12 of where it was taken
static void carry_on(int arm, int thing, snw_pose grasp, int ticks) {
    for (int i = 0; i < ticks; i++) {
        snw_exec_tick(h.exec);
        const snw_pose now = snw_pose_inverse_mul(hand_of(arm), pose_of(names[thing]));
        CHECK(snw_pose_near(now, grasp, 1e-12));
        CHECK(slots_of(names[thing]) == 1);
    }
}

static void a_thousand_grasps_hold_fast_and_let_go_in_place(void) {
    open_two(TWO("2", "", "ideal_arm"));
    double way = 0;
    CHECK_CASES(check_scaled(1000)) {
        const int arm = check_int(0, 1), thing = check_int(0, 2);
        char attach[80];
        (void)snprintf(attach, sizeof attach, "attach %s", names[thing]);
        place_at(thing, arm);
        const snw_pose found = pose_of(names[thing]);
        const snw_pose grasp = snw_pose_inverse_mul(hand_of(arm), found);
        say(&h, hands[arm], attach);
        set_off(arm);
        carry_on(arm, thing, grasp, 20);
        CHECK(holders_of(thing) == 1);
        // the other hand is refused, be it far or near
        const snw_status other = ask(&h, hands[1 - arm], attach);
        CHECK(other == SNW_ERR_STATE || other == SNW_ERR_UNREACHABLE);
        CHECK(holders_of(thing) == 1 && slots_of(names[thing]) == 1);
        // a hand that is stopped keeps it
        const bool pause = check_int(0, 3) == 0;
        if (pause) CHECK(snw_exec_stop(h.exec, hands[arm], NULL) == SNW_OK);
        carry_on(arm, thing, grasp, 20);
        if (pause) CHECK(snw_exec_start(h.exec, hands[arm], NULL) == SNW_OK);
        carry_on(arm, thing, grasp, 5);
        CHECK(holders_of(thing) == 1);
        way = fmax(way, snw_vec3_distance(found.p, pose_of(names[thing]).p));
        say(&h, hands[arm], "release");
        const snw_pose left = pose_of(names[thing]);
        CHECK(holders_of(thing) == 0 && slots_of(names[thing]) == 0);
        for (int i = 0; i < 10; i++) {
            snw_exec_tick(h.exec);
            CHECK(snw_pose_near(pose_of(names[thing]), left, 0));
        }
    }
    CHECK(way > 0.01);
    close_two();
}

static void from_hand_to_hand_there_is_one_holder_at_a_time(void) {
    open_two(TWO("2", "", "ideal_arm"));
    check_seed(7);
    place_at(0, 0);
    const snw_pose place = pose_of("near");
    for (int i = 0; i < 10; i++) {
        const int arm = i % 2;
        say(&h, hands[arm], "attach near");
        refused(&h, hands[1 - arm], "attach near", SNW_ERR_STATE);
        CHECK_TEXT(h.why.text, "another gripper holds it");
        refused(&h, "objects", "reset", SNW_ERR_STATE);
        CHECK(holders_of(0) == 1);
        say(&h, hands[1 - arm], "release"); // it holds nothing, and nothing happens
        CHECK(holders_of(0) == 1 && slots_of("near") == 1);
        say(&h, hands[arm], "open");
        say(&h, hands[arm], "release");
    }
    CHECK(snw_pose_near(pose_of("near"), place, 1e-12));
    close_two();
}

static void a_full_state_refuses_and_says_why(void) {
    open_two(TWO("1", "", "ideal_arm"));
    check_seed(8);
    place_at(0, 0);
    place_at(1, 1);
    say(&h, "left_hand", "attach near");
    refused(&h, "right_hand", "attach far", SNW_ERR_FULL);
    CHECK_TEXT(h.why.text, "all slots are in use");
    CHECK(holders_of(1) == 0 && slots_of("far") == 0);
    say(&h, "left_hand", "release");
    say(&h, "right_hand", "attach far");
    CHECK(holders_of(1) == 1);
    close_two();
}

// Readings become nonsense, so the gripper cannot say where it is: it fails, the arm is stopped,
// and the thing is still where the arm was last known to be. When all is well again it is held on.
static void a_hand_that_fails_loses_nothing(void) {
    open_two(TWO("2", "", "simulated_arm"));
    check_seed(9);
    place_at(2, 0);
    const snw_pose grasp = snw_pose_inverse_mul(hand_of(0), pose_of("cup"));
    say(&h, "left_hand", "attach cup");
    set_off(0);
    carry_on(0, 2, grasp, 30);
    say(&h, "left.drive", "fault all garbage for 0.3");
    bool failed = false;
    for (int i = 0; i < 400; i++) {
        snw_exec_tick(h.exec);
        failed |= snw_exec_find(h.exec, "left_hand")->state == SNW_COMPONENT_FAULT;
        CHECK(slots_of("cup") == 1);
        CHECK(snw_system_state_check(&h.system, snw_exec_state(h.exec), &h.why) == SNW_OK);
    }
    CHECK(failed);
    CHECK(snw_exec_guard(h.exec, 0)->signals.state != SNW_ARM_ENABLED);
    refused(&h, "right_hand", "attach cup", SNW_ERR_STATE);
    run_ticks(&h, 1000);
    CHECK(snw_pose_near(snw_pose_inverse_mul(hand_of(0), pose_of("cup")), grasp, 1e-12));
    CHECK(snw_exec_stop(h.exec, "left_hand", NULL) == SNW_OK);
    run_ticks(&h, 2);
    CHECK(snw_exec_start(h.exec, "left_hand", NULL) == SNW_OK);
    enable(&h);
    run_ticks(&h, 20);
    CHECK(holders_of(2) == 1);
    // also without the component that shows where things are
    CHECK(snw_exec_stop(h.exec, "objects", NULL) == SNW_OK);
    set_off(0);
    carry_on(0, 2, grasp, 200);
    CHECK(snw_exec_start(h.exec, "objects", NULL) == SNW_OK);
    run_ticks(&h, 3);
    CHECK(holders_of(2) == 1);
    say(&h, "left_hand", "release");
    CHECK(slots_of("cup") == 0);
    close_two();
}

// The state of the cell says that the right hand holds the cup: so it is, from the first tick on.
static void a_cell_begins_with_what_its_state_has_attached(void) {
    open_two(TWO("2",
                 "<attached><attached name=\"cup\" member=\"right\" link=\"j7_link\" "
                 "mass=\"1\"><origin xyz=\"0 0 0.2104\"/></attached></attached>",
                 "ideal_arm"));
    CHECK(holders_of(2) == 1);
    const snw_gripper_signals *s = snw_exec_find(h.exec, "right_hand")->signals;
    CHECK(s->holds == 2 && s->state == SNW_GRIPPER_HOLDING && s->load == 1);
    check_seed(10);
    const snw_pose grasp = snw_pose_inverse_mul(hand_of(1), pose_of("cup"));
    CHECK_NEAR(grasp.p.z, 0.1034, 1e-12);
    set_off(1);
    carry_on(1, 2, grasp, 100);
    say(&h, "right_hand", "release");
    CHECK(slots_of("cup") == 0);
    close_two();
}

// all of the state after grasps and moves of simulated arms, as bytes
static void do_some(snw_system_state *state) {
    open_two(TWO("2", "", "simulated_arm"));
    check_seed(11);
    for (int i = 0; i < 4; i++) {
        place_at(i % 3, i % 2);
        say(&h, hands[i % 2], "attach");
        set_off(i % 2);
        run_ticks(&h, 150);
        if (i > 1) say(&h, hands[i % 2], "release");
        if (i == 1) say(&h, hands[0], "release");
        if (i == 1) say(&h, hands[1], "release");
    }
    place_at(1, 1);
    say(&h, hands[1], "attach far");
    run_ticks(&h, 10);
    CHECK(snw_exec_read_state(h.exec, state) == SNW_OK);
    close_two();
}

static void the_same_run_gives_the_same_state_to_the_last_bit(void) {
    open_two(TWO("2", "", "simulated_arm"));
    snw_system_state states[2];
    void *blocks[2];
    for (int i = 0; i < 2; i++) {
        snw_arena arena = {0};
        SNW_IGNORE(snw_system_state_init(&states[i], &h.system, &arena));
        blocks[i] = aligned_block(arena.needed, &arena);
        CHECK(snw_system_state_init(&states[i], &h.system, &arena) == SNW_OK);
    }
    close_two();
    do_some(&states[0]);
    do_some(&states[1]);
    CHECK(states[0].t_ns == states[1].t_ns && states[0].t_ns > 0);
    CHECK(memcmp(states[0].q, states[1].q, sizeof(double) * (size_t)states[0].nq) == 0);
    CHECK(memcmp(states[0].v, states[1].v, sizeof(double) * (size_t)states[0].nv) == 0);
    for (int i = 0; i < 2; i++) {
        const snw_slot *a = &states[0].slots[i], *b = &states[1].slots[i];
        CHECK(a->used == b->used && strcmp(a->name, b->name) == 0);
        CHECK(snw_pose_near(a->T_link_part, b->T_link_part, 0));
    }
    CHECK(states[0].slots[0].used);
    free(blocks[0]);
    free(blocks[1]);
}

// --- what it weighs -----------------------------------------------------------------------------

// the ready cell, some words of its file replaced
static void open_demo(const char *const changes[][2], int count) {
    static char text[1 << 16], other[1 << 16];
    snw_file_content file;
    CHECK(snw_file_read(SNW_SOURCE_DIR "/cells/demo.cell.xml", NULL, &file, NULL) == SNW_OK);
    CHECK(file.size < sizeof text);
    memcpy(text, file.data, file.size + 1);
    snw_file_free(&file);
    for (int i = 0; i < count; i++) {
        const char *at = strstr(text, changes[i][0]);
        CHECK(at != NULL);
        (void)snprintf(other, sizeof other, "%.*s%s%s", (int)(at - text), text, changes[i][1],
                       at + strlen(changes[i][0]));
        memcpy(text, other, sizeof text);
    }
    open_ready(&h, text);
    // of a law that is not stiff, whatever the cell has
    CHECK(snw_exec_set(h.exec, "law/kp", "2500", &h.why) == SNW_OK);
    CHECK(snw_exec_set(h.exec, "law/kd", "100", &h.why) == SNW_OK);
}

// greatest errors of the tool [m]: while a block is lifted and carried to the other side, and at
// rest there
typedef struct errors {
    double moving, resting;
} errors;

static double error_now(void) {
    const snw_pose wanted = frame_at(&h, "hand", h.arm->target.q);
    return snw_vec3_distance(wanted.p, frame_at(&h, "hand", h.arm->sensed.q).p);
}

static errors error_of_lifting(bool attach) {
    say(&h, "points", "go over_a1");
    CHECK(wait_for(&h, "points/state", "idle", 20000));
    say(&h, "points", "go at_a1 line");
    CHECK(wait_for(&h, "points/state", "idle", 20000));
    if (attach) say(&h, "gripper", "attach red");
    errors e = {0, 0};
    static const char *const ways[] = {"go over_a1 line", "go over_b1"};
    for (int w = 0; w < 2; w++) {
        say(&h, "points", ways[w]);
        for (int i = 0; i < 6000 && strcmp(shown(&h, "points/state"), "idle") != 0; i++) {
            snw_exec_tick(h.exec);
            e.moving = fmax(e.moving, error_now());
        }
        CHECK_TEXT(shown(&h, "points/state"), "idle");
    }
    run_ticks(&h, 1000);
    e.resting = error_now();
    guard_was_quiet(&h);
    close_cell(&h);
    return e;
}

#define STILL                                                                                      \
    { "<sequence>", "<sequence automatic=\"false\">" }
#define HEAVY                                                                                      \
    {                                                                                              \
        "<inertial mass=\"0.1\" ixx=\"0.0000267\" iyy=\"0.0000267\" izz=\"0.0000267\"/>",          \
            "<inertial mass=\"1\" ixx=\"0.000267\" iyy=\"0.000267\" izz=\"0.000267\"/>"            \
    }

// One kilogram on the Panda of the demo. A law that knows of it follows as well as without; one
// that does not lets the arm droop and swing, though computed torque holds on to it stiffly. When
// it is told the weight alone, by the gripper, it does not droop, but the inertia is still missing.
static void a_kilogram_is_lifted_by_a_law_that_knows_of_it(void) {
    static const char *const empty[][2] = {STILL, HEAVY};
    open_demo(empty, 2);
    const errors bare = error_of_lifting(false);
    open_demo(empty, 2);
    const errors known = error_of_lifting(true);
    static const char *const deaf[][2] = {
        STILL,
        HEAVY,
        {"</computed_torque>", "<payload source=\"none\"/></computed_torque>"},
        {"<gripper frame=\"hand\"", "<gripper carry=\"false\" frame=\"hand\""}};
    open_demo(deaf, 4);
    const errors unknown = error_of_lifting(true);
    open_demo(deaf, 3);
    const errors weight = error_of_lifting(true);
    print_message("tool off by [mm], moving and at rest: empty %.2f %.2f, known %.2f %.2f, weight "
                  "alone %.2f %.2f, unknown %.2f %.2f\n",
                  1e3 * bare.moving, 1e3 * bare.resting, 1e3 * known.moving, 1e3 * known.resting,
                  1e3 * weight.moving, 1e3 * weight.resting, 1e3 * unknown.moving,
                  1e3 * unknown.resting);
    CHECK(known.moving < 1.5 * bare.moving && known.resting < 1.5 * bare.resting);
    CHECK(unknown.moving > 10 * bare.moving && unknown.resting > 10 * bare.resting);
    CHECK(weight.resting < 2 * bare.resting && weight.moving > 5 * bare.moving);
}

#define LED(payload, carry)                                                                        \
    HEAD "<component name=\"guiding\" member=\"arm\"><type><guiding>" payload                      \
         "<damping>3</damping></guiding></type>" TO_MOTION "</component>" LAW                      \
         "<component name=\"gripper\" member=\"arm\"><type><gripper frame=\"hand\" carry=\"" carry \
         "\"><grasp xyz=\"0 0 0.1034\"/></gripper></type><peers><peer role=\"objects\" "           \
         "component=\"objects\"/></peers></component>" ALL_THINGS TAIL

// how far the arm goes by itself in three seconds, led by hand with a kilogram in its hand [rad]
static double sag(const char *cell) {
    open_ready(&h, cell);
    const snw_vec3 p =
        snw_pose_apply(frame_at(&h, "hand", h.arm->estimate.q), snw_vec3_of(0, 0, 0.11));
    char text[160];
    (void)snprintf(text, sizeof text, "place near %.17g %.17g %.17g 0 0 0 1", p.x, p.y, p.z);
    say(&h, "objects", text);
    say(&h, "gripper", "attach near");
    CHECK_NEAR(shown_real(&h, "gripper/load"), 1, 0);
    run_ticks(&h, 500);
    say(&h, "guiding", "guide on");
    double q[SNW_AXES], away = 0;
    memcpy(q, h.arm->sensed.q, sizeof q);
    run_ticks(&h, 3000);
    for (int i = 0; i < h.arm->count; i++)
        away = fmax(away, fabs(h.arm->sensed.q[i] - q[i]));
    close_cell(&h);
    return away;
}

static void an_arm_that_is_led_by_hand_carries_what_it_holds(void) {
    const double small = 0.1 * SNW_PI / 180;
    CHECK(sag(LED("", "true")) < small);
    CHECK(sag(LED("", "false")) < small);
    // where guiding is told not to, the gripper does it, and without both it sinks
    CHECK(sag(LED("<payload source=\"fixed\"/>", "true")) < small);
    CHECK(sag(LED("<payload source=\"fixed\"/>", "false")) > 50 * small);
}

int main(void) {
    RUN(a_thousand_grasps_hold_fast_and_let_go_in_place);
    RUN(from_hand_to_hand_there_is_one_holder_at_a_time);
    RUN(a_full_state_refuses_and_says_why);
    RUN(a_hand_that_fails_loses_nothing);
    RUN(a_cell_begins_with_what_its_state_has_attached);
    RUN(the_same_run_gives_the_same_state_to_the_last_bit);
    RUN(an_arm_that_is_led_by_hand_carries_what_it_holds);
    RUN(a_kilogram_is_lifted_by_a_law_that_knows_of_it);
    return check_report();
}
