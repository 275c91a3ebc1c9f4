// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "../../../src/runtime/exec/inside.h"
#include "sinew/kinematics.h"
#include "sinew/model/coordinates.h"

// What drives were told.
static struct {
    int link;
    snw_inertia inertia;
} told[8];
static int told_count;

static snw_status hear(snw_drive *drive, int link, snw_inertia inertia) {
    CHECK_TEXT(drive->arm->name, "arm");
    if (told_count < 8) {
        told[told_count].link = link;
        told[told_count++].inertia = inertia;
    }
    return SNW_OK;
}

static const snw_drive_functions hearing_functions = {
    .head = {sizeof(snw_drive_functions), SNW_DRIVE_VERSION},
    .simulated = true,
    .signals = &easy_signals_type,
    .init = easy_init,
    .sense = easy_sense,
    .act = easy_act,
    .attach = hear};
static const snw_type hearing_type = {SNW_TYPE_AS("hearing", easy, easy_fields), .base = "drive",
                                      .functions = &hearing_functions.head,
                                      .help = "A drive that notes what it is told."};

// An arm of six joints that goes to and fro, a hand of one joint on it, two loose blocks.
static void open_things(rig *r, int slots) {
    rig_moving(r);
    r->p.cell->slots = slots;
    snw_setup *setup = r->p.setup;
    snw_robot *block = rig_robot(setup, 0);
    block->floating = true;
    add_mechanism(r->p.cell, setup, "block", block);
    add_mechanism(r->p.cell, setup, "hand", rig_robot(setup, 1));
    add_member(r->p.cell, setup, "a", "block")->origin.p = snw_vec3_of(0.3, -0.2, 0.1);
    (void)add_member(r->p.cell, setup, "b", "block");
    put_on(add_member(r->p.cell, setup, "hand", "hand"), "arm", "6");
    told_count = 0;
}

static int find(const rig *r, const char *name) {
    const int member = snw_system_find(&r->p.system, name);
    CHECK(member >= 0);
    return member;
}

static snw_pose root_of(const rig *r, const char *name) {
    return snw_system_link_pose(&r->p.system, snw_exec_state(r->exec), find(r, name), 0);
}

static snw_status grasp(rig *r, const char *part, const char *member, int link) {
    return snw_exec_grasp(r->exec, find(r, part), find(r, member), link,
                          snw_inertia_point(2, snw_vec3_of(0, 0, 0.1)), &r->why);
}

// a link of the arm by kinematics that know nothing of systems
static snw_pose hand_of(rig *r, int link) {
    const snw_arm *arm = snw_exec_arm(r->exec, 0);
    snw_kin kin;
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(&kin, arm->model, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_kin_init(&kin, arm->model, &arena) == SNW_OK);
    double q[SNW_AXES] = {0};
    snw_arm_to_q(arm, arm->estimate.q, q);
    CHECK(snw_kin_update(&kin, q) == SNW_OK);
    const snw_pose T = kin.T_world_link[link];
    free(block);
    return T;
}

static void driven_members_are_where_they_are_believed_to_be(void) {
    rig r;
    open_things(&r, 4);
    rig_go(&r);
    rig_enable(&r);
    const snw_system_state *state = snw_exec_state(r.exec);
    const snw_arm *arm = snw_exec_arm(r.exec, 0);
    const snw_system_member *member = &r.p.system.members[find(&r, "arm")];
    double way = 0;
    for (int i = 0; i < 500; i++) {
        rig_ticks(&r, 1);
        CHECK(state->t_ns == snw_exec_time_ns(r.exec) - snw_exec_period_ns(r.exec));
        for (int k = 0; k < 6; k++) {
            CHECK(state->q[member->q_index + k] == arm->estimate.q[k]);
            CHECK(state->v[member->v_index + k] == arm->estimate.v[k]);
        }
        way = fmax(way, fabs(arm->estimate.q[2]));
    }
    CHECK(way > 0.05);
    CHECK(snw_exec_system(r.exec) == &r.p.system);
    rig_close(&r);
}

static snw_status spoil(snw_component *self, const snw_tick *tick) {
    (void)tick;
    snw_arm *arm = snw_exec_arm(self->exec, 0);
    arm->estimate.q[1] = (double)NAN;
    arm->estimate.v[2] = (double)INFINITY;
    return SNW_OK;
}

