// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "cell_test.h"

#include "../os/scratch.h"

static const snw_state_tolerance exact = {0, 0, 0};

#define HAND                                                                                       \
    "<mechanism name='hand'><robot name='hand'><links><link name='palm'/><link name='finger'/>"    \
    "</links><joints><joint name='j' kind='revolute' parent='palm' child='finger'/></joints>"      \
    "<attachments><attachment name='tip' link='finger'/></attachments></robot></mechanism>"

static const char two_hands[] =
    "<cell name='c' slots='3'><environment gravity='0 -9.8 0'><origin xyz='1 1 0'/></environment>"
    "<mechanisms>" HAND "</mechanisms><members><member name='left' mechanism='hand'><origin xyz='1 "
    "1 0'/></member><member name='right' mechanism='hand' on='left' at='tip'/></members><states>"
    "<state name='home' t_ns='5'><members><member member='left'><q>0.25</q><v>-1</v></member>"
    "</members><attached><attached name='cup' member='right' link='tip' mass='1'/></attached>"
    "</state></states></cell>";

static void a_cell_is_read_as_it_is_written(void) {
    cell_reading r;
    const snw_cell *cell = must_read(&r, two_hands);
    CHECK(r.diags.count == 0);
    CHECK(cell->slots == 3 && cell->environment.gravity.y == -9.8);
    CHECK(cell->member_count == 2 && cell->members[0].origin.p.x == 1);
    CHECK_TEXT(cell->members[1].on, "left");
    CHECK(cell->states[0].t_ns == 5 && cell->states[0].members[0].q[0] == 0.25);
    CHECK_TEXT(cell->states[0].attached[0].role, "part");

    // the same through JSON
    snw_text text = snw_text_over(NULL, 0);
    snw_json_write(&snw_cell_type, cell, NULL, &text);
    char *buffer = malloc(text.length + 1);
    CHECK(buffer != NULL);
    text = snw_text_over(buffer, text.length + 1);
    snw_json_write(&snw_cell_type, cell, NULL, &text);
    cell_reading again;
    CHECK(snw_block_equal(&snw_cell_type, cell, must_read(&again, buffer)));
    snw_setup_destroy(again.setup);

    // and through compressed JSON, and compressed XML
    const char *const plain[] = {buffer, two_hands};
    for (int i = 0; i < 2; i++) {
        char packed[8192];
        size_t size = 0;
        CHECK(snw_gzip(plain[i], strlen(plain[i]), packed, sizeof packed, &size) == SNW_OK);
        open_cell_reading(&again);
        const snw_source source = {packed, size, "t.cell.gz", NULL};
        CHECK(snw_cell_read(&source, NULL, again.setup, &again.cell, &again.diags) == SNW_OK);
        CHECK(snw_block_equal(&snw_cell_type, cell, again.cell));
        again.cell = NULL;
        const snw_source cut = {packed, size - 1, "t.cell.gz", NULL};
        CHECK(snw_cell_read(&cut, NULL, again.setup, &again.cell, &again.diags) == SNW_ERR_SYNTAX);
        CHECK_TEXT(again.items[0].file, "t.cell.gz");
        snw_setup_destroy(again.setup);
    }
    free(buffer);

    plant p;
    build_for(&p, r.cell);
    free(p.block);
    free(p.state_block);
    snw_setup_destroy(r.setup);
}

// --- references ---------------------------------------------------------------------------------

static void check_said(const char *text, const char *expected) {
    cell_reading r;
    read_cell(&r, text, NULL, NULL);
    if (r.diags.errors != 1) print_said(&r);
    CHECK(r.status < 0 && r.diags.errors == 1);
    CHECK_TEXT(said(&r, 0), expected);
    snw_setup_destroy(r.setup);
}

#define CELL(mechanisms, members)                                                                  \
    "<cell name='c'><mechanisms>" mechanisms "</mechanisms><members>" members "</members></cell>"

