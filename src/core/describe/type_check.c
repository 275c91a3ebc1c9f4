// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe/type.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "sinew/describe/value.h"

// each function returns what is wrong as a text, or NULL

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_name(const char *name) {
    if (name == NULL || !is_letter(name[0]) || strlen(name) >= SNW_FIELD_NAME) return false;
    for (const char *c = name; *c != '\0'; c++) {
        if (!is_letter(*c) && !(*c >= '0' && *c <= '9') && *c != '_') return false;
    }
    return true;
}

static bool is_sentence(const char *help) {
    return help != NULL && help[0] != '\0';
}

// What a kind asks of its member: its C type, its size (0: see size_fits()), where it may begin.
typedef struct demand {
    snw_member member, also;
    size_t size, align;
    const char *fault;
} demand;

static const demand demands[] = {
    [SNW_KIND_BOOL] = {SNW_MEMBER_BOOL, SNW_MEMBER_BOOL, sizeof(bool), 1,
                       "the member must be a bool"},
    [SNW_KIND_INT] = {SNW_MEMBER_INT, SNW_MEMBER_INT, 0, 1, "the member must be a signed integer"},
    [SNW_KIND_UINT] = {SNW_MEMBER_UINT, SNW_MEMBER_UINT, 0, 1,
                       "the member must be an unsigned integer"},
    [SNW_KIND_REAL] = {SNW_MEMBER_REAL, SNW_MEMBER_REAL, sizeof(double), _Alignof(double),
                       "the member must be a double"},
    [SNW_KIND_ENUM] = {SNW_MEMBER_INT, SNW_MEMBER_UINT, sizeof(int), 1,
                       "the member must be an enum or an int"},
    [SNW_KIND_STRING] = {SNW_MEMBER_TEXT, SNW_MEMBER_TEXT, 0, 1,
                         "the member must be an array of char"},
    [SNW_KIND_REFERENCE] = {SNW_MEMBER_TEXT, SNW_MEMBER_TEXT, 0, 1,
                            "the member must be an array of char"},
    [SNW_KIND_VEC3] = {SNW_MEMBER_VEC3, SNW_MEMBER_VEC3, sizeof(snw_vec3), _Alignof(snw_vec3),
                       "the member must be a snw_vec3"},
    [SNW_KIND_QUAT] = {SNW_MEMBER_QUAT, SNW_MEMBER_QUAT, sizeof(snw_quat), _Alignof(snw_quat),
                       "the member must be a snw_quat"},
    [SNW_KIND_POSE] = {SNW_MEMBER_POSE, SNW_MEMBER_POSE, sizeof(snw_pose), _Alignof(snw_pose),
                       "the member must be a snw_pose"},
    [SNW_KIND_MATRIX] = {SNW_MEMBER_REALS, SNW_MEMBER_OTHER, 0, _Alignof(double),
                         "the member must hold rows * columns doubles"},
    [SNW_KIND_STRUCT] = {SNW_MEMBER_OTHER, SNW_MEMBER_VEC3, 0, 1, "the member must be its .type"},
    [SNW_KIND_OPTIONAL] = {SNW_MEMBER_OTHER, SNW_MEMBER_OTHER, sizeof(void *), _Alignof(void *),
                           "the member must be a pointer to its .type"},
    [SNW_KIND_CHILD] = {SNW_MEMBER_CHILD, SNW_MEMBER_CHILD, sizeof(snw_child), _Alignof(snw_child),
                        "the member must be a snw_child"},
};

// sizes that depend on more than the kind
static bool size_fits(const snw_field *field) {
    enum { MOST = 4096 }; // rows, columns; a product of them fits an int
    const size_t size = field->size;
    const bool is_shape =
        field->rows > 0 && field->rows <= MOST && field->columns > 0 && field->columns <= MOST;
    switch (field->kind) {
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
        return size == 1 || size == 2 || size == 4 || size == 8;
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
        return size >= 2;
    case SNW_KIND_MATRIX:
        return is_shape && size == sizeof(double) * (size_t)field->rows * (size_t)field->columns;
    case SNW_KIND_STRUCT:
        return field->type != NULL && size > 0 && size == field->type->size;
    case SNW_KIND_OPTIONAL:
        return field->type != NULL && size == sizeof(void *);
    case SNW_KIND_BOOL:
    case SNW_KIND_REAL:
    case SNW_KIND_ENUM:
    case SNW_KIND_VEC3:
    case SNW_KIND_QUAT:
    case SNW_KIND_POSE:
    case SNW_KIND_CHILD:
        break;
    }
    return size == demands[field->kind].size;
}

