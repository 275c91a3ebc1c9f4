// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/model/systems.h"

#include "harness.h"

#include "../../../src/runtime/parts/inside.h"
#include "sinew/parts/links.h"

static snw_end_motion random_motion(void) {
    return (snw_end_motion){random_pose(), {random_vec3(2), random_vec3(2)}};
}

static snw_link_spring random_spring(void) {
    return (snw_link_spring){.stiffness = check_real(0, 20),
                             .damping = check_real(0, 5),
                             .length = check_real(0, 2),
                             .turn_stiffness = check_real(0, 10),
                             .turn_damping = check_real(0, 3),
                             .angle = check_real(0, 3)};
}

// Of both wrenches about the origin of the world: they add to nothing. At the lengths without
// force, and at rest, there is nothing at all. spec: actin-model:A1-SS-14
static void both_ends_feel_the_opposite_and_nothing_at_the_offsets(void) {
    CHECK_CASES(20000) {
        snw_link_spring spring = random_spring();
        snw_end_motion a = random_motion(), b = random_motion();
        const snw_link_pull pull = snw__link_spring_pull(&spring, a, b);
        const snw_vec3 force = snw_vec3_add(pull.on_first.force, pull.on_second.force);
        const snw_vec3 first =
            snw_vec3_add(pull.on_first.torque, snw_vec3_cross(a.T.p, pull.on_first.force));
        const snw_vec3 second =
            snw_vec3_add(pull.on_second.torque, snw_vec3_cross(b.T.p, pull.on_second.force));
        const double size = 1 + fabs(pull.force) + fabs(pull.torque);
        CHECK(snw_vec3_norm(force) <= 1e-13);
        CHECK(snw_vec3_norm(snw_vec3_add(first, second)) <= 1e-13 * size);
        CHECK_NEAR(pull.distance, snw_vec3_distance(a.T.p, b.T.p), 1e-14);

        // dampers take power, whatever the springs do
        snw_link_spring damper = {.damping = spring.damping, .turn_damping = spring.turn_damping};
        const snw_link_pull brake = snw__link_spring_pull(&damper, a, b);
        CHECK(snw_power(brake.on_first, a.v) + snw_power(brake.on_second, b.v) <= 1e-12);

        // at the offsets
        a.v = b.v = (snw_twist){snw_vec3_zero(), snw_vec3_zero()};
        spring.length = pull.distance;
        spring.angle = pull.angle;
        const snw_link_pull none = snw__link_spring_pull(&spring, a, b);
        CHECK(snw_vec3_norm(none.on_first.force) <= 1e-13);
        CHECK(snw_vec3_norm(none.on_second.torque) <= 1e-13);
    }
    // ends in one place with the same axes
    const snw_link_spring spring = random_spring();
    const snw_end_motion here = random_motion();
    const snw_link_pull pull = snw__link_spring_pull(&spring, here, here);
    CHECK(pull.distance == 0 && pull.force == 0);
    CHECK(snw_vec3_norm(pull.on_first.force) == 0 && snw_vec3_norm(pull.on_first.torque) < 1e-6);
}

static double energy_of(const snw_link_spring *spring, snw_pose a, snw_pose b) {
    const snw_quat q = snw_quat_from_mat3(snw_mat3_mul_tn(a.R, b.R));
    const double sine = sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    const double way = snw_vec3_distance(a.p, b.p) - spring->length;
    const double turn = 2 * atan2(sine, fabs(q.w)) - spring->angle;
    return spring->stiffness / 2 * way * way + spring->turn_stiffness / 2 * turn * turn;
}

// the springs' parts are the slopes of their energy, by differences
static void springs_pull_down_the_slope_of_their_energy(void) {
    CHECK_CASES(2000) {
        const snw_link_spring spring = random_spring();
        snw_end_motion a = random_motion(), b = random_motion();
        a.v = b.v = (snw_twist){snw_vec3_zero(), snw_vec3_zero()};
        const snw_link_pull pull = snw__link_spring_pull(&spring, a, b);
        if (pull.angle > 3 || pull.angle < 0.1 || pull.distance < 0.1) continue;
        const double h = 1e-6;
        const snw_vec3 axis = snw_vec3_scale(random_vec3(1), h);
        for (int k = 0; k < 2; k++) {
            double energy[2];
            for (int side = 0; side < 2; side++) {
                const snw_vec3 step = snw_vec3_scale(axis, side == 0 ? -1 : 1);
                snw_pose moved = b.T;
                if (k == 0) moved.p = snw_vec3_add(moved.p, step);
                if (k == 1) moved.R = snw_mat3_mul(snw_rotation_exp(step), moved.R);
                energy[side] = energy_of(&spring, a.T, moved);
            }
            const snw_vec3 part = k == 0 ? pull.on_second.force : pull.on_second.torque;
            CHECK_NEAR(-(energy[1] - energy[0]) / 2 / h, snw_vec3_dot(part, axis) / h, 1e-6);
        }
    }
}

