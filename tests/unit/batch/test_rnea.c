// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dyn_checks.h"

static void random_trees_have_the_efforts_of_one_state_at_a_time(void) {
    check_trees(INVERSE);
}

static void check_robot(loaded *l) {
    check_one_robot(l, INVERSE);
}

static void all_robots_of_the_library_agree_with_one_state_at_a_time(void) {
    CHECK(for_library(check_robot) >= 10);
}

static void springs_and_dampers_act_on_all_states(void) {
    check_springs(INVERSE);
}

static void any_number_of_states_fits(void) {
    check_tails(INVERSE);
}

static void a_refused_state_leaves_its_neighbours_alone(void) {
    check_refusals(INVERSE);
}

int main(void) {
    RUN(random_trees_have_the_efforts_of_one_state_at_a_time);
    RUN(all_robots_of_the_library_agree_with_one_state_at_a_time);
    RUN(springs_and_dampers_act_on_all_states);
    RUN(any_number_of_states_fits);
    RUN(a_refused_state_leaves_its_neighbours_alone);
    return check_report();
}
