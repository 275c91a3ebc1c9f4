// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The door for files of points: format, size, and what all readers share.

#include <string.h>

#include "internal.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"

// --- words --------------------------------------------------------------------------------------

// the end of a line is "\n" or "\r\n"; a "\r" counts as a blank
static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

bool snw__points_word(snw__points *p) {
    while (p->at < p->end && is_blank(*p->at)) {
        p->at++;
        p->column++;
    }
    p->word = p->at;
    while (p->at < p->end && !is_blank(*p->at) && *p->at != '\n') {
        p->at++;
    }
    p->length = (size_t)(p->at - p->word);
    p->column += (int)p->length;
    return p->length > 0;
}

bool snw__points_line(snw__points *p) {
    const char *feed = memchr(p->at, '\n', (size_t)(p->end - p->at));
    p->at = feed != NULL ? feed + 1 : p->end;
    p->line += feed != NULL;
    p->column = 0;
    return p->at < p->end;
}

bool snw__points_is(const snw__points *p, const char *text) {
    return strlen(text) == p->length && memcmp(p->word, text, p->length) == 0;
}

// --- refusals -----------------------------------------------------------------------------------

static snw_status refuse_here(snw__points *p, snw_why *why, int column, const char *fix) {
    snw_why_fix(why, fix);
    if (p->is_text) {
        snw_why_at(why, p->name, p->line, column);
    } else {
        snw_why_at(why, p->name, 0, 0);
        snw_why_add(why, "byte", (double)(p->at - p->begin), "");
    }
    snw_diags_add(p->diags, why);
    return why->code;
}

snw_status snw__points_refuse(snw__points *p, snw_status code, const char *rule, const char *text,
                              const char *fix) {
    snw_why why;
    snw_why_set(&why, code, NULL, text);
    snw_why_rule(&why, rule);
    return refuse_here(p, &why, 0, fix);
}

snw_status snw__points_refuse_word(snw__points *p, snw_status code, const char *rule,
                                   const char *text, const char *fix) {
    enum { SHOWN = 32 };
    char line[SNW_WHY_TEXT], word[SHOWN + 1];
    const size_t length = p->length < SHOWN ? p->length : SHOWN;
    for (size_t i = 0; i < length; i++) {
        const char c = p->word[i];
        word[i] = (char)(c > ' ' && c < 0x7F ? c : '_');
    }
    word[length] = '\0';
    snw_text sentence = snw_text_over(line, sizeof line);
    snw_text_format(&sentence, "'%s' %s", word, text);
    snw_why why;
    snw_why_set(&why, code, NULL, line);
    snw_why_rule(&why, rule);
    return refuse_here(p, &why, p->column - (int)p->length + 1, fix);
}

snw_status snw__points_count(snw__points *p, const char *rule, int64_t most, int64_t *value) {
    int64_t read = 0;
    if (snw_int_parse(p->word, p->length, &read, NULL) != SNW_OK || read < 0) {
        return snw__points_refuse_word(p, SNW_ERR_SYNTAX, rule, "is not a number from 0 up",
                                       "write a whole number");
    }
    if (read > most) {
        snw_why why;
        snw_why_set(&why, SNW_ERR_TOO_LARGE, NULL, "a number of the header is too large");
        snw_why_rule(&why, rule);
        snw_why_add(&why, "number", (double)read, "");
        snw_why_add(&why, "limit", (double)most, "");
        return refuse_here(p, &why, p->column - (int)p->length + 1, "split the file");
    }
    *value = read;
    return SNW_OK;
}

// --- files --------------------------------------------------------------------------------------

typedef snw_status read_fn(snw__points *p);

// the reader that the extension asks for; NULL for none
static read_fn *reader_of(const char *path) {
    char extension[8];
    if (snw_failed(snw_path_extension(path, extension, sizeof extension))) return NULL;
    for (char *c = extension; *c != '\0'; c++) {
        if (*c >= 'A' && *c <= 'Z') *c = (char)(*c - 'A' + 'a');
    }
    if (strcmp(extension, ".pcd") == 0) return snw__pcd_read;
    if (strcmp(extension, ".ply") == 0) return snw__ply_read;
    return NULL;
}

static void remark_left_out(const snw__points *p) {
    if (p->out->left_out == 0) return;
    snw_why why;
    snw_why_set(&why, SNW_OK, NULL, "points that are not finite were left out");
    snw_why_rule(&why, "cloud-finite");
    snw_why_at(&why, p->name, 0, 0);
    snw_why_add(&why, "points", p->out->left_out, "");
    snw_diags_add(p->diags, &why);
}

snw_status snw_cloud_read_file(const char *path, snw_setup *setup, snw_cloud_file *out,
                               snw_diags *diags) {
    snw_why why = {0};
    read_fn *read = reader_of(path);
    snw_file_content content = {0};
    const snw_file_reading how = {.limit = SNW_CLOUD_FILE_BYTES};
    snw_status status = SNW_OK;
    if (read == NULL) {
        status = snw_refuse_rule(&why, SNW_ERR_UNSUPPORTED, "cloud-format", NULL,
                                 "points are read from .pcd and .ply files only",
                                 "convert the file to one of these formats");
        snw_why_at(&why, path, 0, 0);
    }
    if (status == SNW_OK) status = snw_file_read(path, &how, &content, &why);
    if (snw_failed(status)) {
        snw_diags_add(diags, &why);
        return status;
    }
    snw_cloud_file made = {.cloud = snw_block_new(&snw_cloud_type, setup)};
    snw__points p = {.name = path,
                     .begin = content.data,
                     .at = content.data,
                     .end = content.data + content.size,
                     .line = 1,
                     .is_text = true,
                     .setup = setup,
                     .diags = diags,
                     .out = &made};
    status = made.cloud != NULL
                 ? read(&p)
                 : snw__points_refuse(&p, SNW_ERR_MEMORY, "cloud-memory", NULL, NULL);
    if (status == SNW_OK) {
        remark_left_out(&p);
        *out = made;
    }
    snw_file_free(&content);
    return status;
}
