// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// What cells as a whole promise: several arms in one loop, comparison with a twin, different rates,
// objects that are made by name and mounted on each other.

#include "platform.h"
#include "sinew/kinematics.h"

static char text[16384];

// --- several robots -----------------------------------------------------------------------------

typedef struct puma {
    const char *name;
    double amplitude, frequency, y;
} puma;

static const puma pumas[] = {{"left", 0.3, 0.2, 0.8}, {"right", -0.2, 0.45, -0.8}};

// one or both of them, under torques of gravity compensation and PID
static const char *puma_cell(const puma *list, int count) {
    snw_text out = snw_text_over(text, sizeof text);
    snw_text_format(&out, "<cell name=\"pumas\"><mechanisms><mechanism name=\"puma\" "
                          "file=\"package://models/puma560-corke/puma560-corke.xml\"/>"
                          "</mechanisms><members>");
    for (int i = 0; i < count; i++) {
        snw_text_format(&out,
                        "<member name=\"%s\" mechanism=\"puma\"><origin xyz=\"0 %.17g 0\"/>"
                        "</member>",
                        list[i].name, list[i].y);
    }
    snw_text_format(&out, "</members><states><state name=\"ready\"><members>");
    for (int i = 0; i < count; i++) {
        snw_text_format(&out, "<member member=\"%s\"><q>0 0.785 -0.785 0 0.5 0</q></member>",
                        list[i].name);
    }
    snw_text_format(&out, "</members></state></states><control><loop period=\"1 ms\"><arms>");
    for (int i = 0; i < count; i++) {
        snw_text_format(&out,
                        "<arm member=\"%s\"><drive><simulated_arm step=\"1 ms\"/></drive></arm>",
                        list[i].name);
    }
    snw_text_format(&out, "</arms><components>");
    for (int i = 0; i < count; i++) {
        const char *name = list[i].name;
        snw_text_format(&out,
                        "<component name=\"%s_source\" member=\"%s\"><type>"
                        "<wave frequency=\"%.17g\"><amplitude>%.17g</amplitude></wave></type>"
                        "</component><component name=\"%s_gravity\" member=\"%s\"><type>"
                        "<gravity/></type></component><component name=\"%s_law\" member=\"%s\">"
                        "<type><pid><kp>2000 3000 1500 150 150 100</kp><kd>160 240 100 8 8 5</kd>"
                        "<ki>1000 1500 800 100 100 60</ki></pid></type></component>",
                        name, name, list[i].frequency, list[i].amplitude, name, name, name, name);
    }
    snw_text_format(&out, "</components></loop></control></cell>");
    CHECK(!snw_text_is_cut(&out));
    return text;
}

enum { TICKS = 30000, PUMA_AXES = 6 };
typedef double track[TICKS][PUMA_AXES];

// 30 s of arms; all of them are enabled at the same tick
static void follow_pumas(const puma *list, int count, track *tracks) {
    static harness h;
    must_open(&h, puma_cell(list, count), NULL);
    enable(&h);
    for (int t = 0; t < TICKS; t++) {
        snw_exec_tick(h.exec);
        for (int i = 0; i < count; i++) {
            const snw_arm *arm = snw_exec_arm(h.exec, i);
            CHECK(arm->follows);
            memcpy(tracks[i][t], arm->sensed.q, sizeof tracks[i][t]);
        }
    }
    close_cell(&h);
}

// spec: loffler:L-008
static void two_arms_of_one_type_move_together_as_each_does_alone(void) {
    static track both[2], alone[2];
    follow_pumas(pumas, 2, both);
    follow_pumas(&pumas[0], 1, &alone[0]);
    follow_pumas(&pumas[1], 1, &alone[1]);
    double worst = 0, apart = 0;
    for (int t = 0; t < TICKS; t++) {
        for (int a = 0; a < PUMA_AXES; a++) {
            for (int i = 0; i < 2; i++) {
                worst = fmax(worst, fabs(both[i][t][a] - alone[i][t][a]));
            }
            apart = fmax(apart, fabs(both[0][t][a] - both[1][t][a]));
        }
    }
    CHECK(worst <= 1e-9);
    CHECK(apart > 0.3); // they do not do the same
}

// --- a real arm and its simulation --------------------------------------------------------------

