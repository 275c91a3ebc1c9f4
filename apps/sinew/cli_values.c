// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli_internal.h"

#include <math.h>
#include <string.h>

static size_t count_parameters(const cli_parameter *list) {
    size_t count = 0;
    while (list[count].name != NULL) {
        count++;
    }
    return count;
}

cli_slot *cli__slot(const cli_values *values, const char *name) {
    for (int i = 0; i < values->slot_count; i++) {
        if (strcmp(values->slots[i].parameter->name, name) == 0) return &values->slots[i];
    }
    return NULL;
}

snw_status cli__slots_init(cli_values *values, snw_why *why) {
    const cli_parameter *options = cli__options(values->command);
    const cli_parameter *arguments = cli__arguments(values->command);
    const size_t most = count_parameters(options) + count_parameters(arguments);
    values->slots = snw_setup_take(values->memory, most * sizeof(cli_slot) + 1, _Alignof(cli_slot));
    if (values->slots == NULL) return cli__out_of_memory(why);

    for (const cli_parameter *option = options; option->name; option++) {
        values->slots[values->slot_count++].parameter = option;
    }

    // an argument with the name of an option shares its slot
    for (const cli_parameter *argument = arguments; argument->name; argument++) {
        if (cli__slot(values, argument->name)) continue;
        values->slots[values->slot_count++].parameter = argument;
    }
    return SNW_OK;
}

// makes room for one more item; the room doubles, so that n items cost n
static void *grow(cli_values *values, void *items, int count, size_t size) {
    const bool full = (count & (count - 1)) == 0;
    if (!full) return items;
    const size_t room = count == 0 ? 1 : 2 * (size_t)count;
    return snw_setup_grow(values->memory, items, room * size, _Alignof(max_align_t));
}

static snw_status keep_word(cli_values *values, cli_slot *slot, const char *word, snw_why *why) {
    const char **words = grow(values, slot->words, slot->count, sizeof *words);
    if (words == NULL) return cli__out_of_memory(why);
    words[slot->count++] = word;
    slot->words = words;
    return SNW_OK;
}

static snw_status keep_real(cli_values *values, cli_slot *slot, double value, snw_why *why) {
    double *reals = grow(values, slot->reals, slot->real_count, sizeof *reals);
    if (reals == NULL) return cli__out_of_memory(why);
    reals[slot->real_count++] = value;
    slot->reals = reals;
    return SNW_OK;
}

static bool in_range(const cli_parameter *parameter, double value) {
    if (parameter->low == 0 && parameter->high == 0) return true;
    return value >= parameter->low && value <= parameter->high;
}

void cli__add_range(snw_text *text, const cli_parameter *parameter) {
    const double low = parameter->low, high = parameter->high;
    if (low == 0 && high == 0) return;
    if (isinf(high)) {
        cli__add(text, "at least ");
        snw_text_real(text, low);
    } else if (isinf(low)) {
        cli__add(text, "at most ");
        snw_text_real(text, high);
    } else {
        cli__add(text, "from ");
        snw_text_real(text, low);
        cli__add(text, " to ");
        snw_text_real(text, high);
    }
}

static snw_status refuse_range(const cli_values *values, const cli_parameter *parameter,
                               const char *word, const char *shown, snw_why *why) {
    char buffer[80];
    snw_text range = snw_text_over(buffer, sizeof buffer);
    cli__add_range(&range, parameter);
    return cli__refuse(values, why, "value-range", "", "%s must be %s, not %s", shown, buffer,
                       cli__quote(word).text);
}

static snw_status take_int(cli_values *values, cli_slot *slot, const char *word, const char *shown,
                           snw_why *why) {
    int64_t value = 0;
    const snw_status status = snw_int_parse(word, strlen(word), &value, NULL);
    if (status == SNW_ERR_RANGE) {
        return cli__refuse(values, why, "value-range", "", "%s is too large: %s", shown,
                           cli__quote(word).text);
    }
    if (snw_failed(status)) {
        return cli__refuse(values, why, "not-a-number", "", "%s needs a whole number, not %s",
                           shown, cli__quote(word).text);
    }
    if (!in_range(slot->parameter, (double)value)) {
        return refuse_range(values, slot->parameter, word, shown, why);
    }
    slot->integer = value;
    return SNW_OK;
}

// one number at the start of `text`; its length goes to `used`
static snw_status take_number(cli_values *values, cli_slot *slot, const char *text,
                              const char *shown, size_t *used, snw_why *why) {
    double value = 0;
    const bool whole = slot->parameter->kind == CLI_REAL;
    const snw_status status = snw_real_parse(text, strlen(text), &value, whole ? NULL : used);
    if (status == SNW_ERR_RANGE) {
        return cli__refuse(values, why, "value-range", "", "%s is too large: %s", shown,
                           cli__quote(text).text);
    }
    if (snw_failed(status) || !isfinite(value)) {
        return cli__refuse(values, why, "not-a-number", "", "%s needs %s, not %s", shown,
                           whole ? "a number" : "numbers separated by commas",
                           cli__quote(text).text);
    }
    if (!in_range(slot->parameter, value)) {
        return refuse_range(values, slot->parameter, text, shown, why);
    }
    return keep_real(values, slot, value, why);
}

