// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// NOLINTNEXTLINE(bugprone-reserved-identifier): the name by which POSIX is asked for
#define _POSIX_C_SOURCE 200809L

#include "harness.h"

#include "sinew/frame.h"
#include "sinew/queue.h"
#include "sinew/record.h"

// The component "motion" in a running cell: its messages, signals, parameters and faults.

static harness h;
static snw_why why;
static char answer[SNW_MESSAGE];

static void open_microbo(const char *motion) {
    char text[2048];
    (void)snprintf(
        text, sizeof text,
        "<cell xmlns=\"urn:sinew:cell\" name=\"test\"><mechanisms><mechanism name=\"m\" "
        "file=\"package://models/microbo-ecureuil/microbo-ecureuil.xml\"/></mechanisms>"
        "<members><member name=\"arm\" mechanism=\"m\"/></members><states><state name=\"park\">"
        "<members><member member=\"arm\"><q>0 0.2 0.3 -1.2 -4 0</q></member></members></state>"
        "</states><control><loop period=\"1 ms\"><arms><arm member=\"arm\"><drive><ideal_arm/>"
        "</drive><guard margin=\"0\"/></arm></arms><components><component name=\"move\" "
        "member=\"arm\"><type>%s</type></component></components></loop></control></cell>",
        motion);
    const snw_status status = open_cell(&h, "test.cell.xml", text);
    if (snw_failed(status)) tell(&h);
    CHECK(!snw_failed(status));
    enable(&h);
    run_ticks(&h, 10);
}

// says something and ticks until it is answered, at most so many times
static snw_status say(const char *text, int ticks) {
    for (int i = 0; i <= ticks; i++) {
        why = (snw_why){0};
        const snw_status status = snw_exec_message(h.exec, "move", text, 0, answer, &why);
        if (status != SNW_NOTHING_NEW) return status;
        snw_exec_tick(h.exec);
    }
    return SNW_ERR_TIMEOUT;
}

static double value(const char *path) {
    char text[64];
    double number = (double)NAN;
    CHECK(snw_exec_get(h.exec, path, text, sizeof text, NULL) == SNW_OK);
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) return text[0] == 't';
    CHECK(snw_real_parse(text, strlen(text), &number, NULL) == SNW_OK);
    return number;
}

static bool is_text(const char *path, const char *wanted) {
    char text[64];
    CHECK(snw_exec_get(h.exec, path, text, sizeof text, NULL) == SNW_OK);
    return strcmp(text, wanted) == 0;
}

static void moves_lines_and_words_are_answered_when_they_are_done(void) {
    open_microbo("<motion frame=\"tool\"/>");
    CHECK(say("move 0.3 0.25 0.35 -1 -4 0.1", 5000) == SNW_OK);
    run_ticks(&h, 2);
    CHECK_NEAR(value("arm/command/q[0]"), 0.3, 1e-9);
    CHECK_NEAR(value("arm/command/q[1]"), 0.25, 1e-9);
    CHECK(say("line 0.325 0.1 0.3 1 0 0 0", 9000) == SNW_OK);
    run_ticks(&h, 2);
    CHECK_NEAR(value("move/position.x"), 0.325, 1e-9);
    CHECK_NEAR(value("move/position.y"), 0.1, 1e-9);
    // queued without waiting, each with its number; pause, resume, override, stop
    CHECK(say("put line 0.325 -0.1 0.3 1 0 0 0", 10) == SNW_OK);
    const double first = atof(answer);
    CHECK(say("put move 0 0.2 0.3 -1.2 -4 0", 10) == SNW_OK);
    CHECK_NEAR(atof(answer), first + 1, 0);
    run_ticks(&h, 300);
    CHECK(value("move/moving") == 1 && value("move/waiting") == 1 && value("move/id") == first);
    CHECK(value("move/part") > 0 && value("move/part") < 1);
    CHECK(say("pause", 10) == SNW_OK);
    run_ticks(&h, 1000);
    CHECK(value("move/paused") == 1);
    CHECK_NEAR(value("move/path_speed"), 0, 1e-12);
    const double y = value("move/position.y");
    run_ticks(&h, 100);
    CHECK_NEAR(value("move/position.y"), y, 0);
    CHECK(say("override 0.5", 10) == SNW_OK && say("resume", 10) == SNW_OK);
    run_ticks(&h, 400);
    CHECK_NEAR(value("move/path_speed"), 0.125, 1e-6);
    CHECK_NEAR(value("move/override"), 0.5, 0);
    CHECK(say("stop", 10) == SNW_OK);
    run_ticks(&h, 2000);
    CHECK(value("move/moving") == 0 && value("move/waiting") == 0);
    CHECK(value("move/code") == -2);
    CHECK(value("move/position.y") < y && value("move/position.y") > -0.1);
    CHECK(snw_exec_guard(h.exec, 0)->signals.refusals == 0);
    close_cell(&h);
}

