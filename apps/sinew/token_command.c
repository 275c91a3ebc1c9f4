// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli.h"

#include <string.h>

#include "sinew/os/clock.h"
#include "sinew/os/directory.h"
#include "sinew/os/path.h"
#include "sinew/wire/token.h"

static const char *const roles[] = {"observer", "operator", "engineer", "admin", NULL};

#define FILE_OPTION                                                                                \
    {                                                                                              \
        .name = "file", .letter = 'f', .kind = CLI_FILE,                                           \
        .sentence = "File of access tokens; 'tokens' in the user's settings folder if omitted."    \
    }

static const cli_parameter token_add_arguments[] = {
    {.name = "name",
     .kind = CLI_TEXT,
     .need = CLI_REQUIRED,
     .sentence = "Name of the owner: letters, digits, '.', '_' and '-'."},
    {0},
};
static const cli_parameter token_add_options[] = {
    {.name = "role",
     .letter = 'r',
     .kind = CLI_CHOICE,
     .standard = "operator",
     .choices = roles,
     .sentence = "Role of the owner."},
    {.name = "days",
     .letter = 'd',
     .kind = CLI_REAL,
     .low = 1e-3,
     .high = 36500,
     .sentence = "Days until the token expires; never if omitted."},
    FILE_OPTION,
    {0},
};
static const cli_parameter token_list_options[] = {FILE_OPTION, {0}};
static const cli_parameter token_revoke_arguments[] = {
    {.name = "name", .kind = CLI_TEXT, .need = CLI_REQUIRED, .sentence = "Name of the owner."},
    {0},
};
static const cli_example token_add_examples[] = {
    {"sinew token add ann", "Add an operator, who may hold the lease and move the arms."},
    {"sinew token add wall-display --role observer --days 30",
     "Add an observer, who may read and stop."},
    {0},
};
static const cli_example token_list_examples[] = {{"sinew token list", "Everybody."}, {0}};
static const cli_example token_revoke_examples[] = {
    {"sinew token revoke ann", "Revoke the token of ann."}, {0}};
static const char token_add_description[] =
    "The token is printed once, alone on a line, and is stored nowhere: the file has only its "
    "SHA-256. Pass the file to 'sinew run --tokens FILE', whose page asks for the token, or append "
    "the token behind the # of the page's address.\n\nAn observer may read and stop; an operator "
    "may hold the lease, and then move and acknowledge; an engineer may also change what the model "
    "leaves open, and load cells; an admin may grant rights and may not move anything.\n\n--json "
    "writes {name, role, expires, token}.";

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

static void add_token(snw_json_writer *json, const snw_token *token) {
    snw_json_string(json, "name", token->name);
    snw_json_string(json, "role", snw_role_name(token->role));
    if (token->expires_s == INT64_MAX) {
        snw_json_null(json, "expires");
    } else {
        snw_json_int(json, "expires", token->expires_s);
    }
}

static void render_made(snw_text *text, const void *context) {
    const made *m = context;
    if (!m->json) {
        snw_text_format(text, "%s\n", m->text);
        return;
    }
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    add_token(&json, m->token);
    snw_json_string(&json, "token", m->text);
    cli_json_finish(&json);
}

static snw_status run_token_add(const cli_values *values, cli_io *io, snw_why *why) {
    char path[SNW_PATH_SIZE], text[SNW_TOKEN_TEXT];
    unsigned char secret[32];
    snw_tokens tokens;
    snw_token token = {.role = snw_role_find(cli_text(values, "role")), .expires_s = INT64_MAX};
    const char *name = cli_text(values, "name");
    if (strlen(name) >= sizeof token.name) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, name, "the name is too long", NULL);
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

static void render_json_list(snw_text *text, const listing *l) {
    snw_json_writer json = snw_json_over(text);
    snw_json_array(&json, NULL);
    for (int i = 0; i < l->tokens->count; i++) {
        const snw_token *token = &l->tokens->items[i];
        snw_json_object(&json, NULL);
        add_token(&json, token);
        snw_json_bool(&json, "expired", token->expires_s <= l->now_s);
        snw_json_end(&json);
    }
    cli_json_finish(&json);
}

static void render_list(snw_text *text, const void *context) {
    const listing *l = context;
    if (l->json) {
        render_json_list(text, l);
        return;
    }
    for (int i = 0; i < l->tokens->count; i++) {
        render_row(text, &l->tokens->items[i], l->now_s);
    }
}

static snw_status run_token_list(const cli_values *values, cli_io *io, snw_why *why) {
    char path[SNW_PATH_SIZE];
    snw_tokens tokens;
    const snw_status status = load(values, &tokens, path, sizeof path, why);
    if (snw_failed(status)) return status;
    const listing l = {&tokens, snw_clock_realtime_ns() / 1000000000, io->json};
    if (tokens.count == 0) cli_note(io, "%s: no tokens; 'sinew token add NAME' makes one", path);
    return cli_print(io, render_list, &l);
}

static snw_status run_token_revoke(const cli_values *values, cli_io *io, snw_why *why) {
    char path[SNW_PATH_SIZE];
    snw_tokens tokens;
    const char *name = cli_text(values, "name");
    snw_status status = load(values, &tokens, path, sizeof path, why);
    if (!snw_failed(status)) status = snw_tokens_revoke(&tokens, name, why);
    if (!snw_failed(status)) status = snw_tokens_save(&tokens, path, why);
    if (!snw_failed(status)) cli_note(io, "%s: %s has no access any more", path, name);
    return status;
}

const cli_command token_add_command = {.name = "token add",
                                       .group = "Access",
                                       .summary = "Add an access token for the server of a cell.",
                                       .description = token_add_description,
                                       .arguments = token_add_arguments,
                                       .options = token_add_options,
                                       .examples = token_add_examples,
                                       .run = run_token_add};

const cli_command token_list_command = {
    .name = "token list",
    .group = "Access",
    .summary = "List the access tokens of a file: names, roles and expiry.",
    .description = "--json writes an array of {name, role, expires, expired}; expires is in "
                   "seconds since 1970, or null.",
    .options = token_list_options,
    .examples = token_list_examples,
    .run = run_token_list};

const cli_command token_revoke_command = {
    .name = "token revoke",
    .group = "Access",
    .summary = "Revoke an access token.",
    .description = "A running server notices it within a second: sessions of that token lose their "
                   "rights, and if one holds the lease the arms are stopped.",
    .arguments = token_revoke_arguments,
    .options = token_list_options,
    .examples = token_revoke_examples,
    .run = run_token_revoke};
