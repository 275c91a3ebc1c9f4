// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/urdf/places.h"

#include <stdlib.h>
#include <string.h>

#include "places_spelling.h"
#include "sinew/document/xml.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"

enum { PACKAGE_NAME = 256, PACKAGE_XML = 1 << 20 };

// one question under way
typedef struct lookup {
    const snw_places *places;
    const snw_place_told *told;
    snw_why *why;
    char *out;
    size_t size;
    char name[PACKAGE_NAME];   // of the package
    char path[SNW_PATH_SIZE];  // below it, or of the file
    char place[SNW_PATH_SIZE]; // the file tried last
    char root[SNW_PATH_SIZE];  // of the model, links followed; empty when there is none
    bool package_seen;         // its folder exists somewhere
    bool spelled;              // found by another spelling
    snw_status worst;          // a refusal that is worse than not being there
} lookup;

// --- files --------------------------------------------------------------------------------------

// SNW_OK for a regular file, without reading it: a limit of 0 bytes is judged before anything else
static snw_status find_file(const char *path) {
    const snw_file_reading nothing = {.limit = 0};
    snw_file_content content;
    const snw_status status = snw_file_read(path, &nothing, &content, NULL);
    if (status == SNW_OK) snw_file_free(&content);
    return status == SNW_ERR_TOO_LARGE ? SNW_OK : status;
}

static snw_status give(const lookup *l) {
    const size_t length = strlen(l->place);
    if (length >= l->size) {
        return snw_refuse_rule(l->why, SNW_ERR_MEMORY, "place", NULL,
                               "the path of the file is too long", "use a shorter path");
    }
    memcpy(l->out, l->place, length + 1);
    if (l->spelled) {
        snw_why_set(l->why, SNW_OK, NULL, "the file was found by another spelling");
        snw_why_rule(l->why, "place-spelling");
        snw_why_fix(l->why, "write it as the file is called, with / between folders");
    }
    return SNW_OK;
}

static void tell(const lookup *l, const char *place, const char *origin) {
    if (l->told != NULL && l->told->tell != NULL) l->told->tell(place, origin, l->told->context);
}

// true when the file, all links followed, lies below the folder
static bool really_inside(const char *folder, const char *file) {
    char real_folder[SNW_PATH_SIZE], real_file[SNW_PATH_SIZE];
    return snw_file_real_path(folder, real_folder, sizeof real_folder, NULL) == SNW_OK &&
           snw_file_real_path(file, real_file, sizeof real_file, NULL) == SNW_OK &&
           snw_path_is_inside(real_folder, real_file);
}

// Is l->place there, or is it there by another spelling of `path` below `folder`? Then it is told.
static snw_status find_spelled(lookup *l, const char *folder, const char *path) {
    const snw_status status = find_file(l->place);
    char other[SNW_PATH_SIZE];
    if (status != SNW_ERR_NOT_FOUND || !snw__spell_path(folder, path, other)) return status;
    const snw_status spelled = find_file(other);
    if (spelled != SNW_OK) return status;
    memcpy(l->place, other, sizeof other);
    l->spelled = true;
    return SNW_OK;
}

// Tries l->path below a folder; `trusted` folders may have links that lead out. SNW_NOTHING_NEW
// when it is not there.
static snw_status try_below(lookup *l, const char *folder, const char *origin, bool trusted) {
    if (snw_failed(snw_path_join(folder, l->path, l->place, sizeof l->place))) {
        return SNW_NOTHING_NEW;
    }
    tell(l, l->place, origin);
    const snw_status status = find_spelled(l, folder, l->path);
    if (status == SNW_OK && (trusted || really_inside(folder, l->place))) return give(l);
    if (status == SNW_OK) l->worst = SNW_ERR_PERMISSION;
    if (status == SNW_ERR_ARGUMENT && l->worst == SNW_OK) l->worst = status;
    return SNW_NOTHING_NEW;
}

// --- folders of packages ------------------------------------------------------------------------

static snw_status try_package(lookup *l, const char *folder, const char *origin, bool trusted) {
    if (!snw_file_is_directory(folder)) {
        tell(l, folder, origin);
        return SNW_NOTHING_NEW;
    }
    l->package_seen = true;
    return try_below(l, folder, origin, trusted);
}

