// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "turns.h"

#include <stdio.h>

// What the interlock says of a command that does not go out.

static rig r;

static const snw_why *reason_of(int arm) {
    return &r.arms[arm].guard.first;
}

// All words are written at set-up: what has other names since then is named as before.
static void no_name_is_looked_up_in_a_tick(void) {
    rig_open_at(&r, ONE_ARM(" keep=\"0.01\">" DOOR), 0);
    rig_start(&r);
    rig_enable(&r);
    static snw_world_volume volumes[8];
    static snw_system_member members[8];
    static snw_model models[8];
    static snw_link links[8][16];
    CHECK(r.s.world.volume_count <= 8 && r.s.system.member_count <= 8);
    memcpy(volumes, r.s.world.volumes, (size_t)r.s.world.volume_count * sizeof *volumes);
    memcpy(members, r.s.system.members, (size_t)r.s.system.member_count * sizeof *members);
    for (int i = 0; i < r.s.world.volume_count; i++)
        volumes[i].name = "other";
    for (int i = 0; i < r.s.system.member_count; i++) {
        models[i] = *members[i].model;
        CHECK(models[i].link_count <= 16);
        memcpy(links[i], models[i].links, (size_t)models[i].link_count * sizeof *links[i]);
        for (int l = 0; l < models[i].link_count; l++)
            links[i][l].name = "other";
        models[i].links = links[i];
        members[i].model = &models[i];
        members[i].name = "other";
    }
    r.s.world.volumes = volumes;
    r.s.system.members = members;
    char name[SNW_BODY_NAME];
    snw_world_name(&r.s.world, r.s.world.bodies[0].body, name);
    CHECK_TEXT(name, "other/other");
    (void)rig_turn(&r, 0, 0, 1.5, 0.5);
    CHECK(rig_state(&r, 0) == SNW_ARM_HELD);
    CHECK_TEXT(reason_of(0)->subject, "arm/two");
    CHECK_TEXT(reason_of(0)->text, "it would come too near to door");
    rig_close(&r);
}

// a name of 63 bytes fits, and two of them are cut
static void long_names_are_cut_where_a_reason_ends(void) {
#define LONG "a123456789b123456789c123456789d123456789e123456789f123456789g12"
    rig_open_at(&r,
                ONE_ARM(" keep=\"0.01\"><boxes><box name=\"" LONG
                        "\" low=\"0.5 0.5 -1\" high=\"0.52 1 1\"/></boxes>"),
                0);
    rig_start(&r);
    rig_enable(&r);
    (void)rig_turn(&r, 0, 0, 1.5, 0.5);
    CHECK_TEXT(reason_of(0)->text, "it would come too near to " LONG);
    rig_close(&r);
    rig_open(&r,
             CELL("<mechanisms>" ARM "<mechanism name=\"wall\"><robot name=\"wall\"><links><link "
                  "name=\"" LONG "\"><collisions><collision><shape><box half_extents=\"0.01 0.25 "
                  "1\"/></shape></collision></collisions></link></links></robot></mechanism>"
                  "</mechanisms><members><member name=\"arm\" mechanism=\"arm\"/><member "
                  "name=\"" LONG "\" mechanism=\"wall\"><origin xyz=\"0.51 0.75 0\"/></member>"
                  "</members>" RULES(" keep=\"0.01\">")),
             "arm");
    rig_start(&r);
    rig_enable(&r);
    (void)rig_turn(&r, 0, 0, 1.5, 0.5);
    CHECK(rig_state(&r, 0) == SNW_ARM_HELD);
    char whole[256];
    (void)snprintf(whole, sizeof whole, "it would come too near to %s/%s", LONG, LONG);
    const char *text = reason_of(0)->text;
    CHECK(strlen(text) == SNW_WHY_TEXT - 1 && strcmp(text + SNW_WHY_TEXT - 4, "...") == 0);
    CHECK(strncmp(text, whole, SNW_WHY_TEXT - 4) == 0);
    rig_close(&r);
}

// --- efforts -------------------------------------------------------------------------------------

// The speed of a reason is what is measured: the edge of the door is 0.7 m from the axis, and the
// end of the arm 1.2 m.
static void the_speed_of_an_arm_by_efforts_is_measured(void) {
    CHECK_CASES(check_scaled(20)) {
        rig_open_at(&r, ONE_ARM(" keep=\"0.01\">" DOOR), 0);
        rig_start(&r);
        rig_enable(&r);
        const double speed = check_real(0.1, 0.9);
        double v = 0;
        rig_arm *a = &r.arms[0];
        for (int k = 0; k < 15000 && rig_state(&r, 0) == SNW_ARM_ENABLED; k++) {
            v = rig_push(&r, 0, v, speed);
            const double q = a->q[0];
            a->lock_q = &q;
            rig_step(&r);
            a->lock_q = NULL;
        }
        CHECK(rig_stops(&r, 0) == 1);
        const snw_why_number *number = &reason_of(0)->numbers[2];
        CHECK_TEXT(number->name, "speed");
        CHECK(number->value > 0.6 * v && number->value < 1.25 * v);
        rig_close(&r);
    }
}

// Of two arms by efforts, one of which rests, the other one is stopped first, whatever their order.
static void an_arm_by_efforts_that_rests_is_not_blamed_first(void) {
    for (int moving = 0; moving < 2; moving++) {
        rig_open(&r,
                 CELL("<mechanisms>" ARM "</mechanisms><members>"
                      "<member name=\"left\" mechanism=\"arm\"/>"
                      "<member name=\"right\" mechanism=\"arm\"><origin xyz=\"0 2 0\"/></member>"
                      "</members>" RULES(" keep=\"0.01\">")),
                 "left right");
        memset(r.s.state.q, 0, 6 * sizeof *r.s.state.q);
        const double sign = moving == 0 ? 1 : -1;
        r.s.state.q[moving == 0 ? 3 : 0] = -sign * 1.5;
        rig_start(&r);
        rig_enable(&r);
        double v[2] = {0, 0};
        for (int k = 0; k < 15000 && rig_state(&r, moving) != SNW_ARM_HELD; k++) {
            double q[2];
            for (int arm = 0; arm < 2; arm++) {
                v[arm] = rig_push(&r, arm, v[arm], arm == moving ? sign * 0.5 : 0);
                q[arm] = r.arms[arm].q[0];
                r.arms[arm].lock_q = &q[arm];
            }
            rig_step(&r);
            CHECK(rig_left(&r, NULL) >= 0);
        }
        r.arms[0].lock_q = r.arms[1].lock_q = NULL;
        CHECK(rig_stops(&r, moving) == 1 && r.named == UINT64_C(1) << moving);
        rig_close(&r);
    }
}

int main(void) {
    RUN(no_name_is_looked_up_in_a_tick);
    RUN(long_names_are_cut_where_a_reason_ends);
    RUN(the_speed_of_an_arm_by_efforts_is_measured);
    RUN(an_arm_by_efforts_that_rests_is_not_blamed_first);
    return check_report();
}
