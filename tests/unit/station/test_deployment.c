// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "check.h"
#include "sinew/describe.h"
#include "sinew/document.h"
#include "sinew/station.h"

// Every command of everything in a cell is called, and every change of state is asked for.

enum { TRIES = 200, JUDGED = 12, PATIENCE = 200, LONGEST = 60000 };

static snw_station *station;
static snw_exec *exec;

static void open_station(const char *name) {
    char path[300];
    (void)snprintf(path, sizeof path, "%s/cells/%s.cell.xml", SNW_SOURCE_DIR, name);
    snw_station_options options = snw_station_defaults();
    const snw_package models = {"models", SNW_SOURCE_DIR "/models"};
    const snw_load_options load = {.places = {.packages = &models, .package_count = 1}};
    options.cell = path;
    options.load = &load;
    snw_why found[4];
    snw_diags diags = {.items = found, .capacity = 4};
    const snw_status status = snw_station_open(&station, &options, &diags);
    for (int i = 0; i < diags.count && snw_failed(status); i++)
        print_error("%s: %s\n", found[i].subject, found[i].text);
    CHECK(!snw_failed(status));
    exec = snw_station_exec(station);
    CHECK(snw_station_step(station, 200) == SNW_OK);
}

static void close_station(void) {
    SNW_IGNORE(snw_station_close(station, NULL)); // an arm may have been stopped by a fault
}

// --- commands -----------------------------------------------------------------------------------

typedef struct tally {
    int called, done, refused;
} tally;

// a refusal says what, and why; an argument that was left out has no name
static void check_reason(const snw_why *why, const char *word) {
    const bool whole = why->text[0] != '\0' && why->code != SNW_OK;
    if (!whole) print_error("%s: '%s' '%s'\n", word, why->subject, why->text);
    CHECK(whole);
}

// waits for the end of an order; one that takes long is ended
static void await_result(int lane, int object, snw_result *result) {
    snw_status status = SNW_NOTHING_NEW;
    for (int i = 0; i < LONGEST; i++) {
        status = snw_exec_collect(exec, lane, result);
        if (status != SNW_NOTHING_NEW) break;
        if (i == PATIENCE) snw_exec_end(exec, object);
        if (i == 2 * PATIENCE) CHECK(snw_exec_request(exec, -1, SNW_REQUEST_STOP_2) == SNW_OK);
        CHECK(snw_station_step(station, 1) == SNW_OK);
    }
    CHECK(status == SNW_OK);
}

// an arm that an earlier command has stopped gets its power again
static void give_power(void) {
    CHECK(snw_exec_request(exec, -1, SNW_REQUEST_ACKNOWLEDGE) == SNW_OK);
    CHECK(snw_station_step(station, 3) == SNW_OK);
    CHECK(snw_exec_request(exec, -1, SNW_REQUEST_ENABLE) == SNW_OK);
    CHECK(snw_station_step(station, 20) == SNW_OK);
}

// an order with the defaults of its command, or with arguments by chance
static void draw_order(int object, const snw_command *command, uint64_t seed, snw_order *order) {
    snw_order_init(exec, object, command, order);
    if (seed == 0 || command->arguments == NULL) return;
    snw_setup *setup = snw_setup_create(1 << 20);
    CHECK(setup != NULL);
    CHECK(snw_block_randomize(command->arguments, order->arguments, snw_station_registry(station),
                              seed, setup) == SNW_OK);
    snw_setup_destroy(setup);
}

