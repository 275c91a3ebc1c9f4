// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Denavit and Hartenberg (1955): between two lines in space there is a common normal, so a frame on
// each axis of a chain, with x along the normal to the next (modified) or from the last axis
// (standard), takes four numbers from one to the next. Where axes are parallel the normal may be
// moved along them, where they meet it may point both ways; the choices made here bring back the
// numbers that a table had.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dh_internal.h"
#include "sinew/base/collections.h"
#include "sinew/random.h"

// Below this sine axes count as parallel: the feet of the normal lie a length divided by the sine
// away, and lose as many digits as the angle would.
static const double parallel = 1e-8;

// Numbers below this are what rounding has left of 0 [m, rad].
static const double noise = 1e-12;

// Within this a frame is taken for another one [m, 1].
static const double close_enough = 1e-9;

enum { CONFIGURATIONS = 100 };

// one joint that moves
typedef struct axis {
    const snw_joint_description *joint;
    snw_vec3 z, p; // direction and a point, in the base, all joints at the zero of their motion
} axis;

typedef struct chain {
    const snw_robot *robot;
    int *joints; // [joint_count] all, from the base to the tip, as places in the robot
    int joint_count;
    axis *axes; // [axis_count]
    int axis_count;
    snw_pose on_tip; // the tip in the last link
    snw_pose T_tip;  // in the base
} chain;

// --- the chain ----------------------------------------------------------------------------------

// links and the joint that carries each
typedef struct links {
    snw_names names;
    int *parent_joint; // [link_count] -1 for none
    bool *is_parent;   // [link_count]
} links;

static void fill_links(const snw_robot *robot, links *l) {
    for (int i = 0; i < robot->link_count; i++) {
        SNW_IGNORE(snw_names_add(&l->names, robot->links[i].name, i));
        l->parent_joint[i] = -1;
        l->is_parent[i] = false;
    }
    for (int i = 0; i < robot->joint_count; i++) {
        const int child = snw_names_find(&l->names, robot->joints[i].child, NULL);
        const int parent = snw_names_find(&l->names, robot->joints[i].parent, NULL);
        if (child >= 0) l->parent_joint[child] = i;
        if (parent >= 0) l->is_parent[parent] = true;
    }
}

static int find_attachment(const snw_robot *robot, const char *name) {
    for (int i = 0; i < robot->attachment_count; i++) {
        if (strcmp(robot->attachments[i].name, name) == 0) return i;
    }
    return -1;
}

// the link of the tip, and the tip in it
static snw_status find_tip(const links *l, const snw_dh_request *request, chain *c, int *link,
                           snw_why *why) {
    const snw_robot *robot = c->robot;
    const char *name = request->tip != NULL ? request->tip : "tool";
    const int attachment = find_attachment(robot, name);
    if (attachment >= 0 || request->tip != NULL) {
        if (attachment >= 0) c->on_tip = robot->attachments[attachment].origin;
        *link = snw_names_find(&l->names,
                               attachment >= 0 ? robot->attachments[attachment].link : name, NULL);
        if (*link >= 0) return SNW_OK;
        return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "dh-fit", name,
                               "there is no link or attachment of this name",
                               "name the end of the chain");
    }
    int ends = 0;
    for (int i = 0; i < robot->link_count; i++) {
        if (l->is_parent[i]) continue;
        *link = i;
        ends++;
    }
    if (ends == 1) return SNW_OK;
    snw_why_set(why, SNW_ERR_ARGUMENT, robot->name, "the robot has several ends");
    snw_why_rule(why, "dh-fit");
    snw_why_fix(why, "name the end of the chain");
    snw_why_add(why, "ends", ends, "");
    return SNW_ERR_ARGUMENT;
}

