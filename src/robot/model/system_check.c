// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "system_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// --- findings -----------------------------------------------------------------------------------

void snw__about(snw__findings *findings, const char *list, const char *item) {
    snw_text line = snw_text_over(findings->subject, sizeof findings->subject);
    snw_text_format(&line, "%s/%s", list, item);
}

void snw__tell(snw__findings *findings, snw_status code, const char *rule, const char *fix,
               const char *format, ...) {
    char text[2 * SNW_WHY_TEXT];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snw_why why;
    snw_why_set(&why, code, findings->subject, text);
    snw_why_rule(&why, rule);
    snw_why_fix(&why, fix);
    snw_diags_add(findings->diags, &why);
    if (findings->first == SNW_OK) findings->first = code;
}

// --- names --------------------------------------------------------------------------------------

const snw_robot *snw_mechanism_robot(const snw_mechanism *mechanism) {
    return mechanism->robot != NULL ? mechanism->robot : mechanism->loaded;
}

// scratch memory of at least one item; NULL fails the whole check later
static void *scratch(snw__cell_plan *plan, int count, size_t size) {
    return snw_setup_take(plan->scratch, ((size_t)count + 1) * size, _Alignof(max_align_t));
}

static snw_status new_names(snw__cell_plan *plan, snw_names *names, int count) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_names_init(names, count, &arena));
    void *memory = snw_setup_take(plan->scratch, arena.needed + 1, SNW_ARENA_ALIGN);
    if (memory == NULL) return SNW_ERR_MEMORY;
    arena = snw_arena_over(memory, arena.needed);
    return snw_names_init(names, count, &arena);
}

// A slash joins the name of a member with those of its parts.
static void check_name(snw__cell_plan *plan, const char *list, const char *name) {
    snw__about(&plan->found, list, name);
    if (name[0] == '\0') {
        snw__tell(&plan->found, SNW_ERR_SYNTAX, "cell-name", "give it a name", "it has no name");
    } else if (strchr(name, '/') != NULL) {
        snw__tell(&plan->found, SNW_ERR_SYNTAX, "cell-name", "choose a name without '/'",
                  "the name has a slash");
    }
}

// Tells that a name is not known, and which one was probably meant: for some of them, among some,
// so that a file full of wrong names costs no more than one of right names.
static void unknown(snw__cell_plan *plan, const char *list, const char *text, const char *name) {
    enum { NAMES = 64, PROPOSALS = 32 };
    const char *names[NAMES];
    const snw_field *field = snw_type_field(&snw_cell_type, list);
    int count = 0;
    if (plan->proposals++ < PROPOSALS) count = snw_field_count(field, plan->cell);
    if (count > NAMES) count = NAMES;
    for (int i = 0; i < count; i++) {
        names[i] = snw_field_index_key(field, plan->cell, i);
    }
    const char *closest = snw_closest_name(name, names, count);
    char fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(fix, sizeof fix);
    if (closest != NULL) {
        snw_text_format(&line, "did you mean '%s'?", closest);
    } else {
        snw_text_format(&line, "add it to the %s of the cell, or name one of them", list);
    }
    snw__tell(&plan->found, SNW_ERR_UNKNOWN_NAME, "cell-reference", fix, "%s '%s'", text, name);
}

// --- mechanisms ---------------------------------------------------------------------------------

static const snw_link_description *find_link(const snw_robot *robot, const char *name) {
    for (int i = 0; i < robot->link_count; i++) {
        if (strcmp(robot->links[i].name, name) == 0) return &robot->links[i];
    }
    return NULL;
}

static bool has_place(const snw_robot *robot, const char *name) {
    if (name[0] == '\0' || find_link(robot, name) != NULL) return true;
    for (int i = 0; i < robot->attachment_count; i++) {
        if (strcmp(robot->attachments[i].name, name) == 0) return true;
    }
    return false;
}

