// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "check.h"
#include "sinew/station.h"
#include "sinew/wire.h"
#include "sinew/wire/state.h"

static snw_station *station;
static snw_exec *exec;
static snw_packets frames;
static unsigned char bytes[1 << 18];

static void say(const char *object, const char *text) {
    char answer[SNW_MESSAGE];
    snw_why why = {0};
    snw_status status = SNW_NOTHING_NEW;
    for (int i = 0; i < 20000 && status == SNW_NOTHING_NEW; i++) {
        status = snw_exec_message(exec, object, text, 0, answer, &why);
        if (status == SNW_NOTHING_NEW) snw_exec_tick(exec);
    }
    if (status != SNW_OK) print_error("%s: %s\n", text, why.text);
    CHECK(status == SNW_OK);
}

// the measured pose of a member's root, as a client reads it
static void read_pose(const char *member, double numbers[7]) {
    static uint32_t sequence;
    const snw_packet_stamp stamp = {.sequence = ++sequence};
    (void)snw_packets_look(&frames, 0);
    const size_t size = snw_packets_write(&frames, NULL, &stamp, bytes, sizeof bytes);
    snw_state_packet frame;
    CHECK(snw_packet_read(bytes, size, &frame) == SNW_OK);
    int first = 0;
    for (int i = 0; i < snw_system_find(snw_station_system(station), member); i++)
        first += snw_station_system(station)->members[i].model->link_count;
    for (int i = 0; i < 7; i++)
        numbers[i] = (double)snw_packet_number(frame.measured, 7 * first + i);
}

// the component of type `objects` of the cell, and one of its members
static const char *find_objects(const char **member) {
    const snw_loop *loop = snw_station_cell(station)->control.block;
    for (int i = 0; i < loop->component_count; i++) {
        const snw_child *type = &loop->components[i].type;
        if (strcmp(type->type->token, "objects") != 0) continue;
        const snw_field *list = snw_type_field(type->type, "list");
        CHECK(snw_field_count(list, type->block) > 0);
        *member = snw_field_index_key(list, type->block, 0);
        if (*member == NULL) {
            const snw_field *name = snw_type_field(list->type, "member");
            *member = snw_field_place_const(name, snw_field_place_const(list, type->block, 0), 0);
        }
        return loop->components[i].name;
    }
    CHECK(false);
    return NULL;
}

// cells/parts/hand.xml: fingers that slide along y, each half of the width from the middle
static void check_hand(void) {
    const int member = snw_system_find(snw_station_system(station), "hand");
    CHECK(member >= 0);
    const snw_model *model = snw_station_system(station)->members[member].model;
    char text[64];
    CHECK(snw_exec_get(exec, "gripper/width", text, sizeof text, NULL) == SNW_OK);
    const double width = strtod(text, NULL);
    snw_packets_pose(&frames);
    int first = 0;
    for (int i = 0; i < member; i++)
        first += snw_station_system(station)->members[i].model->link_count;
    int fingers = 0;
    for (int k = 0; k < model->link_count; k++) {
        const snw_link *link = &model->links[k];
        if (link->joint != SNW_JOINT_PRISMATIC) continue;
        const snw_pose T =
            snw_pose_inverse_mul(frames.measured[first + link->parent], frames.measured[first + k]);
        const snw_vec3 way = snw_vec3_sub(T.p, link->T_parent_joint.p);
        CHECK_NEAR(snw_vec3_norm(way), 0.5 * width, 1e-9);
        fingers++;
    }
    CHECK(fingers > 0);
}

static void loose_members_and_hands_stand_where_their_components_say(void) {
    snw_station_options options = snw_station_defaults();
    options.cell = SNW_SOURCE_DIR "/cells/demo.cell.xml";
    options.simulate_all = true;
    CHECK(!snw_failed(snw_station_open(&station, &options, NULL)));
    exec = snw_station_exec(station);
    const snw_system *system = snw_station_system(station);
    snw_arena arena = {0};
    SNW_IGNORE(snw_packets_init(&frames, exec, system, &arena));
    void *memory = aligned_alloc(SNW_ARENA_ALIGN, (arena.needed + 63) / 64 * 64);
    arena = snw_arena_over(memory, arena.needed);
    CHECK(snw_packets_init(&frames, exec, system, &arena) == SNW_OK);
    for (int i = 0; i < 10; i++)
        snw_exec_tick(exec);
    const char *member = NULL;
    const char *objects = find_objects(&member);
    CHECK_CASES(20) {
        // anywhere, turned about z
        const double x = check_real(-1, 1), y = check_real(-1, 1), half = check_real(-1.5, 1.5);
        char text[256];
        (void)snprintf(text, sizeof text, "place %s %.9f %.9f 0.5 0 0 %.12f %.12f", member, x, y,
                       sin(half), cos(half));
        say(objects, text);
        snw_exec_tick(exec);
        double shown[7];
        read_pose(member, shown);
        CHECK_NEAR(shown[0], x, 1e-6);
        CHECK_NEAR(shown[1], y, 1e-6);
        CHECK_NEAR(shown[2], 0.5, 1e-6);
        CHECK_NEAR(fabs(shown[5] * sin(half) + shown[6] * cos(half)), 1, 1e-6);
    }
    // No component has to be there for it: what the state says is shown, by whomever it was put.
    const int loose = snw_system_find(system, member);
    CHECK_CASES(20) {
        const double half = check_real(-1.5, 1.5);
        const snw_quat turn = snw_quat_of(cos(half), 0, sin(half), 0);
        const snw_pose T = {snw_quat_to_mat3(turn),
                            {check_real(-1, 1), check_real(-1, 1), check_real(0, 1)}};
        CHECK(snw_exec_put(exec, loose, T, NULL) == SNW_OK);
        snw_exec_tick(exec);
        double shown[7];
        read_pose(member, shown);
        CHECK_NEAR(shown[0], T.p.x, 1e-6);
        CHECK_NEAR(shown[1], T.p.y, 1e-6);
        CHECK_NEAR(shown[2], T.p.z, 1e-6);
        CHECK_NEAR(fabs(shown[4] * sin(half) + shown[6] * cos(half)), 1, 1e-6);
        const snw_system_state *state = snw_exec_state(exec);
        CHECK(memcmp(frames.state.q, state->q, (size_t)state->nq * sizeof *state->q) == 0);
        CHECK(frames.state.t_ns == state->t_ns);
    }
    // the hand opens and closes
    double least = 1, most = 0;
    for (int i = 0; i < 12000; i++) {
        snw_exec_tick(exec);
        if (i == 20) SNW_IGNORE(snw_exec_request(exec, -1, SNW_REQUEST_ACKNOWLEDGE));
        if (i == 40) SNW_IGNORE(snw_exec_request(exec, -1, SNW_REQUEST_ENABLE));
        if (i % 50 != 0) continue;
        CHECK(snw_packets_look(&frames, 0));
        check_hand();
        char text[64];
        CHECK(snw_exec_get(exec, "gripper/width", text, sizeof text, NULL) == SNW_OK);
        least = fmin(least, strtod(text, NULL));
        most = fmax(most, strtod(text, NULL));
    }
    CHECK(most > least + 0.01);
    CHECK(!snw_failed(snw_station_close(station, NULL)));
    free(memory);
}

int main(void) {
    RUN(loose_members_and_hands_stand_where_their_components_say);
    return check_report();
}