static void what_cannot_be_done_says_why(void) {
    open_microbo("<motion frame=\"tool\"/>");
    const struct {
        const char *text;
        snw_status status;
    } rows[] = {{"dance", SNW_ERR_UNKNOWN_NAME},
                {"move 1 2 3", SNW_ERR_SIZE},
                {"move 1 2 3 4 5 x", SNW_ERR_SIZE},
                {"move 100 0.2 0.3 -1.2 -4 0", SNW_ERR_RANGE},
                {"line 1 2 3", SNW_ERR_SIZE},
                {"line 0.3 0 0.3 0 0 0 0", SNW_ERR_RANGE},
                {"line 3 0 0.3 1 0 0 0", SNW_ERR_UNREACHABLE},
                {"move home", SNW_ERR_UNKNOWN_NAME},
                {"override 3", SNW_ERR_RANGE},
                {"override fast", SNW_ERR_SIZE},
                {"put nothing", SNW_ERR_SIZE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const snw_status status = say(rows[i].text, 3000);
        if (!snw_failed(status) || why.text[0] == '\0') print_error("%s\n", rows[i].text);
        CHECK(snw_failed(status) && why.text[0] != '\0' && why.subject[0] != '\0');
        if (rows[i].status != SNW_ERR_UNREACHABLE && rows[i].status != SNW_ERR_RANGE) {
            CHECK(status == rows[i].status && why.fix[0] != '\0');
        }
    }
    CHECK(snw_exec_request(h.exec, 0, SNW_REQUEST_DISABLE) == SNW_OK);
    run_ticks(&h, 1000);
    CHECK(say("move 0.3 0.25 0.35 -1 -4 0.1", 100) == SNW_ERR_STATE);
    CHECK(why.text[0] != '\0' && why.fix[0] != '\0');
    close_cell(&h);
}

static void messages_are_refused_while_a_motion_runs_if_the_cell_says_so(void) {
    open_microbo("<motion frame=\"tool\"/>");
    CHECK(say("put move 0.5 0.25 0.35 -1 -4 0.1", 10) == SNW_OK);
    run_ticks(&h, 100);
    CHECK(say("put move 0 0.2 0.3 -1.2 -4 0", 10) == SNW_OK);
    CHECK(snw_exec_set(h.exec, "move/only_at_rest", "true", NULL) == SNW_OK);
    run_ticks(&h, 2);
    CHECK(say("put move 0 0.2 0.3 -1.2 -4 0", 10) == SNW_ERR_STATE && why.text[0] != '\0');
    CHECK(say("move 0 0.2 0.3 -1.2 -4 0", 10) == SNW_ERR_STATE);
    run_ticks(&h, 9000);
    CHECK(value("move/moving") == 0);
    CHECK(say("put move 0.5 0.25 0.35 -1 -4 0.1", 10) == SNW_OK);
    run_ticks(&h, 400);
    // "stop": the next sample has less speed already, and never more again
    double last = fabs(snw_exec_arm(h.exec, 0)->target.v[0]);
    CHECK(last > 0.1);
    CHECK(snw_exec_message(h.exec, "move", "stop", 0, answer, &why) == SNW_NOTHING_NEW);
    for (int i = 0; i < 1000; i++) {
        snw_exec_tick(h.exec);
        const double v = fabs(snw_exec_arm(h.exec, 0)->target.v[0]);
        CHECK(v < last || v == 0);
        last = v;
    }
    CHECK_NEAR(last, 0, 1e-12);
    close_cell(&h);
}

static void places_of_a_book_are_gone_to_by_name(void) {
    char file[300], motion[400];
    (void)snprintf(file, sizeof file, "%s/parts-motion-book.xml", SNW_BINARY_DIR);
    (void)snprintf(motion, sizeof motion, "<motion frame=\"tool\" book=\"%s\"/>", file);
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_book *book = NULL;
    const snw_pose down = {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {0.325, 0.1, 0.3}};
    const snw_pose other = {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {0.35, -0.1, 0.28}};
    double joints[6] = {0.3, 0.25, 0.35, -1, -4, 0.1};
    CHECK(snw_book_new(setup, &book, NULL) == SNW_OK);
    CHECK(snw_book_put(book, setup, "pick", down, "", NULL) == SNW_OK);
    CHECK(snw_book_put(book, setup, "place", other, "", NULL) == SNW_OK);
    CHECK(snw_book_put(book, setup, "home", snw_pose_identity(), "", NULL) == SNW_OK);
    for (int i = 0; i < book->frame_count; i++) {
        if (strcmp(book->frames[i].name, "home") != 0) continue;
        book->frames[i].joints = joints;
        book->frames[i].joint_count = 6;
    }
    CHECK(snw_book_save(file, book, NULL) == SNW_OK);
    snw_setup_destroy(setup);
    open_microbo(motion);
    CHECK(say("move pick", 9000) == SNW_OK);
    run_ticks(&h, 2);
    CHECK_NEAR(value("move/position.y"), 0.1, 1e-9);
    CHECK(say("line place", 9000) == SNW_OK);
    run_ticks(&h, 2);
    CHECK_NEAR(value("move/position.x"), 0.35, 1e-9);
    CHECK(say("move home", 9000) == SNW_OK);
    run_ticks(&h, 2);
    for (int i = 0; i < 6; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "arm/command/q[%d]", i);
        CHECK_NEAR(value(path), joints[i], 1e-9);
    }
    CHECK(say("move away", 10) == SNW_ERR_UNKNOWN_NAME && why.fix[0] != '\0');
    close_cell(&h);
    CHECK(snw_file_remove(file, NULL) == SNW_OK);
    // a book that is not there: the cell does not open
    CHECK(open_cell(&h, "test.cell.xml",
                    "<cell xmlns=\"urn:sinew:cell\" name=\"test\"><mechanisms><mechanism name=\"m\""
                    " file=\"package://models/microbo-ecureuil/microbo-ecureuil.xml\"/>"
                    "</mechanisms><members><member name=\"arm\" mechanism=\"m\"/></members>"
                    "<control><loop><arms><arm member=\"arm\"><drive><ideal_arm/></drive></arm>"
                    "</arms><components><component name=\"move\" member=\"arm\"><type>"
                    "<motion book=\"nowhere.xml\"/></type></component></components></loop>"
                    "</control></cell>") != SNW_OK);
    close_cell(&h);
}

