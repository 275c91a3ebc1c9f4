// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "check.h"
#include "sinew/station.h"
#include "sinew/wire.h"

static snw_station station;
static snw_exec *exec;
static snw_frames frames;
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
    const snw_frame_stamp stamp = {.sequence = ++sequence};
    (void)snw_frames_look(&frames, 0);
    const size_t size = snw_frames_write(&frames, NULL, &stamp, bytes, sizeof bytes);
    snw_frame frame;
    CHECK(snw_frame_read(bytes, size, &frame) == SNW_OK);
    int first = 0;
    for (int i = 0; i < snw_system_find(&station.system, member); i++)
        first += station.system.members[i].model->link_count;
    for (int i = 0; i < 7; i++)
        numbers[i] = (double)snw_frame_number(frame.measured, 7 * first + i);
}

// the component of type `objects` of the cell, and one of its members
static const char *find_objects(const char **member) {
    const snw_loop *loop = station.cell->control.block;
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
    const int member = snw_system_find(&station.system, "hand");
    CHECK(member >= 0);
    const snw_model *model = station.system.members[member].model;
    char text[64];
    CHECK(snw_exec_get(exec, "gripper/width", text, sizeof text, NULL) == SNW_OK);
    const double width = strtod(text, NULL);
    snw_frames_pose(&frames);
    int first = 0;
    for (int i = 0; i < member; i++)
        first += station.system.members[i].model->link_count;
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
    CHECK(
        !snw_failed(snw_station_open(&station, SNW_SOURCE_DIR "/cells/demo.cell.xml", NULL, NULL)));
    snw_exec_options options = snw_exec_defaults();
    options.registry = &station.registry;
    options.simulate_all = true;
    CHECK(!snw_failed(snw_exec_open(&exec, station.cell, &station.system, &options, NULL)));
    snw_arena arena = {0};
    SNW_IGNORE(snw_frames_init(&frames, exec, station.cell, &station.system, &arena));
    void *memory = aligned_alloc(SNW_ARENA_ALIGN, (arena.needed + 63) / 64 * 64);
    arena = snw_arena_over(memory, arena.needed);
    CHECK(snw_frames_init(&frames, exec, station.cell, &station.system, &arena) == SNW_OK);
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
    // the hand opens and closes
    double least = 1, most = 0;
    for (int i = 0; i < 12000; i++) {
        snw_exec_tick(exec);
        if (i == 20) SNW_IGNORE(snw_exec_request(exec, -1, SNW_REQUEST_ACKNOWLEDGE));
        if (i == 40) SNW_IGNORE(snw_exec_request(exec, -1, SNW_REQUEST_ENABLE));
        if (i % 50 != 0) continue;
        CHECK(snw_frames_look(&frames, 0));
        check_hand();
        char text[64];
        CHECK(snw_exec_get(exec, "gripper/width", text, sizeof text, NULL) == SNW_OK);
        least = fmin(least, strtod(text, NULL));
        most = fmax(most, strtod(text, NULL));
    }
    CHECK(most > least + 0.01);
    const snw_status end = snw_exec_close(exec, INT64_C(5000000000), NULL);
    CHECK(!snw_failed(end));
    free(memory);
    snw_station_close(&station);
}

int main(void) {
    RUN(loose_members_and_hands_stand_where_their_components_say);
    return check_report();
}
