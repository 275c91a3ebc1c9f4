// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "gantry.h"

#include "allocations.h"

static arm a;

static const char cell[] =
    "<cell xmlns='urn:sinew' name='table'><mechanisms>" BALL_ROBOT("ball") BOX_ROBOT
    "<mechanism name='robot' file='" SNW_SOURCE_DIR "/models/panda/panda.xml'/></mechanisms>"
    "<members><member name='arm' mechanism='robot'/><member name='box' mechanism='box'>"
    "<origin xyz='0 0 -0.05'/></member><member name='other' mechanism='ball'>"
    "<origin xyz='0.5 0.5 0.3'/></member></members><states><state name='first'><members>"
    "<member member='arm'><q>0 -0.785 0 -2.356 0 1.571 "
    "0.785</q></member></members></state></states>"
    "<collision><collision_rules keep='0.005'/></collision></cell>";

// Ticks with a constraint and an objective, near the table and with a ball that comes and goes; and
// the same once more gives the same bits.
static void ticks_allocate_nothing_and_are_repeated_to_the_last_bit(void) {
    double end[2][MOST];
    for (int turn = 0; turn < 2; turn++) {
        arm_begin(&a, cell);
        a.objectives[a.config.objective_count++] =
            (snw_child){&snw_collision_avoidance_type, &a.avoidance};
        arm_ready(&a);
        double *ball =
            a.s.state.q + a.s.system.members[snw_system_find(&a.s.system, "other")].q_index;
        long held = 0;
        allocations = 0;
        for (long k = 0; k < check_scaled(10000); k++) {
            const double t = 0.001 * (double)k;
            const double V[6] = {
                0.2 * sin(t), 0.2 * cos(0.7 * t), -0.2 + 0.15 * sin(2 * t), 0, 0, 0.2 * sin(3 * t)};
            ball[1] = -0.3 * sin(0.5 * t);
            CHECK(snw_around_place(&a.around, &a.s.state, 0.001) == SNW_OK);
            SNW_IGNORE(arm_tick(&a, V, 0.001));
            for (int i = 0; i < a.control.report.hold_count; i++)
                held += a.control.report.hold_cause[i] == SNW_BOUND_CLEARANCE;
        }
        CHECK(allocations == 0);
        CHECK(held > 0 || check_scaled(10000) < 10000);
        memcpy(end[turn], a.q, sizeof a.q);
        arm_close(&a);
    }
    CHECK(memcmp(end[0], end[1], sizeof end[0]) == 0);
}

int main(int argc, char **argv) {
    (void)argc, (void)argv;
    RUN(ticks_allocate_nothing_and_are_repeated_to_the_last_bit);
    return check_report();
}
