// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "sinew/modelio/cell.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"

// The second cell is put behind the first, item by item; each name gets one that is free, and what
// refers to it is looked up in the second cell and says the new one.

typedef char name_text[SNW_NAME];

typedef struct joining {
    const snw_cell *a, *b;
    snw_cell *out;
    snw_setup *setup;
    snw_diags *diags;
    name_text *mechanisms; // [b->mechanism_count] their new names
    name_text *members;    // [b->member_count]
    snw_pose T_a_b;        // the second system in the first
    bool same_system;
    bool same_folder;
} joining;

static const snw_field *list_of(const snw_type *type, const char *name) {
    return snw_type_field(type, name);
}

static void warn(const joining *j, const char *subject, const char *text, const char *fix) {
    snw_why why;
    snw_why_set(&why, SNW_ERR_CHECK, subject, text);
    why.severity = SNW_WARNING;
    snw_why_rule(&why, "cell-merge");
    snw_why_fix(&why, fix);
    snw_diags_add(j->diags, &why);
}

static snw_status refuse_part(const joining *j, snw_status code, const char *subject,
                              const char *text) {
    snw_why why;
    snw_why_set(&why, code, subject, text);
    snw_why_rule(&why, "cell-merge");
    snw_why_fix(&why, "choose shorter names");
    snw_diags_add(j->diags, &why);
    return code;
}

// the name itself, or the first of NAME_2, NAME_3, ... that no item of the list has
static snw_status free_name(const joining *j, const snw_field *list, const void *block,
                            const char *name, name_text out) {
    snw_copy_text(out, SNW_NAME, name);
    for (int i = 2; snw_field_key_index(list, block, out) >= 0; i++) {
        snw_text line = snw_text_over(out, SNW_NAME);
        snw_text_format(&line, "%s_%d", name, i);
        if (snw_text_is_cut(&line)) {
            return refuse_part(j, SNW_ERR_TOO_LARGE, name,
                               "the name exists, and is too long to be numbered");
        }
    }
    return SNW_OK;
}

// one more item of a list, with its defaults
static void *append(const snw_field *list, void *block, snw_setup *setup) {
    const int count = snw_field_count(list, block);
    if (snw_failed(snw_block_resize(list, block, count + 1, setup))) return NULL;
    return snw_field_place(list, block, count);
}

// --- mechanisms ---------------------------------------------------------------------------------

static snw_status copy_robot(const snw_robot *from, snw_setup *setup, snw_robot **to) {
    *to = snw_block_new(&snw_robot_type, setup);
    if (*to == NULL) return SNW_ERR_MEMORY;
    return snw_block_copy(&snw_robot_type, *to, from, setup);
}

// What a file holds is no field, so that copies pass over it. Files that were loaded once stay so.
static snw_status copy_loaded(const snw_cell *from, int index, snw_mechanism *to, snw_cell *out,
                              snw_setup *setup) {
    const snw_robot *loaded = from->mechanisms[index].loaded;
    if (loaded == NULL) return SNW_OK;
    for (int i = 0; i < out->mechanism_count; i++) {
        const snw_mechanism *other = &out->mechanisms[i];
        if (other->loaded != NULL && strcmp(other->found, to->found) == 0) {
            to->loaded = other->loaded;
            return SNW_OK;
        }
    }
    return copy_robot(loaded, setup, &to->loaded);
}

static bool is_relative(const char *file) {
    return file[0] != '\0' && file[0] != '/' && strstr(file, "://") == NULL;
}

static bool is_shared(const joining *j, const snw_mechanism *given) {
    const snw_field *list = list_of(&snw_cell_type, "mechanisms");
    const int at = snw_field_key_index(list, j->a, given->name);
    if (at < 0) return false;
    const snw_mechanism *other = &j->a->mechanisms[at];
    return strcmp(other->found, given->found) == 0 && snw_block_equal(list->type, other, given);
}

