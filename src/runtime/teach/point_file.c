// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "internal.h"
#include "sinew/os/file.h"

// A line is a point: its name and one number for each axis. What stands behind '#' is for people.

// --- reading ------------------------------------------------------------------------------------

typedef struct reader {
    const char *file;
    int axes, line;
    snw_point *points;
    int capacity, count;
    snw_status status; // of the first fault
    snw_diags *diags;
} reader;

static void fault(reader *r, snw_status code, const char *rule, const char *text, const char *fix) {
    snw_why why;
    snw_why_set(&why, code, "point", text);
    snw_why_rule(&why, rule);
    snw_why_fix(&why, fix);
    snw_why_at(&why, r->file, r->line, 0);
    if (r->diags != NULL) snw_diags_add(r->diags, &why);
    if (r->status == SNW_OK) r->status = code;
}

static const char *next_word(const char *at, const char *end, size_t *length) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == ','))
        at++;
    const char *from = at;
    while (at < end && *at != ' ' && *at != '\t' && *at != '\r' && *at != ',')
        at++;
    *length = (size_t)(at - from);
    return from;
}

static bool read_name(reader *r, const char *word, size_t length, char name[SNW_NAME]) {
    if (length < SNW_NAME) {
        memcpy(name, word, length);
        name[length] = '\0';
    }
    if (length >= SNW_NAME || !snw__point_name_is_good(name)) {
        fault(r, SNW_ERR_SYNTAX, "point-name", "the line does not begin with the name of a point",
              "use letters, digits, '_', '.' and '-'; not all, joint, line, times");
        return false;
    }
    for (int i = 0; i < r->count; i++) {
        if (strcmp(r->points[i].name, name) != 0) continue;
        fault(r, SNW_ERR_DUPLICATE, "point-twice", "a point of that name is given above",
              "choose another name");
        return false;
    }
    return true;
}

static bool read_numbers(reader *r, const char *at, const char *end, snw_point *point) {
    size_t length;
    for (const char *word = next_word(at, end, &length); length > 0;
         word = next_word(word + length, end, &length)) {
        double value;
        if (snw_failed(snw_real_parse(word, length, &value, NULL))) {
            fault(r, SNW_ERR_SYNTAX, "point-number", "a word is not a number",
                  "write numbers as 0.5 or -1e-3, in rad or m");
            return false;
        }
        if (point->q_count < SNW_AXES) point->q[point->q_count] = value;
        point->q_count++;
    }
    if (point->q_count == r->axes) return true;
    fault(r, SNW_ERR_SIZE, "point-count", "there must be one number for each axis of the arm",
          "write as many numbers as the arm has axes");
    return false;
}

static void read_line(reader *r, const char *at, const char *end) {
    const char *note = memchr(at, '#', (size_t)(end - at));
    if (note != NULL) end = note;
    size_t length;
    const char *word = next_word(at, end, &length);
    if (length == 0) return;
    snw_point point = {.q_count = 0};
    if (!read_name(r, word, length, point.name)) return;
    if (!read_numbers(r, word + length, end, &point)) return;
    if (r->count == r->capacity) {
        if (r->status != SNW_ERR_FULL) {
            fault(r, SNW_ERR_FULL, "point-room", "there are more points than the capacity",
                  "remove some from the file");
        }
        return;
    }
    r->points[r->count++] = point;
}

snw_status snw_point_file_read(const char *file, int axes, snw_point *points, int capacity,
                               int *count, snw_diags *diags) {
    *count = 0;
    snw_why why = {0};
    snw_file_content content;
    const snw_status status = snw_file_read(file, NULL, &content, &why);
    if (snw_failed(status)) {
        if (diags != NULL) snw_diags_add(diags, &why);
        return status;
    }
    reader r = {.file = file, .axes = axes, .points = points, .capacity = capacity, .diags = diags};
    const char *at = content.data, *last = at + content.size;
    while (at < last) {
        const char *end = memchr(at, '\n', (size_t)(last - at));
        if (end == NULL) end = last;
        r.line++;
        read_line(&r, at, end);
        at = end + 1;
    }
    snw_file_free(&content);
    if (r.status == SNW_OK) *count = r.count;
    return r.status;
}

// --- writing ------------------------------------------------------------------------------------

static void print_points(snw_text *text, const char *arm, const snw_point *points, int count) {
    snw_text_format(text, "# taught points of %s: name, then one number for each axis [rad or m]\n",
                    arm);
    for (int i = 0; i < count; i++) {
        snw_text_format(text, "%s", points[i].name);
        for (int k = 0; k < points[i].q_count; k++) {
            snw_text_format(text, " ");
            snw_text_real(text, points[i].q[k]);
        }
        snw_text_format(text, "\n");
    }
}

