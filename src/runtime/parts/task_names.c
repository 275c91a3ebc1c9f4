// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/model/names.h"
#include "task_internal.h"

// Links and frames that the description of a task names: a refusal says which end effector it is.

static snw_status check_place(const snw_component *self, const char *list, const snw_effector *e,
                              const char *name, snw_why *why) {
    if (!snw_failed(snw__model_check_place(self->arm->model, name, true, why))) return SNW_OK;
    char effectors[SNW_WHY_SUBJECT];
    snw_text line = snw_text_over(effectors, sizeof effectors);
    snw_text_format(&line, "%s/effectors", list);
    snw_why_rule(why, "end-effector");
    return snw__name_owner(why, self->name, effectors, e->name);
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