static snw_status check_joint(const snw_joint_description *joint, snw_why *why) {
    const bool moves_along_z = joint->kind == SNW_JOINT_REVOLUTE ||
                               joint->kind == SNW_JOINT_CONTINUOUS ||
                               joint->kind == SNW_JOINT_PRISMATIC;
    if (joint->kind == SNW_JOINT_FIXED) return SNW_OK;
    if (!moves_along_z) {
        return snw_refuse_rule(
            why, SNW_ERR_UNSUPPORTED, "dh-fit", joint->name,
            "no table exists: a row can only rotate about its axis or slide along it",
            "choose a chain without this joint");
    }
    if (joint->mimic != NULL) {
        return snw_refuse_rule(
            why, SNW_ERR_UNSUPPORTED, "dh-fit", joint->name,
            "no table exists: a row has its own position, but this joint follows another",
            "choose a chain without this joint");
    }
    return SNW_OK;
}

// the joints from the tip back to the base, then in order
static snw_status collect(const links *l, const snw_dh_request *request, chain *c, snw_why *why) {
    const snw_robot *robot = c->robot;
    int at = -1;
    const snw_status found = find_tip(l, request, c, &at, why);
    if (snw_failed(found)) return found;
    const int base = request->base != NULL ? snw_names_find(&l->names, request->base, NULL) : -1;
    if (request->base != NULL && base < 0) {
        return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "dh-fit", request->base,
                               "there is no link of this name", "name the start of the chain");
    }
    while (at != base && l->parent_joint[at] >= 0 && c->joint_count < robot->joint_count) {
        const snw_joint_description *joint = &robot->joints[l->parent_joint[at]];
        const snw_status status = check_joint(joint, why);
        if (snw_failed(status)) return status;
        c->joints[c->joint_count++] = l->parent_joint[at];
        at = snw_names_find(&l->names, joint->parent, NULL);
        if (at < 0) break;
    }
    if (base >= 0 && at != base) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "dh-fit", request->base,
                               "the tip is not beyond this link",
                               "name a link between the root and the tip");
    }
    for (int i = 0; i < c->joint_count / 2; i++) {
        const int swapped = c->joints[i];
        c->joints[i] = c->joints[c->joint_count - 1 - i];
        c->joints[c->joint_count - 1 - i] = swapped;
    }
    return SNW_OK;
}

static snw_pose motion(const snw_joint_description *joint, double position) {
    if (joint->kind == SNW_JOINT_PRISMATIC) {
        return snw_pose_translation(snw_vec3_scale(joint->axis, position));
    }
    return snw_pose_rotation(snw_mat3_axis_angle(joint->axis, position));
}

static snw_status place_axes(chain *c, snw_why *why) {
    snw_pose T = snw_pose_identity();
    for (int i = 0; i < c->joint_count; i++) {
        const snw_joint_description *joint = &c->robot->joints[c->joints[i]];
        T = snw_pose_mul(T, joint->origin);
        if (joint->kind == SNW_JOINT_FIXED) continue;
        c->axes[c->axis_count++] =
            (axis){joint, snw_vec3_normalize(snw_mat3_apply(T.R, joint->axis)), T.p};
    }
    c->T_tip = snw_pose_mul(T, c->on_tip);
    if (c->axis_count == 0) {
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "dh-fit", c->robot->name,
                               "no table exists: no joint of the chain moves",
                               "choose a longer chain");
    }
    if (c->axis_count > SNW_DH_ROWS) {
        return snw_refuse_rule(why, SNW_ERR_TOO_LARGE, "dh-fit", c->robot->name,
                               "the chain has too many joints", "choose a shorter chain");
    }
    return SNW_OK;
}

// --- frames -------------------------------------------------------------------------------------

// the frame with these axes, x made perpendicular to z
static snw_pose frame_of(snw_vec3 z, snw_vec3 x, snw_vec3 p) {
    x = snw_vec3_normalize(snw_vec3_add_scaled(x, z, -snw_vec3_dot(x, z)));
    return snw_pose_of(snw_mat3_of(x, snw_vec3_cross(z, x), z), p);
}