// an estimate that is no number does not reach the state: nobody reads NaN there
static void what_is_no_number_leaves_the_state_as_it_was(void) {
    rig r;
    open_things(&r, 4);
    rig_add(&r, "probe", &probe_type, "")->stage = SNW_STAGE_IN_ESTIMATE;
    rig_go(&r);
    rig_enable(&r);
    rig_ticks(&r, 300);
    CHECK(grasp(&r, "a", "arm", 6) == SNW_OK);
    const snw_system_member *member = &r.p.system.members[find(&r, "arm")];
    const snw_system_state *state = snw_exec_state(r.exec);
    const double q = state->q[member->q_index + 1], v = state->v[member->v_index + 2];
    hooks.update = spoil;
    rig_ticks(&r, 20);
    CHECK(state->q[member->q_index + 1] == q && state->v[member->v_index + 2] == v);
    CHECK(snw_system_state_check(&r.p.system, state, &r.why) == SNW_OK);
    rig_close(&r);
}

// Relative to the link, by other kinematics, in every tick; its rates lead from the last tick to
// this one; and when it is let go, not a bit of its place changes.
static void what_is_attached_goes_with_its_link_and_stays_where_it_is_detached(void) {
    rig r;
    open_things(&r, 4);
    rig_go(&r);
    rig_enable(&r);
    const snw_system_state *state = snw_exec_state(r.exec);
    const snw_system_member *member = &r.p.system.members[find(&r, "a")];
    check_seed(3);
    double way = 0;
    for (int round = 0; round < 20; round++) {
        const snw_pose place =
            snw_pose_of(snw_mat3_axis_angle(snw_vec3_of(0.6, 0, 0.8), check_real(-3, 3)),
                        snw_vec3_of(check_real(-1, 1), check_real(-1, 1), 1));
        CHECK(snw_exec_put(r.exec, find(&r, "a"), place, &r.why) == SNW_OK);
        CHECK(snw_pose_near(root_of(&r, "a"), place, 1e-14));
        const int link = check_int(1, 6);
        const snw_pose fixed = snw_pose_inverse_mul(hand_of(&r, link), place);
        CHECK(grasp(&r, "a", "arm", link) == SNW_OK);
        for (int i = 0; i < 100; i++) {
            double q[7], q_next[7];
            memcpy(q, state->q + member->q_index, sizeof q);
            rig_ticks(&r, 1);
            const snw_pose now = snw_pose_inverse_mul(hand_of(&r, link), root_of(&r, "a"));
            CHECK(snw_pose_near(now, fixed, 1e-12));
            const double *v = state->v + member->v_index;
            CHECK(snw_integrate(member->model, q, v, 1e-3, q_next) == SNW_OK);
            for (int k = 0; k < 7; k++)
                CHECK_NEAR(q_next[k], state->q[member->q_index + k], 1e-12);
        }
        way = fmax(way, snw_vec3_distance(root_of(&r, "a").p, place.p));
        CHECK(snw_exec_detach(r.exec, "a", &r.why) == SNW_OK);
        const snw_pose left = root_of(&r, "a");
        rig_ticks(&r, 50);
        CHECK(snw_pose_near(root_of(&r, "a"), left, 0));
        for (int k = 0; k < 6; k++)
            CHECK(state->v[member->v_index + k] == 0);
    }
    CHECK(way > 0.01);
    rig_close(&r);
}

// The cell file has a block attached; the loop begins with it.
static void the_loop_begins_in_its_state_with_what_is_attached(void) {
    rig r;
    open_things(&r, 4);
    snw_cell_state *first = add_to(&snw_cell_type, r.p.cell, "states", r.p.setup);
    snw_copy_text(first->name, SNW_NAME, "carrying");
    must_build(&r.p);
    snw_system_state *start = &r.p.state;
    snw_attaching what = {.name = "b",
                          .role = "part",
                          .place = "6",
                          .member = find(&r, "arm"),
                          .T_place_part = snw_pose_translation(snw_vec3_of(0, 0.1, 0.2)),
                          .inertia = snw_inertia_box(0.5, snw_vec3_of(0.1, 0.1, 0.1))};
    CHECK(snw_system_attach(&r.p.system, start, &what, NULL, &r.why) == SNW_OK);
    const snw_system_member *arm = &r.p.system.members[find(&r, "arm")];
    for (int k = 0; k < 6; k++)
        start->q[arm->q_index + k] = 0.1 * (k + 1);
    CHECK(snw_system_state_get(&r.p.system, start, r.p.setup, first) == SNW_OK);
    rig_go(&r);
    CHECK(snw_exec_began_with(r.exec, find(&r, "b")) && !snw_exec_began_with(r.exec, -1));
    const snw_slot *slot = snw_exec_attached(r.exec, "b");
    CHECK(slot != NULL && slot->link == 6 && slot->inertia.m == 0.5);
    rig_ticks(&r, 3);
    CHECK(snw_exec_arm(r.exec, 0)->estimate.q[3] == 0.4);
    CHECK(snw_pose_near(root_of(&r, "b"), snw_pose_mul(hand_of(&r, 6), what.T_place_part), 1e-12));
    rig_close(&r);
}

