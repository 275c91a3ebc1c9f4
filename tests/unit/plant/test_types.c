// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "sinew/document.h"

// The drives as types: registered, read from files, exchanged by their names alone.

static rig r;

/// What a deployment says: an arm's drive, the period, a goal.
typedef struct deployment {
    snw_child drive;
    double period, goal;
} deployment;

static const snw_field deployment_fields[] = {
    {SNW_AT(deployment, drive), .kind = SNW_KIND_CHILD, .base = "drive", .help = "The drive."},
    {SNW_AT(deployment, period), .kind = SNW_KIND_REAL, .unit = "s", .help = "The period."},
    {SNW_AT(deployment, goal), .kind = SNW_KIND_REAL, .unit = "rad", .help = "Where to go."},
};
static const snw_type deployment_type = {SNW_TYPE(deployment, deployment_fields),
                                         .space = &snw_space_cell, .help = "A deployment."};

static _Alignas(64) unsigned char memory[1 << 14];

static snw_registry new_registry(void) {
    snw_registry registry;
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_registry_init(&registry, 16, &arena) == SNW_OK);
    return registry;
}

static void the_three_types_are_registered_all_or_none(void) {
    snw_registry registry = new_registry();
    snw_why why;
    // without the base
    CHECK(snw_plant_register(&registry, &why) < 0);
    CHECK(registry.type_count == 0);
    CHECK(snw_axis_register(&registry, &why) == SNW_OK);
    CHECK(snw_plant_register(&registry, &why) == SNW_OK);
    const char *const names[] = {"ideal_arm", "limited_arm", "simulated_arm"};
    for (int i = 0; i < 3; i++) {
        const snw_type *type = snw_registry_find(&registry, names[i]);
        CHECK(type != NULL && snw_registry_is_a(&registry, type, "drive"));
        const snw_drive_functions *functions = snw_drive_of(type);
        CHECK(functions != NULL && functions->simulated);
        CHECK(functions->signals == &snw_plant_signals_type);
        CHECK(snw_type_is_flat(type));
    }
    CHECK(snw_type_check(&snw_plant_signals_type, &why) == SNW_OK);
    CHECK(snw_type_is_flat(&snw_plant_signals_type));
    CHECK(snw_plant_register(&registry, &why) == SNW_ERR_DUPLICATE);
    CHECK(registry.type_count == 3);
}

static deployment *read_deployment(const char *drive, double period, snw_setup *setup) {
    snw_registry registry = new_registry();
    CHECK(snw_axis_register(&registry, NULL) == SNW_OK);
    CHECK(snw_plant_register(&registry, NULL) == SNW_OK);
    char text[512];
    (void)snprintf(text, sizeof text,
                   "<deployment xmlns='urn:sinew:cell' xmlns:m='urn:sinew:motion' period='%g'"
                   " goal='1.5'><drive><m:%s power_ticks='2'/></drive></deployment>",
                   period, drive);
    const snw_source source = {.bytes = text, .length = strlen(text), .name = "text"};
    const snw_read_options options = {.registry = &registry};
    snw_why items[4];
    snw_diags diags = {.items = items, .capacity = 4};
    void *object = NULL;
    const snw_status status =
        snw_xml_read(&source, &deployment_type, &options, setup, &object, &diags);
    if (status < 0) print_error("%s: %s\n", items[0].subject, items[0].text);
    CHECK(status == SNW_OK);
    return object;
}

// the same program for any drive: from 0 to the goal in 4 s, smoothly
static double go(const deployment *d, double *farthest) {
    const double start[SNW_AXES] = {0};
    r.dt_ns = (int64_t)(d->period * 1e9);
    rig_begin(&r, d->drive.type, d->drive.block, start);
    rig_mode(&r, SNW_AXIS_POSITION);
    *farthest = 0;
    for (double t = d->period; t < 6; t += d->period) {
        const double s = t < 4 ? t / 4 : 1;
        for (int i = 0; i < r.arm.count; i++) {
            r.command.q[i] = d->goal * s * s * (3 - 2 * s);
            r.command.v[i] = d->goal * 6 * s * (1 - s) / 4;
        }
        rig_tick(&r);
        for (int i = 0; i < r.arm.count; i++)
            *farthest = fmax(*farthest, fabs(r.signals.q[i] - r.command.q[i]));
    }
    rig_sense(&r);
    const double end = r.sensed.q[r.arm.count - 1];
    rig_end(&r);
    return end;
}