static snw_vec3 nearest_on(const axis *line, snw_vec3 p) {
    return snw_vec3_add_scaled(line->p, line->z, snw_vec3_dot(line->z, snw_vec3_sub(p, line->p)));
}

// a direction across z, as near to that of a frame's x as can be
static snw_vec3 across(snw_vec3 z, snw_mat3 R) {
    return fabs(snw_vec3_dot(z, R.x)) < 0.9 ? R.x : R.y;
}

// true when the x axis of a frame meets a line at a right angle; *foot is where
static bool x_meets(snw_pose T, const axis *line, snw_vec3 *foot) {
    const snw_vec3 way = snw_vec3_sub(line->p, T.p);
    const snw_vec3 normal = snw_vec3_cross(T.R.x, line->z);
    *foot = snw_vec3_add_scaled(T.p, T.R.x, snw_vec3_dot(way, T.R.x));
    return fabs(snw_vec3_dot(T.R.x, line->z)) <= close_enough &&
           fabs(snw_vec3_dot(way, normal)) <= close_enough;
}

// true when the z axis of a frame lies on a line and points the same way
static bool z_is(snw_pose T, const axis *line) {
    return snw_vec3_near(T.R.z, line->z, close_enough) &&
           snw_vec3_distance(nearest_on(line, T.p), T.p) <= close_enough;
}

// the common normal of two lines: its feet, and its direction
typedef struct normal {
    snw_vec3 first, second, x;
} normal;

// `foot` is where the normal should begin if it can be chosen, `x` where it should point
static normal common_normal(const axis *a, const axis *b, snw_vec3 foot, snw_vec3 x) {
    normal n = {foot, nearest_on(b, foot), x};
    const snw_vec3 cross = snw_vec3_cross(a->z, b->z);
    const double sine = snw_vec3_norm(cross);
    if (sine >= parallel) {
        // p_a + s z_a + t cross = p_b + u z_b, solved for s and u
        const snw_vec3 way = snw_vec3_sub(b->p, a->p);
        const double s = snw_vec3_dot(snw_vec3_cross(way, b->z), cross) / (sine * sine);
        const double u = snw_vec3_dot(snw_vec3_cross(way, a->z), cross) / (sine * sine);
        n.first = snw_vec3_add_scaled(a->p, a->z, s);
        n.second = snw_vec3_add_scaled(b->p, b->z, u);
        n.x = snw_vec3_divide(cross, sine);
    } else {
        const snw_vec3 between = snw_vec3_sub(n.second, n.first);
        if (snw_vec3_norm(between) > close_enough) n.x = snw_vec3_normalize(between);
    }
    // of the two directions the nearer to the last x, at a right angle the way to the next axis
    const double turn = snw_vec3_dot(n.x, x);
    const double ahead = snw_vec3_dot(n.x, snw_vec3_sub(n.second, n.first));
    const bool even = fabs(turn) <= close_enough;
    if (turn < -close_enough || (even && ahead < -close_enough)) n.x = snw_vec3_neg(n.x);
    return n;
}

// F[0..axis_count]: frames of the table in the base, all joints at zero
static void place_frames(const chain *c, snw_dh_convention convention, snw_pose *F) {
    const bool modified = convention == SNW_DH_MODIFIED;
    const axis *first = &c->axes[0], *last = &c->axes[c->axis_count - 1];
    const snw_pose base = snw_pose_identity();
    snw_vec3 foot = nearest_on(first, snw_vec3_zero());
    F[0] = frame_of(first->z, across(first->z, base.R), foot);
    snw_vec3 meeting;
    if (modified && x_meets(base, first, &meeting)) {
        F[0] = base;
        foot = meeting;
    } else if (z_is(base, first)) {
        F[0] = base;
        foot = base.p;
    }

    snw_vec3 x = F[0].R.x;
    for (int i = 1; i < c->axis_count; i++) {
        const axis *from = &c->axes[i - 1], *to = &c->axes[i];
        const normal n = common_normal(from, to, foot, x);
        F[i] = modified ? frame_of(from->z, n.x, n.first) : frame_of(to->z, n.x, n.second);
        foot = n.second;
        x = n.x;
    }

    const bool tip_fits = modified ? z_is(c->T_tip, last) : x_meets(c->T_tip, last, &meeting);
    F[c->axis_count] = tip_fits ? c->T_tip : frame_of(last->z, x, foot);
}