// The IMI arm beside a twin of the same model; the arm itself carries `payload` at the centre of
// mass of its second link. Efforts come from a law, so that mass matters.
static void differences(double payload, double rms[2]) {
    static harness h;
    snw_text out = snw_text_over(text, sizeof text);
    snw_text_format(
        &out,
        "<cell name=\"imi\"><mechanisms><mechanism name=\"imi\" "
        "file=\"package://models/imi-2link/imi-2link.xml\"/></mechanisms><members><member "
        "name=\"arm\" mechanism=\"imi\"/></members><control><loop period=\"1 ms\" "
        "simulate=\"false\"><arms><arm member=\"arm\"><drive><simulated_arm "
        "payload_link=\"link2\" payload=\"%.17g\" payload_at=\"0.2 0 0\"/></drive>"
        "<twin><simulated_arm/></twin></arm></arms><components><component name=\"source\" "
        "member=\"arm\"><type><wave frequency=\"0.5\" shift=\"1.57\"><amplitude>0.4</amplitude>"
        "</wave></type></component><component name=\"law\" member=\"arm\"><type>"
        "<computed_torque><kp>400</kp><kd>40</kd></computed_torque></type></component>"
        "</components></loop></control></cell>",
        payload);
    must_open(&h, text, NULL);
    enable(&h);
    double squares[2] = {0, 0};
    enum { SAMPLES = 4000 };
    for (int t = 0; t < SAMPLES; t++) {
        snw_exec_tick(h.exec);
        for (int a = 0; a < 2; a++) {
            char path[64], value[64];
            (void)snprintf(path, sizeof path, "arm/difference/q[%d]", a);
            CHECK(snw_exec_get(h.exec, path, value, sizeof value, NULL) == SNW_OK);
            const double d = strtod(value, NULL);
            squares[a] += d * d;
        }
    }
    for (int a = 0; a < 2; a++)
        rms[a] = sqrt(squares[a] / SAMPLES);
    close_cell(&h);
}

static void an_arm_that_is_a_tenth_too_heavy_parts_from_its_twin(void) {
    double same[2], heavy[2];
    differences(0, same);
    differences(0.1 * (14 + 3.025), heavy); // masses of the links in the model
    print_message("rms difference: %.2e %.2e rad\n", heavy[0], heavy[1]);
    for (int a = 0; a < 2; a++) {
        CHECK(same[a] == 0);
        CHECK(heavy[a] > 1e-4);
    }
}

// --- different rates ----------------------------------------------------------------------------

// 50 setpoints a second through a port, and a source that takes the newest of them in every tick
static const snw_port out_port[] = {{.name = "out",
                                     .output = true,
                                     .value = "joints",
                                     .size = sizeof(double),
                                     .help = "Setpoint."}};
static const snw_port in_port[] = {{.name = "in",
                                    .value = "joints",
                                    .size = sizeof(double),
                                    .mandatory = true,
                                    .help = "Setpoint."}};

static snw_status slow_update(snw_component *self, const snw_tick *tick) {
    const double q = 0.5 * sin(4 * (double)tick->t_ns * 1e-9);
    snw_port_write(self, 0, &q);
    return SNW_OK;
}

static double raw_setpoint;

static snw_status fast_update(snw_component *self, const snw_tick *tick) {
    (void)tick;
    SNW_IGNORE(snw_port_read(self, 0, &raw_setpoint));
    snw_arm_target *target = &self->arm->target;
    target->mode = SNW_AXIS_POSITION;
    target->q[0] = target->q[1] = raw_setpoint;
    return SNW_OK;
}

static const snw_component_functions slow_functions = {.head = SNW_COMPONENT_HEAD,
                                                       .stage = SNW_STAGE_SENSE,
                                                       .ports = out_port,
                                                       .port_count = 1,
                                                       .update = slow_update};
static const snw_component_functions fast_functions = {.head = SNW_COMPONENT_HEAD,
                                                       .stage = SNW_STAGE_SOURCE,
                                                       .needs_arm = true,
                                                       .ports = in_port,
                                                       .port_count = 1,
                                                       .update = fast_update};
static const snw_type slow_type = {BARE_TYPE("slow", bare, "component", slow_functions)};
static const snw_type fast_type = {BARE_TYPE("fast", bare, "component", fast_functions)};

#define IMI_HEAD                                                                                   \
    "<cell name=\"imi\"><mechanisms><mechanism name=\"imi\" "                                      \
    "file=\"package://models/imi-2link/imi-2link.xml\"/></mechanisms><members><member "            \
    "name=\"arm\" mechanism=\"imi\"/></members><control><loop period=\"1 ms\"><arms>"              \
    "<arm member=\"arm\"><drive>%s</drive></arm></arms><components>"

