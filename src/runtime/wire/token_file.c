// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <sys/stat.h>

#include "sinew/os/error.h"
#include "sinew/os/file.h"
#include "sinew/wire/token.h"

static snw_status check_mode(const char *path, snw_why *why) {
    struct stat facts;
    if (stat(path, &facts) != 0) return snw_errno_why(why, errno, path, "read the tokens");
    if ((facts.st_mode & (S_IRWXG | S_IRWXO)) == 0) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_PERMISSION, "token-mode", path,
                           "users other than its owner can open the file of tokens",
                           "chmod 600 it");
}

snw_status snw_tokens_load(snw_tokens *tokens, const char *path, snw_why *why) {
    *tokens = (snw_tokens){0};
    snw_status status = check_mode(path, why);
    if (snw_failed(status)) return status;
    snw_file_reading how = snw_file_reading_defaults();
    how.limit = SNW_TOKENS_FILE;
    snw_file_content content;
    status = snw_file_read(path, &how, &content, why);
    if (snw_failed(status)) return status;
    status = snw_tokens_read(tokens, content.data, content.size, path, why);
    snw_file_free(&content);
    return status;
}

snw_status snw_tokens_save(const snw_tokens *tokens, const char *path, snw_why *why) {
    char bytes[SNW_TOKENS_FILE];
    snw_text text = snw_text_over(bytes, sizeof bytes);
    snw_tokens_write(tokens, &text);
    return snw_file_write_mode(path, bytes, text.length, 0600, why);
}
