// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PEER_RANDOM_URDF_H
#define SINEW_TESTS_PEER_RANDOM_URDF_H

/// @file
/// Random robots as URDF text, written without any part of sinew: trees of 1 to 60 links with all
/// kinds of joints that KDL knows. Include check.h first; the numbers come from its generator.

#include <stdarg.h>
#include <string.h>

#include "check.h"

enum { RANDOM_LINKS = 60, RANDOM_TEXT = 1 << 17 };

/// A text under construction.
typedef struct random_urdf {
    char text[RANDOM_TEXT];
    size_t length;
    int links;
    int parent[RANDOM_LINKS];  ///< of link i, whose joint is j<i>; less than i; unused for 0
    char kind[RANDOM_LINKS];   ///< 'f'ixed, 'r'evolute, 'c'ontinuous, 'p'rismatic
    int follows[RANDOM_LINKS]; ///< -1 for none
} random_urdf;

__attribute__((format(printf, 2, 3))) static void add(random_urdf *u, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const size_t room = RANDOM_TEXT - u->length;
    const int more = vsnprintf(u->text + u->length, room, format, arguments);
    va_end(arguments);
    CHECK(0 <= more && (size_t)more < room);
    u->length += (size_t)more;
}

// three numbers; some are the ones that people write: halves of turns, zeros
static void add_three(random_urdf *u, const char *name, double size) {
    add(u, " %s='", name);
    for (int i = 0; i < 3; i++) {
        const double round[] = {0, 0, 1.5707963267948966, -1.5707963267948966, 3.141592653589793};
        const double x = check_int(0, 3) == 0 ? round[check_int(0, 4)] : check_real(-size, size);
        add(u, "%s%.17g", i > 0 ? " " : "", x);
    }
    add(u, "'");
}

static void add_origin(random_urdf *u, double size) {
    if (check_int(0, 7) == 0) return;
    add(u, "<origin");
    if (check_int(0, 7) > 0) add_three(u, "xyz", size);
    if (check_int(0, 3) > 0) add_three(u, "rpy", 4);
    add(u, "/>");
}

// moments of three point masses on each axis satisfy the triangle inequalities; they are turned by
// a random unit quaternion
static void add_inertial(random_urdf *u) {
    const double a = check_real(0.001, 1), b = check_real(0.001, 1), c = check_real(0.001, 1);
    const double moments[3] = {b + c, a + c, a + b};
    double w = check_real(0.1, 1), x = check_real(-1, 1), y = check_real(-1, 1),
           z = check_real(-1, 1);
    const double n = sqrt(w * w + x * x + y * y + z * z);
    w /= n, x /= n, y /= n, z /= n;
    const double R[3][3] = {
        {1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
        {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
        {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)},
    };
    double I[3][3] = {{0}};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            for (int k = 0; k < 3; k++) {
                I[i][j] += R[i][k] * moments[k] * R[j][k];
            }
        }
    }
    add(u, "<inertial>");
    add_origin(u, 0.5);
    add(u, "<mass value='%.17g'/>", check_real(0.01, 20));
    add(u,
        "<inertia ixx='%.17g' iyy='%.17g' izz='%.17g' ixy='%.17g' ixz='%.17g' iyz='%.17g'/>"
        "</inertial>",
        I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]);
}

static void add_link(random_urdf *u, int link) {
    add(u, "<link name='l%d'>", link);
    if (check_int(0, 4) > 0) add_inertial(u);
    if (check_int(0, 3) == 0) {
        add(u, "<visual>");
        add_origin(u, 1);
        add(u, "<geometry><box size='1 2 3'/></geometry></visual>");
    }
    add(u, "</link>\n");
}

static void add_axis(random_urdf *u) {
    const int way = check_int(0, 5);
    if (way == 0) return;
    if (way == 1) {
        static const char *const plain[] = {"1 0 0", "0 -1 0", "0 0 1", "0 0 -1"};
        add(u, "<axis xyz='%s'/>", plain[check_int(0, 3)]);
        return;
    }
    // any length but nearly zero
    const double x = check_real(-1, 1), y = check_real(-1, 1), z = check_real(0.1, 1);
    add(u, "<axis xyz='%.17g %.17g %.17g'/>", x, y, check_int(0, 1) == 0 ? z : -z);
}

static void add_joint(random_urdf *u, int joint) {
    const char kind = u->kind[joint];
    const char *type = kind == 'f'   ? "fixed"
                       : kind == 'r' ? "revolute"
                       : kind == 'c' ? "continuous"
                                     : "prismatic";
    add(u, "<joint name='j%d' type='%s'><parent link='l%d'/><child link='l%d'/>", joint, type,
        u->parent[joint], joint);
    add_origin(u, 1);
    if (kind != 'f') add_axis(u);
    if (kind == 'r' || kind == 'p') {
        add(u, "<limit lower='-7' upper='7' effort='100' velocity='3'/>");
    }
    if (u->follows[joint] >= 0) {
        add(u, "<mimic joint='j%d'", u->follows[joint]);
        if (check_int(0, 2) > 0) add(u, " multiplier='%.17g'", check_real(0.5, 1));
        if (check_int(0, 2) > 0) add(u, " offset='%.17g'", check_real(-1, 1));
        add(u, "/>");
    }
    add(u, "</joint>\n");
}

// a joint before it that can be followed, or -1; limits of -7 to 7 then contain what it asks for
static int followed(const random_urdf *u, int joint) {
    if (u->kind[joint] == 'f' || check_int(0, 5) > 0) return -1;
    for (int i = joint - 1; i > 0; i--) {
        if (u->kind[i] != 'f' && check_int(0, 2) == 0) return i;
    }
    return -1;
}

/// A new robot, its elements in a random order.
static void random_robot(random_urdf *u) {
    u->length = 0;
    u->links = check_int(1, RANDOM_LINKS);
    const int bushy = check_int(0, 2);
    for (int i = 1; i < u->links; i++) {
        // chains, trees and brooms
        u->parent[i] = bushy == 0   ? i - 1
                       : bushy == 1 ? check_int(0, i - 1)
                                    : check_int(0, i - 1) / 4;
        u->kind[i] = "frcp"[check_int(0, 3)];
        u->follows[i] = followed(u, i);
    }
    int order[2 * RANDOM_LINKS], count = 0;
    for (int i = 0; i < u->links; i++) {
        order[count++] = i;
        if (i > 0) order[count++] = RANDOM_LINKS + i;
    }
    for (int i = count - 1; i > 0; i--) {
        const int j = check_int(0, i), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
    add(u, "<?xml version='1.0'?>\n<robot name='random'>\n");
    for (int i = 0; i < count; i++) {
        if (order[i] < RANDOM_LINKS) {
            add_link(u, order[i]);
        } else {
            add_joint(u, order[i] - RANDOM_LINKS);
        }
    }
    add(u, "</robot>\n");
}

#endif // SINEW_TESTS_PEER_RANDOM_URDF_H