// --- in a loop ----------------------------------------------------------------------------------

static harness h;

#define PENDULUM                                                                                   \
    "<mechanism name=\"pendulum\"><robot name=\"pendulum\"><links><link name=\"base\"/>"           \
    "<link name=\"bob\"><inertial mass=\"2\" ixx=\"0.02\" iyy=\"0.02\" izz=\"0.02\"><origin "      \
    "xyz=\"0 0 -0.5\"/></inertial></link></links><joints><joint name=\"swing\" parent=\"base\" "   \
    "child=\"bob\" kind=\"continuous\" axis=\"0 1 0\"><actuator friction=\"3\"/></joint></joints>" \
    "</robot></mechanism>"
#define SWINGING(ends)                                                                             \
    "<cell name=\"spring\"><mechanisms>" PENDULUM "</mechanisms><members>"                         \
    "<member name=\"a\" mechanism=\"pendulum\"/><member name=\"b\" mechanism=\"pendulum\">"        \
    "<origin xyz=\"1 0 0\"/></member></members><states><state name=\"s\"><members>"                \
    "<member member=\"a\"><q>0.1</q></member></members></state></states><control>"                 \
    "<loop period=\"1 ms\"><arms><arm member=\"a\"><drive><simulated_arm brakes=\"false\"/>"       \
    "</drive></arm></arms><components><component name=\"springs\"><type><link_springs><list>"      \
    "<spring name=\"s\" stiffness=\"30\" damping=\"1\" length=\"0.4\">" ends "</spring></list>"    \
    "</link_springs></type></component></components></loop></control></cell>"
#define BOB_TO_B                                                                                   \
    "<first member=\"a\" link=\"bob\"><frame xyz=\"0 0 -0.5\"/></first><second member=\"b\"/>"

// A bob on a rod that a spring draws to the side: at rest the moments about the joint are balanced,
// m g r sin q = r F sin(angle between rod and spring), found by bisection. When the component is
// stopped the bob hangs again.
static void a_spring_holds_a_pendulum_where_moments_are_balanced(void) {
    CHECK(!snw_failed(open_cell(&h, "spring.cell.xml", SWINGING(BOB_TO_B))));
    run_ticks(&h, 20000);
    // the joint turns about y: the bob is at (-r sin q, 0, -r cos q) for q of either sign
    double low = -1.5, high = 0;
    for (int i = 0; i < 200; i++) {
        const double q = (low + high) / 2, x = -0.5 * sin(q), z = -0.5 * cos(q);
        const double dx = 1 - x, dz = -z, d = sqrt(dx * dx + dz * dz);
        const double force = 30 * (d - 0.4);
        // moments about y: z F_x - x F_z, with the weight along -z
        const double moment = z * force * dx / d - x * (force * dz / d - 2 * 9.81);
        if (moment < 0) {
            high = q;
        } else {
            low = q;
        }
    }
    const double q = snw_exec_arm(h.exec, 0)->sensed.q[0];
    CHECK_NEAR(q, low, 1e-6);
    CHECK(q < -0.2);
    const snw_link_springs_signals *shown = snw_exec_find(h.exec, "springs")->signals;
    CHECK_NEAR(shown->force[0], 30 * (shown->distance[0] - 0.4), 1e-5);
    CHECK(snw_exec_stop(h.exec, "springs", NULL) == SNW_OK);
    run_ticks(&h, 20000);
    CHECK_NEAR(snw_exec_arm(h.exec, 0)->sensed.q[0], 0, 1e-6);
    close_cell(&h);
}