// --- a control program like others --------------------------------------------------------------

static void speeds_are_live(void) {
    CHECK(say("line 0.325 0.12 0.3 1 0 0 0", 9000) == SNW_OK);
    static const char *const speeds[] = {"0.05", "0.1", "0.15"};
    for (int i = 0; i < 3; i++) {
        CHECK(snw_exec_set(h.exec, "move/speed", speeds[i], NULL) == SNW_OK);
        run_ticks(&h, 2);
        const char *to =
            i % 2 == 0 ? "put line 0.325 -0.12 0.3 1 0 0 0" : "put line 0.325 0.12 0.3 1 0 0 0";
        CHECK(say(to, 10) == SNW_OK);
        double most = 0;
        for (int k = 0; k < 8000; k++) {
            snw_exec_tick(h.exec);
            most = fmax(most, value("move/path_speed"));
        }
        CHECK_NEAR(most, atof(speeds[i]), 1e-6);
        CHECK(value("move/moving") == 0);
    }
    CHECK(snw_exec_set(h.exec, "move/speed", "-1", NULL) == SNW_ERR_RANGE);
}

// position, velocity and queue length of the generator are in a recording, as they were
static void generator_is_recorded(void) {
    const char *file = SNW_BINARY_DIR "/parts-motion.mcap";
    SNW_IGNORE(snw_file_remove(file, NULL));
    snw_recorder *recorder = NULL;
    snw_recorder_config config = snw_recorder_defaults();
    config.path = file;
    config.roots = snw_exec_signals(h.exec);
    config.period = 1e-3;
    CHECK(snw_recorder_open(&recorder, &config, NULL) == SNW_OK);
    const char *const patterns[] = {"move/position.x", "move/position.y", "move/position.z",
                                    "move/path_speed", "move/waiting",    "arm/target/q[*]",
                                    "arm/target/v[*]"};
    const snw_record_group group = {.name = "move", .patterns = patterns, .pattern_count = 7};
    CHECK(snw_recorder_add(recorder, &group, &why) == SNW_OK);
    CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
    for (int i = 0; i < 5; i++) {
        const char *to =
            i % 2 == 0 ? "put line 0.325 -0.05 0.3 1 0 0 0" : "put line 0.325 0.05 0.3 1 0 0 0";
        CHECK(say(to, 10) == SNW_OK);
    }
    double most = 0;
    for (int i = 0; i < 3000; i++) {
        snw_exec_tick(h.exec);
        snw_recorder_tick(recorder, i, (int64_t)i * 1000000);
        most = fmax(most, value("move/path_speed"));
    }
    CHECK(snw_recorder_close(recorder, NULL, NULL) == SNW_OK);
    snw_series *series = NULL;
    CHECK(snw_series_open(&series, file, NULL, NULL, NULL) == SNW_OK);
    snw_series_row row;
    double speed = 0, waiting = 0;
    int rows = 0;
    while (snw_series_next(series, &row, NULL) == SNW_OK) {
        int count = 0;
        const snw_series_column *columns = snw_series_columns(series, &count);
        CHECK(count == 17);
        for (int i = 0; i < count; i++) {
            if (strcmp(columns[i].path, "move/path_speed") == 0) speed = fmax(speed, row.values[i]);
            if (strcmp(columns[i].path, "move/waiting") == 0) {
                waiting = fmax(waiting, row.values[i]);
            }
        }
        rows++;
    }
    snw_series_close(series);
    CHECK(rows == 3000 && waiting >= 3);
    CHECK_NEAR(speed, most, 0);
    CHECK(snw_file_remove(file, NULL) == SNW_OK);
}