// Of manipulators (a mechanism that is not there, members on members in a ring) and of links
// (shapes of a link that is not there, or in a ring): names and file are told.
// spec: actin-model:A1-MN-15
static void dangling_and_cyclic_references_are_told_at_load(void) {
    check_said(CELL(HAND, "<member name='a' mechanism='hnad'/>"),
               "t.cell: error: members/a: there is no mechanism 'hnad'; did you mean 'hand'? "
               "[cell-reference]");
    check_said(CELL(HAND, "<member name='a' mechanism='hand' on='b'/>"),
               "t.cell: error: members/a: it is placed on an unknown member: 'b'; did you mean "
               "'a'? [cell-reference]");
    check_said(
        CELL(HAND, "<member name='a' mechanism='hand'/><member name='b' mechanism='hand' "
                   "on='a' at='toe'/>"),
        "t.cell: error: members/b: 'a' has neither link nor attachment 'toe'; name a link or "
        "an attachment of it [cell-reference]");
    check_said(CELL(HAND, "<member name='a' mechanism='hand' on='b'/><member name='b' "
                          "mechanism='hand' on='a'/>"),
               "t.cell: error: members/a: it carries itself: 'a' on 'b' on 'a'; place one of them "
               "in the world [cell-cycle]");
    check_said(CELL(HAND, "<member name='a' mechanism='hand' on='a'/>"),
               "t.cell: error: members/a: it carries itself: 'a' on 'a'; place one of them in the "
               "world [cell-cycle]");
#define SHARES(shares)                                                                             \
    CELL("<mechanism name='m'><robot name='r'><links><link "                                       \
         "name='x'/></links></robot><shares>" shares "</shares></mechanism>",                      \
         "<member name='a' mechanism='m'/>")
    check_said(SHARES("<share link='x' of='y'/>"),
               "t.cell: error: mechanisms/m: shapes are shared with 'y', which is not a link; name "
               "a link of this mechanism [shape-reference]");
    check_said(SHARES("<share link='x' of='x'/>"),
               "t.cell: error: mechanisms/m: 'x' uses the shapes of 'x', which uses those of "
               "another link; name the link that has the shapes itself [shape-cycle]");
    cell_reading r;
    read_cell(&r,
              CELL("<mechanism name='m' file='none.urdf'/>", "<member name='a' mechanism='m'/>"),
              scratch_directory, NULL);
    CHECK(r.status == SNW_ERR_NOT_FOUND && r.diags.errors == 1);
    CHECK(strstr(said(&r, 0), "t.cell: error: mechanisms/m: 'none.urdf': ") != NULL);
    snw_setup_destroy(r.setup);
}

// --- files --------------------------------------------------------------------------------------

static const char urdf[] = "<robot name='u'><link name='a'/><link name='b'/><joint name='j' "
                           "type='continuous'><parent link='a'/><child link='b'/></joint></robot>";
static const char robot_xml[] = "<robot name='x'><links><link name='only'/></links></robot>";
static const char table[] = "convention, standard\njoint,kind,a,alpha,d,theta\n"
                            "one,revolute,1,0,0,0\n";

static int loads;

static snw_status count_loads(const char *path, void *context, snw_setup *setup, snw_robot **robot,
                              snw_diags *diags) {
    CHECK(context == &loads);
    loads++;
    return snw_urdf_read_file(path, NULL, setup, robot, diags);
}