// What it shows in each tick, from the recorded states of the cell alone: where both ends are in
// them, and how they went from one to the next.
static void recorded_states_give_the_forces_that_were_shown(void) {
    enum { TICKS = 300 };
    static double q[TICKS], force[TICKS], torque[TICKS];
    CHECK(!snw_failed(open_cell(&h, "spring.cell.xml", SWINGING(BOB_TO_B))));
    const snw_link_springs_signals *shown = snw_exec_find(h.exec, "springs")->signals;
    const int member = snw_system_find(&h.system, "a"), at = h.system.members[member].q_index;
    for (int t = 0; t < TICKS; t++) {
        snw_exec_tick(h.exec);
        q[t] = snw_exec_state(h.exec)->q[at];
        force[t] = shown->force[0];
        torque[t] = shown->torque[0];
    }
    const snw_link_spring spring = {.stiffness = 30, .damping = 1, .length = 0.4};
    snw_end_motion first = {snw_pose_identity(), {snw_vec3_zero(), snw_vec3_zero()}};
    const snw_end_motion second = {snw_pose_translation(snw_vec3_x(1)), first.v};
    snw_vec3 before = snw_vec3_zero();
    for (int t = 0; t < TICKS; t++) {
        first.T.R = snw_mat3_axis_angle(snw_vec3_y(1), q[t]);
        first.T.p = snw_vec3_scale(first.T.R.z, -0.5);
        if (t > 0) first.v.lin = snw_vec3_scale(snw_vec3_sub(first.T.p, before), 1e3);
        before = first.T.p;
        const snw_link_pull pull = snw__link_spring_pull(&spring, first, second);
        CHECK_NEAR(pull.force, force[t], 1e-9);
        CHECK(torque[t] == 0);
    }
    CHECK(fabs(q[TICKS - 1] - q[0]) > 0.05);
    close_cell(&h);
}

