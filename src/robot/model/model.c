// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/model/model.h"

int snw_model_find_link(const snw_model *model, const char *name) {
    return snw_names_find(&model->link_names, name, NULL);
}

int snw_model_find_joint(const snw_model *model, const char *name) {
    return snw_names_find(&model->joint_names, name, NULL);
}

int snw_model_find_frame(const snw_model *model, const char *name) {
    return snw_names_find(&model->frame_names, name, NULL);
}

snw_status snw_model_check_timing(const snw_model *model, snw_diags *diags) {
    snw_status first = SNW_OK;
    for (int i = 0; i < model->nv; i++) {
        const snw_link *link = &model->links[model->link_of_v[i]];
        const bool fast = !isfinite(model->velocity[i]);
        const bool hard = !isfinite(model->acceleration[i]);
        // a joint of several coordinates is told once
        if (i > 0 && model->link_of_v[i - 1] == model->link_of_v[i]) continue;
        if (!fast && !hard) continue;
        snw_why why;
        snw_why_set(&why, SNW_ERR_LIMIT,
                    link->joint_name[0] != '\0' ? link->joint_name : link->name,
                    fast && hard ? "it has limits neither of speed nor of acceleration"
                    : fast       ? "it has no limit of speed"
                                 : "it has no limit of acceleration");
        snw_why_rule(&why, "timing-limits");
        snw_why_fix(&why, "give the limits in the description or in a file of limits");
        snw_diags_add(diags, &why);
        first = SNW_ERR_LIMIT;
    }
    return first;
}
