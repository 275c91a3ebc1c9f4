// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_URDF_URDF_READER_H
#define SINEW_SRC_URDF_URDF_READER_H

/// @file
/// What the parts of the URDF reader share: where it is in the file, how it reports, how it takes
/// attributes and child elements.

#include "sinew/base/collections.h"
#include "sinew/document.h"
#include "sinew/document/xml.h"
#include "sinew/urdf/urdf.h"
#include "urdf_extra.h"

enum {
    SNW__URDF_PATH = 256,        // bytes of an element's path
    SNW__URDF_LONG_NAME = 255,   // bytes of a name in a file
    SNW__URDF_TOLD = 4096,       // slots for what is reported once
    SNW__URDF_MATERIALS = 65536, // definitions of materials
    SNW__URDF_LINKS = SNW_MODEL_LINKS
};

typedef struct snw__where {
    int line, column;
} snw__where;

/// How bad a finding is, by strictness.
typedef enum snw__weight {
    SNW__ERROR,  // always an error
    SNW__DOUBT,  // an error; lenient: a warning, and a default is taken
    SNW__REMARK, // a warning; strict: an error
    SNW__NOTE    // an information
} snw__weight;

/// An attribute that an element may have.
typedef struct snw__attribute {
    const char *name;
    bool required;
    // read
    const char *value; // NULL when absent
    snw__where where;
} snw__attribute;

typedef struct snw__number {
    const char *name;
    double value;
    const char *unit;
} snw__number;

typedef struct snw__finding {
    snw__weight weight;
    snw_status code;
    const char *rule, *fix;
    snw__where where;
    const char *attribute; // NULL: the element as a whole
    snw__number numbers[2];
} snw__finding;

/// A definition of a material, anywhere in the file.
typedef struct snw__definition {
    snw_robot_material material;
    bool global; // not inside a shape
    snw__where where;
} snw__definition;

typedef struct snw__urdf {
    const snw_urdf_options *options;
    snw_places places;
    const char *name; // of the file
    const char *bytes;
    size_t length;
    snw_xml *xml;
    snw_setup *setup;
    snw_diags *diags;
    snw_robot *robot;
    snw_urdf_extra *extra;

    int version;      // 10, 11, 12
    snw_status first; // error
    int found;        // findings of any weight
    bool broken;      // nothing more can be read

    // inside of what moves no link, a fault costs only this, "the shape"; else NULL
    const char *spare;
    bool spoiled; // there was such a fault

    snw_xml_event event; // of the element that is being read
    snw__where at;
    char path[SNW__URDF_PATH];
    size_t path_length;
    size_t line_start; // of line `line`, to find places again
    int line;
    uint64_t told[SNW__URDF_TOLD];
    int told_count;

    snw__where links_at[SNW__URDF_LINKS], joints_at[SNW__URDF_LINKS];
    snw__definition *definitions;
    int definition_count, definition_room;
} snw__urdf;

// --- reporting ----------------------------------------------------------------------------------

/// A finding about the current element.
SNW_INLINE snw__finding snw__at(snw__weight weight, snw_status code, const char *rule,
                                const char *fix, snw__where where) {
    const snw__finding finding = {weight, code, rule, fix, where, NULL, {{NULL, 0, NULL}}};
    return finding;
}

/// A finding about one of its attributes.
SNW_INLINE snw__finding snw__about(snw__weight weight, snw_status code, const char *rule,
                                   const char *fix, const snw__attribute *attribute) {
    snw__finding finding = snw__at(weight, code, rule, fix, attribute->where);
    finding.attribute = attribute->name;
    return finding;
}

/// The same with a number more, of two.
SNW_INLINE snw__finding snw__with(snw__finding finding, const char *name, double value,
                                  const char *unit) {
    const snw__number number = {name, value, unit};
    finding.numbers[finding.numbers[0].name != NULL ? 1 : 0] = number;
    return finding;
}

/// Reports a finding; true when it is an error.
SNW_PRINTF(3, 4)
bool snw__urdf_say(snw__urdf *u, snw__finding finding, const char *format, ...);

