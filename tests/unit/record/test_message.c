// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "../../../src/runtime/record/inside.h"
#include "check.h"
#include "sinew/record.h"

static uint8_t buffer[4096];

// Bytes by hand, from the rules of CDR: head 00 01 00 00, then each value at a multiple of its size
// behind the head.
static void values_stand_where_cdr_wants_them(void) {
    snw_cdr cdr = snw_cdr_over(buffer, sizeof buffer);
    const double one = 1.0;
    snw__cdr_u8(&cdr, 0xAB);
    snw__cdr_u32(&cdr, 0x01020304);
    snw__cdr_u8(&cdr, 0xCD);
    snw__cdr_reals(&cdr, &one, 1);
    snw_cdr_text(&cdr, "hi");
    snw__cdr_u8(&cdr, 0xEF);
    snw__cdr_u64(&cdr, UINT64_C(0x1122334455667788));
    static const uint8_t expected[] = {
        0,    1,    0,    0,                             // head
        0xAB, 0,    0,    0,    4,    3,    2,    1,     // u8, pad, u32
        0xCD, 0,    0,    0,    0,    0,    0,    0,     // u8, pad to 16
        0,    0,    0,    0,    0,    0,    0xF0, 0x3F,  // 1.0
        3,    0,    0,    0,    'h',  'i',  0,    0xEF,  // length with the zero, text, u8
        0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11}; // u64
    CHECK(cdr.size == sizeof expected && memcmp(buffer, expected, sizeof expected) == 0);
}

static void times_are_split_also_before_zero(void) {
    const int64_t times[] = {0, 1, 999999999, 1000000000, -1, -1000000000, 123456789012345678};
    for (int i = 0; i < 7; i++) {
        snw_cdr cdr = snw_cdr_over(buffer, sizeof buffer);
        const snw_tick_values signals = {.t_ns = times[i], .tick = -5, .lost = 7};
        snw__tick_values_encode(&cdr, &signals);
        snw_tick_values read;
        CHECK(snw_tick_values_decode(buffer, cdr.size, &read) == SNW_OK);
        CHECK(read.t_ns == times[i] && read.tick == -5 && read.lost == 7 && read.count == 0);
    }
}

static void doubles_keep_their_bits(void) {
    double values[64];
    CHECK_CASES(check_scaled(2000)) {
        const int count = check_int(0, 64);
        for (int i = 0; i < count; i++) {
            const uint64_t bits = check_bits();
            memcpy(&values[i], &bits, sizeof bits);
        }
        snw_cdr cdr = snw_cdr_over(NULL, 0);
        const snw_tick_values signals = {.t_ns = 1, .count = count, .values = values};
        snw__tick_values_encode(&cdr, &signals);
        CHECK(cdr.size == 28 + 8 * (size_t)count);
        cdr = snw_cdr_over(buffer, sizeof buffer);
        snw__tick_values_encode(&cdr, &signals);
        snw_tick_values read;
        CHECK(snw_tick_values_decode(buffer, cdr.size, &read) == SNW_OK && read.count == count);
        for (int i = 0; i < count; i++) {
            const double value = snw__tick_values_at(&read, i);
            CHECK(memcmp(&value, &values[i], sizeof value) == 0);
        }
        // cut anywhere it is refused
        const size_t cut = (size_t)check_bits() % cdr.size;
        CHECK(snw_tick_values_decode(buffer, cut, &read) == SNW_ERR_SYNTAX);
    }
}

static void random_text(char *out, int size) {
    const int length = check_int(0, size - 1);
    for (int i = 0; i < length; i++)
        out[i] = (char)check_int(1, 127);
    out[length] = '\0';
}

static snw_event random_event(void) {
    snw_event event = {.t_ns = (int64_t)(check_bits() >> 10), .sequence = check_bits()};
    snw_why *why = &event.why;
    why->code = (snw_status)check_int(-33, 4);
    why->severity = (snw_severity)check_int(0, 2);
    random_text(why->subject, sizeof why->subject);
    random_text(why->rule, sizeof why->rule);
    random_text(why->text, sizeof why->text);
    random_text(why->fix, sizeof why->fix);
    random_text(why->file, sizeof why->file);
    why->line = check_int(0, 1000);
    why->column = check_int(0, 1000);
    why->number_count = check_int(0, SNW_WHY_NUMBERS);
    for (int i = 0; i < why->number_count; i++) {
        random_text(why->numbers[i].name, SNW_WHY_NAME);
        random_text(why->numbers[i].unit, SNW_WHY_UNIT);
        why->numbers[i].value = check_real(-1e9, 1e9);
    }
    return event;
}