static snw_status add_mechanism(joining *j, int index) {
    const snw_mechanism *given = &j->b->mechanisms[index];
    const snw_field *list = list_of(&snw_cell_type, "mechanisms");
    if (is_shared(j, given)) {
        snw_copy_text(j->mechanisms[index], SNW_NAME, given->name);
        return SNW_OK;
    }
    snw_status status = free_name(j, list, j->out, given->name, j->mechanisms[index]);
    if (snw_failed(status)) return status;
    snw_mechanism *made = append(list, j->out, j->setup);
    if (made == NULL) return SNW_ERR_MEMORY;
    status = snw_block_copy(list->type, made, given, j->setup);
    if (snw_failed(status)) return status;
    snw_copy_text(made->name, SNW_NAME, j->mechanisms[index]);
    // a path beside the second cell leads nowhere from the first
    if (is_relative(given->file) && !j->same_folder) {
        made->file[0] = made->found[0] = '\0';
        snw_robot *copy = NULL;
        status = copy_robot(snw_mechanism_robot(given), j->setup, &copy);
        made->robot = copy;
        return status;
    }
    return copy_loaded(j->b, index, made, j->out, j->setup);
}

// --- members ------------------------------------------------------------------------------------

static const char *new_name(const joining *j, const char *old) {
    const int at = snw_field_key_index(list_of(&snw_cell_type, "members"), j->b, old);
    return at < 0 ? old : j->members[at];
}

static snw_status add_member(joining *j, int index) {
    const snw_cell_member *given = &j->b->members[index];
    const snw_field *list = list_of(&snw_cell_type, "members");
    snw_status status = free_name(j, list, j->out, given->name, j->members[index]);
    if (snw_failed(status)) return status;
    snw_cell_member *made = append(list, j->out, j->setup);
    if (made == NULL) return SNW_ERR_MEMORY;
    *made = *given;
    snw_copy_text(made->name, SNW_NAME, j->members[index]);
    const int mechanism =
        snw_field_key_index(list_of(&snw_cell_type, "mechanisms"), j->b, given->mechanism);
    snw_copy_text(made->mechanism, SNW_NAME, j->mechanisms[mechanism]);
    if (given->on[0] == '\0' && !j->same_system) {
        made->origin = snw_pose_mul(j->T_a_b, given->origin);
    }
    return SNW_OK;
}

// after all members have their names
static void rename_carriers(joining *j) {
    for (int i = 0; i < j->b->member_count; i++) {
        snw_cell_member *made = &j->out->members[j->a->member_count + i];
        if (made->on[0] != '\0') {
            snw_copy_text(made->on, SNW_NAME, new_name(j, j->b->members[i].on));
        }
    }
}

// --- states -------------------------------------------------------------------------------------

static snw_status add_attached(joining *j, const snw_attached *given, snw_cell_state *into) {
    const snw_field *list = list_of(&snw_cell_state_type, "attached");
    name_text name;
    const snw_status status = free_name(j, list, into, given->name, name);
    if (snw_failed(status)) return status;
    snw_attached *made = append(list, into, j->setup);
    if (made == NULL) return SNW_ERR_MEMORY;
    *made = *given;
    snw_copy_text(made->name, SNW_NAME, name);
    snw_copy_text(made->member, SNW_NAME, new_name(j, given->member));
    return SNW_OK;
}