static bool shares(const snw_mechanism *mechanism, const char *link, int before) {
    for (int i = 0; i < before; i++) {
        if (strcmp(mechanism->shares[i].link, link) == 0) return true;
    }
    return false;
}

// Shapes are shared directly: a link that lends them has them itself, so that no chain of
// references, and no ring, can arise.
static void check_share(snw__cell_plan *plan, const snw_mechanism *mechanism, int index) {
    const snw_robot *robot = snw_mechanism_robot(mechanism);
    const snw_shape_share *share = &mechanism->shares[index];
    const char *const ends[2] = {share->link, share->of};
    for (int i = 0; i < 2; i++) {
        if (find_link(robot, ends[i]) != NULL) continue;
        snw__tell(&plan->found, SNW_ERR_UNKNOWN_NAME, "shape-reference",
                  "name a link of this mechanism",
                  "shapes are shared with '%s', which is not a link", ends[i]);
        return;
    }
    if (shares(mechanism, share->of, mechanism->share_count)) {
        snw__tell(&plan->found, SNW_ERR_ARGUMENT, "shape-cycle",
                  "name the link that has the shapes itself",
                  "'%s' uses the shapes of '%s', which uses those of another link", share->link,
                  share->of);
        return;
    }
    const snw_link_description *link = find_link(robot, share->link);
    if (link->visual_count > 0 || link->collision_count > 0) {
        snw__tell(&plan->found, SNW_ERR_ARGUMENT, "shape-reference",
                  "remove its own shapes, or the reference",
                  "'%s' has its own shapes besides those of '%s'", share->link, share->of);
    }
    if (shares(mechanism, share->link, index)) {
        snw__tell(&plan->found, SNW_ERR_DUPLICATE, "shape-reference", "keep one of them",
                  "'%s' uses the shapes of two links", share->link);
    }
}

static void check_mechanism(snw__cell_plan *plan, int index) {
    const snw_mechanism *mechanism = &plan->cell->mechanisms[index];
    check_name(plan, "mechanisms", mechanism->name);
    SNW_IGNORE(snw_names_add(&plan->mechanisms, mechanism->name, index));
    const bool in_file = mechanism->file[0] != '\0';
    if (in_file && mechanism->robot != NULL) {
        snw__tell(&plan->found, SNW_ERR_ARGUMENT, "cell-mechanism", "keep one of them",
                  "it is written in the cell and in the file '%s'", mechanism->file);
    } else if (!in_file && mechanism->robot == NULL) {
        snw__tell(&plan->found, SNW_ERR_ARGUMENT, "cell-mechanism",
                  "write a <robot> in it, or name a file", "it has neither a robot nor a file");
    } else if (snw_mechanism_robot(mechanism) == NULL) {
        snw__tell(&plan->found, SNW_ERR_NOT_FOUND, "cell-mechanism",
                  "read the cell with snw_cell_read()", "the file '%s' has not been loaded",
                  mechanism->file);
    } else {
        for (int i = 0; i < mechanism->share_count; i++) {
            check_share(plan, mechanism, i);
        }
    }
}

// --- members ------------------------------------------------------------------------------------

static const snw_robot *robot_of(const snw__cell_plan *plan, int member) {
    const int mechanism = plan->mechanism[member];
    return mechanism < 0 ? NULL : snw_mechanism_robot(&plan->cell->mechanisms[mechanism]);
}

static void find_mechanism(snw__cell_plan *plan, int index) {
    const snw_cell_member *member = &plan->cell->members[index];
    check_name(plan, "members", member->name);
    SNW_IGNORE(snw_names_add(&plan->members, member->name, index));
    plan->mechanism[index] = snw_names_find(&plan->mechanisms, member->mechanism, NULL);
    if (plan->mechanism[index] < 0) {
        unknown(plan, "mechanisms", "there is no mechanism", member->mechanism);
    }
    const snw_robot *robot = robot_of(plan, index);
    plan->floats[index] = member->base == SNW_BASE_AS_DESCRIBED ? robot != NULL && robot->floating
                                                                : member->base == SNW_BASE_FLOATING;
}

