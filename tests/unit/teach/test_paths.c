// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "harness.h"

#include "sinew/exec/order.h"
#include "sinew/queue/path.h"

static harness h;

#define EXACT                                                                                      \
    "<component name=\"paths\" member=\"arm\"><type><paths capacity=\"3\" records=\"4000\" "       \
    "spacing=\"0\"/></type>" TO_MOTION "</component>"

enum { MOST = 4000 };
static double recorded[MOST][SNW_AXES], played[MOST][SNW_AXES], alone[MOST][SNW_AXES];
static snw_pose recorded_poses[MOST], played_poses[MOST];

// what is asked of the arm in the ticks of a state, from its first on
static int watch(const char *state, double (*joints)[SNW_AXES], snw_pose *poses, int most) {
    CHECK(wait_for(&h, "paths/state", state, 20000));
    int count = 0;
    while (strcmp(shown(&h, "paths/state"), state) == 0 && count < most) {
        memcpy(joints[count], h.arm->target.q, sizeof *joints);
        if (poses != NULL) poses[count] = frame_at(&h, "tool", h.arm->target.q);
        count++;
        snw_exec_tick(h.exec);
    }
    return count;
}

// a few moves, one after the other, while a path is recorded; how many ticks
static int record(const char *words, const char *const *moves, int count, snw_pose *poses) {
    say(&h, "paths", words);
    run_ticks(&h, 50);
    int ticks = 0;
    for (int i = 0; i < count; i++)
        say(&h, "motion", moves[i]);
    bool moving = true;
    for (int rest = 0; rest < 20 && ticks < MOST; rest = moving ? 0 : rest + 1) {
        memcpy(recorded[ticks], h.arm->target.q, sizeof *recorded);
        if (poses != NULL) poses[ticks] = frame_at(&h, "tool", h.arm->target.q);
        ticks++;
        snw_exec_tick(h.exec);
        moving = strcmp(shown(&h, "motion/moving"), "true") == 0;
    }
    say(&h, "paths", "end");
    return ticks;
}

static const char *const moves[] = {"put move 0.4 -0.6 0.1 -2.2 0 1.6 0.8",
                                    "put move 0.1 -0.4 0.3 -2.4 0.2 1.9 0.4"};

// Every tick is recorded; in every tick of the replay the target has the very bits.
// spec: actin-model:A1-VW-23
static void a_path_of_joints_is_replayed_bit_for_bit(void) {
    open_ready(&h, HEAD EXACT LAW TAIL);
    const int ticks = record("record joints p", moves, 2, NULL);
    CHECK(ticks > 500);
    say(&h, "paths", "list");
    CHECK(strncmp(h.answer, "p joints ", 9) == 0);
    say(&h, "motion", "move " PANDA_AT);
    say(&h, "paths", "play p");
    const int count = watch("playing", played, NULL, MOST);
    // the test looked a few ticks after the recording began: the one is found in the other
    int first = 0, same = 0;
    while (first < count && memcmp(played[first], recorded[40], sizeof(double) * 7) != 0)
        first++;
    first -= 40;
    CHECK(first >= 0);
    for (; first + same < count && same < ticks; same++)
        CHECK(memcmp(played[first + same], recorded[same], sizeof(double) * 7) == 0);
    CHECK(same > 500 && same > count - 100);
    CHECK(wait_for(&h, "paths/state", "idle", 20000));
    run_ticks(&h, 200);
    // the arm stays where the path has ended, and motion knows it
    CHECK_NEAR(h.arm->target.q[0], recorded[ticks - 1][0], 1e-12);
    guard_was_quiet(&h);
    close_cell(&h);
}

static void a_path_of_coarse_records_is_replayed_within_limits(void) {
    open_ready(&h, HEAD PATHS LAW TAIL);
    const int ticks = record("record joints p", moves, 2, NULL);
    say(&h, "motion", "move " PANDA_AT);
    say(&h, "paths", "play p");
    const int count = watch("playing", played, NULL, MOST);
    CHECK(abs(count - ticks) < 80);
    double away = 0;
    int from = 0, first = 0;
    while (fabs(recorded[from][0]) < 1e-3)
        from++;
    while (fabs(played[first][0]) < 1e-3)
        first++;
    for (int i = 0; first + i < count && from + i < ticks; i++) {
        for (int j = 0; j < h.arm->count; j++)
            away = fmax(away, fabs(played[first + i][j] - recorded[from + i][j]));
    }
    CHECK(away < 5e-3);
    guard_was_quiet(&h);
    close_cell(&h);
}

