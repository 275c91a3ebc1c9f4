// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Wavefront OBJ, line by line.

#include <stdlib.h>
#include <string.h>

#include "obj_internal.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"

snw_status snw__obj_memory(const snw__obj *o) {
    return snw__mesh_refuse(&o->r, SNW_ERR_MEMORY, "the memory for the mesh is exhausted",
                            "simplify the mesh in its own program");
}

void snw__obj_pass_over(const snw__reading *r, const snw__scan *s, snw__obj_unknown *unknown) {
    enum { KEYS = 32, KEY = 16 };
    char key[KEY];
    const size_t length = s->length < KEY - 1 ? s->length : KEY - 1;
    memcpy(key, s->word, length);
    key[length] = '\0';
    for (int i = 0; i < unknown->count; i++) {
        if (strcmp(unknown->key[i], key) == 0) return;
    }
    if (unknown->count == KEYS) return;
    memcpy(unknown->key[unknown->count++], key, KEY);
    char line[SNW_WHY_TEXT];
    snw_text text = snw_text_over(line, sizeof line);
    snw_text_format(&text, "lines '%s' are ignored", key);
    snw_why why;
    snw__reading_why(r, &why, SNW_OK, line);
    why.severity = SNW_WARNING;
    (void)snw__refuse_at(r, &why, s->word_line, s->word_column, "");
}

// --- numbers ------------------------------------------------------------------------------------

// `least` to `most` numbers up to the end of the line, of which the first three are kept
static snw_status read_numbers(snw__obj *o, int least, int most, double *x) {
    const snw__scan key = o->s;
    int count = 0;
    while (snw__scan_word(&o->s)) {
        double value = 0;
        if (count == most) {
            return snw__refuse_word(&o->r, &o->s, SNW_ERR_SYNTAX, "is one number too many",
                                    "write one element per line");
        }
        const snw_status status = snw__scan_real(&o->r, &o->s, &value);
        if (snw_failed(status)) return status;
        if (count < 3) x[count] = value;
        count++;
    }
    if (count >= least) return SNW_OK;
    return snw__refuse_word(&o->r, &key, SNW_ERR_SYNTAX, "has too few numbers",
                            "the file is truncated, or is not an OBJ");
}

static snw_status read_point(snw__obj *o) {
    const snw__scan key = o->s;
    double x[3] = {0, 0, 0};
    snw_status status = read_numbers(o, 3, 7, x); // a weight or a colour may follow
    if (snw_failed(status)) return status;
    const snw_vec3 p = snw__mesh_scaled(&o->r, snw_vec3_of(x[0], x[1], x[2]), &status);
    if (snw_failed(status)) return snw__refuse_point(&o->r, &key, status);
    int id;
    return snw__builder_point(&o->r, &o->b, p, &id);
}

static snw_status read_normal(snw__obj *o) {
    double x[3] = {0, 0, 0};
    const snw_status status = read_numbers(o, 3, 3, x);
    if (snw_failed(status)) return status;
    if (o->normal_count == 4 * SNW_MESH_POINTS) {
        return snw__mesh_refuse(&o->r, SNW_ERR_TOO_LARGE, "the mesh has too many normals",
                                "simplify the mesh in its own program");
    }
    if (!snw__more(&o->normals, o->normal_count, &o->normal_room, sizeof *o->normals)) {
        return snw__obj_memory(o);
    }
    o->normals[o->normal_count++] = snw_vec3_of(x[0], x[1], x[2]);
    return SNW_OK;
}

static snw_status read_texture(snw__obj *o) {
    double x[3] = {0, 0, 0};
    const snw_status status = read_numbers(o, 1, 3, x);
    if (snw_failed(status)) return status;
    if (o->texture_count == SNW_MESH_POINTS) {
        return snw__mesh_refuse(&o->r, SNW_ERR_TOO_LARGE, "the mesh has too many texture points",
                                "simplify the mesh in its own program");
    }
    if (!snw__more(&o->textures, o->texture_count, &o->texture_room, sizeof *o->textures)) {
        return snw__obj_memory(o);
    }
    o->textures[o->texture_count++] = snw_vec2_of(x[0], x[1]);
    return SNW_OK;
}

// --- materials ----------------------------------------------------------------------------------

static bool same_name(const void *items, int id, const void *key) {
    return strcmp(((const snw__obj_name *)items)[id].text, key) == 0;
}

static snw_status use_material(snw__obj *o) {
    o->surface = -1;
    if (!o->r.keep_polygons || !snw__scan_rest(&o->s)) return SNW_OK;
    snw__obj_name name = {{0}};
    if (o->s.length >= sizeof name.text) {
        return snw__refuse_word(&o->r, &o->s, SNW_ERR_TOO_LARGE, "is too long for a name",
                                "use at most 63 bytes");
    }
    snw__scan_name(&o->s, name.text);
    const uint64_t words = snw__hash_bytes(name.text, strlen(name.text));
    const uint64_t hash = snw__hash_words(&o->name_finder, words, 0, 0);
    o->surface = snw__finder_find(&o->name_finder, hash, same_name, o->names, name.text);
    if (o->surface >= 0) return SNW_OK;
    if (o->name_count == SNW_MATERIALS) {
        return snw__refuse_word(&o->r, &o->s, SNW_ERR_TOO_LARGE, "is one material too many",
                                "use at most 4096");
    }
    if (!snw__more(&o->names, o->name_count, &o->name_room, sizeof *o->names) ||
        !snw__finder_add(&o->name_finder, hash, o->name_count)) {
        return snw__obj_memory(o);
    }
    o->surface = o->name_count;
    o->names[o->name_count++] = name;
    return SNW_OK;
}