static void find_carrier(snw__cell_plan *plan, int index) {
    const snw_cell_member *member = &plan->cell->members[index];
    plan->carrier[index] = -1;
    snw__about(&plan->found, "members", member->name);
    if (member->on[0] == '\0') {
        if (member->at[0] == '\0') return;
        snw__tell(&plan->found, SNW_ERR_ARGUMENT, "cell-reference",
                  "name the member that it stands on", "it is placed at '%s', but on no member",
                  member->at);
        return;
    }
    plan->carrier[index] = snw_names_find(&plan->members, member->on, NULL);
    if (plan->carrier[index] < 0) {
        unknown(plan, "members", "it is placed on an unknown member:", member->on);
        return;
    }
    const snw_robot *carrier = robot_of(plan, plan->carrier[index]);
    if (carrier != NULL && !has_place(carrier, member->at)) {
        snw__tell(&plan->found, SNW_ERR_UNKNOWN_NAME, "cell-reference",
                  "name a link or an attachment of it", "'%s' has neither link nor attachment '%s'",
                  member->on, member->at);
    }
    if (plan->floats[index]) {
        snw__tell(&plan->found, SNW_ERR_ARGUMENT, "cell-floating", "write base=\"fixed\"",
                  "it moves freely but is placed on '%s'", member->on);
    }
}

// tells a ring of carriers once, from the member that the search came back to
static void tell_ring(snw__cell_plan *plan, int start) {
    const snw_cell *cell = plan->cell;
    char ring[SNW_WHY_TEXT];
    snw_text line = snw_text_over(ring, sizeof ring);
    snw_text_format(&line, "it carries itself: '%s'", cell->members[start].name);
    int at = start;
    do {
        at = plan->carrier[at];
        snw_text_format(&line, " on '%s'", cell->members[at].name);
    } while (at != start);
    snw__about(&plan->found, "members", cell->members[start].name);
    snw__tell(&plan->found, SNW_ERR_ARGUMENT, "cell-cycle", "place one of them in the world", "%s",
              ring);
}

// Carriers first, else the order of the file: from each member up to one that has its place, then
// back down. `place` is -1 before a member is met and -2 while it is on the way up.
static void find_order(snw__cell_plan *plan) {
    const int count = plan->cell->member_count;
    int *way = scratch(plan, count, sizeof *way);
    if (way == NULL) return;
    for (int i = 0; i < count; i++) {
        plan->place[i] = -1;
    }
    int placed = 0;
    for (int i = 0; i < count; i++) {
        int length = 0, at = i;
        while (at >= 0 && plan->place[at] == -1) {
            plan->place[at] = -2;
            way[length++] = at;
            at = plan->carrier[at];
        }
        if (at >= 0 && plan->place[at] == -2) tell_ring(plan, at);
        while (length > 0) {
            at = way[--length];
            plan->place[at] = placed;
            plan->order[placed++] = at;
        }
    }
}

static void check_members(snw__cell_plan *plan) {
    long links = 0;
    for (int i = 0; i < plan->cell->member_count; i++) {
        find_mechanism(plan, i);
        const snw_robot *robot = robot_of(plan, i);
        if (robot != NULL) links += robot->link_count;
    }
    for (int i = 0; i < plan->cell->member_count; i++) {
        find_carrier(plan, i);
    }
    find_order(plan);
    snw__about(&plan->found, "cell", plan->cell->name);
    if (plan->cell->member_count == 0) {
        snw__tell(&plan->found, SNW_ERR_ARGUMENT, "cell-empty", "add a member",
                  "there is no member");
    }
    if (links > SNW_MODEL_LINKS) {
        snw__tell(&plan->found, SNW_ERR_TOO_LARGE, "too-many-links", "divide it into several cells",
                  "all members together have %ld links; at most %d are allowed", links,
                  SNW_MODEL_LINKS);
    }
}