// The path is recorded while joints are moved, and replayed by the poses of the tool alone from
// another posture of the elbow: the tool is at the same places, the joints are others.
// spec: actin-model:A1-VW-24
static void a_path_of_a_frame_is_replayed_with_other_joints(void) {
    open_ready(&h, HEAD EXACT LAW TAIL);
    say(&h, "motion", "move 0 -0.6 0 -2.2 0 1.6 0.8");
    const int ticks = record("record frame p", moves, 2, recorded_poses);
    say(&h, "motion", "move -0.5 -0.4 0.6 -2.1 0.3 1.7 0.5");
    say(&h, "paths", "play p");
    const int count = watch("playing", played, played_poses, MOST);
    // the test looked a few ticks after the recording began: found by one of its poses
    enum { MARK = 100 };
    int first = 0;
    for (int i = 0; i < count; i++) {
        if (snw_vec3_distance(played_poses[i].p, recorded_poses[MARK].p) <
            snw_vec3_distance(played_poses[first].p, recorded_poses[MARK].p))
            first = i;
    }
    first -= MARK;
    CHECK(first >= 0);
    double place = 0, turn = 0, joints = 0;
    for (int i = 0; first + i < count && i < ticks; i++) {
        const snw_twist off = snw_pose_difference(recorded_poses[i], played_poses[first + i]);
        place = fmax(place, snw_vec3_norm(off.lin));
        turn = fmax(turn, snw_vec3_norm(off.ang));
        for (int j = 0; j < h.arm->count; j++)
            joints = fmax(joints, fabs(played[first + i][j] - recorded[i][j]));
    }
    CHECK(count - first > 500);
    CHECK(place < 1e-3 && turn < 1e-3);
    CHECK(joints > 0.1);
    guard_was_quiet(&h);
    close_cell(&h);
}

// spec: actin-model:A1-VW-25
static void nothing_is_played_where_there_is_no_path(void) {
    open_ready(&h, HEAD PATHS LAW TAIL);
    CHECK_TEXT(shown(&h, "paths/count"), "0");
    refused(&h, "paths", "play p", SNW_ERR_UNKNOWN_NAME);
    CHECK(h.why.fix[0] != '\0');
    refused(&h, "paths", "end", SNW_ERR_STATE);
    refused(&h, "paths", "record joints", SNW_ERR_SYNTAX);
    refused(&h, "paths", "record steps p", SNW_ERR_SYNTAX);
    say(&h, "paths", "record joints p");
    CHECK_TEXT(shown(&h, "paths/state"), "recording");
    CHECK_TEXT(shown(&h, "paths/kind"), "joints");
    refused(&h, "paths", "play p", SNW_ERR_STATE);
    refused(&h, "paths", "record frame r", SNW_ERR_STATE);
    run_ticks(&h, 100);
    say(&h, "paths", "end");
    refused(&h, "paths", "record frame p", SNW_ERR_DUPLICATE);
    CHECK(wait_for(&h, "paths/count", "1", 2));
    say(&h, "paths", "play p");
    CHECK(wait_for(&h, "paths/plays", "1", 2000));
    CHECK(wait_for(&h, "paths/state", "idle", 2000));
    say(&h, "paths", "remove p");
    CHECK(wait_for(&h, "paths/count", "0", 2));
    refused(&h, "paths", "play p", SNW_ERR_UNKNOWN_NAME);
    refused(&h, "paths", "dance", SNW_ERR_UNKNOWN_NAME);
    close_cell(&h);
}

// spec: actin-model:A1-VW-26
static void a_repeated_path_goes_on_until_it_is_stopped(void) {
    open_ready(&h, HEAD PATHS LAW TAIL);
    (void)record("record joints p", moves, 2, NULL);
    say(&h, "paths", "play p repeat");
    CHECK(wait_for(&h, "paths/plays", "4", 60000));
    CHECK(wait_for(&h, "paths/state", "playing", 20000));
    run_ticks(&h, 300);
    const double q = h.arm->target.q[0];
    say(&h, "paths", "stop");
    CHECK(wait_for(&h, "paths/state", "idle", 5000));
    CHECK_TEXT(shown(&h, "paths/plays"), "4");
    const double rest = h.arm->target.q[0];
    CHECK(fabs(rest - q) > 1e-3);
    run_ticks(&h, 3000);
    CHECK_NEAR(h.arm->target.q[0], rest, 1e-12);
    CHECK_TEXT(shown(&h, "paths/plays"), "4");
    // stopped on the way to its beginning
    say(&h, "paths", "play p repeat");
    run_ticks(&h, 50);
    CHECK_TEXT(shown(&h, "paths/state"), "approaching");
    say(&h, "paths", "stop");
    CHECK(wait_for(&h, "paths/state", "idle", 2));
    run_ticks(&h, 2000);
    CHECK_TEXT(shown(&h, "motion/moving"), "false");
    guard_was_quiet(&h);
    close_cell(&h);
}

