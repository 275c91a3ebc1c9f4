// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

#include "sinew/store.h"
#include "unit/os/scratch.h"

// Control of whatever two files say: a robot and what is to be done with it. One function reads
// both and leads all end effectors to places that it has drawn; it knows no robot.

enum { GOALS = 6, TICKS = 12000, EFFECTORS = 8 };
static const double DT = 0.005;

// --- the files ----------------------------------------------------------------------------------

// a chain of turning joints, and others where `kind` says so
typedef void kind_fn(snw_joint_description *joint, int number, snw_setup *setup);

static void add_chain(snw_robot *robot, snw_setup *setup, const char *prefix, int joints,
                      kind_fn *kind) {
    const snw_vec3 axes[] = {snw_vec3_z(1), snw_vec3_y(1), snw_vec3_x(1)};
    char parent[SNW_NAME] = "base", name[SNW_NAME], joint[SNW_NAME + 2];
    for (int i = 0; i < joints; i++) {
        (void)snprintf(name, sizeof name, "%s%d", prefix, i + 1);
        add_inertial(add_link(robot, setup, name), setup, 1, 0.05)->origin =
            snw_pose_translation(snw_vec3_x(1.0 / joints));
    }
    for (int i = 0; i < joints; i++) {
        (void)snprintf(name, sizeof name, "%s%d", prefix, i + 1);
        (void)snprintf(joint, sizeof joint, "j%s", name);
        snw_joint_description *j = add_joint(robot, setup, joint, parent, name);
        j->axis = axes[i % 3];
        j->origin = snw_pose_translation(i == 0 ? snw_vec3_y(0.2 * (prefix[0] - 'a'))
                                                : snw_vec3_of(2.0 / joints, 0, 0.01));
        j->limits = (snw_limits){-2.8, 2.8, 5, 50, 50, HUGE_VAL, 100};
        if (kind != NULL) kind(j, i, setup);
        (void)snprintf(parent, sizeof parent, "%s", name);
    }
}

static void write_robot(const char *file, int branches, int joints, kind_fn *kind) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "made");
    add_inertial(add_link(robot, setup, "base"), setup, 1, 0.1);
    for (int b = 0; b < branches; b++) {
        const char prefix[] = {(char)('a' + b), '\0'};
        add_chain(robot, setup, prefix, joints, kind);
    }
    snw_why why = {0};
    CHECK(snw_document_write(scratch(file).text, &snw_robot_type, robot, NULL, &why) == SNW_OK);
    snw_setup_destroy(setup);
}

static void write_control_file(const char *file, const char *effectors) {
    char text[2048];
    (void)snprintf(text, sizeof text,
                   "<task_control xmlns='urn:sinew:motion' law='qp'><effectors>%s</effectors>"
                   "</task_control>",
                   effectors);
    scratch_put(scratch(file).text, text);
}

// --- the one function ---------------------------------------------------------------------------

typedef struct driven {
    snw_setup *setup;
    snw_registry registry;
    void *registry_block, *control_block;
    stand s;
    snw_control control;
    double q[MOST], v[MOST];
} driven;

static void *read_file(driven *d, const char *path, const snw_type *type) {
    const snw_read_options how = {.registry = &d->registry};
    void *object = NULL;
    snw_why items[4];
    snw_diags diags = {.items = items, .capacity = 4};
    const snw_status status = snw_document_read(path, type, &how, d->setup, &object, &diags);
    if (snw_failed(status)) print_error("%s: %s: %s\n", path, items[0].subject, items[0].text);
    CHECK(!snw_failed(status));
    return object;
}

static void open_driven(driven *d, const char *robot, const char *control) {
    memset(d, 0, sizeof *d);
    d->setup = new_setup();
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&d->registry, 256, &arena));
    d->registry_block = exact_block(arena.needed);
    arena = snw_arena_over(d->registry_block, arena.needed);
    CHECK(snw_registry_init(&d->registry, 256, &arena) == SNW_OK);
    CHECK(snw_shape_register(&d->registry, NULL) == SNW_OK);
    CHECK(snw_model_register(&d->registry, NULL) == SNW_OK);
    CHECK(snw_registry_add(&d->registry, &rail_type, NULL) == SNW_OK);
    CHECK(snw_task_register(&d->registry, NULL) == SNW_OK);
    set_up(&d->s, d->setup, read_file(d, robot, &snw_robot_type));
    const snw_control_config *config = read_file(d, control, &snw_control_config_type);
    snw_why why = {0};
    arena = (snw_arena){0};
    SNW_IGNORE(snw_control_init(&d->control, config, &d->s.c.model, &arena, NULL));
    d->control_block = exact_block(arena.needed);
    arena = snw_arena_over(d->control_block, arena.needed);
    const snw_status status = snw_control_init(&d->control, config, &d->s.c.model, &arena, &why);
    if (snw_failed(status)) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
}

