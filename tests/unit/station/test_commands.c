// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "check.h"
#include "sinew/station.h"
#include "sinew/wire.h"
#include "sinew/wire/serve.h"

// The commands of all that comes with sinew: tables, texts and JSON.

static snw_station *station;
static snw_exec *exec;

static void open_station(const char *path) {
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
    CHECK(snw_exec_request(exec, -1, SNW_REQUEST_ACKNOWLEDGE) == SNW_OK);
    for (int i = 0; i < 20; i++)
        snw_exec_tick(exec);
}

static void close_station(void) {
    CHECK(!snw_failed(snw_station_close(station, NULL)));
}

// no cell that comes with sinew has a joint_move
static const char *write_cell(void) {
    static const char path[] = SNW_BINARY_DIR "/joint_move.cell.xml";
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    CHECK(fputs("<cell xmlns=\"urn:sinew:cell\" name=\"one\"><mechanisms><mechanism name=\"m\" "
                "file=\"package://models/panda/panda.xml\"/></mechanisms><members>"
                "<member name=\"arm\" mechanism=\"m\"/></members><control><loop period=\"1 ms\">"
                "<arms><arm member=\"arm\"><drive><ideal_arm/></drive></arm></arms><components>"
                "<component name=\"move\" member=\"arm\"><type><joint_move/></type></component>"
                "</components></loop></control></cell>",
                file) >= 0);
    CHECK(fclose(file) == 0);
    return path;
}

// --- tables -------------------------------------------------------------------------------------

static int check_table(const snw_command *commands, int count) {
    snw_why why = {0};
    CHECK(snw_commands_check(commands, count, &why) == SNW_OK);
    for (int i = 0; i < count; i++) {
        const char *help = commands[i].help;
        CHECK(help[0] >= 'A' && help[0] <= 'Z' && help[strlen(help) - 1] == '.');
    }
    return count;
}

static void every_table_is_sound_and_every_motion_can_be_ended(void) {
    snw_types types;
    CHECK(snw_types_open(&types, NULL, NULL) == SNW_OK);
    int commands = 0;
    for (int i = 0; i < types.registry.type_count; i++) {
        const snw_type *type = types.registry.types[i];
        const snw_component_functions *component = snw_component_of(type);
        const snw_drive_functions *drive = snw_drive_of(type);
        if (snw_registry_is_a(&types.registry, type, "component") && component != NULL) {
            commands += check_table(component->commands, component->command_count);
            // what streams is held, and whoever holds it can end it
            const snw_command *table = component->commands;
            const int count = component->command_count;
            CHECK(snw_command_first(table, count, SNW_COMMAND_STREAM) < 0 ||
                  snw_command_first(table, count, SNW_COMMAND_END) >= 0);
        }
        if (snw_registry_is_a(&types.registry, type, "drive") && drive != NULL) {
            commands += check_table(drive->commands, drive->command_count);
        }
    }
    CHECK(commands > 70);
    snw_types_close(&types);
}

// --- random arguments ---------------------------------------------------------------------------

// names that mean something to one command or another
static void random_name(const snw_field *field, char *place) {
    static const char *const names[] = {"home", "a",   "j7_link", "j4_link", "red",
                                        "j1",   "j2",  "tool",    "x_1.b-2", "blue",
                                        "",     "arm", "hand",    "link5"};
    snw_copy_text(place, field->size, names[check_int(0, 13)]);
}

static double random_real(const snw_field *field) {
    const bool any = field->range.low == 0 && field->range.high == 0;
    const double low = any ? -1e3 : fmax(field->range.low, -1e3);
    const double high = any ? 1e3 : fmin(field->range.high, 1e3);
    if ((field->flags & SNW_INFINITE) != 0 && check_int(0, 1) == 0) return (double)INFINITY;
    return check_int(0, 3) == 0 ? (double)check_int(0, 1) * high : check_real(low, high);
}

static void random_item(const snw_field *field, void *place) {
    double *numbers = place;
    const int count = field->kind == SNW_KIND_VEC3 ? 3 : 1;
    int64_t whole = check_int(-1, 8);
    if ((double)whole < field->range.low) whole = (int64_t)field->range.low;
    if (field->kind == SNW_KIND_BOOL) {
        *(bool *)place = check_int(0, 1) == 0;
    } else if (field->kind == SNW_KIND_ENUM) {
        const int value = field->choices[check_int(0, field->choice_count - 1)].value;
        memcpy(place, &value, sizeof value);
    } else if (field->kind == SNW_KIND_INT) {
        const int32_t narrow = (int32_t)whole;
        memcpy(place, field->size == 8 ? (const void *)&whole : (const void *)&narrow, field->size);
    } else if (field->kind == SNW_KIND_STRING) {
        random_name(field, place);
    } else {
        CHECK(field->kind == SNW_KIND_REAL || field->kind == SNW_KIND_VEC3);
        for (int i = 0; i < count; i++)
            numbers[i] = random_real(field);
    }
}

