// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "paths_internal.h"

// Commands of paths: tables and texts; questions are answered from what is published.

typedef struct list_answer {
    char names[SNW_TAUGHT_PATHS][SNW_NAME];
    int kinds[SNW_TAUGHT_PATHS], rows[SNW_TAUGHT_PATHS];
    int count, kind_count, row_count; // the same
} list_answer;

static const char *kind_name(int kind) {
    return kind == SNW_TAUGHT_JOINTS ? "joints" : "frame";
}

// --- texts --------------------------------------------------------------------------------------

static snw_status take_name(const snw_component *self, snw_words *words, char name[SNW_NAME],
                            snw_why *why) {
    snw_word word;
    (void)snw_words_next(words, &word);
    if (!snw_word_copy(word, name, SNW_NAME)) name[0] = '\0';
    return snw__paths_check_name(self, name, why);
}

static snw_status take_kind(const snw_component *self, snw_words *words, snw_taught_kind *kind,
                            snw_why *why) {
    *kind = snw_words_take(words, "joints")  ? SNW_TAUGHT_JOINTS
            : snw_words_take(words, "frame") ? SNW_TAUGHT_FRAME
                                             : SNW_TAUGHT_NONE;
    return snw__paths_check_kind(self, *kind, why);
}

static snw_status read_record(const void *self, const char *text, void *arguments, snw_why *why) {
    snw__path_order *order = arguments;
    snw_words words = snw_words_over(text);
    const snw_status status = take_kind(self, &words, &order->kind, why);
    return snw_failed(status) ? status : take_name(self, &words, order->name, why);
}

static void print_record(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__path_order *order = arguments;
    snw__line line = snw__line_over(out, SNW_COMMAND_TEXT);
    snw__line_word(&line, kind_name((int)order->kind));
    snw__line_word(&line, order->name);
}

static snw_status read_play(const void *self, const char *text, void *arguments, snw_why *why) {
    const snw_component *component = self;
    snw__play_order *order = arguments;
    snw_words words = snw_words_over(text);
    const snw_status status = take_name(component, &words, order->name, why);
    if (snw_failed(status)) return status;
    order->repeat = snw_words_take(&words, "repeat");
    if (order->repeat || snw_words_end(&words)) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_SYNTAX, "teach", component->name, "this word is not known",
                           "play NAME [repeat]");
}

static void print_play(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__play_order *order = arguments;
    snw__line line = snw__line_over(out, SNW_COMMAND_TEXT);
    snw__line_word(&line, order->name);
    if (order->repeat) snw__line_word(&line, "repeat");
}

static snw_status read_dump(const void *self, const char *text, void *arguments, snw_why *why) {
    snw__dump_order *order = arguments;
    snw_words words = snw_words_over(text);
    const snw_status status = take_name(self, &words, order->name, why);
    if (!snw_failed(status)) order->index = snw__words_index(&words);
    return status;
}

static void print_dump(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__dump_order *order = arguments;
    snw__line line = snw__line_over(out, SNW_COMMAND_TEXT);
    snw__line_word(&line, order->name);
    snw__line_int(&line, order->index);
}

// "KIND COUNT | T V1 .. Vn | T V1 .. Vn": as many rows as a message holds, T in ns
static void write_dump(const void *answer, char *text) {
    const snw__dump_answer *told = answer;
    snw__line line = snw__line_over(text, SNW_COMMAND_TEXT);
    snw__line_word(&line, kind_name((int)told->kind));
    snw__line_int(&line, told->rows);
    for (int k = 0; k < told->count; k++) {
        snw__line more = line;
        snw__line_word(&more, "|");
        snw__line_int(&more, told->times[k]);
        snw__line_reals(&more, &told->values[(ptrdiff_t)k * told->columns], told->columns);
        if (more.cut) {
            text[line.used] = '\0';
            return;
        }
        line = more;
    }
}

// "NAME KIND T V1 .. Vn [| T V1 .. Vn]"
static snw_status read_put(const void *self, const char *text, void *arguments, snw_why *why) {
    snw__rows_order *order = arguments;
    snw_words words = snw_words_over(text);
    snw_status status = take_name(self, &words, order->name, why);
    if (!snw_failed(status)) status = take_kind(self, &words, &order->kind, why);
    if (snw_failed(status)) return status;
    while (!snw_words_end(&words)) {
        const int room = SNW__ROW_NUMBERS - order->count;
        const int count = snw__words_row(&words, order->numbers + order->count, room);
        if (order->count == 0) order->columns = count;
        if (count <= 0 || count != order->columns) {
            return snw_refuse_rule(why, SNW_ERR_SIZE, "teach", order->name,
                                   "this is not a row of the path",
                                   "put NAME joints|frame T V1 V2 ..., T in ns and increasing");
        }
        order->count += count;
    }
    return SNW_OK;
}

static void print_put(const void *self, const void *arguments, char *out) {
    (void)self;
    const snw__rows_order *order = arguments;
    snw__line line = snw__line_over(out, SNW_COMMAND_TEXT);
    snw__line_word(&line, order->name);
    snw__line_word(&line, kind_name((int)order->kind));
    for (int i = 0; order->columns > 0 && i < order->count; i += order->columns) {
        if (i > 0) snw__line_word(&line, "|");
        snw__line_reals(&line, order->numbers + i, order->columns);
    }
}

