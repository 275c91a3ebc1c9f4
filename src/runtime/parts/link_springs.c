// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/parts/links.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"
#include "sinew/model/names.h"

// Where the ends are is read from the state of the cell, and how they move from its last two ticks,
// so ends may be on anything that the state knows: arms, what stands on them, what they hold. All
// springs at one link are one push.

snw_link_pull snw__link_spring_pull(const snw_link_spring *spring, snw_end_motion first,
                                    snw_end_motion second) {
    // along the line from the first end to the second
    const snw_vec3 way = snw_vec3_sub(second.T.p, first.T.p);
    const double distance = snw_vec3_norm(way);
    const snw_vec3 line = distance > 0 ? snw_vec3_scale(way, 1 / distance) : snw_vec3_zero();
    const double speed = snw_vec3_dot(line, snw_vec3_sub(second.v.lin, first.v.lin));
    const double force = spring->stiffness * (distance - spring->length) + spring->damping * speed;

    // about the axis that turns the first end's axes into the second's
    const snw_vec3 turn = snw_rotation_log(snw_mat3_mul(second.T.R, snw_mat3_transpose(first.T.R)));
    const double angle = snw_vec3_norm(turn);
    const snw_vec3 axis = angle > 0 ? snw_vec3_scale(turn, 1 / angle) : snw_vec3_zero();
    const double rate = snw_vec3_dot(axis, snw_vec3_sub(second.v.ang, first.v.ang));
    const double torque =
        spring->turn_stiffness * (angle - spring->angle) + spring->turn_damping * rate;

    const snw_vec3 pull = snw_vec3_scale(line, force), twist = snw_vec3_scale(axis, torque);
    const snw_link_pull result = {
        distance > 0 ? distance : 0,
        angle,
        distance > 0 ? force : 0,
        angle > 0 ? torque : 0,
        snw_wrench_of(pull, twist),
        snw_wrench_of(snw_vec3_scale(pull, -1), snw_vec3_scale(twist, -1)),
    };
    return result;
}

// --- the component ------------------------------------------------------------------------------

typedef struct end {
    int member, link;
    int push; // that it adds to; -1 for one that no simulated arm feels
    snw_pose T_link_end;
    snw_pose before; // in the world, a tick ago
} end;

// a link of a simulated arm, and what pulls at it
typedef struct push {
    int arm, member, link;
    snw_wrench sum, told; // about the origin of the link
} push;

typedef struct springs {
    end ends[SNW_LINK_SPRINGS][2];
    push pushes[2 * SNW_LINK_SPRINGS];
    int push_count;
    bool seen; // `before` is of the last update
} springs;

static snw_pose link_now(const snw_component *self, int member, int link) {
    return snw_system_link_pose(snw_exec_system(self->exec), snw_exec_state(self->exec), member,
                                link);
}

// rates are differences to the last update
static snw_end_motion move_end(const snw_component *self, end *one, bool seen, double dt) {
    snw_end_motion now = {snw_pose_mul(link_now(self, one->member, one->link), one->T_link_end),
                          {snw_vec3_zero(), snw_vec3_zero()}};
    if (seen && dt > 0) {
        const snw_vec3 turn =
            snw_rotation_log(snw_mat3_mul(now.T.R, snw_mat3_transpose(one->before.R)));
        now.v.lin = snw_vec3_scale(snw_vec3_sub(now.T.p, one->before.p), 1 / dt);
        now.v.ang = snw_vec3_scale(turn, 1 / dt);
    }
    one->before = now.T;
    return now;
}

static void add_push(const snw_component *self, const end *one, snw_pose T, snw_wrench wrench) {
    springs *s = self->work;
    if (one->push < 0) return;
    push *p = &s->pushes[one->push];
    const snw_vec3 arm = snw_vec3_sub(T.p, link_now(self, p->member, p->link).p);
    const snw_vec3 torque = snw_vec3_add(wrench.torque, snw_vec3_cross(arm, wrench.force));
    p->sum.force = snw_vec3_add(p->sum.force, wrench.force);
    p->sum.torque = snw_vec3_add(p->sum.torque, torque);
}

