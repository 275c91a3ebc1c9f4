// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <string.h>

#include "sinew/linalg.h"

// --- couplings ----------------------------------------------------------------------------------

static void say_coupling(snw__plan *plan, int i, snw_status code, const char *rule,
                         const char *text) {
    snw__say(plan, code, rule, "couplings", plan->robot->couplings[i].name, "%s", text);
}

// a joint of a coupling: known, with a coordinate of its own, in no other place of any coupling
static void check_coupled(snw__plan *plan, int i, const char *name, int *coupled) {
    const int joint = snw_names_find(&plan->joints, name, NULL);
    if (joint < 0) {
        snw__say(plan, SNW_ERR_UNKNOWN_NAME, "coupling-joint", "couplings",
                 plan->robot->couplings[i].name, "'%s' is not a joint", name);
        snw__unknown(plan, name, plan->joint_texts, plan->robot->joint_count);
        return;
    }
    if (plan->joint[joint].source != joint) {
        snw__say(plan, SNW_ERR_ARGUMENT, "coupling-joint", "couplings",
                 plan->robot->couplings[i].name, "'%s' has no coordinate of its own", name);
        snw__error(plan, "couple joints that neither are fixed nor follow others");
        return;
    }
    if (coupled[joint]++ == 0) return;
    snw__say(plan, SNW_ERR_DUPLICATE, "coupling-twice", "couplings", plan->robot->couplings[i].name,
             "'%s' is coupled already", name);
    snw__error(plan, "put all motors that move a joint into one coupling");
}

static void check_matrix(snw__plan *plan, int i) {
    const snw_coupling *c = &plan->robot->couplings[i];
    const int n = c->joint_count;
    if (n < 1 || c->matrix_count != n * n) {
        say_coupling(plan, i, SNW_ERR_SIZE, "coupling-size",
                     "its matrix does not have n x n numbers");
        snw_why_add(&plan->why, "joints", n, "");
        snw_why_add(&plan->why, "numbers", c->matrix_count, "");
        snw__error(plan, "give a square matrix, by columns, with a row for each joint");
        return;
    }
    const snw_status status = snw_mat_inverse(snw_mat_over_const(c->matrix, n, n),
                                              snw_mat_over(plan->coupling[i].inverse, n, n));
    if (snw_failed(status)) {
        say_coupling(plan, i, status, "coupling-singular", "its matrix cannot be inverted");
        snw__error(plan, "every motor must move the joints independently");
    } else if (status == SNW_NEAR_SINGULAR) {
        say_coupling(plan, i, SNW_NEAR_SINGULAR, "coupling-singular",
                     "its matrix is nearly singular");
        snw__warning(plan, "check its numbers");
    }
}

static void check_couplings(snw__plan *plan) {
    int *coupled = snw__scratch(plan, plan->robot->joint_count, sizeof(int));
    for (int i = 0; coupled != NULL && i < plan->robot->coupling_count; i++) {
        const snw_coupling *c = &plan->robot->couplings[i];
        for (int k = 0; k < c->joint_count; k++) {
            check_coupled(plan, i, c->joints[k], coupled);
        }
        check_matrix(plan, i);
    }
}

// --- springs and dampers ------------------------------------------------------------------------

static void check_term(snw__plan *plan, int i, const snw_spring_term *term) {
    const char *self = plan->joint_texts[i];
    if (term->joint[0] == '\0') return;
    const int joint = snw_names_find(&plan->joints, term->joint, NULL);
    if (joint < 0) {
        snw__say(plan, SNW_ERR_UNKNOWN_NAME, "spring-joint", "joints", self,
                 "its spring measures '%s', which is not a joint", term->joint);
        snw__unknown(plan, term->joint, plan->joint_texts, plan->robot->joint_count);
    } else if (!plan->joint[joint].moves) {
        snw__say(plan, SNW_ERR_ARGUMENT, "spring-joint", "joints", self,
                 "its spring measures '%s', which does not have one coordinate", term->joint);
        snw__error(plan, "measure joints of one coordinate");
    }
}

static void check_spring(snw__plan *plan, int i, const snw_spring *spring) {
    if (spring == NULL) return;
    if (!plan->joint[i].moves) {
        snw__say(plan, SNW_ERR_ARGUMENT, "spring-joint", "joints", plan->joint_texts[i],
                 "a spring or damper acts on a joint of one coordinate");
        snw__error(plan, "leave it out");
    }
    for (int k = 0; k < spring->term_count; k++) {
        check_term(plan, i, &spring->terms[k]);
    }
}

// a single damper that pushes along with the motion would make energy from nothing
static void check_damper(snw__plan *plan, int i, const snw_spring *damper) {
    if (damper == NULL || damper->term_count != 1) return;
    const snw_spring_term *term = &damper->terms[0];
    const bool self = term->joint[0] == '\0' || strcmp(term->joint, plan->joint_texts[i]) == 0;
    if (!self || !(term->weight < 0)) return;
    snw__say(plan, SNW_ERR_RANGE, "damper-sign", "joints", plan->joint_texts[i],
             "its damper drives it instead of damping it");
    snw_why_add(&plan->why, "weight", term->weight, "");
    snw__error(plan, "give a positive weight");
}

void snw__plan_efforts(snw__plan *plan) {
    check_couplings(plan);
    for (int i = 0; i < plan->robot->joint_count; i++) {
        const snw_joint_description *joint = &plan->robot->joints[i];
        check_spring(plan, i, joint->spring);
        check_spring(plan, i, joint->damper);
        check_damper(plan, i, joint->damper);
    }
}
