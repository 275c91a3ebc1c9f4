// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/document.h"
#include "sinew/os/file.h"
#include "srdf_reader.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

// --- reporting ----------------------------------------------------------------------------------

static void add(snw__srdf *s, const snw_why *why) {
    if (why->severity == SNW_ERROR && s->first == SNW_OK) s->first = why->code;
    snw_diags_add(s->diags, why);
}

void snw__srdf_say(snw__srdf *s, snw__srdf_fault fault, const char *format, ...) {
    char text[4 * SNW_WHY_TEXT];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const snw_strictness strictness = s->strictness;
    snw_why why;
    snw_why_set(&why, fault.code, s->path, text);
    if ((fault.weight == SNW__SRDF_REMARK && strictness != SNW_STRICT) ||
        (fault.weight == SNW__SRDF_DOUBT && strictness == SNW_LENIENT)) {
        why.severity = SNW_WARNING;
    }
    snw_why_rule(&why, fault.rule);
    snw_why_fix(&why, fault.fix);
    snw_why_at(&why, s->file, s->line, s->column);
    add(s, &why);
}

static void exhausted(snw__srdf *s) {
    if (!s->broken) {
        snw__srdf_say(s,
                      (snw__srdf_fault){SNW__SRDF_ERROR, SNW_ERR_MEMORY, "srdf-memory",
                                        "allow the loader more memory"},
                      "the memory allowed is exhausted, or a list is too long");
    }
    s->broken = true;
}

// --- blocks -------------------------------------------------------------------------------------

static const snw_field *field_at(const snw_type *type, size_t offset) {
    int i = 0;
    while (type->fields[i].offset != offset) {
        i++;
    }
    return &type->fields[i];
}

// a new item at the end of a list; NULL, and the end of reading, when it does not fit
static void *append(snw__srdf *s, const snw_type *type, void *block, size_t offset) {
    const snw_field *field = field_at(type, offset);
    const int count = snw_field_count(field, block);
    if (snw_failed(snw_block_resize(field, block, count + 1, s->setup))) {
        exhausted(s);
        return NULL;
    }
    return snw_field_place(field, block, count);
}

static void drop_last(snw__srdf *s, const snw_type *type, void *block, size_t offset) {
    const snw_field *field = field_at(type, offset);
    SNW_IGNORE(snw_block_resize(field, block, snw_field_count(field, block) - 1, s->setup));
}

// --- attributes ---------------------------------------------------------------------------------

typedef struct attribute {
    const char *name;
    char *out;   // where a name goes
    size_t size; // of `out`; 0: only the value is taken
    bool optional;
    const char *value;
} attribute;

// without blanks around it; false when it cannot be a name
static bool take_name(snw__srdf *s, const attribute *a) {
    const snw_word name = snw_word_trim(a->value, strlen(a->value));
    const char *start = name.text, *end = start + name.length;
    const size_t length = name.length;
    const char *fault = NULL;
    if (length == 0 && !a->optional) fault = "is empty";
    if (length >= a->size) fault = "is too long";
    for (const char *c = start; c < end; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7F) fault = "has a control character";
    }
    if (fault == NULL) {
        memcpy(a->out, start, length);
        a->out[length] = '\0';
        return true;
    }
    snw__srdf_say(s,
                  (snw__srdf_fault){SNW__SRDF_ERROR, SNW_ERR_SYNTAX, "srdf-name",
                                    "give it a short plain name"},
                  "attribute '%s' %s", a->name, fault);
    return false;
}

static void remark_attribute(snw__srdf *s, const char *name, const attribute *list, int count) {
    const char *names[8];
    for (int i = 0; i < count; i++) {
        names[i] = list[i].name;
    }
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    const char *near = snw_closest_name(name, names, count);
    snw_text_format(&text, near != NULL ? "did you mean '%s'?" : "remove it%s",
                    near != NULL ? near : "");
    snw__srdf_say(s, (snw__srdf_fault){SNW__SRDF_REMARK, SNW_ERR_UNKNOWN_NAME, "srdf-unknown", fix},
                  "attribute %s is not known here", snw_quote(name).text);
}

