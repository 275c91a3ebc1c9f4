// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// The example of docs/describe.md, run.

#include <stdlib.h>

#include "check.h"
#include "sinew/describe.h"

// region: table
typedef struct pid {
    double kp, ki;
    double limit;
    double error;
} pid;

static snw_status pid_validate(const void *block, snw_why *why) {
    const pid *p = block;
    if (p->ki <= 10 * p->kp) return SNW_OK;
    snw_why_set(why, SNW_ERR_CHECK, "ki", "the integral gain is too large for kp");
    return SNW_ERR_CHECK;
}

static const snw_field pid_fields[] = {
    {SNW_AT(pid, kp), .kind = SNW_KIND_REAL, .unit = "N.m/rad", .range = {0, 1e6}, .initial = "10",
     .when = SNW_LIVE, .help = "Proportional gain."},
    {SNW_AT(pid, ki), .kind = SNW_KIND_REAL, .unit = "N.m/rad/s", .range = {0, 1e6},
     .when = SNW_LIVE, .help = "Integral gain."},
    {SNW_AT(pid, limit), .kind = SNW_KIND_REAL, .unit = "N.m", .range = {0, 1e3}, .initial = "40",
     .when = SNW_AT_STANDSTILL, .help = "Largest torque."},
    {SNW_AT(pid, error), .kind = SNW_KIND_REAL, .unit = "rad", .role = SNW_SIGNAL,
     .help = "Position error."},
};
static const snw_type pid_type = {SNW_TYPE(pid, pid_fields), .base = "law",
                                  .space = &snw_space_motion, .validate = pid_validate,
                                  .help = "Proportional and integral control of one joint."};
// endregion

// region: service
// beside the loop: change one value by its path, and publish the whole block
static snw_status tune(snw_live *live, const char *path, const char *value, snw_why *why) {
    pid copy;
    snw_roots roots = {0};
    snw_live_copy(live, &copy);
    snw_status status = snw_roots_add(&roots, "elbow", &pid_type, &copy);
    if (status == SNW_OK) status = snw_roots_set(&roots, path, value, SNW_LIVE, why);
    if (status == SNW_OK) status = snw_live_publish(live, &copy, SNW_LIVE, why);
    return status;
}

// in the loop, each tick: take what was published, whole, and use it
static double torque(snw_live *live, double error, double integral) {
    (void)snw_live_update(live);
    const pid *p = snw_live_block(live);
    return p->kp * error + p->ki * integral;
}
// endregion

static void a_gain_is_tuned_while_the_loop_runs(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[2048];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_why why;
    snw_live live;
    pid start;
    CHECK(snw_type_check(&pid_type, &why) == SNW_OK);
    snw_block_defaults(&pid_type, &start);
    CHECK(snw_live_init(&live, &pid_type, &start, &arena) == SNW_OK);
    CHECK(torque(&live, 0.5, 1) == 5);
    CHECK(tune(&live, "elbow/kp", "0.02 kN.m/rad", &why) == SNW_OK);
    CHECK(torque(&live, 0.5, 1) == 10);
    CHECK(tune(&live, "elbow/ki", "2", &why) == SNW_OK);
    CHECK(torque(&live, 0.5, 1) == 12);

    char sentence[256];
    CHECK(tune(&live, "elbow/ki", "1000", &why) == SNW_ERR_CHECK);
    (void)snw_why_sentence(&why, sentence, sizeof sentence);
    CHECK_TEXT(sentence, "error: elbow/ki: the integral gain is too large for kp");
    CHECK(tune(&live, "elbow/limit", "20", &why) == SNW_ERR_STATE);
    (void)snw_why_sentence(&why, sentence, sizeof sentence);
    CHECK_TEXT(sentence, "error: elbow/limit: this parameter changes only at standstill; stop the "
                         "motion first");
    CHECK(torque(&live, 0.5, 1) == 12);
}

int main(void) {
    RUN(a_gain_is_tuned_while_the_loop_runs);
    return check_report();
}
