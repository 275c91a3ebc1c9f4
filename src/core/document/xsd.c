// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The schema of one name space (XML Schema 1.0). Each struct type is a complexType whose members
// may stand in any order; what is plain may be an attribute or an element. A polymorphic child is
// an abstract element per base, for which the element of each concrete type may stand: so a schema
// above adds types without a change below. Recursion ends because types are named.
//
// The schema of snw_space_plain holds all types once more, as if they stood in one name space: it
// is for files written by hand. One schema cannot take both forms, because in XML Schema 1.0 an
// element of one name has one type, and an xs:all cannot be one of two alternatives.
#include <string.h>

#include "parts.h"
#include "write_common.h"
#include "xsd.h"

static const char schema_uri[] = "http://www.w3.org/2001/XMLSchema";
static const char xlink_uri[] = "http://www.w3.org/1999/xlink";

// --- names --------------------------------------------------------------------------------------

const snw_space *snw__xsd_space(const snw__xsd *x, const snw_type *type) {
    return snw__same_space(x->space, &snw_space_plain) ? x->space : snw__space_of(type);
}

// what a type is called in its schema: its token, with a number when others have the same
static snw__xsd_name type_name(const snw__xsd *x, const snw_type *type) {
    int earlier = 0;
    for (int i = 0; x->types.items[i] != type; i++) {
        const snw_type *other = x->types.items[i];
        earlier += strcmp(other->token, type->token) == 0 &&
                   snw__same_space(snw__xsd_space(x, other), snw__xsd_space(x, type));
    }
    snw__xsd_name name;
    snw_text text = snw_text_over(name.text, sizeof name.text);
    snw_text_format(&text, "%s", type->token);
    if (earlier > 0) snw_text_format(&text, ".%d", earlier + 1);
    return name;
}

snw__xsd_name snw__xsd_type_name(const snw__xsd *x, const snw_type *type) {
    snw__xsd_name name;
    snw_text text = snw_text_over(name.text, sizeof name.text);
    snw_text_format(&text, "%s:%s", snw__xsd_space(x, type)->prefix, type_name(x, type).text);
    return name;
}

// --- bases --------------------------------------------------------------------------------------

static bool is_registered(const snw__xsd *x, const snw_type *type) {
    return snw_registry_find(x->registry, type->token) == type;
}

// true when the type belongs to a base, or has children of it
static bool touches(const snw__xsd *x, const snw_type *type, const char *base) {
    if (is_registered(x, type) && snw__base_is_a(x->registry, type->base, base)) return true;
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (field->kind == SNW_KIND_CHILD && snw__base_is_a(x->registry, field->base, base)) {
            return true;
        }
    }
    return false;
}

// The name space of a base's element is the lowest that has anything to do with it, so that all
// others import it from below; NULL when nobody has.
static const snw_space *base_space(const snw__xsd *x, const char *base) {
    const snw_space *lowest = NULL;
    for (int i = 0; i < x->types.count; i++) {
        const snw_space *space = snw__xsd_space(x, x->types.items[i]);
        if ((lowest == NULL || space->level < lowest->level) &&
            touches(x, x->types.items[i], base)) {
            lowest = space;
        }
    }
    return lowest;
}

// a base's element gives way to a type of the same token
static snw__xsd_name base_name(const snw__xsd *x, const char *base) {
    snw__xsd_name name;
    snw_text text = snw_text_over(name.text, sizeof name.text);
    const bool taken = snw_registry_find(x->registry, base) != NULL;
    snw_text_format(&text, "%s%s", base, taken ? ".base" : "");
    return name;
}

snw__xsd_name snw__xsd_base_name(const snw__xsd *x, const char *base) {
    snw__xsd_name name;
    snw_text text = snw_text_over(name.text, sizeof name.text);
    snw_text_format(&text, "%s:%s", base_space(x, base)->prefix, base_name(x, base).text);
    return name;
}

