// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "../../../src/runtime/exec/inside.h"

static double next_number;

static parcel make_parcel(double number) {
    return (parcel){number, -number};
}

// "writer" writes one parcel per update; "r..." read their latest and count what is wrong
static double reads[8], torn[8], last[8];

static snw_status write_and_read(snw_component *self, const snw_tick *tick) {
    (void)tick;
    if (self->name[0] == 'w') {
        const parcel p = make_parcel(++next_number);
        snw_port_write(self, PROBE_OUT, &p);
        return SNW_OK;
    }
    const int k = self->name[1] - '0';
    parcel p;
    if (snw_port_read(self, PROBE_IN, &p) != SNW_OK) return SNW_OK;
    reads[k]++;
    if (p.check != -p.number || p.number <= last[k]) torn[k]++;
    last[k] = p.number;
    return SNW_OK;
}

static void open_readers(rig *r) {
    static const char *const names[] = {"r0", "r1", "r2", "r3"};
    next_number = 0;
    memset(reads, 0, sizeof reads);
    memset(torn, 0, sizeof torn);
    memset(last, 0, sizeof last);
    rig_open(r);
    (void)rig_add(r, "writer", &probe_type, "");
    for (int i = 0; i < 4; i++) {
        (void)rig_add(r, names[i], &probe_type, "");
        char to[16];
        (void)snprintf(to, sizeof to, "%s.in", names[i]);
        rig_connect(r, "writer.out", to);
    }
    rig_go(r);
    hooks.update = write_and_read;
}

// spec: damore:ARC-01
static void one_writer_and_four_readers_for_sixty_seconds(void) {
    rig r;
    open_readers(&r);
    const int ticks = 60000;
    rig_ticks(&r, ticks);
    for (int k = 0; k < 4; k++)
        CHECK(reads[k] == ticks && torn[k] == 0 && last[k] == ticks);
    rig_close(&r);
}

static parcel seen;
static snw_status seen_status;
static int64_t seen_age;
static bool writes;

static snw_status once(snw_component *self, const snw_tick *tick) {
    (void)tick;
    if (self->name[0] == 'w') {
        const parcel p = make_parcel(++next_number);
        if (writes) snw_port_write(self, PROBE_OUT, &p);
        return SNW_OK;
    }
    seen_age = snw_port_age_ns(self, PROBE_IN);
    seen_status = snw_port_read(self, PROBE_IN, &seen);
    return SNW_OK;
}

static void a_latest_value_is_new_once_and_grows_old(void) {
    rig r;
    open_readers(&r);
    hooks.update = once;
    writes = false;
    rig_ticks(&r, 1);
    CHECK(seen_status == SNW_NOTHING_NEW && seen_age == INT64_MAX);
    writes = true;
    rig_ticks(&r, 1);
    CHECK(seen_status == SNW_OK && seen.number == 2 && seen_age == 0);
    writes = false;
    seen.number = 77;
    for (int age = 1; age < 10; age++) {
        rig_ticks(&r, 1);
        CHECK(seen_status == SNW_NOTHING_NEW && seen.number == 77);
        CHECK(seen_age == age * (int64_t)MS);
    }
    // of several only the newest is there
    snw_component *writer = snw_exec_find(r.exec, "writer");
    for (int i = 0; i < 5; i++) {
        const parcel p = make_parcel(100 + i);
        snw_port_write(writer, PROBE_OUT, &p);
    }
    rig_ticks(&r, 1);
    CHECK(seen_status == SNW_OK && seen.number == 104);
    rig_close(&r);
}

