// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/document.h"

#include "../../../src/robot/shape/inside.h"
#include "polyhedra.h"

static snw_setup *setup;

static snw_surface *new_surface(const char *name) {
    snw_surface *surface = snw_block_new(&snw_surface_type, setup);
    CHECK(surface != NULL);
    (void)snprintf(surface->name, sizeof surface->name, "%s", name);
    return surface;
}

// something of every kind, in two levels
static snw_surface *full_surface(void) {
    static const double weights[3] = {0.5, -1e-300, 12345.678901234567};
    static const int64_t cells[4] = {INT64_MIN, -1, 0, INT64_MAX};
    snw_surface *surface = new_surface("steel");
    snw_surface *inner = NULL;
    CHECK(snw__surface_set_string(surface, "finish", "brushed & <polished>", setup) == SNW_OK);
    CHECK(snw__surface_set_string(surface, "supplier",
                                  "Stra\xC3\x9F"
                                  "e 1",
                                  setup) == SNW_OK);
    CHECK(snw__surface_set_real(surface, "hardness", 210.5, setup) == SNW_OK);
    CHECK(snw__surface_set_real(surface, "flexibility", 0.1, setup) == SNW_OK);
    CHECK(snw__surface_set_integer(surface, "coats", -3, setup) == SNW_OK);
    CHECK(snw__surface_set_reals(surface, "weights", weights, 3, setup) == SNW_OK);
    CHECK(snw__surface_set_integers(surface, "cells", cells, 4, setup) == SNW_OK);
    CHECK(snw__surface_set_reals(surface, "none", NULL, 0, setup) == SNW_OK);
    CHECK(snw_surface_add_map(surface, "grain", setup, &inner) == SNW_OK);
    CHECK(snw__surface_set_real(inner, "size", 2e-5, setup) == SNW_OK);
    CHECK(snw__surface_set_string(inner, "phase", "austenite", setup) == SNW_OK);
    CHECK(snw_surface_add_map(inner, "deeper", setup, &inner) == SNW_OK);
    CHECK(snw__surface_set_integer(inner, "level", 2, setup) == SNW_OK);
    return surface;
}

static void holds_everything(const snw_surface *s) {
    int count = 0;
    CHECK_TEXT(snw__surface_string(s, "finish"), "brushed & <polished>");
    CHECK_TEXT(snw__surface_string(s, "supplier"), "Stra\xC3\x9F"
                                                   "e 1");
    CHECK(*snw__surface_real(s, "hardness") == 210.5);
    CHECK(*snw__surface_real(s, "flexibility") == 0.1);
    CHECK(*snw__surface_integer(s, "coats") == -3);
    const double *weights = snw__surface_reals(s, "weights", &count);
    CHECK(count == 3 && weights[0] == 0.5 && weights[1] == -1e-300 &&
          weights[2] == 12345.678901234567);
    const int64_t *cells = snw__surface_integers(s, "cells", &count);
    CHECK(count == 4 && cells[0] == INT64_MIN && cells[3] == INT64_MAX);
    (void)snw__surface_reals(s, "none", &count);
    CHECK(count == 0 && s->real_vector_count == 2);
    const snw_surface *grain = snw__surface_map(s, "grain");
    CHECK(grain != NULL && *snw__surface_real(grain, "size") == 2e-5);
    CHECK_TEXT(snw__surface_string(grain, "phase"), "austenite");
    const snw_surface *deeper = snw__surface_map(grain, "deeper");
    CHECK(deeper != NULL && *snw__surface_integer(deeper, "level") == 2);
}

typedef void write_fn(const snw_type *type, const void *object, const snw_write_options *options,
                      snw_text *text);
typedef snw_status read_fn(const snw_source *source, const snw_type *type,
                           const snw_read_options *options, snw_setup *setup, void **object,
                           snw_diags *diags);

static snw_surface *through_file(const snw_surface *surface, write_fn *write, read_fn *read) {
    static char buffer[1 << 16];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    write(&snw_surface_type, surface, NULL, &text);
    CHECK(!snw_text_is_cut(&text));
    const snw_source source = {.bytes = buffer, .length = text.length, .name = "surface"};
    snw_why why;
    snw_diags diags = {.items = &why, .capacity = 1};
    void *object = NULL;
    if (read(&source, &snw_surface_type, NULL, setup, &object, &diags) < 0) {
        print_error("%s\n%s\n", why.text, buffer);
    }
    CHECK(object != NULL);
    return object;
}

// spec: actin-model:A1-LK-29
static void all_six_kinds_of_maps_come_back_from_xml_and_json_bit_by_bit(void) {
    setup = sample_setup();
    const snw_surface *surface = full_surface();
    holds_everything(surface);
    const snw_surface *xml = through_file(surface, snw_xml_write, snw_xml_read);
    const snw_surface *json = through_file(surface, snw_json_write, snw_json_read);
    holds_everything(xml);
    holds_everything(json);
    CHECK(snw_block_equal(&snw_surface_type, surface, xml));
    CHECK(snw_block_equal(&snw_surface_type, surface, json));
    snw_setup_destroy(setup);
}