static const char *skip_blanks(const char *text) {
    while (snw_is_blank(*text)) {
        text++;
    }
    return text;
}

static snw_status check_count(const cli_values *values, const cli_slot *slot, int found,
                              const char *shown, snw_why *why) {
    const cli_parameter *parameter = slot->parameter;
    if (parameter->least == 0 && parameter->most == 0) return SNW_OK;
    if (found >= parameter->least && found <= parameter->most) return SNW_OK;
    if (parameter->least == parameter->most) {
        return cli__refuse(values, why, "value-count", "", "%s needs %d numbers, not %d", shown,
                           parameter->least, found);
    }
    return cli__refuse(values, why, "value-count", "", "%s needs %d to %d numbers, not %d", shown,
                       parameter->least, parameter->most, found);
}

// numbers with one comma, or blanks, or both between neighbours
static snw_status take_list(cli_values *values, cli_slot *slot, const char *word, const char *shown,
                            snw_why *why) {
    const int before = slot->real_count;
    const char *rest = skip_blanks(word);
    for (;;) {
        size_t used = 0;
        const snw_status status = take_number(values, slot, rest, shown, &used, why);
        if (snw_failed(status)) return status;
        const char *end = rest + used;
        rest = skip_blanks(end);
        if (*rest == '\0') break;
        if (*rest == ',') {
            rest = skip_blanks(rest + 1);
        } else if (rest == end) {
            return cli__refuse(values, why, "not-a-number", "",
                               "%s needs numbers separated by commas, not %s", shown,
                               cli__quote(word).text);
        }
    }
    return check_count(values, slot, slot->real_count - before, shown, why);
}

static snw_status take_choice(const cli_values *values, const cli_slot *slot, const char *word,
                              const char *shown, snw_why *why) {
    const char *const *choices = slot->parameter->choices;
    int count = 0;
    for (; choices[count]; count++) {
        if (strcmp(choices[count], word) == 0) return SNW_OK;
    }

    // a near miss is proposed, otherwise all choices are
    char buffer[SNW_WHY_TEXT];
    snw_text hint = snw_text_over(buffer, sizeof buffer);
    const char *close = snw_closest_name(word, choices, count);
    if (close) {
        snw_text_format(&hint, "did you mean '%s'?", close);
    } else {
        for (int i = 0; i < count; i++) {
            snw_text_format(&hint, "%s%s", i == 0 ? "one of: " : ", ", choices[i]);
        }
    }
    return cli__refuse(values, why, "unknown-choice", buffer, "%s cannot be %s", shown,
                       cli__quote(word).text);
}

snw_status cli__slot_take(cli_values *values, cli_slot *slot, const char *word, const char *shown,
                          snw_why *why) {
    snw_status status = SNW_OK;
    size_t used = 0;
    switch (slot->parameter->kind) {
    case CLI_INT:
        status = take_int(values, slot, word, shown, why);
        break;
    case CLI_REAL:
        status = take_number(values, slot, word, shown, &used, why);
        break;
    case CLI_REALS:
        status = take_list(values, slot, word, shown, why);
        break;
    case CLI_CHOICE:
        status = take_choice(values, slot, word, shown, why);
        break;
    case CLI_FILE:
        if (*word == '\0') {
            status = cli__refuse(values, why, "empty-name", "", "%s needs a file name", shown);
        }
        break;
    case CLI_FLAG:
    case CLI_TEXT:
    case CLI_COMMAND:
        break;
    }
    return snw_failed(status) ? status : keep_word(values, slot, word, why);
}

snw_status cli__slots_complete(cli_values *values, snw_why *why) {
    for (int i = 0; i < values->slot_count; i++) {
        cli_slot *slot = &values->slots[i];
        const char *standard = slot->parameter->standard;
        if (slot->times > 0 || standard == NULL) continue;
        const snw_status status =
            cli__slot_take(values, slot, standard, slot->parameter->name, why);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

// the slot that a command asks for; a name that is not in its table is a mistake of the command
static const cli_slot *known_slot(const cli_values *values, const char *name) {
    static const cli_slot none = {.parameter = NULL};
    const cli_slot *slot = cli__slot(values, name);
    SNW_ASSERT(slot != NULL);
    return slot ? slot : &none;
}

bool cli_given(const cli_values *values, const char *name) {
    return known_slot(values, name)->times > 0;
}

bool cli_flag(const cli_values *values, const char *name) {
    return cli_given(values, name);
}

const char *cli_text(const cli_values *values, const char *name) {
    const cli_slot *slot = known_slot(values, name);
    return slot->count > 0 ? slot->words[0] : NULL;
}

const char *const *cli_texts(const cli_values *values, const char *name, int *count) {
    const cli_slot *slot = known_slot(values, name);
    *count = slot->count;
    return slot->words;
}

int64_t cli_int(const cli_values *values, const char *name) {
    return known_slot(values, name)->integer;
}

double cli_real(const cli_values *values, const char *name) {
    const cli_slot *slot = known_slot(values, name);
    return slot->real_count > 0 ? slot->reals[0] : (double)NAN;
}

const double *cli_reals(const cli_values *values, const char *name, int *count) {
    const cli_slot *slot = known_slot(values, name);
    *count = slot->real_count;
    return slot->reals;
}
