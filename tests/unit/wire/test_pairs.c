// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L
#include <jansson.h>
#include <stdio.h>

#include "../surround/slide.h"
#include "sinew/wire/catalogue.h"
#include "sinew/wire/foxglove.h"
#include "sinew/wire/state.h"

// What a page learns of distances: the last block of a frame, and the names and rules in the scene.

static harness h;
static snw_packets frames;
static void *memory;
static snw_subscription subscription;
static unsigned char bytes[1 << 16];

static void open_frames(const char *text) {
    open_slide(&h, text);
    snw_arena arena = {0};
    SNW_IGNORE(snw_packets_init(&frames, h.exec, &h.system, &arena));
    memory = aligned_block(arena.needed, &arena);
    CHECK(snw_packets_init(&frames, h.exec, &h.system, &arena) == SNW_OK);
    subscription = (snw_subscription){0};
    run_ticks(&h, 3);
    CHECK(snw_packets_look(&frames, 0));
}

static void close_frames(void) {
    free(memory);
    close_cell(&h);
}

static size_t write_frame(snw_state_packet *frame) {
    const snw_packet_stamp stamp = {1, 0};
    const size_t expected = snw_packets_size(&frames, &subscription);
    const size_t size = snw_packets_write(&frames, &subscription, &stamp, bytes, sizeof bytes);
    CHECK(size > 0 && size == expected);
    CHECK(snw_packet_read(bytes, size, frame) == SNW_OK);
    return size;
}

// little endian numbers of a frame, by hand
static uint64_t number_at(size_t at, int count) {
    uint64_t value = 0;
    for (int i = 0; i < count; i++)
        value |= (uint64_t)bytes[at + (size_t)i] << (8 * i);
    return value;
}

static const char *name_of(const json_t *scene, int body) {
    const json_t *list = json_object_get(json_object_get(scene, "collision"), "bodies");
    return json_string_value(json_object_get(json_array_get(list, (size_t)body), "name"));
}

static json_t *make_scene(bool shared) {
    snw_scene scene;
    CHECK(snw_scene_make(&scene, h.cell, &h.system, h.exec, h.setup, NULL) == SNW_OK);
    char *text = malloc(scene.json_length + scene.shared_json_length + 3);
    (void)snprintf(text, scene.json_length + scene.shared_json_length + 3, "{%s}",
                   shared ? scene.shared_json : scene.json);
    json_t *json = json_loads(text, 0, NULL);
    CHECK(json != NULL);
    free(text);
    return json;
}

// at q = 0.4 the wall is 0.5 away and the box 1.3, of which only the box is enforced
static const char watched[] =
    SLIDE_CELL("0.4", SLIDE_RULES("<pairs><pair a='arm/*' b='wall' policy='watch'/></pairs>"),
               CLEARANCE("range='5'"));

static void a_frame_ends_with_the_nearest_pairs(void) {
    open_frames(watched);
    const char *const paths[] = {"arm/sensed/q[0]", "near/nearest/distance"};
    CHECK(snw_subscription_set(&subscription, &frames, paths, 2, NULL) == SNW_OK);
    snw_subscription_row(&frames, &subscription);
    snw_state_packet frame;
    const size_t size = write_frame(&frame);
    CHECK(frame.row_count == 1 && frame.pair_count == 2 && frame.enforced == 2);
    // where docs/protocol.md says: head, poses, an arm of one axis, a row of three, the pairs
    const size_t at = 40 + 2 * 28 * (size_t)frame.link_count + 40 + 24;
    CHECK(size == at + 8 + 64);
    CHECK(number_at(at, 4) == 2 && number_at(at + 4, 4) == 2);
    json_t *scene = make_scene(true);
    CHECK_TEXT(name_of(scene, (int)number_at(at + 8, 2)), "arm/ball");
    CHECK_TEXT(name_of(scene, (int)number_at(at + 10, 2)), "wall/face");
    CHECK_TEXT(name_of(scene, (int)number_at(at + 40, 2)), "arm/ball");
    CHECK_TEXT(name_of(scene, (int)number_at(at + 42, 2)), "operator");
    static const double expected[2][7] = {{0.5, 0, 0, 1, 0, 0, 0.5}, {0.3, 0, 0, -1, 0, 0, 1.3}};
    for (int i = 0; i < 2; i++) {
        const snw_packet_pair pair = snw_packet_pair_read(&frame, i);
        for (int k = 0; k < 7; k++) {
            const double shown =
                (double)snw_packet_number(bytes + at + 12 + (size_t)32 * (size_t)i, k);
            CHECK_NEAR(shown, expected[i][k], 1e-6);
        }
        CHECK(pair.a == number_at(at + 8 + (size_t)32 * (size_t)i, 2));
        CHECK_NEAR((double)pair.point_a[0], expected[i][0], 1e-6);
        CHECK_NEAR((double)pair.point_b[0], expected[i][3], 1e-6);
        CHECK_NEAR((double)pair.distance, expected[i][6], 1e-6);
    }
    json_decref(scene);
    close_frames();
}