static bool attributes(snw__srdf *s, attribute *list, int count) {
    const char *name, *value;
    const int line = s->line, column = s->column;
    bool good = true;
    while (snw_xml_attribute(s->xml, &name, &value)) {
        int i = 0;
        while (i < count && strcmp(list[i].name, name) != 0) {
            i++;
        }
        s->line = snw_xml_line(s->xml);
        s->column = snw_xml_column(s->xml);
        if (i == count) {
            remark_attribute(s, name, list, count);
        } else {
            list[i].value = value;
            if (list[i].size > 0 && !take_name(s, &list[i])) good = false;
        }
    }
    s->line = line;
    s->column = column;
    for (int i = 0; i < count; i++) {
        if (list[i].value != NULL || list[i].optional) continue;
        snw__srdf_say(s,
                      (snw__srdf_fault){SNW__SRDF_ERROR, SNW_ERR_NOT_FOUND, "srdf-missing",
                                        "add the attribute"},
                      "attribute '%s' is missing", list[i].name);
        good = false;
    }
    return good;
}

// --- names of the robot -------------------------------------------------------------------------

static const char *nearest(const snw_robot *robot, bool link, const char *name) {
    const int count = link ? robot->link_count : robot->joint_count;
    const char **names = malloc(((size_t)count + 1) * sizeof *names);
    if (names == NULL) return NULL;
    for (int i = 0; i < count; i++) {
        names[i] = link ? robot->links[i].name : robot->joints[i].name;
    }
    const char *near = snw_closest_name(name, names, count);
    free(names);
    return near;
}

// true when the robot has it, or when nobody knows
static bool known(snw__srdf *s, bool link, const char *name) {
    if (s->robot == NULL || snw_names_find(link ? &s->links : &s->joints, name, NULL) >= 0) {
        return true;
    }
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    const char *near = nearest(s->robot, link, name);
    snw_text_format(&text, near != NULL ? "did you mean '%s'?" : "correct the name, or the robot%s",
                    near != NULL ? near : "");
    snw__srdf_say(s, (snw__srdf_fault){SNW__SRDF_DOUBT, SNW_ERR_UNKNOWN_NAME, "srdf-robot", fix},
                  "%s %s is not in the robot", link ? "link" : "joint", snw_quote(name).text);
    return false;
}

// --- elements -----------------------------------------------------------------------------------

typedef bool element_fn(snw__srdf *s, void *owner);

typedef struct element {
    const char *name;
    element_fn *read; // false: what was begun is left out
    bool inside;      // it has children, which it reads itself
} element;

static void step_in(snw__srdf *s, const char *name, size_t *length) {
    *length = strlen(s->path);
    snw_text path = snw_text_over(s->path + *length, sizeof s->path - *length);
    snw_text_add(&path, "/", *length > 0 ? 1 : 0);
    snw_text_add(&path, name, strlen(name));
}

static void key(snw__srdf *s, const char *name) {
    const size_t length = strlen(s->path);
    snw_text path = snw_text_over(s->path + length, sizeof s->path - length);
    snw_text_format(&path, "[%s]", name);
}

static void stop(snw__srdf *s) {
    if (!s->broken) {
        snw_why why = *snw_xml_why(s->xml);
        snw_why_rule(&why, "xml");
        add(s, &why);
    }
    s->broken = true;
}

static void remark_element(snw__srdf *s, const element *list, int count) {
    const char *names[12], *name = snw_xml_name(s->xml);
    for (int i = 0; i < count; i++) {
        names[i] = list[i].name;
    }
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    const char *near = snw_closest_name(name, names, count);
    snw_text_format(&text, near != NULL ? "did you mean <%s>?" : "remove it; it is left out%s",
                    near != NULL ? near : "");
    snw__srdf_say(s, (snw__srdf_fault){SNW__SRDF_REMARK, SNW_ERR_UNKNOWN_NAME, "srdf-unknown", fix},
                  "element %s is not known here", snw_quote(name).text);
}