// --- states -------------------------------------------------------------------------------------

static void check_attached(snw__cell_plan *plan, const snw_cell_state *state, int index) {
    const snw_attached *attached = &state->attached[index];
    const int member = snw_names_find(&plan->members, attached->member, NULL);
    if (member < 0) {
        unknown(plan, "members", "something is attached to", attached->member);
        return;
    }
    const snw_robot *robot = robot_of(plan, member);
    if (robot != NULL && !has_place(robot, attached->link)) {
        snw__tell(&plan->found, SNW_ERR_UNKNOWN_NAME, "cell-reference",
                  "name a link or an attachment of it",
                  "'%s' is attached to '%s' of '%s', which does not exist", attached->name,
                  attached->link, attached->member);
    }
}

static void check_state(snw__cell_plan *plan, const snw_cell_state *state, int number, int *seen) {
    snw__about(&plan->found, "states", state->name);
    for (int i = 0; i < state->member_count; i++) {
        const char *name = state->members[i].member;
        const int member = snw_names_find(&plan->members, name, NULL);
        if (member < 0) {
            unknown(plan, "members", "there is no member", name);
        } else if (seen[member] == number) {
            snw__tell(&plan->found, SNW_ERR_DUPLICATE, "cell-state", "keep one of them",
                      "'%s' is in it twice", name);
        } else {
            seen[member] = number;
        }
    }
    if (state->attached_count > plan->cell->slots) {
        snw__tell(&plan->found, SNW_ERR_FULL, "cell-state", "give the cell more slots",
                  "%d objects are attached, but there are %d slots", state->attached_count,
                  plan->cell->slots);
    }
    for (int i = 0; i < state->attached_count; i++) {
        check_attached(plan, state, i);
    }
}

// --- the whole ----------------------------------------------------------------------------------

snw_status snw__cell_plan_begin(snw__cell_plan *plan, const snw_cell *cell, snw_diags *diags) {
    // enough for the largest cell; nothing of it is copied
    enum { SCRATCH = 64 << 20 };
    *plan = (snw__cell_plan){
        .cell = cell, .found = {.diags = diags}, .scratch = snw_setup_create(SCRATCH)};
    if (plan->scratch == NULL) return SNW_ERR_MEMORY;
    const int count = cell->member_count;
    plan->mechanism = scratch(plan, count, sizeof(int));
    plan->carrier = scratch(plan, count, sizeof(int));
    plan->floats = scratch(plan, count, sizeof(bool));
    plan->order = scratch(plan, count, sizeof(int));
    plan->place = scratch(plan, count, sizeof(int));
    int *seen = scratch(plan, count, sizeof(int));
    snw_status status = snw_setup_status(plan->scratch);
    if (status == SNW_OK) status = new_names(plan, &plan->mechanisms, cell->mechanism_count);
    if (status == SNW_OK) status = new_names(plan, &plan->members, count);
    if (snw_failed(status)) return status;

    // ranges, rotations, unique names: whatever the tables say
    plan->found.first = snw_block_check(&snw_cell_type, cell, "cell", diags);
    for (int i = 0; i < cell->mechanism_count; i++) {
        check_mechanism(plan, i);
    }
    check_members(plan);
    for (int i = 0; i < cell->state_count; i++) {
        check_state(plan, &cell->states[i], i + 1, seen);
    }
    return snw_setup_status(plan->scratch);
}

void snw__cell_plan_end(snw__cell_plan *plan) {
    snw_setup_destroy(plan->scratch);
}

snw_status snw_cell_check(const snw_cell *cell, snw_diags *diags) {
    snw__cell_plan plan;
    snw_status status = snw__cell_plan_begin(&plan, cell, diags);
    if (status == SNW_OK) status = plan.found.first;
    snw__cell_plan_end(&plan);
    return status;
}