static void put_base(snw__xsd *x, const char *token) {
    const snw_space *space = base_space(x, token);
    if (space == NULL || !snw__same_space(space, x->space)) return;
    const snw_base *base = snw__find_base(x->registry, token);
    char above[SNW__XSD_NAME + 32] = "";
    snw_text text = snw_text_over(above, sizeof above);
    if (base != NULL && base->base != NULL) {
        snw_text_format(&text, " substitutionGroup=\"%s\"", snw__xsd_base_name(x, base->base).text);
    }
    snw__xsd_open(x, "<xs:element name=\"%s\" abstract=\"true\"%s>", base_name(x, token).text,
                  above);
    snw__xsd_help(
        x, base != NULL && base->help != NULL ? base->help : "Any type that has this base.", NULL);
    snw__xsd_close(x, "xs:element");
}

static void take_next(const char *candidate, const char *last, const char **next) {
    if (last != NULL && strcmp(candidate, last) <= 0) return;
    if (*next == NULL || strcmp(candidate, *next) < 0) *next = candidate;
}

// the base after `last` in the order of tokens, or NULL: registered, or asked for by a child
static const char *next_base(const snw__xsd *x, const char *last) {
    const char *next = NULL;
    for (int i = 0; i < x->registry->base_count; i++) {
        take_next(x->registry->bases[i]->token, last, &next);
    }
    for (int i = 0; i < x->types.count; i++) {
        const snw_type *type = x->types.items[i];
        for (int k = 0; k < type->field_count; k++) {
            const snw_field *field = &type->fields[k];
            if (field->kind == SNW_KIND_CHILD) take_next(field->base, last, &next);
        }
    }
    return next;
}

// --- struct types -------------------------------------------------------------------------------

static void put_attribute(snw__xsd *x, const char *owner, const snw_field *field) {
    const snw__xsd_field at = {owner, field};
    snw__xsd_open(x, "<xs:attribute name=\"%s\" type=\"%s\">", field->name,
                  snw__xsd_whole(x, &at).text);
    snw__xsd_help(x, field->help, field);
    snw__xsd_close(x, "xs:attribute");
}

// the frame of a pose field whose position has a range
static void put_ranged_pose(snw__xsd *x, const char *owner, const snw_field *field);

// a struct and the definitions of its fields; `whole` ones may include files
static void put_struct(snw__xsd *x, const char *name, const snw_type *type, bool whole) {
    snw__xsd_open(x, "<xs:complexType name=\"%s\">", name);
    snw__xsd_help(x, type->help, NULL);
    const bool includes = whole && snw_type_field(type, "include") == NULL;
    if (type->field_count > 0) {
        snw__xsd_open(x, "<xs:all>");
        for (int i = 0; i < type->field_count; i++) {
            snw__xsd_member(x, name, &type->fields[i]);
        }
        if (includes) snw__xsd_include(x, " minOccurs=\"0\"");
        snw__xsd_close(x, "xs:all");
    }
    for (int i = 0; i < type->field_count; i++) {
        if (snw__xsd_is_plain(&type->fields[i])) put_attribute(x, name, &type->fields[i]);
    }
    snw__xsd_close(x, "xs:complexType");
    for (int i = 0; i < type->field_count; i++) {
        const snw__xsd_field at = {name, &type->fields[i]};
        if (snw__xsd_is_plain(at.field)) snw__xsd_values(x, &at);
        if (at.field->kind == SNW_KIND_POSE && snw__is_ranged(at.field)) {
            put_ranged_pose(x, name, at.field);
        }
    }
}

static void put_ranged_pose(snw__xsd *x, const char *owner, const snw_field *field) {
    snw_field fields[SNW__POSE_COLUMNS + 1];
    memcpy(fields, snw__pose_type.fields, sizeof fields);
    fields[SNW__POSE_XYZ].range = field->range;
    snw_type type = snw__pose_type;
    type.fields = fields;
    char name[SNW__XSD_NAME];
    snw_text text = snw_text_over(name, sizeof name);
    snw_text_format(&text, "%s.%s", owner, field->name);
    put_struct(x, name, &type, false);
}

