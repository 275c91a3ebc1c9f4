// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L
#include "../parts/harness.h"
#include "sinew/wire.h"

static harness h;
static snw_frames frames;
static void *frames_memory;
static snw_subscription subscription;
static unsigned char bytes[1 << 20];

static void open_frames(const char *cell) {
    char path[256];
    (void)snprintf(path, sizeof path, "%s/cells/%s.cell.xml", SNW_SOURCE_DIR, cell);
    CHECK(!snw_failed(open_cell(&h, path, NULL)));
    snw_arena arena = {0};
    CHECK(snw_frames_init(&frames, h.exec, h.cell, &h.system, &arena) == SNW_ERR_MEMORY);
    frames_memory = aligned_block(arena.needed, &arena);
    CHECK(snw_frames_init(&frames, h.exec, h.cell, &h.system, &arena) == SNW_OK);
    subscription = (snw_subscription){0};
}

static void close_frames(void) {
    free(frames_memory);
    close_cell(&h);
}

static size_t write_frame(uint32_t sequence, uint16_t flags) {
    const snw_frame_stamp stamp = {sequence, flags};
    return snw_frames_write(&frames, &subscription, &stamp, bytes, sizeof bytes);
}

// a message to a component that may take time
static void say(const char *object, const char *text) {
    char answer[SNW_MESSAGE];
    snw_why why = {0};
    for (int i = 0; i < 20000; i++) {
        const snw_status status = snw_exec_message(h.exec, object, text, 0, answer, &why);
        if (status != SNW_NOTHING_NEW) {
            CHECK(status == SNW_OK);
            return;
        }
        run_ticks(&h, 1);
    }
    CHECK(false);
}

// the places of links by a second way: joint by joint through snw_system_link_pose()
static void check_poses(const unsigned char *poses, bool commanded) {
    snw_system_state state;
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_state_init(&state, &h.system, &arena));
    void *memory = aligned_block(arena.needed, &arena);
    CHECK(snw_system_state_init(&state, &h.system, &arena) == SNW_OK);
    if (h.cell->state_count > 0) {
        CHECK(!snw_failed(snw_system_state_put(&h.system, &h.cell->states[0], &state, NULL)));
    }
    for (int a = 0; a < snw_exec_arm_count(h.exec); a++) {
        const snw_arm *arm = snw_exec_arm(h.exec, a);
        const int member = snw_system_find(&h.system, arm->name);
        snw_arm_to_q(arm, commanded ? arm->command.q : arm->sensed.q,
                     state.q + h.system.members[member].q_index);
    }
    int link = 0;
    for (int m = 0; m < h.system.member_count; m++) {
        for (int k = 0; k < h.system.members[m].model->link_count; k++, link++) {
            const snw_pose T = snw_system_link_pose(&h.system, &state, m, k);
            float n[7];
            for (int i = 0; i < 7; i++)
                n[i] = snw_frame_number(poses, 7 * link + i);
            CHECK_NEAR((double)n[0], T.p.x, 1e-6);
            CHECK_NEAR((double)n[1], T.p.y, 1e-6);
            CHECK_NEAR((double)n[2], T.p.z, 1e-6);
            // q and -q are the same turn
            const snw_quat q = snw_quat_from_mat3(T.R);
            const double dot =
                q.x * (double)n[3] + q.y * (double)n[4] + q.z * (double)n[5] + q.w * (double)n[6];
            CHECK_NEAR(fabs(dot), 1, 1e-6);
        }
    }
    CHECK(link == h.system.link_count);
    free(memory);
}

static void a_frame_shows_where_every_link_is_measured_and_commanded(void) {
    static const char *const cells[] = {"panda", "two-arms", "puma560", "imi"};
    for (size_t c = 0; c < sizeof cells / sizeof cells[0]; c++) {
        open_frames(cells[c]);
        CHECK(!snw_frames_look(&frames, 0) && write_frame(1, 0) == 0); // no tick, no frame
        enable(&h);
        for (int i = 0; i < 20; i++) {
            run_ticks(&h, 37);
            CHECK(snw_frames_look(&frames, i) && !snw_frames_look(&frames, i));
            const size_t size = write_frame((uint32_t)i, SNW_FRAME_RECORDING);
            snw_frame frame;
            CHECK(snw_frame_read(bytes, size, &frame) == SNW_OK);
            CHECK(frame.sequence == (uint32_t)i && (frame.flags & SNW_FRAME_RECORDING) != 0);
            CHECK(frame.tick == snw_exec_next(h.exec));
            CHECK(frame.t_ns == snw_exec_time_ns(h.exec) - snw_exec_period_ns(h.exec) ||
                  frame.t_ns == snw_exec_time_ns(h.exec));
            check_poses(frame.measured, false);
            check_poses(frame.commanded, true);
            CHECK(frame.arm_count == snw_exec_arm_count(h.exec));
            for (int a = 0; a < frame.arm_count; a++) {
                const snw_arm *arm = snw_exec_arm(h.exec, a);
                const snw_frame_arm *shown = &frame.arms[a];
                CHECK(shown->axes == arm->count && shown->follows == arm->follows);
                CHECK(shown->state == (uint8_t)snw_exec_guard(h.exec, a)->signals.state);
                for (int k = 0; k < arm->count; k++) {
                    CHECK(snw_frame_real(shown->numbers, 4 * k) == arm->sensed.q[k]);
                    CHECK(snw_frame_real(shown->numbers, 4 * k + 1) == arm->estimate.v[k]);
                    CHECK(snw_frame_real(shown->numbers, 4 * k + 2) == arm->sensed.effort[k]);
                    CHECK(snw_frame_real(shown->numbers, 4 * k + 3) == arm->command.q[k]);
                }
            }
        }
        close_frames();
    }
}

