// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DOCUMENT_WRITE_COMMON_H
#define SINEW_SRC_DOCUMENT_WRITE_COMMON_H

/// @file
/// What the writers of all formats share: which fields are written, and in which form numbers and
/// rotations are.

#include "sinew/document/file.h"
#include "sinew/math.h"

/// The options with their defaults filled in; `options` may be NULL.
snw_write_options snw__write_options(const snw_write_options *options);

/// True when a field of a block is written: it has not its default value (a struct: something
/// inside it is written), or it is required, or the options want it.
bool snw__field_is_written(const snw_field *field, const void *block,
                           const snw_write_options *options);

/// Plain numbers in one item: 1 for bool, int, uint and real, 3 for a vector, all of a matrix; 0
/// for what is not a plain number.
int snw__plain_count(const snw_field *field);

/// Writes plain number `index` of an item.
void snw__plain_print(const snw_field *field, const void *place, int index, snw_text *text);

/// Number `index` of an item of doubles.
double snw__load_real(const void *place, int index);

/// The rotation of a pose as numbers, in the first of the forms rpy, quat_xyzw, columns that reads
/// back to the same bits; `*name` is the form's. Returns how many numbers: 0 for the identity.
int snw__rotation_form(snw_mat3 R, double numbers[9], const char **name);

/// The name of an enum's value, or NULL when it has none.
const char *snw__enum_name(const snw_field *field, const void *place);

/// The block that an optional field points to, or NULL.
const void *snw__load_part(const void *place);

/// The version that a file of this type names.
int snw__type_version(const snw_type *type);

#endif // SINEW_SRC_DOCUMENT_WRITE_COMMON_H
