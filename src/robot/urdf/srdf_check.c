// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "sinew/os/file.h"
#include "srdf_reader.h"

// --- findings at the end ------------------------------------------------------------------------

static void look_at(snw__srdf *s, const char *kind, const char *name, int line) {
    snw_text path = snw_text_over(s->path, sizeof s->path);
    snw_text_format(&path, "robot/%s[%s]", kind, name);
    s->line = line;
    s->column = 0;
}

static int group_index(const snw_srdf *srdf, const char *name) {
    for (int i = 0; i < srdf->group_count; i++) {
        if (strcmp(srdf->groups[i].name, name) == 0) return i;
    }
    return -1;
}

static bool knows_group(snw__srdf *s, const char *name) {
    const snw_srdf *srdf = s->srdf;
    if (group_index(srdf, name) >= 0) return true;
    const char *names[SNW_SRDF_GROUPS];
    for (int i = 0; i < srdf->group_count; i++) {
        names[i] = srdf->groups[i].name;
    }
    const char *near = snw_closest_name(name, names, srdf->group_count);
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    snw_text_format(&text, near != NULL ? "did you mean '%s'?" : "add the group%s",
                    near != NULL ? near : "");
    snw__srdf_say(s, (snw__srdf_fault){SNW__SRDF_ERROR, SNW_ERR_UNKNOWN_NAME, "srdf-group", fix},
                  "group %s is not known", snw_quote(name).text);
    return false;
}

static void say_twice(snw__srdf *s, const char *name) {
    snw__srdf_say(
        s, (snw__srdf_fault){SNW__SRDF_ERROR, SNW_ERR_DUPLICATE, "srdf-twice", "keep one of them"},
        "the name %s is given twice", snw_quote(name).text);
}

// --- groups -------------------------------------------------------------------------------------

typedef struct walk {
    snw__srdf *s;
    char state[SNW_SRDF_GROUPS]; // 1 while a group is looked at, 2 when it has been
    int chain[SNW_SRDF_GROUPS];  // groups that are being looked at
    int depth;
} walk;

static void say_cycle(walk *w, int index) {
    const snw_srdf *srdf = w->s->srdf;
    char names[2 * SNW_WHY_TEXT];
    snw_text text = snw_text_over(names, sizeof names);
    int first = w->depth - 1;
    while (w->chain[first] != index) {
        first--;
    }
    for (int i = first; i < w->depth; i++) {
        snw_text_format(&text, "%s > ", srdf->groups[w->chain[i]].name);
    }
    snw_text_format(&text, "%s", srdf->groups[index].name);
    look_at(w->s, "group", srdf->groups[index].name, w->s->group_line[index]);
    snw__srdf_say(w->s,
                  (snw__srdf_fault){SNW__SRDF_ERROR, SNW_ERR_ARGUMENT, "srdf-cycle",
                                    "remove the group from one of them"},
                  "a group contains itself: %s", names);
}

// depth is bounded by the number of groups
static void visit(walk *w, int index) {
    const snw_srdf_group *group = &w->s->srdf->groups[index];
    w->state[index] = 1;
    w->chain[w->depth++] = index;
    for (int i = 0; i < group->group_count; i++) {
        const int inner = group_index(w->s->srdf, group->groups[i]);
        if (inner >= 0 && w->state[inner] == 1) say_cycle(w, inner);
        if (inner >= 0 && w->state[inner] == 0) visit(w, inner);
    }
    w->depth--;
    w->state[index] = 2;
}

static bool is_virtual(const snw_srdf *srdf, const char *name) {
    for (int i = 0; i < srdf->virtual_joint_count; i++) {
        if (strcmp(srdf->virtual_joints[i].name, name) == 0) return true;
    }
    return false;
}

// joints that do not exist are reported, and left out when that is allowed
static void check_joints(snw__srdf *s, snw_srdf_group *group) {
    int kept = 0;
    for (int i = 0; i < group->joint_count; i++) {
        if (!is_virtual(s->srdf, group->joints[i]) && !snw__srdf_knows_joint(s, group->joints[i])) {
            continue;
        }
        if (kept != i) memcpy(group->joints[kept], group->joints[i], SNW_NAME);
        kept++;
    }
    group->joint_count = kept;
}

