// must compile
// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base.h"

void all_arguments_are_there(snw_text *text) {
    snw_text_format(text, "joint %d of %d", 3, 7);
}
