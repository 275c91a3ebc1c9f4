// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/model/names.h"

// Names of links, frames and members that a cell mentions. They are looked at when it is loaded,
// with text: a refusal says which name it is, and which one may have been meant.

enum { NAMES = 256 };

static const char *closest_place(const snw_model *model, const char *name, bool frames) {
    const char *names[NAMES];
    int count = 0;
    for (int i = 0; frames && i < model->frame_count && count < NAMES; i++)
        names[count++] = model->frames[i].name;
    for (int i = 0; i < model->link_count && count < NAMES; i++)
        names[count++] = model->links[i].name;
    return snw_closest_name(name, names, count);
}

static snw_status refuse_name(const char *text, const char *closest, const char *otherwise,
                              snw_why *why) {
    char fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(fix, sizeof fix);
    snw_text_format(&line, closest != NULL ? "did you mean '%s'?" : "%s",
                    closest != NULL ? closest : otherwise);
    return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "reference", NULL, text, fix);
}

snw_status snw__model_check_place(const snw_model *model, const char *name, bool frames,
                                  snw_why *why) {
    if (name[0] == '\0' || snw_model_find_link(model, name) >= 0 ||
        (frames && snw_model_find_frame(model, name) >= 0)) {
        return SNW_OK;
    }
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "there is no link%s '%s'", frames ? " or frame" : "", name);
    return refuse_name(text, closest_place(model, name, frames),
                       "'sinew model show' lists links and frames", why);
}

snw_status snw__system_check_member(const snw_system *system, const char *name, snw_why *why) {
    if (snw_system_find(system, name) >= 0) return SNW_OK;
    const char *names[NAMES];
    int count = 0;
    for (; count < system->member_count && count < NAMES; count++)
        names[count] = system->members[count].name;
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "the cell has no member '%s'", name);
    return refuse_name(text, snw_closest_name(name, names, count), "name a member of the cell",
                       why);
}

snw_status snw__name_owner(snw_why *why, const char *owner, const char *parameter,
                           const char *item) {
    snw_text subject = snw_text_over(why->subject, sizeof why->subject);
    snw_text_format(&subject, "%s/%s", owner, parameter);
    if (item != NULL) snw_text_format(&subject, "[%s]", item);
    return why->code;
}
