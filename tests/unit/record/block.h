// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_RECORD_BLOCK_H
#define SINEW_TESTS_RECORD_BLOCK_H

/// @file
/// A described block with a signal of every kind, and readers of what was recorded of it.

#include <stdlib.h>
#include <string.h>

#include "../../../src/runtime/record/inside.h"
#include "check.h"
#include "sinew/record.h"

enum { JOINTS = 6, WIDE = 500 };

typedef struct arm {
    double q[JOINTS], qd[JOINTS], tau[JOINTS];
    double gain;
    snw_pose T;
    snw_vec3 force;
    snw_quat turn;
    double K[6];
    bool on;
    int8_t i8;
    int16_t i16;
    int32_t i32;
    int64_t i64;
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    char name[16];
} arm;

#define SIGNAL .role = SNW_SIGNAL, .help = "A signal."

static const snw_field arm_fields[] = {
    {SNW_AT_ARRAY(arm, q), .kind = SNW_KIND_REAL, .unit = "rad", SIGNAL},
    {SNW_AT_ARRAY(arm, qd), .kind = SNW_KIND_REAL, .unit = "rad/s", SIGNAL},
    {SNW_AT_ARRAY(arm, tau), .kind = SNW_KIND_REAL, .unit = "Nm", SIGNAL},
    {SNW_AT(arm, gain), .kind = SNW_KIND_REAL, .when = SNW_LIVE, .help = "A parameter."},
    {SNW_AT(arm, T), .kind = SNW_KIND_POSE, .unit = "m", SIGNAL},
    {SNW_AT(arm, force), .kind = SNW_KIND_VEC3, .unit = "N", SIGNAL},
    {SNW_AT(arm, turn), .kind = SNW_KIND_QUAT, SIGNAL},
    {SNW_AT(arm, K), .kind = SNW_KIND_MATRIX, .rows = 2, .columns = 3, SIGNAL},
    {SNW_AT(arm, on), .kind = SNW_KIND_BOOL, SIGNAL},
    {SNW_AT(arm, i8), .kind = SNW_KIND_INT, SIGNAL},
    {SNW_AT(arm, i16), .kind = SNW_KIND_INT, SIGNAL},
    {SNW_AT(arm, i32), .kind = SNW_KIND_INT, SIGNAL},
    {SNW_AT(arm, i64), .kind = SNW_KIND_INT, SIGNAL},
    {SNW_AT(arm, u8), .kind = SNW_KIND_UINT, SIGNAL},
    {SNW_AT(arm, u16), .kind = SNW_KIND_UINT, SIGNAL},
    {SNW_AT(arm, u32), .kind = SNW_KIND_UINT, SIGNAL},
    {SNW_AT(arm, u64), .kind = SNW_KIND_UINT, SIGNAL},
    {SNW_AT(arm, name), .kind = SNW_KIND_STRING, SIGNAL},
};
static const snw_type arm_type = {SNW_TYPE(arm, arm_fields), .help = "An arm."};

typedef struct wide {
    double x[WIDE];
} wide;

static const snw_field wide_fields[] = {
    {SNW_AT_ARRAY(wide, x), .kind = SNW_KIND_REAL, SIGNAL},
};
__attribute__((unused)) static const snw_type wide_type = {SNW_TYPE(wide, wide_fields),
                                                           .help = "Many signals."};

/// All numbers of an arm from a tick, any bits but NaN.
__attribute__((unused)) static void move(arm *a, int64_t tick) {
    check_seed((long)tick + 1000);
    double *reals[] = {a->q, a->qd, a->tau};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < JOINTS; i++) {
            reals[k][i] = ldexp(check_real(-1, 1), check_int(-300, 300));
        }
    }
    a->T = snw_pose_identity();
    a->T.p.x = (double)tick;
    a->T.p.y = 0.1;
    a->T.p.z = -1e-300;
    a->force = (snw_vec3){check_real(-1, 1), -0.0, (double)INFINITY};
    a->turn = (snw_quat){0.5, 0.5, -0.5, 0.5};
    for (int i = 0; i < 6; i++)
        a->K[i] = (double)i + (double)tick;
    a->on = tick % 2 == 1;
    a->i8 = (int8_t)(tick % 256 - 128);
    a->i16 = (int16_t)-tick;
    a->i32 = INT32_MIN + (int32_t)tick;
    a->i64 = -(INT64_C(1) << 53) + tick;
    a->u8 = (uint8_t)tick;
    a->u16 = (uint16_t)(65535 - tick);
    a->u32 = UINT32_MAX - (uint32_t)tick;
    a->u64 = (UINT64_C(1) << 53) - (uint64_t)tick;
}

