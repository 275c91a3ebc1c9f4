// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "urdf_reader.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

static const double infinite = (double)INFINITY;

typedef struct joint_reading {
    snw_joint_description *joint;
    bool known; // its kind
    bool parent, child, limit;
} joint_reading;

static bool turns_or_slides(snw_joint_kind kind) {
    return kind == SNW_JOINT_REVOLUTE || kind == SNW_JOINT_CONTINUOUS ||
           kind == SNW_JOINT_PRISMATIC;
}

static bool is_bounded(snw_joint_kind kind) {
    return kind == SNW_JOINT_REVOLUTE || kind == SNW_JOINT_PRISMATIC;
}

// --- links, origin, axis ------------------------------------------------------------------------

static void read_link_name(snw__urdf *u, char name[SNW_NAME]) {
    snw__attribute a[] = {{.name = "link", .required = true}};
    (void)snw__urdf_attributes(u, a, COUNT(a));
    (void)snw__urdf_name(u, &a[0], name);
    snw__urdf_end(u);
}

static void read_parent(snw__urdf *u, void *target) {
    joint_reading *r = target;
    r->parent = true;
    read_link_name(u, r->joint->parent);
}

static void read_child(snw__urdf *u, void *target) {
    joint_reading *r = target;
    r->child = true;
    read_link_name(u, r->joint->child);
}

static void read_origin(snw__urdf *u, void *target) {
    snw__urdf_origin(u, &((joint_reading *)target)->joint->origin);
}

static void read_axis(snw__urdf *u, void *target) {
    const joint_reading *r = target;
    snw__attribute a[] = {{.name = "xyz"}};
    double xyz[3];
    (void)snw__urdf_attributes(u, a, COUNT(a));
    const bool given = a[0].value != NULL;
    const bool used =
        r->known && (turns_or_slides(r->joint->kind) || r->joint->kind == SNW_JOINT_PLANAR);
    if (used && !given) {
        (void)snw__urdf_say(u,
                            snw__at(SNW__REMARK, SNW_ERR_NOT_FOUND, "urdf-axis",
                                    "write xyz=\"0 0 1\", or another direction", u->at),
                            "the axis has no direction; 1 0 0 is used");
    }
    if (used && given && snw__urdf_reals(u, &a[0], 3, xyz)) {
        const snw_vec3 axis = snw_vec3_of(xyz[0], xyz[1], xyz[2]);
        const double largest = snw_vec3_max_abs(axis);
        const double norm =
            largest > 0 ? largest * snw_vec3_norm(snw_vec3_divide(axis, largest)) : 0;
        if (!(norm > 0)) {
            (void)snw__urdf_say(u,
                                snw__about(SNW__REMARK, SNW_ERR_RANGE, "urdf-axis",
                                           "give a direction, such as 0 0 1", &a[0]),
                                "the axis has no length; 1 0 0 is used");
        } else if (fabs(norm - 1) > 1e-3) {
            (void)snw__urdf_say(u,
                                snw__with(snw__about(SNW__REMARK, SNW_ERR_RANGE, "urdf-axis",
                                                     "divide it by its length", &a[0]),
                                          "length", norm, ""),
                                "the axis is not of length 1; its direction is used");
        }
        // what is of length 1 to rounding stays, so that it is the same after writing
        const bool unit = fabs(norm - 1) <= 1e-12;
        if (norm > 0) {
            r->joint->axis = unit ? axis : snw_vec3_normalize(snw_vec3_divide(axis, largest));
        }
    }
    snw__urdf_end(u);
}

// --- limits -------------------------------------------------------------------------------------

enum { LOWER, UPPER, EFFORT, VELOCITY, ACCELERATION, DECELERATION, JERK, LIMITS };

static void limit_fault(snw__urdf *u, snw__weight weight, const snw__attribute *attribute,
                        const char *text, const char *fix) {
    snw__finding finding = snw__about(weight, SNW_ERR_LIMIT, "urdf-limit", fix, attribute);
    if (attribute->value == NULL) finding.where = u->at;
    (void)snw__urdf_say(u, finding, "%s", text);
}

