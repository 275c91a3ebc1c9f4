// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "edit_internal.h"

#include <string.h>

// One merging. The edit is that of the carrier; findings about the mounted one go there too.
typedef struct merging {
    snw__edit edit;
    const snw_robot *mounted;
    const char *prefix;
} merging;

// puts the prefix before a name of the mounted one; an empty name refers to nothing and stays
static void rename_one(merging *m, char name[SNW_NAME]) {
    char old[SNW_NAME];
    if (name[0] == '\0') return;
    memcpy(old, name, SNW_NAME);
    snw_text line = snw_text_over(name, SNW_NAME);
    snw_text_format(&line, "%s%s", m->prefix, old);
    if (!snw_text_is_cut(&line)) return;
    snw__say(&m->edit.plan, SNW_ERR_TOO_LARGE, "edit-name", NULL, NULL,
             "'%s' with the prefix '%s' is too long", old, m->prefix);
    snw_why_add(&m->edit.plan.why, "most", SNW_NAME - 1, "");
    snw__error(&m->edit.plan, "choose a shorter prefix");
}

static void rename_shapes(merging *m, snw_body_shape *shapes, int count) {
    for (int i = 0; i < count; i++) {
        rename_one(m, shapes[i].material);
    }
}

static void rename_spring(merging *m, snw_spring *spring) {
    for (int i = 0; spring != NULL && i < spring->term_count; i++) {
        rename_one(m, spring->terms[i].joint);
    }
}

static void rename_link(merging *m, void *item) {
    snw_link_description *link = item;
    rename_one(m, link->name);
    rename_shapes(m, link->visuals, link->visual_count);
    rename_shapes(m, link->collisions, link->collision_count);
}

static void rename_joint(merging *m, void *item) {
    snw_joint_description *joint = item;
    rename_one(m, joint->name);
    rename_one(m, joint->parent);
    rename_one(m, joint->child);
    if (joint->mimic != NULL) rename_one(m, joint->mimic->joint);
    rename_spring(m, joint->spring);
    rename_spring(m, joint->damper);
}

static void rename_attachment(merging *m, void *item) {
    snw_attachment *attachment = item;
    rename_one(m, attachment->name);
    rename_one(m, attachment->link);
}

static void rename_coupling(merging *m, void *item) {
    snw_coupling *coupling = item;
    rename_one(m, coupling->name);
    for (int i = 0; i < coupling->joint_count; i++) {
        rename_one(m, coupling->joints[i]);
    }
}

static void rename_material(merging *m, void *item) {
    snw_robot_material *material = item;
    rename_one(m, material->name);
}

static void report_clash(merging *m, const char *list, const char *name) {
    snw__say(&m->edit.plan, SNW_ERR_DUPLICATE, "edit-clash", list, name,
             "both models have this name");
    snw__error(&m->edit.plan, "choose another prefix");
}

typedef void rename_fn(merging *m, void *item);

// Appends the items of a list and renames them. `share` leaves out those that the carrier has
// already, equal in all.
static void append(merging *m, const char *list, rename_fn *rename, bool share) {
    snw__edit *edit = &m->edit;
    const snw_field *field = snw_type_field(&snw_robot_type, list);
    const int carried = snw_field_count(field, edit->out);
    const int count = snw_field_count(field, m->mounted);
    for (int i = 0; i < count; i++) {
        const int at = snw__edit_grow(edit, list, 1);
        if (at < 0) return;
        void *item = snw_field_place(field, edit->out, at);
        const void *from = snw_field_place_const(field, m->mounted, i);
        const snw_status status = snw_block_copy(field->type, item, from, edit->setup);
        if (snw_failed(status)) {
            edit->memory = status;
            return;
        }
        rename(m, item);
        const char *name = snw_field_index_key(field, edit->out, at);
        const int twin = snw_field_key_index(field, edit->out, name);
        if (twin >= carried) continue;
        const void *other = snw_field_place_const(field, edit->out, twin);
        if (share && snw_block_equal(field->type, item, other)) {
            SNW_IGNORE(snw_block_resize(field, edit->out, at, edit->setup));
        } else {
            report_clash(m, list, name);
        }
    }
}

// the joint between the two
static void mount(merging *m, const snw_joint_description *given) {
    snw__edit *edit = &m->edit;
    if (snw__edit_link(edit, given->parent) < 0) return;
    const snw_field *field = snw_type_field(&snw_robot_type, "joints");
    if (snw_field_key_index(field, edit->out, given->name) >= 0) {
        report_clash(m, "joints", given->name);
    }
    // the root of the mounted one is the link that no joint of it has as child
    const char *root = NULL;
    for (int i = 0; i < m->mounted->link_count; i++) {
        bool moved = false;
        for (int k = 0; !moved && k < m->mounted->joint_count; k++) {
            moved = strcmp(m->mounted->joints[k].child, m->mounted->links[i].name) == 0;
        }
        if (!moved) root = m->mounted->links[i].name;
    }
    const int at = snw__edit_grow(edit, "joints", 1);
    if (at < 0 || root == NULL) return;
    snw_joint_description *joint = &edit->out->joints[at];
    const snw_status status =
        snw_block_copy(&snw_joint_description_type, joint, given, edit->setup);
    if (edit->memory == SNW_OK) edit->memory = status;
    snw_copy_text(joint->child, SNW_NAME, root);
    rename_one(m, joint->child);
}

// the mounted one must be good by itself, or its names would make no sense
static snw_status check_mounted(const snw_robot *mounted, snw_diags *diags) {
    snw__plan plan;
    snw_status status = snw__plan_begin(&plan, mounted, diags);
    if (status == SNW_OK) status = plan.first;
    snw__plan_end(&plan);
    return status;
}

snw_status snw_robot_merge(const snw_robot *carrier, const snw_robot *mounted,
                           const snw_mounting *mounting, snw_setup *setup, snw_robot **out,
                           snw_diags *diags) {
    const snw_status status = check_mounted(mounted, diags);
    if (snw_failed(status)) return status;
    merging m = {.mounted = mounted, .prefix = mounting->prefix != NULL ? mounting->prefix : ""};
    if (snw__edit_begin(&m.edit, carrier, setup, diags)) {
        append(&m, "links", rename_link, false);
        append(&m, "joints", rename_joint, false);
        append(&m, "attachments", rename_attachment, false);
        append(&m, "couplings", rename_coupling, false);
        append(&m, "materials", rename_material, true);
        mount(&m, mounting->joint);
    }
    return snw__edit_end(&m.edit, out);
}
