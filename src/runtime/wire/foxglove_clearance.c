// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"
#include "sinew/surround.h"
#include "sinew/wire/foxglove.h"

// The nearest pairs of bodies as lines of a scene: one entity, which each message replaces.

static void add_time(snw_json_writer *json, const char *name, int64_t t_ns) {
    snw_json_object(json, name);
    snw_json_int(json, "sec", t_ns / 1000000000);
    snw_json_int(json, "nsec", t_ns % 1000000000);
    snw_json_end(json);
}

static void add_numbers(snw_json_writer *json, const char *name, const char *const *names,
                        const double *values, int count) {
    snw_json_object(json, name);
    for (int i = 0; i < count; i++)
        snw_json_real(json, names[i], values[i]);
    snw_json_end(json);
}

static const char *const xyz[] = {"x", "y", "z", "w"};
static const char *const rgba[] = {"r", "g", "b", "a"};

// the lines of the pairs that must keep a distance, or of those that need not
static void add_lines(snw_json_writer *json, const snw_clearance_signals *shown, bool enforced,
                      const double color[4]) {
    snw_json_object(json, NULL);
    snw_json_int(json, "type", 2); // pairs of points
    snw_json_object(json, "pose");
    add_numbers(json, "position", xyz, (const double[]){0, 0, 0}, 3);
    add_numbers(json, "orientation", xyz, (const double[]){0, 0, 0, 1}, 4);
    snw_json_end(json);
    snw_json_real(json, "thickness", 2);
    snw_json_bool(json, "scale_invariant", true);
    snw_json_array(json, "points");
    for (int i = 0; i < shown->count; i++) {
        if ((shown->policy[i] == SNW_PAIR_KEEP) != enforced) continue;
        add_numbers(json, NULL, xyz, &shown->point_a[(ptrdiff_t)3 * i], 3);
        add_numbers(json, NULL, xyz, &shown->point_b[(ptrdiff_t)3 * i], 3);
    }
    snw_json_end(json);
    add_numbers(json, "color", rgba, color, 4);
    static const char *const empty[] = {"colors", "indices"};
    for (int i = 0; i < 2; i++) {
        snw_json_array(json, empty[i]);
        snw_json_end(json);
    }
    snw_json_end(json);
}

bool snw_foxglove_clearance(snw_text *text, const snw_packets *frames) {
    static const char *const empty[] = {"metadata",  "arrows",    "cubes", "spheres",
                                        "cylinders", "triangles", "texts", "models"};
    if (frames->clearance_root < 0 || !frames->valid) return false;
    const snw_clearance_signals *shown = frames->roots->items[frames->clearance_root].block;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_array(&json, "deletions");
    snw_json_end(&json);
    snw_json_array(&json, "entities");
    snw_json_object(&json, NULL);
    add_time(&json, "timestamp", frames->t_ns);
    snw_json_string(&json, "frame_id", "world");
    snw_json_string(&json, "id", "clearance");
    add_time(&json, "lifetime", 0);
    snw_json_bool(&json, "frame_locked", false);
    for (int i = 0; i < 8; i++) {
        snw_json_array(&json, empty[i]);
        snw_json_end(&json);
    }
    snw_json_array(&json, "lines");
    add_lines(&json, shown, true, (const double[]){0.9, 0.2, 0.1, 1});
    add_lines(&json, shown, false, (const double[]){0.5, 0.5, 0.5, 1});
    snw_json_end(&json);
    snw_json_end(&json);
    snw_json_end(&json);
    snw_json_end(&json);
    return !snw_text_is_cut(text);
}
