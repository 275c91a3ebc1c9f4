// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "token_command.h"

#include <string.h>

#include "sinew/os/clock.h"
#include "sinew/os/directory.h"
#include "sinew/os/path.h"
#include "sinew/wire/token.h"

static const char *const roles[] = {"observer", "operator", "engineer", "admin", NULL};

#define FILE_OPTION                                                                                \
    {                                                                                              \
        .name = "file", .letter = 'f', .kind = CLI_FILE,                                           \
        .sentence = "The file of tokens; 'tokens' in the user's folder for settings when it is "   \
                    "left out."                                                                    \
    }

const cli_parameter token_add_arguments[] = {
    {.name = "name",
     .kind = CLI_TEXT,
     .need = CLI_REQUIRED,
     .sentence = "Whose it is: letters, digits, '.', '_' and '-'."},
    {0},
};
const cli_parameter token_add_options[] = {
    {.name = "role",
     .letter = 'r',
     .kind = CLI_CHOICE,
     .standard = "operator",
     .choices = roles,
     .sentence = "What it allows."},
    {.name = "days",
     .letter = 'd',
     .kind = CLI_REAL,
     .low = 1e-3,
     .high = 36500,
     .sentence = "Days after which it expires; never when it is left out."},
    FILE_OPTION,
    {0},
};
const cli_parameter token_list_options[] = {FILE_OPTION, {0}};
const cli_parameter token_revoke_arguments[] = {
    {.name = "name", .kind = CLI_TEXT, .need = CLI_REQUIRED, .sentence = "Whose it is."},
    {0},
};
const cli_example token_add_examples[] = {
    {"sinew token add ann", "An operator: may hold the lease and move the arms."},
    {"sinew token add wall-display --role observer --days 30", "May look, and stop."},
    {0},
};
const cli_example token_list_examples[] = {{"sinew token list", "Everybody."}, {0}};
const cli_example token_revoke_examples[] = {{"sinew token revoke ann", "No longer."}, {0}};
const char token_add_description[] =
    "The token is printed once, alone on a line, and is kept nowhere: the file has only its "
    "SHA-256. Give it to 'sinew run --tokens FILE', whose page asks for it, or put it behind the "
    "# of the page's address.\n\n"
    "An observer may read and stop; an operator may hold the lease, and then move and acknowledge; "
    "an engineer may also change what the model leaves open, and load cells; an admin may hand out "
    "rights and may not move anything.\n\n"
    "--json writes {name, role, expires, token}.";

static snw_status token_path(const cli_values *values, char *path, size_t size, snw_why *why) {
    const char *given = cli_text(values, "file");
    if (given != NULL) {
        snw_copy_text(path, size, given);
        return SNW_OK;
    }
    char folder[SNW_PATH_SIZE];
    snw_status status = snw_user_directory(SNW_USER_CONFIG, folder, sizeof folder, why);
    if (!snw_failed(status)) status = snw_directory_make(folder, 0700, why);
    if (!snw_failed(status)) status = snw_path_join(folder, "tokens", path, size);
    return status;
}

// the tokens of the file; none when there is no file yet
static snw_status load(const cli_values *values, snw_tokens *tokens, char *path, size_t size,
                       snw_why *why) {
    snw_status status = token_path(values, path, size, why);
    if (snw_failed(status)) return status;
    status = snw_tokens_load(tokens, path, why);
    if (status != SNW_ERR_NOT_FOUND) return status;
    tokens->count = 0;
    *why = (snw_why){0};
    return SNW_OK;
}

// --- add ----------------------------------------------------------------------------------------

typedef struct made {
    const snw_token *token;
    const char *text;
    bool json;
} made;

static void add_expiry(snw_text *text, int64_t expires_s) {
    if (expires_s == INT64_MAX) {
        snw_text_format(text, "null");
    } else {
        snw_text_format(text, "%lld", (long long)expires_s);
    }
}

static void render_made(snw_text *text, const void *context) {
    const made *m = context;
    if (!m->json) {
        snw_text_format(text, "%s\n", m->text);
        return;
    }
    snw_text_format(text, "{\"name\":\"%s\",\"role\":\"%s\",\"expires\":", m->token->name,
                    snw_role_name(m->token->role));
    add_expiry(text, m->token->expires_s);
    snw_text_format(text, ",\"token\":\"%s\"}\n", m->text);
}