static void mechanisms_come_from_files_each_loaded_once(void) {
    CHECK(mkdir(scratch("parts").text, 0700) == 0);
    scratch_put(scratch("parts/u.urdf").text, urdf);
    scratch_put(scratch("x.xml").text, robot_xml);
    scratch_put(scratch("t.csv").text, table);
    scratch_put(scratch("three.cell").text,
                CELL("<mechanism name='u' file='parts/u.urdf'/><mechanism name='again' "
                     "file='./parts/../parts/u.urdf'/><mechanism name='x' file='x.xml'/><mechanism "
                     "name='t' file='t.csv'/>",
                     "<member name='a' mechanism='u'/><member name='b' mechanism='again' on='a' "
                     "at='b'/><member name='c' mechanism='x'/><member name='d' mechanism='t'/>"));
    cell_reading r;
    open_cell_reading(&r);
    r.status = snw_cell_read_file(scratch("three.cell").text, NULL, r.setup, &r.cell, &r.diags);
    if (r.status != SNW_OK) print_said(&r);
    CHECK(r.status == SNW_OK);
    CHECK(r.cell->mechanisms[0].loaded != NULL && r.cell->mechanisms[0].robot == NULL);
    CHECK(r.cell->mechanisms[0].loaded == r.cell->mechanisms[1].loaded);
    CHECK_TEXT(r.cell->mechanisms[2].loaded->name, "x");
    CHECK(r.cell->mechanisms[3].loaded->joint_count >= 1);
    plant p;
    build_for(&p, r.cell);
    CHECK(p.system.nq == 3);
    free(p.block);
    free(p.state_block);
    snw_setup_destroy(r.setup);

    // through the caller's loader: one call for the two names of one file
    const snw_cell_options options = {.load = count_loads, .context = &loads};
    read_cell(&r,
              CELL("<mechanism name='u' file='parts/u.urdf'/><mechanism name='v' "
                   "file='parts/u.urdf'/>",
                   "<member name='a' mechanism='u'/><member name='b' mechanism='v'/>"),
              scratch_directory, &options);
    CHECK(r.status == SNW_OK && loads == 1);
    snw_setup_destroy(r.setup);
}

static void files_that_cannot_be_loaded_are_told_with_their_own_faults(void) {
    scratch_put(scratch("bad.urdf").text,
                "<robot name='r'>\n<link name='a'/><link name='a'/></robot>");
    scratch_put(scratch("bad.cell").text,
                CELL("<mechanism name='u' file='bad.urdf'/><mechanism name='w' file='gone.urdf'/>",
                     "<member name='a' mechanism='u'/>"));
    cell_reading r;
    open_cell_reading(&r);
    CHECK(snw_cell_read_file(scratch("bad.cell").text, NULL, r.setup, &r.cell, &r.diags) ==
          SNW_ERR_DUPLICATE);
    CHECK(r.cell == NULL && r.diags.errors == 2);
    CHECK(strstr(said(&r, 0), "bad.urdf:2:17: error") != NULL);
    CHECK(strstr(said(&r, 1), "bad.cell: error: mechanisms/w: 'gone.urdf'") != NULL);
    snw_setup_destroy(r.setup);

    // nothing outside the folder of the cell is read
    read_cell(&r,
              CELL("<mechanism name='u' file='../u.urdf'/>", "<member name='a' mechanism='u'/>"),
              scratch("parts").text, NULL);
    CHECK(r.status < 0);
    snw_setup_destroy(r.setup);
    open_cell_reading(&r);
    CHECK(snw_cell_read_file(scratch("none.cell").text, NULL, r.setup, &r.cell, &r.diags) ==
          SNW_ERR_NOT_FOUND);
    CHECK(r.diags.errors == 1);
    snw_setup_destroy(r.setup);
}

static void a_copied_cell_is_loaded_again(void) {
    cell_reading r;
    read_cell(&r,
              CELL("<mechanism name='u' file='parts/u.urdf'/>", "<member name='a' mechanism='u'/>"),
              scratch_directory, NULL);
    CHECK(r.status == SNW_OK);
    snw_setup *setup = new_setup();
    snw_cell *copy = snw_block_new(&snw_cell_type, setup);
    CHECK(snw_block_copy(&snw_cell_type, copy, r.cell, setup) == SNW_OK);
    CHECK(snw_cell_check(copy, NULL) == SNW_ERR_NOT_FOUND);
    CHECK(snw_cell_load(copy, NULL, setup, &r.diags) == SNW_OK);
    CHECK(snw_cell_load(copy, NULL, setup, &r.diags) == SNW_OK);
    CHECK(snw_cell_check(copy, NULL) == SNW_OK);
    CHECK(
        snw_block_equal(&snw_robot_type, copy->mechanisms[0].loaded, r.cell->mechanisms[0].loaded));
    snw_setup_destroy(setup);
    snw_setup_destroy(r.setup);
}

