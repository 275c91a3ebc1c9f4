// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "../parts/harness.h"
#include "sinew/wire/foxglove.h"

#include <jansson.h>

static snw_setup *setup;
static snw_foxglove_request request;
static snw_why why;

static snw_status read_bytes(const char *text, size_t length) {
    snw_setup_destroy(setup);
    setup = snw_setup_create(1 << 20);
    why = (snw_why){0};
    const snw_status status = snw_foxglove_read(text, length, setup, &request, &why);
    CHECK(status == SNW_OK || (status < 0 && why.code == status));
    return status;
}

static snw_status read_line(const char *text) {
    return read_bytes(text, strlen(text));
}

// --- texts of clients ---------------------------------------------------------------------------

static void every_op_arrives_with_what_it_brings(void) {
    CHECK(read_line("{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":0,\"channelId\":3},"
                    "{\"channelId\":5,\"id\":4294967295,\"new\":[{}]}]}") == SNW_OK);
    CHECK(request.op == SNW_FOXGLOVE_subscribe && request.count == 2);
    CHECK(request.items[0].id == 0 && request.items[0].channel == 3);
    CHECK(request.items[1].id == 4294967295U && request.items[1].channel == 5);

    CHECK(read_line("{\"subscriptionIds\":[7,0],\"op\":\"unsubscribe\"}") == SNW_OK);
    CHECK(request.op == SNW_FOXGLOVE_unsubscribe && request.count == 2 && request.items[0].id == 7);

    CHECK(read_line("{\"op\":\"getParameters\",\"parameterNames\":[],\"id\":\"all\"}") == SNW_OK);
    CHECK(request.op == SNW_FOXGLOVE_getParameters && request.count == 0);
    CHECK_TEXT(request.id, "all");
    CHECK(read_line("{\"op\":\"getParameters\",\"parameterNames\":[\"law\\/kp[2]\"]}") == SNW_OK);
    CHECK(request.count == 1 && request.id == NULL);
    CHECK_TEXT(request.items[0].name, "law/kp[2]");

    CHECK(read_line("{\"op\":\"setParameters\",\"parameters\":[{\"name\":\"a\",\"value\":4.10},"
                    "{\"name\":\"b\",\"value\":true},{\"name\":\"c\",\"value\":\"x y\"},"
                    "{\"name\":\"d\",\"value\":[1,-2e3,3],\"type\":\"float64_array\"},"
                    "{\"name\":\"e\",\"value\":[]}],\"id\":\"1\"}") == SNW_OK);
    CHECK(request.op == SNW_FOXGLOVE_setParameters && request.count == 5);
    static const char *const values[] = {"4.10", "true", "x y", "1 -2e3 3", ""};
    for (int i = 0; i < 5; i++)
        CHECK_TEXT(request.items[i].value, values[i]);

    CHECK(read_line("{\"op\":\"subscribeParameterUpdates\",\"parameterNames\":[\"a\"]}") == SNW_OK);
    CHECK(request.op == SNW_FOXGLOVE_subscribeParameterUpdates);
    CHECK(read_line("{\"op\":\"unsubscribeParameterUpdates\",\"parameterNames\":[]}") == SNW_OK);
    CHECK(request.op == SNW_FOXGLOVE_unsubscribeParameterUpdates);

    CHECK(read_line("{\"op\":\"fetchAsset\",\"uri\":\"package://a/b.stl\",\"requestId\":123}") ==
          SNW_OK);
    CHECK(request.op == SNW_FOXGLOVE_fetchAsset && request.request == 123);
    CHECK_TEXT(request.uri, "package://a/b.stl");
}

