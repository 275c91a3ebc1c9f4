// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_AVOID_GANTRY_H
#define SINEW_TESTS_AVOID_GANTRY_H

/// @file
/// Cells whose distances are known: a ball of 0.1 m on three slides, a box whose top is at z = 0,
/// and a second ball on slides, member "other".

#include "avoid.h"

#include <stdio.h>

#define SLIDE(name, parent, child, axis)                                                           \
    "<joint name='" name "' kind='prismatic' parent='" parent "' child='" child "' axis='" axis    \
    "'><limits lower='-2' upper='2' velocity='1' acceleration='5'/></joint>"

#define BALL_ROBOT(name)                                                                           \
    "<mechanism name='" name "'><robot name='" name "'><links><link name='base'/><link name='x'/>" \
    "<link name='y'/><link name='ball'><collisions><collision material='rubber'><shape>"           \
    "<sphere radius='0.1'/></shape></collision></collisions></link></links><joints>" SLIDE(        \
        "jx", "base", "x", "1 0 0") SLIDE("jy", "x", "y", "0 1 0")                                 \
        SLIDE("jz", "y", "ball", "0 0 1") "</joints></robot></mechanism>"

#define BOX_ROBOT                                                                                  \
    "<mechanism name='box'><robot name='box'><links><link name='top'><collisions><collision>"      \
    "<shape><box half_extents='3 3 0.5'><pose xyz='0 0 -0.5'/></box></shape></collision>"          \
    "</collisions></link></links></robot></mechanism>"

/// A cell with these members and rules; z of the arm's ball is 0.5.
#define GANTRY_CELL(members, rules)                                                                \
    "<cell xmlns='urn:sinew' name='gantry'><mechanisms>" BALL_ROBOT("ball") BOX_ROBOT              \
        "</mechanisms><members><member name='arm' mechanism='ball'/>" members                      \
        "</members><states><state name='first'><members><member member='arm'><q>0 0 "              \
        "0.5</q></member>"                                                                         \
        "</members></state></states><collision>" rules "</collision></cell>"

#endif // SINEW_TESTS_AVOID_GANTRY_H
