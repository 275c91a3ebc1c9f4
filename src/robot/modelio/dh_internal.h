// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_MODELIO_DH_INTERNAL_H
#define SINEW_SRC_MODELIO_DH_INTERNAL_H

#include "sinew/modelio/dh.h"

/// Kinds of rows and their names.
enum { SNW__DH_KINDS = 5 };
extern const snw_choice snw__dh_kinds[SNW__DH_KINDS];

/// The list of rows in the table of snw_dh_sheet.
extern const snw_field *const snw__dh_rows;

/// Reads CSV; `*object` receives a snw_dh_sheet whose convention may be 0.
snw_status snw__dh_read_csv(const snw_source *source, const snw_dh_options *options,
                            snw_setup *setup, void **object, snw_diags *diags);

/// The pose that a row stands for when its joint is at q.
snw_pose snw__dh_pose(snw_dh_convention convention, const snw_dh_row *row, double q);

/// Do the rows stand in order, base rows, joints, tool rows, with at least one joint? A rule of the
/// whole table, so readers ask it, not the type.
snw_status snw__dh_check_rows(const snw_dh_sheet *sheet, snw_why *why);

#endif // SINEW_SRC_MODELIO_DH_INTERNAL_H