// the next entry of a list with colons; false at its end
static bool next_entry(const char **list, char out[SNW_PATH_SIZE]) {
    while (**list != '\0') {
        const size_t length = strcspn(*list, ":");
        const char *entry = *list;
        *list += length + ((*list)[length] == ':');
        if (length == 0 || length >= SNW_PATH_SIZE) continue;
        memcpy(out, entry, length);
        out[length] = '\0';
        return true;
    }
    return false;
}

// folders that hold packages, or are one
static snw_status try_variable(lookup *l, const char *variable, const char *below) {
    const char *list = getenv(variable);
    char entry[SNW_PATH_SIZE], leaf[SNW_PATH_SIZE];
    while (list != NULL && next_entry(&list, entry)) {
        const bool own = below[0] == '\0' && snw_path_leaf(entry, leaf, sizeof leaf) == SNW_OK &&
                         strcmp(leaf, l->name) == 0;
        if (!own && (snw_failed(snw_path_join(entry, below, entry, sizeof entry)) ||
                     snw_failed(snw_path_join(entry, l->name, entry, sizeof entry)))) {
            continue;
        }
        const snw_status status = try_package(l, entry, variable, true);
        if (status != SNW_NOTHING_NEW) return status;
    }
    return SNW_NOTHING_NEW;
}

// the name in a package.xml: the text of the element name, a child of the root
static bool is_named(const char *file, const char *name) {
    snw_file_content content;
    const snw_file_reading how = {.limit = PACKAGE_XML};
    if (snw_failed(snw_file_read(file, &how, &content, NULL))) return false;
    snw_xml *xml = snw_xml_open(content.data, content.size, file);
    bool inside = false, same = false;
    snw_xml_event event = SNW_XML_EOF;
    while (xml != NULL && !same && (event = snw_xml_next(xml)) != SNW_XML_EOF) {
        if (event == SNW_XML_ERROR) break;
        size_t length;
        const char *text = snw_xml_content(xml, &length);
        same = inside && event == SNW_XML_CONTENT && length == strlen(name) &&
               memcmp(text, name, length) == 0;
        inside = event == SNW_XML_START && snw_xml_depth(xml) == 2 &&
                 strcmp(snw_xml_name(xml), "name") == 0;
    }
    snw_xml_close(xml);
    snw_file_free(&content);
    return same;
}

static bool has_manifest(const char *folder, char out[SNW_PATH_SIZE]) {
    return snw_path_join(folder, "package.xml", out, SNW_PATH_SIZE) == SNW_OK &&
           find_file(out) == SNW_OK;
}

// upwards from the model
static snw_status try_parents(lookup *l) {
    char folder[SNW_PATH_SIZE], file[SNW_PATH_SIZE], leaf[SNW_PATH_SIZE];
    const char *model = l->places->folder;
    if (model == NULL || snw_failed(snw_file_real_path(model, folder, sizeof folder, NULL))) {
        return SNW_NOTHING_NEW;
    }
    for (;;) {
        snw_status status = SNW_NOTHING_NEW;
        const bool manifest = has_manifest(folder, file);
        const bool own =
            manifest &&
            ((snw_path_leaf(folder, leaf, sizeof leaf) == SNW_OK && strcmp(leaf, l->name) == 0) ||
             is_named(file, l->name));
        if (own) status = try_package(l, folder, "package.xml", false);
        if (status == SNW_NOTHING_NEW &&
            snw_path_join(folder, l->name, file, sizeof file) == SNW_OK) {
            status = try_package(l, file, "above the model", false);
        }
        if (status != SNW_NOTHING_NEW) return status;
        if (strcmp(folder, "/") == 0) return SNW_NOTHING_NEW;
        if (snw_failed(snw_path_parent(folder, folder, sizeof folder))) return SNW_NOTHING_NEW;
    }
}

static snw_status try_packages(lookup *l) {
    for (int i = 0; i < l->places->package_count; i++) {
        const snw_package *package = &l->places->packages[i];
        if (strcmp(package->name, l->name) != 0) continue;
        const snw_status status = try_package(l, package->folder, "--package", true);
        if (status != SNW_NOTHING_NEW) return status;
    }
    static const char *const variables[][2] = {
        {"SINEW_PACKAGE_PATH", ""}, {"ROS_PACKAGE_PATH", ""}, {"AMENT_PREFIX_PATH", "share"}};
    for (int i = 0; i < 3 && !l->places->no_environment; i++) {
        const snw_status status = try_variable(l, variables[i][0], variables[i][1]);
        if (status != SNW_NOTHING_NEW) return status;
    }
    snw_status status = try_parents(l);
    for (int i = 0; i < l->places->shipped_count && status == SNW_NOTHING_NEW; i++) {
        const snw_package *package = &l->places->shipped[i];
        if (strcmp(package->name, l->name) != 0) continue;
        status = try_package(l, package->folder, "what came with the program", true);
    }
    return status;
}