static void attaching_is_refused_with_its_reason(void) {
    rig r;
    open_things(&r, 2);
    rig_go(&r);
    rig_ticks(&r, 2);
    CHECK(grasp(&r, "table", "arm", 6) == SNW_ERR_UNSUPPORTED);
    CHECK_TEXT(r.why.text, "its base is fixed");
    CHECK(grasp(&r, "arm", "table", 0) == SNW_ERR_UNSUPPORTED);
    CHECK_TEXT(r.why.text, "an arm drives it");
    CHECK(grasp(&r, "a", "a", 0) == SNW_ERR_STATE);
    CHECK_TEXT(r.why.text, "it would hold itself");
    CHECK(grasp(&r, "a", "arm", 7) == SNW_ERR_ARGUMENT);
    CHECK(grasp(&r, "a", "arm", -1) == SNW_ERR_ARGUMENT);
    CHECK(snw_exec_grasp(r.exec, 77, 1, 0, snw_inertia_zero(), &r.why) == SNW_ERR_ARGUMENT);
    CHECK(snw_exec_grasp(r.exec, find(&r, "a"), 77, 0, snw_inertia_zero(), &r.why) ==
          SNW_ERR_ARGUMENT);
    CHECK(grasp(&r, "a", "arm", 6) == SNW_OK);
    // never two holders
    CHECK(grasp(&r, "a", "arm", 5) == SNW_ERR_DUPLICATE);
    CHECK(grasp(&r, "b", "a", 0) == SNW_ERR_STATE);
    CHECK_TEXT(r.why.text, "what would hold it is held itself");
    CHECK(snw_exec_put(r.exec, find(&r, "a"), snw_pose_identity(), &r.why) == SNW_ERR_STATE);
    CHECK(snw_exec_attached(r.exec, "a")->link == 6);

    // two slots are two things
    snw_attaching tool = {.name = "welder",
                          .role = "tool",
                          .place = "6",
                          .member = find(&r, "arm"),
                          .T_place_part = snw_pose_identity(),
                          .inertia = snw_inertia_zero()};
    CHECK(snw__exec_attach(r.exec, &tool, &r.why) == SNW_OK);
    CHECK(grasp(&r, "b", "arm", 6) == SNW_ERR_FULL);
    CHECK(r.why.code == SNW_ERR_FULL && strstr(r.why.fix, "slots") != NULL);
    CHECK(snw_exec_detach(r.exec, "b", &r.why) == SNW_ERR_UNKNOWN_NAME);
    CHECK(snw_exec_detach(r.exec, NULL, &r.why) == SNW_ERR_UNKNOWN_NAME);
    CHECK(snw_exec_detach(r.exec, "welder", &r.why) == SNW_OK);

    // what holds something is not taken up itself
    CHECK(snw_exec_detach(r.exec, "a", &r.why) == SNW_OK);
    CHECK(grasp(&r, "b", "a", 0) == SNW_OK);
    CHECK(grasp(&r, "a", "arm", 6) == SNW_ERR_STATE);
    CHECK_TEXT(r.why.text, "something is attached to it");
    rig_close(&r);
}

static void loose_members_are_put_and_hands_are_spread(void) {
    rig r;
    open_things(&r, 2);
    rig_go(&r);
    rig_ticks(&r, 2);
    const snw_pose place = snw_pose_of(snw_mat3_axis_angle(snw_vec3_z(1), 1), snw_vec3_x(2));
    CHECK(snw_exec_put(r.exec, find(&r, "a"), place, &r.why) == SNW_OK);
    rig_ticks(&r, 5);
    CHECK(snw_pose_near(root_of(&r, "a"), place, 1e-15));
    CHECK(snw_exec_put(r.exec, find(&r, "table"), place, &r.why) == SNW_ERR_UNSUPPORTED);
    CHECK(snw_exec_put(r.exec, -1, place, &r.why) == SNW_ERR_ARGUMENT);
    snw_pose none = place;
    none.R.y.z = (double)NAN;
    CHECK(snw_exec_put(r.exec, find(&r, "a"), none, &r.why) == SNW_ERR_NOT_FINITE);
    none.R.y = snw_vec3_x(2);
    CHECK(snw_exec_put(r.exec, find(&r, "a"), none, &r.why) == SNW_ERR_RANGE);
    CHECK(snw_pose_near(root_of(&r, "a"), place, 1e-15));

    const int hand = find(&r, "hand");
    const double *q = snw_exec_state(r.exec)->q + r.p.system.members[hand].q_index;
    CHECK(snw_exec_spread(r.exec, hand, 0.25) == SNW_OK && q[0] == 0.25);
    CHECK(snw_exec_spread(r.exec, hand, (double)NAN) == SNW_ERR_NOT_FINITE && q[0] == 0.25);
    CHECK(snw_exec_spread(r.exec, find(&r, "arm"), 0.25) == SNW_ERR_UNSUPPORTED);
    CHECK(snw_exec_spread(r.exec, 99, 0.25) == SNW_ERR_ARGUMENT);
    rig_close(&r);
}

