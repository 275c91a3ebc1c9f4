// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/document.h"
#include "sinew/document/json.h"
#include "sinew/wire/serve.h"

// Blocks of commands as JSON: the arguments of a call come in, answers go out. Structs of commands
// are flat and small, so one object with plain values and arrays of them is all that there is.

typedef struct argument_reader {
    snw_json json;
    const char *subject;
    snw_why *why;
} argument_reader;

static snw_status refuse_argument(argument_reader *r, snw_status code, const char *name,
                                  const char *text, const char *fix) {
    char subject[SNW_WHY_SUBJECT];
    snw_text path = snw_text_over(subject, sizeof subject);
    snw_text_format(&path, "%s/%s", r->subject, name);
    const snw_status status = snw_refuse(r->why, code, subject, text, fix);
    snw_why_rule(r->why, "arguments");
    return status;
}

static snw_json_event next_event(argument_reader *r) {
    const snw_json_event event = snw_json_next(&r->json);
    if (event == SNW_JSON_ERROR && r->why != NULL) *r->why = r->json.why;
    return event;
}

static bool fits_kind(const snw_field *field, snw_json_event event) {
    switch (field->kind) {
    case SNW_KIND_BOOL:
        return event == SNW_JSON_TRUE || event == SNW_JSON_FALSE;
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
    case SNW_KIND_REAL:
        return event == SNW_JSON_NUMBER;
    case SNW_KIND_ENUM:
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
        return event == SNW_JSON_STRING;
    case SNW_KIND_VEC3:
    case SNW_KIND_QUAT:
    case SNW_KIND_POSE:
    case SNW_KIND_MATRIX:
    case SNW_KIND_STRUCT:
    case SNW_KIND_OPTIONAL:
    case SNW_KIND_CHILD:
        break;
    }
    return false;
}

static snw_status take_text(argument_reader *r, const snw_field *field, const char *text,
                            size_t length, void *place) {
    snw_why why = {0};
    snw_status status = snw_value_parse(field, text, length, place, &why);
    if (!snw_failed(status)) status = snw_value_check(field, place, &why);
    if (!snw_failed(status)) return SNW_OK;
    return refuse_argument(r, status, field->name, why.text,
                           why.fix[0] != '\0' ? why.fix : field->help);
}

// the numbers of a vector or a matrix
static snw_status read_numbers(argument_reader *r, const snw_field *field, double *place) {
    const int count = field->kind == SNW_KIND_VEC3 ? 3 : field->rows * field->columns;
    for (int i = 0;; i++) {
        const snw_json_event event = next_event(r);
        if (event == SNW_JSON_ERROR) return SNW_ERR_SYNTAX;
        if (event == SNW_JSON_END && i == count) return SNW_OK;
        double number = 0;
        const bool good = event == SNW_JSON_NUMBER && i < count &&
                          !snw_failed(snw_real_parse(r->json.text, r->json.length, &number, NULL));
        if (!good) {
            return refuse_argument(r, SNW_ERR_SIZE, field->name, "the count of numbers is wrong",
                                   field->help);
        }
        place[i] = number;
    }
}

static snw_status read_value(argument_reader *r, const snw_field *field, snw_json_event event,
                             void *place) {
    if (event == SNW_JSON_ERROR) return SNW_ERR_SYNTAX;
    const bool numbers = field->kind == SNW_KIND_VEC3 || field->kind == SNW_KIND_MATRIX;
    if (numbers && event == SNW_JSON_ARRAY) {
        const snw_status status = read_numbers(r, field, place);
        return snw_failed(status) ? status : snw_value_check(field, place, r->why);
    }
    if (!fits_kind(field, event)) {
        return refuse_argument(r, SNW_ERR_SYNTAX, field->name, "the value has the wrong kind",
                               field->help);
    }
    if (event == SNW_JSON_TRUE) return take_text(r, field, "true", 4, place);
    if (event == SNW_JSON_FALSE) return take_text(r, field, "false", 5, place);
    return take_text(r, field, r->json.text, r->json.length, place);
}

static snw_status read_items(argument_reader *r, const snw_field *field, unsigned char *block) {
    int count = 0;
    for (snw_json_event event = next_event(r); event != SNW_JSON_END; event = next_event(r)) {
        if (count == field->length) {
            return refuse_argument(r, SNW_ERR_TOO_LARGE, field->name, "there are too many items",
                                   field->help);
        }
        unsigned char *place = block + field->offset + (size_t)count * field->size;
        const snw_status status = read_value(r, field, event, place);
        if (snw_failed(status)) return status;
        count++;
    }
    if (field->array == SNW_COUNTED) memcpy(block + field->count_offset, &count, sizeof count);
    if (field->array == SNW_COUNTED || count == field->length) return SNW_OK;
    return refuse_argument(r, SNW_ERR_SIZE, field->name, "there are too few items", field->help);
}