// The same file with only the type of the drive changed, at several periods, for several arms: the
// program runs and ends at its goal.
// spec: damore:SIM-01
static void a_deployment_changes_only_the_type_of_its_drive(void) {
    const char *const drives[] = {"ideal_arm", "limited_arm", "simulated_arm"};
    const char *const robots[] = {"imi-2link/imi-2link.xml", "planar3r/planar3r.xml",
                                  "puma560-corke/puma560-corke.xml"};
    const double periods[] = {0.0005, 0.001, 0.004, 0.01};
    for (int a = 0; a < 3; a++) {
        rig_load(&r, robots[a]);
        for (int d = 0; d < 3; d++) {
            if (d == 2 && a == 1) continue; // a plane figure without masses
            for (int p = 0; p < 4; p++) {
                snw_setup *setup = new_setup();
                double farthest = 0;
                const double end = go(read_deployment(drives[d], periods[p], setup), &farthest);
                CHECK_NEAR(end, 1.5, d == 2 ? 0.02 : 1e-9);
                CHECK(farthest < 0.1);
                snw_setup_destroy(setup);
            }
        }
        rig_free(&r);
    }
}

static void settings_are_read_and_bad_ones_refused(void) {
    snw_setup *setup = new_setup();
    const struct {
        const char *text;
        bool good;
    } cases[] = {
        {"<simulated_arm xmlns='urn:sinew:motion' step='0.001' integrator='rk4' method='factored'"
         " dry='0.5' viscous='1 2 3' payload_link='hand' payload='2'><sensor counts='4096' "
         "bits='16'"
         " rate='counted' noise='1e-5' delay_ticks='3' absolute='false'/></simulated_arm>",
         true},
        {"<simulated_arm xmlns='urn:sinew:motion' step='0'/>", false},
        {"<simulated_arm xmlns='urn:sinew:motion' integrator='rk5'/>", false},
        {"<simulated_arm xmlns='urn:sinew:motion' dry='-1'/>", false},
        {"<simulated_arm xmlns='urn:sinew:motion' kinetic='1.5'/>", false},
        {"<simulated_arm xmlns='urn:sinew:motion'><sensor bits='40'/></simulated_arm>", false},
        {"<simulated_arm xmlns='urn:sinew:motion'><sensor delay_ticks='64'/></simulated_arm>",
         false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const snw_source source = {
            .bytes = cases[i].text, .length = strlen(cases[i].text), .name = "text"};
        void *object = NULL;
        const snw_status status =
            snw_xml_read(&source, &snw_simulated_arm_type, NULL, setup, &object, NULL);
        CHECK((status >= 0) == cases[i].good);
        if (!cases[i].good) continue;
        const snw_simulated_arm *arm = object;
        CHECK(arm->step == 0.001 && arm->integrator == SNW_PLANT_RK4);
        CHECK(arm->method == SNW_PLANT_FACTORED && arm->viscous_count == 3);
        CHECK(arm->viscous[2] == 3 && arm->dry_count == 1 && arm->dry[0] == 0.5);
        CHECK(arm->sensor.counts[0] == 4096 && arm->sensor.bits == 16);
        CHECK(arm->sensor.delay_ticks == 3 && !arm->sensor.absolute);
        CHECK(arm->sensor.rate == SNW_PLANT_RATE_COUNTED && arm->brakes && arm->gravity);
    }
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(the_three_types_are_registered_all_or_none);
    RUN(a_deployment_changes_only_the_type_of_its_drive);
    RUN(settings_are_read_and_bad_ones_refused);
    return check_report();
}