static void imi_cell(const char *drive, const char *components) {
    snw_text out = snw_text_over(text, sizeof text);
    snw_text_format(&out, IMI_HEAD "%s", drive, components);
    CHECK(!snw_text_is_cut(&out));
}

#define LOOP_TAIL "</loop></control></cell>"

// spec: loffler:L-018
static void setpoints_at_50_hz_become_a_smooth_command_at_1_khz(void) {
    static const snw_type *const types[] = {&slow_type, &fast_type, NULL};
    static harness h;
    imi_cell("<ideal_arm/>",
             "<component name=\"slow\" divisor=\"20\"><type><slow/></type></component>"
             "<component name=\"fast\" member=\"arm\"><type><fast/></type></component>"
             "<component name=\"filter\" member=\"arm\"><type><setpoint_filter cutoff=\"20\"/>"
             "</type></component><component name=\"follow\" member=\"arm\"><type><follow/></type>"
             "</component></components><connections><connection from=\"slow.out\" "
             "to=\"fast.in\"/></connections>" LOOP_TAIL);
    must_open(&h, text, types);
    enable(&h);
    const snw_arm *arm = snw_exec_arm(h.exec, 0);
    run_ticks(&h, 1000);
    double raw_step = 0, step = 0, raw = raw_setpoint, q = arm->command.q[0];
    double low = q, high = q;
    int raw_changes = 0;
    for (int t = 0; t < 4000; t++) {
        snw_exec_tick(h.exec);
        raw_changes += raw != raw_setpoint;
        raw_step = fmax(raw_step, fabs(raw_setpoint - raw));
        step = fmax(step, fabs(arm->command.q[0] - q));
        raw = raw_setpoint;
        q = arm->command.q[0];
        low = fmin(low, q);
        high = fmax(high, q);
    }
    CHECK(raw_changes == 200);       // 50 a second
    CHECK(step <= raw_step / 10);    // nothing of the steps is left
    CHECK(low < -0.4 && high > 0.4); // and the motion is
    close_cell(&h);
}

// --- a law that nobody asked for ----------------------------------------------------------------

// spec: loffler:L-063
static void an_arm_without_a_law_of_its_own_moves(void) {
    static harness h;
    imi_cell("<simulated_arm/>",
             "<component name=\"move\" member=\"arm\"><type><joint_move/></type></component>"
             "</components>" LOOP_TAIL);
    must_open(&h, text, NULL);
    enable(&h);
    char answer[SNW_MESSAGE];
    snw_why why = {0};
    snw_status status = SNW_NOTHING_NEW;
    for (int t = 0; t < 5000 && status == SNW_NOTHING_NEW; t++) {
        snw_exec_tick(h.exec);
        status = snw_exec_message(h.exec, "move", "move 0.6 -0.4", 0, answer, &why);
    }
    CHECK(status == SNW_OK);
    run_ticks(&h, 500);
    const snw_arm *arm = snw_exec_arm(h.exec, 0);
    CHECK(arm->follows);
    CHECK_NEAR(arm->sensed.q[0], 0.6, 2e-3);
    CHECK_NEAR(arm->sensed.q[1], -0.4, 2e-3);
    close_cell(&h);

    // a law that is there but stopped is a law: nothing takes its place
    imi_cell("<simulated_arm/>",
             "<component name=\"source\" member=\"arm\"><type><wave/></type></component>"
             "<component name=\"law\" member=\"arm\" start=\"false\"><type><follow/></type>"
             "</component></components>" LOOP_TAIL);
    must_open(&h, text, NULL);
    arm = snw_exec_arm(h.exec, 0);
    for (int t = 0; t < 100; t++) {
        SNW_IGNORE(snw_exec_request(h.exec, 0, SNW_REQUEST_ACKNOWLEDGE));
        SNW_IGNORE(snw_exec_request(h.exec, 0, SNW_REQUEST_ENABLE));
        snw_exec_tick(h.exec);
        for (int a = 0; a < arm->count; a++)
            CHECK(arm->wanted.mode[a] == SNW_AXIS_OFF);
    }
    close_cell(&h);
}

// --- objects by name ----------------------------------------------------------------------------

// spec: loffler:L-112
static void a_base_cannot_be_made_only_what_belongs_to_it(void) {
    static harness h;
    imi_cell("<drive/>", "</components>" LOOP_TAIL);
    CHECK(snw_failed(open_text(&h, text, NULL)));
    CHECK(told(&h, "drive"));
    close_cell(&h);
    imi_cell("<ideal_arm/>", "<component name=\"generic\" member=\"arm\"><type><component/></type>"
                             "</component></components>" LOOP_TAIL);
    CHECK(snw_failed(open_text(&h, text, NULL)));
    CHECK(told(&h, "component"));
    close_cell(&h);
}