static void what_is_no_message_is_refused(void) {
    static const struct {
        snw_status status;
        const char *text;
    } cases[] = {
        {SNW_ERR_SYNTAX, ""},
        {SNW_ERR_SYNTAX, "7"},
        {SNW_ERR_SYNTAX, "[]"},
        {SNW_ERR_SYNTAX, "{"},
        {SNW_ERR_SYNTAX, "{}"},
        {SNW_ERR_SYNTAX, "{\"op\":7}"},
        {SNW_ERR_SYNTAX, "{\"op\":\"sub\\u0000scribe\"}"},
        {SNW_ERR_SYNTAX, "{\"op\":\"subscribe\"}"},
        {SNW_ERR_SYNTAX, "{\"op\":\"subscribe\",\"subscriptions\":{}}"},
        {SNW_ERR_SYNTAX, "{\"op\":\"subscribe\",\"subscriptions\":[7]}"},
        {SNW_ERR_SYNTAX, "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":1}]}"},
        {SNW_ERR_SYNTAX, "{\"op\":\"subscribe\",\"subscriptionIds\":[1]}"},
        {SNW_ERR_SYNTAX, "{\"op\":\"unsubscribe\",\"subscriptionIds\":[1]} x"},
        {SNW_ERR_RANGE, "{\"op\":\"unsubscribe\",\"subscriptionIds\":[-1]}"},
        {SNW_ERR_RANGE, "{\"op\":\"unsubscribe\",\"subscriptionIds\":[0.5]}"},
        {SNW_ERR_RANGE, "{\"op\":\"unsubscribe\",\"subscriptionIds\":[4294967296]}"},
        {SNW_ERR_RANGE, "{\"op\":\"unsubscribe\",\"subscriptionIds\":[1e999]}"},
        {SNW_ERR_RANGE, "{\"op\":\"unsubscribe\",\"subscriptionIds\":[\"1\"]}"},
        {SNW_ERR_DUPLICATE, "{\"op\":\"unsubscribe\",\"subscriptionIds\":[1],"
                            "\"subscriptionIds\":[2]}"},
        {SNW_ERR_SYNTAX, "{\"op\":\"getParameters\",\"parameterNames\":[7]}"},
        {SNW_ERR_SYNTAX, "{\"op\":\"getParameters\",\"parameterNames\":[],\"id\":7}"},
        {SNW_ERR_SYNTAX, "{\"op\":\"setParameters\",\"parameters\":[{\"value\":1}]}"},
        {SNW_ERR_UNSUPPORTED, "{\"op\":\"setParameters\",\"parameters\":[{\"name\":\"a\"}]}"},
        {SNW_ERR_SYNTAX, "{\"op\":\"setParameters\",\"parameters\":[{\"name\":\"a\","
                         "\"value\":{}}]}"},
        {SNW_ERR_SYNTAX, "{\"op\":\"setParameters\",\"parameters\":[{\"name\":\"a\","
                         "\"value\":[[1]]}]}"},
        {SNW_ERR_SYNTAX, "{\"op\":\"setParameters\",\"parameters\":[{\"name\":\"a\","
                         "\"value\":\"\\u0000\"}]}"},
        {SNW_ERR_UNSUPPORTED, "{\"op\":\"setParameters\",\"parameters\":[{\"name\":\"a\","
                              "\"value\":\"QQ==\",\"type\":\"byte_array\"}]}"},
        {SNW_ERR_SYNTAX, "{\"op\":\"fetchAsset\",\"requestId\":1}"},
        {SNW_ERR_SYNTAX, "{\"op\":\"fetchAsset\",\"uri\":\"package://a\"}"},
        {SNW_ERR_UNSUPPORTED, "{\"op\":\"advertise\",\"channels\":[]}"},
        {SNW_ERR_UNSUPPORTED, "{\"op\":\"subscribeConnectionGraph\"}"},
        {SNW_ERR_UNKNOWN_NAME, "{\"op\":\"launch\"}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const snw_status status = read_line(cases[i].text);
        if (status != cases[i].status) print_error("%s: %d\n", cases[i].text, status);
        CHECK(status == cases[i].status);
    }
}

static void too_much_is_refused(void) {
    static char text[65536];
    snw_text line = snw_text_over(text, sizeof text);
    for (int extra = 0; extra < 2; extra++) {
        line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "{\"op\":\"unsubscribe\",\"subscriptionIds\":[0");
        for (int i = 1; i < SNW_FOXGLOVE_ITEMS + extra; i++)
            snw_text_format(&line, ",%d", i);
        snw_text_format(&line, "]}");
        CHECK(read_line(text) == (extra ? SNW_ERR_TOO_LARGE : SNW_OK));
    }
    for (int extra = 0; extra < 2; extra++) {
        line = snw_text_over(text, sizeof text);
        snw_text_format(&line,
                        "{\"op\":\"setParameters\",\"parameters\":[{\"name\":\"a\",\"value\":\"");
        for (int i = 0; i < SNW_MESSAGE - 1 + extra; i++)
            snw_text_add(&line, "v", 1);
        snw_text_format(&line, "\"}]}");
        CHECK(read_line(text) == (extra ? SNW_ERR_TOO_LARGE : SNW_OK));
    }
}

