// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DESCRIBE_MEMBER_H
#define SINEW_DESCRIBE_MEMBER_H

/// @file
/// The C type of a struct's member, as the compiler sees it: what the macros of
/// sinew/describe/type.h put into a row, so that snw_type_check() finds a row of the wrong kind (a
/// float, an int64_t that is called a real) and the compiler a counter that is not an int.

#include <stdbool.h>
#include <stddef.h>

#include "sinew/math/pose.h"
#include "sinew/math/quat.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a member is.
typedef enum snw_member {
    SNW_MEMBER_UNKNOWN, ///< the row was written without the macros: only sizes can be compared
    SNW_MEMBER_BOOL,
    SNW_MEMBER_INT,
    SNW_MEMBER_UINT,
    SNW_MEMBER_REAL,
    SNW_MEMBER_TEXT,  ///< char[n]
    SNW_MEMBER_REALS, ///< double[n]
    SNW_MEMBER_VEC3,
    SNW_MEMBER_QUAT,
    SNW_MEMBER_POSE,
    SNW_MEMBER_CHILD,
    SNW_MEMBER_OTHER, ///< a struct, or a pointer to one
    SNW_MEMBER_NONE   ///< fits no kind: float, char, a pointer to numbers or text
} snw_member;

// clang-format off

/// What a member is; the expression is not evaluated. Arrays and pointers differ in their address.
#define SNW_MEMBER(value)                                                                          \
    _Generic(&(value),                                                                             \
        char **: SNW_MEMBER_NONE,                                                                  \
        double **: SNW_MEMBER_NONE,                                                                \
        default: SNW_MEMBER_VALUE(value))

#define SNW_MEMBER_VALUE(value)                                                                    \
    _Generic((value),                                                                              \
        bool: SNW_MEMBER_BOOL,                                                                     \
        signed char: SNW_MEMBER_INT,                                                               \
        short: SNW_MEMBER_INT,                                                                     \
        int: SNW_MEMBER_INT,                                                                       \
        long: SNW_MEMBER_INT,                                                                      \
        long long: SNW_MEMBER_INT,                                                                 \
        unsigned char: SNW_MEMBER_UINT,                                                            \
        unsigned short: SNW_MEMBER_UINT,                                                           \
        unsigned: SNW_MEMBER_UINT,                                                                 \
        unsigned long: SNW_MEMBER_UINT,                                                            \
        unsigned long long: SNW_MEMBER_UINT,                                                       \
        float: SNW_MEMBER_NONE,                                                                    \
        char: SNW_MEMBER_NONE,                                                                     \
        double: SNW_MEMBER_REAL,                                                                   \
        char *: SNW_MEMBER_TEXT,                                                                   \
        double *: SNW_MEMBER_REALS,                                                                \
        snw_vec3: SNW_MEMBER_VEC3,                                                                 \
        snw_quat: SNW_MEMBER_QUAT,                                                                 \
        snw_pose: SNW_MEMBER_POSE,                                                                 \
        snw_child: SNW_MEMBER_CHILD,                                                               \
        default: SNW_MEMBER_OTHER)

/// The place of a counter; does not compile unless it is an int.
#define SNW_COUNTER(structure, counter)                                                            \
    (_Generic(((structure *)0)->counter, int: 1) * offsetof(structure, counter))

/// The place of an array's first item; does not compile for a pointer.
// NOLINTNEXTLINE(bugprone-macro-parentheses): the name of a member cannot stand in parentheses
#define SNW_FIRST(structure, array) offsetof(structure, array[0])

// clang-format on

#ifdef __cplusplus
}
#endif

#endif // SINEW_DESCRIBE_MEMBER_H
