// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L
#include "../parts/harness.h"
#include "sinew/wire.h"
#include "sinew/wire/catalogue.h"
#include "sinew/wire/state.h"

static harness h;
static snw_packets frames;
static void *frames_memory;
static snw_subscription subscription;
static unsigned char bytes[1 << 20];

static void open_frames(const char *cell) {
    char path[256];
    (void)snprintf(path, sizeof path, "%s/cells/%s.cell.xml", SNW_SOURCE_DIR, cell);
    CHECK(!snw_failed(open_cell(&h, path, NULL)));
    snw_arena arena = {0};
    CHECK(snw_packets_init(&frames, h.exec, &h.system, &arena) == SNW_ERR_MEMORY);
    frames_memory = aligned_block(arena.needed, &arena);
    CHECK(snw_packets_init(&frames, h.exec, &h.system, &arena) == SNW_OK);
    subscription = (snw_subscription){0};
}

static void close_frames(void) {
    free(frames_memory);
    close_cell(&h);
}

static size_t write_frame(uint32_t sequence, uint16_t flags) {
    const snw_packet_stamp stamp = {sequence, flags};
    return snw_packets_write(&frames, &subscription, &stamp, bytes, sizeof bytes);
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
                n[i] = snw_packet_number(poses, 7 * link + i);
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
        CHECK(!snw_packets_look(&frames, 0) && write_frame(1, 0) == 0); // no tick, no frame
        enable(&h);
        for (int i = 0; i < 20; i++) {
            run_ticks(&h, 37);
            CHECK(snw_packets_look(&frames, i) && !snw_packets_look(&frames, i));
            const size_t size = write_frame((uint32_t)i, SNW_PACKET_RECORDING);
            snw_state_packet frame;
            CHECK(snw_packet_read(bytes, size, &frame) == SNW_OK);
            CHECK(frame.sequence == (uint32_t)i && (frame.flags & SNW_PACKET_RECORDING) != 0);
            CHECK(frame.tick == snw_exec_next(h.exec));
            CHECK(frame.t_ns == snw_exec_time_ns(h.exec) - snw_exec_period_ns(h.exec) ||
                  frame.t_ns == snw_exec_time_ns(h.exec));
            check_poses(frame.measured, false);
            check_poses(frame.commanded, true);
            CHECK(frame.arm_count == snw_exec_arm_count(h.exec));
            for (int a = 0; a < frame.arm_count; a++) {
                const snw_arm *arm = snw_exec_arm(h.exec, a);
                const snw_packet_arm *shown = &frame.arms[a];
                CHECK(shown->axes == arm->count && shown->follows == arm->follows);
                CHECK(shown->state == (uint8_t)snw_exec_guard(h.exec, a)->signals.state);
                for (int k = 0; k < arm->count; k++) {
                    CHECK(snw_packet_real(shown->numbers, 4 * k) == arm->sensed.q[k]);
                    CHECK(snw_packet_real(shown->numbers, 4 * k + 1) == arm->estimate.v[k]);
                    CHECK(snw_packet_real(shown->numbers, 4 * k + 2) == arm->sensed.effort[k]);
                    CHECK(snw_packet_real(shown->numbers, 4 * k + 3) == arm->command.q[k]);
                }
            }
        }
        close_frames();
    }
}

