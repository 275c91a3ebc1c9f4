// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_SURROUND_SLIDE_H
#define SINEW_TESTS_SURROUND_SLIDE_H

/// @file
/// A ball of radius 0.1 on a slide along x, between a wall that begins at x = 1 and a box of the
/// rules that ends at x = -1: all distances are sums.

#include "../parts/harness.h"
#include "sinew/collision.h"
#include "sinew/surround.h"

#define SLIDE_BODIES                                                                               \
    "<mechanisms><mechanism name='slide'><robot name='slide'><links><link name='rail'/>"           \
    "<link name='ball'><inertial mass='1' ixx='0.01' iyy='0.01' izz='0.01'/><collisions>"          \
    "<collision><shape><sphere radius='0.1'/></shape></collision></collisions></link></links>"     \
    "<joints><joint name='x' kind='prismatic' parent='rail' child='ball' axis='1 0 0'>"            \
    "<limits lower='-3' upper='3' velocity='2' acceleration='5' effort='100'/></joint></joints>"   \
    "</robot></mechanism>"                                                                         \
    "<mechanism name='wall'><robot name='wall'><links><link name='face'><collisions><collision>"   \
    "<shape><box half_extents='0.1 1 1'/></shape></collision></collisions></link></links></robot>" \
    "</mechanism>"
#define SLIDE_MECHANISMS SLIDE_BODIES "</mechanisms>"

/// `source` moves the arm, `rules` is the element `collision` or nothing, `components` what else is
/// in the loop.
#define SLIDE_CELL_BY(source, q, rules, components)                                                \
    "<cell xmlns='urn:sinew' name='slide'>" SLIDE_MECHANISMS                                       \
    "<members><member name='arm' mechanism='slide'/><member name='wall' mechanism='wall'>"         \
    "<origin xyz='1.1 0 0'/></member></members>"                                                   \
    "<states><state name='now'><members><member member='arm'><q>" q                                \
    "</q></member></members></state></states>" rules "<control><loop period='1 ms'>"               \
    "<arms><arm member='arm'><drive><ideal_arm/></drive></arm></arms><components>" components      \
    "<component name='estimate' member='arm'><type><rate_estimate/></type></component>"            \
    "<component name='motion' member='arm'><type>" source "</type></component>"                    \
    "<component name='follow' member='arm'><type><follow/></type></component>"                     \
    "</components></loop></control></cell>"

/// The same with a queue of motions.
#define SLIDE_CELL(q, rules, components) SLIDE_CELL_BY("<motion/>", q, rules, components)

#define SLIDE_RULES(more)                                                                          \
    "<collision><collision_rules keep='0.02' slow='0.2'>" more                                     \
    "<boxes><box name='operator' low='-2 -1 -1' high='-1 1 1'/></boxes>"                           \
    "</collision_rules></collision>"

#define CLEARANCE(more) "<component name='near'><type><clearance " more "/></type></component>"

__attribute__((unused)) static void open_slide(harness *h, const char *text) {
    harness_register = snw_surround_register;
    const snw_status status = open_cell(h, "slide.cell.xml", text);
    if (snw_failed(status)) tell(h);
    CHECK(!snw_failed(status));
}

/// A component of the loop.
__attribute__((unused)) static snw_component *component_of(harness *h, const char *name) {
    for (int i = 0; i < snw_exec_component_count(h->exec); i++) {
        snw_component *one = snw_exec_component(h->exec, i);
        if (strcmp(one->name, name) == 0) return one;
    }
    CHECK(false);
    return NULL;
}

/// A command as a client gives it; ticks go by until it is answered.
__attribute__((unused)) static snw_status say(harness *h, const char *object, const char *text,
                                              char *answer, snw_why *why) {
    snw_status status = SNW_NOTHING_NEW;
    *why = (snw_why){0};
    for (int i = 0; i < 20000 && status == SNW_NOTHING_NEW; i++) {
        status = snw_exec_message(h->exec, object, text, 0, answer, why);
        if (status == SNW_NOTHING_NEW) run_ticks(h, 1);
    }
    return status;
}

#endif // SINEW_TESTS_SURROUND_SLIDE_H
