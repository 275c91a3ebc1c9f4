// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <string.h>

// The arrays of a model while they are filled; the model itself shows them as const.
typedef struct parts {
    snw_link *links;
    int *link_of_v, *rotations;
    snw_model_frame *frames;
    double *lower, *upper, *velocity, *acceleration, *deceleration, *jerk, *effort;
    snw_motor_group *groups;
    snw_joint_spring *springs, *dampers;
    snw_spring_measure *measures; // of all springs and dampers, in turn
    int measure_count;            // given out
    char *texts;                  // of all names, in turn
    size_t text_size;             // given out
} parts;

// --- coordinates --------------------------------------------------------------------------------

static const int FREE_NQ = 7, FREE_NV = 6;

// places in q and v, in the order of the links
static void number_coordinates(snw__plan *plan) {
    plan->nq = plan->robot->floating ? FREE_NQ : 0;
    plan->nv = plan->robot->floating ? FREE_NV : 0;
    for (int i = 1; i < plan->robot->link_count; i++) {
        snw__joint_plan *joint = &plan->joint[plan->above[plan->order[i]]];
        joint->q = joint->nq > 0 ? plan->nq : -1;
        joint->v = joint->nv > 0 ? plan->nv : -1;
        plan->nq += joint->nq;
        plan->nv += joint->nv;
    }
}

// --- memory -------------------------------------------------------------------------------------

static size_t text_bytes(const snw_robot *robot) {
    size_t bytes = strlen(robot->name) + 1;
    for (int i = 0; i < robot->link_count; i++) {
        bytes += strlen(robot->links[i].name) + 1;
    }
    for (int i = 0; i < robot->joint_count; i++) {
        bytes += strlen(robot->joints[i].name) + 1;
    }
    for (int i = 0; i < robot->attachment_count; i++) {
        bytes += strlen(robot->attachments[i].name) + strlen(robot->attachments[i].role) + 2;
    }
    for (int i = 0; i < robot->coupling_count; i++) {
        bytes += strlen(robot->couplings[i].name) + 1;
    }
    return bytes;
}

// a spring without terms measures its own joint
static int measures_of(const snw_spring *spring) {
    if (spring == NULL) return 0;
    return spring->term_count > 0 ? spring->term_count : 1;
}

static bool has_quaternion(snw_joint_kind kind) {
    return snw__kind_nq(kind) != snw__kind_nv(kind);
}

static int count_rotations(const snw_robot *robot) {
    int count = robot->floating;
    for (int i = 0; i < robot->joint_count; i++) {
        count += has_quaternion(robot->joints[i].kind);
    }
    return count;
}

static void count_springs(const snw_robot *robot, snw_model *model, int *measures) {
    for (int i = 0; i < robot->joint_count; i++) {
        model->spring_count += robot->joints[i].spring != NULL;
        model->damper_count += robot->joints[i].damper != NULL;
        *measures += measures_of(robot->joints[i].spring) + measures_of(robot->joints[i].damper);
    }
}

// laws are flat, so their bytes are all there is
static void take_laws(const snw__plan *plan, snw_link *links, snw_arena *arena) {
    for (int i = 1; i < plan->robot->link_count; i++) {
        const int joint = plan->above[plan->order[i]];
        const snw_child *law = &plan->robot->joints[joint].law;
        if (plan->robot->joints[joint].kind != SNW_JOINT_LAW) continue;
        void *block = snw_arena_take(arena, law->type->size, law->type->align);
        if (block != NULL) memcpy(block, law->block, law->type->size);
        if (links != NULL) links[i].law = (snw_child){law->type, block};
    }
}

static snw_status take(const snw__plan *plan, snw_model *model, parts *p, snw_arena *arena) {
    const snw_robot *robot = plan->robot;
    int measures = 0;
    count_springs(robot, model, &measures);
    p->links = SNW_ARENA_ARRAY(arena, snw_link, robot->link_count);
    p->link_of_v = SNW_ARENA_ARRAY(arena, int, plan->nv);
    p->rotations = SNW_ARENA_ARRAY(arena, int, count_rotations(robot));
    p->frames =
        SNW_ARENA_ARRAY(arena, snw_model_frame, robot->attachment_count + robot->link_count);
    p->lower = SNW_ARENA_ARRAY(arena, double, plan->nq);
    p->upper = SNW_ARENA_ARRAY(arena, double, plan->nq);
    p->velocity = SNW_ARENA_ARRAY(arena, double, plan->nv);
    p->acceleration = SNW_ARENA_ARRAY(arena, double, plan->nv);
    p->deceleration = SNW_ARENA_ARRAY(arena, double, plan->nv);
    p->jerk = SNW_ARENA_ARRAY(arena, double, plan->nv);
    p->effort = SNW_ARENA_ARRAY(arena, double, plan->nv);
    p->groups = SNW_ARENA_ARRAY(arena, snw_motor_group, robot->coupling_count);
    p->springs = SNW_ARENA_ARRAY(arena, snw_joint_spring, model->spring_count);
    p->dampers = SNW_ARENA_ARRAY(arena, snw_joint_spring, model->damper_count);
    p->measures = SNW_ARENA_ARRAY(arena, snw_spring_measure, measures);
    take_laws(plan, p->links, arena);
    p->texts = snw_arena_take(arena, text_bytes(robot), 1);
    SNW_IGNORE(snw_names_init(&model->link_names, robot->link_count, arena));
    SNW_IGNORE(snw_names_init(&model->joint_names, robot->joint_count, arena));
    SNW_IGNORE(snw_names_init(&model->frame_names, robot->attachment_count, arena));
    return snw_arena_status(arena);
}

