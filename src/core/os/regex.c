// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/regex.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

struct snw_regex {
    regex_t native;
};

snw_status snw_regex_open(snw_regex **regex, const char *pattern, bool ignore_case, snw_why *why) {
    if (strlen(pattern) >= SNW_REGEX_PATTERN) {
        snw_why_set(why, SNW_ERR_TOO_LARGE, NULL, "the pattern is too long");
        snw_why_add(why, "limit", SNW_REGEX_PATTERN - 1, "B");
        snw_why_fix(why, "use a shorter pattern");
        return SNW_ERR_TOO_LARGE;
    }
    snw_regex *made = malloc(sizeof *made);
    if (!made) return snw_errno_why(why, ENOMEM, pattern, "compile the pattern");

    const int error = regcomp(&made->native, pattern, REG_EXTENDED | (ignore_case ? REG_ICASE : 0));
    if (error != 0) {
        char text[SNW_WHY_TEXT];
        (void)regerror(error, &made->native, text, sizeof text);
        free(made);
        if (error == REG_ESPACE) return snw_errno_why(why, ENOMEM, pattern, "compile the pattern");
        return snw_refuse(why, SNW_ERR_SYNTAX, pattern, text,
                          "write a POSIX extended regular expression");
    }
    *regex = made;
    return SNW_OK;
}

bool snw_regex_match(const snw_regex *regex, const char *text, snw_regex_group *groups, int count) {
    SNW_ASSERT(count >= 0 && count <= SNW_REGEX_GROUPS);
    regmatch_t found[SNW_REGEX_GROUPS];
    if (regexec(&regex->native, text, SNW_REGEX_GROUPS, found, 0) != 0) return false;
    for (int i = 0; i < count && i < SNW_REGEX_GROUPS; i++) {
        const bool used = found[i].rm_so >= 0;
        groups[i] = (snw_regex_group){.first = used ? found[i].rm_so : -1,
                                      .length = used ? found[i].rm_eo - found[i].rm_so : 0};
    }
    return true;
}

void snw_regex_close(snw_regex *regex) {
    if (!regex) return;
    regfree(&regex->native);
    free(regex);
}
