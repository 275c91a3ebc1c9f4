// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/wire/foxglove.h"

// --- texts --------------------------------------------------------------------------------------

void snw_foxglove_info(snw_text *text, const char *cell, const char *session) {
    static const char *const capabilities[] = {"time", "parameters", "parametersSubscribe",
                                               "assets"};
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "op", "serverInfo");
    snw_json_string(&json, "name", "sinew");
    snw_json_array(&json, "capabilities");
    for (int i = 0; i < 4; i++)
        snw_json_string(&json, NULL, capabilities[i]);
    snw_json_end(&json);
    snw_json_array(&json, "supportedEncodings");
    snw_json_end(&json);
    snw_json_object(&json, "metadata");
    snw_json_string(&json, "version", snw_version());
    snw_json_string(&json, "cell", cell);
    snw_json_end(&json);
    snw_json_string(&json, "sessionId", session);
    snw_json_end(&json);
}

void snw_foxglove_status(snw_text *text, int level, const char *message) {
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "op", "status");
    snw_json_int(&json, "level", level);
    snw_json_string(&json, "message", message);
    snw_json_end(&json);
}

// The loop tells what the command `status` answers.
static const char loop_schema[] =
    "{\"type\":\"object\",\"properties\":{\"cell\":{\"type\":\"string\"},"
    "\"period\":{\"type\":\"number\"},\"tick\":{\"type\":\"integer\"},"
    "\"t\":{\"type\":\"number\"},\"overruns\":{\"type\":\"integer\"},"
    "\"slips\":{\"type\":\"integer\"},\"slipped\":{\"type\":\"number\"},"
    "\"speed\":{\"type\":\"number\"},"
    "\"arms\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
    "\"properties\":{\"name\":{\"type\":\"string\"},\"axes\":{\"type\":\"integer\"},"
    "\"state\":{\"type\":\"string\"},\"stop\":{\"type\":\"string\"},"
    "\"rule\":{\"type\":\"string\"},\"axis\":{\"type\":\"integer\"},"
    "\"stops\":{\"type\":\"integer\"},\"clamps\":{\"type\":\"integer\"},"
    "\"refusals\":{\"type\":\"integer\"}}}},\"components\":{\"type\":\"array\","
    "\"items\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},"
    "\"type\":{\"type\":\"string\"},\"arm\":{\"type\":\"string\"},"
    "\"state\":{\"type\":\"string\"},\"rate\":{\"type\":\"integer\"}}}},"
    "\"timing\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
    "\"properties\":{\"stage\":{\"type\":\"string\"},\"count\":{\"type\":\"integer\"},"
    "\"min_us\":{\"type\":\"number\"},\"mean_us\":{\"type\":\"number\"},"
    "\"p999_us\":{\"type\":\"number\"},\"max_us\":{\"type\":\"number\"}}}}}}";

// Foxglove knows this schema by its name; these are the parts of it that are used.
static const char scene_schema[] =
    "{\"type\":\"object\",\"title\":\"foxglove.SceneUpdate\",\"properties\":{"
    "\"deletions\":{\"type\":\"array\",\"items\":{\"type\":\"object\"}},"
    "\"entities\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{"
    "\"timestamp\":{\"type\":\"object\"},\"frame_id\":{\"type\":\"string\"},"
    "\"id\":{\"type\":\"string\"},\"lifetime\":{\"type\":\"object\"},"
    "\"frame_locked\":{\"type\":\"boolean\"},"
    "\"lines\":{\"type\":\"array\",\"items\":{\"type\":\"object\"}}}}}}}";

static void add_channel(snw_json_writer *json, snw_foxglove_channel channel) {
    static const struct {
        const char *topic;
        int kind; // of snw_message_kind, or -1
        const char *name, *schema;
    } table[] = {
        [SNW_FOXGLOVE_JOINTS] = {"/joint_states", SNW_MESSAGE_JOINTS, NULL, NULL},
        [SNW_FOXGLOVE_FRAMES] = {"/tf", SNW_MESSAGE_FRAMES, NULL, NULL},
        [SNW_FOXGLOVE_DESCRIPTION] = {"/robot_description", -1, "std_msgs/msg/String",
                                      "string data\n"},
        [SNW_FOXGLOVE_DIAGNOSTICS] = {"/diagnostics", SNW_MESSAGE_DIAGNOSTICS, NULL, NULL},
        [SNW_FOXGLOVE_LOOP] = {"/loop", -1, "sinew.Loop", loop_schema},
        [SNW_FOXGLOVE_CLEARANCE] = {"/clearance", -1, "foxglove.SceneUpdate", scene_schema},
    };
    const bool is_json = channel == SNW_FOXGLOVE_LOOP || channel == SNW_FOXGLOVE_CLEARANCE;
    const int kind = table[channel].kind;
    const char *name = table[channel].name, *schema = table[channel].schema;
    if (kind >= 0) {
        name = snw_message_name((snw_message_kind)kind);
        schema = snw_message_schema((snw_message_kind)kind);
    }
    snw_json_object(json, NULL);
    snw_json_int(json, "id", (int)channel + 1);
    snw_json_string(json, "topic", table[channel].topic);
    snw_json_string(json, "encoding", is_json ? "json" : "cdr");
    snw_json_string(json, "schemaName", name);
    snw_json_string(json, "schemaEncoding", is_json ? "jsonschema" : "ros2msg");
    snw_json_string(json, "schema", schema);
    snw_json_end(json);
}

