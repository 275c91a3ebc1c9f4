// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BASE_WHY_TEXT_H
#define SINEW_BASE_WHY_TEXT_H

/// @file
/// The text of a reason with its numbers in it. Inside the loop a text is fixed: "paused at step
/// {step}" and a number "step". Whoever writes it, outside the loop, puts the number in its place.

#include "sinew/base/text.h"
#include "sinew/base/why.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Writes the text of a reason, or the sentence of its code when it has none; {NAME} becomes the
/// number of that name with its unit. Other braces stay.
SNW_SETUP void snw__why_text(const snw_why *why, snw_text *text);

#ifdef __cplusplus
}
#endif

#endif // SINEW_BASE_WHY_TEXT_H
