// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <string.h>

// An eigenvalue of the scaled pseudo-inertia may be this much below 0: data sheets and CAD exports
// round to four or five digits, and thin parts lie on the border of what is possible.
#define INERTIA_TOLERANCE 1e-4

// The largest moment of a rigid body is at most the sum of the others. Measured moments of real
// links pass that by some percent (the third link of the PUMA 560 by 10); up to this factor there
// is nothing to repair.
#define MEASURED 1.15

static bool moves_like_a_body(double mass, snw_sym3 central) {
    snw_mat3 axes;
    snw_vec3 moments;
    return mass > 0 && snw_sym3_principal(central, &axes, &moments) == SNW_OK && moments.x > 0 &&
           moments.z <= MEASURED * (moments.x + moments.y);
}

// Has the reader of the file told of this inertia, with its line? "robot/link[NAME]/inertial".
static bool is_told(const snw__plan *plan, const char *name) {
    char words[SNW_NAME + 16];
    snw_text line = snw_text_over(words, sizeof words);
    snw_text_format(&line, "/link[%s]/inertial", name);
    for (int i = 0; plan->diags != NULL && i < plan->diags->count; i++) {
        const snw_why *one = &plan->diags->items[i];
        const bool inertia =
            strcmp(one->rule, "urdf-inertia") == 0 || strcmp(one->rule, "urdf-mass") == 0;
        if (inertia && strstr(one->subject, words) != NULL) return true;
    }
    return false;
}

// Inertias that no body can have are told and used as they are written: kinematics does not need
// them, and the mass matrix of the whole mechanism is positive definite with many of them. Where it
// is not, those who ask for dynamics are refused with the name of the link.
static void check_inertial(snw__plan *plan, int i) {
    const snw_link_description *link = &plan->robot->links[i];
    const snw_inertial *given = link->inertial;
    plan->inertia[i] = snw_inertia_zero();
    if (given == NULL) return;
    const snw_sym3 central = {given->ixx, given->iyy, given->izz,
                              given->ixy, given->ixz, given->iyz};
    // checked about the centre of mass, where a wrong moment weighs most
    const snw_inertia body = snw_inertia_from_central(given->mass, snw_vec3_zero(), central);
    snw_why why;
    const snw_status status = snw_inertia_check(body, INERTIA_TOLERANCE, &why);
    if (snw_failed(status)) {
        const bool measured = status == SNW_ERR_RANGE && moves_like_a_body(given->mass, central);
        snw__say(plan, status, measured ? "inertia-triangle" : "inertia-physical", "links",
                 link->name, "%s", why.text);
        for (int k = 0; k < why.number_count; k++) {
            snw_why_add(&plan->why, why.numbers[k].name, why.numbers[k].value, why.numbers[k].unit);
        }
        if (status != SNW_ERR_RANGE || given->mass < 0) {
            snw__error(plan, "correct the mass and the moments");
            return;
        }
        if (!is_told(plan, link->name)) {
            snw__warning(plan, measured ? "check the moments; dynamics use them as they are"
                                        : "'sinew model repair --inertia' writes the nearest ones");
        }
    }
    plan->inertia[i] = snw_inertia_transform(given->origin, body);
}

static void check_attachment(snw__plan *plan, int i) {
    const snw_attachment *attachment = &plan->robot->attachments[i];
    if (attachment->name[0] == '\0') {
        snw__say(plan, SNW_ERR_ARGUMENT, "missing-name", NULL, NULL, "attachment %d has no name",
                 i);
        snw__error(plan, "give it a name");
    }
    if (snw_names_find(&plan->links, attachment->link, NULL) >= 0) return;
    snw__say(plan, SNW_ERR_UNKNOWN_NAME, "unknown-link", "attachments", attachment->name,
             "it is on '%s', which is not a link", attachment->link);
    snw__unknown(plan, attachment->link, plan->link_texts, plan->robot->link_count);
}

void snw__plan_parts(snw__plan *plan) {
    for (int i = 0; i < plan->robot->link_count; i++) {
        check_inertial(plan, i);
    }
    for (int i = 0; i < plan->robot->attachment_count; i++) {
        check_attachment(plan, i);
    }
}