// bytes of good messages changed here and there: read or refused, never more than is there
static void broken_messages_do_no_harm(void) {
    static const char *const good[] = {
        "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":1,\"channelId\":2}]}",
        "{\"op\":\"setParameters\",\"parameters\":[{\"name\":\"a\",\"value\":[1,2]}],\"id\":\"x\"}",
        "{\"op\":\"fetchAsset\",\"uri\":\"package://a/b\",\"requestId\":9}",
    };
    int refused = 0;
    CHECK_CASES(check_scaled(20000)) {
        const char *text = good[check_int(0, 2)];
        const size_t length = strlen(text) - (size_t)check_int(0, 3);
        char *bytes = malloc(length);
        CHECK(bytes != NULL);
        memcpy(bytes, text, length);
        for (int i = check_int(0, 3); i > 0; i--)
            bytes[check_int(0, (int)length - 1)] = (char)check_int(0, 255);
        if (snw_failed(read_bytes(bytes, length))) refused++;
        free(bytes);
    }
    CHECK(refused > 0);
}

// --- texts to clients ---------------------------------------------------------------------------

static char out[65536];

static json_t *parse(const snw_text *text) {
    json_error_t error;
    CHECK(!snw_text_is_cut(text));
    json_t *value = json_loads(out, JSON_REJECT_DUPLICATES, &error);
    if (value == NULL) print_error("%s\n%s\n", error.text, out);
    CHECK(value != NULL);
    return value;
}

static const char *member(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    CHECK(text != NULL);
    return text;
}

static void the_server_tells_what_it_offers(void) {
    snw_text text = snw_text_over(out, sizeof out);
    snw_foxglove_info(&text, "a \"cell\"", "epoch");
    json_t *info = parse(&text);
    CHECK_TEXT(member(info, "op"), "serverInfo");
    CHECK_TEXT(member(info, "sessionId"), "epoch");
    CHECK_TEXT(member(json_object_get(info, "metadata"), "cell"), "a \"cell\"");
    const json_t *capabilities = json_object_get(info, "capabilities");
    CHECK(json_array_size(capabilities) == 4);
    json_decref(info);

    text = snw_text_over(out, sizeof out);
    snw_foxglove_status(&text, 2, "line\nend");
    json_t *status = parse(&text);
    CHECK_TEXT(member(status, "op"), "status");
    CHECK_TEXT(member(status, "message"), "line\nend");
    CHECK(json_integer_value(json_object_get(status, "level")) == 2);
    json_decref(status);
}

static void channels_are_told_with_their_schemas(void) {
    static const char *const topics[] = {"/joint_states", "/tf",   "/robot_description",
                                         "/diagnostics",  "/loop", "/clearance"};
    for (unsigned has = 0; has < 4; has++) {
        const size_t count = 4 + (has & 1) + (has >> 1);
        snw_text text = snw_text_over(out, sizeof out);
        snw_foxglove_advertise(&text, has);
        json_t *all = parse(&text);
        const json_t *channels = json_object_get(all, "channels");
        CHECK(json_array_size(channels) == count);
        int met = 0;
        for (size_t i = 0; i < json_array_size(channels); i++) {
            const json_t *channel = json_array_get(channels, i);
            const json_int_t id = json_integer_value(json_object_get(channel, "id"));
            CHECK(id >= 1 && id <= 6);
            CHECK_TEXT(member(channel, "topic"), topics[id - 1]);
            CHECK(snw_foxglove_find((uint32_t)id, has) == (snw_foxglove_channel)(id - 1));
            const bool is_json = strcmp(member(channel, "encoding"), "json") == 0;
            CHECK_TEXT(member(channel, "schemaEncoding"), is_json ? "jsonschema" : "ros2msg");
            if (is_json) {
                json_t *schema = json_loads(member(channel, "schema"), 0, NULL);
                CHECK(json_is_object(schema));
                CHECK_TEXT(member(schema, "type"), "object");
                json_decref(schema);
            }
            met |= 1 << id;
        }
        CHECK((met & 1 << 3) == (has & 1 ? 1 << 3 : 0));
        CHECK((met & 1 << 6) == (has & 2 ? 1 << 6 : 0));
        json_decref(all);

        text = snw_text_over(out, sizeof out);
        snw_foxglove_unadvertise(&text, has);
        json_t *gone = parse(&text);
        CHECK(json_array_size(json_object_get(gone, "channelIds")) == count);
        json_decref(gone);
    }
    CHECK(snw_foxglove_find(3, 2) == SNW_FOXGLOVE_CHANNELS);
    CHECK(snw_foxglove_find(0, 3) == SNW_FOXGLOVE_CHANNELS);
    CHECK(snw_foxglove_find(6, 1) == SNW_FOXGLOVE_CHANNELS);
    CHECK(snw_foxglove_find(7, 3) == SNW_FOXGLOVE_CHANNELS);
    CHECK(snw_foxglove_find(UINT32_MAX, true) == SNW_FOXGLOVE_CHANNELS);
}