// --- size ---------------------------------------------------------------------------------------

// a leg of 12 joints, with masses, shapes and limits
static snw_robot *new_leg(snw_setup *setup, const char *name) {
    snw_robot *leg = new_robot(setup, name);
    char link[SNW_NAME], before[SNW_NAME], joint[SNW_NAME];
    for (int i = 0; i <= 12; i++) {
        (void)snprintf(link, sizeof link, "link%d", i);
        (void)snprintf(before, sizeof before, "link%d", i - 1);
        (void)snprintf(joint, sizeof joint, "joint%d", i);
        snw_inertial *mass =
            add_inertial(add_link(leg, setup, link), setup, check_real(1, 2), check_real(0.1, 0.2));
        mass->origin.p = random_vec3(0.1);
        for (int k = 0; k < 2; k++) {
            snw_body_shape *shape = add_to(&snw_link_description_type, &leg->links[i],
                                           k == 0 ? "visuals" : "collisions", setup);
            snw_capsule *capsule = snw_block_new(&snw_capsule_type, setup);
            capsule->radius = check_real(0.01, 0.1);
            capsule->end = snw_vec3_z(check_real(0.1, 1));
            shape->shape = (snw_child){&snw_capsule_type, capsule};
            shape->origin = random_pose();
        }
        if (i == 0) continue;
        snw_joint_description *one = add_joint(leg, setup, joint, before, link);
        one->origin = random_pose();
        one->limits = (snw_limits){-2, 2, 1, 10, 10, 100, 50};
    }
    return leg;
}

// 35 legs, of one mechanism or each of its own, with a state of 420 positions
static void add_legs(snw_cell *cell, snw_setup *setup, bool shared) {
    char name[SNW_NAME], kind[SNW_NAME];
    snw_cell_state *state = add_to(&snw_cell_type, cell, "states", setup);
    snw_copy_text(state->name, SNW_NAME, "home");
    for (int i = 0; i < 35; i++) {
        (void)snprintf(kind, sizeof kind, "kind%d", shared ? 0 : i);
        check_seed(1); // all legs are equal
        if (i == 0 || !shared) add_mechanism(cell, setup, kind, new_leg(setup, "leg"));
        (void)snprintf(name, sizeof name, "leg%d", i);
        snw_cell_member *member = add_member(cell, setup, name, kind);
        check_seed(i);
        member->origin = snw_pose_translation(random_vec3(5));
        snw_member_state *one = add_to(&snw_cell_state_type, state, "members", setup);
        snw_copy_text(one->member, SNW_NAME, name);
        const snw_type *type = snw_type_field(&snw_cell_state_type, "members")->type;
        CHECK(snw_block_resize(snw_type_field(type, "q"), one, 12, setup) == SNW_OK);
        for (int k = 0; k < 12; k++) {
            one->q[k] = check_int(-2000, 2000) / 1000.;
        }
    }
}

// Memory stands for the time of loading, which a test does not measure: what is read and compiled
// for 35 legs is little more than for one.
// spec: actin-model:A1-MN-14
static void thirty_five_equal_legs_cost_little_more_than_one(void) {
    snw_setup *setup = new_setup();
    snw_cell *shared = new_cell(setup, "legs"), *apart = new_cell(setup, "legs");
    add_legs(shared, setup, true);
    add_legs(apart, setup, false);
    char *small = cell_text(shared), *large = cell_text(apart);
    const double gain = (double)strlen(large) / (double)strlen(small);
    print_message("%zu bytes against %zu, %.1f to 1\n", strlen(small), strlen(large), gain);
    CHECK(gain >= 15);

    cell_reading a, b;
    plant p, s;
    build_for(&p, must_read(&a, small));
    build_for(&s, must_read(&b, large));
    CHECK(p.system.member_count == 35 && p.system.nv == 420 && p.system.model_count == 1);
    CHECK(s.system.member_count == 35 && s.system.nv == 420 && s.system.model_count == 35);
    CHECK(10 * p.needed < s.needed);
    CHECK(5 * snw_setup_size(a.setup) < snw_setup_size(b.setup));
    // and they are the same system
    CHECK(snw_system_state_put(&p.system, &a.cell->states[0], &p.state, NULL) == SNW_OK);
    CHECK(snw_system_state_put(&s.system, &b.cell->states[0], &s.state, NULL) == SNW_OK);
    CHECK(memcmp(p.state.q, s.state.q, 420 * sizeof(double)) == 0);
    for (int i = 0; i < 35; i++) {
        CHECK(snw_pose_near(snw_system_link_pose(&p.system, &p.state, i, 12),
                            snw_system_link_pose(&s.system, &s.state, i, 12), 0));
    }
    free(small);
    free(large);
    free(p.block);
    free(p.state_block);
    free(s.block);
    free(s.state_block);
    snw_setup_destroy(a.setup);
    snw_setup_destroy(b.setup);
    snw_setup_destroy(setup);
}

