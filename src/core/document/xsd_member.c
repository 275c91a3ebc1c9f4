// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The elements inside a struct: one per field, in any order. Plain values are attributes or
// elements; arrays and children have an element around them.
#include <string.h>

#include "parts.h"
#include "xsd.h"

// A field that a validator can be asked for: one value, in an attribute or in an element.
static bool is_asked_for(const snw_field *field) {
    return (field->flags & SNW_REQUIRED) && field->array == SNW_SINGLE &&
           snw__xsd_is_plain(field) && field->kind != SNW_KIND_MATRIX;
}

bool snw__xsd_asks(const snw_type *type) {
    for (int i = 0; i < type->field_count; i++) {
        if (is_asked_for(&type->fields[i])) return true;
    }
    return false;
}

// Plain values that are required: each must stand there once, as attribute or as element. An
// identity constraint says so, because each of its fields must find exactly one node.
void snw__xsd_required(snw__xsd *x, const char *name, const snw_type *type, const char *prefix) {
    snw__xsd_open(x, "<xs:key name=\"%s.required\">", name);
    snw__xsd_line(x, "<xs:selector xpath=\".\"/>");
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (!is_asked_for(field)) continue;
        snw__xsd_line(x, "<xs:field xpath=\"@%s|%s:%s\"/>", field->name, prefix, field->name);
    }
    snw__xsd_close(x, "xs:key");
}

// an element of a struct type, or of a value with named parts
typedef struct member {
    const char *owner; // definition that it stands in
    const snw_field *field;
    const char *name;   // of the element
    const char *occurs; // "" or minOccurs and maxOccurs
    const char *help;   // or NULL
} member;

static void put_typed(snw__xsd *x, const member *m, const char *type, const snw_type *inside,
                      const char *prefix) {
    const bool asks = inside != NULL && snw__xsd_asks(inside);
    if (!asks && m->help == NULL) {
        snw__xsd_line(x, "<xs:element name=\"%s\" type=\"%s\"%s/>", m->name, type, m->occurs);
        return;
    }
    snw__xsd_open(x, "<xs:element name=\"%s\" type=\"%s\"%s>", m->name, type, m->occurs);
    if (m->help != NULL) snw__xsd_help(x, m->help, NULL);
    if (asks) {
        char name[SNW__XSD_NAME];
        snw_text text = snw_text_over(name, sizeof name);
        snw_text_format(&text, "%s.%s.%s", m->owner, m->field->name, m->name);
        snw__xsd_required(x, name, inside, prefix);
    }
    snw__xsd_close(x, "xs:element");
}

// an element that holds one item, of whatever kind but a child
static void put_item(snw__xsd *x, const member *m) {
    const snw_field *field = m->field;
    const snw__xsd_field at = {m->owner, field};
    if (field->type != NULL) {
        put_typed(x, m, snw__xsd_type_name(x, field->type).text, field->type,
                  snw__xsd_space(x, field->type)->prefix);
    } else if (field->kind == SNW_KIND_QUAT) {
        put_typed(x, m, snw__xsd_use(x, SNW__XSD_QUAT).text, &snw__quat_type, x->space->prefix);
    } else if (field->kind == SNW_KIND_POSE && !snw__is_ranged(field)) {
        put_typed(x, m, snw__xsd_use(x, SNW__XSD_POSE).text, &snw__pose_type, x->space->prefix);
    } else if (field->kind == SNW_KIND_POSE) {
        put_typed(x, m, snw__xsd_own(x, "%s.%s", m->owner, field->name).text, &snw__pose_type,
                  x->space->prefix);
    } else {
        put_typed(x, m, snw__xsd_item(x, &at).text, NULL, NULL);
    }
}

void snw__xsd_include(snw__xsd *x, const char *occurs) {
    snw__xsd_line(x, "<xs:element name=\"include\" type=\"%s\"%s/>",
                  snw__xsd_use(x, SNW__XSD_INCLUDE).text, occurs);
}

// how many items an array may have; large arrays are left to the reader
typedef struct occurrence {
    char text[64];
} occurrence;