snw_status run_token_add(const cli_values *values, cli_io *io, snw_why *why) {
    char path[SNW_PATH_SIZE], text[SNW_TOKEN_TEXT];
    unsigned char secret[32];
    snw_tokens tokens;
    snw_token token = {.role = snw_role_find(cli_text(values, "role")), .expires_s = INT64_MAX};
    const char *name = cli_text(values, "name");
    if (strlen(name) >= sizeof token.name) {
        snw_why_set(why, SNW_ERR_ARGUMENT, name, "the name is too long");
        return SNW_ERR_ARGUMENT;
    }
    snw_copy_text(token.name, sizeof token.name, name);
    if (cli_given(values, "days")) {
        const double seconds = cli_real(values, "days") * 86400;
        token.expires_s = snw_clock_realtime_ns() / 1000000000 + (int64_t)seconds;
    }
    snw_status status = load(values, &tokens, path, sizeof path, why);
    if (!snw_failed(status)) status = snw_secret_make(secret, sizeof secret, why);
    if (!snw_failed(status)) status = snw_tokens_add(&tokens, &token, secret, text, why);
    if (!snw_failed(status)) status = snw_tokens_save(&tokens, path, why);
    if (snw_failed(status)) return status;
    cli_note(io, "%s: %s; this is shown once:", path, token.name);
    const made m = {&token, text, io->json};
    return cli_print(io, render_made, &m);
}

// --- list, revoke -------------------------------------------------------------------------------

typedef struct listing {
    const snw_tokens *tokens;
    int64_t now_s;
    bool json;
} listing;

static void render_row(snw_text *text, const snw_token *token, int64_t now_s) {
    snw_text_format(text, "%-32s %-9s ", token->name, snw_role_name(token->role));
    if (token->expires_s == INT64_MAX) {
        snw_text_format(text, "never expires\n");
    } else if (token->expires_s <= now_s) {
        snw_text_format(text, "has expired\n");
    } else {
        snw_text_format(text, "expires in %lld h\n",
                        (long long)((token->expires_s - now_s + 3599) / 3600));
    }
}

static void render_list(snw_text *text, const void *context) {
    const listing *l = context;
    if (l->json) snw_text_format(text, "[");
    for (int i = 0; i < l->tokens->count; i++) {
        const snw_token *token = &l->tokens->items[i];
        if (!l->json) {
            render_row(text, token, l->now_s);
            continue;
        }
        snw_text_format(text, "%s{\"name\":\"%s\",\"role\":\"%s\",\"expires\":", i > 0 ? "," : "",
                        token->name, snw_role_name(token->role));
        add_expiry(text, token->expires_s);
        snw_text_format(text, ",\"expired\":%s}", token->expires_s <= l->now_s ? "true" : "false");
    }
    if (l->json) snw_text_format(text, "]\n");
}

snw_status run_token_list(const cli_values *values, cli_io *io, snw_why *why) {
    char path[SNW_PATH_SIZE];
    snw_tokens tokens;
    const snw_status status = load(values, &tokens, path, sizeof path, why);
    if (snw_failed(status)) return status;
    const listing l = {&tokens, snw_clock_realtime_ns() / 1000000000, io->json};
    if (tokens.count == 0) cli_note(io, "%s: no tokens; 'sinew token add NAME' makes one", path);
    return cli_print(io, render_list, &l);
}

snw_status run_token_revoke(const cli_values *values, cli_io *io, snw_why *why) {
    char path[SNW_PATH_SIZE];
    snw_tokens tokens;
    const char *name = cli_text(values, "name");
    snw_status status = load(values, &tokens, path, sizeof path, why);
    if (!snw_failed(status)) status = snw_tokens_revoke(&tokens, name, why);
    if (!snw_failed(status)) status = snw_tokens_save(&tokens, path, why);
    if (!snw_failed(status)) cli_note(io, "%s: %s may not come any more", path, name);
    return status;
}