// Random writes and reads against a plain list of what must come out.
static void a_queue_keeps_order_and_counts_what_it_lost(void) {
    rig r;
    rig_open(&r);
    (void)rig_add(&r, "writer", &probe_type, "");
    (void)rig_add(&r, "reader", &probe_type, "");
    rig_connect(&r, "writer.out", "reader.queue");
    r.loop->connections[0].capacity = 5;
    rig_go(&r);
    snw_component *writer = snw_exec_find(r.exec, "writer"),
                  *reader = snw_exec_find(r.exec, "reader");
    double waiting[5];
    int count = 0;
    uint64_t lost = 0;
    check_seed(7);
    for (long i = 0; i < check_scaled(100000); i++) {
        if (check_int(0, 1)) {
            const parcel p = make_parcel((double)i);
            snw_port_write(writer, PROBE_OUT, &p);
            if (count < 5) {
                waiting[count++] = (double)i;
            } else {
                lost++;
            }
        } else {
            parcel p = {0};
            const snw_status status = snw_port_read(reader, PROBE_QUEUE, &p);
            CHECK(status == (count > 0 ? SNW_OK : SNW_NOTHING_NEW));
            if (count > 0) {
                CHECK(p.number == waiting[0] && p.check == -p.number);
                memmove(waiting, waiting + 1, sizeof(double) * (size_t)--count);
            }
        }
        CHECK(snw__port_lost(reader, PROBE_QUEUE) == lost);
    }
    CHECK(lost > 0);
    rig_close(&r);
}

static void a_queue_has_the_room_that_its_port_says(void) {
    rig r;
    rig_open(&r);
    (void)rig_add(&r, "writer", &probe_type, "");
    (void)rig_add(&r, "reader", &probe_type, "");
    rig_connect(&r, "writer.out", "reader.queue");
    rig_go(&r);
    snw_component *writer = snw_exec_find(r.exec, "writer"),
                  *reader = snw_exec_find(r.exec, "reader");
    for (int i = 0; i < 6; i++) {
        const parcel p = make_parcel(i);
        snw_port_write(writer, PROBE_OUT, &p);
    }
    CHECK(snw__port_lost(reader, PROBE_QUEUE) == 2); // of four
    CHECK(snw_port_connected(writer, PROBE_OUT) && snw_port_connected(reader, PROBE_QUEUE));
    CHECK(!snw_port_connected(reader, PROBE_IN) && !snw_port_connected(reader, PROBE_OUT));
    parcel p = {3, -3};
    CHECK(snw_port_read(reader, PROBE_IN, &p) == SNW_NOTHING_NEW && p.number == 3);
    snw_port_write(reader, PROBE_OUT, &p); // leads nowhere
    rig_close(&r);
}

static void refuse_connection(const char *from, const char *to, snw_status code, const char *fix) {
    rig r;
    rig_open(&r);
    (void)rig_add(&r, "writer", &probe_type, "");
    (void)rig_add(&r, "reader", &probe_type, "");
    rig_connect(&r, from, to);
    CHECK(rig_try(&r) == code && r.exec == NULL);
    CHECK(r.p.diags.errors == 1 && strstr(rig_error(&r)->fix, fix) != NULL);
    rig_close(&r);
}

static void connections_that_do_not_fit_are_refused_by_name(void) {
    refuse_connection("writer.out", "nobody.in", SNW_ERR_UNKNOWN_NAME, "component.port");
    refuse_connection("writer", "reader.in", SNW_ERR_UNKNOWN_NAME, "component.port");
    refuse_connection("writter.out", "reader.in", SNW_ERR_UNKNOWN_NAME, "did you mean 'writer'?");
    refuse_connection("writer.oot", "reader.in", SNW_ERR_UNKNOWN_NAME, "'out'");
    refuse_connection("writer.in", "reader.in", SNW_ERR_UNKNOWN_NAME, "");
    refuse_connection("writer.out", "reader.out", SNW_ERR_UNKNOWN_NAME, "");
    refuse_connection("writer.out", "reader.text", SNW_ERR_ARGUMENT, "same value");
}