// spec: actin-model:A1-LK-29
static void the_key_of_a_polygon_leads_to_its_surface(void) {
    setup = sample_setup();
    snw_mesh *box = polyhedral_box(setup);
    snw_surface surfaces[3] = {*new_surface("red"), *new_surface("blue"), *full_surface()};
    for (int i = 0; i < box->polygon_count; i++) {
        const snw_surface *found = snw__surface_find(surfaces, 3, box->polygons[i].surface);
        CHECK(found == &surfaces[1]);
    }
    CHECK(snw_mesh_check_surfaces(box, surfaces, 3, NULL) == SNW_OK);
    CHECK(snw__surface_find(surfaces, 3, "green") == NULL);
    snw_why why;
    (void)snprintf(box->polygons[4].surface, SNW_SURFACE_NAME, "bleu");
    CHECK(snw_mesh_check_surfaces(box, surfaces, 3, &why) == SNW_ERR_UNKNOWN_NAME);
    CHECK_TEXT(why.text, "there is no surface named 'bleu'");
    CHECK_TEXT(why.fix, "did you mean 'blue'?");
    CHECK(why.numbers[0].value == 4);
    CHECK(snw_mesh_check_surfaces(box, surfaces, 0, &why) == SNW_ERR_UNKNOWN_NAME);
    CHECK_TEXT(why.fix, "add a surface of that name");
    // no key is no fault
    for (int i = 0; i < box->polygon_count; i++) {
        box->polygons[i].surface[0] = '\0';
    }
    CHECK(snw_mesh_check_surfaces(box, surfaces, 0, &why) == SNW_OK);
    snw_setup_destroy(setup);
}

static void a_name_is_unique_within_its_kind(void) {
    setup = sample_setup();
    snw_surface *surface = new_surface("s");
    static const double two[2] = {1, 2};
    snw_surface *one = NULL, *other = NULL;
    for (int i = 0; i < 3; i++) {
        CHECK(snw__surface_set_real(surface, "x", i, setup) == SNW_OK);
        CHECK(snw__surface_set_integer(surface, "x", 10 + i, setup) == SNW_OK);
        CHECK(snw__surface_set_string(surface, "x", i == 2 ? "c" : "longer", setup) == SNW_OK);
        CHECK(snw__surface_set_reals(surface, "x", two, 2 - i % 2, setup) == SNW_OK);
        CHECK(snw_surface_add_map(surface, "x", setup, i == 0 ? &one : &other) == SNW_OK);
    }
    int count = 0;
    CHECK(surface->real_count == 1 && *snw__surface_real(surface, "x") == 2);
    CHECK(surface->integer_count == 1 && *snw__surface_integer(surface, "x") == 12);
    CHECK_TEXT(snw__surface_string(surface, "x"), "c");
    CHECK(snw__surface_reals(surface, "x", &count) != NULL && count == 2);
    CHECK(surface->map_count == 1 && one == other);
    CHECK(snw__surface_real(surface, "y") == NULL && snw__surface_string(surface, "y") == NULL);
    CHECK(snw__surface_integer(surface, "y") == NULL && snw__surface_map(surface, "y") == NULL);
    CHECK(snw__surface_reals(surface, "y", &count) == NULL && count == 0);
    CHECK(snw__surface_integers(surface, "y", &count) == NULL && count == 0);
    snw_setup_destroy(setup);
}

static void what_does_not_fit_is_refused_and_changes_nothing(void) {
    setup = sample_setup();
    snw_surface *surface = new_surface("s");
    char text[SNW_PROPERTY_TEXT + 1], name[SNW_SURFACE_NAME + 1];
    memset(text, 'a', sizeof text);
    memset(name, 'n', sizeof name);
    text[SNW_PROPERTY_TEXT] = name[SNW_SURFACE_NAME] = '\0';
    const double nan[2] = {0, (double)NAN};
    CHECK(snw__surface_set_string(surface, "x", text, setup) == SNW_ERR_TOO_LARGE);
    CHECK(snw__surface_set_string(surface, "x", NULL, setup) == SNW_ERR_ARGUMENT);
    CHECK(snw__surface_set_real(surface, name, 1, setup) == SNW_ERR_TOO_LARGE);
    CHECK(snw__surface_set_real(surface, "", 1, setup) == SNW_ERR_ARGUMENT);
    CHECK(snw__surface_set_real(surface, NULL, 1, setup) == SNW_ERR_ARGUMENT);
    CHECK(snw__surface_set_real(surface, "x", (double)NAN, setup) == SNW_ERR_NOT_FINITE);
    CHECK(snw__surface_set_reals(surface, "x", nan, 2, setup) == SNW_ERR_NOT_FINITE);
    CHECK(snw__surface_set_reals(surface, "x", nan, -1, setup) == SNW_ERR_ARGUMENT);
    CHECK(snw__surface_set_integers(surface, "x", NULL, -1, setup) == SNW_ERR_ARGUMENT);
    CHECK(snw__surface_set_integers(surface, "x", NULL, 1 << 20, setup) == SNW_ERR_TOO_LARGE);
    CHECK(surface->string_count == 0 && surface->real_count == 0);
    CHECK(surface->real_vector_count == 0 && surface->integer_vector_count == 0);
    text[SNW_PROPERTY_TEXT - 1] = name[SNW_SURFACE_NAME - 1] = '\0';
    CHECK(snw__surface_set_string(surface, name, text, setup) == SNW_OK);
    CHECK_TEXT(snw__surface_string(surface, name), text);
    snw_setup_destroy(setup);
}