static void ends_that_are_nowhere_are_refused(void) {
    static const struct {
        const char *cell, *text;
    } wrong[] = {
        {SWINGING("<first member=\"c\"/><second member=\"a\"/>"), "the cell has no member 'c'"},
        {SWINGING("<first member=\"a\" link=\"x\"/><second member=\"b\"/>"),
         "there is no link or frame 'x'"},
        {SWINGING("<first member=\"b\" link=\"bob\"/><second member=\"b\"/>"),
         "neither of its ends is on a simulated arm: it would have no effect"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(snw_failed(open_cell(&h, "spring.cell.xml", wrong[i].cell)));
        bool told = false;
        for (int k = 0; k < h.diags.count; k++)
            told |= strcmp(h.reasons[k].text, wrong[i].text) == 0;
        CHECK(told);
        close_cell(&h);
    }
}

// what it lays out, at every size
static void the_component_needs_what_it_measures_and_no_byte_more(void) {
    CHECK(!snw_failed(open_cell(&h, "spring.cell.xml", SWINGING(BOB_TO_B))));
    snw_component copy = *snw_exec_find(h.exec, "springs");
    snw_arena arena = {0};
    snw_why why = {0};
    CHECK(copy.functions->configure(&copy, &arena, &why) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t size = 0; size <= needed; size += size + 8 < needed ? 8 : 1) {
        void *block = exact_block(size);
        arena = snw_arena_over(block, size);
        const snw_status status = copy.functions->configure(&copy, &arena, &why);
        CHECK(status == (size < needed ? SNW_ERR_MEMORY : SNW_OK));
        free(block);
    }
    close_cell(&h);
}

// --- the example of two manipulators ------------------------------------------------------------

static const double positions[2][6] = {
    {0.503881, -0.46942, -1.77795, 0.994958, 0.425054, 2.13634},
    {-0.011515, 0.0592323, 0.579904, 0.826406, -0.334235, 0.299118}};

// as a file has it
static void write_example(char *text, size_t size) {
    snw_text t = snw_text_over(text, size);
    snw_text_format(&t, "<cell name=\"two\"><environment gravity=\"0 -9.8 0\"><origin xyz=\"1 1 "
                        "0\"/></environment><mechanisms><mechanism name=\"chain\"><robot "
                        "name=\"chain\"><links>");
    for (int i = 0; i <= 6; i++) {
        snw_text_format(&t,
                        "<link name=\"%d\"><inertial mass=\"1\" ixx=\"0.1\" iyy=\"0.1\" "
                        "izz=\"0.1\"/></link>",
                        i);
    }
    snw_text_format(&t, "</links><joints>");
    for (int i = 0; i < 6; i++) {
        snw_text_format(&t,
                        "<joint name=\"j%d\" parent=\"%d\" child=\"%d\" kind=\"continuous\" "
                        "axis=\"%d %d 0\"><origin xyz=\"0 0 0.2\"/></joint>",
                        i, i, i + 1, i % 2 == 0, i % 2 == 1);
    }
    snw_text_format(&t, "</joints></robot></mechanism></mechanisms><members><member name=\"left\" "
                        "mechanism=\"chain\"><origin xyz=\"1 1 0\"/></member><member "
                        "name=\"right\" mechanism=\"chain\"><origin xyz=\"-1 1 0\"/></member>"
                        "</members><states><state name=\"start\"><members>");
    for (int m = 0; m < 2; m++) {
        const double *q = positions[m];
        snw_text_format(&t,
                        "<member member=\"%s\"><q>%.9g %.9g %.9g %.9g %.9g %.9g</q><v>0 0 0 0 "
                        "0 0</v></member>",
                        m == 0 ? "left" : "right", q[0], q[1], q[2], q[3], q[4], q[5]);
    }
    snw_text_format(&t, "</members></state></states><control><loop><arms><arm member=\"left\">"
                        "<drive><simulated_arm brakes=\"false\"/></drive></arm><arm "
                        "member=\"right\"><drive><simulated_arm brakes=\"false\"/></drive></arm>"
                        "</arms><components><component name=\"between\"><type><link_springs><list>"
                        "<spring name=\"spring\" turn_damping=\"0.1\" turn_stiffness=\"1.2\" "
                        "angle=\"1\" damping=\"0.1\" stiffness=\"2\" length=\"12\"><first "
                        "member=\"left\" link=\"1\"/><second member=\"right\" link=\"1\"/>"
                        "</spring></list></link_springs></type></component></components></loop>"
                        "</control></cell>");
    CHECK(!snw_text_is_cut(&t));
}

static snw_robot *make_chain(snw_setup *setup) {
    snw_robot *robot = new_robot(setup, "chain");
    char names[7][16];
    for (int i = 0; i <= 6; i++) {
        (void)snprintf(names[i], sizeof names[i], "%d", i);
        (void)add_inertial(add_link(robot, setup, names[i]), setup, 1, 0.1);
    }
    for (int i = 0; i < 6; i++) {
        char name[24];
        (void)snprintf(name, sizeof name, "j%d", i);
        snw_joint_description *joint = add_joint(robot, setup, name, names[i], names[i + 1]);
        joint->kind = SNW_JOINT_CONTINUOUS;
        joint->axis = snw_vec3_of(i % 2 == 0, i % 2 == 1, 0);
        joint->origin.p = snw_vec3_z(0.2);
    }
    return robot;
}

static void make_loop(snw_cell *cell, snw_setup *setup) {
    snw_loop *loop = snw_block_new(&snw_loop_type, setup);
    cell->control = (snw_child){&snw_loop_type, loop};
    for (int m = 0; m < 2; m++) {
        snw_simulated_arm *drive = snw_block_new(&snw_simulated_arm_type, setup);
        drive->brakes = false;
        snw_arm_entry *arm = add_to(&snw_loop_type, loop, "arms", setup);
        snw_copy_text(arm->member, SNW_NAME, m == 0 ? "left" : "right");
        arm->drive = (snw_child){&snw_simulated_arm_type, drive};
    }
    snw_link_springs *springs = snw_block_new(&snw_link_springs_type, setup);
    snw_link_spring *spring = add_to(&snw_link_springs_type, springs, "list", setup);
    snw_copy_text(spring->name, SNW_NAME, "spring");
    snw_copy_text(spring->first.member, SNW_NAME, "left");
    snw_copy_text(spring->second.member, SNW_NAME, "right");
    snw_copy_text(spring->first.link, SNW_NAME, "1");
    snw_copy_text(spring->second.link, SNW_NAME, "1");
    spring->turn_damping = 0.1;
    spring->turn_stiffness = 1.2;
    spring->angle = 1;
    spring->damping = 0.1;
    spring->stiffness = 2;
    spring->length = 12;
    snw_component_entry *entry = add_to(&snw_loop_type, loop, "components", setup);
    snw_copy_text(entry->name, SNW_NAME, "between");
    entry->type = (snw_child){&snw_link_springs_type, springs};
}

// by calls alone
static snw_cell *make_example(snw_setup *setup) {
    snw_cell *cell = new_cell(setup, "two");
    cell->environment.gravity = snw_vec3_of(0, -9.8, 0);
    cell->environment.origin.p = snw_vec3_of(1, 1, 0);
    add_mechanism(cell, setup, "chain", make_chain(setup));
    add_member(cell, setup, "left", "chain")->origin.p = snw_vec3_of(1, 1, 0);
    add_member(cell, setup, "right", "chain")->origin.p = snw_vec3_of(-1, 1, 0);
    snw_cell_state *state = add_to(&snw_cell_type, cell, "states", setup);
    snw_copy_text(state->name, SNW_NAME, "start");
    for (int m = 0; m < 2; m++) {
        snw_member_state *one = add_to(&snw_cell_state_type, state, "members", setup);
        const snw_type *type = snw_type_field(&snw_cell_state_type, "members")->type;
        snw_copy_text(one->member, SNW_NAME, m == 0 ? "left" : "right");
        CHECK(snw_block_resize(snw_type_field(type, "q"), one, 6, setup) == SNW_OK);
        CHECK(snw_block_resize(snw_type_field(type, "v"), one, 6, setup) == SNW_OK);
        memcpy(one->q, positions[m], sizeof positions[m]);
    }
    make_loop(cell, setup);
    return cell;
}

// half a second of it, and the coordinates then
static void run_example(const snw_cell *cell, double *q, double *away) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_compile(&h.system, cell, &arena, NULL));
    h.system_memory = aligned_block(arena.needed, &arena);
    CHECK(!snw_failed(snw_system_compile(&h.system, cell, &arena, &h.diags)));
    snw_exec_options how = snw_exec_defaults();
    how.registry = &h.registry;
    const snw_status status = snw_exec_open(&h.exec, cell, &h.system, &how, &h.diags);
    if (snw_failed(status)) tell(&h);
    CHECK(!snw_failed(status));
    run_ticks(&h, 500);
    const snw_system_state *state = snw_exec_state(h.exec);
    CHECK(state->nq == 12);
    memcpy(q, state->q, 12 * sizeof *q);
    const snw_link_springs_signals *shown = snw_exec_find(h.exec, "between")->signals;
    *away = shown->distance[0];
    CHECK(!snw_failed(snw_exec_close(h.exec, 1000000000, NULL)));
    h.exec = NULL;
    free(h.system_memory);
    h.system_memory = NULL;
}

