// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/model/model.h"

#include <string.h>

#include "sinew/base/collections.h"
#include "sinew/model/long_name.h"

void snw_shorten_name(const char *name, size_t length, char out[SNW_NAME]) {
    enum { HASH = 17 }; // '~' and 16 digits
    size_t kept = 0;
    for (int step = 1; step > 0; kept += (size_t)step) {
        step = kept < length ? snw_printable_length(name + kept, length - kept) : 0;
        if (kept + (size_t)step >= SNW_NAME - HASH) step = 0;
    }
    uint64_t hash = UINT64_C(14695981039346656037); // FNV-1a
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * UINT64_C(1099511628211);
    memcpy(out, name, kept);
    out[kept] = '~';
    for (int i = 1; i < HASH; i++)
        out[kept + (size_t)i] = "0123456789abcdef"[hash >> (4 * (HASH - 1 - i)) & 15];
    out[kept + HASH] = '\0';
}

// a name that the model had to shorten is found by the whole of it too
static int find_name(const snw_names *names, const char *name) {
    char shortened[SNW_NAME];
    const size_t length = strlen(name);
    if (length < SNW_NAME) return snw_names_find(names, name, NULL);
    snw_shorten_name(name, length, shortened);
    return snw_names_find(names, shortened, NULL);
}

int snw_model_find_link(const snw_model *model, const char *name) {
    return find_name(&model->link_names, name);
}

int snw_model_find_joint(const snw_model *model, const char *name) {
    return find_name(&model->joint_names, name);
}

int snw_model_find_frame(const snw_model *model, const char *name) {
    const int frame = find_name(&model->frame_names, name);
    if (frame >= 0) return frame;
    const int link = snw_model_find_link(model, name);
    return link >= 0 ? model->frame_count + link : -1;
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
                    fast && hard ? "it has no velocity limit and no acceleration limit"
                    : fast       ? "it has no velocity limit"
                                 : "it has no acceleration limit");
        snw_why_rule(&why, "timing-limits");
        snw_why_fix(&why, "give the limits in the description or in a file of limits");
        snw_diags_add(diags, &why);
        first = SNW_ERR_LIMIT;
    }
    return first;
}
