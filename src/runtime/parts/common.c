// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/model/names.h"

snw_status snw__parts_check_count(const snw_component *self, const char *field, int count,
                                  snw_why *why) {
    const int axes = self->arm->count;
    if (count == 0 || count == 1 || count == axes) return SNW_OK;
    char subject[SNW_WHY_SUBJECT];
    snw_text text = snw_text_over(subject, sizeof subject);
    snw_text_format(&text, "%s/%s", self->name, field);
    snw_why_set(why, SNW_ERR_SIZE, subject,
                "the count is neither one for all axes nor one for each");
    snw_why_add(why, "numbers", count, "");
    snw_why_add(why, "axes", axes, "");
    snw_why_rule(why, "axis-count");
    snw_why_fix(why, "give one number, or as many as the arm has axes");
    return SNW_ERR_SIZE;
}

void snw__parts_target_hold(snw_arm *arm, const double *q) {
    snw_arm_target *target = &arm->target;
    const size_t bytes = (size_t)arm->count * sizeof(double);
    target->mode = SNW_AXIS_POSITION;
    memmove(target->q, q, bytes);
    memset(target->v, 0, bytes);
    memset(target->a, 0, bytes);
}

snw_status snw__parts_check_free(const snw_arm *arm, snw_why *why) {
    if (snw__parts_is_free(arm)) return SNW_OK;
    return snw_refuse(why, SNW_ERR_STATE, arm->name,
                      arm->taken ? "the arm is being moved by hand" : "the arm is not enabled",
                      arm->taken ? "release it, or send halt to its task component"
                                 : "acknowledge the stop, then enable the arm");
}

const double *snw__parts_origin(const snw_arm *arm) {
    if (arm->follows && arm->taken) return arm->target.q;
    return arm->command.enable ? arm->command.q : arm->estimate.q;
}

snw_status snw__parts_check_place(const snw_component *self, const char *parameter,
                                  const char *name, bool frames, snw_why *why) {
    const snw_status status = snw__model_check_place(self->arm->model, name, frames, why);
    return snw_failed(status) ? snw__name_owner(why, self->name, parameter, NULL) : SNW_OK;
}

snw_status snw_parts_register(snw_registry *registry, snw_why *why) {
    const snw_type *const *const lists[] = {snw__parts_sources, snw__parts_task, snw__parts_servo};
    const int types = registry->type_count, bases = registry->base_count;
    snw_status status = SNW_OK;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        for (const snw_type *const *type = lists[i]; *type != NULL && status == SNW_OK; type++) {
            status = snw_registry_add(registry, *type, why);
        }
    }
    if (status == SNW_OK) status = snw__parts_register_laws(registry, why);
    if (status != SNW_OK) snw_registry_rewind(registry, types, bases);
    return status;
}
