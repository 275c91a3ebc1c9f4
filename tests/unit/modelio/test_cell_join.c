// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "cell_test.h"

#include "../os/scratch.h"

// The world pose of every link of a cell, in the state that it is in, against the merged one, where
// its members have other names.
static void check_moved(const plant *part, const plant *whole, const char *const *names) {
    for (int i = 0; i < part->system.member_count; i++) {
        const snw_system_member *member = &part->system.members[i];
        int number = 0;
        while (strcmp(part->cell->members[number].name, member->name) != 0) {
            number++;
        }
        const int at = snw_system_find(&whole->system, names[number]);
        CHECK(at >= 0);
        for (int k = 0; k < member->model->link_count; k++) {
            const snw_pose before = snw_system_link_pose(&part->system, &part->state, i, k);
            const snw_pose after = snw_system_link_pose(&whole->system, &whole->state, at, k);
            CHECK(snw_pose_near(before, after, 1e-12));
        }
    }
}

static void open_with_state(plant *p) {
    open_plant(p);
    random_cell(p->cell, p->setup);
    must_build(p);
    random_state(&p->system, &p->state);
    p->state.t_ns = 9;
    const snw_attaching tool = {.name = "tool", .role = "tool", .T_place_part = random_pose()};
    CHECK(snw_system_attach(&p->system, &p->state, &tool, NULL, NULL) == SNW_OK);
    snw_cell_state *state = add_to(&snw_cell_type, p->cell, "states", p->setup);
    snw_copy_text(state->name, SNW_NAME, "now");
    CHECK(snw_system_state_get(&p->system, &p->state, p->setup, state) == SNW_OK);
}

// Members m0, m1, ... and mechanisms kind0, ... are in both, so every name of the second changes;
// carriers, mechanisms, states and what is attached go with it.
// spec: actin-model:A1-SS-21
static void cells_of_m_and_n_members_give_m_plus_n_where_they_were(void) {
    CHECK_CASES(check_scaled(200)) {
        plant a, b, whole;
        open_with_state(&a);
        open_with_state(&b);
        cell_reading r, again;
        open_cell_reading(&r);
        r.status = snw_cell_merge_cells(a.cell, b.cell, r.setup, &r.cell, &r.diags);
        if (r.status != SNW_OK) print_said(&r);
        CHECK(r.status == SNW_OK);
        CHECK(r.cell->member_count == a.cell->member_count + b.cell->member_count);
        const char *first[8], *second[8];
        for (int i = 0; i < a.cell->member_count; i++) {
            first[i] = r.cell->members[i].name;
            CHECK_TEXT(first[i], a.cell->members[i].name);
        }
        for (int i = 0; i < b.cell->member_count; i++) {
            second[i] = r.cell->members[a.cell->member_count + i].name;
        }
        build_for(&whole, r.cell);
        CHECK(r.cell->state_count == 1);
        CHECK(snw_system_state_put(&whole.system, &r.cell->states[0], &whole.state, &r.diags) ==
              SNW_OK);
        CHECK(whole.system.nv == a.system.nv + b.system.nv && whole.state.t_ns == 9);
        check_moved(&a, &whole, first);
        check_moved(&b, &whole, second);
        // what was attached to the first link of the first members is attached to both of them
        CHECK(r.cell->states[0].attached_count == 2);
        CHECK_TEXT(r.cell->states[0].attached[1].name, "tool_2");
        int carrier = 0;
        while (strcmp(b.cell->members[carrier].name, b.system.members[0].name) != 0) {
            carrier++;
        }
        CHECK_TEXT(r.cell->states[0].attached[1].member, second[carrier]);

        // the file of it reloads equal
        char *text = cell_text(r.cell);
        CHECK(snw_block_equal(&snw_cell_type, r.cell, must_read(&again, text)));
        free(text);
        free(whole.block);
        free(whole.state_block);
        snw_setup_destroy(again.setup);
        snw_setup_destroy(r.setup);
        close_plant(&a);
        close_plant(&b);
    }
}

#define BODY                                                                                       \
    "<mechanism name='body'><robot name='r'><links><link name='l'/></links></robot></mechanism>"

static void equal_mechanisms_are_shared_and_conflicts_are_told(void) {
    cell_reading a, b, c;
    must_read(&a, "<cell name='a' slots='2'><mechanisms>" BODY "</mechanisms><members><member "
                  "name='x' mechanism='body'/><member name='x_2' mechanism='body'/></members>"
                  "<states><state name='s' t_ns='1'/></states></cell>");
    must_read(&b, "<cell name='b' slots='3'><environment gravity='0 0 -1.62'/><mechanisms>" BODY
                  "</mechanisms><members><member name='x' mechanism='body'/><member name='y' "
                  "mechanism='body' on='x'/></members><states><state name='s' t_ns='2'/><state "
                  "name='t' t_ns='3'/></states></cell>");
    open_cell_reading(&c);
    CHECK(snw_cell_merge_cells(a.cell, b.cell, c.setup, &c.cell, &c.diags) == SNW_OK);
    CHECK(c.cell->mechanism_count == 1 && c.cell->slots == 5);
    static const char *const names[] = {"x", "x_2", "x_3", "y"};
    for (int i = 0; i < 4; i++) {
        CHECK_TEXT(c.cell->members[i].name, names[i]);
    }
    CHECK_TEXT(c.cell->members[3].on, "x_3");
    CHECK(c.cell->environment.gravity.z == -9.81);
    CHECK(c.cell->state_count == 2 && c.cell->states[0].t_ns == 1 && c.cell->states[1].t_ns == 3);
    CHECK(c.diags.warnings == 2 && c.diags.errors == 0);
    CHECK_TEXT(c.items[0].text, "its gravity differs; that of the first cell is kept");
    CHECK_TEXT(c.items[1].text, "the two states have different times; that of the first is kept");
    snw_setup_destroy(a.setup);
    snw_setup_destroy(b.setup);
    snw_setup_destroy(c.setup);
}

