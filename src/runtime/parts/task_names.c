// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "task_internal.h"

// Links and frames that the description of a task names. They are looked at before anything is laid
// out, with text: a refusal says which end effector, and which name may have been meant.

enum { NAMES = 256 };

static const char *closest_place(const snw_model *model, const char *name) {
    const char *names[NAMES];
    int count = 0;
    for (int i = 0; i < model->frame_count && count < NAMES; i++)
        names[count++] = model->frames[i].name;
    for (int i = 0; i < model->link_count && count < NAMES; i++)
        names[count++] = model->links[i].name;
    return snw_closest_name(name, names, count);
}

static snw_status check_place(const snw_component *self, const char *list, const snw_effector *e,
                              const char *name, snw_why *why) {
    const snw_model *model = self->arm->model;
    if (name[0] == '\0' || snw_model_find_link(model, name) >= 0 ||
        snw_model_find_frame(model, name) >= 0) {
        return SNW_OK;
    }
    char subject[SNW_WHY_SUBJECT], text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(subject, sizeof subject);
    snw_text_format(&line, "%s/%s/effectors[%s]", self->name, list, e->name);
    line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "the arm has no link or frame '%s'", name);
    line = snw_text_over(fix, sizeof fix);
    const char *closest = closest_place(model, name);
    if (closest != NULL) {
        snw_text_format(&line, "did you mean '%s'?", closest);
    } else {
        snw_text_format(&line, "'sinew model show' lists links and frames");
    }
    return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "end-effector", subject, text, fix);
}

static snw_status check_list(const snw_component *self, const char *list,
                             const snw_child *effectors, int count, snw_why *why) {
    snw_status status = SNW_OK;
    for (int i = 0; i < count && !snw_failed(status); i++) {
        const snw_effector *e = effectors[i].block;
        if (e == NULL) continue;
        status = check_place(self, list, e, e->link, why);
        if (!snw_failed(status)) status = check_place(self, list, e, e->relative, why);
    }
    return status;
}

snw_status snw__manual_check_names(const snw_component *self, const snw__manual *h, snw_why *why) {
    snw_status status = check_list(self, "control", h->law.effectors, h->law.effector_count, why);
    for (int i = 0; i < h->config->set_count && !snw_failed(status); i++) {
        const snw_task_set *set = &h->config->sets[i];
        char list[SNW_WHY_SUBJECT];
        snw_text line = snw_text_over(list, sizeof list);
        snw_text_format(&line, "sets[%s]", set->name);
        status = check_list(self, list, set->effectors, set->effector_count, why);
    }
    return status;
}
