// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/xacro.h"

#include <stdlib.h>
#include <string.h>

#include "sinew/os/file.h"
#include "sinew/os/path.h"
#include "xacro_origins.h"

// --- is it xacro? -------------------------------------------------------------------------------

static bool starts(const char *at, const char *end, const char *word) {
    const size_t length = strlen(word);
    return (size_t)(end - at) >= length && memcmp(at, word, length) == 0;
}

static bool is_marked(const char *bytes, size_t length) {
    static const char *const marks[] = {"xmlns:xacro", "<xacro:", "${", "$("};
    const char *end = bytes + length;
    bool comment = false;
    for (const char *at = bytes; at < end; at++) {
        if (comment) {
            comment = !starts(at, end, "-->");
            continue;
        }
        comment = starts(at, end, "<!--");
        for (int i = 0; i < 4 && !comment; i++) {
            if (starts(at, end, marks[i])) return true;
        }
    }
    return false;
}

bool snw_xacro_is(const snw_source *source) {
    snw_why why;
    snw_source plain;
    char *memory = NULL;
    if (snw_failed(snw_source_expand(source, SNW_XACRO_BYTES, &plain, &memory, &why))) return false;
    const bool marked = is_marked(plain.bytes, plain.length);
    free(memory);
    return marked;
}

// --- the whole ----------------------------------------------------------------------------------

// the folder that relative names may not leave: with a package.xml, or the model's own
static void find_base(snw__xacro *x, const char *folder) {
    char at[SNW_PATH_SIZE], file[SNW_PATH_SIZE];
    if (folder == NULL || snw_failed(snw_file_real_path(folder, at, sizeof at, NULL))) return;
    memcpy(x->base, at, sizeof x->base);
    for (;;) {
        if (snw_failed(snw_path_join(at, "package.xml", file, sizeof file))) return;
        if (snw_file_exists(file)) break;
        if (strcmp(at, "/") == 0 || snw_failed(snw_path_parent(at, at, sizeof at))) return;
    }
    memcpy(x->base, at, sizeof x->base);
}

bool snw__x_is_text(const char *text) {
    for (const char *end = text + strlen(text); text < end;) {
        const int step = snw_utf8_length(text, (size_t)(end - text));
        if (step == 0 || ((unsigned char)*text < 0x20 && strchr("\t\n\r", *text) == NULL)) {
            return false;
        }
        text += step;
    }
    return true;
}

static bool take_arguments(snw__xacro *x) {
    for (int i = 0; i < x->options->argument_count; i++) {
        const snw_xacro_argument *a = &x->options->arguments[i];
        if (!snw__x_is_text(a->value)) {
            return snw__x_fail(
                x, (snw__xfault){SNW_ERR_SYNTAX, "xacro-arg", "give it a text in UTF-8"},
                "argument %s has characters that XML cannot contain", snw_quote(a->name).text);
        }
        char *value = snw__x_copy(x, a->value, strlen(a->value));
        if (value == NULL || !snw__x_put(x, &x->arguments, a->name, value)) return false;
    }
    return true;
}

// the root element, then what is inside; xacro:attribute and includes may still change the root
static bool expand_root(snw__xacro *x, const snw__xnode *tree) {
    snw__xnode holder = {.file = tree->file};
    snw__xnode root = {
        .name = tree->name, .file = tree->file, .line = tree->line, .column = tree->column};
    snw__xout out = {&holder, &holder.first, 0, NULL};
    snw__x_look_at(x, tree, NULL);
    if (strncmp(tree->name, "xacro:", 6) == 0) {
        return snw__x_fail(x, (snw__xfault){SNW_ERR_SYNTAX, "xacro-element", "put it into <robot>"},
                           "the root element is %s", snw_quote(tree->name).text);
    }
    x->root = snw__x_append(x, &out, &root);
    if (x->root == NULL) return false;
    for (int i = 0; i < tree->attribute_count; i++) {
        snw__xattribute a = tree->attributes[i];
        if (strncmp(a.name, "xacro:", 6) == 0) continue;
        snw__x_look_at(x, tree, a.name);
        if (!a.raw) a.value = snw__x_substitute(x, a.value, x->top);
        if (a.value != NULL && !snw__x_set_attribute(x, x->root, &a)) return false;
    }
    snw__xout inside = {x->root, &x->root->first, 1, NULL};
    return snw__x_expand(x, tree->first, x->top, &inside);
}