// versions from 1 to the newest; "1.0.0" of older files is version 1
static void put_version(snw__xsd *x, int newest) {
    snw__xsd_open(x, "<xs:simpleType name=\"_version.%d\">", newest);
    snw__xsd_open(x, "<xs:restriction base=\"xs:string\">");
    for (int version = 1; version <= newest; version++) {
        snw__xsd_line(x, "<xs:pattern value=\"%d(\\..*)?\"/>", version);
    }
    snw__xsd_close(x, "xs:restriction");
    snw__xsd_close(x, "xs:simpleType");
}

// true for a type whose element has the attribute `version`: the table may have one of its own
static bool has_version(const snw__xsd *x, const snw_type *type) {
    return snw__same_space(snw__xsd_space(x, type), x->space) && is_registered(x, type) &&
           snw_type_field(type, "version") == NULL;
}

static void put_versions(snw__xsd *x) {
    for (int i = 0; i < x->types.count; i++) {
        const int newest = snw__type_version(x->types.items[i]);
        bool again = !has_version(x, x->types.items[i]);
        for (int k = 0; k < i && !again; k++) {
            again =
                has_version(x, x->types.items[k]) && snw__type_version(x->types.items[k]) == newest;
        }
        if (!again) put_version(x, newest);
    }
}

// the element of a registered type: the root of a document, or a child by its token
static void put_element(snw__xsd *x, const snw_type *type) {
    char group[SNW__XSD_NAME + 32] = "";
    snw_text text = snw_text_over(group, sizeof group);
    if (type->base != NULL) {
        snw_text_format(&text, " substitutionGroup=\"%s\"", snw__xsd_base_name(x, type->base).text);
    }
    snw__xsd_open(x, "<xs:element name=\"%s\"%s>", type->token, group);
    snw__xsd_help(x, type->help, NULL);
    snw__xsd_open(x, "<xs:complexType>");
    snw__xsd_open(x, "<xs:complexContent>");
    snw__xsd_open(x, "<xs:extension base=\"%s\">", snw__xsd_type_name(x, type).text);
    if (has_version(x, type)) {
        snw__xsd_line(x, "<xs:attribute name=\"version\" type=\"%s\"/>",
                      snw__xsd_own(x, "_version.%d", snw__type_version(type)).text);
    }
    snw__xsd_close(x, "xs:extension");
    snw__xsd_close(x, "xs:complexContent");
    snw__xsd_close(x, "xs:complexType");
    if (snw__xsd_asks(type)) snw__xsd_required(x, type->token, type, x->space->prefix);
    snw__xsd_close(x, "xs:element");
}

// --- the schema ---------------------------------------------------------------------------------

// true when a type of this schema names something of another one
static bool uses(const snw__xsd *x, const snw_space *other) {
    for (int i = 0; i < x->types.count; i++) {
        const snw_type *type = x->types.items[i];
        if (!snw__same_space(snw__xsd_space(x, type), x->space)) continue;
        for (int k = 0; k < type->field_count; k++) {
            const snw_field *field = &type->fields[k];
            const snw_space *space =
                field->type != NULL ? snw__xsd_space(x, field->type) : x->space;
            if (field->kind == SNW_KIND_CHILD) space = base_space(x, field->base);
            if (snw__same_space(space, other)) return true;
        }
        if (type->base != NULL && is_registered(x, type) &&
            snw__same_space(base_space(x, type->base), other)) {
            return true;
        }
    }
    return false;
}

// All lower name spaces are imported: a child of any of them may stand where a base allows it. One
// of the same level is imported when it is used.
static bool is_imported(const snw__xsd *x, const snw_space *space) {
    if (snw__same_space(space, x->space)) return false;
    return space->level < x->space->level || uses(x, space);
}

// the name space of type `index`, if no type before it has the same; else NULL
static const snw_space *new_space(const snw__xsd *x, int index) {
    const snw_space *space = snw__xsd_space(x, x->types.items[index]);
    for (int i = 0; i < index; i++) {
        if (snw__same_space(snw__xsd_space(x, x->types.items[i]), space)) return NULL;
    }
    return space;
}