/// Adds a finished reason.
void snw__urdf_add(snw__urdf *u, const snw_why *why);

/// True the first time that it is asked for these two names.
bool snw__urdf_once(snw__urdf *u, const char *a, const char *b);

/// Memory is exhausted: the end.
void snw__urdf_exhausted(snw__urdf *u);

/// The path of an element: the key or index of the last step, and another step; both cut what does
/// not fit. snw__urdf_leave() goes back to a length.
void snw__urdf_key(snw__urdf *u, const char *key);
void snw__urdf_item(snw__urdf *u, int index);
size_t snw__urdf_enter(snw__urdf *u, const char *name);
void snw__urdf_leave(snw__urdf *u, size_t length);

// --- elements -----------------------------------------------------------------------------------

/// Takes the attributes of the current element. Others are remarked, missing ones that are required
/// are errors: then false.
bool snw__urdf_attributes(snw__urdf *u, snw__attribute *attributes, int count);

/// Reads exactly `count` numbers, finite and separated by blanks. An absent attribute leaves `out`
/// as it is and is true; one that cannot be read leaves it too and is false.
bool snw__urdf_reals(snw__urdf *u, const snw__attribute *attribute, int count, double *out);

/// Copies a name without blanks around it; false, and reported, when it is empty, too long or not
/// printable.
bool snw__urdf_name(snw__urdf *u, const snw__attribute *attribute, char out[SNW_NAME]);

typedef void snw__element_fn(snw__urdf *u, void *target);

/// A child element: who reads it, to its end.
typedef struct snw__element {
    const char *name;
    snw__element_fn *read;
    bool many; // may be repeated
} snw__element;

/// Reads the children of the current element, to its end. Unknown ones are kept as text.
void snw__urdf_children(snw__urdf *u, const snw__element *elements, int count, void *target);

/// Goes past the current element: its attributes were taken, and it should have no children.
void snw__urdf_end(snw__urdf *u);

/// Goes past the current element, whatever is inside.
void snw__urdf_pass(snw__urdf *u);

/// The byte at a place, and the one behind the '>' of the tag that begins at a byte.
size_t snw__urdf_offset(snw__urdf *u, snw__where where);
size_t snw__urdf_tag_end(const snw__urdf *u, size_t start);

/// Remarks that something needs a newer version than the file has.
void snw__urdf_needs(snw__urdf *u, int version, const char *what, snw__where where);

// --- parts --------------------------------------------------------------------------------------

/// <origin>, into a pose.
void snw__urdf_origin(snw__urdf *u, snw_pose *pose);

/// The children of <robot>; the target is not used.
void snw__urdf_link(snw__urdf *u, void *target);
void snw__urdf_joint(snw__urdf *u, void *target);
void snw__urdf_material(snw__urdf *u, void *target);

/// <material> inside a shape: `owner` names one that has no name.
void snw__urdf_local_material(snw__urdf *u, const char *owner, char name[SNW_NAME]);

/// One list of all materials; every shape's material is among them.
void snw__urdf_settle_materials(snw__urdf *u);

/// Finds the file of a mesh: `file` receives it, or stays empty.
void snw__urdf_find_mesh(snw__urdf *u, const char *name, char *file, size_t size);

/// One root, every link reached once, mimic joints that end somewhere.
void snw__urdf_check_tree(snw__urdf *u);

/// Checks a block against its table and reports with the place of its element.
void snw__urdf_check(snw__urdf *u, const snw_type *type, const void *block, snw__where where);

/// The field of a type at an offset.
const snw_field *snw__field_at(const snw_type *type, size_t offset);

/// A new optional part of a block; NULL, and reported, when memory is exhausted.
void *snw__urdf_part(snw__urdf *u, const snw_type *type, size_t offset);

/// Adds an item to a list; NULL, and reported, when it is full or memory is exhausted.
void *snw__urdf_append(snw__urdf *u, const snw_type *type, void *block, size_t offset);

/// A table for `count` names; NULL when memory is exhausted. To be freed.
void *snw__names_for(snw_names *names, int count);

#endif // SINEW_SRC_URDF_URDF_READER_H