// "NAME (expanded)" and the folder of the source, in the set-up arena
static bool name_result(snw__xacro *x, const snw_source *source, snw_source *result) {
    const size_t name = strlen(source->name);
    char *text = snw_setup_take(x->setup, name + sizeof " (expanded)", 1);
    result->folder = source->folder != NULL
                         ? snw_setup_text(x->setup, source->folder, strlen(source->folder))
                         : NULL;
    if (text == NULL || (source->folder != NULL && result->folder == NULL)) {
        return snw__x_fail(
            x, (snw__xfault){SNW_ERR_MEMORY, "xacro-memory", "allow the loader more memory"},
            "the result does not fit into the memory allowed");
    }
    memcpy(text, source->name, name);
    memcpy(text + name, " (expanded)", sizeof " (expanded)");
    result->name = text;
    return true;
}

static void write_expanded(snw__xacro *x, const snw_source *source, snw_source *expanded) {
    snw_source result = {0};
    x->frame = NULL;
    snw__x_look_at(x, x->root, NULL);
    if (!name_result(x, source, &result)) return;
    snw__origins **wanted = x->options->origins;
    snw__origins *origins = wanted != NULL ? snw__origins_make(x, result.name) : NULL;
    result.bytes = snw__x_write(x, x->root, origins, &result.length);
    if (result.bytes == NULL) {
        snw__origins_free(origins);
        return;
    }
    if (wanted != NULL) *wanted = origins;
    *expanded = result;
}

static void expand(snw__xacro *x, const snw_source *plain, const snw_source *source,
                   snw_source *expanded) {
    const snw__xfile file = {.name = source->name,
                             .folder = source->folder,
                             .bytes = plain->bytes,
                             .length = plain->length};
    x->file_list = &file;
    x->file_count = 1;
    x->input = plain->length;
    find_base(x, x->options->places.folder != NULL ? x->options->places.folder : source->folder);
    const snw__xnode *tree = NULL;
    x->top = snw__x_scope(x, NULL);
    if (x->top != NULL && take_arguments(x)) tree = snw__x_tree(x, &file);
    if (tree != NULL && expand_root(x, tree) && x->first == SNW_OK)
        write_expanded(x, source, expanded);
    if (x->first == SNW_OK && x->stopped) x->first = SNW_ERR_TOO_LARGE;
}

snw_status snw_xacro_expand(const snw_source *source, const snw_xacro_options *options,
                            snw_setup *setup, snw_source *expanded, snw_diags *diags) {
    static const snw_xacro_options defaults = {0};
    snw__xacro *x = calloc(1, sizeof *x);
    if (x == NULL) return SNW_ERR_MEMORY;
    x->options = options != NULL ? options : &defaults;
    x->setup = setup;
    x->diags = diags;
    snw_source plain;
    char *unpacked = NULL;
    snw_why why;
    if (snw_failed(snw_source_expand(source, SNW_XACRO_BYTES, &plain, &unpacked, &why))) {
        snw__x_report(x, &why);
    } else if (plain.length > SNW_XACRO_BYTES) {
        snw_why_set(&why, SNW_ERR_TOO_LARGE, NULL, "the file is larger than 16 MiB");
        snw_why_rule(&why, "xacro-limit");
        snw_why_fix(&why, "split the file");
        snw_why_at(&why, source->name, 0, 0);
        snw__x_report(x, &why);
    }
    if (x->first == SNW_OK) expand(x, &plain, source, expanded);
    const snw_status status = x->first;
    snw__x_free(&x->keep);
    snw__x_free(&x->scratch);
    free(unpacked);
    free(x);
    return status;
}

snw_status snw_xacro_expand_file(const char *path, const snw_xacro_options *options,
                                 snw_setup *setup, snw_source *expanded, snw_diags *diags) {
    snw_source_file file;
    snw_why why;
    snw_status status = snw_source_read(&file, path, SNW_XACRO_BYTES, &why);
    if (snw_failed(status)) {
        snw_diags_add(diags, &why);
        return status;
    }
    status = snw_xacro_expand(&file.source, options, setup, expanded, diags);
    snw_source_free(&file);
    return status;
}