static snw_status add_state(joining *j, const snw_cell_state *given) {
    const snw_field *list = list_of(&snw_cell_type, "states");
    const snw_field *members = list_of(&snw_cell_state_type, "members");
    const int at = snw_field_key_index(list, j->out, given->name);
    snw_cell_state *into = at >= 0 ? &j->out->states[at] : append(list, j->out, j->setup);
    if (into == NULL) return SNW_ERR_MEMORY;
    if (at < 0) {
        snw_copy_text(into->name, SNW_NAME, given->name);
        into->t_ns = given->t_ns;
    } else if (into->t_ns != given->t_ns) {
        warn(j, given->name, "the two states have different times; that of the first is kept",
             "rename one of them");
    }
    snw_status status = SNW_OK;
    for (int i = 0; i < given->member_count && status == SNW_OK; i++) {
        snw_member_state *made = append(members, into, j->setup);
        if (made == NULL) return SNW_ERR_MEMORY;
        status = snw_block_copy(members->type, made, &given->members[i], j->setup);
        snw_copy_text(made->member, SNW_NAME, new_name(j, given->members[i].member));
    }
    for (int i = 0; i < given->attached_count && status == SNW_OK; i++) {
        status = add_attached(j, &given->attached[i], into);
    }
    return status;
}

// --- rules about collisions ---------------------------------------------------------------------

// The rules are a type of a higher module, so they are found by their tables: references to
// members, and to bodies, which are a member or MEMBER/LINK.

static void rename_reference(const joining *j, const snw_field *field, char *name) {
    const bool body = strcmp(field->base, "body") == 0;
    if (!body && strcmp(field->base, "member") != 0) return;
    char head[SNW_NAME], renamed[2 * SNW_NAME];
    const size_t length = body ? strcspn(name, "/") : strlen(name);
    snw_text line = snw_text_over(head, sizeof head);
    snw_text_add(&line, name, length);
    if (memchr(head, '*', strlen(head)) != NULL && strcmp(head, "*") != 0) {
        warn(j, name, "a pattern of members is kept as it is, though members may have new names",
             "write the members out");
        return;
    }
    line = snw_text_over(renamed, sizeof renamed);
    snw_text_format(&line, "%s%s", new_name(j, head), name + length);
    snw_copy_text(name, field->size, renamed);
}

// all references of a block and of the structs in its lists
static void rename_references(const joining *j, const snw_type *type, void *block) {
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        for (int k = 0; k < snw_field_count(field, block); k++) {
            void *item = snw_field_place(field, block, k);
            if (field->kind == SNW_KIND_REFERENCE) rename_reference(j, field, item);
            if (field->kind == SNW_KIND_STRUCT) rename_references(j, field->type, item);
        }
    }
}

// one item of a list of the second behind those of the first, under a name that is free
static snw_status append_item(const joining *j, const snw_field *list, void *into, void *from,
                              int index) {
    const snw_field *key = snw_type_key(list->type);
    name_text name = "";
    const char *old = key != NULL ? snw_field_index_key(list, from, index) : NULL;
    snw_status status = old != NULL ? free_name(j, list, into, old, name) : SNW_OK;
    if (snw_failed(status)) return status;
    void *made = append(list, into, j->setup);
    if (made == NULL) return SNW_ERR_MEMORY;
    status = snw_block_copy(list->type, made, snw_field_place(list, from, index), j->setup);
    if (old != NULL) snw_copy_text(snw_field_place(key, made, 0), key->size, name);
    return status;
}

// items of the second behind those of the first; what is no list is that of the first
static snw_status append_lists(const joining *j, const snw_type *type, void *into, void *from) {
    snw_status status = SNW_OK;
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *list = &type->fields[i];
        if (list->array != SNW_LIST || list->kind != SNW_KIND_STRUCT) continue;
        for (int k = 0; k < snw_field_count(list, from) && !snw_failed(status); k++)
            status = append_item(j, list, into, from, k);
    }
    return status;
}

// `out` has the rules of the first cell already
static snw_status join_rules(joining *j) {
    const snw_child *given = &j->b->collision;
    if ((j->a->collision.block == NULL) != (given->block == NULL)) {
        warn(j, "collision", "only one of the two cells has rules; they hold for all members now",
             "add rules about the pairs of members that come together");
    }
    if (given->block == NULL) return SNW_OK;
    void *copy = snw_block_new(given->type, j->setup);
    if (copy == NULL) return SNW_ERR_MEMORY;
    const snw_status status = snw_block_copy(given->type, copy, given->block, j->setup);
    if (snw_failed(status)) return status;
    rename_references(j, given->type, copy);
    if (j->out->collision.block == NULL) {
        j->out->collision = (snw_child){given->type, copy};
        return SNW_OK;
    }
    if (j->out->collision.type != given->type) {
        warn(j, "collision", "the rules are of different types; those of the first are kept",
             "write them as one type");
        return SNW_OK;
    }
    return append_lists(j, given->type, j->out->collision.block, copy);
}

