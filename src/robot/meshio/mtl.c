// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Files of materials of OBJ.

#include <math.h>
#include <string.h>

#include "obj_internal.h"

typedef struct mtl {
    snw__reading r;
    snw__scan s;
    snw_setup *setup;
    snw_surface *palette, *surface;
    snw_material material;
    snw__obj_unknown unknown;
} mtl;

static double clamped(double x, double most) {
    return x > 0 ? x < most ? x : most : 0;
}

// "Kd r g b"; one number stands for all three
static snw_status read_colour(mtl *m, double *colour) {
    double x[3] = {0, 0, 0};
    int count = 0;
    while (count < 3 && snw__scan_word(&m->s)) {
        const snw_status status = snw__scan_real(&m->r, &m->s, &x[count]);
        if (snw_failed(status)) return status;
        count++;
    }
    for (int k = 0; k < 3 && count > 0; k++) {
        colour[k] = clamped(x[k < count ? k : count - 1], 1);
    }
    return SNW_OK;
}

static snw_status read_one(mtl *m, double *value) {
    return snw__scan_word(&m->s) ? snw__scan_real(&m->r, &m->s, value) : SNW_OK;
}

static void set_alpha(snw_material *material, double alpha) {
    material->ambient[3] = material->diffuse[3] = clamped(alpha, 1);
    material->specular[3] = material->emission[3] = clamped(alpha, 1);
}

static snw_status read_texture(mtl *m) {
    if (!snw__scan_rest(&m->s)) return SNW_OK;
    if (m->s.length >= sizeof m->material.texture) {
        return snw__refuse_word(&m->r, &m->s, SNW_ERR_TOO_LARGE, "is too long for a name",
                                "use at most 255 bytes");
    }
    memset(m->material.texture, 0, sizeof m->material.texture);
    snw__scan_name(&m->s, m->material.texture);
    return SNW_OK;
}

// the material so far goes into its surface
static snw_status end_material(mtl *m) {
    if (m->surface == NULL) return SNW_OK;
    return snw_surface_set_material(m->surface, &m->material, m->setup);
}

static snw_status begin_material(mtl *m) {
    snw_status status = end_material(m);
    m->surface = NULL;
    m->material = snw_material_defaults();
    if (snw_failed(status) || !snw__scan_rest(&m->s)) return status;
    char name[SNW_SURFACE_NAME] = {0};
    if (m->s.length >= sizeof name || m->palette->map_count >= SNW_MATERIALS) {
        return snw__refuse_word(&m->r, &m->s, SNW_ERR_TOO_LARGE,
                                "is too long for a name, or one material too many",
                                "use at most 63 bytes, and 4096 materials");
    }
    snw__scan_name(&m->s, name);
    if (name[0] == '\0') return SNW_OK;
    return snw_surface_add_map(m->palette, name, m->setup, &m->surface);
}

static snw_status read_key(mtl *m) {
    const snw__scan *s = &m->s;
    double value = 0;
    snw_status status = SNW_OK;
    if (snw__scan_is(s, "newmtl")) return begin_material(m);
    if (snw__scan_is(s, "kd")) return read_colour(m, m->material.diffuse);
    if (snw__scan_is(s, "ka")) return read_colour(m, m->material.ambient);
    if (snw__scan_is(s, "ks")) return read_colour(m, m->material.specular);
    if (snw__scan_is(s, "ke")) return read_colour(m, m->material.emission);
    if (snw__scan_is(s, "map_kd")) return read_texture(m);
    if (snw__scan_is(s, "ns")) {
        status = read_one(m, &value);
        m->material.shininess = clamped(value, 128);
    } else if (snw__scan_is(s, "d")) {
        value = 1;
        status = read_one(m, &value);
        set_alpha(&m->material, value);
    } else if (snw__scan_is(s, "tr")) {
        status = read_one(m, &value);
        set_alpha(&m->material, 1 - value);
    } else {
        snw__obj_pass_over(&m->r, s, &m->unknown);
    }
    return status;
}

snw_status snw_mtl_read(const snw_source *source, snw_setup *setup, snw_surface *palette,
                        snw_diags *diags) {
    mtl m = {.setup = setup, .palette = palette, .material = snw_material_defaults()};
    snw_status status = snw__reading_open(&m.r, source, NULL, "mtl", diags);
    if (snw_failed(status)) return status;
    m.s = snw__scan_over(source);
    m.s.comment = '#';
    do {
        status = snw__scan_word(&m.s) ? read_key(&m) : SNW_OK;
    } while (status == SNW_OK && snw__scan_line(&m.s));
    return status == SNW_OK ? end_material(&m) : status;
}

static void print_colour(snw_text *out, const char *key, const double *colour) {
    snw_text_format(out, "%s", key);
    for (int k = 0; k < 3; k++) {
        snw_text_add(out, " ", 1);
        snw_text_real(out, colour[k]);
    }
    snw_text_add(out, "\n", 1);
}

void snw_mtl_write(const snw_surface *surfaces, int count, snw_text *out) {
    for (int i = 0; i < count; i++) {
        const snw_material m = snw_surface_material(&surfaces[i]);
        snw_text_format(out, "newmtl %s\n", surfaces[i].name);
        print_colour(out, "Ka", m.ambient);
        print_colour(out, "Kd", m.diffuse);
        print_colour(out, "Ks", m.specular);
        print_colour(out, "Ke", m.emission);
        snw_text_format(out, "Ns ");
        snw_text_real(out, m.shininess);
        snw_text_format(out, "\nd ");
        snw_text_real(out, m.diffuse[3]);
        if (m.texture[0] != '\0') snw_text_format(out, "\nmap_Kd %s", m.texture);
        snw_text_format(out, "\n");
    }
}