snw_status snw__point_file_write(const char *file, const char *arm, const snw_point *points,
                                 int count, snw_why *why) {
    snw_text measured = snw_text_over(NULL, 0);
    print_points(&measured, arm, points, count);
    char *data = malloc(measured.length + 1);
    if (data == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, file, NULL, NULL);
    }
    snw_text text = snw_text_over(data, measured.length + 1);
    print_points(&text, arm, points, count);
    const snw_status status = snw_file_write(file, data, text.length, why);
    free(data);
    return status;
}

// --- a running component ------------------------------------------------------------------------

// "NAME Q1 .. Qn | X Y Z QX QY QZ QW"
static snw_status take_point(const char *answer, snw_point *point, const char *component,
                             snw_why *why) {
    snw_words words = snw_words_over(answer);
    snw_word name;
    const bool named =
        snw_words_next(&words, &name) && snw_word_copy(name, point->name, sizeof point->name);
    point->q_count = named ? snw__words_row(&words, point->q, SNW_AXES) : -1;
    if (point->q_count > 0) return SNW_OK;
    return snw_refuse(why, SNW_ERR_SYNTAX, component, "the answer is not a point", NULL);
}

static snw_status count_points(const snw_teach_asker *asker, const char *component, int *count,
                               snw_why *why) {
    char answer[SNW_MESSAGE];
    int64_t number = 0;
    const snw_status status = asker->ask(asker->context, component, "count", answer, why);
    if (snw_failed(status)) return status;
    if (snw_failed(snw_int_parse(answer, strlen(answer), &number, NULL)) || number < 0 ||
        number > SNW_POINTS) {
        return snw_refuse(why, SNW_ERR_SYNTAX, component, "the answer is not a count of points",
                          NULL);
    }
    *count = (int)number;
    return SNW_OK;
}

static snw_status fetch(const snw_teach_asker *asker, const char *component, snw_point *points,
                        int count, snw_why *why) {
    for (int i = 0; i < count; i++) {
        char text[64], answer[SNW_MESSAGE];
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "point %d", i);
        snw_status status = asker->ask(asker->context, component, text, answer, why);
        if (!snw_failed(status)) status = take_point(answer, &points[i], component, why);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

snw_status snw_teach_save_points(const snw_teach_asker *asker, const char *component,
                                 const char *file, int *count, snw_why *why) {
    int found = 0;
    snw_status status = count_points(asker, component, &found, why);
    if (snw_failed(status)) return status;
    snw_point *points = calloc((size_t)found + 1, sizeof *points);
    if (points == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, component, NULL, NULL);
    }
    status = fetch(asker, component, points, found, why);
    if (!snw_failed(status)) status = snw__point_file_write(file, component, points, found, why);
    free(points);
    if (count != NULL) *count = snw_failed(status) ? 0 : found;
    return status;
}

static snw_status put(const snw_teach_asker *asker, const char *component, const snw_point *point,
                      snw_why *why) {
    char text[SNW_MESSAGE], answer[SNW_MESSAGE];
    snw__line line = snw__line_over(text, sizeof text);
    snw__line_word(&line, "put");
    snw__line_word(&line, point->name);
    snw__line_reals(&line, point->q, point->q_count);
    if (line.cut) {
        return snw_refuse(why, SNW_ERR_TOO_LARGE, point->name, "the point is longer than a message",
                          NULL);
    }
    return asker->ask(asker->context, component, text, answer, why);
}

// How many axes a file is for: numbers of its first point.
static int axes_of(const char *file) {
    snw_file_content content;
    if (snw_failed(snw_file_read(file, NULL, &content, NULL))) return 0;
    int axes = 0;
    const char *at = content.data, *last = at + content.size;
    while (at < last && axes == 0) {
        const char *end = memchr(at, '\n', (size_t)(last - at));
        if (end == NULL) end = last;
        const char *note = memchr(at, '#', (size_t)(end - at));
        const char *stop = note != NULL ? note : end;
        size_t length;
        for (const char *word = next_word(at, stop, &length); length > 0;
             word = next_word(word + length, stop, &length))
            axes++;
        at = end + 1;
    }
    snw_file_free(&content);
    return axes > 0 ? axes - 1 : 0;
}

snw_status snw_teach_load_points(const snw_teach_asker *asker, const char *component,
                                 const char *file, int *count, snw_diags *diags) {
    if (count != NULL) *count = 0;
    snw_why why = {0};
    snw_point *points = calloc(SNW_POINTS, sizeof *points);
    if (points == NULL) return SNW_ERR_MEMORY;
    int found = 0;
    snw_status status = snw_point_file_read(file, axes_of(file), points, SNW_POINTS, &found, diags);
    for (int i = 0; i < found && !snw_failed(status); i++) {
        status = put(asker, component, &points[i], &why);
        if (snw_failed(status) && diags != NULL) snw_diags_add(diags, &why);
        if (!snw_failed(status) && count != NULL) *count = i + 1;
    }
    free(points);
    return status;
}