// --- the root of the model ----------------------------------------------------------------------

// the nearest folder upwards with a package.xml, else the model's own
static void find_root(lookup *l) {
    char folder[SNW_PATH_SIZE], file[SNW_PATH_SIZE];
    const char *given = l->places->root, *model = l->places->folder;
    if (given == NULL && model == NULL) return;
    if (snw_failed(
            snw_file_real_path(given != NULL ? given : model, l->root, sizeof l->root, NULL))) {
        l->root[0] = '\0';
        return;
    }
    if (given != NULL) return;
    memcpy(folder, l->root, sizeof folder);
    while (!has_manifest(folder, file)) {
        if (strcmp(folder, "/") == 0 ||
            snw_failed(snw_path_parent(folder, folder, sizeof folder))) {
            return;
        }
    }
    memcpy(l->root, folder, sizeof folder);
}

// --- the name -----------------------------------------------------------------------------------

static int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// %20 and the like, as addresses write them; false when it does not fit or hides a zero
static bool decode(const char *text, char *out, size_t size) {
    size_t length = 0;
    for (const char *c = text; *c != '\0'; c++) {
        char byte = *c;
        const int high = byte == '%' ? hex(c[1]) : -1, low = high >= 0 ? hex(c[2]) : -1;
        if (low >= 0) {
            byte = (char)(16 * high + low);
            c += 2;
        }
        if (byte == '\0' || length + 1 >= size) return false;
        out[length++] = byte;
    }
    out[length] = '\0';
    return true;
}

static bool starts(const char *text, const char *start, const char **rest) {
    const size_t length = strlen(start);
    if (strncmp(text, start, length) != 0) return false;
    *rest = text + length;
    return true;
}

// true when ".." leads out of the folder that a relative path is seen from
static bool climbs(const char *path) {
    char plain[SNW_PATH_SIZE];
    return snw_failed(snw_path_normalise(path, plain, sizeof plain)) || strcmp(plain, "..") == 0 ||
           strncmp(plain, "../", 3) == 0;
}

// --- package:// ---------------------------------------------------------------------------------

static snw_status refuse_outside(lookup *l, const char *what) {
    return snw_refuse_rule(l->why, SNW_ERR_PERMISSION, "place", NULL, what,
                           "allow its folder with --package name=folder, or any with --anywhere");
}

static snw_status find_in_package(lookup *l, const char *name) {
    const size_t length = strcspn(name, "/\\");
    if (length == 0 || length >= sizeof l->name || name[length] == '\0' ||
        !decode(name + length + 1, l->path, sizeof l->path) || l->path[0] == '\0') {
        return snw_refuse_rule(l->why, SNW_ERR_SYNTAX, "place", NULL,
                               "the address names no package or no file",
                               "write package://name/path");
    }
    memcpy(l->name, name, length);
    l->name[length] = '\0';
    if (strcmp(l->name, ".") == 0 || strcmp(l->name, "..") == 0 || snw_path_is_absolute(l->path) ||
        climbs(l->path)) {
        return refuse_outside(l, "the path leaves its package");
    }
    const snw_status status = try_packages(l);
    if (status != SNW_NOTHING_NEW) return status;
    if (l->worst == SNW_ERR_PERMISSION) {
        return refuse_outside(l, "a link leaves the package");
    }
    if (l->worst != SNW_OK) {
        return snw_refuse_rule(l->why, l->worst, "place", NULL,
                               "it is a folder, a pipe or a device, not a regular file",
                               "name a regular file");
    }
    return l->package_seen
               ? snw_refuse_rule(l->why, SNW_ERR_NOT_FOUND, "place", NULL,
                                 "the package has no such file",
                                 "correct the path, or add the file")
               : snw_refuse_rule(l->why, SNW_ERR_NOT_FOUND, "place", NULL,
                                 "the package was not found",
                                 "give --package name=folder, or set SINEW_PACKAGE_PATH");
}

// --- paths --------------------------------------------------------------------------------------

// true when a path lies below a folder by its text alone
static bool inside_by_text(const char *folder, const char *file) {
    char real[SNW_PATH_SIZE];
    return snw_file_real_path(folder, real, sizeof real, NULL) == SNW_OK &&
           snw_path_is_inside(real, file);
}