static void tell(snw_component *self) {
    springs *s = self->work;
    for (int i = 0; i < s->push_count; i++) {
        push *p = &s->pushes[i];
        const snw_vec3 f = p->sum.force, t = p->sum.torque;
        if (snw_vec3_equal(f, p->told.force) && snw_vec3_equal(t, p->told.torque)) continue;
        SNW_IGNORE(snw_exec_push(self->exec, p->arm, p->link, snw_wrench_of(f, t), 0));
        p->told = p->sum;
    }
}

static snw_status springs_update(snw_component *self, const snw_tick *tick) {
    const snw_link_springs *config = self->config;
    springs *s = self->work;
    snw_link_springs_signals *shown = self->signals;
    for (int i = 0; i < s->push_count; i++)
        s->pushes[i].sum = snw_wrench_zero();
    for (int i = 0; i < config->list_count; i++) {
        const snw_end_motion first = move_end(self, &s->ends[i][0], s->seen, tick->dt);
        const snw_end_motion second = move_end(self, &s->ends[i][1], s->seen, tick->dt);
        const snw_link_pull pull = snw__link_spring_pull(&config->list[i], first, second);
        add_push(self, &s->ends[i][0], first.T, pull.on_first);
        add_push(self, &s->ends[i][1], second.T, pull.on_second);
        shown->distance[i] = pull.distance;
        shown->angle[i] = pull.angle;
        shown->force[i] = pull.force;
        shown->torque[i] = pull.torque;
    }
    s->seen = true;
    tell(self);
    return SNW_OK;
}

// nothing pulls at an arm any more
static void springs_stop(snw_component *self) {
    springs *s = self->work;
    for (int i = 0; i < s->push_count; i++)
        s->pushes[i].sum = snw_wrench_zero();
    s->seen = false;
    tell(self);
}

// --- set-up -------------------------------------------------------------------------------------

// the push of a link, made when it has none; -1 where no simulated arm feels it
static int push_of(const snw_component *self, springs *s, int member, int link) {
    const char *name = snw_exec_system(self->exec)->members[member].name;
    const int arm = snw_exec_find_arm(self->exec, name);
    const snw_drive_functions *drive =
        arm >= 0 ? snw_drive_of(snw_exec_drive(self->exec, arm)->type) : NULL;
    if (drive == NULL || !drive->simulated) return -1;
    for (int i = 0; i < s->push_count; i++) {
        if (s->pushes[i].arm == arm && s->pushes[i].link == link) return i;
    }
    s->pushes[s->push_count] = (push){.arm = arm, .member = member, .link = link};
    return s->push_count++;
}

static snw_status find_end(const snw_component *self, const char *spring, const snw_link_end *given,
                           end *one, snw_why *why) {
    const snw_system *system = snw_exec_system(self->exec);
    one->member = snw_system_find(system, given->member);
    if (one->member < 0) {
        SNW_IGNORE(snw__system_check_member(system, given->member, why));
        return snw__name_owner(why, self->name, "list", spring);
    }
    const snw_model *model = system->members[one->member].model;
    const int frame = snw_model_find_frame(model, given->link);
    one->link = given->link[0] != '\0' ? snw_model_find_link(model, given->link) : 0;
    one->T_link_end = given->frame;
    if (one->link < 0 && frame >= 0) {
        one->link = model->frames[frame].link;
        one->T_link_end = snw_pose_mul(model->frames[frame].T_link_frame, given->frame);
    }
    if (one->link >= 0) return SNW_OK;
    SNW_IGNORE(snw__model_check_place(model, given->link, true, why));
    return snw__name_owner(why, self->name, "list", spring);
}

static snw_status springs_configure(snw_component *self, snw_arena *arena, snw_why *why) {
    const snw_link_springs *config = self->config;
    springs *s = SNW_ARENA_ARRAY(arena, springs, 1);
    self->work = s;
    if (s == NULL) return SNW_ERR_MEMORY;
    s->push_count = 0;
    for (int i = 0; i < config->list_count; i++) {
        const snw_link_spring *spring = &config->list[i];
        end *ends = s->ends[i];
        snw_status status = find_end(self, spring->name, &spring->first, &ends[0], why);
        if (status == SNW_OK) status = find_end(self, spring->name, &spring->second, &ends[1], why);
        if (snw_failed(status)) return status;
        for (int k = 0; k < 2; k++)
            ends[k].push = push_of(self, s, ends[k].member, ends[k].link);
        if (ends[0].push < 0 && ends[1].push < 0) {
            return snw_refuse_rule(
                why, SNW_ERR_UNSUPPORTED, "link-spring", spring->name,
                "neither of its ends is on a simulated arm: it would have no effect",
                "fix one end to a link of a simulated arm");
        }
    }
    ((snw_link_springs_signals *)self->signals)->count = config->list_count;
    return SNW_OK;
}

