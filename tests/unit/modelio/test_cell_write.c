// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "cell_test.h"

#include "../os/scratch.h"

static const char urdf[] = "<robot name='u'><link name='a'/></robot>";
static const char robot_xml[] = "<robot name='x'><links><link name='only'/></links></robot>";

#define FILES                                                                                      \
    "<cell name='c'><mechanisms><mechanism name='u' file='u.urdf'/><mechanism name='x' "           \
    "file='x.xml'/></mechanisms><members><member name='a' mechanism='u'/><member name='b' "        \
    "mechanism='x'/></members></cell>"

static void open_files(cell_reading *r) {
    scratch_put(scratch("u.urdf").text, urdf);
    scratch_put(scratch("x.xml").text, robot_xml);
    scratch_put(scratch("c.cell").text, FILES);
    open_cell_reading(r);
    r->status = snw_cell_read_file(scratch("c.cell").text, NULL, r->setup, &r->cell, &r->diags);
    if (r->status != SNW_OK) print_said(r);
    CHECK(r->status == SNW_OK);
}

static void random_cells_are_equal_after_they_were_written_and_read(void) {
    CHECK_CASES(check_scaled(100)) {
        plant p;
        open_plant(&p);
        random_cell(p.cell, p.setup);
        must_build(&p);
        random_state(&p.system, &p.state);
        snw_cell_state *state = add_to(&snw_cell_type, p.cell, "states", p.setup);
        snw_copy_text(state->name, SNW_NAME, "now");
        CHECK(snw_system_state_get(&p.system, &p.state, p.setup, state) == SNW_OK);
        char *text = cell_text(p.cell);
        cell_reading r;
        CHECK(snw_block_equal(&snw_cell_type, p.cell, must_read(&r, text)));
        free(text);
        snw_setup_destroy(r.setup);
        close_plant(&p);
    }
}

static void files_stay_names_when_a_cell_is_written(void) {
    cell_reading r, again;
    open_files(&r);
    static const char *const names[] = {"saved.cell", "saved.xml", "saved.json"};
    for (int i = 0; i < 3; i++) {
        const scratch_name path = scratch(names[i]);
        snw_why why;
        CHECK(snw_cell_write_file(path.text, r.cell, &why) == SNW_OK);
        open_cell_reading(&again);
        CHECK(snw_cell_read_file(path.text, NULL, again.setup, &again.cell, &again.diags) ==
              SNW_OK);
        CHECK(snw_block_equal(&snw_cell_type, r.cell, again.cell));
        CHECK_TEXT(again.cell->mechanisms[0].file, "u.urdf");
        CHECK(again.cell->mechanisms[0].robot == NULL);
        snw_setup_destroy(again.setup);
    }
    CHECK(scratch_holds(scratch("u.urdf").text, urdf, strlen(urdf)));
    snw_setup_destroy(r.setup);
}

static void files_of_mechanisms_are_never_overwritten(void) {
    cell_reading r;
    open_files(&r);
    snw_why why;
    CHECK(symlink("x.xml", scratch("link.xml").text) == 0);
    static const char *const names[] = {"u.urdf", "x.xml", "link.xml", "./x.xml"};
    for (int i = 0; i < 4; i++) {
        CHECK(snw_cell_write_file(scratch(names[i]).text, r.cell, &why) == SNW_ERR_PERMISSION);
        CHECK_TEXT(why.text, "a mechanism of the cell is in this file, which is not overwritten");
    }
    CHECK(scratch_holds(scratch("u.urdf").text, urdf, strlen(urdf)));
    CHECK(scratch_holds(scratch("x.xml").text, robot_xml, strlen(robot_xml)));
    snw_setup_destroy(r.setup);
}

static void what_could_not_be_read_again_is_not_written(void) {
    cell_reading r;
    open_files(&r);
    snw_why why;
    CHECK(mkdir(scratch("elsewhere").text, 0700) == 0);
    const scratch_name path = scratch("elsewhere/c.cell");
    CHECK(snw_cell_write_file(path.text, r.cell, &why) == SNW_ERR_ARGUMENT);
    CHECK_TEXT(why.subject, "u.urdf");
    snw_copy_text(r.cell->members[0].mechanism, SNW_NAME, "v");
    CHECK(snw_cell_write_file(scratch("d.cell").text, r.cell, &why) == SNW_ERR_UNKNOWN_NAME);
    CHECK_TEXT(why.subject, "members/a");
    CHECK(access(path.text, F_OK) != 0 && access(scratch("d.cell").text, F_OK) != 0);
    snw_setup_destroy(r.setup);
}

int main(void) {
    scratch_open();
    RUN(random_cells_are_equal_after_they_were_written_and_read);
    RUN(files_stay_names_when_a_cell_is_written);
    RUN(files_of_mechanisms_are_never_overwritten);
    RUN(what_could_not_be_read_again_is_not_written);
    return check_report();
}