// --- checkpoints --------------------------------------------------------------------------------

// one step of a made-up controller: rates that depend on where everything is
static void run(const snw_system *system, snw_system_state *state, int steps) {
    for (int k = 0; k < steps; k++) {
        for (int i = 0; i < system->nv; i++) {
            const double q = state->q[i % system->nq];
            state->v[i] = 0.99 * state->v[i] + 0.1 * sin(7 * q + (double)state->t_ns * 1e-9);
        }
        CHECK(snw_system_state_step(system, state, 1000000) == SNW_OK);
    }
}

// spec: actin-model:A1-SS-02
static void a_run_that_was_saved_and_loaded_goes_on_with_the_same_bits(void) {
    CHECK_CASES(check_scaled(40)) {
        plant p;
        open_plant(&p);
        random_cell(p.cell, p.setup);
        must_build(&p);
        if (p.system.nv > 0) {
            random_state(&p.system, &p.state);
            run(&p.system, &p.state, 100);
            const snw_attaching load = {.name = "load",
                                        .role = "payload",
                                        .T_place_part = random_pose(),
                                        .inertia = snw_inertia_point(0.3, random_vec3(1))};
            CHECK(snw_system_attach(&p.system, &p.state, &load, NULL, NULL) == SNW_OK);
            snw_cell_state *saved = add_to(&snw_cell_type, p.cell, "states", p.setup);
            snw_copy_text(saved->name, SNW_NAME, "checkpoint");
            CHECK(snw_system_state_get(&p.system, &p.state, p.setup, saved) == SNW_OK);
            char *text = cell_text(p.cell);
            run(&p.system, &p.state, 100);

            cell_reading r;
            plant again;
            build_for(&again, must_read(&r, text));
            CHECK(snw_system_state_put(&again.system, &r.cell->states[0], &again.state, NULL) ==
                  SNW_OK);
            run(&again.system, &again.state, 100);
            CHECK(snw_system_state_compare(&p.system, &p.state, &again.state, exact, NULL) ==
                  SNW_OK);
            CHECK(memcmp(p.state.q, again.state.q, (size_t)p.system.nq * sizeof(double)) == 0);
            CHECK(memcmp(p.state.v, again.state.v, (size_t)p.system.nv * sizeof(double)) == 0);
            free(text);
            free(again.block);
            free(again.state_block);
            snw_setup_destroy(r.setup);
        }
        close_plant(&p);
    }
}

// --- the example of two manipulators ------------------------------------------------------------

static const double example[12] = {0.503881,  -0.46942,  -1.77795, 0.994958, 0.425054,  2.13634,
                                   -0.011515, 0.0592323, 0.579904, 0.826406, -0.334235, 0.299118};

#define JOINT(n, before)                                                                           \
    "<joint name='j" #n "' kind='revolute' parent='l" #before "' child='l" #n "'><origin xyz='0 "  \
    "0.1 0'/></joint>"