static void events_come_back_whole(void) {
    CHECK_CASES(check_scaled(2000)) {
        const snw_event event = random_event();
        snw_cdr cdr = snw_cdr_over(buffer, sizeof buffer);
        snw__event_encode(&cdr, &event);
        snw_event read;
        CHECK(snw_event_decode(buffer, cdr.size, &read) == SNW_OK);
        CHECK(read.t_ns == event.t_ns && read.sequence == event.sequence);
        CHECK(read.why.code == event.why.code && read.why.severity == event.why.severity);
        CHECK_TEXT(read.why.subject, event.why.subject);
        CHECK_TEXT(read.why.rule, event.why.rule);
        CHECK_TEXT(read.why.text, event.why.text);
        CHECK_TEXT(read.why.fix, event.why.fix);
        CHECK_TEXT(read.why.file, event.why.file);
        CHECK(read.why.line == event.why.line && read.why.column == event.why.column);
        CHECK(read.why.number_count == event.why.number_count);
        for (int i = 0; i < event.why.number_count; i++) {
            CHECK_TEXT(read.why.numbers[i].name, event.why.numbers[i].name);
            CHECK_TEXT(read.why.numbers[i].unit, event.why.numbers[i].unit);
            CHECK(read.why.numbers[i].value == event.why.numbers[i].value);
        }
        const size_t cut = (size_t)check_bits() % cdr.size;
        CHECK(snw_event_decode(buffer, cut, &read) == SNW_ERR_SYNTAX);
    }
}

// Any bytes: refused or read, never beyond their end (each in a block of its own size).
static void any_bytes_can_be_decoded(void) {
    CHECK_CASES(check_scaled(20000)) {
        const size_t size = (size_t)check_int(0, 200);
        uint8_t *bytes = malloc(size > 0 ? size : 1);
        CHECK(bytes != NULL);
        for (size_t i = 0; i < size; i++)
            bytes[i] = (uint8_t)(check_int(0, 2) == 0 ? check_bits() : 0);
        if (size > 1) bytes[1] = 1;
        snw_tick_values signals;
        snw_event event;
        snw_parameter_change change;
        snw_description text;
        if (snw_tick_values_decode(bytes, size, &signals) == SNW_OK && signals.count > 0) {
            (void)snw__tick_values_at(&signals, signals.count - 1);
        }
        SNW_IGNORE(snw_event_decode(bytes, size, &event));
        SNW_IGNORE(snw_parameter_decode(bytes, size, &change));
        SNW_IGNORE(snw_description_decode(bytes, size, &text));
        free(bytes);
    }
}

static void every_kind_has_a_name_and_a_schema(void) {
    for (int kind = 0; kind < SNW_MESSAGE_KINDS; kind++) {
        const char *name = snw_message_name((snw_message_kind)kind);
        CHECK(name != NULL && strstr(name, "/msg/") != NULL);
        CHECK(snw_message_kind_of(name) == kind);
        CHECK(strlen(snw_message_schema((snw_message_kind)kind)) > 30);
    }
    CHECK(snw_message_name(SNW_MESSAGE_KINDS) == NULL);
    CHECK(snw_message_schema(SNW_MESSAGE_KINDS) == NULL);
    CHECK(snw_message_kind_of("std_msgs/msg/String") == -1);
}

static void frames_are_quaternions_with_x_first(void) {
    // a quarter turn about z: (0, 0, sin 45, cos 45)
    snw_frame_state frame = {.parent = "w", .child = "t", .pose = snw_pose_identity()};
    frame.pose.R.x = (snw_vec3){0, 1, 0};
    frame.pose.R.y = (snw_vec3){-1, 0, 0};
    frame.pose.p = (snw_vec3){1, 2, 3};
    snw_cdr cdr = snw_cdr_over(buffer, sizeof buffer);
    snw_frames_encode(&cdr, 0, &frame, 1);
    double numbers[7];
    memcpy(numbers, buffer + cdr.size - sizeof numbers, sizeof numbers);
    const double half = sqrt(0.5);
    const double expected[7] = {1, 2, 3, 0, 0, half, half};
    for (int i = 0; i < 7; i++)
        CHECK_NEAR(numbers[i], expected[i], 1e-15);
}

int main(void) {
    RUN(values_stand_where_cdr_wants_them);
    RUN(times_are_split_also_before_zero);
    RUN(doubles_keep_their_bits);
    RUN(events_come_back_whole);
    RUN(any_bytes_can_be_decoded);
    RUN(every_kind_has_a_name_and_a_schema);
    RUN(frames_are_quaternions_with_x_first);
    return check_report();
}