static void random_block(const snw_type *type, unsigned char *block) {
    static const int lengths[] = {0, 1, 2, 3, 6, 7, 7, 7, 8, 16};
    snw_block_defaults(type, block);
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        int count = field->array == SNW_SINGLE ? 1 : field->length;
        if (field->array == SNW_COUNTED) {
            const int wanted = lengths[check_int(0, 9)];
            count = wanted < field->length ? wanted : field->length;
            memcpy(block + field->count_offset, &count, sizeof count);
        }
        for (int k = 0; k < count; k++)
            random_item(field, block + field->offset + (size_t)k * field->size);
    }
}

// the same order out of JSON: its arguments as an answer would be written
static bool comes_back_as_json(const char *object, const snw_order *order, const char *text) {
    static snw_wire_request request;
    static snw_order back;
    const snw_command as_answer = {.answer = order->command->arguments};
    request = (snw_wire_request){.command = SNW_WIRE_call};
    snw_copy_text(request.object, sizeof request.object, object);
    snw_copy_text(request.word, sizeof request.word, order->command->word);
    snw_text json = snw_text_over(request.arguments, sizeof request.arguments);
    snw_wire_result(&as_answer, order->arguments, &json);
    if (strstr(request.arguments, "null") != NULL) return true; // an infinity has no JSON
    snw_why why = {0};
    const snw_status status = snw_wire_order(exec, &request, &back, &why);
    const bool same = status == SNW_OK &&
                      snw_block_equal(order->command->arguments, order->arguments, back.arguments);
    if (!same) print_error("%s %s\n%s\n%s\n", object, text, request.arguments, why.text);
    return same;
}

// Text and JSON of one command, with random arguments; how many of them could be said.
static int go_round(int object, const snw_command *command) {
    static snw_order order, back;
    char name[SNW_OBJECT], text[SNW_COMMAND_TEXT], again[SNW_COMMAND_TEXT];
    int said = 0;
    for (int i = 0; i < 400; i++) {
        snw_order_init(exec, object, command, &order);
        if (command->arguments != NULL) random_block(command->arguments, order.arguments);
        snw_order_print(exec, &order, text);
        if (snw_order_parse(exec, object, text, &back, NULL) != SNW_OK) continue;
        if (back.command != command) continue; // "" for a name, and another word behind it
        // what is read once is read and written the same from then on
        snw_order_print(exec, &back, again);
        snw_why why = {0};
        CHECK(snw_order_parse(exec, object, again, &order, &why) == SNW_OK);
        const snw_type *type = command->arguments;
        const bool same = type == NULL || snw_block_equal(type, order.arguments, back.arguments);
        if (!same) print_error("%s\n%s\n", text, again);
        CHECK(same);
        if (type != NULL) {
            CHECK(comes_back_as_json(snw_exec_object_name(exec, object, name), &back, again));
        }
        said++;
    }
    return said;
}

static void go_round_all(void) {
    const int objects = snw_exec_component_count(exec) + snw_exec_arm_count(exec);
    for (int object = -1; object < objects; object++) {
        int count;
        const snw_command *commands = snw_exec_commands(exec, object, &count);
        for (int i = 0; i < count; i++) {
            const int said = go_round(object, &commands[i]);
            if (said < 5) print_error("%s: %d\n", commands[i].word, said);
            CHECK(said >= 5);
        }
    }
}

// Over all commands of all shipped components with random arguments: what is printed is read back
// as the same block, as text and as JSON.
static void texts_and_json_of_all_commands_go_both_ways(void) {
    const char *const cells[] = {SNW_SOURCE_DIR "/cells/demo.cell.xml", write_cell()};
    for (int i = 0; i < 2; i++) {
        open_station(cells[i]);
        go_round_all();
        close_station();
    }
}

// --- clients that were written before -----------------------------------------------------------

// Every text of the pages that clients were written by, as it stood there before commands were
// typed, with what it was answered: 0 for done, else the code. An answer of NULL is any.
typedef struct old_text {
    const char *object, *text;
    snw_status status;
    const char *answer;
} old_text;