static void children(snw__srdf *s, const element *list, int count, void *owner) {
    if (s->event != SNW_XML_START) return;
    while (!s->broken) {
        const snw_xml_event event = snw_xml_next(s->xml);
        if (event == SNW_XML_ERROR) stop(s);
        if (event == SNW_XML_ERROR || event == SNW_XML_END || event == SNW_XML_EOF) return;
        s->line = snw_xml_line(s->xml);
        s->column = snw_xml_column(s->xml);
        s->event = event;
        if (event == SNW_XML_CONTENT) continue;
        const char *name = snw_xml_name(s->xml);
        int i = 0;
        while (i < count && strcmp(list[i].name, name) != 0) {
            i++;
        }
        if (i == count) {
            remark_element(s, list, count);
        } else {
            size_t length = 0;
            step_in(s, list[i].name, &length);
            (void)list[i].read(s, owner);
            s->path[length] = '\0';
        }
        const bool left = event == SNW_XML_START && (i == count || !list[i].inside);
        if (left && !s->broken && snw_failed(snw_xml_skip(s->xml))) stop(s);
    }
}

// what stays open when an element cannot be used
static bool pass(snw__srdf *s) {
    if (s->event == SNW_XML_START && !s->broken && snw_failed(snw_xml_skip(s->xml))) stop(s);
    return false;
}

// --- groups -------------------------------------------------------------------------------------

// a name into a list of names
static bool read_name(snw__srdf *s, const snw_type *type, void *owner, size_t offset,
                      const char *attribute_name) {
    char *out = append(s, type, owner, offset);
    if (out == NULL) return false;
    attribute a[] = {{attribute_name, out, SNW_NAME, false, NULL}};
    if (attributes(s, a, 1)) return true;
    drop_last(s, type, owner, offset);
    return false;
}

static const snw_type *group_type(void) {
    return field_at(&snw_srdf_type, offsetof(snw_srdf, groups))->type;
}

static bool read_group_link(snw__srdf *s, void *owner) {
    snw_srdf_group *group = owner;
    const size_t offset = offsetof(snw_srdf_group, links);
    if (!read_name(s, group_type(), group, offset, "name")) return false;
    if (!known(s, true, group->links[group->link_count - 1])) {
        drop_last(s, group_type(), group, offset);
    }
    return true;
}

// a joint of the robot or a virtual one, which may come later in the file: checked at the end
static bool read_group_joint(snw__srdf *s, void *owner) {
    return read_name(s, group_type(), owner, offsetof(snw_srdf_group, joints), "name");
}

static bool read_group_group(snw__srdf *s, void *owner) {
    return read_name(s, group_type(), owner, offsetof(snw_srdf_group, groups), "name");
}

static bool read_chain(snw__srdf *s, void *owner) {
    const size_t offset = offsetof(snw_srdf_group, chains);
    snw_srdf_chain *chain = append(s, group_type(), owner, offset);
    if (chain == NULL) return false;
    attribute a[] = {{"base_link", chain->base_link, SNW_NAME, false, NULL},
                     {"tip_link", chain->tip_link, SNW_NAME, false, NULL}};
    const bool good = attributes(s, a, 2);
    const bool both = good && known(s, true, chain->base_link) && known(s, true, chain->tip_link);
    if (!both) drop_last(s, group_type(), owner, offset);
    return both;
}

static bool read_group(snw__srdf *s, void *owner) {
    static const element elements[] = {{"link", read_group_link, false},
                                       {"joint", read_group_joint, false},
                                       {"chain", read_chain, false},
                                       {"group", read_group_group, false},
                                       {"passive_joint", read_group_joint, false}};
    const size_t offset = offsetof(snw_srdf, groups);
    snw_srdf_group *group = append(s, &snw_srdf_type, owner, offset);
    if (group == NULL) return false;
    attribute a[] = {{"name", group->name, SNW_NAME, false, NULL}};
    if (!attributes(s, a, 1)) {
        drop_last(s, &snw_srdf_type, owner, offset);
        return pass(s);
    }
    key(s, group->name);
    s->group_line[s->srdf->group_count - 1] = s->line;
    children(s, elements, COUNT(elements), group);
    return true;
}

// --- the others ---------------------------------------------------------------------------------