// Two manipulators in an environment that is shifted, up along y, a spring and a damper between
// their first links: the same cell from a file and from calls, and the same motion to the last bit.
// spec: actin-model:A1-SS-20
static void two_manipulators_from_a_file_and_from_code_are_equal(void) {
    static char text[1 << 14];
    write_example(text, sizeof text);
    h = (harness){.setup = new_setup()};
    h.diags = (snw_diags){.items = h.reasons, .capacity = 16};
    open_registry(&h);
    const snw_cell_options options = {.registry = &h.registry};
    const snw_source source = {text, strlen(text), "two.cell.xml", NULL};
    snw_cell *read = NULL;
    const snw_status status = snw_cell_read(&source, &options, h.setup, &read, &h.diags);
    if (snw_failed(status)) tell(&h);
    CHECK(!snw_failed(status));
    snw_cell *made = make_example(h.setup);
    CHECK(snw_block_equal(&snw_cell_type, read, made));
    double q[2][12], away[2];
    run_example(read, q[0], &away[0]);
    run_example(made, q[1], &away[1]);
    double way = 0;
    for (int i = 0; i < 12; i++) {
        CHECK(q[0][i] == q[1][i]);
        way = fmax(way, fabs(q[0][i] - positions[i / 6][i % 6]));
    }
    CHECK(way > 0.01 && away[0] == away[1] && away[0] > 1);
    // the bases are where environment and members together put them, 2 m apart
    CHECK(read->environment.origin.p.x == 1 && read->members[1].origin.p.x == -1);
    close_cell(&h);
}

int main(void) {
    RUN(both_ends_feel_the_opposite_and_nothing_at_the_offsets);
    RUN(springs_pull_down_the_slope_of_their_energy);
    RUN(a_spring_holds_a_pendulum_where_moments_are_balanced);
    RUN(recorded_states_give_the_forces_that_were_shown);
    RUN(ends_that_are_nowhere_are_refused);
    RUN(the_component_needs_what_it_measures_and_no_byte_more);
    RUN(two_manipulators_from_a_file_and_from_code_are_equal);
    return check_report();
}
