// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "systems.h"

// a hand of three links with shapes on one, a body that floats, and members of both
static void open_good(plant *p) {
    open_plant(p);
    snw_robot *hand = new_robot(p->setup, "hand"), *body = new_robot(p->setup, "body");
    add_link(hand, p->setup, "palm");
    add_link(hand, p->setup, "thumb");
    add_link(hand, p->setup, "finger");
    add_joint(hand, p->setup, "j1", "palm", "thumb");
    add_joint(hand, p->setup, "j2", "palm", "finger");
    add_attachment(hand, p->setup, "tip", "finger");
    (void)add_to(&snw_link_description_type, &hand->links[1], "visuals", p->setup);
    add_link(body, p->setup, "only");
    body->floating = true;
    add_mechanism(p->cell, p->setup, "hand", hand);
    add_mechanism(p->cell, p->setup, "body", body);
    add_member(p->cell, p->setup, "left", "hand");
    put_on(add_member(p->cell, p->setup, "right", "hand"), "left", "tip");
    add_member(p->cell, p->setup, "part", "body");
}

// the one thing that is said, and the first
static void check_said(plant *p, snw_status code, const char *subject, const char *rule,
                       const char *text) {
    const snw_status status = snw_cell_check(p->cell, &p->diags);
    if (p->diags.count != 1) print_plant(p);
    CHECK(p->diags.errors == 1);
    CHECK(status == code && p->items[0].code == code);
    CHECK_TEXT(p->items[0].subject, subject);
    CHECK_TEXT(p->items[0].rule, rule);
    CHECK_TEXT(p->items[0].text, text);
    CHECK(p->items[0].fix[0] != '\0');
    snw_arena arena = {0};
    snw_system system;
    CHECK(snw_system_compile(&system, p->cell, &arena, NULL) == code);
    close_plant(p);
}

static void a_good_cell_passes_without_a_word(void) {
    plant p;
    open_good(&p);
    CHECK(snw_cell_check(p.cell, &p.diags) == SNW_OK);
    CHECK(p.diags.count == 0);
    must_build(&p);
    CHECK(snw_cell_check(p.cell, NULL) == SNW_OK);
    close_plant(&p);
}

static void mechanisms_are_written_out_or_in_a_file(void) {
    plant p;
    open_good(&p);
    snw_copy_text(p.cell->mechanisms[1].file, SNW_FILE_NAME, "b.urdf");
    check_said(&p, SNW_ERR_ARGUMENT, "mechanisms/body", "cell-mechanism",
               "it is written in the cell and in the file 'b.urdf'");
    open_good(&p);
    add_mechanism(p.cell, p.setup, "none", NULL);
    check_said(&p, SNW_ERR_ARGUMENT, "mechanisms/none", "cell-mechanism",
               "it has neither a robot nor a file");
    open_good(&p);
    snw_copy_text(add_mechanism(p.cell, p.setup, "new", NULL)->file, SNW_FILE_NAME, "n.urdf");
    check_said(&p, SNW_ERR_NOT_FOUND, "mechanisms/new", "cell-mechanism",
               "the file 'n.urdf' has not been loaded");
}

static void names_are_there_once_and_have_no_slash(void) {
    plant p;
    open_good(&p);
    snw_copy_text(p.cell->members[2].name, SNW_NAME, "a/b");
    check_said(&p, SNW_ERR_SYNTAX, "members/a/b", "cell-name", "the name has a slash");
    open_good(&p);
    add_member(p.cell, p.setup, "part", "body");
    CHECK(snw_cell_check(p.cell, &p.diags) == SNW_ERR_DUPLICATE);
    CHECK(p.diags.errors == 1);
    close_plant(&p);
    open_good(&p);
    p.cell->member_count = 0;
    check_said(&p, SNW_ERR_ARGUMENT, "cell/cell", "cell-empty", "there is no member");
    open_good(&p);
    p.cell->members[2].name[0] = '\0';
    check_said(&p, SNW_ERR_SYNTAX, "members/", "cell-name", "it has no name");
}

