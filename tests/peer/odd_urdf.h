// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PEER_ODD_URDF_H
#define SINEW_TESTS_PEER_ODD_URDF_H

/// @file
/// Random robots as they are found: what public files have of oddities, mixed at random, in texts
/// that urdfdom opens; and where their links are by the plain product of the numbers as written.
/// Nothing of sinew is used. Include check.h first; the numbers come from its generator.

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { ODD_LINKS = 14, ODD_TEXT = 1 << 16 };

typedef struct odd_joint {
    int parent;
    char kind; ///< 'f'ixed, 'r'evolute, 'c'ontinuous, 'p'rismatic
    double xyz[3], rpy[3], axis[3];
    int follows; ///< -1 for none
    double multiplier, offset;
} odd_joint;

typedef struct odd_urdf {
    char text[ODD_TEXT];
    size_t length;
    int links;
    odd_joint joints[ODD_LINKS]; ///< [1, links) of link i, called j<i>
} odd_urdf;

__attribute__((format(printf, 2, 3))) static void put(odd_urdf *u, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const size_t room = ODD_TEXT - u->length;
    const int more = vsnprintf(u->text + u->length, room, format, arguments);
    va_end(arguments);
    CHECK(0 <= more && (size_t)more < room);
    u->length += (size_t)more;
}

// writes a number with 3 to 17 digits; the one that was written
static double put_number(odd_urdf *u, double x) {
    char word[40];
    (void)snprintf(word, sizeof word, "%.*g", check_int(3, 17), x);
    put(u, "%s", word);
    return strtod(word, NULL);
}

static double quarter_turns(void) {
    return 1.5707963267948966 * check_int(-2, 2);
}

static void put_three(odd_urdf *u, const char *name, double size, bool angles, double out[3]) {
    put(u, " %s='", name);
    for (int i = 0; i < 3; i++) {
        put(u, "%s", i > 0 ? " " : "");
        const bool quarter = angles && check_int(0, 2) > 0;
        out[i] = put_number(u, quarter ? quarter_turns() : check_real(-size, size));
    }
    put(u, "'");
}

static void put_origin(odd_urdf *u, double xyz[3], double rpy[3]) {
    if (check_int(0, 9) == 0) return;
    put(u, "<origin");
    if (check_int(0, 9) > 0) put_three(u, "xyz", 1, false, xyz);
    if (check_int(0, 3) > 0) put_three(u, "rpy", 3, true, rpy);
    put(u, "/>");
}

// moments of a body, or of none at all: as urdfdom reads them
static void put_inertial(odd_urdf *u) {
    double unused[3] = {0}, unread[3] = {0};
    static const double masses[] = {1, 2.5, 0, 1e-6};
    static const double moments[][6] = {
        {0.02, 0.03, 0.04, 0, 0, 0},     {0.01, 0.01, 0.3, 0, 0, 0},
        {-0.1, 0.2, 0.2, 0, 0, 0},       {0, 0, 0, 0, 0, 0},
        {0, 0.01, 0.01, 0, 0, 0},        {1, 1, 1, 2, 0.5, -0.5},
        {1e-22, 0.001, 0.001, 0, 0, 0.}, {100, 100, 100, 0, 0, 0},
    };
    const double *I = moments[check_int(0, 7)];
    put(u, "<inertial>");
    put_origin(u, unused, unread);
    put(u, "<mass value='%.17g'/>", masses[check_int(0, 3)]);
    put(u, "<inertia ixx='%.17g' iyy='%.17g' izz='%.17g' ixy='%.17g' ixz='%.17g' iyz='%.17g'/>",
        I[0], I[1], I[2], I[3], I[4], I[5]);
    if (check_int(0, 19) == 0) put(u, "<!-- moments -- as measured -->");
    put(u, "</inertial>");
}

