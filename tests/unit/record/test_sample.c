// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A recording with a message of every kind, of numbers that follow from the tick alone. Folder
// tests have it written (record_test_sample FILE [none|lz4|zstd [TICKS]]) and hold it against
// readers that share no code with ours.
#include "block.h"

#include "../../../src/runtime/record/inside.h"

enum { TICKS = 2500 };
static const int64_t ms = 1000000;
static arm the_arm;
static sampled rows[TICKS];

static void pose_arm(int64_t tick) {
    for (int i = 0; i < JOINTS; i++) {
        the_arm.q[i] = (double)tick * 0.125 + i;
        the_arm.qd[i] = -(double)tick * 0.25 - i;
        the_arm.tau[i] = i == 5 ? -0.0 : (double)tick * 1e-300;
    }
    the_arm.tau[3] = (double)NAN;
    the_arm.tau[4] = -(double)INFINITY;
    the_arm.T = snw_pose_identity();
    // half a turn about z
    the_arm.T.R.x.x = the_arm.T.R.y.y = -1;
    the_arm.T.p = (snw_vec3){(double)tick, 0.5, -0.25};
    the_arm.on = tick % 2 == 1;
    the_arm.u32 = (uint32_t)tick;
}

static void start(snw_recorder *recorder) {
    static const char *const names[] = {"a", "bb", "ccc", "dddd", "\xC3\xA9lbow", ""};
    const char *const all[] = {"arm/q[*]", "arm/qd[*]", "arm/tau[*]", "arm/on", "arm/u32"};
    const char *const slow[] = {"arm/T"};
    const snw_record_group groups[] = {
        {.name = "arm", .patterns = all, .pattern_count = 5},
        {.name = "slow", .patterns = slow, .pattern_count = 1, .divisor = 10}};
    for (int i = 0; i < 2; i++)
        CHECK(snw_recorder_add(recorder, &groups[i], NULL) == SNW_OK);
    const snw_record_joints joints = {.topic = "/joint_states",
                                      .frame = "base",
                                      .names = names,
                                      .count = JOINTS,
                                      .position = "arm/q[*]",
                                      .velocity = "arm/qd[*]",
                                      .divisor = 5};
    CHECK(snw_recorder_add_joints(recorder, &joints, NULL) == SNW_OK);
    const snw_record_frame frames[] = {{"world", "tool", "arm/T"}};
    CHECK(snw__recorder_add_frames(recorder, "/tf", frames, 1, 10, NULL) == SNW_OK);
    CHECK(snw_recorder_add_text(recorder, "cell", "xml", "<cell/>\n", NULL) == SNW_OK);
    CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
}

static void tell(snw_recorder *recorder, int64_t tick) {
    snw_event event = {.t_ns = tick * ms, .sequence = (uint64_t)(tick / 1000)};
    snw_why_set(&event.why, SNW_ERR_LIMIT, "arm/joint[3]", "too fast");
    snw_why_add(&event.why, "speed", 1.5, "rad/s");
    snw_why_add(&event.why, "tick", (double)tick, "");
    snw_why_fix(&event.why, "slow down");
    snw_recorder_event(recorder, &event);
    snw_recorder_parameter(recorder, tick, tick * ms, "arm/gain", "12.5");
}

static void write_sample(const char *path, snw_mcap_compression compression, int64_t ticks,
                         const snw_store *store) {
    snw_roots roots = {.count = 0};
    CHECK(snw_roots_add(&roots, "arm", &arm_type, &the_arm) == SNW_OK);
    snw_recorder_config config = snw_recorder_defaults();
    config.path = path;
    config.roots = &roots;
    config.period = 1e-3;
    config.store = store;
    config.wall_ns = 1700000000000000000;
    config.file.compression = compression;
    snw_recorder *recorder = NULL;
    CHECK(snw_recorder_open(&recorder, &config, NULL) == SNW_OK);
    start(recorder);
    for (int64_t tick = 0; tick < ticks; tick++) {
        pose_arm(tick);
        if (tick % 1000 == 500) tell(recorder, tick);
        snw_recorder_tick(recorder, tick, tick * ms);
        CHECK(snw_recorder_pump(recorder, tick * ms) == SNW_OK);
    }
    CHECK(snw_recorder_close(recorder, NULL, NULL) == SNW_OK);
}

static void the_sample_reads_back(void) {
    for (int packing = SNW_MCAP_NONE; packing <= SNW_MCAP_ZSTD; packing++) {
        stand_in disk = {.room = 0};
        const snw_store store = stand_in_store(&disk);
        write_sample("sample.mcap", (snw_mcap_compression)packing, TICKS, &store);
        const struct stand_in_file *file = &disk.files[0];
        snw_mcap_facts facts;
        CHECK(read_rows(file->data, file->size, "/signals/arm", rows, TICKS, &facts) == TICKS);
        CHECK(facts.finished && facts.damages == 0 && (int)facts.compression == packing);
        for (int tick = 0; tick < TICKS; tick++) {
            pose_arm(tick);
            CHECK(memcmp(rows[tick].values, the_arm.q, sizeof the_arm.q) == 0);
            CHECK(memcmp(rows[tick].values + 12, the_arm.tau, sizeof the_arm.tau) == 0);
            CHECK(rows[tick].count == 20 && rows[tick].values[19] == tick);
        }
        CHECK(read_rows(file->data, file->size, "/signals/slow", rows, TICKS, NULL) == TICKS / 10);
        stand_in_free(&disk);
    }
}

int main(int argc, char **argv) {
    if (argc > 1) {
        const char *packing = argc > 2 ? argv[2] : "zstd";
        write_sample(argv[1],
                     strcmp(packing, "none") == 0  ? SNW_MCAP_NONE
                     : strcmp(packing, "lz4") == 0 ? SNW_MCAP_LZ4
                                                   : SNW_MCAP_ZSTD,
                     argc > 3 ? strtol(argv[3], NULL, 10) : TICKS, NULL);
        return 0;
    }
    RUN(the_sample_reads_back);
    return check_report();
}