// --- tables -------------------------------------------------------------------------------------

#define SHOWN(member)                                                                              \
    SNW_AT_COUNTED(snw_link_springs_signals, member, count), .kind = SNW_KIND_REAL,                \
                                                             .role = SNW_SIGNAL
#define CONSTANT(member) SNW_AT(snw_link_spring, member), .kind = SNW_KIND_REAL, .range = {0, 1e9}

static const snw_field signal_fields[] = {
    {SHOWN(distance), .help = "Distance between the ends of each spring [m]."},
    {SHOWN(angle), .help = "Angle between the ends of each spring [rad]."},
    {SHOWN(force), .help = "Force that pulls the ends of each spring together [N]."},
    {SHOWN(torque), .help = "Torque that turns the ends of each spring towards each other [N.m]."},
};
static const snw_type signals_type = {
    SNW_TYPE_AS("link_springs_signals", snw_link_springs_signals, signal_fields),
    .space = &snw_space_motion, .help = "Status of the springs between links."};

static const snw_component_functions springs_functions = {.head = SNW_COMPONENT_HEAD,
                                                          .stage = SNW_STAGE_PUBLISH,
                                                          .signals = &signals_type,
                                                          .configure = springs_configure,
                                                          .update = springs_update,
                                                          .stop = springs_stop};

static const snw_field end_fields[] = {
    {SNW_AT(snw_link_end, member), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Name of the member of the cell."},
    {SNW_AT(snw_link_end, link), .kind = SNW_KIND_STRING,
     .help = "Link or attachment of the member; empty means its root."},
    {SNW_AT(snw_link_end, frame), .kind = SNW_KIND_POSE, .unit = "m",
     .help = "Pose of the end in the frame of that link."},
};
static const snw_type end_type = {SNW_TYPE(snw_link_end, end_fields), .space = &snw_space_motion,
                                  .help = "An end of a spring."};

static const snw_field spring_fields[] = {
    {SNW_AT(snw_link_spring, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the spring."},
    {SNW_AT(snw_link_spring, first), .kind = SNW_KIND_STRUCT, .type = &end_type,
     .help = "First end of the spring."},
    {SNW_AT(snw_link_spring, second), .kind = SNW_KIND_STRUCT, .type = &end_type,
     .help = "Second end of the spring."},
    {CONSTANT(stiffness), .help = "Linear stiffness along the line between the ends [N/m]."},
    {CONSTANT(damping), .help = "Linear damping along the line between the ends [N.s/m]."},
    {CONSTANT(length), .unit = "m", .help = "Rest length of the spring."},
    {CONSTANT(turn_stiffness), .help = "Torsional stiffness between the ends [N.m/rad]."},
    {CONSTANT(turn_damping), .help = "Torsional damping between the ends [N.m.s/rad]."},
    {SNW_AT(snw_link_spring, angle), .kind = SNW_KIND_REAL, .unit = "rad", .range = {0, 3.2},
     .help = "Rest angle of the torsional spring."},
};
const snw_type snw_link_spring_type = {SNW_TYPE(snw_link_spring, spring_fields),
                                       .space = &snw_space_motion,
                                       .help = "A spring and a damper between two links."};

static const snw_field springs_fields[] = {
    {SNW_AT_LIST(snw_link_springs, list, list_count, SNW_LINK_SPRINGS), .kind = SNW_KIND_STRUCT,
     .type = &snw_link_spring_type, .item = "spring", .help = "List of the springs."},
};
const snw_type snw_link_springs_type = {
    SNW_TYPE_AS("link_springs", snw_link_springs, springs_fields), .base = "component",
    .space = &snw_space_motion, .functions = &springs_functions.head,
    .help = "Springs and dampers between links."};