// --- the whole ----------------------------------------------------------------------------------

static snw_status copy_first(joining *j) {
    j->out = snw_block_new(&snw_cell_type, j->setup);
    if (j->out == NULL) return SNW_ERR_MEMORY;
    snw_status status = snw_block_copy(&snw_cell_type, j->out, j->a, j->setup);
    for (int i = 0; i < j->a->mechanism_count && status == SNW_OK; i++) {
        status = copy_loaded(j->a, i, &j->out->mechanisms[i], j->out, j->setup);
    }
    return status;
}

static void compare_environments(joining *j) {
    const snw_environment *a = &j->a->environment, *b = &j->b->environment;
    j->same_system = snw_pose_near(a->origin, b->origin, 0);
    j->T_a_b = snw_pose_inverse_mul(a->origin, b->origin);
    const snw_vec3 first = snw_mat3_apply(a->origin.R, a->gravity);
    const snw_vec3 second = snw_mat3_apply(b->origin.R, b->gravity);
    if (!snw_vec3_near(first, second, 1e-9)) {
        warn(j, j->b->name, "its gravity differs; that of the first cell is kept",
             "give both cells the same gravity");
    }
}

static bool is_same_folder(const char *a, const char *b) {
    char one[SNW_PATH_SIZE], other[SNW_PATH_SIZE];
    return strcmp(a, b) == 0 ||
           (snw_file_real_path(a, one, sizeof one, NULL) == SNW_OK &&
            snw_file_real_path(b, other, sizeof other, NULL) == SNW_OK && strcmp(one, other) == 0);
}

static snw_status add_second(joining *j) {
    snw_status status = SNW_OK;
    for (int i = 0; i < j->b->mechanism_count && status == SNW_OK; i++) {
        status = add_mechanism(j, i);
    }
    for (int i = 0; i < j->b->member_count && status == SNW_OK; i++) {
        status = add_member(j, i);
    }
    if (status == SNW_OK) rename_carriers(j);
    for (int i = 0; i < j->b->state_count && status == SNW_OK; i++) {
        status = add_state(j, &j->b->states[i]);
    }
    if (status == SNW_OK) status = join_rules(j);
    const int slots = j->a->slots + j->b->slots;
    j->out->slots = slots < SNW_CELL_SLOTS ? slots : SNW_CELL_SLOTS;
    return status;
}

snw_status snw_cell_merge_cells(const snw_cell *a, const snw_cell *b, snw_setup *setup,
                                snw_cell **out, snw_diags *diags) {
    snw_status status = snw_cell_check(a, diags);
    if (status == SNW_OK) status = snw_cell_check(b, diags);
    if (snw_failed(status)) return status;
    joining j = {.a = a, .b = b, .setup = setup, .diags = diags};
    j.same_folder = is_same_folder(a->folder, b->folder);
    const size_t names = (size_t)b->mechanism_count + (size_t)b->member_count;
    j.mechanisms = snw_setup_take(setup, names * sizeof(name_text), 1);
    if (j.mechanisms == NULL) return SNW_ERR_MEMORY;
    j.members = j.mechanisms + b->mechanism_count;
    compare_environments(&j);
    status = copy_first(&j);
    if (status == SNW_OK) status = add_second(&j);
    if (status == SNW_OK) status = snw_setup_status(setup);
    if (status == SNW_OK) status = snw_cell_check(j.out, diags);
    if (status == SNW_OK) *out = j.out;
    return status;
}