static void write_list(const void *answer, char *text) {
    const list_answer *list = answer;
    snw__line line = snw__line_over(text, SNW_COMMAND_TEXT);
    for (int i = 0; i < list->count; i++) {
        if (line.used > 0) snw__line_word(&line, "|");
        snw__line_word(&line, list->names[i]);
        snw__line_word(&line, kind_name(list->kinds[i]));
        snw__line_int(&line, list->rows[i]);
    }
}

static snw_status list_paths(const void *self, const void *signals, const void *arguments,
                             void *answer, snw_why *why) {
    (void)signals, (void)arguments;
    const snw_component *component = self;
    const snw__paths *p = component->work;
    list_answer *list = answer;
    size_t length = 0;
    for (int i = 0; i < p->capacity; i++) {
        snw__path_row row;
        const snw_status status =
            snw_published_read(&p->shown, (size_t)i * sizeof row, &row, sizeof row);
        if (snw_failed(status)) return status;
        if (row.kind == SNW_TAUGHT_NONE) continue;
        snw_copy_text(list->names[list->count], SNW_NAME, row.name);
        list->kinds[list->count] = (int)row.kind;
        list->rows[list->count++] = row.rows;
        length += strlen(row.name) + 20;
    }
    list->kind_count = list->row_count = list->count;
    char text[SNW_COMMAND_TEXT];
    if (length >= SNW_COMMAND_TEXT) {
        write_list(list, text);
        // what does not fit is refused whole
        if (strlen(text) + 80 > SNW_COMMAND_TEXT) {
            return snw_refuse_rule(why, SNW_ERR_TOO_LARGE, "teach", component->name,
                                   "the answer is longer than a message",
                                   "request less of it at once");
        }
    }
    return SNW_OK;
}

// what is shown of a path by its name; false when there is none
static bool find_shown(const snw__paths *p, const char *name, int *index, snw__path_row *row) {
    for (int i = 0; i < p->capacity; i++) {
        if (snw_failed(snw_published_read(&p->shown, (size_t)i * sizeof *row, row, sizeof *row))) {
            return false;
        }
        *index = i;
        if (row->kind != SNW_TAUGHT_NONE && strcmp(row->name, name) == 0) return true;
    }
    return false;
}

static snw_status copy_rows(const snw__paths *p, int index, int first, snw__dump_answer *told) {
    const size_t bytes = (size_t)p->stride * sizeof(double);
    double numbers[SNW__ROW_VALUES];
    told->count = told->value_count = 0;
    for (int k = first; k < told->rows && told->count < SNW__DUMP_ROWS &&
                        told->value_count + told->columns <= SNW__DUMP_NUMBERS;
         k++) {
        const size_t place = (size_t)index * (size_t)p->records + (size_t)k;
        const snw_status status = snw_published_read(&p->rows, place * bytes, numbers, bytes);
        if (snw_failed(status)) return status;
        memcpy(&told->times[told->count++], numbers, sizeof numbers[0]);
        memcpy(&told->values[told->value_count], numbers + 1,
               (size_t)told->columns * sizeof *numbers);
        told->value_count += told->columns;
    }
    return SNW_OK;
}

// A path that another one takes the place of meanwhile is asked for again.
static snw_status dump_path(const void *self, const void *signals, const void *arguments,
                            void *answer, snw_why *why) {
    (void)signals;
    enum { TRIES = 10 };
    const snw_component *component = self;
    const snw__paths *p = component->work;
    const snw__dump_order *order = arguments;
    snw__dump_answer *told = answer;
    snw_status status = snw__paths_check_name(component, order->name, why);
    for (int i = 0; i < TRIES && !snw_failed(status); i++) {
        snw__path_row row, after;
        int index = -1;
        if (!find_shown(p, order->name, &index, &row)) return snw__paths_unknown(order->name, why);
        if (order->index < 0 || order->index >= row.rows) {
            return snw_refuse_rule(why, SNW_ERR_RANGE, "teach", row.name, "there is no such row",
                                   "give a number from 0, less than the count");
        }
        told->kind = row.kind;
        told->rows = row.rows;
        told->columns = row.kind == SNW_TAUGHT_JOINTS ? component->arm->count : SNW__POSE_NUMBERS;
        if (snw_failed(copy_rows(p, index, order->index, told))) continue;
        if (find_shown(p, order->name, &index, &after) && after.change == row.change) return SNW_OK;
    }
    if (snw_failed(status)) return status;
    return snw_refuse_rule(why, SNW_ERR_STATE, "teach", order->name, "the path is being changed",
                           "try again when that has ended");
}

// --- tables -------------------------------------------------------------------------------------

#define TYPE(token, structure, table, text)                                                        \
    { SNW_TYPE_AS(token, structure, table), .space = &snw_space_cell, .help = (text) }
#define NAME(structure)                                                                            \
    {                                                                                              \
        SNW_AT(structure, name), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,                   \
                                 .help = "Name of the path."                                       \
    }
