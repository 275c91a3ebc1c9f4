// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BASE_H
#define SINEW_BASE_H

/// @file
/// What every other module stands on: status codes, reasons, memory, numbers as text, names.
///
/// This header gathers the parts under sinew/base/. Include it; the parts are separate files only
/// so that each can be read on a screen.

#include "sinew/base/arena.h"
#include "sinew/base/assert.h"
#include "sinew/base/attributes.h"
#include "sinew/base/json_write.h"
#include "sinew/base/names.h"
#include "sinew/base/number.h"
#include "sinew/base/setup.h"
#include "sinew/base/status.h"
#include "sinew/base/text.h"
#include "sinew/base/version.h"
#include "sinew/base/why.h"
#include "sinew/base/words.h"

#endif // SINEW_BASE_H
