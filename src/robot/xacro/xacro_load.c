// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Files that a model names by a path, and the YAML files among them.
#include <stdlib.h>
#include <string.h>

#include "sinew/os/file.h"
#include "sinew/os/path.h"
#include "xacro_yaml.h"

// --- places -------------------------------------------------------------------------------------

bool snw__x_found_package(snw__xacro *x, const char *name, const char *folder) {
    for (const snw__xpackage *p = x->packages; p != NULL; p = p->next) {
        if (strcmp(p->name, name) == 0) return true;
    }
    snw__xpackage *made = snw__x_take(x, &x->keep, sizeof *made);
    if (made == NULL) return false;
    *made = (snw__xpackage){snw__x_copy(x, name, strlen(name)),
                            snw__x_copy(x, folder, strlen(folder)), x->packages};
    if (made->name == NULL || made->folder == NULL) return false;
    x->packages = made;
    return true;
}

// A path that begins with the folder of a package that $(find) has given is looked for in that
// package, by its rules: NULL when there is none.
static const char *package_address(snw__xacro *x, const char *path) {
    for (const snw__xpackage *p = x->packages; p != NULL; p = p->next) {
        const size_t length = strlen(p->folder);
        if (strncmp(path, p->folder, length) != 0 || path[length] != '/') continue;
        snw__xbuffer address = {0};
        bool good = snw__x_add(x, &address, "package://", 10) &&
                    snw__x_add(x, &address, p->name, strlen(p->name));
        // a percent sign would be read as an escape
        for (const char *c = path + length; good && *c != '\0'; c++) {
            good = *c == '%' ? snw__x_add(x, &address, "%25", 3) : snw__x_add(x, &address, c, 1);
        }
        return good ? snw__x_copy(x, address.data, address.length) : NULL;
    }
    return NULL;
}

snw_status snw__x_find_file(snw__xacro *x, const snw__xfile *file, const char *name,
                            char path[SNW_PATH_SIZE], snw_why *why) {
    const snw_places places = snw__x_places(x, file);
    const snw_status status = snw_places_find(&places, name, path, SNW_PATH_SIZE, NULL, why);
    if (status != SNW_ERR_PERMISSION) return status;
    const char *address = package_address(x, name);
    if (address == NULL) return status;
    return snw_places_find(&places, address, path, SNW_PATH_SIZE, NULL, why);
}

snw__xfile *snw__x_read_file(snw__xacro *x, const char *path, const char *rule,
                             const snw__xfile *includer) {
    char folder[SNW_PATH_SIZE];
    snw_file_content content;
    snw_why why;
    snw_file_reading how = snw_file_reading_defaults();
    how.limit = SNW_XACRO_BYTES - x->input;
    const snw_status status = snw_file_read(path, &how, &content, &why);
    if (status == SNW_ERR_TOO_LARGE) {
        (void)snw__x_fail(x, (snw__xfault){status, rule, "use smaller files"},
                          "%s: all files together are larger than %d MiB", snw_quote(path).text,
                          SNW_XACRO_BYTES >> 20);
        return NULL;
    }
    if (snw_failed(status)) {
        (void)snw__x_fail(x, (snw__xfault){status, rule, why.fix}, "%s: %s", snw_quote(path).text,
                          why.text);
        return NULL;
    }
    // compressed, or in another encoding, as the first file may be
    const snw_source source = {content.data, content.size, path, NULL};
    snw_source plain;
    char *memory = NULL;
    const snw_status expanded = snw_source_expand(&source, how.limit, &plain, &memory, &why);
    if (snw_failed(expanded)) {
        snw_file_free(&content);
        (void)snw__x_fail(x, (snw__xfault){expanded, rule, why.fix}, "%s: %s", snw_quote(path).text,
                          why.text);
        return NULL;
    }
    snw__xfile *file = snw__x_take(x, &x->keep, sizeof *file);
    char *bytes = snw__x_copy(x, plain.bytes, plain.length);
    const size_t size = plain.length;
    free(memory);
    snw_file_free(&content);
    if (file == NULL || bytes == NULL || snw_failed(snw_path_parent(path, folder, sizeof folder))) {
        return NULL;
    }
    x->input += size;
    *file = (snw__xfile){snw__x_copy(x, path, strlen(path)),
                         snw__x_copy(x, folder, strlen(folder)),
                         bytes,
                         size,
                         includer,
                         x->file_count++,
                         x->file_list};
    x->file_list = file;
    return file->name != NULL && file->folder != NULL ? file : NULL;
}

// --- YAML ---------------------------------------------------------------------------------------

// Checks the bytes, and makes every line end a line feed. The text without its mark of byte order;
// NULL, and reported.
static const char *plain_lines(snw__yaml *y, size_t *length) {
    const char *from = y->file->bytes, *end = from + y->file->length;
    if (y->file->length >= 3 && memcmp(from, "\xEF\xBB\xBF", 3) == 0) from += 3;
    char *text = snw__x_take(y->x, &y->x->keep, (size_t)(end - from) + 1);
    if (text == NULL || !snw__x_spend(y->x, (size_t)(end - from))) return NULL;
    char *to = text;
    y->line = 1;
    y->line_start = y->at = from;
    for (; from < end; y->at = from) {
        const int step = snw_utf8_length(from, (size_t)(end - from));
        const unsigned char c = (unsigned char)*from;
        if (step == 0 || (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F) {
            (void)snw__yaml_fail(y, "save the file as UTF-8 text",
                                 "the file has bytes that are not text");
            return NULL;
        }
        if (c == '\r') {
            from += from + 1 < end && from[1] == '\n' ? 1 : 0;
            *to++ = '\n';
        } else {
            memcpy(to, from, (size_t)step);
            to += step;
        }
        from += step;
        if (to[-1] == '\n') {
            y->line++;
            y->line_start = from;
        }
    }
    *length = (size_t)(to - text);
    return text;
}

static bool read_yaml(snw__xacro *x, const snw__xfile *file, snw__xvalue *out) {
    snw__yaml y = {.x = x, .file = file, .loaded = x->at};
    y.place = (snw__xnode){.name = "yaml", .file = file};
    size_t length = 0;
    const char *text = plain_lines(&y, &length);
    if (text == NULL) return false;
    y.at = y.line_start = text;
    y.end = text + length;
    y.line = 1;
    const snw__xmark mark = snw__x_mark(&x->scratch);
    x->loading = true;
    const bool good = snw__yaml_read(&y, out);
    x->loading = false;
    snw__x_release(&x->scratch, mark);
    return good;
}

bool snw__x_load_yaml(snw__xacro *x, const char *name, snw__xvalue *out) {
    char path[SNW_PATH_SIZE];
    snw_why why;
    if (x->loading) {
        return snw__x_fail(
            x, (snw__xfault){SNW_ERR_UNSUPPORTED, "xacro-yaml", "load the file from the xacro"},
            "a YAML file cannot load another one");
    }
    if (++x->yamls > SNW__YAML_FILES) {
        x->stopped = true;
        return snw__x_fail(
            x, (snw__xfault){SNW_ERR_TOO_LARGE, "xacro-limit", "load a file once, into a property"},
            "more than %d YAML files are loaded", SNW__YAML_FILES);
    }
    const snw_status status = snw__x_find_file(x, x->at->file, name, path, &why);
    if (snw_failed(status)) {
        return snw__x_fail(x, (snw__xfault){status, "xacro-yaml", why.fix}, "%s: %s",
                           snw_quote(name).text, why.text);
    }
    const snw__xfile *file = snw__x_read_file(x, path, "xacro-yaml", x->at->file);
    return file != NULL && read_yaml(x, file, out);
}
