// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_INSIDE_XACRO_ORIGINS_H
#define SINEW_INSIDE_XACRO_ORIGINS_H

/// @file
/// Where each element and attribute of an expanded text comes from.
///
///     snw__origins *origins = NULL;
///     options.origins = &origins;
///     status = snw_xacro_expand(source, &options, setup, &urdf, &diags);
///     if (status == SNW_OK) status = snw_urdf_read(&urdf, ..., &diags);
///     snw__origins_trace(origins, &diags);
///     snw__origins_free(origins);

#include "sinew/base.h"

typedef struct snw__origins snw__origins;

/// Gives every finding about the expanded text the file, line and column that its author wrote, and
/// adds a note for each macro call that led there: all of them for an error, the innermost one for
/// a warning, as far as `diags` has room. `origins` may be NULL: then nothing happens.
SNW_SETUP void snw__origins_trace(const snw__origins *origins, snw_diags *diags);

/// Frees what an expansion has made; NULL is allowed.
SNW_SETUP void snw__origins_free(snw__origins *origins);

#endif // SINEW_INSIDE_XACRO_ORIGINS_H
