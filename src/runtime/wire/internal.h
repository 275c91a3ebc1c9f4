// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_WIRE_INTERNAL_H
#define SINEW_SRC_WIRE_INTERNAL_H

#include "sinew/base/json_write.h"
#include "sinew/wire.h"

/// What the guard of an arm shows in a picture; NULL when there is none.
const snw_guard_signals *snw__wire_guard(const snw_roots *roots, const char *arm);

/// "real" for SNW_KIND_REAL: as pages call it.
const char *snw__wire_kind(snw_kind kind);

/// The words of an enumeration as an array, else null.
void snw__wire_words(snw_json_writer *json, const char *name, const snw_field *field);

/// The fields of a type as an array of objects; NULL has none.
void snw__wire_fields(snw_json_writer *json, const char *name, const snw_type *type);

/// x, y, z, qx, qy, qz, qw as an array.
void snw__wire_pose(snw_json_writer *json, const char *name, snw_pose T);

/// The member "collision" of a scene: names of bodies, rules and volumes. Nothing in a cell without
/// a component `clearance`.
void snw__scene_rules(snw_json_writer *json, const snw_cell *cell, snw_exec *exec);

/// The first link of a member in the one table of all links.
int snw__wire_first_link(const snw_system *system, int member);

/// The sentence of an act; "" outside the table.
const char *snw__act_sentence(snw_act act);

/// Adds one record that stands for `lost` entries which could not be written. They are told with
/// it: the sum of all counts stays the number of entries.
void snw__audit_gap(snw_audit *audit, const snw_audit_entry *entry, uint64_t lost, snw_text *out);

#endif // SINEW_SRC_WIRE_INTERNAL_H
