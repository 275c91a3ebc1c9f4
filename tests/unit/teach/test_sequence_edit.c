// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "harness.h"
#include "sinew/teach/keep.h"

// Steps that are changed while the cell runs, and the steps that set, repeat and call.

static harness h;

#define PEERS                                                                                      \
    "<peers><peer role=\"motion\" component=\"motion\"/><peer role=\"points\" "                    \
    "component=\"points\"/><peer role=\"gripper\" component=\"gripper\"/></peers>"
#define SEQUENCE(name, how, steps)                                                                 \
    "<component name=\"" name "\" member=\"arm\"><type><sequence automatic=\"false\" " how         \
    "><steps>" steps "</steps></sequence></type>" PEERS "</component>"
#define TAUGHT                                                                                     \
    "<component name=\"points\" member=\"arm\"><type><points capacity=\"4\"><list>"                \
    "<point name=\"a\"><q>0.1 -0.7 0 -2.3 0 1.6 0.8</q></point>"                                   \
    "<point name=\"b\"><q>-0.1 -0.7 0 -2.3 0 1.6 0.8</q></point>"                                  \
    "</list></points></type>" TO_MOTION "</component>"
#define OBJECTS                                                                                    \
    "<component name=\"objects\"><type><objects><list><object member=\"cup\" mass=\"0.2\"/>"       \
    "</list></objects></type></component>"
#define CELL(how, steps, other)                                                                    \
    HEAD TAUGHT SEQUENCE("program", how, steps) SEQUENCE("other", "", other)                       \
        LAW GRIPPER OBJECTS TAIL
#define SET(output, value) "<step action=\"set\" output=\"" output "\" value=\"" value "\"/>"

// what `show` says of all steps, with a bar between them
static const char *all_steps(void) {
    static char text[2048];
    text[0] = '\0';
    say(&h, "program", "steps");
    const int count = (int)strtol(h.answer, NULL, 10);
    for (int i = 0; i < count; i++) {
        char ask_for[32];
        (void)snprintf(ask_for, sizeof ask_for, "show %d", i);
        say(&h, "program", ask_for);
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i > 0 ? "|" : "",
                       h.answer);
    }
    return text;
}

static void steps_are_inserted_changed_moved_and_removed(void) {
    open_ready(&h, CELL("", "", ""));
    CHECK_TEXT(all_steps(), "");
    refused(&h, "program", "run", SNW_ERR_STATE);
    refused(&h, "program", "step", SNW_ERR_STATE);
    const double version = shown_real(&h, "program/version");
    say(&h, "program", "insert 0 go a");
    say(&h, "program", "insert 1 wait 0.5");
    say(&h, "program", "insert 1 line b");
    say(&h, "program", "insert 3 move " PANDA_AT);
    say(&h, "program", "insert 4 width 0.05");
    say(&h, "program", "insert 5 attach");
    say(&h, "program", "insert 6 attach cup");
    say(&h, "program", "insert 7 set 2 -1.5");
    say(&h, "program", "insert 8 repeat 3 0");
    say(&h, "program", "insert 9 call other");
    say(&h, "program", "insert 10 close");
    CHECK_TEXT(all_steps(), "go a|line b|wait 0.5|move " PANDA_AT
                            "|width 0.05|attach|attach cup|set 2 -1.5|repeat 3 0|call other|close");
    snw_exec_tick(h.exec);
    CHECK_NEAR(shown_real(&h, "program/version"), version + 11, 0);
    CHECK_TEXT(shown(&h, "program/count"), "11");
    say(&h, "program", "change 4 open");
    say(&h, "program", "remove 6");
    say(&h, "program", "order 0 2");
    say(&h, "program", "order 9 0");
    CHECK_TEXT(all_steps(), "close|line b|wait 0.5|go a|move " PANDA_AT
                            "|open|attach|set 2 -1.5|repeat 3 0|call other");
    say(&h, "program", "text 7");
    CHECK_TEXT(h.answer, "set output 2 to -1.5");
    say(&h, "program", "text 8");
    CHECK_TEXT(h.answer, "repeat the last 3 steps, for ever");
    say(&h, "program", "text 9");
    CHECK_TEXT(h.answer, "call other");
    say(&h, "program", "fields set");
    CHECK_TEXT(h.answer, "output value");
    say(&h, "program", "clear");
    CHECK_TEXT(all_steps(), "");
    close_cell(&h);
}