// Two equal boxes, one of them with a free root: it is shown where its coordinates say, with its
// turn; the other stays at its origin. The scene tells pages which is which.
// spec: actin-model:A1-MN-02
static void a_floating_root_is_shown_where_it_is_and_a_fixed_one_at_its_origin(void) {
    static const char text[] =
        "<cell xmlns='urn:sinew' name='roots'><mechanisms>"
        "<mechanism name='box'><robot name='box'><links><link name='body'><inertial mass='1' "
        "ixx='0.1' iyy='0.1' izz='0.1'/></link></links></robot></mechanism>"
        "<mechanism name='imi' file='package://models/imi-2link/imi-2link.xml'/></mechanisms>"
        "<members><member name='arm' mechanism='imi'/>"
        "<member name='free' mechanism='box' base='floating'><origin xyz='1 2 3'/></member>"
        "<member name='held' mechanism='box' base='fixed'><origin xyz='1 2 3'/></member></members>"
        "<states><state name='now'><members><member member='free'><q>0.5 -0.25 4 0 0 "
        "0.7071067811865476 0.7071067811865476</q></member></members></state></states>"
        "<control><loop period='1 ms'><arms><arm member='arm'><drive><ideal_arm/></drive></arm>"
        "</arms><components><component name='hold' member='arm'><type><hold/></type></component>"
        "</components></loop></control></cell>";
    const snw_status opened = open_cell(&h, "roots.cell.xml", text);
    if (snw_failed(opened)) tell(&h);
    CHECK(!snw_failed(opened));
    snw_arena arena = {0};
    CHECK(snw_packets_init(&frames, h.exec, &h.system, &arena) == SNW_ERR_MEMORY);
    frames_memory = aligned_block(arena.needed, &arena);
    CHECK(snw_packets_init(&frames, h.exec, &h.system, &arena) == SNW_OK);
    subscription = (snw_subscription){0};
    run_ticks(&h, 50);
    CHECK(snw_packets_look(&frames, 0));
    snw_state_packet frame;
    CHECK(snw_packet_read(bytes, write_frame(1, 0), &frame) == SNW_OK);
    int link = 0;
    for (int m = 0; m < h.system.member_count; m++) {
        const snw_system_member *member = &h.system.members[m];
        const snw_pose T = snw_system_link_pose(&h.system, snw_exec_state(h.exec), m, 0);
        const double shown[3] = {(double)snw_packet_number(frame.measured, 7 * link),
                                 (double)snw_packet_number(frame.measured, 7 * link + 1),
                                 (double)snw_packet_number(frame.measured, 7 * link + 2)};
        if (strcmp(member->name, "held") == 0) {
            CHECK(!member->model->floating);
            CHECK(shown[0] == 1 && shown[1] == 2 && shown[2] == 3);
        }
        if (strcmp(member->name, "free") == 0) {
            CHECK(member->model->floating);
            CHECK(shown[0] != 1 && shown[1] != 2);
            CHECK_NEAR(shown[0], T.p.x, 1e-6);
            CHECK_NEAR(shown[1], T.p.y, 1e-6);
            CHECK_NEAR(shown[2], T.p.z, 1e-6);
            CHECK_NEAR(fabs((double)snw_packet_number(frame.measured, 7 * link + 5)), sqrt(0.5),
                       1e-6);
        }
        link += member->model->link_count;
    }
    snw_setup *setup = snw_setup_create(1 << 22);
    snw_scene scene;
    CHECK(snw_scene_make(&scene, h.cell, &h.system, h.exec, setup, NULL) == SNW_OK);
    const char *free_at = strstr(scene.json, "{\"name\":\"free\",\"class\"");
    const char *held_at = strstr(scene.json, "{\"name\":\"held\",\"class\"");
    CHECK(free_at != NULL && held_at != NULL);
    CHECK(strncmp(strstr(free_at, "\"fixed\":"), "\"fixed\":false", 13) == 0);
    CHECK(strncmp(strstr(held_at, "\"fixed\":"), "\"fixed\":true", 12) == 0);
    snw_setup_destroy(setup);
    close_frames();
}

// Roll, pitch and yaw about the axes of the world, in this order: R = Rz Ry Rx.
static snw_mat3 turned(double roll, double pitch, double yaw) {
    const double cr = cos(roll), sr = sin(roll), cp = cos(pitch), sp = sin(pitch);
    const double cy = cos(yaw), sy = sin(yaw);
    return (snw_mat3){{cy * cp, sy * cp, -sp},
                      {cy * sp * sr - sy * cr, sy * sp * sr + cy * cr, cp * sr},
                      {cy * sp * cr + sy * sr, sy * sp * cr - cy * sr, cp * cr}};
}