// spec: loffler:L-095
static void the_generator_is_logged_tuned_and_has_faults_of_its_own(void) {
    open_microbo("<motion frame=\"tool\"/>");
    speeds_are_live();
    generator_is_recorded();
    // a period without a set-point is allowed, but not when it says so
    CHECK(say("stop", 10) == SNW_OK);
    run_ticks(&h, 1000);
    snw_object_error error = {0};
    snw_exec_tick_late(h.exec, 1200000);
    run_ticks(&h, 10);
    CHECK(snw_exec_error(h.exec, "move", &error, NULL) == SNW_OK && !error.present);
    CHECK(snw_exec_set(h.exec, "move/missed", "0", NULL) == SNW_OK);
    run_ticks(&h, 1000);
    CHECK(is_text("components/move/state", "running"));
    CHECK(say("put line 0.325 0.1 0.3 1 0 0 0", 10) == SNW_OK);
    run_ticks(&h, 200);
    snw_exec_tick_late(h.exec, 2200000);
    run_ticks(&h, 2);
    CHECK(snw_exec_error(h.exec, "move", &error, NULL) == SNW_OK);
    CHECK(error.present && error.why.code == SNW_ERR_OVERRUN);
    CHECK(is_text("components/move/state", "fault"));
    CHECK(value("components/move/faults") == 1);
    // the arm is brought to rest
    run_ticks(&h, 2000);
    CHECK(value("loop/at_rest") == 1);
    close_cell(&h);
}