static const char example_xml[] =
    "<cell name='pair'><environment gravity='0 -9.8 0'><origin xyz='1 1 0'/></environment>"
    "<mechanisms><mechanism name='arm'><robot name='arm'><links><link name='l0'/><link name='l1'/>"
    "<link name='l2'/><link name='l3'/><link name='l4'/><link name='l5'/><link name='l6'/></links>"
    "<joints>" JOINT(1, 0) JOINT(2, 1) JOINT(3, 2) JOINT(4, 3) JOINT(5, 4) JOINT(
        6, 5) "</joints></robot></mechanism></mechanisms><members><member name='first' "
              "mechanism='arm'>"
              "<origin xyz='1 1 0'/></member><member name='second' mechanism='arm'><origin xyz='-1 "
              "1 0'/>"
              "</member></members><states><state name='start'><members><member "
              "member='first'><q>0.503881 "
              "-0.46942 -1.77795 0.994958 0.425054 2.13634</q><v>0 0 0 0 0 0</v></member><member "
              "member='second'><q>-0.011515 0.0592323 0.579904 0.826406 -0.334235 0.299118</q><v>0 "
              "0 0 0 0 "
              "0</v></member></members></state></states></cell>";

static void two_manipulators_from_code_and_from_xml_are_equal(void) {
    snw_setup *setup = new_setup();
    snw_cell *cell = new_cell(setup, "pair");
    cell->environment.gravity = snw_vec3_of(0, -9.8, 0);
    cell->environment.origin = snw_pose_translation(snw_vec3_of(1, 1, 0));
    snw_robot *arm = new_robot(setup, "arm");
    char name[SNW_NAME], before[SNW_NAME], joint[SNW_NAME];
    for (int i = 0; i <= 6; i++) {
        (void)snprintf(name, sizeof name, "l%d", i);
        (void)snprintf(before, sizeof before, "l%d", i - 1);
        (void)snprintf(joint, sizeof joint, "j%d", i);
        add_link(arm, setup, name);
        if (i > 0) add_joint(arm, setup, joint, before, name)->origin.p.y = 0.1;
    }
    add_mechanism(cell, setup, "arm", arm);
    add_member(cell, setup, "first", "arm")->origin.p = snw_vec3_of(1, 1, 0);
    add_member(cell, setup, "second", "arm")->origin.p = snw_vec3_of(-1, 1, 0);
    plant p, q;
    build_for(&p, cell);
    CHECK(p.system.nq == 12);
    memcpy(p.state.q, example, sizeof example);
    snw_cell_state *start = add_to(&snw_cell_type, cell, "states", setup);
    snw_copy_text(start->name, SNW_NAME, "start");
    CHECK(snw_system_state_get(&p.system, &p.state, setup, start) == SNW_OK);

    cell_reading r;
    CHECK(snw_block_equal(&snw_cell_type, cell, must_read(&r, example_xml)));
    build_for(&q, r.cell);
    CHECK(snw_system_state_put(&q.system, &r.cell->states[0], &q.state, NULL) == SNW_OK);
    CHECK(snw_system_state_compare(&p.system, &p.state, &q.state, exact, NULL) == SNW_OK);
    // bases: offset of the environment and of each member
    CHECK(snw_vec3_near(snw_system_base_pose(&q.system, &q.state, 0).p, snw_vec3_of(2, 2, 0), 0));
    CHECK(snw_vec3_near(snw_system_base_pose(&q.system, &q.state, 1).p, snw_vec3_of(0, 2, 0), 0));
    free(p.block);
    free(p.state_block);
    free(q.block);
    free(q.state_block);
    snw_setup_destroy(r.setup);
    snw_setup_destroy(setup);
}

int main(void) {
    scratch_open();
    RUN(a_cell_is_read_as_it_is_written);
    RUN(dangling_and_cyclic_references_are_told_at_load);
    RUN(mechanisms_come_from_files_each_loaded_once);
    RUN(files_that_cannot_be_loaded_are_told_with_their_own_faults);
    RUN(a_copied_cell_is_loaded_again);
    RUN(thirty_five_equal_legs_cost_little_more_than_one);
    RUN(a_run_that_was_saved_and_loaded_goes_on_with_the_same_bits);
    RUN(two_manipulators_from_code_and_from_xml_are_equal);
    return check_report();
}