// attributes that the version and the kind of joint ask for
static void check_given(snw__urdf *u, const snw__attribute *a, snw_joint_kind kind) {
    const bool newer = u->version >= 12;
    for (int i = LOWER; i <= VELOCITY; i++) {
        const bool position = i == LOWER || i == UPPER;
        const bool required = is_bounded(kind) && (newer == position);
        if (a[i].value != NULL || !required) continue;
        limit_fault(u, SNW__REMARK, &a[i],
                    "the limit is missing; the joint is taken as not limited",
                    newer ? "URDF 1.2 requires it; add it" : "add it; URDF 1.2 allows to omit it");
    }
}

// Effort and the limits of motion are above 0. Many files have 0 where nothing is known, and no
// program takes that for a joint that cannot move.
static void check_signs(snw__urdf *u, const snw__attribute *a, double *values) {
    for (int i = EFFORT; i < LIMITS; i++) {
        if (values[i] > 0) continue;
        limit_fault(u, SNW__REMARK, &a[i],
                    values[i] == 0 ? "the limit is 0; the joint is taken as not limited"
                                   : "the limit is negative; the joint is taken as not limited",
                    "give a number above 0");
        values[i] = infinite;
    }
}

static void check_range(snw__urdf *u, const snw__attribute *a, double *values) {
    const bool one_given = (a[LOWER].value != NULL) != (a[UPPER].value != NULL);
    if (values[LOWER] > values[UPPER]) {
        (void)snw__urdf_say(u,
                            snw__with(snw__with(snw__at(SNW__REMARK, SNW_ERR_LIMIT, "urdf-limit",
                                                        one_given && u->version < 12
                                                            ? "an omitted limit is 0; give both"
                                                            : "write the smaller one as lower",
                                                        u->at),
                                                "lower", values[LOWER], ""),
                                      "upper", values[UPPER], ""),
                            "the lower limit is above the upper one; they are exchanged");
        const double lower = values[UPPER];
        values[UPPER] = values[LOWER];
        values[LOWER] = lower;
    } else if (values[LOWER] == values[UPPER]) {
        (void)snw__urdf_say(
            u,
            snw__with(snw__with(snw__at(SNW__REMARK, SNW_ERR_LIMIT, "urdf-limit",
                                        "give lower and upper, or make it a fixed joint", u->at),
                                "lower", values[LOWER], ""),
                      "upper", values[UPPER], ""),
            "the limits leave the joint no range of motion");
    }
}

static void set_limits(snw_limits *limits, const double *values) {
    limits->lower = values[LOWER];
    limits->upper = values[UPPER];
    limits->effort = values[EFFORT];
    limits->velocity = values[VELOCITY];
    limits->acceleration = values[ACCELERATION];
    limits->deceleration = values[DECELERATION];
    limits->jerk = values[JERK];
}

static void read_limit(snw__urdf *u, void *target) {
    joint_reading *r = target;
    const snw_joint_kind kind = r->joint->kind;
    snw__attribute a[LIMITS] = {{.name = "lower"},        {.name = "upper"},
                                {.name = "effort"},       {.name = "velocity"},
                                {.name = "acceleration"}, {.name = "deceleration"},
                                {.name = "jerk"}};
    // left out: 0 for positions before 1.2 (a joint that needs them), else without end
    const bool zero = is_bounded(kind) && u->version < 12;
    double values[LIMITS] = {zero ? 0 : -infinite,
                             zero ? 0 : infinite,
                             infinite,
                             infinite,
                             infinite,
                             infinite,
                             infinite};
    r->limit = true;
    (void)snw__urdf_attributes(u, a, LIMITS);
    for (int i = 0; i < LIMITS; i++) {
        (void)snw__urdf_reals(u, &a[i], 1, &values[i]);
        if (i >= ACCELERATION && a[i].value != NULL) snw__urdf_needs(u, 12, a[i].name, a[i].where);
    }
    if (r->known && turns_or_slides(kind)) {
        if (kind == SNW_JOINT_CONTINUOUS) {
            values[LOWER] = -infinite;
            values[UPPER] = infinite;
        } else {
            check_given(u, a, kind);
            check_range(u, a, values);
        }
        check_signs(u, a, values);
        set_limits(&r->joint->limits, values);
    } else if (r->known && kind != SNW_JOINT_FIXED) {
        (void)snw__urdf_say(
            u, snw__at(SNW__REMARK, SNW_ERR_UNSUPPORTED, "urdf-limit", "remove it", u->at),
            "limits of a joint of this type are not used");
    }
    snw__urdf_end(u);
}

