// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// The code of docs/exec.md, run.

// region: spring
typedef struct spring {
    double stiffness;
} spring;

static const snw_field spring_fields[] = {
    {SNW_AT(spring, stiffness), .kind = SNW_KIND_REAL, .unit = "N.m/rad", .range = {0, 1e4},
     .initial = "10", .when = SNW_LIVE, .help = "Stiffness of every joint."},
};

static snw_status spring_update(snw_component *self, const snw_tick *tick) {
    const spring *config = self->config;
    snw_arm *arm = self->arm;
    (void)tick;
    for (int i = 0; i < arm->count; i++) {
        arm->wanted.mode[i] = SNW_AXIS_EFFORT;
        arm->wanted.effort[i] += -config->stiffness * arm->estimate.q[i] - arm->estimate.v[i];
    }
    return SNW_OK;
}

static const snw_component_functions spring_functions = {.head = SNW_COMPONENT_HEAD,
                                                         .stage = SNW_STAGE_SERVO,
                                                         .needs_arm = true,
                                                         .update = spring_update};
static const snw_type spring_type = {SNW_TYPE(spring, spring_fields), .base = "component",
                                     .functions = &spring_functions.head,
                                     .help = "A spring and a damper in every joint."};
// endregion

// region: run
static snw_status run_cell(const snw_cell *cell, const snw_system *system,
                           const snw_registry *registry, snw_diags *diags) {
    snw_exec_options options = snw_exec_defaults();
    options.registry = registry;
    snw_exec *exec = NULL;
    snw_status status = snw_exec_open(&exec, cell, system, &options, diags);
    if (snw_failed(status)) return status;
    for (int i = 0; i < 2000; i++) {
        // latched after power-up: acknowledge, then enable
        if (i == 5) status = snw_exec_request(exec, -1, SNW_REQUEST_ACKNOWLEDGE);
        if (i == 10) status = snw_exec_request(exec, -1, SNW_REQUEST_ENABLE);
        if (i == 1000) status = snw_exec_set(exec, "law/stiffness", "20", NULL);
        if (snw_failed(status)) break;
        snw_exec_tick(exec);
    }
    char q[64] = "";
    if (!snw_failed(status)) status = snw_exec_get(exec, "arm/sensed/q[0]", q, sizeof q, NULL);
    (void)printf("joint 0 is at %s rad\n", q);
    const snw_status end = snw_exec_close(exec, 2000000000, NULL);
    return snw_failed(status) ? status : end;
}
// endregion

static void the_example_pulls_the_arm_to_zero(void) {
    rig r;
    rig_open(&r);
    CHECK(snw_registry_add(&r.registry, &spring_type, &r.why) == SNW_OK);
    (void)rig_arm(&r, "arm", 3);
    (void)rig_add(&r, "law", &spring_type, "arm");
    must_build(&r.p);
    CHECK(run_cell(r.p.cell, &r.p.system, &r.registry, &r.p.diags) == SNW_OK);
    CHECK(on_bench.closed == 1 && !on_bench.enabled);
    rig_close(&r);
}

int main(void) {
    RUN(the_example_pulls_the_arm_to_zero);
    return check_report();
}
