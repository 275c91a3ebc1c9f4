// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/status.h"

#include <stddef.h>

// the table, to be searched: it is short, and nobody asks in the loop
static const struct row {
    snw_status status;
    int exit_code;
    const char *name, *sentence;
} rows[] = {
#define SNW_X(name, value, exit_code, sentence) {name, exit_code, #name, sentence},
    SNW_STATUS_TABLE(SNW_X)
#undef SNW_X
};

// the row of a status; a number that is not in the table is an internal error
static const struct row *row_of(snw_status status) {
    const struct row *unknown = rows;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].status == status) return &rows[i];
        if (rows[i].status == SNW_ERR_INTERNAL) unknown = &rows[i];
    }
    return unknown;
}

const char *snw_status_name(snw_status status) {
    return row_of(status)->name;
}

const char *snw_status_sentence(snw_status status) {
    return row_of(status)->sentence;
}

int snw_status_exit_code(snw_status status) {
    return row_of(status)->exit_code;
}
