// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

// Apart from the rest of the module, because it runs in the loop.

snw_status snw_program_tell(snw_program *program, const char *text) {
    char copy[SNW_PROGRAM_TEXT] = {0};
    snw_copy_text(copy, sizeof copy, text);
    return snw_ring_push(&program->work->told, copy);
}