static void services_read_the_whole_state(void) {
    rig r;
    open_things(&r, 3);
    rig_go(&r);
    CHECK(snw_exec_read_state(r.exec, &r.p.state) == SNW_ERR_STATE);
    rig_enable(&r);
    CHECK(grasp(&r, "b", "arm", 4) == SNW_OK);
    const snw_system_state *own = snw_exec_state(r.exec);
    for (int i = 0; i < 100; i++) {
        rig_ticks(&r, 3);
        CHECK(snw_exec_read_state(r.exec, &r.p.state) == SNW_OK);
        CHECK(r.p.state.t_ns == own->t_ns);
        CHECK(memcmp(r.p.state.q, own->q, sizeof(double) * (size_t)own->nq) == 0);
        CHECK(memcmp(r.p.state.v, own->v, sizeof(double) * (size_t)own->nv) == 0);
        CHECK(memcmp(r.p.state.slots, own->slots, sizeof(snw_slot) * 3) == 0);
    }
    snw_system_state other = r.p.state;
    other.nq--;
    CHECK(snw_exec_read_state(r.exec, &other) == SNW_ERR_SIZE);
    rig_close(&r);
}

static uint32_t ended;

// All members by path: what recorders and black boxes see is the state itself.
static void every_member_is_a_signal(void) {
    rig r;
    open_things(&r, 4);
    rig_go(&r);
    rig_enable(&r);
    CHECK(grasp(&r, "a", "arm", 5) == SNW_OK);
    CHECK(snw_exec_spread(r.exec, find(&r, "hand"), 0.25) == SNW_OK);
    rig_ticks(&r, 300);
    const snw_system_state *state = snw_exec_state(r.exec);
    static const char *const members[] = {"arm", "hand", "a", "b"};
    for (int m = 0; m < 4; m++) {
        const snw_system_member *member = &r.p.system.members[find(&r, members[m])];
        for (int k = 0; k < member->model->nq; k++) {
            char path[64];
            (void)snprintf(path, sizeof path, "state/%s/q[%d]", members[m], k);
            CHECK(rig_number(&r, path) == state->q[member->q_index + k]);
            (void)snprintf(path, sizeof path, "state/%s/v[%d]", members[m], k);
            if (k < member->model->nv) {
                CHECK(rig_number(&r, path) == state->v[member->v_index + k]);
            }
        }
    }
    CHECK(rig_number(&r, "state/hand/q[0]") == 0.25);
    rig_close(&r);

    // a cell of before may call a component so: that keeps the name
    open_things(&r, 4);
    (void)rig_add(&r, "state", &probe_type, "");
    rig_go(&r);
    rig_ticks(&r, 2);
    CHECK(rig_number(&r, "state/updates") == 2);
    rig_close(&r);
}

static void tick_on(void *context) {
    rig *r = context;
    while (__atomic_load_n(&ended, __ATOMIC_ACQUIRE) == 0)
        snw_exec_tick(r->exec);
}

// Beside a running loop: whatever is read, the block is where the arm of the same tick has it.
static void what_is_read_beside_the_loop_is_of_one_tick(void) {
    rig r;
    open_things(&r, 3);
    r.options.threaded = true;
    rig_go(&r);
    rig_enable(&r);
    CHECK(grasp(&r, "a", "arm", 6) == SNW_OK);
    rig_ticks(&r, 1);
    const snw_pose fixed = snw_exec_attached(r.exec, "a")->T_link_part;
    ended = 0;
    snw_thread *thread = NULL;
    snw_thread_config config = snw_thread_defaults();
    config.run = tick_on;
    config.context = &r;
    CHECK(snw_thread_open(&thread, &config, NULL) == SNW_OK);
    int64_t last = -1;
    long torn = 0, backwards = 0, refused = 0;
    const long wanted = check_scaled(2000);
    for (long fresh = 0; fresh < wanted;) {
        refused += snw_exec_read_state(r.exec, &r.p.state) != SNW_OK;
        if (r.p.state.t_ns == last) continue;
        backwards += r.p.state.t_ns < last;
        last = r.p.state.t_ns;
        fresh++;
        const snw_pose link = snw_system_link_pose(&r.p.system, &r.p.state, find(&r, "arm"), 6);
        const snw_pose part = snw_system_link_pose(&r.p.system, &r.p.state, find(&r, "a"), 0);
        torn += !snw_pose_near(snw_pose_inverse_mul(link, part), fixed, 1e-12);
    }
    __atomic_store_n(&ended, 1, __ATOMIC_RELEASE);
    CHECK(snw_thread_join(thread, INT64_MAX) == SNW_OK);
    CHECK(torn == 0 && backwards == 0 && refused == 0);
    rig_close(&r);
}

