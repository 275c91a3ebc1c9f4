// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_MODEL_FOLD_H
#define SINEW_APPS_MODEL_FOLD_H

/// @file
/// Findings of one kind in one line: a model with 212 open meshes has one thing to say about them.

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Told a finding and how many more of its kind there are, which are not told.
typedef void model_fold_fn(const snw_why *why, int more, void *context);

/// Goes through findings in their order. Of warnings and notes with the same rule and the same
/// sentence, but for what stands between quotes, only the first is told when there are more than
/// three and not all are asked for. Errors are all told.
void model_fold(const snw_diags *diags, bool all, model_fold_fn *tell, void *context);

/// The sentence of a finding, with the count of those that are not told.
void model_fold_sentence(const snw_why *why, int more, char *out, size_t size);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_MODEL_FOLD_H