static void put_shape(odd_urdf *u, const char *element) {
    static const char *const shapes[] = {
        "<box size='0.1 0.2 0.3'/>",
        "<box size='0 0.2 0.3'/>",
        "<sphere radius='1e-7'/>",
        "<cylinder radius='0.1' length='0'/>",
        "<mesh filename='package://nowhere/meshes/a.stl'/>",
        "<mesh filename='..\\meshes\\A.STL' scale='0.001 0.001 0.001'/>",
        "<mesh filename='a.stl' scale='1 1 1 1'/>",
        "<mesh/>",
        "<sphere radius=''/>",
        "<cylinder radius='0.1'/>",
    };
    double unused[3] = {0}, unread[3] = {0};
    put(u, "<%s>", element);
    put_origin(u, unused, unread);
    put(u, "<geometry>%s</geometry>", shapes[check_int(0, 9)]);
    if (element[0] == 'v' && check_int(0, 2) == 0) {
        put(u, "<material name='m%d'><color rgba='1 0 0%s'/></material>", check_int(0, 99),
            check_int(0, 4) > 0 ? " 1" : "");
    }
    put(u, "</%s>", element);
}

static void put_link(odd_urdf *u, int link) {
    put(u, "<link name='l%d'%s>", link, check_int(0, 9) == 0 ? " type='body'" : "");
    if (check_int(0, 3) > 0) put_inertial(u);
    if (check_int(0, 2) == 0) put_shape(u, "visual");
    if (check_int(0, 2) == 0) put_shape(u, "collision");
    put(u, "</link>%s", check_int(0, 3) == 0 ? "\r\n" : "\n");
}

static void put_limit(odd_urdf *u) {
    static const char *const limits[] = {
        "lower='-7' upper='7' effort='100' velocity='3'",
        "lower='2' upper='-2' effort='100' velocity='3'",
        "lower='-1' upper='1' effort='0' velocity='0'",
        "effort='10' velocity='1'",
        "lower='0' upper='0' effort='10' velocity='1'",
        "upper='-0.5' effort='10' velocity='1'",
        "lower='-1' upper='1' effort='-5' velocity='1'",
    };
    put(u, "<limit %s/>", limits[check_int(0, 6)]);
    if (check_int(0, 4) == 0) {
        put(u, "<safety_controller soft_lower_limit='-9' soft_upper_limit='%d' k_velocity='1'/>",
            check_int(-9, 9));
    }
    if (check_int(0, 4) == 0) put(u, "<dynamics damping='-1' friction='0.1'/>");
}

static void put_joint(odd_urdf *u, int index) {
    static const char *const leftovers[] = {
        "<xacro:gripper side='left'/>", "<xacro:include filename='nowhere.xacro'/>",
        "<gazebo><parameters>$(find nobody)/arm.yaml</parameters></gazebo>",
        "<gazebo><log>${HOME}/arm.log</log></gazebo>"};
    odd_joint *j = &u->joints[index];
    const char *type = j->kind == 'f'   ? "fixed"
                       : j->kind == 'r' ? "revolute"
                       : j->kind == 'c' ? "continuous"
                                        : "prismatic";
    put(u, "<joint name='j%d' type='%s'><parent link='l%d'/><child link='l%d'/>", index, type,
        j->parent, index);
    put_origin(u, j->xyz, j->rpy);
    j->axis[0] = 1;
    if (j->kind == 'f' && check_int(0, 1) == 0) put(u, "<axis xyz='0 0 0'/>");
    if (j->kind != 'f' && check_int(0, 4) > 0) {
        put(u, "<axis");
        put_three(u, "xyz", 1, false, j->axis);
        put(u, "/>");
    }
    if (j->kind == 'r' || j->kind == 'p') put_limit(u);
    if (j->follows >= 0) {
        put(u, "<mimic joint='j%d' multiplier='", j->follows);
        j->multiplier = put_number(u, check_real(-2, 2));
        put(u, "' offset='");
        j->offset = put_number(u, check_real(-1, 1));
        put(u, "'/>");
    }
    put(u, "</joint>\n");
    if (check_int(0, 5) == 0) put(u, "<gazebo reference='l%d'><mu1>0.2</mu1></gazebo>", index);
    if (check_int(0, 9) == 0) put(u, "<transmission name='t%d'/>", index);
    if (check_int(0, 9) == 0) put(u, "%s", leftovers[check_int(0, 3)]);
}

