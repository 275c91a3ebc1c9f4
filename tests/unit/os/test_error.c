// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/error.h"

#include <errno.h>
#include <string.h>

#include "../../../src/core/os/inside.h"
#include "check.h"

static void errors_of_the_system_have_the_status_of_the_table(void) {
    static const struct {
        int error;
        snw_status status;
    } table[] = {
        {0, SNW_OK},
        {ENOENT, SNW_ERR_NOT_FOUND},
        {ENOTDIR, SNW_ERR_NOT_FOUND},
        {EACCES, SNW_ERR_PERMISSION},
        {EPERM, SNW_ERR_PERMISSION},
        {EROFS, SNW_ERR_PERMISSION},
        {EEXIST, SNW_ERR_DUPLICATE},
        {EISDIR, SNW_ERR_ARGUMENT},
        {EINVAL, SNW_ERR_ARGUMENT},
        {ENAMETOOLONG, SNW_ERR_ARGUMENT},
        {ENOSPC, SNW_ERR_IO},
        {EDQUOT, SNW_ERR_IO},
        {EFBIG, SNW_ERR_IO},
        {EIO, SNW_ERR_IO},
        {EMFILE, SNW_ERR_FULL},
        {ENFILE, SNW_ERR_FULL},
        {EAGAIN, SNW_ERR_FULL},
        {ENOMEM, SNW_ERR_MEMORY},
        {EINTR, SNW_ERR_INTERRUPTED},
        {ETIMEDOUT, SNW_ERR_TIMEOUT},
        {EPIPE, SNW_ERR_CLOSED},
        {ECONNRESET, SNW_ERR_CLOSED},
        {ECONNREFUSED, SNW_ERR_CLOSED},
        {EADDRINUSE, SNW_ERR_STATE},
        {EMSGSIZE, SNW_ERR_TOO_LARGE},
        {ENOSYS, SNW_ERR_UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        CHECK(snw__errno_status(table[i].error) == table[i].status);
    }
}

static void every_error_fails_and_every_known_one_has_a_way_out(void) {
    int known = 0;
    for (int error = 1; error < 4096; error++) {
        snw_why why;
        const snw_status status = snw_errno_why(&why, error, "thing", "use it");
        CHECK(snw_failed(status) && why.code == status && why.severity == SNW_ERROR);
        CHECK_TEXT(why.subject, "thing");
        CHECK(strncmp(why.text, "cannot use it: ", 15) == 0 && strlen(why.text) > 20);
        // nothing was cut
        CHECK(!strstr(why.text, "...") && !strstr(why.fix, "..."));
        if (why.fix[0]) {
            known++;
            CHECK(why.number_count == 0);
        } else {
            CHECK(status == SNW_ERR_IO && why.number_count == 1);
            CHECK_TEXT(why.numbers[0].name, "errno");
            CHECK_NEAR(why.numbers[0].value, error, 0);
        }
    }
    CHECK(known >= 35);
    CHECK(snw_errno_why(NULL, ENOENT, NULL, "use it") == SNW_ERR_NOT_FOUND);
}

int main(void) {
    RUN(errors_of_the_system_have_the_status_of_the_table);
    RUN(every_error_fails_and_every_known_one_has_a_way_out);
    return check_report();
}