// each refusal leaves the steps as they were
static void what_cannot_be_done_is_refused(void) {
    static const struct {
        const char *text;
        snw_status code;
    } bad[] = {{"insert 4 open", SNW_ERR_RANGE},
               {"change 3 open", SNW_ERR_RANGE},
               {"remove 3", SNW_ERR_RANGE},
               {"order 0 3", SNW_ERR_RANGE},
               {"insert 0 go nowhere", SNW_ERR_UNKNOWN_NAME},
               {"insert 0 call nobody", SNW_ERR_UNKNOWN_NAME},
               {"insert 0 call program", SNW_ERR_UNKNOWN_NAME},
               {"insert 0 move 1 2", SNW_ERR_SIZE},
               {"insert 0 wait nan", SNW_ERR_SYNTAX},
               {"insert 0 wait -1", SNW_ERR_RANGE},
               {"insert 0 set 8 1", SNW_ERR_RANGE},
               {"insert 0 go", SNW_ERR_SYNTAX},
               {"insert 0 dance", SNW_ERR_SYNTAX},
               {"insert 0 open 1", SNW_ERR_SYNTAX},
               {"insert 0 repeat 1 2", SNW_ERR_RANGE},
               {"remove 0", SNW_ERR_RANGE},  // the repeat has two steps above it and needs both
               {"order 0 2", SNW_ERR_RANGE}, // the same
               {"change 2 repeat 3 2", SNW_ERR_RANGE},
               {"from 3", SNW_ERR_RANGE}};
    open_ready(&h, CELL("",
                        "<step action=\"go\" point=\"a\"/><step action=\"open\"/>"
                        "<step action=\"repeat\" steps=\"2\" times=\"2\"/>",
                        ""));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const snw_status status = ask(&h, "program", bad[i].text);
        if (status != bad[i].code) print_error("%s: %d\n", bad[i].text, (int)status);
        CHECK(status == bad[i].code);
        CHECK(h.why.code == bad[i].code);
        CHECK_TEXT(all_steps(), "go a|open|repeat 2 2");
    }
    close_cell(&h);
}

static void nothing_is_changed_while_it_runs_or_is_paused_or_is_called(void) {
    open_ready(&h, CELL("", "<step action=\"go\" point=\"a\"/><step action=\"wait\" value=\"1\"/>",
                        "<step action=\"call\" sequence=\"program\"/>"));
    say(&h, "other", "run");
    run_ticks(&h, 20);
    refused(&h, "program", "remove 1", SNW_ERR_STATE);
    CHECK_TEXT(h.why.subject, "other");
    say(&h, "other", "pause");
    refused(&h, "program", "insert 0 open", SNW_ERR_STATE);
    refused(&h, "program", "clear", SNW_ERR_STATE);
    refused(&h, "program", "rounds 2", SNW_ERR_STATE);
    say(&h, "other", "stop");
    say(&h, "program", "remove 1");
    CHECK_TEXT(all_steps(), "go a");
    close_cell(&h);
}

static void repeats_nest_and_outputs_are_set(void) {
    // inner twice, outer three times: output 0 is set to 1 and to 2 each time
    open_ready(&h, CELL("repeat=\"1\"",
                        SET("0", "1") "<step action=\"wait\" value=\"0.01\"/>"
                                      "<step action=\"repeat\" steps=\"2\" times=\"2\"/>" SET(
                                          "7", "-3") "<step action=\"repeat\" steps=\"4\" "
                                                     "times=\"3\"/>",
                        ""));
    CHECK_TEXT(shown(&h, "program/output[7]"), "0");
    say(&h, "program", "run");
    int waits = 0, inner = 0, last = 0;
    for (int i = 0; i < 5000 && strcmp(shown(&h, "program/state"), "done") != 0; i++) {
        snw_exec_tick(h.exec);
        const int now = (int)shown_real(&h, "program/step");
        waits += now == 1 && last != 1;
        inner += now == 3 && last != 3;
        last = now;
    }
    CHECK_TEXT(shown(&h, "program/state"), "done");
    CHECK(waits == 6);
    CHECK(inner == 3);
    CHECK_TEXT(shown(&h, "program/output[0]"), "1");
    CHECK_TEXT(shown(&h, "program/output[7]"), "-3");
    close_cell(&h);
}