static snw_status read_argument(argument_reader *r, const snw_type *type, uint64_t *met,
                                unsigned char *block) {
    const snw_word name = {r->json.text, r->json.length};
    const char *names[SNW_FIELDS];
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        names[i] = field->name;
        if (!snw_word_is(name, field->name)) continue;
        if ((*met >> i & 1) != 0) {
            return refuse_argument(r, SNW_ERR_DUPLICATE, field->name, "the name is given twice",
                                   "give it once");
        }
        *met |= UINT64_C(1) << i;
        const snw_json_event event = next_event(r);
        if (field->array == SNW_SINGLE) return read_value(r, field, event, block + field->offset);
        if (event == SNW_JSON_ARRAY) return read_items(r, field, block);
        if (event == SNW_JSON_ERROR) return SNW_ERR_SYNTAX;
        return refuse_argument(r, SNW_ERR_SYNTAX, field->name, "an array was expected",
                               field->help);
    }
    char given[SNW_FIELD_NAME] = "";
    (void)snw_word_copy(name, given, sizeof given);
    const char *closest = snw_closest_name(given, names, type->field_count);
    return refuse_argument(r, SNW_ERR_UNKNOWN_NAME, given, "the command has no such argument",
                           closest != NULL ? closest : "the catalogue lists its arguments");
}

static snw_status read_arguments(argument_reader *r, const snw_type *type, unsigned char *block) {
    uint64_t met = 0;
    if (next_event(r) != SNW_JSON_OBJECT) return SNW_ERR_SYNTAX;
    for (snw_json_event event = next_event(r); event != SNW_JSON_END; event = next_event(r)) {
        if (event != SNW_JSON_NAME) return SNW_ERR_SYNTAX;
        const snw_status status = read_argument(r, type, &met, block);
        if (snw_failed(status)) return status;
    }
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if ((field->flags & SNW_REQUIRED) == 0 || (met >> i & 1) != 0) continue;
        return refuse_argument(r, SNW_ERR_SYNTAX, field->name, "the argument is missing",
                               field->help);
    }
    return SNW_OK;
}

static snw_status fill_arguments(const snw_wire_request *request, snw_order *order, snw_why *why) {
    static const snw_type nothing = {.token = "nothing", .field_count = 0};
    char scratch[SNW_WIRE_ARGUMENTS];
    const char *text = request->arguments[0] != '\0' ? request->arguments : "{}";
    const snw_type *type = order->command->arguments;
    snw_why own = {0};
    argument_reader r = {.subject = request->word, .why = &own};
    snw_json_open(&r.json, text, strlen(text), "arguments", scratch, sizeof scratch);
    const snw_status status = read_arguments(&r, type != NULL ? type : &nothing, order->arguments);
    if (snw_failed(status) && why != NULL) *why = own;
    return status;
}

snw_status snw_wire_order(const snw_exec *exec, const snw_wire_request *request, snw_order *order,
                          snw_why *why) {
    int object = -1;
    snw_status status = snw_exec_object(exec, request->object, &object, why);
    if (snw_failed(status)) return status;
    if (request->command == SNW_WIRE_message) {
        return snw_order_parse(exec, object, request->text, order, why);
    }
    const snw_command *command = snw_exec_command(exec, object, request->word, why);
    if (command == NULL) return SNW_ERR_UNKNOWN_NAME;
    snw_order_init(exec, object, command, order);
    status = fill_arguments(request, order, why);
    return snw_failed(status) ? status : snw_order_check(exec, order, why);
}

// --- answers ------------------------------------------------------------------------------------

static void write_value(snw_json_writer *json, const char *name, const snw_field *field,
                        const void *place) {
    char text[SNW_COMMAND_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    const double *numbers = place;
    if (field->kind == SNW_KIND_VEC3 || field->kind == SNW_KIND_MATRIX) {
        const int count = field->kind == SNW_KIND_VEC3 ? 3 : field->rows * field->columns;
        snw_json_reals(json, name, numbers, count);
    } else if (field->kind == SNW_KIND_REAL) {
        snw_json_real(json, name, *numbers);
    } else if (field->kind == SNW_KIND_BOOL) {
        snw_json_bool(json, name, *(const bool *)place);
    } else if (field->kind == SNW_KIND_INT || field->kind == SNW_KIND_UINT) {
        snw_value_print(field, place, &line);
        snw_json_raw(json, name);
        snw_text_format(json->text, "%s", text);
    } else {
        snw_value_print(field, place, &line);
        snw_json_string(json, name, text);
    }
}

void snw_wire_result(const snw_command *command, const void *answer, snw_text *text) {
    const snw_type *type = command->answer;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    for (int i = 0; type != NULL && i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (field->array == SNW_SINGLE) {
            write_value(&json, field->name, field, snw_field_place_const(field, answer, 0));
            continue;
        }
        snw_json_array(&json, field->name);
        for (int k = 0; k < snw_field_count(field, answer); k++)
            write_value(&json, NULL, field, snw_field_place_const(field, answer, k));
        snw_json_end(&json);
    }
    snw_json_end(&json);
}
