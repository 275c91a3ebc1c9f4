// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/record/message.h"

#include <string.h>

#include "inside.h"
#include "internal.h"
#include "message_internal.h"
#include "sinew/base/why_text.h"
#include "sinew/math/rotation.h"

void snw__tick_values_encode(snw_cdr *cdr, const snw_tick_values *signals) {
    snw__cdr_time(cdr, signals->t_ns);
    snw__cdr_u64(cdr, (uint64_t)signals->tick);
    snw__cdr_u32(cdr, signals->lost);
    snw__cdr_u32(cdr, (uint32_t)signals->count);
    snw__cdr_reals(cdr, signals->values, signals->count);
}

snw_status snw_tick_values_decode(const void *data, size_t size, snw_tick_values *signals) {
    snw__cdr_reader reader = snw__cdr_read(data, size);
    snw_tick_values read = {.t_ns = snw__cdr_get_time(&reader)};
    read.tick = (int64_t)snw__cdr_get_u64(&reader);
    read.lost = snw__cdr_get_u32(&reader);
    const uint32_t count = snw__cdr_get_u32(&reader);
    read.count = (int)count;
    if (count > 0 && count <= INT32_MAX / 8) {
        read.bytes = snw__cdr_take(&reader, (size_t)count * 8, 8);
    }
    if (reader.failed || count > INT32_MAX / 8) return SNW_ERR_SYNTAX;
    *signals = read;
    return SNW_OK;
}

