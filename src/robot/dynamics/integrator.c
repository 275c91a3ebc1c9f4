// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/dynamics/integrator.h"

#include <string.h>

const snw_base snw_integrator_base = {"integrator", NULL,
                                      "Integrates the state of a mechanism over time."};

// --- types ---------------------------------------------------------------------------------------

static const snw_choice starts[] = {
    {"runge_kutta", 0, "Runge-Kutta steps."},
    {"gradual", 1, "Steps of increasing order; limits the order to 2."},
};

#define BOUND                                                                                      \
    {                                                                                              \
        SNW_AT(snw_stepper_settings, bound), .kind = SNW_KIND_REAL, .range = {1e-300, 1e300},      \
                                             .initial = "1e15",                                    \
                                             .help = "Largest absolute value allowed in a state."  \
    }

static const snw_field single_fields[] = {BOUND};
static const snw_field adams_fields[] = {
    {SNW_AT(snw_stepper_settings, order), .kind = SNW_KIND_INT, .range = {1, 4}, .initial = "4",
     .help = "Number of previous states used by a step."},
    {SNW_AT(snw_stepper_settings, start), .kind = SNW_KIND_ENUM, SNW_CHOICES(starts),
     .help = "Method of the first steps, before enough states are known."},
    BOUND,
};

const snw_type snw_euler_type = {SNW_TYPE_AS("euler", snw_stepper_settings, single_fields),
                                 .base = "integrator", .space = &snw_space_robot,
                                 .help = "Semi-implicit Euler: velocities first, then positions."};

const snw_type snw_rk4_type = {SNW_TYPE_AS("rk4", snw_stepper_settings, single_fields),
                               .base = "integrator", .space = &snw_space_robot,
                               .help = "Classical Runge-Kutta method of order 4."};

const snw_type snw_adams_bashforth_type = {
    SNW_TYPE_AS("adams_bashforth", snw_stepper_settings, adams_fields), .base = "integrator",
    .space = &snw_space_robot, .help = "Adams-Bashforth method of order 1 to 4."};

const snw_type snw_adams_moulton_type = {
    SNW_TYPE_AS("adams_moulton", snw_stepper_settings, adams_fields), .base = "integrator",
    .space = &snw_space_robot,
    .help = "Adams-Bashforth for velocities and Adams-Moulton for positions, of order 1 to 4."};

static const struct {
    const snw_type *type;
    snw_integration kind;
} known[] = {
    {&snw_euler_type, SNW_INTEGRATE_EULER},
    {&snw_rk4_type, SNW_INTEGRATE_RK4},
    {&snw_adams_bashforth_type, SNW_INTEGRATE_BASHFORTH},
    {&snw_adams_moulton_type, SNW_INTEGRATE_MOULTON},
};
enum { KNOWN = sizeof known / sizeof *known };

snw_status snw_dynamics_register(snw_registry *registry, snw_why *why) {
    const int types = registry->type_count, bases = registry->base_count;
    snw_status status = snw_registry_add_base(registry, &snw_integrator_base, why);
    for (int i = 0; status == SNW_OK && i < KNOWN; i++) {
        status = snw_registry_add(registry, known[i].type, why);
    }
    if (snw_failed(status)) snw_registry_rewind(registry, types, bases);
    return status;
}

// --- a stepper from its description --------------------------------------------------------------

// what is wrong with one of the user's own; NULL for nothing
static const char *find_fault(const snw_type *type) {
    const snw_vtable *head = type->functions;
    if (type->base == NULL || strcmp(type->base, "integrator") != 0) return "is not an integrator";
    if (head == NULL) return "has no functions";
    if (head->version != SNW_INTEGRATOR_VERSION || head->size < sizeof(snw_integrator_functions)) {
        return "is of another version";
    }
    if (((const snw_integrator_functions *)(const void *)head)->step == NULL) return "has no step";
    return NULL;
}

snw_status snw_stepper_init_type(snw_stepper *stepper, const snw_model *model,
                                 const snw_child *integrator, snw_arena *arena, snw_why *why) {
    if (integrator->type == NULL || integrator->block == NULL) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "integrator", NULL, "there is no integrator",
                               NULL);
    }
    snw_stepper_settings settings = snw_stepper_defaults();
    for (int i = 0; i < KNOWN; i++) {
        if (integrator->type != known[i].type) continue;
        settings = *(const snw_stepper_settings *)integrator->block;
        settings.kind = known[i].kind;
        if (settings.order == 0) settings.order = 4;
        return snw_stepper_init(stepper, model, settings, arena);
    }
    const char *fault = find_fault(integrator->type);
    if (fault != NULL) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "integrator",
                               integrator->type != NULL ? integrator->type->token : NULL, fault,
                               NULL);
    }
    const snw_integrator_functions *own =
        (const snw_integrator_functions *)(const void *)integrator->type->functions;
    const int count = own->memory != NULL ? own->memory(integrator->block, model) : 0;
    if (count < 0) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "integrator", integrator->type->token,
                               "requests a negative amount of memory", NULL);
    }
    settings.kind = SNW_INTEGRATE_OWN;
    const snw_status status = snw_stepper_init(stepper, model, settings, arena);
    if (snw_failed(status) && status != SNW_ERR_MEMORY) return status;
    stepper->own = own;
    stepper->block = integrator->block;
    stepper->memory_count = count;
    stepper->memory = SNW_ARENA_ARRAY(arena, double, count);
    return snw_arena_status(arena);
}