static void another_sequence_is_called_in_the_place_of_a_step(void) {
    open_ready(&h, CELL("repeat=\"2\"",
                        "<step action=\"go\" point=\"a\"/><step action=\"call\" "
                        "sequence=\"other\"/><step action=\"open\"/>",
                        "<step action=\"go\" point=\"b\"/><step action=\"go\" point=\"a\"/>"));
    say(&h, "program", "run");
    double lowest = 1;
    for (int i = 0; i < 60000 && strcmp(shown(&h, "program/state"), "done") != 0; i++) {
        snw_exec_tick(h.exec);
        if ((int)shown_real(&h, "program/step") == 1) {
            lowest = h.arm->target.q[0] < lowest ? h.arm->target.q[0] : lowest;
        }
    }
    CHECK_TEXT(shown(&h, "program/state"), "done");
    CHECK_TEXT(shown(&h, "program/moves"), "6");
    CHECK_NEAR(lowest, -0.1, 1e-9);
    // one that comes back to itself is refused when it is met, not followed for ever
    say(&h, "other", "insert 0 call program");
    say(&h, "program", "from 1");
    CHECK(wait_for(&h, "program/state", "failed", 100));
    close_cell(&h);
}

static void it_runs_from_a_step_and_paused_steps_of_a_call_go_on(void) {
    open_ready(&h, CELL("repeat=\"1\"",
                        "<step action=\"go\" point=\"b\"/>" SET(
                            "0", "1") "<step action=\"call\" sequence=\"other\"/>" SET("1", "1"),
                        "<step action=\"go\" point=\"a\"/>" SET("2", "1")));
    say(&h, "program", "from 1");
    run_ticks(&h, 30);
    CHECK_TEXT(shown(&h, "program/step"), "2");
    say(&h, "program", "pause");
    run_ticks(&h, 200);
    refused(&h, "program", "from 0", SNW_ERR_STATE);
    say(&h, "program", "resume");
    CHECK(wait_for(&h, "program/state", "done", 20000));
    CHECK_TEXT(shown(&h, "program/moves"), "1"); // b was not gone to
    for (int i = 0; i < 3; i++) {
        char path[32];
        (void)snprintf(path, sizeof path, "program/output[%d]", i);
        CHECK_TEXT(shown(&h, path), "1");
    }
    close_cell(&h);
}

// What is kept is what a file gets: read again it is the same to the last bit.
static void what_was_taught_can_be_kept(void) {
    open_ready(&h, CELL("", "<step action=\"go\" point=\"a\"/>", ""));
    say(&h, "program", "insert 1 repeat 1 3");
    say(&h, "program", "insert 0 wait 0.1");
    say(&h, "program", "rounds 4");
    say(&h, "program", "automatic true");
    say(&h, "points", "remove a");
    say(&h, "points", "store here");
    snw_exec_tick(h.exec);
    snw_sequence *kept = snw_block_new(&snw_sequence_type, h.setup);
    snw_points *points = snw_block_new(&snw_points_type, h.setup);
    CHECK(kept != NULL && points != NULL);
    CHECK(snw__sequence_keep(snw_exec_find(h.exec, "program"), h.setup, kept, NULL) == SNW_OK);
    CHECK(snw__points_keep(snw_exec_find(h.exec, "points"), h.setup, points, NULL) == SNW_OK);
    CHECK(kept->step_count == 3 && kept->repeat == 4 && kept->automatic);
    CHECK(kept->steps[0].action == SNW_STEP_WAIT && kept->steps[0].value == 0.1);
    CHECK(kept->steps[2].action == SNW_STEP_REPEAT && kept->steps[2].times == 3);
    CHECK(points->list_count == 2);
    CHECK_TEXT(points->list[0].name, "b");
    CHECK_TEXT(points->list[1].name, "here");
    CHECK(points->list[1].q[3] == h.arm->estimate.q[3] || points->list[1].q[3] < -2);
    say(&h, "points", "clear");
    say(&h, "program", "clear");
    CHECK(snw__sequence_keep(snw_exec_find(h.exec, "program"), h.setup, kept, NULL) == SNW_OK);
    CHECK(snw__points_keep(snw_exec_find(h.exec, "points"), h.setup, points, NULL) == SNW_OK);
    CHECK(kept->step_count == 0 && points->list_count == 0);
    close_cell(&h);
}

int main(void) {
    RUN(steps_are_inserted_changed_moved_and_removed);
    RUN(what_cannot_be_done_is_refused);
    RUN(nothing_is_changed_while_it_runs_or_is_paused_or_is_called);
    RUN(repeats_nest_and_outputs_are_set);
    RUN(another_sequence_is_called_in_the_place_of_a_step);
    RUN(it_runs_from_a_step_and_paused_steps_of_a_call_go_on);
    RUN(what_was_taught_can_be_kept);
    return check_report();
}