static void close_driven(driven *d) {
    free(d->control_block);
    free(d->registry_block);
    tear_down(&d->s);
}

// a configuration some way from another one, within the limits
static void draw_near(const snw_model *m, const double *from, double way, double *q) {
    double step[MOST];
    for (int i = 0; i < m->nv; i++)
        step[i] = check_real(-way, way);
    CHECK(snw_integrate(m, from, step, 1, q) == SNW_OK);
    for (int i = 0; i < m->nq; i++)
        q[i] = fmin(fmax(q[i], m->lower[i] + 0.1), m->upper[i] - 0.1);
}

// how far the end effectors are from where they are to be, as far as their type cares
static double placement_error(driven *d, const snw_pose *goals) {
    double worst = 0;
    CHECK(snw_task_update(&d->control.task, d->q) == SNW_OK);
    for (int e = 0; e < d->control.task.set->count; e++) {
        const int rows = d->control.task.set->slots[e].rows;
        const snw_pose T = snw_task_placement(&d->control.task, e);
        snw_twist apart = snw_pose_difference(T, goals[e]);
        // a frame has six rows, a point three, and x and y are two
        if (rows < 6) apart.ang = snw_vec3_of(0, 0, 0);
        if (rows < 3) apart.lin.z = 0;
        worst = fmax(worst, fmax(snw_vec3_norm(apart.lin), snw_vec3_norm(apart.ang)));
    }
    return worst;
}

// Leads all end effectors from random configurations to places that can be reached; returns the
// largest error that is left, and tells how far they were at the beginning.
static double drive_from_files(const char *robot, const char *control, int nv, double *farthest) {
    static driven d;
    open_driven(&d, robot, control);
    const snw_model *m = &d.s.c.model;
    CHECK(m->nv == nv);
    double worst = 0;
    *farthest = HUGE_VAL;
    for (int g = 0; g < GOALS; g++) {
        double middle[MOST], there[MOST];
        snw_pose goals[EFFECTORS];
        snw_midpoint(m, middle);
        draw_near(m, middle, 0.8, there);
        CHECK(snw_control_hold(&d.control, there) == SNW_OK);
        memcpy(goals, d.control.task.guides, sizeof *goals * (size_t)d.control.task.set->count);

        draw_near(m, there, 0.5, d.q);
        memset(d.v, 0, sizeof d.v);
        CHECK(snw_control_hold(&d.control, d.q) == SNW_OK);
        memcpy(d.control.task.guides, goals, sizeof *goals * (size_t)d.control.task.set->count);
        *farthest = fmin(*farthest, placement_error(&d, goals));
        for (int k = 0; k < TICKS; k++) {
            const snw_control_input tick = {.q = d.q, .v = d.v, .V = NULL, .dt = DT};
            CHECK(!snw_failed(snw_control_rates(&d.control, &tick, d.v, NULL)));
            CHECK(snw_integrate(m, d.q, d.v, DT, d.q) == SNW_OK);
            if (k % 100 == 99 && placement_error(&d, goals) < 1e-8) break;
        }
        CHECK(snw_in_limits(m, d.q, NULL) == SNW_OK);
        worst = fmax(worst, placement_error(&d, goals));
    }
    close_driven(&d);
    return worst;
}

static void drive_and_judge(const char *robot, const char *control, int nv) {
    double farthest;
    const double left = drive_from_files(robot, control, nv, &farthest);
    if (left > 1e-5) print_error("%s with %s: %g left\n", robot, control, left);
    CHECK(left <= 1e-5);
    // they were somewhere else before
    CHECK(farthest > 1e-2);
}

// --- tests --------------------------------------------------------------------------------------

// spec: actin-model:A1-CAP-05
static void chains_and_a_tree_are_controlled_from_their_files_alone(void) {
    static const struct {
        const char *robot, *effectors;
        int branches, joints, nv;
    } cases[] = {
        {"puma560-lee", "<frame_effector name='hand' link='link6'/>", 0, 0, 6},
        {"panda", "<frame_effector name='hand' link='j7_link'/>", 0, 0, 7},
        {NULL, "<frame_effector name='hand' link='a12'/>", 1, 12, 12},
        {NULL, "<frame_effector name='hand' link='a60'/>", 1, 60, 60},
        {NULL,
         "<frame_effector name='a' link='a7'/><frame_effector name='b' link='b7'/>"
         "<frame_effector name='c' link='c7'/><frame_effector name='d' link='d7'/>",
         4, 7, 28},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[512];
        check_seed((long)i);
        write_control_file("control.xml", cases[i].effectors);
        if (cases[i].robot == NULL) {
            write_robot("robot.xml", cases[i].branches, cases[i].joints, NULL);
            (void)snprintf(path, sizeof path, "%s", scratch("robot.xml").text);
        } else {
            (void)snprintf(path, sizeof path, SNW_SOURCE_DIR "/models/%s/%s.xml", cases[i].robot,
                           cases[i].robot);
        }
        drive_and_judge(path, scratch("control.xml").text, cases[i].nv);
    }
}