static bool read_position(snw__srdf *s, void *owner) {
    const snw_type *type = field_at(&snw_srdf_type, offsetof(snw_srdf, states))->type;
    const size_t offset = offsetof(snw_srdf_state, joints);
    snw_srdf_position *position = append(s, type, owner, offset);
    if (position == NULL) return false;
    attribute a[] = {{"name", position->joint, SNW_NAME, false, NULL},
                     {"value", NULL, 0, false, NULL}};
    if (!attributes(s, a, 2)) {
        drop_last(s, type, owner, offset);
        return false;
    }
    const snw_type *inner = field_at(type, offset)->type;
    snw_words words = snw_words_over(a[1].value);
    snw_word word;
    while (snw_words_next(&words, &word)) {
        double value = 0;
        const snw_status status = snw_real_parse(word.text, word.length, &value, NULL);
        if (snw_failed(status)) {
            snw__srdf_say(s,
                          (snw__srdf_fault){SNW__SRDF_ERROR, status, "srdf-number",
                                            "write a finite decimal number"},
                          "%s is not a number", snw_quote(a[1].value).text);
            return false;
        }
        double *place = append(s, inner, position, offsetof(snw_srdf_position, values));
        if (place == NULL) return false;
        *place = value + 0.0; // no negative zero
    }
    return true;
}

static bool read_state(snw__srdf *s, void *owner) {
    static const element elements[] = {{"joint", read_position, false}};
    const size_t offset = offsetof(snw_srdf, states);
    snw_srdf_state *state = append(s, &snw_srdf_type, owner, offset);
    if (state == NULL) return false;
    attribute a[] = {{"name", state->name, SNW_NAME, false, NULL},
                     {"group", state->group, SNW_NAME, false, NULL}};
    if (!attributes(s, a, 2)) {
        drop_last(s, &snw_srdf_type, owner, offset);
        return pass(s);
    }
    key(s, state->name);
    s->state_line[s->srdf->state_count - 1] = s->line;
    children(s, elements, 1, state);
    return true;
}

static bool read_end_effector(snw__srdf *s, void *owner) {
    const size_t offset = offsetof(snw_srdf, end_effectors);
    snw_srdf_end_effector *hand = append(s, &snw_srdf_type, owner, offset);
    if (hand == NULL) return false;
    attribute a[] = {{"name", hand->name, SNW_NAME, false, NULL},
                     {"group", hand->group, SNW_NAME, false, NULL},
                     {"parent_link", hand->parent_link, SNW_NAME, false, NULL},
                     {"parent_group", hand->parent_group, SNW_NAME, true, NULL}};
    const bool good = attributes(s, a, 4) && known(s, true, hand->parent_link);
    s->hand_line[s->srdf->end_effector_count - 1] = s->line;
    if (!good) drop_last(s, &snw_srdf_type, owner, offset);
    return good;
}

static bool read_virtual_joint(snw__srdf *s, void *owner) {
    const size_t offset = offsetof(snw_srdf, virtual_joints);
    snw_srdf_virtual_joint *joint = append(s, &snw_srdf_type, owner, offset);
    if (joint == NULL) return false;
    attribute a[] = {{"name", joint->name, SNW_NAME, false, NULL},
                     {"type", NULL, 0, false, NULL},
                     {"parent_frame", joint->parent_frame, SNW_NAME, false, NULL},
                     {"child_link", joint->child_link, SNW_NAME, false, NULL}};
    bool good = attributes(s, a, 4) && known(s, true, joint->child_link);
    static const char *const kinds[] = {"fixed", "planar", "floating"};
    int kind = 0;
    while (good && kind < 3 && strcmp(kinds[kind], a[1].value) != 0) {
        kind++;
    }
    if (kind == 3) {
        snw__srdf_say(s,
                      (snw__srdf_fault){SNW__SRDF_ERROR, SNW_ERR_UNKNOWN_NAME, "srdf-type",
                                        "write fixed, planar or floating"},
                      "type %s is not known", snw_quote(a[1].value).text);
        good = false;
    }
    joint->kind = (snw_srdf_virtual_kind)(good ? kind : 0);
    s->virtual_line[s->srdf->virtual_joint_count - 1] = s->line;
    if (!good) drop_last(s, &snw_srdf_type, owner, offset);
    return good;
}