static void references_that_lead_nowhere_are_told_with_what_was_meant(void) {
    plant p;
    open_good(&p);
    snw_copy_text(p.cell->members[0].mechanism, SNW_NAME, "hnad");
    CHECK(snw_cell_check(p.cell, &p.diags) == SNW_ERR_UNKNOWN_NAME);
    CHECK_TEXT(p.items[0].subject, "members/left");
    CHECK_TEXT(p.items[0].text, "there is no mechanism 'hnad'");
    CHECK_TEXT(p.items[0].fix, "did you mean 'hand'?");
    close_plant(&p);
    open_good(&p);
    put_on(&p.cell->members[1], "leftt", "tip");
    check_said(&p, SNW_ERR_UNKNOWN_NAME, "members/right", "cell-reference",
               "it is placed on an unknown member: 'leftt'");
    open_good(&p);
    put_on(&p.cell->members[1], "left", "toe");
    check_said(&p, SNW_ERR_UNKNOWN_NAME, "members/right", "cell-reference",
               "'left' has neither link nor attachment 'toe'");
    open_good(&p);
    put_on(&p.cell->members[2], "", "tip");
    check_said(&p, SNW_ERR_ARGUMENT, "members/part", "cell-reference",
               "it is placed at 'tip', but on no member");
    open_good(&p);
    put_on(&p.cell->members[2], "left", "");
    check_said(&p, SNW_ERR_ARGUMENT, "members/part", "cell-floating",
               "it moves freely but is placed on 'left'");
}

static void members_that_carry_themselves_are_told_as_a_ring(void) {
    plant p;
    open_good(&p);
    put_on(&p.cell->members[0], "left", "tip");
    check_said(&p, SNW_ERR_ARGUMENT, "members/left", "cell-cycle",
               "it carries itself: 'left' on 'left'");
    open_good(&p);
    put_on(add_member(p.cell, p.setup, "third", "hand"), "right", "");
    put_on(&p.cell->members[0], "third", "");
    check_said(&p, SNW_ERR_ARGUMENT, "members/left", "cell-cycle",
               "it carries itself: 'left' on 'third' on 'right' on 'left'");
    // two rings and a member on one of them: two findings
    open_good(&p);
    put_on(&p.cell->members[0], "right", "");
    put_on(add_member(p.cell, p.setup, "x", "hand"), "x", "");
    put_on(add_member(p.cell, p.setup, "y", "hand"), "x", "");
    CHECK(snw_cell_check(p.cell, &p.diags) == SNW_ERR_ARGUMENT);
    CHECK(p.diags.errors == 2 && findings(&p.diags, "cell-cycle") == 2);
    close_plant(&p);
}

static void shapes_are_shared_directly_with_a_link_that_has_them(void) {
    plant p;
    open_good(&p);
    add_share(&p.cell->mechanisms[0], p.setup, "palm", "thump");
    check_said(&p, SNW_ERR_UNKNOWN_NAME, "mechanisms/hand", "shape-reference",
               "shapes are shared with 'thump', which is not a link");
    open_good(&p);
    add_share(&p.cell->mechanisms[0], p.setup, "thumb", "finger");
    check_said(&p, SNW_ERR_ARGUMENT, "mechanisms/hand", "shape-reference",
               "'thumb' has its own shapes besides those of 'finger'");
    open_good(&p);
    add_share(&p.cell->mechanisms[0], p.setup, "palm", "palm");
    check_said(&p, SNW_ERR_ARGUMENT, "mechanisms/hand", "shape-cycle",
               "'palm' uses the shapes of 'palm', which uses those of another link");
    open_good(&p);
    add_share(&p.cell->mechanisms[0], p.setup, "palm", "thumb");
    add_share(&p.cell->mechanisms[0], p.setup, "palm", "finger");
    check_said(&p, SNW_ERR_DUPLICATE, "mechanisms/hand", "shape-reference",
               "'palm' uses the shapes of two links");
}