double snw__tick_values_at(const snw_tick_values *signals, int index) {
    const uint64_t bits = snw__get_u64(signals->bytes + (size_t)index * 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// with its numbers in it
static void put_text(snw_cdr *cdr, const snw_why *why) {
    char said[2 * SNW_WHY_TEXT];
    snw_text text = snw_text_over(said, sizeof said);
    snw__why_text(why, &text);
    snw_cdr_text(cdr, said);
}

void snw__event_encode(snw_cdr *cdr, const snw_event *event) {
    const snw_why *why = &event->why;
    snw__cdr_time(cdr, event->t_ns);
    snw__cdr_u64(cdr, event->sequence);
    snw__cdr_u32(cdr, (uint32_t)why->code);
    snw_cdr_text(cdr, snw_status_name(why->code));
    snw__cdr_u8(cdr, (uint8_t)why->severity);
    snw_cdr_text(cdr, why->subject);
    snw_cdr_text(cdr, why->rule);
    if (why->text[0] != '\0') {
        put_text(cdr, why);
    } else {
        snw_cdr_text(cdr, "");
    }
    snw_cdr_text(cdr, why->fix);
    snw_cdr_text(cdr, why->file);
    snw__cdr_u32(cdr, (uint32_t)why->line);
    snw__cdr_u32(cdr, (uint32_t)why->column);
    snw__cdr_u32(cdr, (uint32_t)why->number_count);
    for (int i = 0; i < why->number_count; i++) {
        snw_cdr_text(cdr, why->numbers[i].name);
        snw_cdr_text(cdr, why->numbers[i].unit);
        snw__cdr_reals(cdr, &why->numbers[i].value, 1);
    }
}

snw_status snw_event_decode(const void *data, size_t size, snw_event *event) {
    snw__cdr_reader reader = snw__cdr_read(data, size);
    snw_event read = {.t_ns = snw__cdr_get_time(&reader)};
    snw_why *why = &read.why;
    read.sequence = snw__cdr_get_u64(&reader);
    why->code = (snw_status)(int32_t)snw__cdr_get_u32(&reader);
    (void)snw__cdr_get_text(&reader, NULL);
    why->severity = (snw_severity)snw__cdr_get_u8(&reader);
    snw__cdr_get_field(&reader, why->subject, sizeof why->subject);
    snw__cdr_get_field(&reader, why->rule, sizeof why->rule);
    snw__cdr_get_field(&reader, why->text, sizeof why->text);
    snw__cdr_get_field(&reader, why->fix, sizeof why->fix);
    snw__cdr_get_field(&reader, why->file, sizeof why->file);
    why->line = (int32_t)snw__cdr_get_u32(&reader);
    why->column = (int32_t)snw__cdr_get_u32(&reader);
    const uint32_t count = snw__cdr_get_u32(&reader);
    if (reader.failed || count > SNW_WHY_NUMBERS || why->severity > SNW_ERROR) {
        return SNW_ERR_SYNTAX;
    }
    why->number_count = (int32_t)count;
    for (uint32_t i = 0; i < count; i++) {
        snw__cdr_get_field(&reader, why->numbers[i].name, sizeof why->numbers[i].name);
        snw__cdr_get_field(&reader, why->numbers[i].unit, sizeof why->numbers[i].unit);
        why->numbers[i].value = snw__cdr_get_real(&reader);
    }
    if (reader.failed) return SNW_ERR_SYNTAX;
    *event = read;
    return SNW_OK;
}

static void put_pair(snw_cdr *cdr, const char *key, const char *value) {
    snw_cdr_text(cdr, key);
    snw_cdr_text(cdr, value);
}

void snw_diagnostics_encode(snw_cdr *cdr, const snw_event *event) {
    const snw_why *why = &event->why;
    snw__cdr_time(cdr, event->t_ns);
    snw_cdr_text(cdr, "");
    snw__cdr_u32(cdr, 1);
    snw__cdr_u8(cdr, (uint8_t)why->severity);
    snw_cdr_text(cdr, why->subject);
    put_text(cdr, why);
    snw_cdr_text(cdr, "");
    snw__cdr_u32(cdr, (uint32_t)why->number_count + 3);
    put_pair(cdr, "code", snw_status_name(why->code));
    put_pair(cdr, "rule", why->rule);
    put_pair(cdr, "fix", why->fix);
    for (int i = 0; i < why->number_count; i++) {
        char value[SNW_NUMBER_SIZE + SNW_WHY_UNIT + 1];
        snw_text text = snw_text_over(value, sizeof value);
        snw_text_real(&text, why->numbers[i].value);
        if (why->numbers[i].unit[0] != '\0') snw_text_format(&text, " %s", why->numbers[i].unit);
        put_pair(cdr, why->numbers[i].name, value);
    }
}

void snw__parameter_encode(snw_cdr *cdr, const snw_parameter_change *change) {
    snw__cdr_time(cdr, change->t_ns);
    snw__cdr_u64(cdr, (uint64_t)change->tick);
    snw_cdr_text(cdr, change->path);
    snw_cdr_text(cdr, change->value);
}

snw_status snw_parameter_decode(const void *data, size_t size, snw_parameter_change *change) {
    snw__cdr_reader reader = snw__cdr_read(data, size);
    snw_parameter_change read = {.t_ns = snw__cdr_get_time(&reader)};
    read.tick = (int64_t)snw__cdr_get_u64(&reader);
    snw__cdr_get_field(&reader, read.path, sizeof read.path);
    snw__cdr_get_field(&reader, read.value, sizeof read.value);
    if (reader.failed) return SNW_ERR_SYNTAX;
    *change = read;
    return SNW_OK;
}

void snw__description_encode(snw_cdr *cdr, const snw_description *description) {
    snw__cdr_time(cdr, description->t_ns);
    snw_cdr_text(cdr, description->name);
    snw_cdr_text(cdr, description->format);
    snw_cdr_text(cdr, description->text);
}

snw_status snw_description_decode(const void *data, size_t size, snw_description *description) {
    snw__cdr_reader reader = snw__cdr_read(data, size);
    snw_description read = {.t_ns = snw__cdr_get_time(&reader)};
    read.name = snw__cdr_get_text(&reader, NULL);
    read.format = snw__cdr_get_text(&reader, NULL);
    read.text = snw__cdr_get_text(&reader, &read.length);
    if (reader.failed) return SNW_ERR_SYNTAX;
    *description = read;
    return SNW_OK;
}

static void put_sequence(snw_cdr *cdr, const double *values, int count) {
    const int shown = values == NULL ? 0 : count;
    snw__cdr_u32(cdr, (uint32_t)shown);
    snw__cdr_reals(cdr, values, shown);
}

void snw_joint_states_encode(snw_cdr *cdr, const snw_joint_states *states) {
    snw__cdr_time(cdr, states->t_ns);
    snw_cdr_text(cdr, states->frame);
    snw__cdr_u32(cdr, (uint32_t)states->count);
    for (int i = 0; i < states->count; i++) {
        snw_cdr_text(cdr, states->names[i]);
    }
    put_sequence(cdr, states->position, states->count);
    put_sequence(cdr, states->velocity, states->count);
    put_sequence(cdr, states->effort, states->count);
}

void snw__frame_encode(snw_cdr *cdr, int64_t t_ns, const snw_frame_state *frame) {
    const snw_vec3 p = frame->pose.p;
    const snw_quat q = snw_quat_from_mat3(frame->pose.R);
    const double numbers[7] = {p.x, p.y, p.z, q.x, q.y, q.z, q.w};
    snw__cdr_time(cdr, t_ns);
    snw_cdr_text(cdr, frame->parent);
    snw_cdr_text(cdr, frame->child);
    snw__cdr_reals(cdr, numbers, 7);
}

void snw_frames_encode(snw_cdr *cdr, int64_t t_ns, const snw_frame_state *frames, int count) {
    snw__cdr_u32(cdr, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        snw__frame_encode(cdr, t_ns, &frames[i]);
    }
}
