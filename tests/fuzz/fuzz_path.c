// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// A path and a value from any bytes, against an object with every kind of field: the path is
/// resolved, got, set and listed, and the value is read into every kind. Whatever is refused leaves
/// no trace, and whatever is set leaves the object legal.

#include <stdlib.h>
#include <string.h>

#include "../unit/describe/zoo.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool condition) {
    if (!condition) abort();
}

static void *new_block(const snw_type *type, snw_setup *setup) {
    void *block = snw_block_new(type, setup);
    expect(block != NULL);
    return block;
}

// something in every part, and keys that look like other things
static zoo *new_zoo(snw_setup *setup) {
    static const char *const names[] = {"oak", "7", "a/b", "x]"};
    static const char *const lists[] = {"samples", "points", "laws", "names", "steps", "roots"};
    zoo *z = new_block(&zoo_type, setup);
    z->spare = new_block(&zoo_mark_type, setup);
    zoo_relay *relay = new_block(&zoo_relay_type, setup);
    relay->inner = (snw_child){&zoo_pid_type, new_block(&zoo_pid_type, setup)};
    z->law = (snw_child){&zoo_relay_type, relay};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        expect(snw_block_resize(zoo_field(lists[i]), z, 2, setup) == SNW_OK);
    }
    z->laws[1] = (snw_child){&zoo_pid_type, new_block(&zoo_pid_type, setup)};
    expect(snw_block_resize(zoo_field("trees"), z, 4, setup) == SNW_OK);
    for (int i = 0; i < 4; i++) {
        memcpy(z->trees[i].name, names[i], strlen(names[i]) + 1);
    }
    expect(snw_block_resize(&zoo_node_fields[3], &z->trees[0], 2, setup) == SNW_OK);
    return z;
}

static void check_why(const snw_why *why, snw_status status) {
    char sentence[1024];
    expect(why->code == status && snw_why_sentence(why, sentence, sizeof sentence) > 0);
    for (const char *c = sentence; *c != '\0'; c++) {
        expect((unsigned char)*c >= 0x20 && *c != 0x7F);
    }
}

static bool check_told(const char *path, const snw_place *place, void *context) {
    snw_place found;
    if (strstr(path, "[a/b]") == NULL) {
        expect(snw_roots_resolve(context, path, &found, NULL) == SNW_OK);
        expect(found.item == place->item && found.field == place->field);
    }
    return true;
}

static void try_handle(const snw_place *place) {
    if (place->number == NULL) return;
    const double before = snw_place_read(place);
    expect(snw_place_write(place, (double)NAN) == SNW_ERR_RANGE);
    const double fresh = place->low < -1 ? 0.5 : place->low;
    const bool inside = fresh >= place->low && fresh <= place->high;
    expect((snw_place_write(place, fresh) == SNW_OK) == inside);
    expect(snw_place_read(place) == (inside ? fresh : before));
    *place->number = before;
}

static void try_path(const snw_roots *roots, const zoo *z, const char *path, const char *value) {
    static char buffer[1 << 12];
    snw_why why;
    snw_place place;
    const snw_status resolved = snw_roots_resolve(roots, path, &place, &why);
    if (resolved < 0) {
        check_why(&why, resolved);
    } else {
        try_handle(&place);
    }
    snw_text text = snw_text_over(buffer, sizeof buffer);
    const snw_status got = snw_roots_get(roots, path, &text, &why);
    expect(got == SNW_OK || got == SNW_ERR_ARGUMENT || got == resolved);
    for (int when = SNW_AT_LOAD; when <= (int)SNW_LIVE; when++) {
        const uint64_t before = snw_block_hash(&zoo_type, z);
        const snw_status status = snw_roots_set(roots, path, value, (snw_when)when, &why);
        if (status < 0) {
            check_why(&why, status);
            expect(snw_block_hash(&zoo_type, z) == before);
        }
        expect(snw_block_check(&zoo_type, z, "zoo", NULL) == SNW_OK);
    }
    snw_roots copy = *roots;
    (void)snw_roots_list(roots, path, check_told, &copy);
}

// the bytes as they are, without an end, for every kind
static void try_values(const char *bytes, size_t size) {
    for (int i = 0; i < zoo_type.field_count; i++) {
        const snw_field *field = &zoo_fields[i];
        _Alignas(16) unsigned char place[sizeof(zoo_mark) + 128] = {0}, zero[sizeof place] = {0};
        snw_why why;
        const snw_status status = snw_value_parse(field, bytes, size, place, &why);
        if (status < 0) {
            check_why(&why, status);
            expect(memcmp(place, zero, sizeof place) == 0);
            continue;
        }
        expect(snw_value_check(field, place, NULL) == SNW_OK);
        char printed[512];
        unsigned char back[sizeof place] = {0};
        snw_text text = snw_text_over(printed, sizeof printed);
        snw_value_print(field, place, &text);
        expect(!snw_text_is_cut(&text));
        expect(snw_value_parse(field, printed, text.length, back, NULL) == SNW_OK);
        expect(memcmp(place, back, field->size) == 0);
    }
    double there = 0, back = 0;
    if (snw_unit_factor(bytes, size, "m", &there) == SNW_OK) {
        expect(there > 0 && snw_unit_factor("m", 1, "m", &back) == SNW_OK && back == 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 1024) return 0;
    // the first line is the path, the rest the value
    char *path = malloc(size + 1);
    expect(path != NULL);
    if (size > 0) memcpy(path, data, size);
    path[size] = '\0';
    char *end = strchr(path, '\n');
    const char *value = "";
    if (end != NULL) {
        *end = '\0';
        value = end + 1;
    }
    snw_setup *setup = snw_setup_create(1 << 20);
    expect(setup != NULL);
    zoo *z = new_zoo(setup);
    snw_roots roots = {0};
    expect(snw_roots_add(&roots, "zoo", &zoo_type, z) == SNW_OK);
    try_path(&roots, z, path, value);
    const size_t skipped = (size_t)(value - path);
    if (end != NULL) try_values((const char *)data + skipped, size - skipped);
    snw_setup_destroy(setup);
    free(path);
    return 0;
}
