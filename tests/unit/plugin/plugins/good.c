// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// A plugin as its users write one: a base of its own, two types, a rule, a function table.
#include "sinew/plugin.h"

typedef struct cone {
    double height, radius;
} cone;

static snw_status check_cone(const void *block, snw_why *why) {
    const cone *c = block;
    if (c->radius <= 10 * c->height) return SNW_OK;
    snw_why_set(why, SNW_ERR_RANGE, NULL, "the cone is too flat");
    snw_why_add(why, "radius", c->radius, "m");
    snw_why_fix(why, "make it higher");
    return SNW_ERR_RANGE;
}

static const snw_field cone_fields[] = {{SNW_AT(cone, height), .kind = SNW_KIND_REAL, .unit = "m",
                                         .range = {0.001, 100}, .initial = "1", .help = "Height."},
                                        {SNW_AT(cone, radius), .kind = SNW_KIND_REAL, .unit = "m",
                                         .range = {0.001, 100}, .initial = "1",
                                         .help = "Radius of the foot."}};

typedef struct volume_functions {
    snw_vtable head;
    double (*volume)(const void *block);
} volume_functions;

static double cone_volume(const void *block) {
    const cone *c = block;
    return c->radius * c->radius * c->height * (3.141592653589793 / 3);
}

static const volume_functions functions = {{sizeof functions, 1}, cone_volume};

static const snw_type cone_type = {SNW_TYPE(cone, cone_fields),  .base = "shape",
                                   .space = &snw_space_robot,    .validate = check_cone,
                                   .functions = &functions.head, .help = "A cone."};

typedef struct spray {
    double rate;
    snw_child nozzle;
} spray;
static const snw_field spray_fields[] = {
    {SNW_AT(spray, rate), .kind = SNW_KIND_REAL, .unit = "kg/s", .help = "Paint."},
    {SNW_AT(spray, nozzle), .kind = SNW_KIND_CHILD, .base = "shape", .help = "Its shape."}};
static const snw_type spray_type = {SNW_TYPE(spray, spray_fields), .base = "painter",
                                    .space = &snw_space_motion, .help = "A spray gun."};

static const snw_base painter_base = {"painter", "part", "Something that paints."};

static const snw_base *const bases[] = {&painter_base};
static const snw_type *const types[] = {&cone_type, &spray_type};
SNW_PLUGIN("paint", "Shapes and tools for painting.", bases, 1, types, 2);