// --- what belongs to the drive ------------------------------------------------------------------

static void read_dynamics(snw__urdf *u, void *target) {
    joint_reading *r = target;
    snw__attribute a[] = {{.name = "damping"}, {.name = "friction"}};
    double values[2] = {0, 0};
    (void)snw__urdf_attributes(u, a, COUNT(a));
    for (int i = 0; i < 2; i++) {
        (void)snw__urdf_reals(u, &a[i], 1, &values[i]);
        if (values[i] >= 0) continue;
        (void)snw__urdf_say(u,
                            snw__with(snw__about(SNW__REMARK, SNW_ERR_RANGE, "urdf-dynamics",
                                                 "give a number from 0 up", &a[i]),
                                      "value", values[i], ""),
                            "the joint would gain energy; 0 is used");
        values[i] = 0;
    }
    snw_actuator *actuator =
        snw__urdf_part(u, &snw_joint_description_type, offsetof(snw_joint_description, actuator));
    if (actuator == NULL) return;
    actuator->friction = values[0];
    actuator->coulomb = values[1];
    r->joint->actuator = actuator;
    snw__urdf_end(u);
}

static void read_safety(snw__urdf *u, void *target) {
    joint_reading *r = target;
    snw__attribute a[] = {{.name = "soft_lower_limit"},
                          {.name = "soft_upper_limit"},
                          {.name = "k_position"},
                          {.name = "k_velocity"}};
    double values[4] = {-infinite, infinite, 0, 0};
    (void)snw__urdf_attributes(u, a, COUNT(a));
    for (int i = 0; i < 4; i++) {
        (void)snw__urdf_reals(u, &a[i], 1, &values[i]);
        if (i < 2 || values[i] >= 0) continue;
        (void)snw__urdf_say(u,
                            snw__about(SNW__REMARK, SNW_ERR_RANGE, "urdf-soft-limit",
                                       "give a number from 0 up", &a[i]),
                            "the gain is negative; 0 is used");
        values[i] = 0;
    }
    snw_soft_limits *soft =
        snw__urdf_part(u, &snw_joint_description_type, offsetof(snw_joint_description, soft));
    if (soft == NULL) return;
    *soft = (snw_soft_limits){values[0], values[1], values[2], values[3]};
    r->joint->soft = soft;
    snw__urdf_end(u);
}

// soft limits lie inside the hard ones, and are those where they are left out
static void settle_soft(snw__urdf *u, snw_joint_description *joint, snw__where at) {
    snw_soft_limits *soft = joint->soft;
    const snw_limits *hard = &joint->limits;
    const bool outside = (isfinite(soft->lower) && soft->lower < hard->lower) ||
                         (isfinite(soft->upper) && soft->upper > hard->upper);
    if (outside) {
        (void)snw__urdf_say(u,
                            snw__at(SNW__REMARK, SNW_ERR_LIMIT, "urdf-soft-limit",
                                    "move them inside lower and upper of <limit>", at),
                            "the soft limits lie outside the hard ones, which are used");
    }
    soft->lower = fmax(soft->lower, hard->lower);
    soft->upper = fmin(soft->upper, hard->upper);
    if (!(soft->lower <= soft->upper)) {
        (void)snw__urdf_say(
            u,
            snw__with(snw__with(snw__at(SNW__REMARK, SNW_ERR_LIMIT, "urdf-soft-limit",
                                        "give soft limits inside <limit>", at),
                                "lower", soft->lower, ""),
                      "upper", soft->upper, ""),
            "the lower soft limit is above the upper one; they are left out");
        joint->soft = NULL;
    }
}

static void read_mimic(snw__urdf *u, void *target) {
    joint_reading *r = target;
    snw__attribute a[] = {
        {.name = "joint", .required = true}, {.name = "multiplier"}, {.name = "offset"}};
    snw_mimic *mimic =
        snw__urdf_part(u, &snw_joint_description_type, offsetof(snw_joint_description, mimic));
    if (mimic == NULL) return;
    (void)snw__urdf_attributes(u, a, COUNT(a));
    (void)snw__urdf_name(u, &a[0], mimic->joint);
    mimic->multiplier = 1;
    (void)snw__urdf_reals(u, &a[1], 1, &mimic->multiplier);
    (void)snw__urdf_reals(u, &a[2], 1, &mimic->offset);
    if (r->known && !turns_or_slides(r->joint->kind)) {
        (void)snw__urdf_say(u,
                            snw__at(SNW__REMARK, SNW_ERR_UNSUPPORTED, "urdf-mimic",
                                    "remove <mimic>, or make it revolute or prismatic", u->at),
                            "a joint of this type cannot follow another; <mimic> is left out");
    } else {
        r->joint->mimic = mimic;
    }
    snw__urdf_end(u);
}