static bool is_there(int channel, unsigned has) {
    if (channel == SNW_FOXGLOVE_DESCRIPTION) return (has & SNW_FOXGLOVE_HAS_DESCRIPTION) != 0;
    if (channel == SNW_FOXGLOVE_CLEARANCE) return (has & SNW_FOXGLOVE_HAS_CLEARANCE) != 0;
    return true;
}

void snw_foxglove_advertise(snw_text *text, unsigned has) {
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "op", "advertise");
    snw_json_array(&json, "channels");
    for (int i = 0; i < SNW_FOXGLOVE_CHANNELS; i++) {
        if (is_there(i, has)) add_channel(&json, (snw_foxglove_channel)i);
    }
    snw_json_end(&json);
    snw_json_end(&json);
}

void snw_foxglove_unadvertise(snw_text *text, unsigned has) {
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "op", "unadvertise");
    snw_json_array(&json, "channelIds");
    for (int i = 0; i < SNW_FOXGLOVE_CHANNELS; i++) {
        if (is_there(i, has)) snw_json_int(&json, NULL, i + 1);
    }
    snw_json_end(&json);
    snw_json_end(&json);
}

snw_foxglove_channel snw_foxglove_find(uint32_t number, unsigned has) {
    if (number < 1 || number > SNW_FOXGLOVE_CHANNELS) return SNW_FOXGLOVE_CHANNELS;
    const int channel = (int)number - 1;
    return is_there(channel, has) ? (snw_foxglove_channel)channel : SNW_FOXGLOVE_CHANNELS;
}

// --- parameters ---------------------------------------------------------------------------------

// the caller adds the values, so the text stays open until the end
void snw_foxglove_values_begin(snw_text *text) {
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "op", "parameterValues");
    snw_json_array(&json, "parameters");
}

// appends numbers between blanks as 1,2,3 and returns how many; 0 when one is none, or infinite
static int add_numbers(snw_text *text, const char *value) {
    const snw_text before = *text;
    int count = 0;
    for (const char *at = value; *at != '\0'; count++) {
        const size_t length = strcspn(at, " ");
        double number = 0;
        if (snw_failed(snw_real_parse(at, length, &number, NULL))) {
            *text = before;
            return 0;
        }
        if (count > 0) snw_text_format(text, ",");
        snw_text_json_real(text, number);
        at += length;
        at += strspn(at, " ");
    }
    return count;
}

static bool is_real(snw_kind kind) {
    return kind == SNW_KIND_REAL || kind == SNW_KIND_VEC3 || kind == SNW_KIND_QUAT ||
           kind == SNW_KIND_POSE || kind == SNW_KIND_MATRIX;
}

void snw_foxglove_value(snw_text *text, const char *path, const snw_field *field, const char *value,
                        bool first) {
    const snw_kind kind = field->kind;
    const bool is_truth = strcmp(value, "true") == 0 || strcmp(value, "false") == 0;
    char numbers[SNW_MESSAGE];
    snw_text line = snw_text_over(numbers, sizeof numbers);
    const bool is_number = is_real(kind) || kind == SNW_KIND_INT || kind == SNW_KIND_UINT;
    const int count = is_number ? add_numbers(&line, value) : 0;
    if (!first) snw_text_add(text, ",", 1);
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "name", path);
    if (kind == SNW_KIND_BOOL && is_truth) {
        snw_json_bool(&json, "value", strcmp(value, "true") == 0);
    } else if (count == 0 || snw_text_is_cut(&line)) {
        // what is infinite is a text too: JSON has no number for it
        snw_json_string(&json, "value", value);
    } else {
        snw_json_raw(&json, "value");
        snw_text_format(text, count == 1 ? "%s" : "[%s]", numbers);
        if (is_real(kind)) {
            snw_json_string(&json, "type", count == 1 ? "float64" : "float64_array");
        }
    }
    snw_json_end(&json);
}

void snw_foxglove_values_end(snw_text *text, const char *id) {
    snw_text_add(text, "]", 1);
    snw_json_writer json = snw_json_inside(text, true);
    if (id != NULL) snw_json_string(&json, "id", id);
    snw_json_end(&json);
}

// --- bytes --------------------------------------------------------------------------------------

enum { MESSAGE = 1, TIME = 2, ASSET = 4 }; // opcodes

static void put(unsigned char *at, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++)
        at[i] = (unsigned char)(value >> (8 * i));
}

void snw_foxglove_message(unsigned char bytes[SNW_FOXGLOVE_MESSAGE_HEAD], uint32_t subscription,
                          int64_t t_ns) {
    bytes[0] = MESSAGE;
    put(bytes + 1, subscription, 4);
    put(bytes + 5, (uint64_t)t_ns, 8);
}

void snw_foxglove_time(unsigned char bytes[SNW_FOXGLOVE_TIME], int64_t t_ns) {
    bytes[0] = TIME;
    put(bytes + 1, (uint64_t)t_ns, 8);
}

void snw_foxglove_asset(unsigned char bytes[SNW_FOXGLOVE_ASSET_HEAD], uint32_t request, bool found,
                        size_t reason_length) {
    bytes[0] = ASSET;
    put(bytes + 1, request, 4);
    bytes[5] = found ? 0 : 1;
    put(bytes + 6, found ? 0 : reason_length, 4);
}