static const char pair[] =
    "<cell name=\"pair\"><mechanisms>"
    "<mechanism name=\"panda\" file=\"package://models/panda/panda.xml\"/></mechanisms>"
    "<members><member name=\"one\" mechanism=\"panda\"/><member name=\"two\" mechanism=\"panda\">"
    "<origin xyz=\"0 2 0\"/></member></members><states><state name=\"ready\"><members>"
    "<member member=\"one\"><q>" PANDA_AT "</q></member><member member=\"two\"><q>" PANDA_AT
    "</q></member></members></state></states><control><loop period=\"1 ms\"><arms>"
    "<arm member=\"one\"><drive><ideal_arm/></drive></arm>"
    "<arm member=\"two\"><drive><ideal_arm/></drive></arm></arms><components>"
    "<component name=\"motion\" member=\"one\"><type><motion frame=\"tool\"/></type></component>"
    "<component name=\"motion2\" member=\"two\"><type><motion frame=\"tool\"/></type></component>"
    "<component name=\"paths\" member=\"one\"><type><paths/></type>" TO_MOTION "</component>"
    "<component name=\"paths2\" member=\"two\"><type><paths/></type>"
    "<peers><peer role=\"motion\" component=\"motion2\"/></peers></component>"
    "<component name=\"task2\" member=\"two\"><type><task><control law=\"qp\"><effectors>"
    "<frame_effector name=\"tool\" link=\"tool\"/></effectors></control></task></type></component>"
    "</components></loop></control></cell>";

// While one arm plays its path of a frame, the other follows what a mouse says, and the path of the
// first is the same as without.
// spec: actin-model:A1-VW-27
static void one_arm_plays_its_path_while_the_other_follows_the_mouse(void) {
    for (int round = 0; round < 2; round++) {
        open_ready(&h, pair);
        CHECK(record("record frame p", moves, 2, NULL) < MOST);
        say(&h, "motion", "move " PANDA_AT);
        say(&h, "paths", "play p");
        CHECK(wait_for(&h, "paths/state", "playing", 20000));
        const snw_arm *other = snw_exec_arm(h.exec, 1);
        const double q = other->target.q[0];
        const uint64_t begin = snw_exec_next(h.exec);
        uint64_t count = 0;
        memset(round == 0 ? alone : played, 0, sizeof alone);
        for (; strcmp(shown(&h, "paths/state"), "playing") == 0 && count < MOST;
             count = snw_exec_next(h.exec) - begin) {
            memcpy(round == 0 ? alone[count] : played[count], h.arm->target.q, sizeof *played);
            if (round == 1 && count % 50 == 0)
                say(&h, "task2", "drag 0.4 2.2 0.5 1 0 0 0");
            else
                snw_exec_tick(h.exec);
        }
        CHECK(count > 500);
        CHECK(fabs(other->target.q[0] - q) < 1e-12 || round == 1);
        CHECK(fabs(other->target.q[0] - q) > 0.1 || round == 0);
        for (uint64_t i = 0; i < count && round == 1; i++) {
            if (i % 50 > 5) CHECK(memcmp(alone[i], played[i], sizeof(double) * 7) == 0);
        }
        close_cell(&h);
    }
}

