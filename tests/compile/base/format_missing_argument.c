// must fail: expects a matching 'int' argument
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base.h"

// spec: actin-tools:BF-09
void an_argument_is_missing(snw_text *text) {
    snw_text_format(text, "joint %d of %d", 3);
}
