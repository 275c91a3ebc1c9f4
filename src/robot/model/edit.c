// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "edit_internal.h"

#include <string.h>

bool snw__edit_begin(snw__edit *edit, const snw_robot *robot, snw_setup *setup, snw_diags *diags) {
    edit->setup = setup;
    edit->out = NULL;
    edit->memory = snw__plan_begin(&edit->plan, robot, diags);
    if (edit->memory < 0 || edit->plan.first < 0) return false;
    edit->out = snw_block_new(&snw_robot_type, setup);
    edit->memory = SNW_ERR_MEMORY;
    if (edit->out == NULL) return false;
    edit->memory = snw_block_copy(&snw_robot_type, edit->out, robot, setup);
    return edit->memory == SNW_OK;
}

snw_status snw__edit_end(snw__edit *edit, snw_robot **out) {
    snw_status status = edit->plan.first;
    if (status == SNW_OK) status = edit->memory;
    if (status == SNW_OK) status = snw_setup_status(edit->setup);
    snw__plan_end(&edit->plan);
    if (status == SNW_OK) *out = edit->out;
    return status;
}

int snw__edit_link(snw__edit *edit, const char *name) {
    const int link = snw_names_find(&edit->plan.links, name, NULL);
    if (link >= 0) return link;
    snw__say(&edit->plan, SNW_ERR_UNKNOWN_NAME, "unknown-link", NULL, NULL, "'%s' is not a link",
             name);
    snw__unknown(&edit->plan, name, edit->plan.link_texts, edit->plan.robot->link_count);
    return -1;
}

int snw__edit_joint(snw__edit *edit, const char *name) {
    const int joint = snw_names_find(&edit->plan.joints, name, NULL);
    if (joint >= 0) return joint;
    snw__say(&edit->plan, SNW_ERR_UNKNOWN_NAME, "unknown-joint", NULL, NULL, "'%s' is not a joint",
             name);
    snw__unknown(&edit->plan, name, edit->plan.joint_texts, edit->plan.robot->joint_count);
    return -1;
}

int snw__edit_grow(snw__edit *edit, const char *list, int count) {
    const snw_field *field = snw_type_field(&snw_robot_type, list);
    const int old = snw_field_count(field, edit->out);
    const snw_status status = snw_block_resize(field, edit->out, old + count, edit->setup);
    if (status == SNW_OK) return old;
    if (status == SNW_ERR_TOO_LARGE) {
        snw__say(&edit->plan, status, "too-many-links", NULL, NULL, "there are too many %s", list);
        snw_why_add(&edit->plan.why, "most", field->length, "");
        snw__error(&edit->plan, "divide it into several mechanisms");
    }
    if (edit->memory == SNW_OK) edit->memory = status;
    return -1;
}

void snw__edit_keep(snw__edit *edit, const char *list, const bool *keep) {
    const snw_field *field = snw_type_field(&snw_robot_type, list);
    const int count = snw_field_count(field, edit->out);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (!keep[i]) continue;
        if (kept != i) {
            memcpy(snw_field_place(field, edit->out, kept), snw_field_place(field, edit->out, i),
                   field->size);
        }
        kept++;
    }
    const snw_status status = snw_block_resize(field, edit->out, kept, edit->setup);
    if (edit->memory == SNW_OK) edit->memory = status;
}

void snw__edit_drop_couplings(snw__edit *edit, const bool *keep_joint) {
    const int count = edit->out->coupling_count;
    bool *keep = snw__scratch(&edit->plan, count, sizeof *keep);
    for (int i = 0; keep != NULL && i < count; i++) {
        const snw_coupling *coupling = &edit->out->couplings[i];
        keep[i] = true;
        for (int k = 0; keep[i] && k < coupling->joint_count; k++) {
            const int joint = snw_names_find(&edit->plan.joints, coupling->joints[k], NULL);
            keep[i] = keep_joint[joint];
        }
        if (keep[i]) continue;
        snw__say(&edit->plan, SNW_ERR_UNSUPPORTED, "edit-dropped", "couplings", coupling->name,
                 "one of its joints was removed, and so is the coupling");
        snw__warning(&edit->plan, "describe the coupling of the others again if there is one");
    }
    if (keep != NULL) snw__edit_keep(edit, "couplings", keep);
}