#define KIND(structure)                                                                            \
    {                                                                                              \
        SNW_AT(structure, kind), .kind = SNW_KIND_ENUM, SNW_CHOICES(snw__path_kinds),              \
                                 .flags = SNW_REQUIRED, .help = "Kind of path: joints or frame."   \
    }

static const snw_field record_fields[] = {KIND(snw__path_order), NAME(snw__path_order)};
static const snw_field play_fields[] = {
    NAME(snw__play_order),
    {SNW_AT(snw__play_order, repeat), .kind = SNW_KIND_BOOL, .help = "Repeat until stopped."}};
static const snw_field put_fields[] = {
    NAME(snw__rows_order),
    KIND(snw__rows_order),
    {SNW_AT(snw__rows_order, columns), .kind = SNW_KIND_INT, .range = {0, 1 + SNW_AXES},
     .help = "Number of columns, the time included."},
    {SNW_AT_COUNTED(snw__rows_order, numbers, count), .kind = SNW_KIND_REAL,
     .range = {-1e300, 1e300}, .help = "Time [ns] and values of each row."}};
static const snw_field dump_fields[] = {NAME(snw__dump_order),
                                        {SNW_AT(snw__dump_order, index), .kind = SNW_KIND_INT,
                                         .range = {-1, 1e9}, .help = "First row, from 0."}};
static const snw_field dumped_fields[] = {
    KIND(snw__dump_answer),
    {SNW_AT(snw__dump_answer, rows), .kind = SNW_KIND_INT,
     .help = "Number of rows of the whole path."},
    {SNW_AT(snw__dump_answer, columns), .kind = SNW_KIND_INT, .help = "Number of values in a row."},
    {SNW_AT_COUNTED(snw__dump_answer, times, count), .kind = SNW_KIND_INT,
     .help = "Time of each row [ns]."},
    {SNW_AT_COUNTED(snw__dump_answer, values, value_count), .kind = SNW_KIND_REAL,
     .help = "Values, row by row."}};
static const snw_field list_fields[] = {
    {SNW_AT_COUNTED(list_answer, names, count), .kind = SNW_KIND_STRING,
     .help = "Names of the paths."},
    {SNW_AT_COUNTED(list_answer, kinds, kind_count), .kind = SNW_KIND_ENUM,
     SNW_CHOICES(snw__path_kinds), .help = "Kind of each path."},
    {SNW_AT_COUNTED(list_answer, rows, row_count), .kind = SNW_KIND_INT,
     .help = "Number of rows of each path."}};
static const snw_type record_type =
    TYPE("paths_record", snw__path_order, record_fields, "A new path.");
static const snw_type play_type =
    TYPE("paths_play", snw__play_order, play_fields, "Name of a path to play.");
static const snw_type put_type = TYPE("paths_put", snw__rows_order, put_fields, "Rows of a path.");
static const snw_type dump_type =
    TYPE("paths_dump", snw__dump_order, dump_fields, "Rows of a path.");
static const snw_type dumped_type =
    TYPE("paths_rows", snw__dump_answer, dumped_fields, "Rows of a path.");
static const snw_type list_type =
    TYPE("paths_list", list_answer, list_fields, "List of the paths.");

const snw_command snw__paths_commands[SNW__PATHS_COMMANDS] = {
    {.word = "record",
     .kind = SNW_COMMAND_SET,
     .arguments = &record_type,
     .act = snw__paths_record,
     .help = "Record a path of joint or tool targets.",
     .usage = "joints|frame NAME",
     .read = read_record,
     .print = print_record},
    {.word = "end", .kind = SNW_COMMAND_SET, .act = snw__paths_end, .help = "End the recording."},
    {.word = "play",
     .kind = SNW_COMMAND_MOVE,
     .arguments = &play_type,
     .act = snw__paths_order_play,
     .help = "Move to the start of a path and play it, once or repeatedly.",
     .usage = "NAME [repeat]",
     .read = read_play,
     .print = print_play},
    {.word = "stop",
     .kind = SNW_COMMAND_END,
     .act = snw__paths_stop,
     .help = "Stop what is in progress."},
    {.word = "list",
     .kind = SNW_COMMAND_ASK,
     .answer = &list_type,
     .ask = list_paths,
     .help = "List name, kind and rows of all paths.",
     .write = write_list},
    {.word = "remove",
     .kind = SNW_COMMAND_SET,
     .arguments = &snw__name_type,
     .act = snw__paths_remove,
     .help = "Remove a path."},
    {.word = "dump",
     .kind = SNW_COMMAND_ASK,
     .arguments = &dump_type,
     .answer = &dumped_type,
     .ask = dump_path,
     .help = "Return rows from INDEX on: time [ns] and values.",
     .usage = "NAME INDEX",
     .read = read_dump,
     .print = print_dump,
     .write = write_dump},
    {.word = "put",
     .kind = SNW_COMMAND_SET,
     .arguments = &put_type,
     .act = snw__paths_put,
     .help = "Append rows to a path.",
     .usage = "NAME joints|frame T V1 V2 ... [| T ...]",
     .read = read_put,
     .print = print_put},
};
