// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "sinew/os/file.h"
#include "sinew/os/path.h"
#include "xacro_parts.h"

enum { DEEP = 16, FILES = 256 };

// --- packages -----------------------------------------------------------------------------------

// where the file in hand looks for others: what it may not leave is what the first one may not
snw_places snw__x_places(const snw__xacro *x, const snw__xfile *file) {
    snw_places places = x->options->places;
    char real[SNW_PATH_SIZE];
    if (file->includer == NULL) {
        if (places.folder == NULL) places.folder = file->folder;
        return places;
    }
    places.folder = file->folder;
    if (places.root == NULL && x->base[0] != '\0' && file->folder != NULL &&
        snw_file_real_path(file->folder, real, sizeof real, NULL) == SNW_OK &&
        snw_path_is_inside(x->base, real)) {
        places.root = x->base;
    }
    return places;
}

static const char *package_folder(snw__xacro *x, const char *name, snw_why *why) {
    char address[256], file[SNW_PATH_SIZE];
    const snw_places places = snw__x_places(x, x->at->file);
    for (int i = 0; i < places.package_count; i++) {
        const snw_package *p = &places.packages[i];
        if (strcmp(p->name, name) == 0) return snw__x_copy(x, p->folder, strlen(p->folder));
    }
    snw_text text = snw_text_over(address, sizeof address);
    snw_text_format(&text, "package://%s/package.xml", name);
    if (snw_text_is_cut(&text) || strchr(name, '/') != NULL) {
        snw_why_set(why, SNW_ERR_SYNTAX, NULL, "that is not a name of a package");
        snw_why_fix(why, "write $(find package)/path");
        return NULL;
    }
    if (snw_failed(snw_places_find(&places, address, file, sizeof file, NULL, why))) return NULL;
    if (snw_failed(snw_path_parent(file, file, sizeof file))) return NULL;
    return snw__x_copy(x, file, strlen(file));
}

const char *snw__x_package(snw__xacro *x, const char *name) {
    snw__xbuffer address = {0};
    if (x->addresses) {
        // the place of one file is found more surely than that of the folder
        if (!snw__x_add(x, &address, "package://", 10)) return NULL;
        if (!snw__x_add(x, &address, name, strlen(name))) return NULL;
        return snw__x_copy(x, address.data, address.length);
    }
    snw_why why = {0};
    const char *folder = package_folder(x, name, &why);
    if (folder == NULL && !x->stopped) {
        (void)snw__x_fail(x, (snw__xfault){why.code, "xacro-substitution", why.fix},
                          "$(find %s): %s", name, why.text);
    }
    return folder != NULL && snw__x_found_package(x, name, folder) ? folder : NULL;
}

// --- files --------------------------------------------------------------------------------------

static bool refuse_file(snw__xacro *x, const char *name, const snw_why *why) {
    return snw__x_doubt(x, (snw__xfault){why->code, "xacro-include", why->fix}, "%s: %s",
                        snw_quote(name).text, why->text);
}

static bool is_cycle(const snw__xfile *file, const char *path, int *deep) {
    char real[SNW_PATH_SIZE], other[SNW_PATH_SIZE];
    if (snw_failed(snw_file_real_path(path, real, sizeof real, NULL))) return false;
    for (*deep = 1; file != NULL; file = file->includer, (*deep)++) {
        if (snw_file_real_path(file->name, other, sizeof other, NULL) == SNW_OK &&
            strcmp(real, other) == 0) {
            return true;
        }
    }
    return false;
}

static bool refuse_pattern(snw__xacro *x, const char *name) {
    return snw__x_fail(
        x, (snw__xfault){SNW_ERR_UNSUPPORTED, "xacro-include", "include the files one by one"},
        "%s: patterns of names are not supported", snw_quote(name).text);
}

// finds the file; false when it is not to be expanded, which need not be an error
static bool find(snw__xacro *x, const snw__xnode *node, const char *name, bool optional,
                 char path[SNW_PATH_SIZE]) {
    snw_why why;
    int deep = 0;
    if (strpbrk(name, "*?[") != NULL) return refuse_pattern(x, name);
    const snw_status status = snw__x_find_file(x, node->file, name, path, &why);
    if (status == SNW_ERR_NOT_FOUND && optional) return false;
    if (snw_failed(status)) {
        (void)refuse_file(x, name, &why);
        return false;
    }
    if (is_cycle(node->file, path, &deep)) {
        return snw__x_fail(
            x, (snw__xfault){SNW_ERR_SYNTAX, "xacro-cycle", "remove the include from one of them"},
            "%s includes itself", snw_quote(name).text);
    }
    if (deep > DEEP || ++x->files > FILES) {
        x->stopped = true;
        return snw__x_fail(x, (snw__xfault){SNW_ERR_TOO_LARGE, "xacro-limit", "combine files"},
                           deep > DEEP ? "files include each other more than 16 deep"
                                       : "more than 256 files are included");
    }
    return true;
}

// declarations of name spaces move to the root of the result
static bool move_declarations(snw__xacro *x, const snw__xnode *from) {
    for (int i = 0; i < from->attribute_count; i++) {
        const snw__xattribute *a = &from->attributes[i];
        if (!a->raw || strcmp(a->name, "xmlns") == 0) continue;
        if (snw__x_attribute(x->root, a->name) >= 0) continue;
        x->output += strlen(a->name) + strlen(a->value) + 4;
        if (!snw__x_set_attribute(x, x->root, a)) return false;
    }
    return true;
}

static snw__xscope *scope_for(snw__xacro *x, const char *space, snw__xscope *scope) {
    if (space == NULL) return scope;
    const char *name = snw__x_substitute(x, space, scope);
    if (name == NULL) return NULL;
    if (!snw__x_is_name(name)) {
        (void)snw__x_fail(x,
                          (snw__xfault){SNW_ERR_SYNTAX, "xacro-include",
                                        "use letters, digits and underscores, a letter first"},
                          "%s cannot be a name space", snw_quote(name).text);
        return NULL;
    }
    snw__xscope *inner = snw__x_scope(x, scope);
    if (inner == NULL || !snw__x_put(x, &scope->spaces, name, inner)) return NULL;
    inner->space = true;
    return inner;
}

bool snw__x_include(snw__xacro *x, const snw__xnode *node, snw__xscope *scope, snw__xout *out) {
    snw__xwanted a[] = {{"filename", true, NULL}, {"ns", false, NULL}, {"optional", false, NULL}};
    char path[SNW_PATH_SIZE];
    snw__xvalue value = {0};
    bool optional = false;
    if (!snw__x_wanted(x, node, a, 3)) return false;
    snw__x_look_at(x, node, "optional");
    if (a[2].value != NULL && (!snw__x_text(x, a[2].value, scope, &value) ||
                               !snw__x_condition(x, &value, a[2].value, &optional))) {
        return false;
    }
    snw__x_look_at(x, node, "filename");
    x->addresses = true;
    const char *name = snw__x_substitute(x, a[0].value, scope);
    x->addresses = false;
    if (name == NULL) return false;
    const snw_status before = x->first;
    if (!find(x, node, name, optional, path)) return x->first == before && !x->stopped;
    const snw__xfile *file = snw__x_read_file(x, path, "xacro-include", node->file);
    const snw__xnode *root = file != NULL ? snw__x_tree(x, file) : NULL;
    snw__x_look_at(x, node, a[1].value != NULL ? "ns" : NULL);
    snw__xscope *inside = root != NULL ? scope_for(x, a[1].value, scope) : NULL;
    return inside != NULL && move_declarations(x, root) &&
           snw__x_expand(x, root->first, inside, out);
}