// --- the joint ----------------------------------------------------------------------------------

static bool read_kind(snw__urdf *u, const snw__attribute *attribute, snw_joint_kind *kind) {
    const char *names[SNW_JOINT_KIND_COUNT];
    int count = 0;
    if (attribute->value == NULL) return false;
    for (int i = 0; i < SNW_JOINT_KIND_COUNT; i++) {
        const char *word = snw_joint_kind_urdf((snw_joint_kind)i);
        if (word == NULL) continue;
        names[count++] = word;
        if (strcmp(word, attribute->value) != 0) continue;
        *kind = (snw_joint_kind)i;
        return true;
    }
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    const char *near = snw_closest_name(attribute->value, names, count);
    if (near != NULL) {
        snw_text_format(&text, "did you mean '%s'?", near);
    } else {
        snw_text_format(&text, "write revolute, continuous, prismatic, fixed, floating or planar");
    }
    (void)snw__urdf_say(u,
                        snw__about(SNW__ERROR, SNW_ERR_UNKNOWN_NAME, "urdf-type", fix, attribute),
                        "%s is not a type of joint", snw_quote(attribute->value).text);
    return false;
}

static void check_complete(snw__urdf *u, const joint_reading *r, snw__where at) {
    if (!r->parent || !r->child) {
        (void)snw__urdf_say(u,
                            snw__at(SNW__ERROR, SNW_ERR_NOT_FOUND, "urdf-missing",
                                    "write <parent link=\"...\"/> and <child link=\"...\"/>", at),
                            "element '%s' is missing", r->parent ? "child" : "parent");
    }
    if (!r->limit && r->known && is_bounded(r->joint->kind)) {
        (void)snw__urdf_say(u,
                            snw__at(SNW__REMARK, SNW_ERR_LIMIT, "urdf-limit",
                                    "add <limit lower upper effort velocity>, or make it "
                                    "continuous",
                                    at),
                            "the joint has no limits; it moves without end");
    }
}

void snw__urdf_joint(snw__urdf *u, void *target) {
    static const snw__element elements[] = {
        {"parent", read_parent, false}, {"child", read_child, false},
        {"origin", read_origin, false}, {"axis", read_axis, false},
        {"limit", read_limit, false},   {"dynamics", read_dynamics, false},
        {"mimic", read_mimic, false},   {"safety_controller", read_safety, false}};
    (void)target;
    const snw__where at = u->at;
    const int index = u->robot->joint_count;
    joint_reading r = {
        .joint = snw__urdf_append(u, &snw_robot_type, u->robot, offsetof(snw_robot, joints))};
    if (r.joint == NULL) {
        snw__urdf_pass(u);
        return;
    }
    snw__attribute a[] = {{.name = "name", .required = true}, {.name = "type", .required = true}};
    (void)snw__urdf_attributes(u, a, COUNT(a));
    const bool named = snw__urdf_name(u, &a[0], r.joint->name);
    u->joints_at[index] = at;
    if (named) snw__urdf_key(u, r.joint->name);
    const snw_status before = u->first;
    r.known = read_kind(u, &a[1], &r.joint->kind);
    snw__urdf_children(u, elements, COUNT(elements), &r);
    if (u->broken) return;
    check_complete(u, &r, at);
    // what turns without limits turns without end
    const snw_limits *limits = &r.joint->limits;
    if (r.joint->kind == SNW_JOINT_REVOLUTE && !isfinite(limits->lower) &&
        !isfinite(limits->upper)) {
        r.joint->kind = SNW_JOINT_CONTINUOUS;
    }
    if (r.joint->soft != NULL) settle_soft(u, r.joint, at);
    if (named && u->first == before) snw__urdf_check(u, &snw_joint_description_type, r.joint, at);
}
