// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/contact/material.h"

static const snw_field material_fields[] = {
    {SNW_AT(snw_contact_material, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY,
     .help = "Name by which surfaces refer to the material."},
    {SNW_AT(snw_contact_material, stiffness), .kind = SNW_KIND_REAL, .unit = "N/m",
     .range = {1, 1e12}, .initial = "1e6", .flags = SNW_INFINITE,
     .help = "Force per depth; INF is rigid."},
    {SNW_AT(snw_contact_material, damping), .kind = SNW_KIND_REAL, .unit = "N.s/m",
     .range = {0, 1e9}, .help = "Force per speed of approach."},
    {SNW_AT(snw_contact_material, dissipation), .kind = SNW_KIND_REAL, .unit = "s/m",
     .range = {0, 1e3}, .help = "Damping by force, after Hunt and Crossley."},
    {SNW_AT(snw_contact_material, friction), .kind = SNW_KIND_REAL, .range = {0, 100},
     .initial = "0.5", .help = "Coefficient of friction at rest."},
    {SNW_AT(snw_contact_material, kinetic), .kind = SNW_KIND_REAL, .range = {0, 100},
     .initial = "0.4", .help = "Coefficient of friction while sliding, at most the one at rest."},
    {SNW_AT(snw_contact_material, tangent_stiffness), .kind = SNW_KIND_REAL, .unit = "N/m",
     .range = {0, 1e12}, .flags = SNW_INFINITE,
     .help = "Stiffness along the surface; 0 means that along the normal."},
    {SNW_AT(snw_contact_material, tangent_damping), .kind = SNW_KIND_REAL, .unit = "N.s/m",
     .range = {0, 1e9}, .help = "Damping along the surface; 0 means critical for the two bodies."},
    {SNW_AT(snw_contact_material, spin), .kind = SNW_KIND_REAL, .unit = "m", .range = {0, 10},
     .help = "Largest torque about the normal by the normal force."},
    {SNW_AT(snw_contact_material, rolling), .kind = SNW_KIND_REAL, .unit = "m", .range = {0, 10},
     .help = "Largest torque against rolling by the normal force."},
    {SNW_AT(snw_contact_material, restitution), .kind = SNW_KIND_REAL, .range = {0, 1},
     .help = "Speed after an impact by the speed before it."},
};

const snw_type snw_contact_material_type = {
    SNW_TYPE_AS("material", snw_contact_material, material_fields),
    .help = "Surface of a body: stiffness, damping and friction."};

snw_status snw_contact_material_check(const snw_contact_material *material, snw_why *why) {
    if (material->kinetic <= material->friction) return SNW_OK;
    const snw_status status =
        snw_refuse_rule(why, SNW_ERR_RANGE, "material-friction", material->name,
                        "friction while sliding is larger than friction at rest",
                        "set 'kinetic' to at most 'friction'");
    snw_why_add(why, "kinetic", material->kinetic, "");
    snw_why_add(why, "friction", material->friction, "");
    return status;
}