// the numbers of the worked examples, by their tokens
static void the_material_is_gathered_from_its_tokens(void) {
    setup = sample_setup();
    snw_surface *surface = new_surface("blue");
    const snw_material plain = snw_surface_material(surface);
    CHECK(plain.ambient[0] == 0.2 && plain.diffuse[2] == 0.8 && plain.specular[1] == 0);
    CHECK(plain.emission[3] == 1 && plain.shininess == 0 && plain.texture[0] == '\0');
    CHECK(snw__surface_set_real(surface, "ambient_blue", 0.8, setup) == SNW_OK);
    CHECK(snw__surface_set_real(surface, "emission_green", 0.05, setup) == SNW_OK);
    CHECK(snw__surface_set_real(surface, "diffuse_alpha", 0.3, setup) == SNW_OK);
    CHECK(snw__surface_set_real(surface, "specular_red", 0.7, setup) == SNW_OK);
    CHECK(snw__surface_set_real(surface, "shininess", 50, setup) == SNW_OK);
    CHECK(snw__surface_set_string(surface, "texture", "robotImage.jpg", setup) == SNW_OK);
    const snw_material found = snw_surface_material(surface);
    CHECK(found.ambient[2] == 0.8 && found.ambient[0] == 0.2 && found.emission[1] == 0.05);
    CHECK(found.diffuse[3] == 0.3 && found.specular[0] == 0.7 && found.shininess == 50);
    CHECK_TEXT(found.texture, "robotImage.jpg");

    snw_surface *copy = new_surface("copy");
    const snw_material given = {.ambient = {0.4, 0.4, 0.8, 0},
                                .diffuse = {0.3, 0.3, 0.3, 0.3},
                                .emission = {0.05, 0.05, 0.5, 0},
                                .shininess = 5};
    CHECK(snw_surface_set_material(copy, &given, setup) == SNW_OK);
    CHECK(copy->real_count == 17 && copy->string_count == 1);
    const snw_material back = snw_surface_material(copy);
    CHECK(memcmp(&back, &given, sizeof back) == 0);
    CHECK(*snw__surface_real(copy, "ambient_blue") == 0.8);

    snw_material wrong = given;
    wrong.specular[1] = 1.5;
    CHECK(snw_surface_set_material(copy, &wrong, setup) == SNW_ERR_RANGE);
    wrong = given;
    wrong.diffuse[0] = (double)NAN;
    CHECK(snw_surface_set_material(copy, &wrong, setup) == SNW_ERR_RANGE);
    wrong = given;
    wrong.shininess = 129;
    CHECK(snw_surface_set_material(copy, &wrong, setup) == SNW_ERR_RANGE);
    snw_setup_destroy(setup);
}

static void a_surface_fails_cleanly_at_every_limit_of_memory(void) {
    bool done = false;
    for (size_t limit = 0; !done; limit += 64) {
        snw_setup *tight = snw_setup_create(limit);
        if (tight == NULL) abort();
        snw_surface *surface = snw_block_new(&snw_surface_type, tight), *map = NULL;
        const snw_material material = snw_material_defaults();
        static const double values[5] = {1, 2, 3, 4, 5};
        snw_status status = surface != NULL ? SNW_OK : SNW_ERR_MEMORY;
        if (status == SNW_OK) status = snw_surface_set_material(surface, &material, tight);
        if (status == SNW_OK) status = snw__surface_set_reals(surface, "v", values, 5, tight);
        if (status == SNW_OK) status = snw_surface_add_map(surface, "m", tight, &map);
        if (status == SNW_OK) status = snw__surface_set_integer(map, "i", 7, tight);
        CHECK(status == SNW_OK || status == SNW_ERR_MEMORY);
        done = status == SNW_OK;
        CHECK(limit < 100000 && (!done || limit > 1000));
        snw_setup_destroy(tight);
    }
}

int main(void) {
    RUN(all_six_kinds_of_maps_come_back_from_xml_and_json_bit_by_bit);
    RUN(the_key_of_a_polygon_leads_to_its_surface);
    RUN(a_name_is_unique_within_its_kind);
    RUN(what_does_not_fit_is_refused_and_changes_nothing);
    RUN(the_material_is_gathered_from_its_tokens);
    RUN(a_surface_fails_cleanly_at_every_limit_of_memory);
    return check_report();
}
