// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_BASE_INSIDE_H
#define SINEW_SRC_BASE_INSIDE_H

/// @file
/// What sources and tests of base share, and nobody outside of it needs.

#include "sinew/base/words.h"

/// The words of text[0..length).
snw_words snw__words_of(const char *text, size_t length);

#endif // SINEW_SRC_BASE_INSIDE_H