// Both drive and twin, once for each change, with the numbers of both bodies together.
static void drives_and_laws_learn_what_is_attached(void) {
    rig r;
    open_things(&r, 4);
    CHECK(snw_registry_add(&r.registry, &hearing_type, &r.why) == SNW_OK);
    r.loop->arms[0].drive = rig_child(&r, &hard_type);
    r.loop->arms[0].twin = rig_child(&r, &hearing_type);
    r.loop->simulate = false;
    rig_go(&r);
    rig_enable(&r);
    CHECK(told_count == 0);
    uint64_t before, after;
    const snw_component *law = snw_exec_find(r.exec, "law");
    const snw_inertia *loads = snw_component_loads(law, &before);
    CHECK(loads != NULL && loads[6].m == 0);
    CHECK(grasp(&r, "a", "arm", 6) == SNW_OK);
    CHECK(loads[6].m == 0);
    rig_ticks(&r, 5);
    CHECK(told_count == 2);
    CHECK(snw_component_loads(law, &after) == loads && after != before && loads[6].m == 2);
    // first as a point of mass, then with its moments
    CHECK(told[0].link == 6 && told[0].inertia.m == 2 && told[1].link == 6);
    CHECK(told[1].inertia.m == 2 && !snw_inertia_near(told[0].inertia, told[1].inertia, 0));

    // a second one on the same link: masses add, and the centre is between
    CHECK(snw_exec_put(r.exec, find(&r, "b"), root_of(&r, "a"), &r.why) == SNW_OK);
    snw_inertia cube = snw_inertia_box(6, snw_vec3_of(0.3, 0.3, 0.3));
    CHECK(snw_exec_grasp(r.exec, find(&r, "b"), find(&r, "arm"), 6, cube, &r.why) == SNW_OK);
    rig_ticks(&r, 5);
    CHECK(told_count == 4);
    const snw_inertia both = told[3].inertia;
    const snw_sym3 I = snw_inertia_central(both);
    const snw_pose T = snw_exec_attached(r.exec, "a")->T_link_part;
    const snw_vec3 c = snw_pose_apply(T, snw_vec3_z(0.1 * 2 / 8));
    CHECK_NEAR(both.m, 8, 0);
    CHECK(snw_vec3_distance(snw_inertia_center(both), c) < 1e-12);
    // trace of the second moment: 3 m s^2 / 6 of the cube, 2 (m1 m2 / m) d^2 of the two points
    CHECK_NEAR(I.xx + I.yy + I.zz, 3 * 6 * 0.09 / 6 + 2 * 1.5 * 0.01, 1e-12);

    CHECK(snw_exec_detach(r.exec, "a", &r.why) == SNW_OK);
    CHECK(snw_exec_detach(r.exec, "b", &r.why) == SNW_OK);
    rig_ticks(&r, 5);
    CHECK(told_count == 5);
    CHECK(told[4].link == 6 && told[4].inertia.m == 0);
    CHECK(loads[6].m == 0);
    // to a member that no arm drives: nobody carries it
    CHECK(grasp(&r, "a", "table", 0) == SNW_OK);
    rig_ticks(&r, 5);
    CHECK(told_count == 5);
    rig_close(&r);
}

int main(void) {
    RUN(driven_members_are_where_they_are_believed_to_be);
    RUN(what_is_no_number_leaves_the_state_as_it_was);
    RUN(what_is_attached_goes_with_its_link_and_stays_where_it_is_detached);
    RUN(the_loop_begins_in_its_state_with_what_is_attached);
    RUN(attaching_is_refused_with_its_reason);
    RUN(loose_members_are_put_and_hands_are_spread);
    RUN(services_read_the_whole_state);
    RUN(every_member_is_a_signal);
    RUN(what_is_read_beside_the_loop_is_of_one_tick);
    RUN(drives_and_laws_learn_what_is_attached);
    return check_report();
}
