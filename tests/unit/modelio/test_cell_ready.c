// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cell_test.h"

#include "sinew/os/directory.h"

// region: example
// reads a cell, compiles it into `block`, and tells where a link is in one of its states
static snw_status where_is(const char *path, const char *member, const char *link, void *block,
                           snw_pose *T_world_link, snw_diags *diags) {
    enum { BYTES = 1 << 20 };
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_arena arena = snw_arena_over(block, BYTES);
    snw_cell *cell = NULL;
    snw_system system;
    snw_system_state state;
    snw_status status = snw_cell_read_file(path, NULL, setup, &cell, diags);
    if (!snw_failed(status)) status = snw_system_compile(&system, cell, &arena, diags);
    if (!snw_failed(status)) status = snw_system_state_init(&state, &system, &arena);
    if (!snw_failed(status)) {
        status = snw_system_state_put(&system, &cell->states[0], &state, diags);
    }
    if (!snw_failed(status)) {
        const int m = snw_system_find(&system, member);
        const int l = snw_model_find_link(system.members[m].model, link);
        *T_world_link = snw_system_link_pose(&system, &state, m, l);
    }
    snw_setup_destroy(setup);
    return status;
}
// endregion

static void the_example_of_the_page_finds_a_carriage(void) {
    void *block = exact_block((size_t)1 << 20);
    snw_why items[4];
    snw_diags diags = {.items = items, .capacity = 4};
    snw_pose T = snw_pose_identity();
    CHECK(where_is(SNW_SOURCE_DIR "/cells/slide.cell.xml", "slide", "carriage", block, &T,
                   &diags) == SNW_OK);
    CHECK(snw_vec3_near(T.p, snw_vec3_of(0.2, 0, 1.2), 1e-15));
    // the gripper hangs 5 cm below and looks down; its finger is 8 cm further and 4 cm aside
    CHECK(where_is(SNW_SOURCE_DIR "/cells/slide.cell.xml", "gripper", "left", block, &T, &diags) ==
          SNW_OK);
    CHECK(snw_vec3_near(T.p, snw_vec3_of(0.2, -0.04, 1.07), 1e-15));
    free(block);
}

static void check_ready(const char *path) {
    cell_reading r;
    open_cell_reading(&r);
    r.status = snw_cell_read_file(path, NULL, r.setup, &r.cell, &r.diags);
    if (r.diags.count > 0) print_said(&r);
    CHECK(r.status == SNW_OK && r.diags.count == 0);
    plant p;
    build_for(&p, r.cell);
    CHECK(p.diags.count == 0 && r.cell->state_count > 0);
    for (int i = 0; i < r.cell->state_count; i++) {
        CHECK(snw_system_state_put(&p.system, &r.cell->states[i], &p.state, &r.diags) == SNW_OK);
        for (int k = 0; k < p.system.member_count; k++) {
            const snw_system_member *member = &p.system.members[k];
            CHECK(snw_in_limits(member->model, p.state.q + member->q_index, NULL) == SNW_OK);
        }
    }
    snw_robot *merged = NULL;
    CHECK(snw_cell_merge(r.cell, r.setup, &merged, &r.diags) == SNW_OK);
    CHECK(merged->link_count == p.system.link_count + 1);
    free(p.block);
    free(p.state_block);
    snw_setup_destroy(r.setup);
}

// cells with a loop name types of the executive, and are run by tests/cases/run
static bool has_loop(const char *path) {
    snw_file_content content;
    CHECK(snw_file_read(path, NULL, &content, NULL) == SNW_OK);
    const bool found = strstr(content.data, "<control>") != NULL;
    snw_file_free(&content);
    return found;
}

static void every_ready_cell_is_read_compiled_and_merged_without_a_word(void) {
    snw_directory files;
    CHECK(snw_directory_list(SNW_SOURCE_DIR "/cells", 1000, &files, NULL) == SNW_OK);
    int count = 0;
    for (int i = 0; i < files.count; i++) {
        const char *name = files.entries[i].name;
        const size_t length = strlen(name);
        if (length < 9 || strcmp(name + length - 9, ".cell.xml") != 0) continue;
        char path[1024];
        (void)snprintf(path, sizeof path, "%s/%s", SNW_SOURCE_DIR "/cells", name);
        if (has_loop(path)) continue;
        check_ready(path);
        count++;
    }
    CHECK(count >= 3);
    snw_directory_free(&files);
}

int main(void) {
    RUN(the_example_of_the_page_finds_a_carriage);
    RUN(every_ready_cell_is_read_compiled_and_merged_without_a_word);
    return check_report();
}