// --- rows ---------------------------------------------------------------------------------------

static double clean(double value) {
    return fabs(value) <= noise ? 0 : value;
}

// within a turn, half a turn positive
static double clean_angle(double angle) {
    return fabs(angle + SNW_PI) <= noise ? SNW_PI : clean(angle);
}

// the four numbers of a pose that has no more
static snw_dh standard_row(snw_pose T) {
    const double theta = atan2(T.R.x.y, T.R.x.x);
    return (snw_dh){clean(T.p.x * cos(theta) + T.p.y * sin(theta)),
                    clean_angle(atan2(T.R.y.z, T.R.z.z)), clean(T.p.z), clean_angle(theta)};
}

static snw_dh modified_row(snw_pose T) {
    const double alpha = atan2(-T.R.z.y, T.R.z.z);
    return (snw_dh){clean(T.p.x), clean_angle(alpha),
                    clean(T.p.z * cos(alpha) - T.p.y * sin(alpha)),
                    clean_angle(atan2(-T.R.y.x, T.R.x.x))};
}

static void fill_row(const axis *moving, snw_dh numbers, snw_dh_row *row) {
    const snw_joint_description *joint = moving->joint;
    memcpy(row->joint, joint->name, SNW_NAME);
    memcpy(row->link, joint->child, SNW_NAME);
    row->kind = (snw_dh_kind)joint->kind;
    row->a = numbers.a;
    row->alpha = numbers.alpha;
    row->d = numbers.d;
    row->theta = numbers.theta;
    row->offset = joint->position;
    row->lower = joint->limits.lower;
    row->upper = joint->limits.upper;
    row->velocity = joint->limits.velocity;
    row->acceleration = joint->limits.acceleration;
    row->effort = joint->limits.effort;
}

static snw_pose clean_pose(snw_pose T) {
    return snw_pose_near(T, snw_pose_identity(), noise) ? snw_pose_identity() : T;
}

static snw_status fill_sheet(const chain *c, snw_dh_sheet *sheet, snw_setup *setup) {
    const int count = c->axis_count;
    snw_pose *F = calloc((size_t)count + 1, sizeof *F);
    if (F == NULL) return SNW_ERR_MEMORY;
    snw_status status = snw_block_resize(snw__dh_rows, sheet, count, setup);
    if (status == SNW_OK) {
        place_frames(c, sheet->convention, F);
        sheet->base = clean_pose(F[0]);
        sheet->tool = clean_pose(snw_pose_inverse_mul(F[count], c->T_tip));
        for (int i = 0; i < count; i++) {
            const snw_pose T = snw_pose_inverse_mul(F[i], F[i + 1]);
            fill_row(&c->axes[i],
                     sheet->convention == SNW_DH_STANDARD ? standard_row(T) : modified_row(T),
                     &sheet->rows[i]);
        }
    }
    free(F);
    return status;
}

// --- how well it fits ---------------------------------------------------------------------------

// a position within the limits; within a turn, or 1 m, where there are none
static double draw(snw_random *random, const snw_limits *limits) {
    const double low = isfinite(limits->lower)   ? limits->lower
                       : isfinite(limits->upper) ? limits->upper - 1
                                                 : -1;
    const double high = isfinite(limits->upper) ? limits->upper : low + 2;
    const bool endless = !isfinite(limits->lower) && !isfinite(limits->upper);
    const double position = low + (high - low) * snw_random_unit(random);
    return endless ? SNW_PI * position : position;
}

