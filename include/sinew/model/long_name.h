// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODEL_LONG_NAME_H
#define SINEW_MODEL_LONG_NAME_H

/// @file
/// Names that are longer than models keep.

#include <stddef.h>

#include "sinew/model/description.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a name of `length` bytes, SNW_NAME or more, is called in a model: names of models have 63
/// bytes, in frames on the wire and in recordings too. It keeps its beginning and gets '~' and a
/// hash of the whole, so that equal names stay equal and others do not become so.
SNW_RT void snw_shorten_name(const char *name, size_t length, char out[SNW_NAME]);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODEL_LONG_NAME_H