static void check_group(snw__srdf *s, int index) {
    snw_srdf_group *group = &s->srdf->groups[index];
    look_at(s, "group", group->name, s->group_line[index]);
    if (group_index(s->srdf, group->name) < index) say_twice(s, group->name);
    if (group->link_count + group->joint_count + group->chain_count + group->group_count == 0) {
        snw__srdf_say(s,
                      (snw__srdf_fault){SNW__SRDF_REMARK, SNW_ERR_SIZE, "srdf-group", "remove it"},
                      "the group is empty");
    }
    check_joints(s, group);
    for (int i = 0; i < group->group_count; i++) {
        (void)knows_group(s, group->groups[i]);
    }
}

static void check_groups(snw__srdf *s) {
    const int count = s->srdf->group_count;
    for (int i = 0; i < count; i++) {
        check_group(s, i);
    }
    walk w = {.s = s};
    for (int i = 0; i < count; i++) {
        if (w.state[i] == 0) visit(&w, i);
    }
}

// --- positions ----------------------------------------------------------------------------------

// coordinates of a joint; -1 when that is not known
static int coordinates_of(const snw__srdf *s, const char *name) {
    if (s->robot == NULL) return -1;
    const int joint = snw_names_find(&s->joints, name, NULL);
    if (joint < 0) return -1;
    switch (s->robot->joints[joint].kind) {
    case SNW_JOINT_FIXED:
        return 0;
    case SNW_JOINT_SPHERICAL:
        return 4;
    case SNW_JOINT_PLANAR:
        return 3;
    case SNW_JOINT_FREE:
        return 7;
    case SNW_JOINT_REVOLUTE:
    case SNW_JOINT_CONTINUOUS:
    case SNW_JOINT_PRISMATIC:
    case SNW_JOINT_SCREW:
    case SNW_JOINT_LAW:
        break;
    }
    return 1;
}

static bool check_position(snw__srdf *s, const snw_srdf_position *position) {
    if (is_virtual(s->srdf, position->joint)) return true;
    if (!snw__srdf_knows_joint(s, position->joint)) return false;
    const int needed = coordinates_of(s, position->joint);
    if (needed < 0 || needed == position->value_count) return true;
    snw__srdf_say(s,
                  (snw__srdf_fault){SNW__SRDF_DOUBT, SNW_ERR_SIZE, "srdf-number",
                                    "write one number for each coordinate"},
                  "joint %s has %d number%s instead of %d", snw_quote(position->joint).text,
                  position->value_count, position->value_count == 1 ? "" : "s", needed);
    return false;
}

// what is left out leaves a hole that the later ones fill; their lists go along
static void check_state(snw__srdf *s, int index) {
    snw_srdf_state *state = &s->srdf->states[index];
    look_at(s, "group_state", state->name, s->state_line[index]);
    (void)knows_group(s, state->group);
    const snw_type *type = snw_type_field(&snw_srdf_type, "states")->type;
    const snw_field *field = snw_type_field(type, "joints");
    int kept = 0;
    for (int i = 0; i < state->joint_count; i++) {
        if (!check_position(s, &state->joints[i])) continue;
        if (kept != i && snw_failed(snw_block_copy(field->type, &state->joints[kept],
                                                   &state->joints[i], s->setup))) {
            s->broken = true;
            s->first = SNW_ERR_MEMORY;
        }
        kept++;
    }
    SNW_IGNORE(snw_block_resize(field, state, kept, s->setup));
}

static void check_hand(snw__srdf *s, int index) {
    const snw_srdf_end_effector *hand = &s->srdf->end_effectors[index];
    look_at(s, "end_effector", hand->name, s->hand_line[index]);
    (void)knows_group(s, hand->group);
    if (hand->parent_group[0] != '\0') (void)knows_group(s, hand->parent_group);
    for (int i = 0; i < index; i++) {
        if (strcmp(s->srdf->end_effectors[i].name, hand->name) == 0) say_twice(s, hand->name);
    }
}