static void a_cell_without_clearance_has_frames_without_pairs(void) {
    open_frames(SLIDE_CELL("0.4", SLIDE_RULES(""), ""));
    snw_state_packet frame;
    const size_t size = write_frame(&frame);
    CHECK(size == 40 + 2 * 28 * (size_t)frame.link_count + 40);
    CHECK(frame.pair_count == 0 && frame.enforced == 0);
    for (int shared = 0; shared < 2; shared++) {
        json_t *scene = make_scene(shared != 0);
        CHECK(json_object_get(scene, "collision") == NULL);
        json_decref(scene);
    }
    close_frames();
}

static void frames_with_other_pairs_than_they_say_are_refused(void) {
    open_frames(watched);
    snw_state_packet frame;
    const size_t size = write_frame(&frame);
    const size_t pairs = size - 72;
    for (size_t cut = pairs + 1; cut < size; cut++)
        CHECK(snw_packet_read(bytes, cut, &frame) == SNW_ERR_SYNTAX);
    CHECK(snw_packet_read(bytes, pairs, &frame) == SNW_OK && frame.pair_count == 0);
    CHECK(snw_packet_read(bytes, size + 8, &frame) == SNW_ERR_SYNTAX);
    for (int count = 0; count < 256; count++) {
        bytes[pairs] = (unsigned char)count;
        CHECK((snw_packet_read(bytes, size, &frame) == SNW_OK) == (count == 2));
    }
    close_frames();
}

static void the_scene_has_the_rules_and_their_volumes(void) {
    open_frames(SLIDE_CELL(
        "0.4",
        "<collision><collision_rules keep='0.02' slow='0.2'><pairs><pair a='arm/*' b='wall' "
        "policy='watch'/><pair a='arm' b='operator' keep='0.07'/></pairs><boxes><box "
        "name='operator' low='-2 -1 -1' high='-1 1 1.5'/></boxes><zones><zone name='bin' low='3 3 "
        "3' high='4 4 4'/></zones><spaces><space member='arm' low='-5 -5 -5' high='5 5 5'/>"
        "</spaces></collision_rules></collision>",
        CLEARANCE("")));
    for (int shared = 0; shared < 2; shared++) {
        json_t *scene = make_scene(shared != 0);
        const char *component = NULL, *kind[3], *name[3], *member = NULL, *a, *b, *policy;
        double keep, slow, high, own;
        int rules, volume, link;
        CHECK(json_unpack(scene, "{s:{s:s,s:b,s:F,s:F}}", "collision", "component", &component,
                          "rules", &rules, "keep", &keep, "slow", &slow) == 0);
        CHECK_TEXT(component, "near");
        CHECK(rules && keep == 0.02 && slow == 0.2);
        json_t *volumes = json_object_get(json_object_get(scene, "collision"), "volumes");
        CHECK(json_array_size(volumes) == 3);
        for (int i = 0; i < 3; i++)
            CHECK(json_unpack(json_array_get(volumes, (size_t)i), "{s:s,s:s}", "kind", &kind[i],
                              "name", &name[i]) == 0);
        CHECK_TEXT(kind[0], "box");
        CHECK_TEXT(kind[1], "zone");
        CHECK_TEXT(kind[2], "space");
        CHECK_TEXT(name[0], "operator");
        CHECK_TEXT(name[1], "bin");
        CHECK(json_unpack(json_array_get(volumes, 0), "{s:[F,F,F]}", "high", &own, &own, &high) ==
              0);
        CHECK(high == 1.5);
        CHECK(json_unpack(json_array_get(volumes, 2), "{s:s}", "member", &member) == 0);
        CHECK_TEXT(member, "arm");
        json_t *pairs = json_object_get(json_object_get(scene, "collision"), "pairs");
        CHECK(json_array_size(pairs) == 2);
        CHECK(json_object_get(json_array_get(pairs, 0), "keep") == NULL);
        CHECK(json_unpack(json_array_get(pairs, 1), "{s:s,s:s,s:s,s:F}", "a", &a, "b", &b, "policy",
                          &policy, "keep", &own) == 0);
        CHECK_TEXT(a, "arm");
        CHECK_TEXT(b, "operator");
        CHECK_TEXT(policy, "keep");
        CHECK(own == 0.07);
        // each body is a link of the table of all links, or a volume
        json_t *bodies = json_object_get(json_object_get(scene, "collision"), "bodies");
        CHECK(json_array_size(bodies) == 5);
        for (size_t i = 0; i < 5; i++) {
            json_t *body = json_array_get(bodies, i);
            char line[SNW_BODY_NAME];
            if (json_unpack(body, "{s:i}", "link", &link) == 0) {
                static const char *const links[] = {"arm/rail", "arm/ball", "wall/face"};
                (void)snprintf(line, sizeof line, "%s", links[link]);
            } else {
                CHECK(json_unpack(body, "{s:i}", "volume", &volume) == 0);
                (void)snprintf(line, sizeof line, "%s%s",
                               volume == 2 ? "outside of the space of " : "", name[volume]);
            }
            CHECK_TEXT(name_of(scene, (int)i), line);
        }
        json_decref(scene);
    }
    close_frames();
}

