// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "sinew/urdf/srdf.h"

typedef struct writer {
    snw_text *text;
    snw_why *why;
    snw_status status; // of the first name that cannot be written
} writer;

// a reader takes blanks away from the ends, and refuses control characters and broken UTF-8
static bool is_plain(const char *name) {
    const size_t length = strlen(name);
    if (length > 0 && (snw_is_blank(name[0]) || snw_is_blank(name[length - 1]))) return false;
    for (size_t i = 0; i < length;) {
        const int step = snw_utf8_length(name + i, length - i);
        if (step == 0 || (unsigned char)name[i] < 0x20 || name[i] == 0x7F) return false;
        // U+FFFE and U+FFFF are no letters of XML
        if (step == 3 && memcmp(name + i, "\xEF\xBF", 2) == 0 &&
            (unsigned char)name[i + 2] >= 0xBE) {
            return false;
        }
        i += (size_t)step;
    }
    return true;
}

static void refuse_name(writer *w, const char *subject, const char *text) {
    if (w->status != SNW_OK) return;
    w->status = SNW_ERR_UNSUPPORTED;
    snw_why_set(w->why, w->status, subject, text);
    snw_why_rule(w->why, "srdf-name");
    snw_why_fix(w->why, "give it a short plain name");
}

// attribute="value"; an empty one is left out when it may be
static void put(writer *w, const char *attribute, const char *value, bool optional) {
    if (value[0] == '\0' && optional) return;
    if (value[0] == '\0') refuse_name(w, attribute, "the name is empty");
    if (!is_plain(value))
        refuse_name(w, attribute, "the name has characters that SRDF cannot contain");
    snw_text_format(w->text, " %s=\"", attribute);
    snw_text_xml_attribute(w->text, value);
    snw_text_add(w->text, "\"", 1);
}

static void put_names(writer *w, const char *start, const char *attribute,
                      const char (*names)[SNW_NAME], int count) {
    for (int i = 0; i < count; i++) {
        snw_text_format(w->text, "%s", start);
        put(w, attribute, names[i], false);
        snw_text_format(w->text, "/>\n");
    }
}

// C has no conversion from char (*)[n] to const char (*)[n]
#define NAMES(list) ((const char(*)[SNW_NAME])(list))

static void put_group(writer *w, const snw_srdf_group *group) {
    snw_text_format(w->text, "  <group");
    put(w, "name", group->name, false);
    snw_text_format(w->text, ">\n");
    put_names(w, "    <link", "name", NAMES(group->links), group->link_count);
    put_names(w, "    <joint", "name", NAMES(group->joints), group->joint_count);
    for (int i = 0; i < group->chain_count; i++) {
        snw_text_format(w->text, "    <chain");
        put(w, "base_link", group->chains[i].base_link, false);
        put(w, "tip_link", group->chains[i].tip_link, false);
        snw_text_format(w->text, "/>\n");
    }
    put_names(w, "    <group", "name", NAMES(group->groups), group->group_count);
    snw_text_format(w->text, "  </group>\n");
}

static void put_state(writer *w, const snw_srdf_state *state) {
    snw_text_format(w->text, "  <group_state");
    put(w, "name", state->name, false);
    put(w, "group", state->group, false);
    snw_text_format(w->text, ">\n");
    for (int i = 0; i < state->joint_count; i++) {
        const snw_srdf_position *position = &state->joints[i];
        snw_text_format(w->text, "    <joint");
        put(w, "name", position->joint, false);
        snw_text_format(w->text, " value=\"");
        for (int k = 0; k < position->value_count; k++) {
            if (!isfinite(position->values[k]))
                refuse_name(w, position->joint, "a value is not finite");
            snw_text_add(w->text, " ", k > 0 ? 1 : 0);
            snw_text_real(w->text, position->values[k]);
        }
        snw_text_format(w->text, "\"/>\n");
    }
    snw_text_format(w->text, "  </group_state>\n");
}

static void put_pairs(writer *w, const char *start, const snw_srdf_pair *pairs, int count) {
    for (int i = 0; i < count; i++) {
        snw_text_format(w->text, "%s", start);
        put(w, "link1", pairs[i].link1, false);
        put(w, "link2", pairs[i].link2, false);
        put(w, "reason", pairs[i].reason, true);
        snw_text_format(w->text, "/>\n");
    }
}

static void put_ends(writer *w, const snw_srdf *srdf) {
    static const char *const kinds[] = {"fixed", "planar", "floating"};
    for (int i = 0; i < srdf->end_effector_count; i++) {
        const snw_srdf_end_effector *hand = &srdf->end_effectors[i];
        snw_text_format(w->text, "  <end_effector");
        put(w, "name", hand->name, false);
        put(w, "parent_link", hand->parent_link, false);
        put(w, "group", hand->group, false);
        put(w, "parent_group", hand->parent_group, true);
        snw_text_format(w->text, "/>\n");
    }
    for (int i = 0; i < srdf->virtual_joint_count; i++) {
        const snw_srdf_virtual_joint *joint = &srdf->virtual_joints[i];
        snw_text_format(w->text, "  <virtual_joint");
        put(w, "name", joint->name, false);
        put(w, "type", kinds[joint->kind], false);
        put(w, "parent_frame", joint->parent_frame, false);
        put(w, "child_link", joint->child_link, false);
        snw_text_format(w->text, "/>\n");
    }
}

snw_status snw_srdf_write(const snw_srdf *srdf, snw_text *text, snw_why *why) {
    writer w = {text, why, SNW_OK};
    snw_text_format(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<robot");
    put(&w, "name", srdf->name, false);
    snw_text_format(text, ">\n");
    for (int i = 0; i < srdf->group_count; i++) {
        put_group(&w, &srdf->groups[i]);
    }
    for (int i = 0; i < srdf->state_count; i++) {
        put_state(&w, &srdf->states[i]);
    }
    put_ends(&w, srdf);
    put_names(&w, "  <passive_joint", "name", NAMES(srdf->passive_joints),
              srdf->passive_joint_count);
    put_names(&w, "  <disable_default_collisions", "link", NAMES(srdf->disabled_links),
              srdf->disabled_link_count);
    put_pairs(&w, "  <enable_collisions", srdf->enabled, srdf->enabled_count);
    put_pairs(&w, "  <disable_collisions", srdf->disabled, srdf->disabled_count);
    snw_text_format(text, "</robot>\n");
    return w.status;
}