// the lowest imported name space above `last` in the order of level and prefix, or NULL
static const snw_space *next_import(const snw__xsd *x, const snw_space *last) {
    const snw_space *next = NULL;
    for (int i = 0; i < x->types.count; i++) {
        const snw_space *space = new_space(x, i);
        if (space == NULL || !is_imported(x, space)) continue;
        const bool after = last == NULL || space->level > last->level ||
                           (space->level == last->level && strcmp(space->prefix, last->prefix) > 0);
        const bool before =
            next == NULL || space->level < next->level ||
            (space->level == next->level && strcmp(space->prefix, next->prefix) < 0);
        if (after && before) next = space;
    }
    return next;
}

static void put_declaration(snw__xsd *x, const snw_space *space) {
    snw_text_format(x->text, "\n           xmlns:%s=\"", space->prefix);
    snw_text_xml_attribute(x->text, space->uri);
    snw_text_format(x->text, "\"");
}

static void put_import(snw__xsd *x, const snw_space *space) {
    snw__xsd_indent(x);
    snw_text_format(x->text, "<xs:import namespace=\"");
    snw_text_xml_attribute(x->text, space->uri);
    snw_text_format(x->text, "\" schemaLocation=\"%s.xsd\"/>\n", space->prefix);
}

static void put_head(snw__xsd *x) {
    snw_text_format(x->text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    snw_text_format(x->text, "<xs:schema xmlns:xs=\"%s\"", schema_uri);
    put_declaration(x, x->space);
    const snw_space *space = NULL;
    while ((space = next_import(x, space)) != NULL) {
        put_declaration(x, space);
    }
    snw_text_format(x->text, "\n           targetNamespace=\"");
    snw_text_xml_attribute(x->text, x->space->uri);
    snw_text_format(x->text, "\" elementFormDefault=\"qualified\">\n");
    x->depth++;
    while ((space = next_import(x, space)) != NULL) {
        put_import(x, space);
    }
    // the schema that validators are given also knows the files that people write
    if (x->space->level >= snw_space_cell.level) put_import(x, &snw_space_plain);
}

// the reader takes both href and xlink:href
static void put_include_type(snw__xsd *x) {
    snw__xsd_open(x, "<xs:complexType name=\"_include\">");
    snw__xsd_help(x, "Stands for the root element of another file.", NULL);
    snw__xsd_line(x, "<xs:attribute name=\"href\" type=\"xs:anyURI\"/>");
    snw__xsd_line(x, "<xs:anyAttribute namespace=\"%s\" processContents=\"skip\"/>", xlink_uri);
    snw__xsd_close(x, "xs:complexType");
}

void snw_xsd_write(const snw_registry *registry, const snw_space *space, snw_text *text) {
    snw__xsd x = {.text = text, .registry = registry, .space = space};
    for (int i = 0; i < registry->type_count; i++) {
        snw__types_add(&x.types, registry->types[i]);
    }
    snw__types_close(&x.types);
    snw__types_sort(&x.types);
    if (!x.types.exhausted) {
        put_head(&x);
        for (const char *base = NULL; (base = next_base(&x, base)) != NULL;) {
            put_base(&x, base);
        }
        for (int i = 0; i < x.types.count; i++) {
            const snw_type *type = x.types.items[i];
            if (!snw__same_space(snw__xsd_space(&x, type), space)) continue;
            if (is_registered(&x, type)) put_element(&x, type);
            put_struct(&x, type_name(&x, type).text, type, true);
        }
        if (x.used & SNW__XSD_QUAT) put_struct(&x, "_quat", &snw__quat_type, false);
        if (x.used & SNW__XSD_POSE) put_struct(&x, "_pose", &snw__pose_type, false);
        if (x.used & SNW__XSD_INCLUDE) put_include_type(&x);
        put_versions(&x);
        snw__xsd_shared_values(&x);
        snw__xsd_close(&x, "xs:schema");
    }
    snw__types_free(&x.types);
}
