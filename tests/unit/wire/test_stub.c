// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "../parts/harness.h"
#include "sinew/parts/task.h"
#include "sinew/wire.h"
#include "sinew/wire/serve.h"

// A drive that stands for hardware: it keeps every command that the loop gives it, while somebody
// jogs with the messages of the page.

enum { COMMANDS = 8192 };

typedef struct stub {
    int unused;
} stub;

typedef struct stub_work {
    int count;
    bool enabled;
    double q[SNW_AXES];
    uint32_t samples;
} stub_work;

static struct {
    int acts;
    int64_t t_ns[COMMANDS], dt_ns[COMMANDS];
    double q[COMMANDS], v[COMMANDS]; // of the first axis
} seen;

static snw_status stub_init(snw_drive *drive, const double *q, snw_arena *arena, snw_why *why) {
    stub_work *work = SNW_ARENA_ARRAY(arena, stub_work, 1);
    (void)why;
    if (work == NULL) return SNW_ERR_MEMORY;
    drive->work = work;
    work->count = drive->arm->count;
    memcpy(work->q, q, sizeof *q * (size_t)work->count);
    return SNW_OK;
}

static snw_status stub_sense(snw_drive *drive, int64_t t_ns, snw_arm_sensed *sensed) {
    stub_work *work = drive->work;
    work->samples++;
    for (int i = 0; i < work->count; i++) {
        sensed->q[i] = work->q[i];
        sensed->samples[i] = work->samples;
        sensed->status[i] = SNW_AXIS_FRESH | SNW_AXIS_HOMED | SNW_AXIS_POWERED |
                            (work->enabled ? (uint32_t)SNW_AXIS_ENABLED : 0);
    }
    sensed->t_ns = t_ns;
    return SNW_OK;
}

static snw_status stub_act(snw_drive *drive, int64_t t_ns, int64_t dt_ns,
                           const snw_arm_command *command) {
    stub_work *work = drive->work;
    work->enabled = command->enable;
    for (int i = 0; i < work->count && command->enable; i++) {
        if (command->mode[i] == SNW_AXIS_POSITION) work->q[i] = command->q[i];
    }
    if (seen.acts < COMMANDS) {
        seen.t_ns[seen.acts] = t_ns;
        seen.dt_ns[seen.acts] = dt_ns;
        seen.q[seen.acts] = command->q[0];
        seen.v[seen.acts] = command->v[0];
    }
    seen.acts++;
    return SNW_OK;
}

static const snw_field stub_fields[] = {
    {SNW_AT(stub, unused), .kind = SNW_KIND_INT, .help = "Nothing."},
};
static const snw_drive_functions stub_functions = {
    .head = {sizeof(snw_drive_functions), SNW_DRIVE_VERSION},
    .simulated = false,
    .init = stub_init,
    .sense = stub_sense,
    .act = stub_act,
};
static const snw_type stub_type = {SNW_TYPE(stub, stub_fields), .base = "drive",
                                   .functions = &stub_functions.head,
                                   .help = "Hardware that keeps its commands."};

static harness h;
static snw_wire wire;
static char answer[1 << 16];

static const char cell[] =
    "<cell name=\"stub\"><mechanisms><mechanism name=\"m\" "
    "file=\"package://models/panda/panda.xml\"/></mechanisms>"
    "<members><member name=\"arm\" mechanism=\"m\"/></members><states><state name=\"ready\">"
    "<members><member member=\"arm\"><q>0.3 -0.5 0.2 -2 0.1 1.6 0.4</q></member></members></state>"
    "</states><control><loop period=\"2 ms\" simulate=\"false\"><arms><arm member=\"arm\">"
    "<drive><stub/></drive></arm></arms><components>"
    "<component name=\"stay\" member=\"arm\"><type><hold/></type></component>"
    "<component name=\"task\" member=\"arm\"><type><task/></type></component>"
    "</components></loop></control></cell>";

// a request of the page, answered in the tick that follows
static void tell_page(const char *text) {
    char request[256];
    (void)snprintf(request, sizeof request,
                   "{\"id\":7,\"command\":\"message\",\"object\":\"task\",\"text\":\"%s\"}", text);
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_text out = snw_text_over(answer, sizeof answer);
    snw_wire_answer(&wire, request, strlen(request), setup, &out);
    for (int i = 0; i < 2 && wire.pending; i++) {
        snw_exec_tick(h.exec);
        out = snw_text_over(answer, sizeof answer);
        snw_wire_continue(&wire, &out);
    }
    CHECK(!wire.pending && strstr(answer, "\"ok\":true") != NULL);
    snw_setup_destroy(setup);
}

// spec: actin-model:A1-VW-40
static void hardware_gets_a_command_in_every_period_while_the_page_jogs(void) {
    harness_type = &stub_type;
    const snw_status status = open_cell(&h, "stub.cell.xml", cell);
    if (snw_failed(status)) tell(&h);
    CHECK(!snw_failed(status));
    wire = (snw_wire){.exec = h.exec, .cell = "stub"};
    enable(&h);
    run_ticks(&h, 5);
    CHECK((snw_exec_arm(h.exec, 0)->sensed.status[0] & SNW_AXIS_SIMULATED) == 0);
    const int first = seen.acts;
    const uint64_t begin = snw_exec_next(h.exec);
    // the page says it again every 50 ms, for two seconds; then it lets go
    for (int k = 0; k < 40; k++) {
        tell_page("jog joints 0.4 0 0 0 0 0 0");
        while ((snw_exec_next(h.exec) - begin) % 25 != 0)
            snw_exec_tick(h.exec);
    }
    const int ticks = (int)(snw_exec_next(h.exec) - begin);
    CHECK(ticks == 1000 && seen.acts - first == ticks && seen.acts < COMMANDS);
    int moved = 0;
    for (int k = first + 1; k < seen.acts; k++) {
        CHECK(seen.t_ns[k] - seen.t_ns[k - 1] == 2000000 && seen.dt_ns[k] == 2000000);
        const double rate = (seen.q[k] - seen.q[k - 1]) / 0.002;
        CHECK(rate >= -1e-9 && rate <= 0.4 + 1e-6);
        moved += rate > 0.39;
    }
    // at its rate for most of the time, with a new position in every command
    CHECK(moved > 800);
    const double left = seen.q[seen.acts - 1];
    tell_page("halt");
    run_ticks(&h, 500);
    CHECK(seen.q[seen.acts - 1] - left < 0.05);
    CHECK(seen.q[seen.acts - 1] == seen.q[seen.acts - 100]);
    close_cell(&h);
}

int main(void) {
    RUN(hardware_gets_a_command_in_every_period_while_the_page_jogs);
    return check_report();
}