static void it_tells_what_governs_the_time_of_its_motion(void) {
    open_microbo("<motion frame=\"tool\"/>");
    // the first axis alone: its velocity, or its acceleration where the way is short
    CHECK(say("put move 2 0.2 0.3 -1.2 -4 0", 10) == SNW_OK);
    run_ticks(&h, 100);
    CHECK(value("move/axis") == 0);
    CHECK(is_text("move/limit", "velocity"));
    run_ticks(&h, 4000);
    // the second slide, though others move as well
    CHECK(say("put move 1.95 0.34 0.3 -1.2 -4 0", 10) == SNW_OK);
    run_ticks(&h, 100);
    CHECK(value("move/axis") == 1);
    run_ticks(&h, 4000);
    close_cell(&h);
}

// in blocks of exactly so many bytes, so that the sanitizer sees who writes behind them
static void it_needs_the_memory_that_it_measures(void) {
    open_microbo("<motion frame=\"tool\"/>");
    snw_component part = *snw_exec_find(h.exec, "move");
    snw_arena arena = {0};
    CHECK(part.functions->configure(&part, &arena, &why) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    const size_t step = needed / (size_t)check_scaled(60) + 1, tail = needed - 24;
    for (size_t size = 0; size <= needed;) {
        void *block = NULL;
        if (size > 0) {
            CHECK(posix_memalign(&block, SNW_ARENA_ALIGN, size) == 0);
            arena = snw_arena_over(block, size);
        } else {
            arena = (snw_arena){0};
        }
        const snw_status status = part.functions->configure(&part, &arena, &why);
        CHECK(status == (size < needed ? SNW_ERR_MEMORY : SNW_OK));
        free(block);
        // in long steps, and the last bytes one by one
        size = size >= tail ? size + 1 : size + step < tail ? size + step : tail;
    }
    close_cell(&h);
}

// Seen: a program whose arm the guard stopped was told "cancelled" and no reason, because the
// motion learned of the guard only where it read its book.
static void a_program_learns_why_the_guard_stopped_it_also_without_a_book(void) {
    open_microbo("<motion/>");
    snw_component *part = snw_exec_find(h.exec, "move");
    snw_queue *queue = snw_motion_queue(part);
    snw_move move = snw_move_defaults();
    const double goal[6] = {0.5, 0.2, 0.3, -1.2, -4, 0};
    move.mode = SNW_MOVE_JOINT;
    memcpy(move.joints, goal, sizeof goal);
    int64_t id = 0;
    CHECK(snw_queue_move(queue, &move, &id, &why) == SNW_OK);
    run_ticks(&h, 100);
    SNW_IGNORE(snw_exec_message(h.exec, "arm.drive", "fault 0 emergency", 0, answer, &why));
    run_ticks(&h, 200);
    snw_move_event event = {0};
    while (event.kind != SNW_MOVE_ENDED)
        CHECK(snw_motion_event(part, &event) == SNW_OK);
    const snw_guard *guard = snw_exec_guard(h.exec, 0);
    CHECK(event.id == id && event.code == SNW_MOVE_CANCELLED);
    CHECK(guard->first.code != SNW_OK && guard->first.text[0] != '\0');
    CHECK_TEXT(event.why.text, guard->first.text);
    CHECK_TEXT(event.why.rule, guard->first.rule);
    close_cell(&h);
}

int main(void) {
    RUN(moves_lines_and_words_are_answered_when_they_are_done);
    RUN(what_cannot_be_done_says_why);
    RUN(messages_are_refused_while_a_motion_runs_if_the_cell_says_so);
    RUN(places_of_a_book_are_gone_to_by_name);
    RUN(the_generator_is_logged_tuned_and_has_faults_of_its_own);
    RUN(it_needs_the_memory_that_it_measures);
    RUN(it_tells_what_governs_the_time_of_its_motion);
    RUN(a_program_learns_why_the_guard_stopped_it_also_without_a_book);
    return check_report();
}
