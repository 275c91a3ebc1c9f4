// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The sample types as a plugin, for the program that knows nothing of them.
#include "sinew/plugin.h"
#include "types.h"

SNW_PLUGIN("samples", "Types in all four name spaces.", sample_bases, SAMPLE_BASES, sample_types,
           SAMPLE_TYPES);