// why a file of materials is not read, as a warning
static void warn_materials(const snw__obj *o, snw_why *why) {
    why->severity = SNW_WARNING;
    snw_why_rule(why, o->r.rule);
    (void)snw__refuse_at(&o->r, why, o->s.word_line, o->s.word_column,
                         "colours are left out; put the file beside the mesh");
}

// the real path of a file beneath the folder of the mesh
static snw_status find_materials(const snw__obj *o, const char *name, char *found, snw_why *why) {
    char folder[SNW_PATH_SIZE], wanted[SNW_PATH_SIZE];
    const char *from = o->r.source->folder[0] != '\0' ? o->r.source->folder : ".";
    snw_status status = snw_file_real_path(from, folder, sizeof folder, why);
    if (snw_failed(status)) return status;
    status = snw_path_join(folder, name, wanted, sizeof wanted);
    if (status == SNW_OK) status = snw_file_real_path(wanted, found, SNW_PATH_SIZE, why);
    if (status == SNW_OK && !snw_path_is_inside(folder, found)) {
        return snw_refuse(why, SNW_ERR_PERMISSION, NULL,
                          "a file of materials lies outside the folder", NULL);
    }
    return status;
}

static snw_status read_materials(snw__obj *o) {
    if (!snw__scan_rest(&o->s) || o->r.source->folder == NULL) return SNW_OK;
    char name[SNW_PATH_SIZE], path[SNW_PATH_SIZE];
    snw_why why = {0};
    if (o->s.length >= sizeof name || memchr(o->s.word, '\0', o->s.length) != NULL) return SNW_OK;
    memcpy(name, o->s.word, o->s.length);
    name[o->s.length] = '\0';
    snw_status status = find_materials(o, name, path, &why);
    const snw_file_reading how = {.limit = SNW_MATERIAL_BYTES};
    snw_file_content content;
    if (status == SNW_OK) status = snw_file_read(path, &how, &content, &why);
    if (snw_failed(status)) {
        warn_materials(o, &why);
        return SNW_OK;
    }
    if (o->palette == NULL) o->palette = snw_block_new(&snw_surface_type, o->setup);
    const snw_source source = {content.data, content.size, name, NULL};
    status = o->palette == NULL ? SNW_ERR_MEMORY
                                : snw_mtl_read(&source, o->setup, o->palette, o->r.diags);
    snw_file_free(&content);
    return status;
}

// --- lines --------------------------------------------------------------------------------------

static snw_status read_line(snw__obj *o) {
    const snw__scan *s = &o->s;
    if (snw__scan_is(s, "v")) return read_point(o);
    if (snw__scan_is(s, "f")) return snw__obj_face_line(o);
    if (snw__scan_is(s, "vn")) return read_normal(o);
    if (snw__scan_is(s, "vt")) return read_texture(o);
    if (snw__scan_is(s, "usemtl")) return use_material(o);
    if (snw__scan_is(s, "mtllib")) return read_materials(o);
    if (!snw__scan_is(s, "o") && !snw__scan_is(s, "g") && !snw__scan_is(s, "s")) {
        snw__obj_pass_over(&o->r, s, &o->unknown);
    }
    return SNW_OK;
}

static snw_status read_lines(snw__obj *o) {
    do {
        const snw_status status = snw__scan_word(&o->s) ? read_line(o) : SNW_OK;
        if (snw_failed(status)) return status;
    } while (snw__scan_line(&o->s));
    return SNW_OK;
}

static void close_obj(snw__obj *o) {
    snw__builder_close(&o->b);
    snw__finder_close(&o->name_finder);
    free(o->normals);
    free(o->textures);
    free(o->corners);
    free(o->faces);
    free(o->names);
}

snw_status snw_obj_read(const snw_source *source, const snw_mesh_reading *reading, snw_setup *setup,
                        snw_mesh **mesh, snw_diags *diags) {
    snw__obj o = {.setup = setup, .surface = -1};
    snw_status status = snw__reading_open(&o.r, source, reading, "obj", diags);
    if (snw_failed(status)) return status;
    o.s = snw__scan_over(source);
    o.s.continues = true;
    o.s.comment = '#';
    o.name_finder.seed = o.b.finder.seed = snw__hash_bytes(source->bytes, source->length);
    status = read_lines(&o);
    if (status == SNW_OK) status = snw__obj_build(&o, mesh);
    if (status == SNW_OK && reading != NULL && reading->palette != NULL) {
        *reading->palette = o.palette;
    }
    close_obj(&o);
    return status;
}