// Calls a command until it has done something, or has itself refused JUDGED times.
static void call_command(int object, const snw_command *command, tally *sum) {
    int judged = 0;
    bool done = false;
    for (uint64_t i = 0; i < TRIES && judged < JUDGED && !done; i++) {
        snw_order order;
        snw_why why = {0};
        snw_result result = {0};
        int lane = -1;
        draw_order(object, command, i, &order);
        snw_status status = snw_order_check(exec, &order, &why);
        if (!snw_failed(status)) {
            give_power();
            status = snw_exec_order(exec, &order, &lane, &result, &why);
        }
        if (snw_failed(status)) {
            check_reason(&why, command->word);
            continue;
        }
        if (lane >= 0) await_result(lane, object, &result);
        judged++;
        done = !snw_failed(result.status);
        if (!done) check_reason(&result.why, command->word);
    }
    char name[SNW_OBJECT];
    if (judged == 0) {
        print_error("%s %s was never called\n", snw_exec_object_name(exec, object, name),
                    command->word);
    }
    sum->called += judged > 0;
    sum->done += done;
    sum->refused += !done;
}

static int call_all(int object, tally *sum) {
    int count = 0;
    const snw_command *commands = snw_exec_commands(exec, object, &count);
    for (int i = 0; i < count; i++)
        call_command(object, &commands[i], sum);
    return count;
}

// spec: damore:ARC-07b
static void every_command_of_a_deployment_is_called_and_answered(void) {
    static const char *const cells[] = {"demo", "puma560-pick", "wam", "two-arms", "panda-task"};
    tally sum = {0};
    int commands = 0;
    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++) {
        open_station(cells[c]);
        const int objects = snw_exec_component_count(exec) + snw_exec_arm_count(exec);
        for (int object = -1; object < objects; object++)
            commands += call_all(object, &sum);
        close_station();
    }
    print_message("%d commands: %d done, %d refused\n", commands, sum.done, sum.refused);
    CHECK(sum.called == commands && commands > 100);
    // many do what they are asked for; names and goals by chance are refused by others
    CHECK(sum.done > commands / 3 && sum.refused > 0);
}

// --- states -------------------------------------------------------------------------------------

// asks for a change of state, and what comes of it
static snw_component_state ask_state(const snw_component *component, bool start) {
    const snw_status status = start ? snw_exec_start(exec, component->name, NULL)
                                    : snw_exec_stop(exec, component->name, NULL);
    CHECK(status == SNW_OK);
    CHECK(snw_station_step(station, 3) == SNW_OK);
    return component->state;
}

// spec: damore:ARC-07b
static void every_change_of_state_is_made_or_refused_as_it_may_be(void) {
    static const char *const cells[] = {"puma560", "demo", "wam", "two-arms"};
    int seen = 0;
    for (size_t c = 0; c < sizeof cells / sizeof *cells; c++) {
        open_station(cells[c]);
        for (int i = 0; i < snw_exec_component_count(exec); i++) {
            const snw_component *component = snw_exec_component(exec, i);
            if (component->state != SNW_COMPONENT_RUNNING) continue;
            seen++;
            snw_object_error error;
            // what runs cannot be started; nothing comes of asking, but a reason
            SNW_IGNORE(snw_exec_clear(exec, component->name, NULL));
            CHECK(ask_state(component, true) == SNW_COMPONENT_RUNNING);
            CHECK(ask_state(component, false) == SNW_COMPONENT_STOPPED);
            CHECK(ask_state(component, false) == SNW_COMPONENT_STOPPED);
            // a component may refuse to start, with its reason, and stays stopped then
            if (ask_state(component, true) != SNW_COMPONENT_RUNNING) {
                CHECK(component->state == SNW_COMPONENT_STOPPED);
                CHECK(snw_exec_error(exec, component->name, &error, NULL) == SNW_OK);
                CHECK(error.present && error.why.text[0] != '\0');
            }
        }
        snw_why why = {0};
        CHECK(snw_exec_start(exec, "nobody", &why) == SNW_ERR_UNKNOWN_NAME);
        check_reason(&why, "nobody");
        CHECK(snw_exec_stop(exec, "nobody", NULL) == SNW_ERR_UNKNOWN_NAME);
        close_station();
    }
    CHECK(seen > 20);
}

int main(void) {
    RUN(every_command_of_a_deployment_is_called_and_answered);
    RUN(every_change_of_state_is_made_or_refused_as_it_may_be);
    return check_report();
}