// spec: actin-model:A1-VW-28
static void paths_go_to_files_and_back_with_their_kind(void) {
    static const char *const kinds[] = {"joints", "frame"};
    const char *file = SNW_BINARY_DIR "/taught.path.xml";
    for (int k = 0; k < 2; k++) {
        open_ready(&h, HEAD PATHS LAW TAIL);
        char words[64], before[SNW_MESSAGE], after[SNW_MESSAGE];
        (void)snprintf(words, sizeof words, "record %s p", kinds[k]);
        (void)record(words, moves, 1, NULL);
        const snw_teach_asker asker = {ask_for_file, &h};
        snw_why why = {0};
        CHECK(snw_teach_save_path(&asker, "paths", "p", file, &why) == SNW_OK);
        CHECK(snw_teach_save_path(&asker, "paths", "q", file, &why) == SNW_ERR_UNKNOWN_NAME);
        snw_taught_kind kind;
        CHECK(snw_teach_load_path(&asker, "paths", "p", file, &kind, &h.diags) ==
              SNW_ERR_DUPLICATE);
        CHECK(snw_teach_load_path(&asker, "paths", "q", file, &kind, &h.diags) == SNW_OK);
        CHECK(kind == (k == 0 ? SNW_TAUGHT_JOINTS : SNW_TAUGHT_FRAME));
        say(&h, "paths", "list");
        int rows = 0, same = 0;
        char first[16], second[16];
        CHECK(sscanf(h.answer, "p %15s %d | q %15s %d", first, &rows, second, &same) == 4);
        CHECK_TEXT(first, kinds[k]);
        CHECK_TEXT(second, kinds[k]);
        CHECK(rows == same && rows > 15);
        for (int i = 0; i < rows; i++) {
            (void)snprintf(words, sizeof words, "dump p %d", i);
            say(&h, "paths", words);
            memcpy(before, h.answer, sizeof before);
            (void)snprintf(words, sizeof words, "dump q %d", i);
            say(&h, "paths", words);
            memcpy(after, h.answer, sizeof after);
            CHECK_TEXT(after, before);
        }
        say(&h, "motion", "move " PANDA_AT);
        say(&h, "paths", "play q");
        CHECK(wait_for(&h, "paths/state", "playing", 20000));
        CHECK_TEXT(shown(&h, "paths/kind"), kinds[k]);
        CHECK(wait_for(&h, "paths/plays", "1", 20000));
        guard_was_quiet(&h);
        close_cell(&h);
    }
    CHECK(remove(file) == 0);
}

static void rows_that_are_none_are_refused(void) {
    open_ready(&h, HEAD PATHS LAW TAIL);
    refused(&h, "paths", "put p joints 0 1 2", SNW_ERR_SIZE);
    refused(&h, "paths", "put p frame 0 1 0 0 0 1 0 0 0 2 0 0 0", SNW_ERR_RANGE);
    refused(&h, "paths", "put p joints 0 0 0 0 0 0 0 nan", SNW_ERR_SIZE);
    CHECK(wait_for(&h, "paths/count", "0", 2));
    say(&h, "paths", "put p joints 0 " PANDA_AT " | 10000000 " PANDA_AT);
    refused(&h, "paths", "put p joints 5 " PANDA_AT, SNW_ERR_RANGE);
    refused(&h, "paths", "put p frame 20000000 1 0 0 0 1 0 0 0 1 0 0 0", SNW_ERR_ARGUMENT);
    // a row that is refused takes those before it along, of an old path and of a new one
    refused(&h, "paths", "put p joints 20000000 " PANDA_AT " | 5 " PANDA_AT, SNW_ERR_RANGE);
    refused(&h, "paths", "put n joints 0 " PANDA_AT " | 0 " PANDA_AT, SNW_ERR_RANGE);
    refused(&h, "paths", "dump n 0", SNW_ERR_UNKNOWN_NAME);
    refused(&h, "paths", "dump p 2", SNW_ERR_RANGE);
    refused(&h, "paths", "dump q 0", SNW_ERR_UNKNOWN_NAME);
    say(&h, "paths", "dump p 0");
    CHECK_TEXT(h.answer, "joints 2 | 0 " PANDA_AT " | 10000000 " PANDA_AT);
    say(&h, "paths", "put r joints 0 " PANDA_AT);
    say(&h, "paths", "put s joints 0 " PANDA_AT);
    refused(&h, "paths", "put t joints 0 " PANDA_AT, SNW_ERR_FULL);
    close_cell(&h);
}

// A question and its answer between two ticks.
static const char *ask_between(const char *text) {
    static snw_order order;
    static snw_result result;
    int object, lane;
    CHECK(snw_exec_object(h.exec, "paths", &object, &h.why) == SNW_OK);
    CHECK(snw_order_parse(h.exec, object, text, &order, &h.why) == SNW_OK);
    CHECK(snw_exec_order(h.exec, &order, &lane, &result, &h.why) == SNW_DONE && lane == -1);
    h.answer[0] = '\0';
    if (snw_failed(result.status)) return result.why.text;
    snw_answer_print(order.command, result.answer, h.answer);
    return h.answer;
}