static snw_dh_fit measure(const chain *c, const snw_dh_sheet *sheet) {
    snw_dh_fit fit = {.configurations = CONFIGURATIONS};
    for (int k = 0; k < CONFIGURATIONS; k++) {
        snw_random random = snw_random_stream(1955, (uint64_t)k);
        snw_pose T = snw_pose_identity(), S = sheet->base;
        int row = 0;
        for (int i = 0; i < c->joint_count; i++) {
            const snw_joint_description *joint = &c->robot->joints[c->joints[i]];
            T = snw_pose_mul(T, joint->origin);
            if (joint->kind == SNW_JOINT_FIXED) continue;
            const double q = draw(&random, &joint->limits);
            T = snw_pose_mul(T, motion(joint, q + joint->position));
            S = snw_pose_mul(S, snw__dh_pose(sheet->convention, &sheet->rows[row++], q));
        }
        const snw_twist off =
            snw_pose_difference(snw_pose_mul(T, c->on_tip), snw_pose_mul(S, sheet->tool));
        fit.position = fmax(fit.position, snw_vec3_norm(off.lin));
        fit.rotation = fmax(fit.rotation, snw_vec3_norm(off.ang));
    }
    return fit;
}

// --- the public side ----------------------------------------------------------------------------

static snw_status make_sheet(chain *c, const snw_dh_request *request, snw_setup *setup,
                             snw_dh_sheet **sheet, snw_why *why) {
    snw_status status = place_axes(c, why);
    if (snw_failed(status)) return status;
    snw_dh_sheet *made = snw_block_new(&snw_dh_sheet_type, setup);
    status = SNW_ERR_MEMORY;
    if (made != NULL) {
        memcpy(made->name, c->robot->name, SNW_NAME);
        made->convention = request->convention;
        status = fill_sheet(c, made, setup);
    }
    if (snw_failed(status)) {
        return snw_refuse_rule(why, status, "dh-fit", c->robot->name, "out of memory",
                               "allow more memory");
    }
    *sheet = made;
    return SNW_OK;
}

// a table of names in memory of the set-up arena
static bool names_in(snw_setup *setup, int count, snw_names *names) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_names_init(names, count + 1, &arena));
    void *block = snw_setup_take(setup, arena.needed, SNW_ARENA_ALIGN);
    if (block == NULL) return false;
    arena = snw_arena_over(block, arena.needed);
    return snw_names_init(names, count + 1, &arena) == SNW_OK;
}

snw_status snw_dh_from_robot(const snw_robot *robot, const snw_dh_request *request,
                             snw_setup *setup, snw_dh_sheet **sheet, snw_dh_fit *fit,
                             snw_why *why) {
    if (request->convention != SNW_DH_STANDARD && request->convention != SNW_DH_MODIFIED) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "dh-fit", robot->name,
                               "the convention is not named",
                               "write standard or modified; there is no default");
    }
    links l = {0};
    chain c = {.robot = robot, .on_tip = snw_pose_identity()};
    const size_t link_room = (size_t)robot->link_count + 1;
    const size_t joint_room = (size_t)robot->joint_count + 1;
    const bool named = names_in(setup, robot->link_count, &l.names);
    l.parent_joint = malloc(link_room * sizeof *l.parent_joint);
    l.is_parent = malloc(link_room * sizeof *l.is_parent);
    c.joints = malloc(joint_room * sizeof *c.joints);
    c.axes = malloc(joint_room * sizeof *c.axes);
    snw_status status = SNW_ERR_MEMORY;
    if (named && l.parent_joint != NULL && l.is_parent != NULL && c.joints != NULL &&
        c.axes != NULL) {
        fill_links(robot, &l);
        status = collect(&l, request, &c, why);
        if (status == SNW_OK) status = make_sheet(&c, request, setup, sheet, why);
        if (status == SNW_OK && fit != NULL) *fit = measure(&c, *sheet);
    }
    free(c.axes);
    free(c.joints);
    free(l.is_parent);
    free(l.parent_joint);
    return status;
}