/// A new robot.
static void odd_robot(odd_urdf *u) {
    static const char *const declarations[] = {"",
                                               "<?xml version='1.0'?>",
                                               "<?xml version='0.0' ?>",
                                               "<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n",
                                               "\n<?xml version='1.0'?>",
                                               "<!-- of an exporter -->\n<?xml version='1.0'?>",
                                               "<!DOCTYPE robot>"};
    u->length = 0;
    u->links = check_int(2, ODD_LINKS);
    put(u, "%s\n<robot name='%s'>\n", declarations[check_int(0, 6)],
        check_int(0, 9) > 0 ? "odd" : "");
    put_link(u, 0);
    for (int i = 1; i < u->links; i++) {
        odd_joint *j = &u->joints[i];
        *j = (odd_joint){.parent = check_int(0, i - 1), .kind = "frcp"[check_int(0, 3)]};
        j->follows = -1;
        for (int k = i - 1; k > 0 && j->kind != 'f' && j->follows < 0; k--) {
            if (u->joints[k].kind != 'f' && check_int(0, 5) == 0) j->follows = k;
        }
        put_link(u, i);
        put_joint(u, i);
    }
    put(u, "</robot>\n%s", check_int(0, 19) > 0 ? "" : "the end");
}

// --- where the links are ------------------------------------------------------------------------

typedef struct odd_pose {
    double T[4][4];
} odd_pose;

static odd_pose odd_times(const odd_pose *a, const odd_pose *b) {
    odd_pose out = {{{0}}};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 4; k++)
                out.T[i][j] += a->T[i][k] * b->T[k][j];
    return out;
}

static odd_pose odd_move(const double p[3]) {
    return (odd_pose){{{1, 0, 0, p[0]}, {0, 1, 0, p[1]}, {0, 0, 1, p[2]}, {0, 0, 0, 1}}};
}

// about an axis of any length (Rodrigues)
static odd_pose odd_turn(const double axis[3], double angle) {
    const double n = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    const double x = axis[0] / n, y = axis[1] / n, z = axis[2] / n;
    const double c = cos(angle), s = sin(angle), v = 1 - c;
    return (odd_pose){{{x * x * v + c, x * y * v - z * s, x * z * v + y * s, 0},
                       {x * y * v + z * s, y * y * v + c, y * z * v - x * s, 0},
                       {x * z * v - y * s, y * z * v + x * s, z * z * v + c, 0},
                       {0, 0, 0, 1}}};
}

static double odd_position(const odd_urdf *u, int joint, const double *q) {
    const odd_joint *j = &u->joints[joint];
    return j->follows < 0 ? q[joint] : j->multiplier * odd_position(u, j->follows, q) + j->offset;
}

/// Poses of all links in the root's frame; q[i] is the position of joint j<i>.
static void odd_fk(const odd_urdf *u, const double *q, odd_pose *poses) {
    static const double zero[3], x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
    poses[0] = odd_move(zero);
    for (int i = 1; i < u->links; i++) {
        const odd_joint *j = &u->joints[i];
        const odd_pose place = odd_move(j->xyz), yaw = odd_turn(z, j->rpy[2]),
                       pitch = odd_turn(y, j->rpy[1]), roll = odd_turn(x, j->rpy[0]);
        odd_pose T = odd_times(&poses[j->parent], &place);
        T = odd_times(&T, &yaw);
        T = odd_times(&T, &pitch);
        T = odd_times(&T, &roll);
        const double position = j->kind == 'f' ? 0 : odd_position(u, i, q);
        if (j->kind == 'r' || j->kind == 'c') {
            const odd_pose turn = odd_turn(j->axis, position);
            T = odd_times(&T, &turn);
        } else if (j->kind == 'p') {
            const double n =
                sqrt(j->axis[0] * j->axis[0] + j->axis[1] * j->axis[1] + j->axis[2] * j->axis[2]);
            const double way[3] = {position * j->axis[0] / n, position * j->axis[1] / n,
                                   position * j->axis[2] / n};
            const odd_pose slide = odd_move(way);
            T = odd_times(&T, &slide);
        }
        poses[i] = T;
    }
}

#endif // SINEW_TESTS_PEER_ODD_URDF_H