// Where a cell puts an arm, and how it wants it to be seen.
// spec: loffler:L-118b
static void position_orientation_and_display_of_a_member_act(void) {
    static const char *const displays[] = {"solid", "wireframe", "off"};
    CHECK_CASES(30) {
        static char text[2048];
        const double x = check_real(-3, 3), y = check_real(-3, 3), z = check_real(-3, 3);
        const double roll = check_real(-3, 3), pitch = check_real(-1.5, 1.5);
        const double yaw = check_real(-3, 3);
        const char *display = displays[check_case % 3];
        (void)snprintf(text, sizeof text,
                       "<cell xmlns='urn:sinew' name='one'><mechanisms><mechanism name='imi' "
                       "file='package://models/imi-2link/imi-2link.xml'/></mechanisms><members>"
                       "<member name='arm' mechanism='imi' display='%s'><origin xyz='%.17g %.17g "
                       "%.17g' rpy='%.17g %.17g %.17g'/></member></members><control><loop "
                       "period='1 ms'><arms><arm member='arm'><drive><ideal_arm/></drive></arm>"
                       "</arms><components><component name='hold' member='arm'><type><hold/></type>"
                       "</component></components></loop></control></cell>",
                       display, x, y, z, roll, pitch, yaw);
        CHECK(!snw_failed(open_cell(&h, "one.cell.xml", text)));
        run_ticks(&h, 5);
        const snw_pose given = {turned(roll, pitch, yaw), {x, y, z}};
        CHECK(snw_pose_near(snw_exec_arm(h.exec, 0)->T_world_base, given, 1e-9));
        const snw_pose shown = snw_system_link_pose(&h.system, snw_exec_state(h.exec), 0, 0);
        CHECK(snw_pose_near(shown, given, 1e-9));
        snw_setup *setup = snw_setup_create(1 << 22);
        snw_scene scene;
        CHECK(snw_scene_make(&scene, h.cell, &h.system, h.exec, setup, NULL) == SNW_OK);
        char said[32];
        (void)snprintf(said, sizeof said, "\"display\":\"%s\"", display);
        CHECK(strstr(scene.json, said) != NULL);
        snw_setup_destroy(setup);
        close_cell(&h);
    }
    check_case = -1;
}