// --- filling ------------------------------------------------------------------------------------

static const char *keep_text(parts *p, const char *text) {
    char *copy = p->texts + p->text_size;
    const size_t size = strlen(text) + 1;
    memcpy(copy, text, size);
    p->text_size += size;
    return copy;
}

static void set_limits(parts *p, const snw_link *link, const snw_limits *limits) {
    for (int k = 0; k < link->nq; k++) {
        p->lower[link->q_index + k] = limits->lower;
        p->upper[link->q_index + k] = limits->upper;
    }
    for (int k = 0; k < link->nv; k++) {
        p->velocity[link->v_index + k] = limits->velocity;
        p->acceleration[link->v_index + k] = limits->acceleration;
        p->deceleration[link->v_index + k] = limits->deceleration;
        p->jerk[link->v_index + k] = limits->jerk;
        p->effort[link->v_index + k] = limits->effort;
    }
}

static void fill_root(const snw__plan *plan, parts *p) {
    snw_link *root = &p->links[0];
    const bool floating = plan->robot->floating;
    const double none = (double)INFINITY;
    *root = (snw_link){.joint_name = "",
                       .parent = -1,
                       .joint = floating ? SNW_JOINT_FREE : SNW_JOINT_FIXED,
                       .q_index = floating ? 0 : -1,
                       .v_index = floating ? 0 : -1,
                       .nq = floating ? FREE_NQ : 0,
                       .nv = floating ? FREE_NV : 0,
                       .source_q = -1,
                       .source_v = -1,
                       .multiplier = 1,
                       .T_parent_joint = snw_pose_identity(),
                       .axis = snw_vec3_x(1),
                       .described_joint = -1};
    set_limits(p, root, &(snw_limits){-none, none, none, none, none, none, none});
}

static void fill_moving(const snw__plan *plan, parts *p, int i) {
    snw_link *link = &p->links[i];
    const int joint = plan->above[plan->order[i]];
    const snw__joint_plan *planned = &plan->joint[joint];
    const snw_child law = link->law;
    snw__fill_joint(plan, joint, link);
    link->law = law;
    link->joint_name = keep_text(p, plan->joint_texts[joint]);
    link->parent = plan->place[planned->parent];
    link->q_index = planned->q;
    link->v_index = planned->v;
    link->nq = planned->nq;
    link->nv = planned->nv;
    link->periodic = planned->periodic && planned->follows < 0;
    link->source_q = planned->source >= 0 ? plan->joint[planned->source].q : -1;
    link->source_v = planned->source >= 0 ? plan->joint[planned->source].v : -1;
    link->multiplier = planned->multiplier;
    link->offset = planned->offset;
    link->shift += planned->offset;
    link->described_joint = joint;
    set_limits(p, link, &planned->limits);
}

static void fill_links(const snw__plan *plan, snw_model *model, parts *p) {
    const int count = plan->robot->link_count;
    int *rotation = p->rotations;
    for (int i = 0; i < count; i++) {
        snw_link *link = &p->links[i];
        if (i == 0) {
            fill_root(plan, p);
        } else {
            fill_moving(plan, p, i);
        }
        if (has_quaternion(link->joint)) *rotation++ = i;
        link->name = keep_text(p, plan->link_texts[plan->order[i]]);
        link->inertia = plan->inertia[plan->order[i]];
        link->described_link = plan->order[i];
        link->end = i + 1;
        for (int k = 0; k < link->nv; k++) {
            p->link_of_v[link->v_index + k] = i;
        }
        SNW_IGNORE(snw_names_add(&model->link_names, link->name, i));
        if (i > 0) SNW_IGNORE(snw_names_add(&model->joint_names, link->joint_name, i));
    }
    // from the last one back, the end of a child is known before that of its parent
    for (int i = count - 1; i > 0; i--) {
        snw_link *parent = &p->links[p->links[i].parent];
        if (p->links[i].end > parent->end) parent->end = p->links[i].end;
    }
}

