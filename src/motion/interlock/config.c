// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe.h"
#include "sinew/interlock.h"

#define AT(member) SNW_AT(snw_interlock_config, member)

static const snw_field fields[] = {
    {AT(enforce), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Stop arms before they come too near to something. Only cells with the element "
             "collision have an interlock."},
    {AT(tracking), .kind = SNW_KIND_REAL, .unit = "m", .range = {0, 1}, .initial = "0.002",
     .help = "How far a body may get from where it is commanded to be while the arm stops; added "
             "to the distance that every pair must keep."},
    {AT(budget), .kind = SNW_KIND_INT, .range = {1, 1000000}, .initial = "512",
     .help = "Distances of two shapes computed for one check at most. What is left then counts as "
             "too near."},
    {AT(deadlock), .kind = SNW_KIND_REAL, .unit = "s", .range = {0, 86400}, .initial = "2",
     .help = "Two queued motions that wait for each other are reported after this time; 0: never."},
};

const snw_type snw_interlock_config_type = {
    SNW_TYPE_AS("interlock", snw_interlock_config, fields), .space = &snw_space_motion,
    .help = "Keeps arms apart from each other and from everything else."};