static void a_cell_of_seven_joints_fits_into_four_kilobytes(void) {
    open_frames("panda");
    run_ticks(&h, 5);
    CHECK(snw_packets_look(&frames, 0));
    CHECK(snw_exec_arm(h.exec, 0)->count == 7);
    const char *const paths[] = {"arm/sensed/q[0]", "arm/sensed/q[1]",  "loop/busy",
                                 "arm/sensed/q[2]", "arm/command/q[0]", "arm/guard/state",
                                 "loop/overruns",   "arm/sensed/v[0]"};
    CHECK(snw_subscription_set(&subscription, &frames, paths, 8, NULL) == SNW_OK);
    for (int i = 0; i < 20; i++) {
        run_ticks(&h, 1);
        CHECK(snw_packets_look(&frames, 0));
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
        CHECK(snw_packets_look(&frames, 0));
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
        snw_state_packet frame;
        CHECK(snw_packet_read(bytes, write_frame(0, 0), &frame) == SNW_OK);
        CHECK(frame.signal_count == 5 && read + frame.row_count == count);
        for (int k = 0; k < frame.row_count; k++, read++) {
            for (int n = 0; n < 6; n++)
                CHECK_NEAR(snw_packet_real(frame.rows, 6 * k + n), wanted[read][n], 1e-9);
        }
        CHECK(subscription.row_count == 0);
    }
    CHECK(read > 100 && subscription.lost == 0);
    // who takes no frames keeps the newest
    for (int i = 0; i < 3 * SNW_SUBSCRIBED_ROWS; i++) {
        run_ticks(&h, 1);
        CHECK(snw_packets_look(&frames, 0));
        snw_subscription_row(&frames, &subscription);
    }
    CHECK(subscription.row_count == SNW_SUBSCRIBED_ROWS && subscription.lost > 0);
    snw_state_packet frame;
    CHECK(snw_packet_read(bytes, write_frame(0, 0), &frame) == SNW_OK);
    CHECK(snw_packet_real(frame.rows, 6 * (frame.row_count - 1) + 2) ==
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
    CHECK(snw_packets_look(&frames, 0) && frames.still);
    // half as fast as the clock on the wall
    for (int i = 1; i <= 40; i++) {
        run_ticks(&h, 50);
        CHECK(snw_packets_look(&frames, i * INT64_C(100000000)));
    }
    CHECK_NEAR((double)frames.speed, 0.5, 0.01);
    snw_why why = {0};
    char answer[SNW_MESSAGE];
    SNW_IGNORE(snw_exec_message(h.exec, "move", "move 0.2 -0.7 0 -2.2 0 1.6 0.8", 0, answer, &why));
    run_ticks(&h, 200);
    CHECK(snw_packets_look(&frames, 0) && !frames.still);
    say("move", "move 0.2 -0.7 0 -2.2 0 1.6 0.8");
    run_ticks(&h, 500);
    CHECK(snw_packets_look(&frames, 0) && frames.still);
    close_frames();
}

static void a_damaged_frame_is_refused_and_never_read_beyond_its_end(void) {
    open_frames("two-arms");
    run_ticks(&h, 5);
    CHECK(snw_packets_look(&frames, 0));
    const char *const paths[] = {"loop/t"};
    CHECK(snw_subscription_set(&subscription, &frames, paths, 1, NULL) == SNW_OK);
    snw_subscription_row(&frames, &subscription);
    const size_t size = write_frame(1, 0);
    for (size_t cut = 0; cut < size; cut++) {
        unsigned char *exact = malloc(cut + 1);
        CHECK(exact != NULL);
        memcpy(exact, bytes, cut);
        snw_state_packet frame;
        CHECK(snw_packet_read(exact, cut, &frame) == SNW_ERR_SYNTAX);
        free(exact);
    }
    CHECK_CASES(check_scaled(20000)) {
        static unsigned char copy[sizeof bytes];
        memcpy(copy, bytes, size);
        for (int i = check_int(1, 4); i > 0; i--)
            copy[check_int(0, SNW_PACKET_HEAD - 1)] = (unsigned char)check_int(0, 255);
        snw_state_packet frame;
        (void)!snw_packet_read(copy, size, &frame);
    }
    CHECK(snw_packets_write(&frames, NULL, &(snw_packet_stamp){0}, bytes, 10) == 0);
    close_frames();
}

static void every_size_of_memory_below_what_is_needed_is_refused(void) {
    open_frames("panda");
    snw_arena arena = {0};
    snw_packets other;
    CHECK(snw_packets_init(&other, h.exec, &h.system, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t size = 0; size <= needed; size += 8) {
        void *block = NULL;
        CHECK(posix_memalign(&block, SNW_ARENA_ALIGN, size > 0 ? size : 1) == 0);
        arena = snw_arena_over(block, size);
        CHECK(snw_packets_init(&other, h.exec, &h.system, &arena) ==
              (size < needed ? SNW_ERR_MEMORY : SNW_OK));
        free(block);
    }
    close_frames();
}

// a driven robot whose root is free, on the given drive
static void open_drifter(const char *drive) {
    char text[2048];
    (void)snprintf(
        text, sizeof text,
        "<cell xmlns='urn:sinew' name='drifter'><mechanisms><mechanism name='disc'><robot "
        "name='disc'><links><link name='body'><inertial mass='2' ixx='0.1' iyy='0.1' izz='0.1'/>"
        "</link><link name='wheel'><inertial mass='1' ixx='0.1' iyy='0.1' izz='0.1'/></link>"
        "</links><joints><joint name='turn' kind='continuous' parent='body' child='wheel' "
        "axis='0 0 1'/></joints></robot></mechanism></mechanisms><members><member name='arm' "
        "mechanism='disc' base='floating'><origin xyz='1 2 3'/></member></members>"
        "<states><state name='now'><members><member member='arm'><q>0.5 -0.25 4 0 0 "
        "0.7071067811865476 0.7071067811865476 0.1</q></member></members></state></states>"
        "<control><loop period='1 ms'><arms><arm member='arm'><drive>%s</drive></arm></arms>"
        "<components><component name='hold' member='arm'><type><hold/></type></component>"
        "</components></loop></control></cell>",
        drive);
    const snw_status opened = open_cell(&h, "drifter.cell.xml", text);
    if (snw_failed(opened)) tell(&h);
    CHECK(!snw_failed(opened));
    snw_arena arena = {0};
    CHECK(snw_packets_init(&frames, h.exec, &h.system, &arena) == SNW_ERR_MEMORY);
    frames_memory = aligned_block(arena.needed, &arena);
    CHECK(snw_packets_init(&frames, h.exec, &h.system, &arena) == SNW_OK);
    subscription = (snw_subscription){0};
}

// the pose of the root in the next packet, as a page gets it
static void shown_root(double root[7]) {
    snw_state_packet frame;
    CHECK(snw_packets_look(&frames, 0));
    CHECK(snw_packet_read(bytes, write_frame(1, 0), &frame) == SNW_OK);
    for (int i = 0; i < 7; i++)
        root[i] = (double)snw_packet_number(frame.measured, i);
}

static void check_root(double x, double y, double z, double turn) {
    double root[7];
    shown_root(root);
    CHECK_NEAR(root[0], x, 2e-6);
    CHECK_NEAR(root[1], y, 2e-6);
    CHECK_NEAR(root[2], z, 2e-6);
    CHECK_NEAR(fabs(root[5]), sin(turn / 2), 1e-6);
    CHECK_NEAR(fabs(root[6]), cos(turn / 2), 1e-6);
    // and for all components
    const snw_pose T = snw_exec_arm(h.exec, 0)->T_world_base;
    CHECK_NEAR(T.p.x, x, 2e-6);
    CHECK_NEAR(T.p.y, y, 2e-6);
    CHECK_NEAR(T.p.z, z, 2e-6);
    CHECK_NEAR(T.R.x.x, cos(turn), 1e-6);
}

// where a driven robot with a free root is comes from its drive: put by a command, or falling
static void the_base_of_a_driven_robot_is_shown_where_its_drive_has_it(void) {
    static const char *const drives[] = {"<ideal_arm/>", "<limited_arm/>",
                                         "<simulated_arm support='stand'/>"};
    for (size_t i = 0; i < sizeof drives / sizeof drives[0]; i++) {
        open_drifter(drives[i]);
        run_ticks(&h, 50);
        check_root(1.5, 1.75, 7, SNW_PI / 2);
        say("arm.drive", "base -1 0.5 2");
        run_ticks(&h, 2);
        check_root(0, 2.5, 5, 0);
        close_frames();
    }
    // no force but gravity on what is at rest inside: every point falls alike, and the sum of the
    // steps of semi-implicit Euler is known
    open_drifter("<simulated_arm/>");
    run_ticks(&h, 401);
    const double h_s = 0.00025, n = 4 * 400;
    check_root(1.5, 1.75, 7 - 9.81 * h_s * h_s * n * (n + 1) / 2, SNW_PI / 2);
    close_frames();
}

int main(void) {
    RUN(a_frame_shows_where_every_link_is_measured_and_commanded);
    RUN(the_base_of_a_driven_robot_is_shown_where_its_drive_has_it);
    RUN(a_floating_root_is_shown_where_it_is_and_a_fixed_one_at_its_origin);
    RUN(position_orientation_and_display_of_a_member_act);
    RUN(a_cell_of_seven_joints_fits_into_four_kilobytes);
    RUN(rows_of_signals_are_those_of_every_tick_that_was_looked_at);
    RUN(what_is_no_number_is_refused_by_name);
    RUN(pace_and_rest_are_told);
    RUN(a_damaged_frame_is_refused_and_never_read_beyond_its_end);
    RUN(every_size_of_memory_below_what_is_needed_is_refused);
    return check_report();
}