// a screw, a helical rail and a slide among joints that turn
static void make_special(snw_joint_description *joint, int number, snw_setup *setup) {
    if (number % 4 == 0) {
        joint->kind = SNW_JOINT_SCREW;
        joint->pitch = 0.05;
    } else if (number % 4 == 1) {
        *add_rail(joint, setup) = (helical_rail){0.2, 0.05, 0.3};
    } else if (number % 4 == 2) {
        joint->kind = SNW_JOINT_PRISMATIC;
    }
}

static void make_rail(snw_joint_description *joint, int number, snw_setup *setup) {
    if (number % 2 == 0) *add_rail(joint, setup) = (helical_rail){0.3, 0.1, 0.2};
}

// spec: actin-model:A1-CAP-06
static void screws_and_rails_lead_points_and_frames_to_their_places(void) {
    static const char *const effectors[] = {
        "<point_effector name='hand' link='a9'/>", "<xy_effector name='hand' link='a9'/>",
        "<frame_effector name='hand' link='a9'/>",
        "<point_effector name='hand' link='a9'/><xy_effector name='elbow' link='a4'/>"};
    for (size_t i = 0; i < sizeof effectors / sizeof *effectors; i++) {
        check_seed(20 + (long)i);
        write_robot("robot.xml", 1, 9, make_special);
        write_control_file("control.xml", effectors[i]);
        drive_and_judge(scratch("robot.xml").text, scratch("control.xml").text, 9);
    }
}

// Dynamics of joints of which only the transform is known, against d'Alembert's principle: the
// power of all efforts is the change of the energy, and forward undoes inverse.
static void check_rail_dynamics(void) {
    static driven d;
    open_driven(&d, scratch("robot.xml").text, scratch("control.xml").text);
    stand *s = &d.s;
    CHECK_CASES(200) {
        for (int i = 0; i < s->nv; i++) {
            s->q[i] = check_real(-1.5, 1.5);
            s->v[i] = check_real(-1, 1);
            s->a[i] = check_real(-2, 2);
        }
        double tau[MOST], a[MOST], q[MOST], v[MOST], energy[2];
        CHECK(snw_dyn_inverse(&s->dyn, s->q, s->v, s->a, NULL, tau) == SNW_OK);
        CHECK(snw_dyn_forward(&s->dyn, s->q, s->v, tau, NULL, a) == SNW_OK);
        for (int i = 0; i < s->nv; i++)
            CHECK_NEAR(a[i], s->a[i], 1e-6);
        double power = 0;
        for (int i = 0; i < s->nv; i++)
            power += tau[i] * s->v[i];
        // energy a little before and a little after, along the motion
        const double h = 1e-4;
        for (int side = 0; side < 2; side++) {
            const double t = side == 0 ? -h : h;
            snw_energy e;
            for (int i = 0; i < s->nv; i++) {
                q[i] = s->q[i] + s->v[i] * t + 0.5 * s->a[i] * t * t;
                v[i] = s->v[i] + s->a[i] * t;
            }
            CHECK(snw_dyn_energy(&s->dyn, q, v, &e) == SNW_OK);
            energy[side] = e.kinetic + e.potential;
        }
        CHECK_NEAR(power, (energy[1] - energy[0]) / (2 * h), 1e-4 * (1 + fabs(power)));
    }
    check_case = -1;
    close_driven(&d);
}

// spec: actin-model:A1-LK-03
static void joints_of_one_function_pass_control_and_dynamics(void) {
    check_seed(40);
    write_robot("robot.xml", 1, 8, make_rail);
    write_control_file("control.xml", "<frame_effector name='hand' link='a8'/>");
    drive_and_judge(scratch("robot.xml").text, scratch("control.xml").text, 8);
    CHECK(rail_law.velocity == NULL && rail_law.acceleration == NULL);
    check_rail_dynamics();
}

int main(void) {
    scratch_open();
    RUN(chains_and_a_tree_are_controlled_from_their_files_alone);
    RUN(screws_and_rails_lead_points_and_frames_to_their_places);
    RUN(joints_of_one_function_pass_control_and_dynamics);
    return check_report();
}
