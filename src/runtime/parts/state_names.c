// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"
#include "sinew/parts/state_machine.h"

// Names that the description of a state machine mentions and that are not there: the refusal says
// which one may have been meant.

enum { NAMES = 256 };

static void refuse_name(const char *text, const char *closest, const char *otherwise,
                        snw_why *why) {
    char fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(fix, sizeof fix);
    snw_text_format(&line, closest != NULL ? "did you mean '%s'?" : "%s",
                    closest != NULL ? closest : otherwise);
    SNW_IGNORE(snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "state-machine", NULL, text, fix));
}

void snw__machine_refuse_state(const snw_component *self, const char *name, snw_why *why) {
    const snw_state_machine *config = self->config;
    const char *names[NAMES];
    int count = 0;
    for (; count < config->state_count && count < NAMES; count++)
        names[count] = config->states[count].name;
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "the machine has no state '%s'", name);
    refuse_name(text, snw_closest_name(name, names, count), "name one of its states", why);
}

void snw__machine_refuse_component(const snw_component *self, const char *name, snw_why *why) {
    const char *names[NAMES];
    int count = 0;
    for (int i = 0; i < snw_exec_component_count(self->exec) && count < NAMES; i++) {
        const snw_component *one = snw_exec_component(self->exec, i);
        if (one != self) names[count++] = one->name;
    }
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "'%s' is not a component that can be switched", name);
    refuse_name(text, snw_closest_name(name, names, count),
                "name other components of the cell, separated by blanks", why);
}