static bool read_passive(snw__srdf *s, void *owner) {
    snw_srdf *srdf = owner;
    const size_t offset = offsetof(snw_srdf, passive_joints);
    if (!read_name(s, &snw_srdf_type, srdf, offset, "name")) return false;
    if (!known(s, false, srdf->passive_joints[srdf->passive_joint_count - 1])) {
        drop_last(s, &snw_srdf_type, srdf, offset);
    }
    return true;
}

static bool read_disabled_link(snw__srdf *s, void *owner) {
    snw_srdf *srdf = owner;
    const size_t offset = offsetof(snw_srdf, disabled_links);
    if (!read_name(s, &snw_srdf_type, srdf, offset, "link")) return false;
    if (!known(s, true, srdf->disabled_links[srdf->disabled_link_count - 1])) {
        drop_last(s, &snw_srdf_type, srdf, offset);
    }
    return true;
}

static bool read_pair(snw__srdf *s, void *owner, size_t offset) {
    snw_srdf_pair *pair = append(s, &snw_srdf_type, owner, offset);
    if (pair == NULL) return false;
    attribute a[] = {{"link1", pair->link1, SNW_NAME, false, NULL},
                     {"link2", pair->link2, SNW_NAME, false, NULL},
                     {"reason", pair->reason, SNW_SRDF_REASON, true, NULL}};
    bool good = attributes(s, a, 3) && known(s, true, pair->link1) && known(s, true, pair->link2);
    if (good && strcmp(pair->link1, pair->link2) == 0) {
        snw__srdf_say(s,
                      (snw__srdf_fault){SNW__SRDF_DOUBT, SNW_ERR_ARGUMENT, "srdf-pair",
                                        "name two different links"},
                      "both links are %s", snw_quote(pair->link1).text);
        good = false;
    }
    if (!good) drop_last(s, &snw_srdf_type, owner, offset);
    return good;
}

static bool read_disabled(snw__srdf *s, void *owner) {
    return read_pair(s, owner, offsetof(snw_srdf, disabled));
}

static bool read_enabled(snw__srdf *s, void *owner) {
    return read_pair(s, owner, offsetof(snw_srdf, enabled));
}

void snw__srdf_document(snw__srdf *s) {
    static const element elements[] = {{"group", read_group, true},
                                       {"group_state", read_state, true},
                                       {"end_effector", read_end_effector, false},
                                       {"virtual_joint", read_virtual_joint, false},
                                       {"passive_joint", read_passive, false},
                                       {"disable_default_collisions", read_disabled_link, false},
                                       {"disable_collisions", read_disabled, false},
                                       {"enable_collisions", read_enabled, false}};
    s->event = snw_xml_next(s->xml);
    s->line = snw_xml_line(s->xml);
    s->column = snw_xml_column(s->xml);
    if (s->event == SNW_XML_ERROR) {
        stop(s);
        return;
    }
    if (strcmp(snw_xml_name(s->xml), "robot") != 0) {
        snw__srdf_say(s,
                      (snw__srdf_fault){SNW__SRDF_ERROR, SNW_ERR_SYNTAX, "srdf-root",
                                        "the root element of an SRDF is <robot>"},
                      "the root element is %s", snw_quote(snw_xml_name(s->xml)).text);
        s->broken = true;
        return;
    }
    size_t length = 0;
    step_in(s, "robot", &length);
    attribute a[] = {{"name", s->srdf->name, SNW_NAME, false, NULL},
                     {"version", NULL, 0, true, NULL}};
    (void)attributes(s, a, 2);
    if (s->robot != NULL && a[0].value != NULL && strcmp(s->srdf->name, s->robot->name) != 0) {
        snw__srdf_say(s,
                      (snw__srdf_fault){SNW__SRDF_REMARK, SNW_ERR_UNKNOWN_NAME, "srdf-robot",
                                        "make the names equal"},
                      "it is for a robot %s", snw_quote(s->srdf->name).text);
    }
    children(s, elements, COUNT(elements), s->srdf);
    if (!s->broken && snw_xml_next(s->xml) == SNW_XML_ERROR) stop(s);
}

bool snw__srdf_knows_joint(snw__srdf *s, const char *name) {
    return known(s, false, name);
}