// a cell of whichever robot; all else stays as it is
static int axes_of(const char *file) {
    static harness h;
    snw_text out = snw_text_over(text, sizeof text);
    snw_text_format(&out,
                    "<cell name=\"any\"><mechanisms><mechanism name=\"robot\" "
                    "file=\"package://models/%s\"/></mechanisms><members><member name=\"arm\" "
                    "mechanism=\"robot\"/></members><control><loop><arms><arm member=\"arm\">"
                    "<drive><simulated_arm/></drive></arm></arms><components>"
                    "<component name=\"hold\" member=\"arm\"><type><hold/></type></component>"
                    "<component name=\"follow\" member=\"arm\"><type><follow/></type></component>"
                    "</components></loop></control></cell>",
                    file);
    must_open(&h, text, NULL);
    enable(&h);
    const snw_arm *arm = snw_exec_arm(h.exec, 0);
    const int axes = arm->count;
    double begin[SNW_AXES];
    memcpy(begin, arm->command.q, sizeof begin);
    run_ticks(&h, 200);
    CHECK(arm->follows);
    for (int a = 0; a < axes; a++)
        CHECK_NEAR(arm->sensed.q[a], begin[a], 0.01);
    close_cell(&h);
    return axes;
}

// spec: loffler:L-115
static void one_name_swaps_the_robot_and_a_wrong_base_is_refused(void) {
    CHECK(axes_of("puma560-corke/puma560-corke.xml") == 6);
    CHECK(axes_of("panda/panda.xml") == 7);
    CHECK(axes_of("imi-2link/imi-2link.xml") == 2);
    static harness h;
    imi_cell("<wave/>", "</components>" LOOP_TAIL);
    CHECK(snw_failed(open_text(&h, text, NULL)));
    CHECK(told(&h, "wave"));
    close_cell(&h);
    imi_cell("<ideal_arm/>", "<component name=\"law\" member=\"arm\"><type><simulated_arm/></type>"
                             "</component></components>" LOOP_TAIL);
    CHECK(snw_failed(open_text(&h, text, NULL)));
    CHECK(told(&h, "simulated_arm"));
    close_cell(&h);
}

// --- mounting -----------------------------------------------------------------------------------

static const char mounted_format[] =
    "<cell name=\"mounted\"><mechanisms><mechanism name=\"puma\" "
    "file=\"package://models/puma560-corke/puma560-corke.xml\"/><mechanism name=\"gripper\" "
    "file=\"parts/gripper.urdf\"/></mechanisms><members><member name=\"arm\" mechanism=\"puma\" %s>"
    "<origin xyz=\"0.1 0.2 0.3\" rpy=\"0 0 0.4\"/></member><member name=\"gripper\" "
    "mechanism=\"gripper\" on=\"arm\" at=\"%s\"><origin xyz=\"0.01 -0.02 0.07\" "
    "rpy=\"0.3 0.2 -0.5\"/></member></members><control><loop><arms><arm member=\"arm\" "
    "simulate=\"%s\"><drive><ideal_arm/></drive></arm></arms><components><component "
    "name=\"source\" member=\"arm\"><type><wave frequency=\"1\" shift=\"0.7\"><amplitude>0.3"
    "</amplitude></wave></type></component></components></loop></control></cell>";

static void open_mounted(harness *h, const char *on, const char *at, const char *simulate) {
    (void)snprintf(text, sizeof text, mounted_format, on, at, simulate);
    must_open(h, text, NULL);
}