// the points of one list of lines
static void check_line(const json_t *line, const double expected[6]) {
    double p[6];
    int type;
    CHECK(json_unpack((json_t *)(uintptr_t)line, "{s:i,s:[{s:F,s:F,s:F},{s:F,s:F,s:F}!]}", "type",
                      &type, "points", "x", &p[0], "y", &p[1], "z", &p[2], "x", &p[3], "y", &p[4],
                      "z", &p[5]) == 0);
    CHECK(type == 2);
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(p[i], expected[i], 1e-9);
}

static void foxglove_gets_the_pairs_as_lines(void) {
    static char out[1 << 14];
    open_frames(watched);
    snw_text text = snw_text_over(out, sizeof out);
    CHECK(snw_foxglove_clearance(&text, &frames));
    json_t *all = json_loads(out, 0, NULL);
    const json_t *entity = json_array_get(json_object_get(all, "entities"), 0);
    CHECK(json_array_size(json_object_get(all, "entities")) == 1);
    CHECK_TEXT(json_string_value(json_object_get(entity, "frame_id")), "world");
    const json_t *lines = json_object_get(entity, "lines");
    CHECK(json_array_size(lines) == 2);
    // the box must be kept away from, the wall is watched
    check_line(json_array_get(lines, 0), (const double[]){0.3, 0, 0, -1, 0, 0});
    check_line(json_array_get(lines, 1), (const double[]){0.5, 0, 0, 1, 0, 0});
    json_decref(all);
    text = snw_text_over(out, 100);
    CHECK(!snw_foxglove_clearance(&text, &frames)); // no room
    close_frames();
    open_frames(SLIDE_CELL("0.4", SLIDE_RULES(""), ""));
    text = snw_text_over(out, sizeof out);
    CHECK(!snw_foxglove_clearance(&text, &frames));
    close_frames();
}

// a page finds it as it finds all others: by its place in the list
static void what_is_sensed_is_the_last_body(void) {
    open_frames(
        SLIDE_CELL("0.4", SLIDE_RULES(""),
                   "<component name='map'><type><obstacles size='0.1' blocks='8' low='-1 -1 "
                   "-1' high='1 1 1' self_margin='0'/></type></component>" CLEARANCE("")));
    const snw_vec3 point = {0.65, 0.05, 0.05};
    CHECK(snw_obstacles_insert(component_of(&h, "map"), NULL, &point, 1) == 1);
    run_ticks(&h, 1);
    CHECK(snw_packets_look(&frames, 1));
    snw_state_packet frame;
    (void)write_frame(&frame);
    const snw_packet_pair pair = snw_packet_pair_read(&frame, 0);
    CHECK_NEAR((double)pair.distance, 0.1, 1e-6);
    json_t *scene = make_scene(true);
    CHECK_TEXT(name_of(scene, pair.a), "arm/ball");
    CHECK_TEXT(name_of(scene, pair.b), "sensed");
    json_decref(scene);
    close_frames();
}

int main(void) {
    RUN(what_is_sensed_is_the_last_body);
    RUN(foxglove_gets_the_pairs_as_lines);
    RUN(a_frame_ends_with_the_nearest_pairs);
    RUN(a_cell_without_clearance_has_frames_without_pairs);
    RUN(frames_with_other_pairs_than_they_say_are_refused);
    RUN(the_scene_has_the_rules_and_their_volumes);
    return check_report();
}
