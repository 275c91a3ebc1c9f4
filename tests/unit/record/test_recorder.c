// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "block.h"

#include "../../../src/runtime/record/inside.h"

enum { ROWS = 70000 };
static sampled *rows;
static arm the_arm;
static wide the_wide;
static const int64_t ms = 1000000;

static snw_roots the_roots(void) {
    snw_roots roots = {.count = 0};
    CHECK(snw_roots_add(&roots, "arm", &arm_type, &the_arm) == SNW_OK);
    CHECK(snw_roots_add(&roots, "wide", &wide_type, &the_wide) == SNW_OK);
    return roots;
}

static snw_recorder *recorder_on(const snw_roots *roots, stand_in *disk) {
    static snw_store store;
    store = stand_in_store(disk);
    snw_recorder_config config = snw_recorder_defaults();
    config.path = "run.mcap";
    config.roots = roots;
    config.period = 1e-3;
    config.buffer = 0.1;
    config.store = &store;
    snw_recorder *recorder = NULL;
    CHECK(snw_recorder_open(&recorder, &config, NULL) == SNW_OK);
    return recorder;
}

static void add(snw_recorder *recorder, const char *name, const char *pattern,
                snw_record_group group) {
    group.name = name;
    group.patterns = &pattern;
    group.pattern_count = 1;
    snw_why why = {0};
    const snw_status status = snw_recorder_add(recorder, &group, &why);
    if (status != SNW_OK) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// all numbers of an arm in the order of its table
static int numbers_of(const arm *a, double *out) {
    int n = 0;
    memcpy(out, a->q, sizeof a->q);
    memcpy(out + 6, a->qd, sizeof a->qd);
    memcpy(out + 12, a->tau, sizeof a->tau);
    n = 18;
    const double pose[12] = {a->T.R.x.x, a->T.R.x.y, a->T.R.x.z, a->T.R.y.x, a->T.R.y.y, a->T.R.y.z,
                             a->T.R.z.x, a->T.R.z.y, a->T.R.z.z, a->T.p.x,   a->T.p.y,   a->T.p.z};
    memcpy(out + n, pose, sizeof pose);
    n += 12;
    const double more[] = {a->force.x, a->force.y,    a->force.z,     a->turn.w, a->turn.x,
                           a->turn.y,  a->turn.z,     a->K[0],        a->K[1],   a->K[2],
                           a->K[3],    a->K[4],       a->K[5],        a->on,     a->i8,
                           a->i16,     a->i32,        (double)a->i64, a->u8,     a->u16,
                           a->u32,     (double)a->u64};
    memcpy(out + n, more, sizeof more);
    return n + (int)(sizeof more / sizeof *more);
}

// Every kind of number, each tick, comes back bit for bit; the parameter and the text do not come.
static void signals_of_every_kind_come_back_bit_for_bit(void) {
    const snw_roots roots = the_roots();
    stand_in disk = {.room = 0};
    snw_recorder *recorder = recorder_on(&roots, &disk);
    add(recorder, "arm", "arm/**", (snw_record_group){0});
    CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
    const int ticks = 2500;
    for (int64_t tick = 0; tick < ticks; tick++) {
        move(&the_arm, tick);
        snw_recorder_tick(recorder, tick, tick * ms);
        CHECK(snw_recorder_pump(recorder, tick * ms) == SNW_OK);
    }
    snw_recorder_report report;
    CHECK(snw_recorder_close(recorder, &report, NULL) == SNW_OK);
    CHECK(report.samples == (uint64_t)ticks && report.lost_samples == 0 && report.files == 1);
    CHECK(report.bytes == disk.files[0].size && report.messages == (uint64_t)ticks);
    snw_mcap_facts facts;
    CHECK(read_rows(disk.files[0].data, disk.files[0].size, "/signals/arm", rows, ROWS, &facts) ==
          ticks);
    CHECK(facts.finished && facts.damages == 0);
    for (int64_t tick = 0; tick < ticks; tick++) {
        double expected[64];
        move(&the_arm, tick);
        CHECK(rows[tick].count == numbers_of(&the_arm, expected));
        CHECK(rows[tick].tick == tick && rows[tick].t_ns == tick * ms && rows[tick].lost == 0);
        for (int i = 0; i < rows[tick].count; i++) {
            CHECK(bits_of(rows[tick].values[i]) == bits_of(expected[i]));
        }
    }
    // chunks close within a second
    CHECK(facts.chunks >= 3);
    stand_in_free(&disk);
}

// The paths and units in the file are those that the roots resolve to the same numbers.
static void names_and_units_are_in_the_file(void) {
    const snw_roots roots = the_roots();
    stand_in disk = {.room = 0};
    snw_recorder *recorder = recorder_on(&roots, &disk);
    add(recorder, "arm", "arm/*", (snw_record_group){.divisor = 3});
    CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
    move(&the_arm, 0);
    snw_recorder_tick(recorder, 0, 0);
    CHECK(snw_recorder_close(recorder, NULL, NULL) == SNW_OK);
    const int count =
        read_rows(disk.files[0].data, disk.files[0].size, "/signals/arm", rows, 1, NULL);
    CHECK(count == 1);
    const snw_source_bytes source = snw_source_memory(disk.files[0].data, disk.files[0].size);
    snw_mcap_reader *reader = NULL;
    CHECK(snw_mcap_read_open(&reader, &source, NULL, NULL, NULL) == SNW_OK);
    const snw_mcap_channel *channel = NULL;
    for (int id = 1; id < 10 && channel == NULL; id++) {
        const snw_mcap_channel *one = snw_mcap_read_channel(reader, id);
        if (one != NULL && strcmp(one->topic, "/signals/arm") == 0) channel = one;
    }
    CHECK(channel != NULL);
    CHECK_TEXT(snw_mcap_channel_value(channel, "divisor"), "3");
    CHECK_TEXT(snw_mcap_channel_value(channel, "tick_period_s"), "0.001");
    const snw_mcap_schema *schema = snw_mcap_read_schema(reader, channel->schema_id);
    CHECK_TEXT(schema->name, "sinew_msgs/msg/Signals");
    CHECK(strstr((const char *)schema->data, "float64 arm_qd_0  # arm/qd[0] [rad/s]\n") != NULL);
    const char *path = snw_mcap_channel_value(channel, "paths");
    const char *unit = snw_mcap_channel_value(channel, "units");
    for (int i = 0; i < rows[0].count; i++) {
        char one[SNW_FIELD_PATH];
        (void)snprintf(one, sizeof one, "%.*s", (int)strcspn(path, "\n"), path);
        snw_place place;
        CHECK(snw_roots_resolve(&roots, one, &place, NULL) == SNW_OK);
        char text[64];
        snw_text printed = snw_text_over(text, sizeof text);
        CHECK(snw_roots_get(&roots, one, &printed, NULL) == SNW_OK);
        // booleans print as words, all others as the number that was recorded
        if (place.field->kind != SNW_KIND_BOOL) {
            double value = strtod(text, NULL);
            CHECK(value == rows[0].values[i]);
        }
        CHECK(strcspn(unit, "\n") ==
              (i >= 18 && i < 27 ? 0 : strlen(place.field->unit ? place.field->unit : "")));
        path += strcspn(path, "\n") + (i + 1 < rows[0].count);
        unit += strcspn(unit, "\n") + (i + 1 < rows[0].count);
    }
    CHECK(*path == '\0' && *unit == '\0');
    snw_mcap_read_close(reader);
    stand_in_free(&disk);
}

// 100 variables at 1 kHz for 60 s in virtual time, no loss; and as many as 500.
// spec: loffler:L-142
static void a_hundred_signals_for_a_minute_are_all_there(void) {
    const snw_roots roots = the_roots();
    stand_in disk = {.room = 0};
    snw_recorder *recorder = recorder_on(&roots, &disk);
    const char *patterns[100];
    char names[100][16];
    for (int i = 0; i < 100; i++) {
        (void)snprintf(names[i], sizeof names[i], "wide/x[%d]", 5 * i);
        patterns[i] = names[i];
    }
    const snw_record_group group = {.name = "hundred", .patterns = patterns, .pattern_count = 100};
    CHECK(snw_recorder_add(recorder, &group, NULL) == SNW_OK);
    CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
    const int ticks = 60000;
    for (int64_t tick = 0; tick < ticks; tick++) {
        for (int i = 0; i < WIDE; i++)
            the_wide.x[i] = (double)(tick * WIDE + i);
        snw_recorder_tick(recorder, tick, tick * ms);
        if (tick % 50 == 49) CHECK(snw_recorder_pump(recorder, tick * ms) == SNW_OK);
    }
    snw_recorder_report report;
    CHECK(snw_recorder_close(recorder, &report, NULL) == SNW_OK);
    CHECK(report.lost_samples == 0 && report.samples == (uint64_t)ticks);
    CHECK(read_rows(disk.files[0].data, disk.files[0].size, "/signals/hundred", rows, ROWS, NULL) ==
          ticks);
    for (int64_t tick = 0; tick < ticks; tick++) {
        CHECK(rows[tick].tick == tick && rows[tick].count == 100);
        for (int i = 0; i < 100; i++)
            CHECK(rows[tick].values[i] == (double)(tick * WIDE + 5 * i));
    }
    stand_in_free(&disk);
}

// a saw tooth of 100 ticks from -1 to 1 in arm/q[0]; its level 0.5 is passed upwards at tick 75
// of each period and downwards at its end
static double saw(int64_t tick) {
    return -1 + 2 * (double)(tick % 100) / 100;
}

static int run_modes(snw_recorder *recorder, int ticks, int dump_at) {
    CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
    for (int64_t tick = 0; tick < ticks; tick++) {
        the_arm.q[0] = saw(tick);
        snw_recorder_tick(recorder, tick, tick * ms);
        if (tick == dump_at) snw_recorder_dump(recorder);
        if (tick % 7 == 0 || tick == dump_at)
            CHECK(snw_recorder_pump(recorder, tick * ms) == SNW_OK);
    }
    CHECK(snw_recorder_close(recorder, NULL, NULL) == SNW_OK);
    return 0;
}

// The four modes at once, each tick accounted for: continuous, decimated, triggered, last N.
// spec: loffler:L-143
static void continuous_decimated_triggered_and_last(void) {
    const snw_roots roots = the_roots();
    stand_in disk = {.room = 0};
    snw_recorder *recorder = recorder_on(&roots, &disk);
    add(recorder, "all", "arm/q[*]", (snw_record_group){0});
    add(recorder, "tenth", "arm/q[*]", (snw_record_group){.divisor = 10});
    add(recorder, "rise", "arm/qd[*]",
        (snw_record_group){.mode = SNW_RECORD_TRIGGERED,
                           .trigger = "arm/q[0]",
                           .level = 0.5,
                           .before = 0.005,
                           .after = 0.003});
    add(recorder, "fall", "arm/q[0]",
        (snw_record_group){.mode = SNW_RECORD_TRIGGERED,
                           .trigger = "arm/q[0]",
                           .level = 0.5,
                           .edge = SNW_RECORD_FALLING,
                           .before = 0.002});
    add(recorder, "last", "arm/q[0]", (snw_record_group){.mode = SNW_RECORD_LAST, .before = 0.030});
    (void)run_modes(recorder, 1000, -1);
    const uint8_t *data = disk.files[0].data;
    const size_t size = disk.files[0].size;

    CHECK(read_rows(data, size, "/signals/all", rows, ROWS, NULL) == 1000);
    for (int i = 0; i < 1000; i++)
        CHECK(rows[i].tick == i && rows[i].values[0] == saw(i) && rows[i].count == 6);
    CHECK(read_rows(data, size, "/signals/tenth", rows, ROWS, NULL) == 100);
    for (int i = 0; i < 100; i++)
        CHECK(rows[i].tick == 10 * i && rows[i].values[0] == saw(10 * (int64_t)i));

    // ten periods: ticks 70 to 78 of each, the trigger at 75; it is recorded as a seventh number
    CHECK(read_rows(data, size, "/signals/rise", rows, ROWS, NULL) == 90);
    for (int i = 0; i < 90; i++) {
        CHECK(rows[i].tick == i / 9 * 100 + 70 + i % 9);
        CHECK(rows[i].sequence == (uint32_t)rows[i].tick);
        CHECK(rows[i].count == 7 && rows[i].values[6] == saw(rows[i].tick));
    }
    // nine falls, at the start of a period: two before and itself
    CHECK(read_rows(data, size, "/signals/fall", rows, ROWS, NULL) == 27);
    for (int i = 0; i < 27; i++)
        CHECK(rows[i].tick == (i / 3 + 1) * 100 - 2 + i % 3);
    // the last 30 ms before the end, both ends included
    CHECK(read_rows(data, size, "/signals/last", rows, ROWS, NULL) == 31);
    for (int i = 0; i < 31; i++)
        CHECK(rows[i].tick == 969 + i);
    stand_in_free(&disk);
}

static void a_dump_writes_the_black_box_and_what_follows(void) {
    const snw_roots roots = the_roots();
    stand_in disk = {.room = 0};
    snw_recorder *recorder = recorder_on(&roots, &disk);
    add(recorder, "box", "arm/q[0]",
        (snw_record_group){.mode = SNW_RECORD_LAST, .before = 0.020, .after = 0.010});
    (void)run_modes(recorder, 1000, 500);
    const int count =
        read_rows(disk.files[0].data, disk.files[0].size, "/signals/box", rows, ROWS, NULL);
    // 480 to 510 by the dump, 979 to 999 at the end, none twice
    CHECK(count == 31 + 21);
    for (int i = 0; i < count; i++)
        CHECK(rows[i].tick == (i < 31 ? 480 + i : 979 + i - 31));
    stand_in_free(&disk);
}

static void a_trigger_ignores_nan_and_the_first_sample(void) {
    const snw_roots roots = the_roots();
    stand_in disk = {.room = 0};
    snw_recorder *recorder = recorder_on(&roots, &disk);
    add(recorder, "t", "arm/q[0]",
        (snw_record_group){.mode = SNW_RECORD_TRIGGERED,
                           .trigger = "arm/q[0]",
                           .level = 0,
                           .edge = SNW_RECORD_EITHER});
    CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
    const double values[] = {1, (double)NAN, -1, (double)NAN, 1, -1, -1, 0, 0, 1};
    for (int i = 0; i < 10; i++) {
        the_arm.q[0] = values[i];
        snw_recorder_tick(recorder, i, i);
    }
    CHECK(snw_recorder_close(recorder, NULL, NULL) == SNW_OK);
    // 1 to -1 at 5, -1 to 0 at 7; from 0 to 1 nothing is passed
    CHECK(read_rows(disk.files[0].data, disk.files[0].size, "/signals/t", rows, ROWS, NULL) == 2);
    CHECK(rows[0].tick == 5 && rows[1].tick == 7);
    stand_in_free(&disk);
}

// A service that does not run loses samples, never the loop's time; each is counted, and the gap
// is marked in the sample after it.
static void a_full_ring_drops_counts_and_marks_the_gap(void) {
    const snw_roots roots = the_roots();
    stand_in disk = {.room = 0};
    snw_recorder *recorder = recorder_on(&roots, &disk);
    add(recorder, "all", "arm/q[0]", (snw_record_group){0});
    CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
    for (int64_t tick = 0; tick < 1000; tick++) {
        the_arm.q[0] = (double)tick;
        snw_recorder_tick(recorder, tick, tick * ms);
        if (tick == 699) CHECK(snw_recorder_pump(recorder, tick * ms) == SNW_OK);
    }
    snw_recorder_report report;
    CHECK(snw_recorder_close(recorder, &report, NULL) == SNW_OK);
    // 100 ms at 1 kHz and one more are 101, rounded up to 128 samples
    CHECK(read_rows(disk.files[0].data, disk.files[0].size, "/signals/all", rows, ROWS, NULL) ==
          256);
    CHECK(report.samples == 256 && report.lost_samples == 1000 - 256);
    CHECK(rows[127].tick == 127 && rows[127].lost == 0);
    CHECK(rows[128].tick == 700 && rows[128].lost == 572 && rows[128].sequence == 700);
    CHECK(rows[255].tick == 827);
    stand_in_free(&disk);
}

static snw_event event_of(int i) {
    snw_event event = {.t_ns = i * ms, .sequence = (uint64_t)i};
    snw_why_set(&event.why, i % 2 ? SNW_ERR_LIMIT : SNW_SATURATED, "arm/joint[3]", "too fast");
    snw_why_add(&event.why, "speed", 1.5 * i, "rad/s");
    snw_why_fix(&event.why, "slow down");
    snw_why_rule(&event.why, "velocity");
    return event;
}

// Events, changes of parameters and texts come back as they were given.
static void events_parameters_and_texts_come_back(void) {
    const snw_roots roots = the_roots();
    stand_in disk = {.room = 0};
    snw_recorder *recorder = recorder_on(&roots, &disk);
    add(recorder, "all", "arm/q[0]", (snw_record_group){0});
    CHECK(snw_recorder_add_text(recorder, "cell", "xml", "<cell name=\"\xC3\xA4\"/>\n", NULL) ==
          SNW_OK);
    CHECK(snw_recorder_start(recorder, 5, NULL) == SNW_OK);
    for (int i = 0; i < 20; i++) {
        const snw_event event = event_of(i);
        snw_recorder_event(recorder, &event);
        snw_recorder_parameter(recorder, i, i * ms, "arm/gain", "12.5");
        CHECK(snw_recorder_pump(recorder, i * ms) == SNW_OK);
    }
    snw_recorder_report report;
    CHECK(snw_recorder_close(recorder, &report, NULL) == SNW_OK);
    CHECK(report.events == 40 && report.lost_events == 0);
    const snw_source_bytes source = snw_source_memory(disk.files[0].data, disk.files[0].size);
    snw_mcap_reader *reader = NULL;
    CHECK(snw_mcap_read_open(&reader, &source, NULL, NULL, NULL) == SNW_OK);
    snw_mcap_message message;
    int events = 0, changes = 0, texts = 0, diagnostics = 0;
    while (snw_mcap_read_next(reader, &message) == SNW_OK) {
        const char *topic = snw_mcap_read_channel(reader, message.channel)->topic;
        snw_event event;
        snw_parameter_change change;
        snw_description text;
        if (strcmp(topic, "/events") == 0) {
            const snw_event expected = event_of(events++);
            CHECK(snw_event_decode(message.data, message.size, &event) == SNW_OK);
            CHECK(event.t_ns == expected.t_ns && event.sequence == expected.sequence);
            char a[1024], b[1024];
            (void)snw_why_json(&event.why, a, sizeof a);
            (void)snw_why_json(&expected.why, b, sizeof b);
            CHECK_TEXT(a, b);
        } else if (strcmp(topic, "/parameters") == 0) {
            CHECK(snw_parameter_decode(message.data, message.size, &change) == SNW_OK);
            CHECK(change.tick == changes++ && change.t_ns == change.tick * ms);
            CHECK_TEXT(change.path, "arm/gain");
            CHECK_TEXT(change.value, "12.5");
        } else if (strcmp(topic, "/description") == 0) {
            CHECK(snw_description_decode(message.data, message.size, &text) == SNW_OK);
            CHECK_TEXT(text.name, "cell");
            CHECK_TEXT(text.format, "xml");
            CHECK_TEXT(text.text, "<cell name=\"\xC3\xA4\"/>\n");
            CHECK(text.length == strlen(text.text) && text.t_ns == 5);
            texts++;
        } else if (strcmp(topic, "/diagnostics") == 0) {
            diagnostics++;
        }
    }
    CHECK(events == 20 && changes == 20 && texts == 1 && diagnostics == 20);
    snw_mcap_read_close(reader);
    stand_in_free(&disk);
}

static void events_beyond_the_ring_are_counted(void) {
    const snw_roots roots = the_roots();
    stand_in disk = {.room = 0};
    snw_recorder *recorder = recorder_on(&roots, &disk);
    CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
    const snw_event event = event_of(1);
    for (int i = 0; i < 300; i++)
        snw_recorder_event(recorder, &event);
    snw_recorder_report report;
    CHECK(snw_recorder_close(recorder, &report, NULL) == SNW_OK);
    CHECK(report.events == 256 && report.lost_events == 44);
    stand_in_free(&disk);
}

// Two runs with the same ticks give the same bytes, however the service is called in one of them.
static void the_same_run_gives_the_same_bytes(void) {
    const snw_roots roots = the_roots();
    stand_in disks[2] = {[0] = {.room = 0}};
    for (int k = 0; k < 2; k++) {
        snw_recorder *recorder = recorder_on(&roots, &disks[k]);
        add(recorder, "arm", "arm/**", (snw_record_group){0});
        CHECK(snw_recorder_start(recorder, 0, NULL) == SNW_OK);
        for (int64_t tick = 0; tick < 3000; tick++) {
            move(&the_arm, tick);
            snw_recorder_tick(recorder, tick, tick * ms);
            CHECK(snw_recorder_pump(recorder, tick * ms) == SNW_OK);
        }
        CHECK(snw_recorder_close(recorder, NULL, NULL) == SNW_OK);
    }
    CHECK(disks[0].files[0].size == disks[1].files[0].size);
    CHECK(memcmp(disks[0].files[0].data, disks[1].files[0].data, disks[0].files[0].size) == 0);
    stand_in_free(&disks[0]);
    stand_in_free(&disks[1]);
}

static void wrong_use_is_refused_with_a_reason(void) {
    const snw_roots roots = the_roots();
    stand_in disk = {.room = 0};
    snw_recorder *recorder = recorder_on(&roots, &disk);
    const char *nothing = "arm/nothing", *text = "arm/name", *star = "ar/**", *good = "arm/q";
    const char *parameter = "arm/gai*", *plain = "arm/gain";
    snw_why why = {0};
    snw_record_group group = {.name = "g", .patterns = &nothing, .pattern_count = 1};
    CHECK(snw_recorder_add(recorder, &group, &why) == SNW_ERR_UNKNOWN_NAME && why.text[0] != '\0');
    group.patterns = &text;
    CHECK(snw_recorder_add(recorder, &group, &why) == SNW_ERR_NOT_FOUND && why.fix[0] != '\0');
    group.patterns = &star;
    CHECK(snw_recorder_add(recorder, &group, &why) == SNW_ERR_NOT_FOUND);
    group.patterns = &parameter;
    CHECK(snw_recorder_add(recorder, &group, &why) == SNW_ERR_NOT_FOUND);
    // named alone, a parameter is recorded
    group.patterns = &plain;
    CHECK(snw_recorder_add(recorder, &group, &why) == SNW_OK);
    group.patterns = &good;
    group.name = "h";
    CHECK(snw_recorder_add(recorder, &group, &why) == SNW_OK);
    CHECK(snw_recorder_add(recorder, &group, &why) == SNW_ERR_DUPLICATE);
    group.name = "i";
    group.mode = SNW_RECORD_TRIGGERED;
    CHECK(snw_recorder_add(recorder, &group, &why) == SNW_ERR_ARGUMENT);
    group.trigger = "arm/q[0]";
    group.level = (double)NAN;
    CHECK(snw_recorder_add(recorder, &group, &why) == SNW_ERR_ARGUMENT);
    group.level = 0;
    group.before = (double)NAN;
    CHECK(snw_recorder_add(recorder, &group, &why) == SNW_ERR_RANGE);
    group.before = 0;
    group.divisor = -1;
    CHECK(snw_recorder_add(recorder, &group, &why) == SNW_ERR_ARGUMENT);
    CHECK(snw_recorder_pump(recorder, 0) == SNW_ERR_STATE);
    CHECK(snw_recorder_start(recorder, 0, &why) == SNW_OK);
    CHECK(snw_recorder_start(recorder, 0, &why) == SNW_ERR_STATE);
    group.divisor = 1;
    CHECK(snw_recorder_add(recorder, &group, &why) == SNW_ERR_STATE);
    CHECK(snw_recorder_close(recorder, NULL, NULL) == SNW_OK);
    CHECK(snw_recorder_close(NULL, NULL, NULL) == SNW_OK);
    stand_in_free(&disk);

    snw_recorder_config config = snw_recorder_defaults();
    config.path = "x.mcap";
    config.roots = &roots;
    const double bad[] = {0, -1, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 4; i++) {
        config.period = bad[i];
        CHECK(snw_recorder_open(&recorder, &config, &why) == SNW_ERR_RANGE);
    }
}

int main(void) {
    rows = malloc(ROWS * sizeof *rows);
    RUN(signals_of_every_kind_come_back_bit_for_bit);
    RUN(names_and_units_are_in_the_file);
    RUN(a_hundred_signals_for_a_minute_are_all_there);
    RUN(continuous_decimated_triggered_and_last);
    RUN(a_dump_writes_the_black_box_and_what_follows);
    RUN(a_trigger_ignores_nan_and_the_first_sample);
    RUN(a_full_ring_drops_counts_and_marks_the_gap);
    RUN(events_parameters_and_texts_come_back);
    RUN(events_beyond_the_ring_are_counted);
    RUN(the_same_run_gives_the_same_bytes);
    RUN(wrong_use_is_refused_with_a_reason);
    return check_report();
}