static void a_cell_of_seven_joints_fits_into_four_kilobytes(void) {
    open_frames("panda");
    run_ticks(&h, 5);
    CHECK(snw_frames_look(&frames, 0));
    CHECK(snw_exec_arm(h.exec, 0)->count == 7);
    const char *const paths[] = {"arm/sensed/q[0]", "arm/sensed/q[1]",  "loop/busy",
                                 "arm/sensed/q[2]", "arm/command/q[0]", "arm/guard/state",
                                 "loop/overruns",   "arm/sensed/v[0]"};
    CHECK(snw_subscription_set(&subscription, &frames, paths, 8, NULL) == SNW_OK);
    for (int i = 0; i < 20; i++) {
        run_ticks(&h, 1);
        CHECK(snw_frames_look(&frames, 0));
        snw_subscription_row(&frames, &subscription);
    }
    const size_t size = write_frame(1, 0);
    CHECK(size > 0 && size < 4096);
    close_frames();
}

static void rows_of_signals_are_those_of_every_tick_that_was_looked_at(void) {
    open_frames("panda");
    enable(&h);
    static const char *const paths[] = {"arm/sensed/q[3]", "loop/ticks", "arm/guard/state",
                                        "loop/at_rest", "components/move/updates"};
    CHECK(snw_subscription_set(&subscription, &frames, paths, 5, NULL) == SNW_OK);
    double wanted[200][6];
    int count = 0, read = 0;
    for (int i = 0; i < 150; i++) {
        run_ticks(&h, check_int(1, 3));
        CHECK(snw_frames_look(&frames, 0));
        snw_subscription_row(&frames, &subscription);
        snw_subscription_row(&frames, &subscription); // the same tick is one row
        const snw_loop_signals *loop = snw_exec_signals(h.exec)->items[0].block;
        const double row[6] = {loop->t,
                               snw_exec_arm(h.exec, 0)->sensed.q[3],
                               (double)loop->ticks,
                               (double)snw_exec_guard(h.exec, 0)->signals.state,
                               loop->at_rest ? 1 : 0,
                               (double)loop->ticks};
        memcpy(wanted[count++], row, sizeof row);
        if (check_int(0, 4) != 0) continue;
        snw_frame frame;
        CHECK(snw_frame_read(bytes, write_frame(0, 0), &frame) == SNW_OK);
        CHECK(frame.signal_count == 5 && read + frame.row_count == count);
        for (int k = 0; k < frame.row_count; k++, read++) {
            for (int n = 0; n < 6; n++)
                CHECK_NEAR(snw_frame_real(frame.rows, 6 * k + n), wanted[read][n], 1e-9);
        }
        CHECK(subscription.row_count == 0);
    }
    CHECK(read > 100 && subscription.lost == 0);
    // who takes no frames keeps the newest
    for (int i = 0; i < 3 * SNW_SUBSCRIBED_ROWS; i++) {
        run_ticks(&h, 1);
        CHECK(snw_frames_look(&frames, 0));
        snw_subscription_row(&frames, &subscription);
    }
    CHECK(subscription.row_count == SNW_SUBSCRIBED_ROWS && subscription.lost > 0);
    snw_frame frame;
    CHECK(snw_frame_read(bytes, write_frame(0, 0), &frame) == SNW_OK);
    CHECK(snw_frame_real(frame.rows, 6 * (frame.row_count - 1) + 2) ==
          (double)snw_exec_next(h.exec));
    close_frames();
}