/// A store in memory that can be told to fail, and remembers every file.
enum { FILES = 8 };
typedef struct stand_in {
    struct stand_in_file {
        char path[256];
        uint8_t *data;
        size_t size, capacity;
    } files[FILES];
    int count;         // files made
    bool open;         // the last of them
    int writes, syncs; // calls so far
    size_t room;       // bytes that fit in all files; SIZE_MAX for any
    size_t largest;    // bytes one write takes at most; 0 for any
    int fail_write;    // the write call that fails first, from 1; 0 for none
    int fail_writes;   // so many in a row
    int fail_sync;     // the sync call that fails, from 1
    int fail_open;     // the open call that fails, from 1
    int opens;
    int error;       // what they fail with
    int interrupted; // every n-th write is EINTR
} stand_in;

__attribute__((unused)) static size_t stand_in_used(const stand_in *s) {
    size_t used = 0;
    for (int i = 0; i < s->count; i++)
        used += s->files[i].size;
    return used;
}

static int stand_in_open(void *context, const char *path) {
    stand_in *s = context;
    if (++s->opens == s->fail_open) return s->error;
    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->files[i].path, path) == 0) return 17;
    }
    CHECK(s->count < FILES && !s->open);
    (void)snprintf(s->files[s->count++].path, 256, "%s", path);
    s->open = true;
    return 0;
}

static int stand_in_write(void *context, const void *bytes, size_t size, size_t *written) {
    stand_in *s = context;
    CHECK(s->open);
    s->writes++;
    *written = 0;
    if (s->interrupted > 0 && s->writes % s->interrupted == 0) return 4;
    struct stand_in_file *f = &s->files[s->count - 1];
    const bool fails = s->fail_write > 0 && s->writes >= s->fail_write &&
                       s->writes < s->fail_write + s->fail_writes;
    if (fails && s->error != 0) {
        // part of it may have gone through before it failed
        size = size / 2;
    }
    if (s->largest > 0 && size > s->largest) size = s->largest;
    const size_t left = s->room - stand_in_used(s);
    const bool full = size > left;
    if (full) size = left;
    if (f->size + size > f->capacity) {
        f->capacity = 2 * (f->size + size);
        f->data = realloc(f->data, f->capacity);
        CHECK(f->data != NULL);
    }
    if (size > 0) memcpy(f->data + f->size, bytes, size);
    f->size += size;
    *written = fails ? 0 : size;
    if (fails) return s->error;
    return full && size == 0 ? 28 : 0;
}

static int stand_in_sync(void *context) {
    stand_in *s = context;
    return ++s->syncs == s->fail_sync ? s->error : 0;
}

static int stand_in_cut(void *context, uint64_t size) {
    stand_in *s = context;
    CHECK(s->open && size <= s->files[s->count - 1].size);
    s->files[s->count - 1].size = (size_t)size;
    return 0;
}

static int stand_in_close(void *context) {
    stand_in *s = context;
    s->open = false;
    return 0;
}

__attribute__((unused)) static snw_store stand_in_store(stand_in *s) {
    if (s->room == 0) s->room = SIZE_MAX;
    return (snw_store){
        s, stand_in_open, stand_in_write, stand_in_sync, stand_in_cut, stand_in_close};
}

__attribute__((unused)) static void stand_in_free(stand_in *s) {
    for (int i = 0; i < s->count; i++)
        free(s->files[i].data);
    *s = (stand_in){.room = 0};
}

/// One sample as it was read back.
typedef struct sampled {
    int64_t tick, t_ns;
    uint32_t lost, sequence;
    int count;
    double values[WIDE];
} sampled;

/// Reads the signals of a topic from a file in memory; returns how many rows there are.
__attribute__((unused)) static int read_rows(const uint8_t *data, size_t size, const char *topic,
                                             sampled *rows, int most, snw_mcap_facts *facts) {
    const snw_source_bytes source = snw_source_memory(data, size);
    snw_mcap_reader *reader = NULL;
    CHECK(snw_mcap_read_open(&reader, &source, NULL, NULL, NULL) == SNW_OK);
    snw_mcap_message message;
    snw_status status;
    int count = 0;
    while ((status = snw_mcap_read_next(reader, &message)) == SNW_OK) {
        const snw_mcap_channel *channel = snw_mcap_read_channel(reader, message.channel);
        // every channel has a schema
        CHECK(snw_mcap_read_schema(reader, channel->schema_id) != NULL);
        if (strcmp(channel->topic, topic) != 0) continue;
        snw_tick_values signals;
        CHECK(snw_tick_values_decode(message.data, message.size, &signals) == SNW_OK);
        CHECK(signals.t_ns == (int64_t)message.log_ns);
        CHECK(count < most && signals.count <= WIDE);
        sampled *r = &rows[count++];
        *r = (sampled){signals.tick,     signals.t_ns,  signals.lost,
                       message.sequence, signals.count, {0}};
        for (int i = 0; i < signals.count; i++)
            r->values[i] = snw__tick_values_at(&signals, i);
    }
    CHECK(status == SNW_DONE);
    if (facts != NULL) {
        *facts = snw_mcap_read_facts(reader);
        facts->metadata = NULL;
        facts->profile = facts->library = NULL;
    }
    snw_mcap_read_close(reader);
    return count;
}

#endif // SINEW_TESTS_RECORD_BLOCK_H