static void what_cannot_be_merged_is_refused(void) {
    cell_reading a, c;
    must_read(&a, "<cell name='a'><mechanisms>" BODY "</mechanisms><members><member name='x' "
                  "mechanism='body'/></members></cell>");
    open_cell_reading(&c);
    snw_copy_text(a.cell->members[0].on, SNW_NAME, "x");
    CHECK(snw_cell_merge_cells(a.cell, a.cell, c.setup, &c.cell, &c.diags) == SNW_ERR_ARGUMENT);
    CHECK(c.cell == NULL && c.diags.errors == 1);
    a.cell->members[0].on[0] = '\0';
    memset(a.cell->members[0].name, 'x', SNW_NAME - 1);
    CHECK(snw_cell_merge_cells(a.cell, a.cell, c.setup, &c.cell, &c.diags) == SNW_ERR_TOO_LARGE);
    CHECK(c.cell == NULL && c.diags.errors == 2);
    snw_setup_destroy(a.setup);
    snw_setup_destroy(c.setup);
}

#define FILED(name, member)                                                                        \
    "<cell name='" name "'><mechanisms><mechanism name='k' file='k.urdf'/></mechanisms><members>"  \
    "<member name='" member "' mechanism='k'/></members></cell>"

static void open_filed(cell_reading *r, const char *path, const char *text) {
    scratch_put(scratch(path).text, text);
    open_cell_reading(r);
    CHECK(snw_cell_read_file(scratch(path).text, NULL, r->setup, &r->cell, &r->diags) == SNW_OK);
}

static void files_of_one_folder_stay_names_and_those_of_others_are_written_out(void) {
    CHECK(mkdir(scratch("one").text, 0700) == 0 && mkdir(scratch("two").text, 0700) == 0);
    scratch_put(scratch("one/k.urdf").text, "<robot name='k'><link name='l1'/></robot>");
    scratch_put(scratch("two/k.urdf").text, "<robot name='k'><link name='l2'/></robot>");
    cell_reading a, b, c, d, again;
    open_filed(&a, "one/a.cell", FILED("a", "x"));
    open_filed(&b, "one/b.cell", FILED("b", "y"));
    open_filed(&c, "two/c.cell", FILED("c", "z"));
    open_cell_reading(&d);
    CHECK(snw_cell_merge_cells(a.cell, b.cell, d.setup, &d.cell, &d.diags) == SNW_OK);
    CHECK(d.cell->mechanism_count == 1 && d.cell->mechanisms[0].loaded != NULL);
    const snw_cell *both = d.cell;
    CHECK(snw_cell_merge_cells(both, c.cell, d.setup, &d.cell, &d.diags) == SNW_OK);
    CHECK(d.cell->mechanism_count == 2 && d.cell->member_count == 3);
    CHECK_TEXT(d.cell->mechanisms[0].file, "k.urdf");
    CHECK_TEXT(d.cell->mechanisms[1].name, "k_2");
    CHECK_TEXT(d.cell->mechanisms[1].file, "");
    CHECK_TEXT(d.cell->mechanisms[1].robot->links[0].name, "l2");
    CHECK_TEXT(d.cell->members[2].mechanism, "k_2");

    // saved beside the first, it is the same, and whole when the others are gone
    snw_setup_destroy(a.setup);
    snw_setup_destroy(b.setup);
    snw_setup_destroy(c.setup);
    CHECK(snw_cell_write_file(scratch("one/d.cell").text, d.cell, NULL) == SNW_OK);
    open_cell_reading(&again);
    CHECK(snw_cell_read_file(scratch("one/d.cell").text, NULL, again.setup, &again.cell,
                             &again.diags) == SNW_OK);
    CHECK(snw_block_equal(&snw_cell_type, d.cell, again.cell));
    snw_setup_destroy(again.setup);
    snw_setup_destroy(d.setup);
}

int main(void) {
    scratch_open();
    RUN(cells_of_m_and_n_members_give_m_plus_n_where_they_were);
    RUN(equal_mechanisms_are_shared_and_conflicts_are_told);
    RUN(what_cannot_be_merged_is_refused);
    RUN(files_of_one_folder_stay_names_and_those_of_others_are_written_out);
    return check_report();
}