static const char *member_fault(const snw_field *field) {
    const demand *need = &demands[field->kind];
    const bool fits = field->member == SNW_MEMBER_UNKNOWN || field->member == need->member ||
                      field->member == need->also;
    return fits && size_fits(field) ? NULL : need->fault;
}

static const char *array_fault(const snw_field *field) {
    if (field->array == SNW_SINGLE) {
        if (field->flags & SNW_UNIQUE) return "only an array can be a set";
        return field->length == 0 ? NULL : "a single item has no length";
    }
    if (field->length <= 0) return "an array needs a length";
    if (field->kind == SNW_KIND_OPTIONAL) return "optional parts cannot be in arrays";
    if (field->flags & SNW_KEY) return "a key is a single string";
    return NULL;
}

// --- places -------------------------------------------------------------------------------------

// bytes of the struct that a field takes
static size_t extent(const snw_field *field) {
    if (field->array == SNW_LIST) return sizeof(void *);
    return field->array == SNW_SINGLE ? field->size : field->size * (size_t)field->length;
}

static bool is_counted(const snw_field *field) {
    return field->array == SNW_COUNTED || field->array == SNW_LIST;
}

static bool is_inside(const snw_type *type, size_t offset, size_t size) {
    return offset <= type->size && size <= type->size - offset;
}

static const char *place_fault(const snw_type *type, const snw_field *field) {
    const size_t align = field->array == SNW_LIST         ? _Alignof(void *)
                         : field->kind == SNW_KIND_STRUCT ? field->type->align
                                                          : demands[field->kind].align;
    const bool fits = field->array == SNW_SINGLE || field->array == SNW_LIST ||
                      (size_t)field->length <= type->size / field->size;
    if (!fits || !is_inside(type, field->offset, extent(field))) {
        return "the member lies outside the struct";
    }
    if (align == 0 || field->offset % align != 0) return "the member is not aligned";
    if (is_counted(field) && !is_inside(type, field->count_offset, sizeof(int))) {
        return "the counter lies outside the struct";
    }
    return NULL;
}

static bool overlap(size_t a, size_t a_size, size_t b, size_t b_size) {
    return a < b + b_size && b < a + a_size;
}

// two rows of one table
static const char *pair_fault(const snw_field *a, const snw_field *b) {
    if (strcmp(a->name, b->name) == 0) return "two fields have this name";
    if ((a->flags & SNW_KEY) && (b->flags & SNW_KEY)) return "two fields are keys";
    if (overlap(a->offset, extent(a), b->offset, extent(b))) return "two fields share a member";
    // signals are never read, so those that belong together may be counted together
    const bool signals = a->role == SNW_SIGNAL && b->role == SNW_SIGNAL;
    if (!signals && is_counted(a) && is_counted(b) && a->count_offset == b->count_offset) {
        return "two arrays share a counter";
    }
    if (is_counted(a) && overlap(a->count_offset, sizeof(int), b->offset, extent(b))) {
        return "a counter is a field too";
    }
    if (is_counted(b) && overlap(b->count_offset, sizeof(int), a->offset, extent(a))) {
        return "a counter is a field too";
    }
    return NULL;
}

// --- meaning ------------------------------------------------------------------------------------

static bool may_be_live(const snw_field *field) {
    if (field->array == SNW_LIST) return false;
    if (field->array == SNW_COUNTED && field->kind == SNW_KIND_STRUCT) return false;
    return field->kind != SNW_KIND_STRING && field->kind != SNW_KIND_REFERENCE &&
           field->kind != SNW_KIND_OPTIONAL && field->kind != SNW_KIND_CHILD;
}

static bool is_known(const snw_field *field) {
    return (unsigned)field->kind <= SNW_KIND_CHILD && (unsigned)field->array <= SNW_LIST &&
           (unsigned)field->role <= SNW_STATE && (unsigned)field->when <= SNW_LIVE &&
           field->flags < 2 * SNW_ENGINEER;
}