static int place_of_joint(const snw__plan *plan, const char *name) {
    const int joint = snw_names_find(&plan->joints, name, NULL);
    return plan->place[plan->joint[joint].child];
}

static void fill_frames(const snw__plan *plan, snw_model *model, parts *p) {
    for (int i = 0; i < plan->robot->attachment_count; i++) {
        const snw_attachment *given = &plan->robot->attachments[i];
        const int link = snw_names_find(&plan->links, given->link, NULL);
        p->frames[i] = (snw_model_frame){keep_text(p, given->name), keep_text(p, given->role),
                                         plan->place[link], given->origin};
        SNW_IGNORE(snw_names_add(&model->frame_names, p->frames[i].name, i));
    }
    // every link is a frame too, behind the attachments, so that one look-up finds both
    for (int i = 0; i < plan->robot->link_count; i++) {
        p->frames[plan->robot->attachment_count + i] =
            (snw_model_frame){p->links[i].name, "", i, snw_pose_identity()};
    }
}

static void fill_groups(const snw__plan *plan, parts *p) {
    for (int i = 0; i < plan->robot->coupling_count; i++) {
        const snw_coupling *given = &plan->robot->couplings[i];
        snw_motor_group *group = &p->groups[i];
        group->name = keep_text(p, given->name);
        group->count = given->joint_count;
        for (int k = 0; k < given->joint_count; k++) {
            const snw_link *link = &p->links[place_of_joint(plan, given->joints[k])];
            group->q[k] = link->q_index;
            group->v[k] = link->v_index;
        }
        const size_t bytes = (size_t)given->matrix_count * sizeof(double);
        memcpy(group->to_joint, given->matrix, bytes);
        memcpy(group->to_motor, plan->coupling[i].inverse, bytes);
    }
}

static void fill_spring(const snw__plan *plan, parts *p, int link, const snw_spring *given,
                        snw_joint_spring *spring) {
    *spring = (snw_joint_spring){.link = link,
                                 .constant = given->constant,
                                 .measures = &p->measures[p->measure_count],
                                 .measure_count = measures_of(given)};
    snw_spring_measure *measure = &p->measures[p->measure_count];
    measure[0] = (snw_spring_measure){link, 1, 0};
    for (int k = 0; k < given->term_count; k++) {
        const snw_spring_term *term = &given->terms[k];
        const int other = term->joint[0] == '\0' ? link : place_of_joint(plan, term->joint);
        measure[k] = (snw_spring_measure){other, term->weight, term->offset};
    }
    p->measure_count += spring->measure_count;
}

static void fill_springs(const snw__plan *plan, parts *p) {
    int springs = 0, dampers = 0;
    for (int i = 1; i < plan->robot->link_count; i++) {
        const snw_joint_description *joint = &plan->robot->joints[p->links[i].described_joint];
        if (joint->spring) fill_spring(plan, p, i, joint->spring, &p->springs[springs++]);
        if (joint->damper) fill_spring(plan, p, i, joint->damper, &p->dampers[dampers++]);
    }
}

// what was filled becomes const
static void show(const snw__plan *plan, const parts *p, snw_model *model) {
    model->floating = plan->robot->floating;
    model->link_count = plan->robot->link_count;
    model->nq = plan->nq;
    model->nv = plan->nv;
    model->links = p->links;
    model->link_of_v = p->link_of_v;
    model->rotations = p->rotations;
    model->rotation_count = count_rotations(plan->robot);
    model->frames = p->frames;
    model->frame_count = plan->robot->attachment_count;
    model->lower = p->lower;
    model->upper = p->upper;
    model->velocity = p->velocity;
    model->acceleration = p->acceleration;
    model->deceleration = p->deceleration;
    model->jerk = p->jerk;
    model->effort = p->effort;
    model->motor_groups = p->groups;
    model->motor_group_count = plan->robot->coupling_count;
    model->springs = p->springs;
    model->dampers = p->dampers;
}

snw_status snw__plan_lay_out(snw__plan *plan, snw_model *model, snw_arena *arena) {
    if (!plan->has_tree) return SNW_ERR_INTERNAL;
    *model = (snw_model){0};
    parts p = {0};
    number_coordinates(plan);
    const snw_status status = take(plan, model, &p, arena);
    if (snw_failed(status)) return status;
    model->name = keep_text(&p, plan->robot->name);
    fill_links(plan, model, &p);
    fill_frames(plan, model, &p);
    fill_groups(plan, &p);
    fill_springs(plan, &p);
    show(plan, &p, model);
    return SNW_OK;
}