// R = Rz(yaw) Ry(pitch) Rx(roll), written out (URDF's convention)
static snw_pose offset_pose(void) {
    const double r = 0.3, p = 0.2, y = -0.5;
    const double cr = cos(r), sr = sin(r), cp = cos(p), sp = sin(p), cy = cos(y), sy = sin(y);
    const double R[3][3] = {{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
                            {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr},
                            {-sp, cp * sr, cp * cr}};
    snw_pose pose = {.p = {0.01, -0.02, 0.07}};
    pose.R.x = (snw_vec3){R[0][0], R[1][0], R[2][0]};
    pose.R.y = (snw_vec3){R[0][1], R[1][1], R[2][1]};
    pose.R.z = (snw_vec3){R[0][2], R[1][2], R[2][2]};
    return pose;
}

static void check_same_pose(snw_pose a, snw_pose b) {
    CHECK(snw_vec3_norm(snw_vec3_sub(a.p, b.p)) <= 1e-12);
    CHECK(snw_vec3_norm(snw_vec3_sub(a.R.x, b.R.x)) <= 1e-12);
    CHECK(snw_vec3_norm(snw_vec3_sub(a.R.y, b.R.y)) <= 1e-12);
    CHECK(snw_vec3_norm(snw_vec3_sub(a.R.z, b.R.z)) <= 1e-12);
}

// pose of the gripper while the arm waves, against the arm's own kinematics times the offset
// spec: loffler:L-122
static void a_gripper_is_where_the_flange_and_its_offset_put_it_while_the_arm_moves(void) {
    static harness h;
    open_mounted(&h, "", "link6", "as_loop");
    enable(&h);
    const snw_arm *arm = snw_exec_arm(h.exec, 0);
    snw_system_state state;
    snw_kin kin;
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_state_init(&state, &h.system, &arena));
    SNW_IGNORE(snw_kin_init(&kin, arm->model, &arena));
    void *memory = aligned_block(arena.needed, &arena);
    CHECK(snw_system_state_init(&state, &h.system, &arena) == SNW_OK);
    CHECK(snw_kin_init(&kin, arm->model, &arena) == SNW_OK);
    const int gripper = snw_system_find(&h.system, "gripper"),
              own = snw_system_find(&h.system, "arm");
    const int flange = snw_model_find_link(arm->model, "link6");
    CHECK(gripper >= 0 && own >= 0 && flange >= 0);
    snw_vec3 first = {0, 0, 0};
    double moved = 0;
    for (int t = 0; t < 2000; t++) {
        snw_exec_tick(h.exec);
        snw_arm_to_q(arm, arm->sensed.q, state.q + h.system.members[own].q_index);
        const snw_pose T_world_gripper = snw_system_link_pose(&h.system, &state, gripper, 0);
        CHECK(snw_kin_update(&kin, arm->sensed.q) == SNW_OK);
        const snw_pose T_world_flange = snw_pose_mul(arm->T_world_base, kin.T_world_link[flange]);
        check_same_pose(T_world_gripper, snw_pose_mul(T_world_flange, offset_pose()));
        if (t == 0) first = T_world_gripper.p;
        moved = fmax(moved, snw_vec3_norm(snw_vec3_sub(T_world_gripper.p, first)));
    }
    CHECK(moved > 0.1);
    free(memory);
    close_cell(&h);
}

// spec: loffler:L-111
static void a_physical_object_has_a_model_a_mount_a_pose_and_a_simulation(void) {
    static harness h;
    open_mounted(&h, "", "link6", "on");
    const snw_arm *arm = snw_exec_arm(h.exec, 0);
    const int gripper = snw_system_find(&h.system, "gripper"),
              own = snw_system_find(&h.system, "arm");
    run_ticks(&h, 3);
    // its model, with shapes to be drawn; where it stands; what it is mounted on
    CHECK(arm->model != NULL && arm->robot != NULL && arm->robot->links[1].visual_count > 0);
    CHECK_NEAR(arm->T_world_base.p.x, 0.1, 1e-15);
    CHECK_NEAR(arm->T_world_base.R.x.x, cos(0.4), 1e-15);
    CHECK(h.system.members[gripper].carrier == own && h.system.members[own].carrier < 0);
    for (int a = 0; a < arm->count; a++)
        CHECK((arm->sensed.status[a] & SNW_AXIS_SIMULATED) != 0);
    close_cell(&h);

    // carried by what it carries
    (void)snprintf(text, sizeof text, mounted_format, "on=\"gripper\" at=\"palm\"", "link6", "on");
    CHECK(snw_failed(open_text(&h, text, NULL)));
    CHECK(told(&h, "cell-cycle"));
    close_cell(&h);
}

int main(void) {
    RUN(two_arms_of_one_type_move_together_as_each_does_alone);
    RUN(an_arm_that_is_a_tenth_too_heavy_parts_from_its_twin);
    RUN(setpoints_at_50_hz_become_a_smooth_command_at_1_khz);
    RUN(an_arm_without_a_law_of_its_own_moves);
    RUN(a_base_cannot_be_made_only_what_belongs_to_it);
    RUN(one_name_swaps_the_robot_and_a_wrong_base_is_refused);
    RUN(a_gripper_is_where_the_flange_and_its_offset_put_it_while_the_arm_moves);
    RUN(a_physical_object_has_a_model_a_mount_a_pose_and_a_simulation);
    return check_report();
}