static const char *rule_fault(const snw_field *field) {
    if (!is_name(field->name)) return "a name is letters, digits and underscores";
    if (!is_known(field)) return "a kind, array, role, moment or flag is not known";
    if (!is_sentence(field->help)) return "a sentence of help is missing";
    if (field->kind == SNW_KIND_CHILD && !is_name(field->base)) return "a child needs a base";
    if (field->base != NULL && !is_name(field->base)) return "the base is not a name";
    if (field->item != NULL && !is_name(field->item)) return "the element name is not a name";
    if ((field->flags & SNW_KEY) && field->kind != SNW_KIND_STRING) {
        return "a key is a single string";
    }
    if (field->when == SNW_LIVE && !may_be_live(field)) return "only numbers can be live";
    const bool reals = field->kind == SNW_KIND_REAL || field->kind == SNW_KIND_VEC3 ||
                       field->kind == SNW_KIND_MATRIX;
    if ((field->flags & SNW_INFINITE) && !reals) return "only reals can be infinite";
    return NULL;
}

static const char *range_fault(const snw_field *field) {
    if (!isfinite(field->range.low) || !isfinite(field->range.high)) {
        return "the ends of a range are finite";
    }
    if (field->range.low > field->range.high) return "the range is empty";
    const bool whole = field->kind == SNW_KIND_INT || field->kind == SNW_KIND_UINT;
    const bool numbers = snw__number_count(field) > 0 && field->kind != SNW_KIND_QUAT;
    if (snw__has_range(field) && !whole && !numbers) return "only numbers have a range";
    unsigned char scratch[8];
    if (whole && !snw__store_nearest_whole(field, scratch)) return "the range contains no number";
    return NULL;
}

// a unit that is not SI must be seen in the name: "us" of "period_us", "deg/s" of "rate_deg_s"
static bool name_tells(const char *name, const char *unit) {
    const size_t length = strlen(name), tail = strlen(unit);
    if (length < tail + 2 || name[length - tail - 1] != '_') return false;
    for (size_t i = 0; i < tail; i++) {
        const bool same = is_letter(unit[i]) || (unit[i] >= '0' && unit[i] <= '9');
        if (name[length - tail + i] != (same ? unit[i] : '_')) return false;
    }
    return true;
}

static const char *unit_fault(const snw_field *field) {
    if (field->unit == NULL || field->unit[0] == '\0') return NULL;
    const bool numbers = snw__number_count(field) > 0 && field->kind != SNW_KIND_QUAT;
    if (!numbers && field->kind != SNW_KIND_INT && field->kind != SNW_KIND_UINT) {
        return "only numbers have a unit";
    }
    double factor;
    if (snw_failed(snw_unit_factor(field->unit, strlen(field->unit), field->unit, &factor))) {
        return "the unit is not known";
    }
    if (snw__unit_is_si(field->unit) || name_tells(field->name, field->unit)) return NULL;
    return "a unit that is not SI must end the name of the field";
}

// names of choices stand in lists between blanks
static const char *choice_fault(const snw_field *field) {
    if (field->kind != SNW_KIND_ENUM) return NULL;
    if (field->choice_count <= 0 || field->choices == NULL) return "an enum needs choices";
    for (int i = 0; i < field->choice_count; i++) {
        const char *name = field->choices[i].name;
        if (name == NULL || name[0] == '\0' || strlen(name) >= SNW_FIELD_NAME) {
            return "a choice needs a name";
        }
        for (const char *c = name; *c != '\0'; c++) {
            if (*c <= ' ' || *c > '~' || *c == ',') return "a choice is one word";
        }
        for (int other = 0; other < i; other++) {
            if (strcmp(name, field->choices[other].name) == 0) return "two choices have one name";
            if (field->choices[i].value == field->choices[other].value) {
                return "two choices have one value";
            }
        }
    }
    return NULL;
}

// the default must be readable and legal
static const char *initial_fault(const snw_field *field) {
    if (field->initial == NULL) return NULL;
    unsigned char *scratch = calloc(1, field->size);
    if (scratch == NULL) return "there is no memory to read the default";
    const snw_status status =
        snw_value_parse(field, field->initial, strlen(field->initial), scratch, NULL);
    free(scratch);
    return snw_failed(status) ? "the default cannot be read or is not legal" : NULL;
}

// --- types --------------------------------------------------------------------------------------

// the types that are being checked, outermost last: a type may hold itself in a list
typedef struct nest {
    const snw_type *type;
    bool by_value; // the next inner one lies inside this one
    const struct nest *outer;
} nest;

static snw_status refuse_field(const snw_type *type, const char *field, const char *fault,
                               snw_why *why) {
    char subject[SNW_WHY_SUBJECT];
    snw_text text = snw_text_over(subject, sizeof subject);
    snw_text_format(&text, "%s", is_name(type->token) ? type->token : "?");
    if (field != NULL) snw_text_format(&text, "/%s", is_name(field) ? field : "?");
    return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "table", subject, fault,
                           "correct the table of the type");
}

