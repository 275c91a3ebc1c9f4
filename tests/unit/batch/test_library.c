// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/kinematics/library.h"

#include "rig.h"

// the robots of models/, all links
static void check_robot(loaded *l) {
    rig r;
    rig_up(&r, &l->c.model, 37, NULL, 0);
    FOR_EACH_ISA(&r.batch) check_both(&r);
    rig_down(&r);
}

static void all_robots_of_the_library_agree_with_one_state_at_a_time(void) {
    CHECK(for_library(check_robot) >= 10);
}

int main(void) {
    RUN(all_robots_of_the_library_agree_with_one_state_at_a_time);
    return check_report();
}