// A path may lead into the model, or into folders that the user has named: asked of the file
// itself, or of its path alone.
static bool is_allowed(const lookup *l, const char *file,
                       bool (*is_inside)(const char *folder, const char *file)) {
    if (l->places->anywhere) return true;
    if (l->root[0] != '\0' && is_inside(l->root, file)) return true;
    for (int i = 0; i < l->places->package_count; i++) {
        if (is_inside(l->places->packages[i].folder, file)) return true;
    }
    static const char *const variables[] = {"SINEW_PACKAGE_PATH", "ROS_PACKAGE_PATH",
                                            "AMENT_PREFIX_PATH"};
    for (int i = 0; i < 3 && !l->places->no_environment; i++) {
        const char *list = getenv(variables[i]);
        char entry[SNW_PATH_SIZE];
        while (list != NULL && next_entry(&list, entry)) {
            if (is_inside(entry, file)) return true;
        }
    }
    return false;
}

static snw_status find_by_path(lookup *l, const char *path) {
    const char *folder = l->places->folder;
    if (path[0] == '\0') {
        return snw_refuse_rule(l->why, SNW_ERR_SYNTAX, "place", NULL, "the name is empty",
                               "name a file");
    }
    if (!snw_path_is_absolute(path) && folder == NULL) {
        return snw_refuse_rule(l->why, SNW_ERR_NOT_FOUND, "place", NULL,
                               "the path is relative, but the folder of the model is not known",
                               "give the folder of the model");
    }
    find_root(l);
    if (snw_failed(snw_path_join(folder != NULL ? folder : "", path, l->place, sizeof l->place))) {
        return snw_refuse_rule(l->why, SNW_ERR_MEMORY, "place", NULL,
                               "the path of the file is too long", "use a shorter path");
    }
    tell(l, l->place, "the model's folder");
    // outside is decided by the text where that is enough, so that nothing there is even looked at
    char plain[SNW_PATH_SIZE], real[SNW_PATH_SIZE] = "";
    if (!l->places->anywhere && !snw_path_is_absolute(path) &&
        snw_file_real_path(folder, real, sizeof real, NULL) == SNW_OK &&
        (snw_failed(snw_path_join(real, path, plain, sizeof plain)) ||
         snw_failed(snw_path_normalise(plain, plain, sizeof plain)) ||
         !is_allowed(l, plain, inside_by_text))) {
        return refuse_outside(l, "the path leaves the model's folder");
    }
    const snw_status status =
        snw_path_is_absolute(path) ? find_spelled(l, "/", path) : find_spelled(l, folder, path);
    if (status == SNW_ERR_ARGUMENT) {
        return snw_refuse_rule(l->why, status, "place", NULL,
                               "it is a folder, a pipe or a device, not a regular file",
                               "name a regular file");
    }
    if (snw_failed(status)) {
        return snw_refuse_rule(l->why, status, "place", NULL, "the file was not found",
                               "correct the path, or add the file");
    }
    if (!is_allowed(l, l->place, really_inside)) {
        return refuse_outside(l, "the path leaves the model's folder");
    }
    return give(l);
}

snw_status snw_places_find(const snw_places *places, const char *name, char *out, size_t size,
                           const snw_place_told *told, snw_why *why) {
    lookup *l = calloc(1, sizeof *l);
    if (l == NULL) {
        return snw_refuse_rule(why, SNW_ERR_MEMORY, "place", NULL, "out of memory",
                               "free some memory");
    }
    *l = (lookup){.places = places, .told = told, .why = why, .size = size};
    l->out = out;
    const char *rest = name;
    snw_status status = SNW_OK;
    if (starts(name, "package://", &rest) || starts(name, "model://", &rest)) {
        status = find_in_package(l, rest);
    } else if (starts(name, "file://", &rest)) {
        status = decode(rest, l->path, sizeof l->path)
                     ? find_by_path(l, l->path)
                     : snw_refuse_rule(why, SNW_ERR_SYNTAX, "place", NULL,
                                       "the address cannot be read", "write file:///path");
    } else if (strstr(name, "://") != NULL) {
        status = snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "place", NULL,
                                 "addresses of this kind are not supported",
                                 "write package://name/path or a path");
    } else {
        status = find_by_path(l, name);
    }
    free(l);
    return status;
}
