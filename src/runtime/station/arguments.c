// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/station/arguments.h"

#include <string.h>

#define ROW_OF(name) ARGUMENT_##name

typedef enum argument {
#define SNW_X(name, takes, help) ROW_OF(name),
    SNW_STATION_ARGUMENTS(SNW_X)
#undef SNW_X
        ARGUMENTS
} argument;

static const struct {
    const char *name;
    bool takes;
    const char *help;
} table[ARGUMENTS] = {
#define SNW_X(name, takes, help) {#name, takes, help},
    SNW_STATION_ARGUMENTS(SNW_X)
#undef SNW_X
};

// a word that begins with a dash and is more than that is an option
static const char *option_name(const char *word) {
    if (word[0] != '-' || word[1] == '\0') return NULL;
    return word + (word[1] == '-' ? 2 : 1);
}

static argument find_argument(const char *name) {
    argument found = ARGUMENTS;
    for (int i = 0; i < ARGUMENTS; i++) {
        if (strcmp(table[i].name, name) == 0) found = (argument)i;
    }
    return found;
}

static snw_status refuse_unknown(const char *word, snw_why *why) {
    const char *names[ARGUMENTS];
    for (int i = 0; i < ARGUMENTS; i++)
        names[i] = table[i].name;
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    const char *closest = snw_closest_name(option_name(word), names, ARGUMENTS);
    if (closest != NULL) snw_text_format(&text, "did you mean --%s? ", closest);
    snw_text_format(&text, "there are");
    for (int i = 0; i < ARGUMENTS; i++)
        snw_text_format(&text, " --%s", names[i]);
    return snw_refuse_rule(why, SNW_ERR_USAGE, "unknown-option", word, "there is no such option",
                           fix);
}

static snw_status read_seconds(const char *word, int64_t *duration_ns, snw_why *why) {
    double seconds = 0;
    snw_status status = snw_real_parse(word, strlen(word), &seconds, NULL);
    if (!snw_failed(status) && !(seconds > 0 && seconds <= 1e9)) status = SNW_ERR_RANGE;
    if (snw_failed(status)) {
        return snw_refuse_rule(why, status, "option", word, "this is not a time",
                               "write seconds, from 0 to 1e9, such as --for 2.5");
    }
    *duration_ns = (int64_t)(seconds * 1e9);
    return SNW_OK;
}

static snw_status apply_argument(snw_station_options *options, argument which, const char *word,
                                 snw_why *why) {
    switch (which) {
    case ROW_OF(sim):
    case ROW_OF(nosim):
        options->simulate_all = which == ROW_OF(sim);
        break;
    case ROW_OF(gui):
    case ROW_OF(nogui):
    case ROW_OF(qmotor):
        options->page = which != ROW_OF(nogui);
        break;
    case ROW_OF(config):
        options->cell = word;
        break;
    case ROW_OF(record):
        options->record = word;
        break;
    case ROW_OF(real):
    case ROW_OF(virtual):
        options->real = which == ROW_OF(real);
        break;
    case ROW_OF(idle):
        options->idle = true;
        break;
    case ROW_OF(kinematic):
        options->kinematic = true;
        break;
    case ROW_OF(for):
        return read_seconds(word, &options->duration_ns, why);
    case ARGUMENTS:
        break;
    }
    return SNW_OK;
}

// One pass over the words. The first one only judges; the second one takes them out.
static snw_status walk_arguments(snw_station_options *options, int *argc, char **argv, bool keep,
                                 snw_why *why) {
    int left = 1;
    bool open = true; // until "--"
    for (int i = 1; i < *argc; i++) {
        const char *name = option_name(argv[i]);
        if (open && name != NULL && name[0] == '\0') {
            open = false;
            continue;
        }
        // a word of the program's own
        if (!open || name == NULL) {
            if (keep) argv[left] = argv[i];
            left++;
            continue;
        }
        const argument which = find_argument(name);
        if (which == ARGUMENTS) return refuse_unknown(argv[i], why);
        const bool missing = table[which].takes && i + 1 == *argc;
        if (missing) {
            return snw_refuse_rule(why, SNW_ERR_USAGE, "missing-word", argv[i],
                                   "the option requires a value", table[which].help);
        }
        const char *word = table[which].takes ? argv[++i] : "";
        const snw_status status = apply_argument(options, which, word, why);
        if (snw_failed(status)) return status;
    }
    if (keep) *argc = left;
    return SNW_OK;
}

snw_status snw_station_arguments(snw_station_options *options, int *argc, char **argv,
                                 snw_why *why) {
    snw_station_options tried = *options;
    const snw_status status = walk_arguments(&tried, argc, argv, false, why);
    if (snw_failed(status)) return status;
    return walk_arguments(options, argc, argv, true, why);
}

void snw_station_arguments_help(snw_text *text) {
    for (int i = 0; i < ARGUMENTS; i++) {
        snw_text_format(text, "  --%s%s\n      %s\n", table[i].name, table[i].takes ? " WORD" : "",
                        table[i].help);
    }
}