static void check_virtual(snw__srdf *s, int index) {
    const char *name = s->srdf->virtual_joints[index].name;
    look_at(s, "virtual_joint", name, s->virtual_line[index]);
    for (int i = 0; i < index; i++) {
        if (strcmp(s->srdf->virtual_joints[i].name, name) == 0) say_twice(s, name);
    }
}

void snw__srdf_check(snw__srdf *s) {
    check_groups(s);
    for (int i = 0; i < s->srdf->state_count; i++) {
        check_state(s, i);
    }
    for (int i = 0; i < s->srdf->end_effector_count; i++) {
        check_hand(s, i);
    }
    for (int i = 0; i < s->srdf->virtual_joint_count; i++) {
        check_virtual(s, i);
    }
}

// --- the public side ----------------------------------------------------------------------------

// tables of the robot's names; NULL when memory is exhausted
static void *index_robot(snw__srdf *s) {
    const snw_robot *robot = s->robot;
    snw_arena arena = {0};
    SNW_IGNORE(snw_names_init(&s->links, robot->link_count, &arena));
    SNW_IGNORE(snw_names_init(&s->joints, robot->joint_count, &arena));
    const size_t size = (arena.needed + SNW_ARENA_ALIGN) / SNW_ARENA_ALIGN * SNW_ARENA_ALIGN;
    void *block = aligned_alloc(SNW_ARENA_ALIGN, size);
    if (block == NULL) return NULL;
    arena = snw_arena_over(block, size);
    SNW_IGNORE(snw_names_init(&s->links, robot->link_count, &arena));
    SNW_IGNORE(snw_names_init(&s->joints, robot->joint_count, &arena));
    for (int i = 0; i < robot->link_count; i++) {
        SNW_IGNORE(snw_names_add(&s->links, robot->links[i].name, i));
    }
    for (int i = 0; i < robot->joint_count; i++) {
        SNW_IGNORE(snw_names_add(&s->joints, robot->joints[i].name, i));
    }
    return block;
}

snw_status snw_srdf_read(const snw_source *source, const snw_srdf_options *options,
                         const snw_robot *robot, snw_setup *setup, snw_srdf **srdf,
                         snw_diags *diags) {
    snw__srdf *s = calloc(1, sizeof *s);
    if (s == NULL) return SNW_ERR_MEMORY;
    s->strictness = options != NULL ? options->strictness : SNW_NORMAL;
    s->robot = robot;
    s->setup = setup;
    s->diags = diags;
    s->file = source->name;
    s->line = s->column = 1;
    s->xml = snw_xml_open(source->bytes, source->length, source->name);
    s->srdf = snw_block_new(&snw_srdf_type, setup);
    void *names = robot != NULL ? index_robot(s) : NULL;
    if (s->xml == NULL || s->srdf == NULL || (robot != NULL && names == NULL)) {
        snw__srdf_say(s,
                      (snw__srdf_fault){SNW__SRDF_ERROR, SNW_ERR_MEMORY, "srdf-memory",
                                        "allow the loader more memory"},
                      "the memory allowed is exhausted");
    } else {
        snw__srdf_document(s);
        if (!s->broken) snw__srdf_check(s);
    }
    snw_xml_close(s->xml);
    free(names);
    const snw_status status = s->first;
    if (status == SNW_OK) *srdf = s->srdf;
    free(s);
    return status;
}

snw_status snw_srdf_read_file(const char *path, const snw_srdf_options *options,
                              const snw_robot *robot, snw_setup *setup, snw_srdf **srdf,
                              snw_diags *diags) {
    snw_file_content content;
    snw_why why;
    snw_file_reading how = snw_file_reading_defaults();
    how.limit = SNW_DOCUMENT_BYTES;
    snw_status status = snw_file_read(path, &how, &content, &why);
    if (snw_failed(status)) {
        snw_diags_add(diags, &why);
        return status;
    }
    const snw_source source = {content.data, content.size, path, NULL};
    status = snw_srdf_read(&source, options, robot, setup, srdf, diags);
    snw_file_free(&content);
    return status;
}