static const old_text old_texts[] = {
    {"program", "pause", SNW_OK, ""},
    {"program", "steps", SNW_OK, NULL},
    {"program", "text 0", SNW_OK, NULL},
    {"program", "text 999", SNW_ERR_RANGE, ""},
    {"program", "stop", SNW_OK, ""},
    {"points", "store here", SNW_OK, ""},
    {"points", "store here", SNW_ERR_DUPLICATE, ""},
    {"points", "replace here", SNW_OK, ""},
    {"points", "put there 0 -0.785 0 -2.356 0 1.571 0.785", SNW_OK, ""},
    {"points", "rename there where", SNW_OK, ""},
    {"points", "order where 0", SNW_OK, ""},
    {"points", "order where x", SNW_ERR_RANGE, ""},
    {"points", "point 0", SNW_OK, NULL},
    {"points", "point -1", SNW_ERR_RANGE, ""},
    {"points", "count", SNW_OK, NULL},
    {"points", "go where joint 0.5", SNW_OK, ""},
    {"points", "pause", SNW_OK, ""},
    {"points", "resume", SNW_OK, ""},
    {"points", "stop", SNW_OK, ""},
    {"points", "go nowhere", SNW_ERR_UNKNOWN_NAME, ""},
    {"points", "go where 3", SNW_ERR_RANGE, ""},
    {"points", "cycle all times 2", SNW_OK, ""},
    {"points", "stop", SNW_OK, ""},
    {"points", "cycle where here times 0", SNW_ERR_RANGE, ""},
    {"points", "remove where", SNW_OK, ""},
    {"paths", "record joints p", SNW_OK, ""},
    {"paths", "end", SNW_OK, ""},
    {"paths", "end", SNW_ERR_STATE, ""},
    {"paths", "put q joints 0 0 0 0 0 0 0 0 | 1000000 0 0 0 0 0 0 0.1", SNW_OK, ""},
    {"paths", "put q joints 2000000 0", SNW_ERR_SIZE, ""},
    {"paths", "dump q 0", SNW_OK, "joints 2 | 0 0 0 0 0 0 0 0 | 1000000 0 0 0 0 0 0 0.1"},
    {"paths", "dump q 1", SNW_OK, "joints 2 | 1000000 0 0 0 0 0 0 0.1"},
    {"paths", "dump q 2", SNW_ERR_RANGE, ""},
    {"paths", "remove q", SNW_OK, ""},
    {"gripper", "width 0.02", SNW_OK, ""},
    {"gripper", "width", SNW_ERR_RANGE, ""},
    {"gripper", "open", SNW_OK, ""},
    {"gripper", "close", SNW_OK, ""},
    {"gripper", "attach nothing", SNW_ERR_UNKNOWN_NAME, ""},
    {"gripper", "release", SNW_OK, ""},
    {"gripper", "relax", SNW_OK, ""},
    {"objects", "list", SNW_OK, NULL},
    {"objects", "where nothing", SNW_ERR_UNKNOWN_NAME, ""},
    {"objects", "reset", SNW_OK, ""},
    {"motion", "override 0.5", SNW_OK, ""},
    {"motion", "override 3", SNW_ERR_RANGE, ""},
    {"motion", "put move 0 -0.785 0 -2.356 0 1.571 0.785", SNW_OK, NULL},
    {"motion", "pause", SNW_OK, ""},
    {"motion", "resume", SNW_OK, ""},
    {"motion", "stop", SNW_OK, ""},
    {"motion", "move 1 2", SNW_ERR_SIZE, ""},
    {"motion", "sing", SNW_ERR_UNKNOWN_NAME, ""},
    {"task", "show effector 0", SNW_OK, NULL},
    {"task", "jog base 0 0 0.01 0 0 0", SNW_OK, ""},
    {"task", "halt", SNW_OK, ""},
    {"task", "turn nan", SNW_ERR_NOT_FINITE, ""},
    {"arm.drive", "fault 2 stuck for 0.001", SNW_OK, "from the next tick on"},
    {"arm.drive", "fault 2 ok", SNW_OK, "from the next tick on"},
    {"arm.drive", "force all 0", SNW_OK, "from the next tick on"},
    {"loop", "reset statistics", SNW_OK, ""},
    {"loop", "ticks", SNW_OK, NULL},
};

// says something as a client of the wire does, and ticks until it is answered
static void say_line(const char *line, char *out, size_t size) {
    static snw_wire wire;
    wire = (snw_wire){.exec = exec, .cell = "demo"};
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_text answer = snw_text_over(out, size);
    snw_wire_answer(&wire, line, strlen(line), setup, &answer);
    for (int i = 0; wire.pending && i < 100; i++) {
        snw_exec_tick(exec);
        snw_wire_continue(&wire, &answer);
    }
    CHECK(!wire.pending);
    snw_setup_destroy(setup);
    snw_exec_tick(exec);
}