static void what_is_no_number_is_refused_by_name(void) {
    static const char *const wrong[] = {
        "",     "arm",      "arm/sensed", "arm/sensed/q", "nobody/q", "arm/sensed/q[99]",
        "loop", "law/kp[0]"};
    open_frames("panda");
    snw_why why = {0};
    const char *const good[] = {"arm/sensed/q[0]", "loop/t"};
    CHECK(snw_subscription_set(&subscription, &frames, good, 2, &why) == SNW_ERR_STATE);
    run_ticks(&h, 2);
    CHECK(snw_subscription_set(&subscription, &frames, good, 2, &why) == SNW_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const char *const paths[] = {"arm/sensed/q[1]", wrong[i]};
        why = (snw_why){0};
        CHECK(snw_subscription_set(&subscription, &frames, paths, 2, &why) < 0);
        CHECK(why.text[0] != '\0');
        CHECK(subscription.count == 2); // the list before stays
        CHECK_TEXT(subscription.signals[0].path, "arm/sensed/q[0]");
    }
    const char *many[SNW_SUBSCRIBED + 1];
    for (int i = 0; i <= SNW_SUBSCRIBED; i++)
        many[i] = "loop/t";
    CHECK(snw_subscription_set(&subscription, &frames, many, SNW_SUBSCRIBED, &why) == SNW_OK);
    CHECK(snw_subscription_set(&subscription, &frames, many, SNW_SUBSCRIBED + 1, &why) ==
          SNW_ERR_SIZE);
    CHECK(snw_subscription_set(&subscription, &frames, many, 0, &why) == SNW_OK);
    static char json[4096];
    CHECK(snw_subscription_set(&subscription, &frames, good, 2, &why) == SNW_OK);
    snw_text text = snw_text_over(json, sizeof json);
    snw_subscription_json(&subscription, &text);
    CHECK(strstr(json, "{\"path\":\"loop/t\",\"unit\":\"s\",\"type\":\"real\",\"words\":null}") !=
          NULL);
    close_frames();
}

static void pace_and_rest_are_told(void) {
    open_frames("panda");
    enable(&h);
    run_ticks(&h, 10);
    CHECK(snw_frames_look(&frames, 0) && frames.still);
    // half as fast as the clock on the wall
    for (int i = 1; i <= 40; i++) {
        run_ticks(&h, 50);
        CHECK(snw_frames_look(&frames, i * INT64_C(100000000)));
    }
    CHECK_NEAR((double)frames.speed, 0.5, 0.01);
    snw_why why = {0};
    char answer[SNW_MESSAGE];
    SNW_IGNORE(snw_exec_message(h.exec, "move", "move 0.2 -0.7 0 -2.2 0 1.6 0.8", 0, answer, &why));
    run_ticks(&h, 200);
    CHECK(snw_frames_look(&frames, 0) && !frames.still);
    say("move", "move 0.2 -0.7 0 -2.2 0 1.6 0.8");
    run_ticks(&h, 500);
    CHECK(snw_frames_look(&frames, 0) && frames.still);
    close_frames();
}

static void a_damaged_frame_is_refused_and_never_read_beyond_its_end(void) {
    open_frames("two-arms");
    run_ticks(&h, 5);
    CHECK(snw_frames_look(&frames, 0));
    const char *const paths[] = {"loop/t"};
    CHECK(snw_subscription_set(&subscription, &frames, paths, 1, NULL) == SNW_OK);
    snw_subscription_row(&frames, &subscription);
    const size_t size = write_frame(1, 0);
    for (size_t cut = 0; cut < size; cut++) {
        unsigned char *exact = malloc(cut + 1);
        CHECK(exact != NULL);
        memcpy(exact, bytes, cut);
        snw_frame frame;
        CHECK(snw_frame_read(exact, cut, &frame) == SNW_ERR_SYNTAX);
        free(exact);
    }
    CHECK_CASES(check_scaled(20000)) {
        static unsigned char copy[sizeof bytes];
        memcpy(copy, bytes, size);
        for (int i = check_int(1, 4); i > 0; i--)
            copy[check_int(0, SNW_FRAME_HEAD - 1)] = (unsigned char)check_int(0, 255);
        snw_frame frame;
        (void)!snw_frame_read(copy, size, &frame);
    }
    CHECK(snw_frames_write(&frames, NULL, &(snw_frame_stamp){0}, bytes, 10) == 0);
    close_frames();
}

static void every_size_of_memory_below_what_is_needed_is_refused(void) {
    open_frames("panda");
    snw_arena arena = {0};
    snw_frames other;
    CHECK(snw_frames_init(&other, h.exec, h.cell, &h.system, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t size = 0; size <= needed; size += 8) {
        void *block = NULL;
        CHECK(posix_memalign(&block, SNW_ARENA_ALIGN, size > 0 ? size : 1) == 0);
        arena = snw_arena_over(block, size);
        CHECK(snw_frames_init(&other, h.exec, h.cell, &h.system, &arena) ==
              (size < needed ? SNW_ERR_MEMORY : SNW_OK));
        free(block);
    }
    close_frames();
}

int main(void) {
    RUN(a_frame_shows_where_every_link_is_measured_and_commanded);
    RUN(a_cell_of_seven_joints_fits_into_four_kilobytes);
    RUN(rows_of_signals_are_those_of_every_tick_that_was_looked_at);
    RUN(what_is_no_number_is_refused_by_name);
    RUN(pace_and_rest_are_told);
    RUN(a_damaged_frame_is_refused_and_never_read_beyond_its_end);
    RUN(every_size_of_memory_below_what_is_needed_is_refused);
    return check_report();
}