static void values_have_their_kinds(void) {
    const snw_field real = {.kind = SNW_KIND_REAL}, whole = {.kind = SNW_KIND_INT},
                    truth = {.kind = SNW_KIND_BOOL}, word = {.kind = SNW_KIND_ENUM},
                    vector = {.kind = SNW_KIND_VEC3};
    snw_text text = snw_text_over(out, sizeof out);
    snw_foxglove_values_begin(&text);
    snw_foxglove_value(&text, "a", &real, "1.5", true);
    snw_foxglove_value(&text, "b", &whole, "7", false);
    snw_foxglove_value(&text, "c", &truth, "false", false);
    snw_foxglove_value(&text, "d", &word, "on \"off\"", false);
    snw_foxglove_value(&text, "e", &vector, "1 -2 0.25", false);
    snw_foxglove_value(&text, "f", &real, "INF", false);
    snw_foxglove_values_end(&text, "id");
    json_t *all = parse(&text);
    const json_t *list = json_object_get(all, "parameters");
    CHECK_TEXT(member(all, "op"), "parameterValues");
    CHECK_TEXT(member(all, "id"), "id");
    CHECK(json_array_size(list) == 6);
    const json_t *value[6];
    for (size_t i = 0; i < 6; i++)
        value[i] = json_object_get(json_array_get(list, i), "value");
    CHECK(json_number_value(value[0]) == 1.5);
    CHECK_TEXT(member(json_array_get(list, 0), "type"), "float64");
    CHECK(json_integer_value(value[1]) == 7);
    CHECK(json_object_get(json_array_get(list, 1), "type") == NULL);
    CHECK(json_is_false(value[2]));
    CHECK_TEXT(json_string_value(value[3]), "on \"off\"");
    CHECK(json_array_size(value[4]) == 3 && json_number_value(json_array_get(value[4], 1)) == -2);
    CHECK_TEXT(member(json_array_get(list, 4), "type"), "float64_array");
    CHECK_TEXT(json_string_value(value[5]), "INF");
    json_decref(all);
}

static void heads_are_little_endian(void) {
    static const unsigned char message[] = {1, 4, 3, 2, 1, 8, 7, 6, 5, 4, 3, 2, 1};
    static const unsigned char time[] = {2, 8, 7, 6, 5, 4, 3, 2, 1};
    static const unsigned char found[] = {4, 4, 3, 2, 1, 0, 0, 0, 0, 0};
    static const unsigned char missing[] = {4, 4, 3, 2, 1, 1, 0, 1, 0, 0};
    unsigned char bytes[16];
    snw_foxglove_message(bytes, 0x01020304, INT64_C(0x0102030405060708));
    CHECK(memcmp(bytes, message, SNW_FOXGLOVE_MESSAGE_HEAD) == 0);
    snw_foxglove_time(bytes, INT64_C(0x0102030405060708));
    CHECK(memcmp(bytes, time, SNW_FOXGLOVE_TIME) == 0);
    snw_foxglove_asset(bytes, 0x01020304, true, 9);
    CHECK(memcmp(bytes, found, SNW_FOXGLOVE_ASSET_HEAD) == 0);
    snw_foxglove_asset(bytes, 0x01020304, false, 256);
    CHECK(memcmp(bytes, missing, SNW_FOXGLOVE_ASSET_HEAD) == 0);
}

// --- what is shown ------------------------------------------------------------------------------

static harness h;
static snw_packets frames;
static void *frames_memory;

static void open_frames(void) {
    CHECK(!snw_failed(open_cell(&h, SNW_SOURCE_DIR "/tests/cases/foxglove/tower.cell.xml", NULL)));
    snw_arena arena = {0};
    SNW_IGNORE(snw_packets_init(&frames, h.exec, &h.system, &arena));
    frames_memory = aligned_block(arena.needed, &arena);
    CHECK(snw_packets_init(&frames, h.exec, &h.system, &arena) == SNW_OK);
}

static void close_frames(void) {
    free(frames_memory);
    close_cell(&h);
}

static const snw_frame_state *find_frame(const snw_foxglove_scene *scene, const char *child) {
    for (int i = 0; i < scene->frame_count; i++) {
        if (strcmp(scene->frames[i].child, child) == 0) return &scene->frames[i];
    }
    print_error("no frame %s\n", child);
    CHECK(false);
    return NULL;
}

