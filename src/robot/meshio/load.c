// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/meshio/load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/meshio/glb.h"
#include "sinew/meshio/obj.h"
#include "sinew/meshio/stl.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"
#include "sinew/shape/query.h"

snw_mesh_format snw_mesh_format_of(const char *path) {
    char extension[8];
    if (snw_failed(snw_path_extension(path, extension, sizeof extension))) return SNW_MESH_OTHER;
    for (char *c = extension; *c != '\0'; c++) {
        if (*c >= 'A' && *c <= 'Z') *c = (char)(*c - 'A' + 'a');
    }
    if (strcmp(extension, ".stl") == 0) return SNW_MESH_STL;
    if (strcmp(extension, ".obj") == 0) return SNW_MESH_OBJ;
    if (strcmp(extension, ".glb") == 0) return SNW_MESH_GLB;
    return SNW_MESH_OTHER;
}

static snw_status refuse_format(const char *path, snw_why *why) {
    char stem[64], leaf[64], line[SNW_WHY_TEXT];
    if (snw_failed(snw_path_leaf(path, leaf, sizeof leaf)) ||
        snw_failed(snw_path_stem(path, stem, sizeof stem))) {
        memcpy(leaf, "MESH", sizeof "MESH");
        memcpy(stem, "MESH", sizeof "MESH");
    }
    snw_why_set(why, SNW_ERR_UNSUPPORTED, NULL, "only .stl, .obj and .glb are read here");
    snw_why_rule(why, "mesh-format");
    snw_why_at(why, path, 0, 0);
    snw_text text = snw_text_over(line, sizeof line);
    snw_text_format(&text, "run 'sinew mesh convert %s %s.glb'", leaf, stem);
    snw_why_fix(why, line);
    return SNW_ERR_UNSUPPORTED;
}

static snw_status read_format(snw_mesh_format format, const snw_source *source,
                              const snw_mesh_reading *reading, snw_setup *setup, snw_mesh **mesh,
                              snw_diags *diags) {
    switch (format) {
    case SNW_MESH_STL:
        return snw_stl_read(source, reading, setup, mesh, diags);
    case SNW_MESH_OBJ:
        return snw_obj_read(source, reading, setup, mesh, diags);
    case SNW_MESH_GLB:
        return snw_glb_read(source, reading, setup, mesh, diags);
    case SNW_MESH_OTHER:
        break;
    }
    return SNW_ERR_UNSUPPORTED;
}

snw_status snw_mesh_read_file(const char *path, const snw_mesh_reading *reading, snw_setup *setup,
                              snw_mesh **mesh, snw_diags *diags) {
    snw_why why = {0};
    char folder[SNW_PATH_SIZE];
    const snw_mesh_format format = snw_mesh_format_of(path);
    const snw_file_reading how = {.limit = SNW_MESH_FILE_BYTES};
    snw_file_content content = {0};
    snw_mesh *read = NULL;
    snw_status status = format == SNW_MESH_OTHER ? refuse_format(path, &why) : SNW_OK;
    if (status == SNW_OK) status = snw_file_read(path, &how, &content, &why);
    if (snw_failed(status)) {
        snw_diags_add(diags, &why);
        return status;
    }
    const bool placed = snw_path_parent(path, folder, sizeof folder) == SNW_OK;
    const snw_source source = {content.data, content.size, path, placed ? folder : NULL};
    status = read_format(format, &source, reading, setup, &read, diags);
    snw_file_free(&content);
    if (snw_failed(status)) return status;
    const snw_child shape = {&snw_mesh_type, read};
    status = snw_shape_prepare(&shape, setup, &why);
    if (snw_failed(status)) {
        snw_diags_add(diags, &why);
        return status;
    }
    (void)snw_mesh_check(read, path, diags);
    *mesh = read;
    return SNW_OK;
}

snw_status snw_mesh_load(const char *path, snw_vec3 scale, snw_setup *setup, snw_mesh **mesh,
                         snw_diags *diags) {
    // three zeros mean 1 to a reading, but not in a model
    const bool none = scale.x == 0 && scale.y == 0 && scale.z == 0;
    const snw_mesh_reading reading = {.scale = none ? snw_vec3_x((double)NAN) : scale};
    return snw_mesh_read_file(path, &reading, setup, mesh, diags);
}

// --- writing ------------------------------------------------------------------------------------

snw_status snw_mesh_write(const char *path, const snw_mesh_part *parts, int count, snw_text *out,
                          snw_why *why) {
    switch (snw_mesh_format_of(path)) {
    case SNW_MESH_STL:
        return snw_stl_write(parts, count, false, out, why);
    case SNW_MESH_OBJ:
        return snw_obj_write(parts, count, NULL, out, why);
    case SNW_MESH_GLB:
        return snw_glb_write(parts, count, NULL, out, why);
    case SNW_MESH_OTHER:
        break;
    }
    snw_why_set(why, SNW_ERR_UNSUPPORTED, NULL, "only .stl, .obj and .glb are written");
    snw_why_rule(why, "mesh-format");
    snw_why_at(why, path, 0, 0);
    snw_why_fix(why, "give a name that ends in one of these");
    return SNW_ERR_UNSUPPORTED;
}

snw_status snw_mesh_save(const char *path, const snw_mesh_part *parts, int count, snw_why *why) {
    snw_text text = snw_text_over(NULL, 0);
    snw_status status = snw_mesh_write(path, parts, count, &text, why);
    if (snw_failed(status)) return status;
    const size_t size = text.length;
    char *bytes = malloc(size + 1);
    if (bytes == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, NULL, "the file does not fit into memory", NULL);
    }
    text = snw_text_over(bytes, size + 1);
    status = snw_mesh_write(path, parts, count, &text, why);
    if (status == SNW_OK) status = snw_file_write(path, bytes, size, why);
    free(bytes);
    return status;
}