static const char *type_fault(const snw_type *type) {
    if (!is_name(type->token)) return "a token is letters, digits and underscores";
    if (!is_sentence(type->help)) return "a sentence of help is missing";
    const bool power = type->align > 0 && (type->align & (type->align - 1)) == 0;
    if (type->size == 0 || !power || type->size % type->align != 0) {
        return "size and alignment are not those of a struct";
    }
    if (type->field_count < 0 || type->field_count > SNW_FIELDS ||
        (type->fields == NULL) != (type->field_count == 0)) {
        return "the table has no rows, or too many";
    }
    if (type->base != NULL && !is_name(type->base)) return "the base is not a name";
    if (type->version < 0) return "versions count from 1";
    if (type->upgrade_count < 0 || (type->upgrades == NULL) != (type->upgrade_count == 0)) {
        return "upgrades and their count go together";
    }
    if ((type->derive == NULL) != (type->derived_size == 0)) {
        return "derive() and the size of what it derives go together";
    }
    if (type->functions != NULL && type->functions->size < sizeof(snw_vtable)) {
        return "the table of functions does not say its size";
    }
    return NULL;
}

static const char *upgrade_fault(const snw_type *type, const snw_upgrade *upgrade) {
    const int version = type->version > 0 ? type->version : 1;
    if (!is_name(upgrade->name)) return "an upgrade needs the old name";
    if (upgrade->until < 2 || upgrade->until > version) {
        return "an upgrade ends at a version from 2 to that of the type";
    }
    if (upgrade->now != NULL && snw_type_field(type, upgrade->now) == NULL) {
        return "an upgrade leads to a field that does not exist";
    }
    if (!isfinite(upgrade->factor)) return "the factor of an upgrade is finite";
    return NULL;
}

static int level_of(const snw_type *type) {
    return type->space != NULL ? type->space->level : 0;
}

static snw_status check_type(const snw_type *type, const nest *outer, snw_why *why);

// a struct that lies inside itself would have no end
static bool is_endless(const snw_type *type, const nest *here) {
    for (const nest *n = here; n != NULL && n->by_value; n = n->outer) {
        if (n->type == type) return true;
    }
    return false;
}

static const char *field_fault(const snw_type *type, const snw_field *field) {
    const char *fault = rule_fault(field);
    if (fault == NULL) fault = member_fault(field);
    if (fault == NULL) fault = array_fault(field);
    if (fault == NULL) fault = place_fault(type, field);
    if (fault == NULL) fault = range_fault(field);
    if (fault == NULL) fault = unit_fault(field);
    if (fault == NULL) fault = choice_fault(field);
    for (const snw_field *other = type->fields; fault == NULL && other < field; other++) {
        fault = pair_fault(other, field);
    }
    return fault != NULL ? fault : initial_fault(field);
}

static snw_status check_held(const snw_type *type, const snw_field *field, const nest *outer,
                             snw_why *why) {
    const bool by_value = field->kind == SNW_KIND_STRUCT && field->array != SNW_LIST;
    const nest here = {type, by_value, outer};
    if (is_endless(field->type, &here)) {
        return refuse_field(type, field->name, "a struct cannot lie inside itself", why);
    }
    if (level_of(field->type) > level_of(type)) {
        return refuse_field(type, field->name, "it holds a type of a higher name space", why);
    }
    return check_type(field->type, &here, why);
}

static snw_status check_type(const snw_type *type, const nest *outer, snw_why *why) {
    for (const nest *n = outer; n != NULL; n = n->outer) {
        if (n->type == type) return SNW_OK;
    }
    const char *fault = type_fault(type);
    if (fault != NULL) return refuse_field(type, NULL, fault, why);
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        fault = field_fault(type, field);
        if (fault != NULL) return refuse_field(type, field->name, fault, why);
        if (field->kind != SNW_KIND_STRUCT && field->kind != SNW_KIND_OPTIONAL) continue;
        const snw_status status = check_held(type, field, outer, why);
        if (snw_failed(status)) return status;
    }
    for (int i = 0; i < type->upgrade_count; i++) {
        fault = upgrade_fault(type, &type->upgrades[i]);
        if (fault != NULL) return refuse_field(type, NULL, fault, why);
    }
    return SNW_OK;
}

snw_status snw_type_check(const snw_type *type, snw_why *why) {
    return check_type(type, NULL, why);
}