static occurrence items_occur(const snw_field *field) {
    occurrence o;
    snw_text text = snw_text_over(o.text, sizeof o.text);
    const bool counted = field->length <= SNW__XSD_COUNTED;
    const bool all = counted && field->array == SNW_FIXED;
    snw_text_format(&text, " minOccurs=\"%d\"", all ? field->length : 0);
    if (counted) {
        snw_text_format(&text, " maxOccurs=\"%d\"", field->length);
    } else {
        snw_text_format(&text, " maxOccurs=\"unbounded\"");
    }
    return o;
}

// a child by the element of its type, or nothing in so many words
static void put_child(snw__xsd *x, const snw_field *field) {
    snw__xsd_line(x, "<xs:element ref=\"%s\"/>", snw__xsd_base_name(x, field->base).text);
    if (field->flags & SNW_REQUIRED) return;
    snw__xsd_line(x, "<xs:element name=\"none\"><xs:complexType/></xs:element>");
}

// the items of an array: <element>, or the name that the table gives them
static void put_items(snw__xsd *x, const char *owner, const snw_field *field) {
    const occurrence occurs = items_occur(field);
    snw__xsd_open(x, "<xs:choice%s>", occurs.text);
    if (field->kind == SNW_KIND_CHILD) {
        put_child(x, field);
    } else {
        member m = {.owner = owner, .field = field, .name = "element", .occurs = ""};
        put_item(x, &m);
        m.name = field->item;
        const bool other = field->item != NULL && strcmp(field->item, "element") != 0;
        if (other && !(snw__xsd_is_plain(field) && strcmp(field->item, "group") == 0)) {
            put_item(x, &m);
        }
    }
    // a file stands for one item
    if (field->kind == SNW_KIND_STRUCT || field->kind == SNW_KIND_CHILD) snw__xsd_include(x, "");
    snw__xsd_close(x, "xs:choice");
}

static void put_group(snw__xsd *x, const char *owner, const snw_field *field) {
    const snw__xsd_field at = {owner, field};
    snw__xsd_line(x, "<xs:element name=\"group\" type=\"%s\"/>", snw__xsd_whole(x, &at).text);
}

// Arrays, and matrices that are elements. Plain ones may also hold their words themselves, beside
// which a schema cannot forbid other text.
static void put_wrapper(snw__xsd *x, const char *owner, const snw_field *field) {
    const bool plain = snw__xsd_is_plain(field);
    snw__xsd_open(x, "<xs:complexType%s>", plain ? " mixed=\"true\"" : "");
    if (plain) snw__xsd_open(x, "<xs:choice minOccurs=\"0\">");
    if (plain) put_group(x, owner, field);
    if (field->array != SNW_SINGLE) put_items(x, owner, field);
    if (plain) snw__xsd_close(x, "xs:choice");
    snw__xsd_line(x, "<xs:attribute name=\"size\" type=\"xs:nonNegativeInteger\"/>");
    snw__xsd_close(x, "xs:complexType");
}

// exactly one child
static void put_child_wrapper(snw__xsd *x, const snw_field *field) {
    snw__xsd_open(x, "<xs:complexType>");
    snw__xsd_open(x, "<xs:choice>");
    put_child(x, field);
    snw__xsd_include(x, "");
    snw__xsd_close(x, "xs:choice");
    snw__xsd_close(x, "xs:complexType");
}

void snw__xsd_member(snw__xsd *x, const char *owner, const snw_field *field) {
    const bool plain = snw__xsd_is_plain(field);
    const bool must = !plain && (field->flags & SNW_REQUIRED);
    const char *occurs = must ? "" : " minOccurs=\"0\"";
    const char *help = plain ? NULL : field->help;
    const bool child = field->kind == SNW_KIND_CHILD;
    const bool wrapped = field->array != SNW_SINGLE || child || field->kind == SNW_KIND_MATRIX;
    if (!wrapped) {
        put_item(x, &(member){owner, field, field->name, occurs, help});
        return;
    }
    snw__xsd_open(x, "<xs:element name=\"%s\"%s>", field->name, occurs);
    if (help != NULL) snw__xsd_help(x, help, field);
    if (child && field->array == SNW_SINGLE) {
        put_child_wrapper(x, field);
    } else {
        put_wrapper(x, owner, field);
    }
    snw__xsd_close(x, "xs:element");
}