static void clients_that_were_written_before_are_answered_as_before(void) {
    open_station(SNW_SOURCE_DIR "/cells/demo.cell.xml");
    for (int i = 0; i < 1000 && !snw_exec_arm(exec, 0)->follows; i++) {
        const snw_request request = i % 40 < 20 ? SNW_REQUEST_ACKNOWLEDGE : SNW_REQUEST_ENABLE;
        if (i % 20 == 0) CHECK(snw_exec_request(exec, -1, request) == SNW_OK);
        snw_exec_tick(exec);
    }
    for (int i = 0; i < 50; i++)
        snw_exec_tick(exec);
    for (size_t i = 0; i < sizeof old_texts / sizeof old_texts[0]; i++) {
        const old_text *row = &old_texts[i];
        char line[512], out[4096], wanted[1200];
        (void)snprintf(line, sizeof line,
                       "{\"id\":%zu,\"command\":\"message\",\"object\":\"%s\",\"text\":\"%s\"}",
                       i + 1, row->object, row->text);
        say_line(line, out, sizeof out);
        if (row->status == SNW_OK) {
            (void)snprintf(wanted, sizeof wanted, "{\"id\":%zu,\"ok\":true,\"answer\":\"%s", i + 1,
                           row->answer != NULL ? row->answer : "");
        } else {
            (void)snprintf(wanted, sizeof wanted, "{\"id\":%zu,\"ok\":false,\"error\":{\"code\":%d",
                           i + 1, (int)row->status);
        }
        if (strncmp(out, wanted, strlen(wanted)) != 0) print_error("%s\n%s%s\n", line, out, wanted);
        CHECK(strncmp(out, wanted, strlen(wanted)) == 0);
        if (row->status == SNW_OK && row->answer == NULL) {
            CHECK(strstr(out, "\"answer\":\"\"") == NULL);
        }
    }
    close_station();
}

// --- calls --------------------------------------------------------------------------------------

static void calls_take_and_give_objects(void) {
    static const struct {
        const char *arguments, *answer;
    } rows[] = {
        {"\"object\":\"points\",\"word\":\"put\",\"arguments\":{\"name\":\"a\",\"q\":[0,-0.7,0,-2."
         "3,0,"
         "1.5,0.7]}",
         "{\"ok\":true,\"result\":{}}"},
        {"\"object\":\"points\",\"word\":\"order\",\"arguments\":{\"name\":\"a\",\"index\":0}",
         "{\"ok\":true,\"result\":{}}"},
        {"\"object\":\"points\",\"word\":\"point\",\"arguments\":{\"index\":0}",
         "{\"ok\":true,\"result\":{\"name\":\"a\",\"pose\":["},
        {"\"object\":\"motion\",\"word\":\"stop\"", "{\"ok\":true,\"result\":{}}"},
        {"\"object\":\"motion\",\"word\":\"override\",\"arguments\":{}",
         "\"text\":\"the argument is missing\""},
        {"\"object\":\"motion\",\"word\":\"override\",\"arguments\":{\"part\":\"1\"}",
         "\"text\":\"the value has the wrong kind\""},
        {"\"object\":\"motion\",\"word\":\"override\",\"arguments\":{\"part\":1,\"part\":1}",
         "\"text\":\"the name is given twice\""},
        {"\"object\":\"motion\",\"word\":\"override\",\"arguments\":{\"par\":1}",
         "\"text\":\"the command has no such argument\""},
        {"\"object\":\"motion\",\"word\":\"override\",\"arguments\":{\"part\":1e999}",
         "\"ok\":false"},
        {"\"object\":\"motion\",\"word\":\"override\",\"arguments\":[1]",
         "\"text\":\"an object was expected\""},
        {"\"object\":\"motion\",\"word\":\"stop\",\"arguments\":{\"now\":true}", "\"ok\":false"},
        {"\"object\":\"motion\",\"word\":\"sing\"", "\"text\":\"there is no such command\""},
        {"\"object\":\"nobody\",\"word\":\"stop\"", "\"text\":\"there is no such object\""},
        {"\"object\":\"arm.drive\",\"word\":\"fault\",\"arguments\":{\"axis\":1,\"kind\":"
         "\"stuck\"}",
         "{\"ok\":true,\"result\":{}}"},
    };
    open_station(SNW_SOURCE_DIR "/cells/demo.cell.xml");
    CHECK(snw_exec_message(exec, "points", "clear", 0, (char[SNW_MESSAGE]){0}, NULL) ==
          SNW_NOTHING_NEW);
    snw_exec_tick(exec);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[512], out[4096];
        (void)snprintf(line, sizeof line, "{\"command\":\"call\",%s}", rows[i].arguments);
        say_line(line, out, sizeof out);
        if (strstr(out, rows[i].answer) == NULL) print_error("%s\n%s\n", line, out);
        CHECK(strstr(out, rows[i].answer) != NULL);
    }
    close_station();
}

int main(void) {
    RUN(every_table_is_sound_and_every_motion_can_be_ended);
    RUN(texts_and_json_of_all_commands_go_both_ways);
    RUN(clients_that_were_written_before_are_answered_as_before);
    RUN(calls_take_and_give_objects);
    return check_report();
}