static void states_speak_of_members_that_are_there(void) {
    plant p;
    const snw_type *const type = &snw_cell_state_type;
    open_good(&p);
    snw_cell_state *state = add_to(&snw_cell_type, p.cell, "states", p.setup);
    snw_copy_text(state->name, SNW_NAME, "home");
    snw_member_state *one = add_to(type, state, "members", p.setup);
    snw_copy_text(one->member, SNW_NAME, "middle");
    check_said(&p, SNW_ERR_UNKNOWN_NAME, "states/home", "cell-reference",
               "there is no member 'middle'");

    open_good(&p);
    state = add_to(&snw_cell_type, p.cell, "states", p.setup);
    snw_copy_text(state->name, SNW_NAME, "home");
    for (int i = 0; i < 2; i++) {
        one = add_to(type, state, "members", p.setup);
        snw_copy_text(one->member, SNW_NAME, "left");
    }
    check_said(&p, SNW_ERR_DUPLICATE, "states/home", "cell-state", "'left' is in it twice");

    open_good(&p);
    p.cell->slots = 0;
    state = add_to(&snw_cell_type, p.cell, "states", p.setup);
    snw_copy_text(state->name, SNW_NAME, "home");
    snw_attached *attached = add_to(type, state, "attached", p.setup);
    snw_copy_text(attached->name, SNW_NAME, "cup");
    snw_copy_text(attached->member, SNW_NAME, "left");
    snw_copy_text(attached->link, SNW_NAME, "tip");
    check_said(&p, SNW_ERR_FULL, "states/home", "cell-state",
               "1 objects are attached, but there are 0 slots");

    open_good(&p);
    state = add_to(&snw_cell_type, p.cell, "states", p.setup);
    snw_copy_text(state->name, SNW_NAME, "home");
    attached = add_to(type, state, "attached", p.setup);
    snw_copy_text(attached->name, SNW_NAME, "cup");
    snw_copy_text(attached->member, SNW_NAME, "left");
    snw_copy_text(attached->link, SNW_NAME, "toe");
    check_said(&p, SNW_ERR_UNKNOWN_NAME, "states/home", "cell-reference",
               "'cup' is attached to 'toe' of 'left', which does not exist");
}

static void sizes_and_values_have_their_limits(void) {
    plant p;
    open_good(&p);
    p.cell->environment.gravity.x = (double)NAN;
    CHECK(snw_cell_check(p.cell, &p.diags) == SNW_ERR_NOT_FINITE);
    close_plant(&p);

    open_good(&p);
    char name[SNW_NAME];
    for (int i = 0; i < 1365; i++) { // with three links each, and 7 links before
        (void)snprintf(name, sizeof name, "m%d", i);
        add_member(p.cell, p.setup, name, "hand");
    }
    check_said(&p, SNW_ERR_TOO_LARGE, "cell/cell", "too-many-links",
               "all members together have 4102 links; at most 4096 are allowed");

    // what is wrong inside a mechanism is told when it is compiled, once for both kinds of base
    open_good(&p);
    snw_copy_text(p.cell->mechanisms[0].robot->joints[0].parent, SNW_NAME, "pal");
    add_member(p.cell, p.setup, "other", "hand")->base = SNW_BASE_FLOATING;
    CHECK(snw_cell_check(p.cell, &p.diags) == SNW_OK);
    snw_arena arena = {0};
    CHECK(snw_system_compile(&p.system, p.cell, &arena, &p.diags) == SNW_ERR_UNKNOWN_NAME);
    CHECK(findings(&p.diags, "unknown-link") == 1);
    close_plant(&p);
}

int main(void) {
    RUN(a_good_cell_passes_without_a_word);
    RUN(mechanisms_are_written_out_or_in_a_file);
    RUN(names_are_there_once_and_have_no_slash);
    RUN(references_that_lead_nowhere_are_told_with_what_was_meant);
    RUN(members_that_carry_themselves_are_told_as_a_ring);
    RUN(shapes_are_shared_directly_with_a_link_that_has_them);
    RUN(states_speak_of_members_that_are_there);
    RUN(sizes_and_values_have_their_limits);
    return check_report();
}