static void a_mandatory_input_must_be_connected(void) {
    rig r;
    rig_open(&r);
    (void)rig_add(&r, "writer", &probe_type, "");
    (void)rig_add(&r, "needs", &wired_type, "");
    CHECK(rig_try(&r) == SNW_ERR_NOT_FOUND && r.exec == NULL);
    CHECK_TEXT(rig_error(&r)->subject, "needs");
    rig_connect(&r, "writer.out", "needs.in");
    rig_go(&r);
    CHECK(snw_exec_find(r.exec, "needs")->state == SNW_COMPONENT_RUNNING);
    rig_close(&r);
}

// spec: damore:ARC-09 damore:ARC-01
static void without_an_optional_peer_it_runs_and_without_a_mandatory_one_not(void) {
    rig r;
    rig_open(&r);
    (void)rig_add(&r, "robot", &probe_type, "");
    (void)rig_add(&r, "box", &probe_type, "");
    (void)rig_add(&r, "handler", &needy_type, "");
    CHECK(rig_try(&r) == SNW_ERR_NOT_FOUND && r.exec == NULL);
    CHECK_TEXT(rig_error(&r)->subject, "handler");
    CHECK_TEXT(rig_error(&r)->fix, "robot");

    // the mandatory one alone: a warning names the other, and it runs
    rig_peer(&r, &r.loop->components[2], "robot", "robot");
    rig_go(&r);
    int warned = 0;
    for (int i = 0; i < r.p.diags.count; i++) {
        warned += strcmp(r.p.items[i].subject, "handler") == 0 &&
                  r.p.items[i].severity == SNW_WARNING && strcmp(r.p.items[i].fix, "limiter") == 0;
    }
    CHECK(warned == 1);
    snw_component *handler = snw_exec_find(r.exec, "handler");
    CHECK(handler->state == SNW_COMPONENT_RUNNING);
    CHECK(snw_component_peer(handler, "robot") == snw_exec_find(r.exec, "robot"));
    CHECK(snw_component_peer(handler, "limiter") == NULL);
    CHECK(snw_component_peer(handler, "stranger") == NULL);
    rig_shut(&r);

    rig_peer(&r, &r.loop->components[2], "limiter", "box");
    rig_go(&r);
    handler = snw_exec_find(r.exec, "handler");
    CHECK(snw_component_peer(handler, "limiter") == snw_exec_find(r.exec, "box"));
    rig_close(&r);
}

static void a_peer_must_be_of_its_type_and_play_a_known_role(void) {
    rig r;
    rig_open(&r);
    (void)rig_arm(&r, "arm", 2);
    (void)rig_add(&r, "move", &mover_type, "arm");
    (void)rig_add(&r, "a", &probe_type, "");
    rig_peer(&r, &r.loop->components[1], "arm_source", "move");
    rig_peer(&r, &r.loop->components[1], "friend", "move");
    rig_go(&r);
    rig_shut(&r);
    snw_copy_text(r.loop->components[1].peers[0].component, SNW_NAME, "a");
    CHECK(rig_try(&r) == SNW_ERR_NOT_FOUND); // a probe is no mover
    snw_copy_text(r.loop->components[1].peers[0].component, SNW_NAME, "move");
    snw_copy_text(r.loop->components[1].peers[0].role, SNW_NAME, "enemy");
    CHECK(rig_try(&r) == SNW_ERR_UNKNOWN_NAME);
    rig_close(&r);
}

int main(void) {
    RUN(one_writer_and_four_readers_for_sixty_seconds);
    RUN(a_latest_value_is_new_once_and_grows_old);
    RUN(a_queue_keeps_order_and_counts_what_it_lost);
    RUN(a_queue_has_the_room_that_its_port_says);
    RUN(connections_that_do_not_fit_are_refused_by_name);
    RUN(a_mandatory_input_must_be_connected);
    RUN(without_an_optional_peer_it_runs_and_without_a_mandatory_one_not);
    RUN(a_peer_must_be_of_its_type_and_play_a_known_role);
    return check_report();
}