// The tower of the test stands at y = 1, turned by 0.5 and lifted by 0.25: its poses in closed
// form.
static void poses_are_those_of_the_parents(void) {
    open_frames();
    snw_setup *memory = snw_setup_create(1 << 20);
    snw_foxglove_scene scene;
    CHECK(snw_foxglove_scene_make(&scene, &frames, memory) == SNW_OK);
    CHECK(!snw_foxglove_scene_look(&scene, &frames));
    enable(&h);
    run_ticks(&h, 5);
    CHECK(snw_packets_look(&frames, 0));
    CHECK(snw_foxglove_scene_look(&scene, &frames));
    CHECK(scene.joints.count == 2 && scene.frame_count == 4);
    CHECK_TEXT(scene.joints.names[0], "turn");
    CHECK_TEXT(scene.joints.names[1], "lift");
    CHECK_NEAR(scene.joints.position[0], 0.5, 1e-6);
    CHECK_NEAR(scene.joints.position[1], 0.25, 1e-6);
    CHECK(scene.joints.t_ns == frames.t_ns);

    const snw_frame_state *base = find_frame(&scene, "base");
    CHECK_TEXT(base->parent, "world");
    CHECK_NEAR(base->pose.p.y, 1, 1e-12);
    const snw_frame_state *column = find_frame(&scene, "column");
    CHECK_TEXT(column->parent, "base");
    CHECK_NEAR(column->pose.p.y, 0, 1e-12);
    CHECK_NEAR(column->pose.p.z, 0.5, 1e-12);
    CHECK_NEAR(column->pose.R.x.x, cos(0.5), 1e-6);
    CHECK_NEAR(column->pose.R.x.y, sin(0.5), 1e-6);
    const snw_frame_state *plate = find_frame(&scene, "plate");
    CHECK_TEXT(plate->parent, "column");
    CHECK_NEAR(plate->pose.p.x, 0.1, 1e-12);
    CHECK_NEAR(plate->pose.p.z, 0.25, 1e-6);
    const snw_frame_state *block = find_frame(&scene, "block/body");
    CHECK_TEXT(block->parent, "world");
    CHECK_NEAR(block->pose.p.x, 2, 1e-12);
    snw_setup_destroy(memory);
    close_frames();
}

static void only_meshes_that_the_model_names_are_found(void) {
    open_frames();
    const char *mesh = snw_foxglove_mesh(&h.system, "package://tower/plate.stl");
    CHECK(mesh != NULL && strstr(mesh, "packages/tower/plate.stl") != NULL);
    static const char *const others[] = {
        "",
        "package://",
        "package://tower/tower.urdf",
        "package://tower/../tower/plate.stl",
        "package://tower/plate.st",
        "package://tower/plate.stl ",
        "packages/tower/plate.stl",
        "plate.stl",
        "/etc/passwd",
        "file:///etc/passwd",
        "package://../../etc/passwd",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        CHECK(snw_foxglove_mesh(&h.system, others[i]) == NULL);
    CHECK(snw_foxglove_mesh(&h.system, mesh) == NULL);
    const char *urdf = snw_foxglove_urdf(&frames, h.cell);
    CHECK(urdf != NULL && strstr(urdf, "tower.urdf") != NULL);
    close_frames();
}

static void memory_that_is_short_is_told(void) {
    open_frames();
    int failures = 0;
    for (size_t limit = 64; limit < 1 << 16; limit *= 2) {
        snw_setup *memory = snw_setup_create(limit);
        snw_foxglove_scene scene;
        if (memory != NULL && snw_foxglove_scene_make(&scene, &frames, memory) == SNW_ERR_MEMORY) {
            failures++;
        }
        snw_setup_destroy(memory);
    }
    CHECK(failures > 0);
    close_frames();
}

int main(void) {
    RUN(every_op_arrives_with_what_it_brings);
    RUN(what_is_no_message_is_refused);
    RUN(too_much_is_refused);
    RUN(broken_messages_do_no_harm);
    RUN(the_server_tells_what_it_offers);
    RUN(channels_are_told_with_their_schemas);
    RUN(values_have_their_kinds);
    RUN(heads_are_little_endian);
    RUN(poses_are_those_of_the_parents);
    RUN(only_meshes_that_the_model_names_are_found);
    RUN(memory_that_is_short_is_told);
    const int code = check_report();
    snw_setup_destroy(setup);
    return code;
}