static void give_all(const char *const *texts, int count) {
    static snw_order order;
    static snw_result result;
    int object, lane;
    CHECK(snw_exec_object(h.exec, "paths", &object, &h.why) == SNW_OK);
    for (int i = 0; i < count; i++) {
        CHECK(snw_order_parse(h.exec, object, texts[i], &order, &h.why) == SNW_OK);
        CHECK(snw_exec_order(h.exec, &order, &lane, &result, &h.why) == SNW_OK);
        snw_exec_forget(h.exec, lane);
    }
    snw_exec_tick(h.exec);
}

// Seen: rows were told by the loop, so a question took a lane and waited for a tick.
static void rows_are_told_without_a_tick(void) {
    open_ready(&h, HEAD PATHS LAW TAIL);
    static const char *const first[] = {"put p joints 0 " PANDA_AT " | 10 1 2 3 4 5 6 7"};
    give_all(first, 1);
    CHECK_TEXT(ask_between("dump p 1"), "joints 2 | 10 1 2 3 4 5 6 7");
    // another path of that name and length, in one tick
    static const char *const other[] = {"remove p", "put p joints 0 7 6 5 4 3 2 1 | 20 " PANDA_AT};
    give_all(other, 2);
    CHECK_TEXT(ask_between("dump p 0"), "joints 2 | 0 7 6 5 4 3 2 1 | 20 " PANDA_AT);
    static const char *const gone[] = {"remove p"};
    give_all(gone, 1);
    CHECK_TEXT(ask_between("dump p 0"), "there is no path of that name");
    // while one is recorded
    say(&h, "paths", "record joints r");
    run_ticks(&h, 100);
    int rows = 0;
    CHECK(sscanf(ask_between("dump r 0"), "joints %d |", &rows) == 1 && rows > 3);
    CHECK(rows == (int)shown_real(&h, "paths/rows"));
    close_cell(&h);
}

static void a_path_that_is_led_by_hand_is_recorded_as_it_was(void) {
    open_ready(&h, HEAD PATHS GUIDING LAW TAIL);
    say(&h, "guiding", "guide on");
    say(&h, "paths", "record joints led");
    say(&h, "arm.drive", "force 0 2 for 0.4");
    run_ticks(&h, 3000);
    say(&h, "paths", "end");
    const double left = h.arm->sensed.q[0];
    CHECK(left > 0.1);
    say(&h, "guiding", "guide off");
    run_ticks(&h, 3000);
    say(&h, "motion", "move " PANDA_AT);
    say(&h, "paths", "play led");
    CHECK(wait_for(&h, "paths/state", "playing", 20000));
    CHECK(wait_for(&h, "paths/state", "idle", 20000));
    CHECK_NEAR(h.arm->sensed.q[0], left, 1e-3);
    guard_was_quiet(&h);
    close_cell(&h);
}

static void a_stop_of_the_arm_ends_a_replay(void) {
    open_ready(&h, HEAD PATHS LAW TAIL);
    (void)record("record joints p", moves, 2, NULL);
    say(&h, "paths", "play p");
    CHECK(wait_for(&h, "paths/state", "playing", 20000));
    run_ticks(&h, 100);
    CHECK(snw_exec_request(h.exec, 0, SNW_REQUEST_STOP_1) == SNW_OK);
    CHECK(wait_for(&h, "paths/state", "idle", 1000));
    run_ticks(&h, 1000);
    refused(&h, "paths", "play p", SNW_ERR_STATE);
    enable(&h);
    run_ticks(&h, 10);
    say(&h, "paths", "play p");
    CHECK(wait_for(&h, "paths/plays", "1", 20000));
    close_cell(&h);
}

int main(void) {
    RUN(a_path_of_joints_is_replayed_bit_for_bit);
    RUN(a_path_of_coarse_records_is_replayed_within_limits);
    RUN(a_path_of_a_frame_is_replayed_with_other_joints);
    RUN(nothing_is_played_where_there_is_no_path);
    RUN(a_repeated_path_goes_on_until_it_is_stopped);
    RUN(one_arm_plays_its_path_while_the_other_follows_the_mouse);
    RUN(paths_go_to_files_and_back_with_their_kind);
    RUN(rows_that_are_none_are_refused);
    RUN(rows_are_told_without_a_tick);
    RUN(a_path_that_is_led_by_hand_is_recorded_as_it_was);
    RUN(a_stop_of_the_arm_ends_a_replay);
    return check_report();
}
