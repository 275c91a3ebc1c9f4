// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// A seven-joint arm with every kind of component, to measure what a tick costs.
//
//   test_cost            checks that it runs
//   test_cost measure    runs 1,000 ticks, for tests/cases/exec-cost/run
#include "harness.h"

enum { TICKS = 1000 };

static const char cell[] =
    "<cell name=\"panda\"><mechanisms><mechanism name=\"panda\" "
    "file=\"package://models/panda/panda.urdf\"/></mechanisms>"
    "<members><member name=\"arm\" mechanism=\"panda\"/></members>"
    "<states><state name=\"ready\"><members><member member=\"arm\">"
    "<q>0 -0.785 0 -2.356 0 1.571 0.785</q></member></members></state></states>"
    "<control><loop period=\"1 ms\"><arms><arm member=\"arm\"><drive><simulated_arm/></drive>"
    "</arm></arms><components>"
    "<component name=\"estimate\" member=\"arm\"><type><rate_estimate/></type></component>"
    "<component name=\"source\" member=\"arm\"><type><wave><amplitude>0.2</amplitude></wave>"
    "</type></component>"
    "<component name=\"gravity\" member=\"arm\"><type><gravity/></type></component>"
    "<component name=\"friction\" member=\"arm\"><type><friction><coulomb>0.1</coulomb>"
    "</friction></type></component>"
    "<component name=\"law\" member=\"arm\"><type><pid><kp>600 600 400 400 60 40 6</kp>"
    "<kd>40 40 20 20 2 1.5 0.2</kd><ki>10</ki></pid></type></component>"
    "<component name=\"pass\" member=\"arm\"><type><pass/></type></component>"
    "</components></loop></control></cell>";

static void the_arm_follows(void) {
    static harness h;
    const snw_status status = open_cell(&h, "cost.cell.xml", cell);
    if (snw_failed(status)) tell(&h);
    CHECK(!snw_failed(status));
    enable(&h);
    run_ticks(&h, TICKS);
    const snw_arm *arm = snw_exec_arm(h.exec, 0);
    CHECK(arm->follows);
    CHECK(snw_exec_guard(h.exec, 0)->signals.stops == 0);
    for (int i = 0; i < arm->count; i++) {
        CHECK_NEAR(arm->sensed.q[i], arm->target.q[i], 0.02);
    }
    close_cell(&h);
}

int main(int argc, char **argv) {
    (void)argv;
    if (argc > 1) {
        the_arm_follows();
        return 0;
    }
    RUN(the_arm_follows);
    return check_report();
}
