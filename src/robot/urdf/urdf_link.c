// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rpy.h"
#include "sinew/shape/primitives.h"
#include "sinew/urdf/mesh_file.h"
#include "urdf_reader.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

// --- origins ------------------------------------------------------------------------------------

// x y z w, as the attribute's name says; lost digits are corrected, more is refused
static void read_quaternion(snw__urdf *u, const snw__attribute *attribute, snw_mat3 *R) {
    double q[4];
    if (!snw__urdf_reals(u, attribute, 4, q)) return;
    snw__urdf_needs(u, 11, "quat_xyzw", attribute->where);
    const double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    snw_quat unit;
    if (!(fabs(norm - 1) <= 1e-3) ||
        snw_failed(snw_quat_normalize(snw_quat_of(q[3], q[0], q[1], q[2]), &unit))) {
        (void)snw__urdf_say(
            u,
            snw__with(snw__about(SNW__DOUBT, SNW_ERR_RANGE, "urdf-origin",
                                 "divide it by its length; the order is x y z w", attribute),
                      "length", norm, ""),
            "the quaternion is not of unit length");
        return;
    }
    *R = snw__rotation_settle(snw_quat_to_mat3(unit));
}

// Angles are in radians; more than a whole turn is nearly always a number in degrees.
static void doubt_angles(snw__urdf *u, const snw__attribute *attribute, const double rpy[3]) {
    static const double MOST = 2 * SNW_PI + 1e-3; // 6.2832 and the like are a whole turn
    for (int i = 0; i < 3; i++) {
        if (!(fabs(rpy[i]) > MOST)) continue;
        (void)snw__urdf_say(
            u,
            snw__with(snw__about(SNW__REMARK, SNW_ERR_UNIT, "urdf-origin",
                                 "is this in degrees? rpy is in radians", attribute),
                      "angle", rpy[i], "rad"),
            "an angle is more than a whole turn");
        return;
    }
}

void snw__urdf_origin(snw__urdf *u, snw_pose *pose) {
    snw__attribute a[] = {{.name = "xyz"}, {.name = "rpy"}, {.name = "quat_xyzw"}};
    (void)snw__urdf_attributes(u, a, COUNT(a));
    double xyz[3] = {0}, rpy[3] = {0};
    if (snw__urdf_reals(u, &a[0], 3, xyz)) pose->p = snw_vec3_of(xyz[0], xyz[1], xyz[2]);
    if (a[1].value != NULL && a[2].value != NULL) {
        (void)snw__urdf_say(
            u, snw__at(SNW__ERROR, SNW_ERR_DUPLICATE, "urdf-origin", "keep one of them", u->at),
            "rpy and quat_xyzw both give the rotation");
    } else if (a[2].value != NULL) {
        read_quaternion(u, &a[2], &pose->R);
    } else if (snw__urdf_reals(u, &a[1], 3, rpy) && (rpy[0] != 0 || rpy[1] != 0 || rpy[2] != 0)) {
        pose->R = snw__rotation_settle(snw__rotation_of((snw_rpy){rpy[0], rpy[1], rpy[2]}));
        doubt_angles(u, &a[1], rpy);
    }
    snw__urdf_end(u);
}

// --- mass ---------------------------------------------------------------------------------------

typedef struct mass_reading {
    snw_inertial *inertial;
    bool mass, inertia;
    snw__where mass_at, inertia_at;
} mass_reading;

static void read_mass_origin(snw__urdf *u, void *target) {
    snw__urdf_origin(u, &((mass_reading *)target)->inertial->origin);
}

static void read_mass(snw__urdf *u, void *target) {
    mass_reading *m = target;
    snw__attribute a[] = {{.name = "value", .required = true}};
    m->mass_at = u->at;
    m->mass =
        snw__urdf_attributes(u, a, COUNT(a)) && snw__urdf_reals(u, &a[0], 1, &m->inertial->mass);
    snw__urdf_end(u);
}

static void read_inertia(snw__urdf *u, void *target) {
    mass_reading *m = target;
    snw_inertial *i = m->inertial;
    snw__attribute a[] = {{.name = "ixx"}, {.name = "iyy"}, {.name = "izz"},
                          {.name = "ixy"}, {.name = "ixz"}, {.name = "iyz"}};
    double *const out[] = {&i->ixx, &i->iyy, &i->izz, &i->ixy, &i->ixz, &i->iyz};
    m->inertia_at = u->at;
    m->inertia = snw__urdf_attributes(u, a, COUNT(a));
    for (int k = 0; k < COUNT(a); k++) {
        a[k].required = true; // what is written must be a number
        m->inertia = snw__urdf_reals(u, &a[k], 1, out[k]) && m->inertia;
        if (a[k].value != NULL) continue;
        (void)snw__urdf_say(u,
                            snw__at(SNW__REMARK, SNW_ERR_NOT_FOUND, "urdf-missing",
                                    "add the attribute", m->inertia_at),
                            "attribute '%s' is missing; 0 is used", a[k].name);
    }
    snw__urdf_end(u);
}

// a moment below this part of the largest one is 0: what rounding leaves of a thin body
#define ZERO_MOMENT 1e-9

// Moments that a body of positive density can have: none negative, none above the sum of the other
// two, to what the digits of data sheets allow. Others are used as they are written, and told:
// every program that reads URDF opens such files, and dynamics can live with many of them.
static void check_moments(snw__urdf *u, const mass_reading *m) {
    const snw_inertial *i = m->inertial;
    const snw_sym3 I = snw_sym3_of(snw_vec3_of(i->ixx, i->iyy, i->izz), i->ixy, i->ixz, i->iyz);
    const snw_inertia body = snw_inertia_from_central(i->mass, snw_vec3_zero(), I);
    const bool possible = snw_inertia_check(body, 1e-4, NULL) == SNW_OK;
    snw_mat3 axes;
    snw_vec3 moments = snw_vec3_zero();
    SNW_IGNORE(snw_sym3_principal(I, &axes, &moments));
    const double largest = fmax(fabs(moments.x), fabs(moments.z));
    const snw__finding f =
        snw__at(SNW__REMARK, SNW_ERR_RANGE, "urdf-inertia",
                possible ? "give moments about the centre of mass"
                         : "'sinew model repair --inertia' writes the nearest possible ones",
                m->inertia_at);
    if (largest == 0) {
        (void)snw__urdf_say(u, f, "all moments of inertia are 0: the link is a point");
    } else if (moments.x < -ZERO_MOMENT * largest) {
        (void)snw__urdf_say(u, snw__with(f, "least", moments.x, "kg.m^2"),
                            "a principal moment of inertia is negative");
    } else if (!possible) {
        (void)snw__urdf_say(u,
                            snw__with(snw__with(f, "largest", moments.z, "kg.m^2"), "others",
                                      fmax(0, moments.x) + moments.y, "kg.m^2"),
                            "a principal moment of inertia exceeds the sum of the others");
    } else if (moments.x <= ZERO_MOMENT * largest) {
        (void)snw__urdf_say(u, f, "a principal moment of inertia is 0: the inertia is singular");
    }
}

static bool has_moments(const snw_inertial *i) {
    return i->ixx != 0 || i->iyy != 0 || i->izz != 0 || i->ixy != 0 || i->ixz != 0 || i->iyz != 0;
}

// <inertial> as it was read: what is kept of it, and a line for everything that is not as it should
static void settle_inertial(snw__urdf *u, mass_reading *m, snw_link_description *link,
                            snw__where at) {
    const bool no_mass = m->mass_at.line == 0, no_inertia = m->inertia_at.line == 0;
    if (no_mass || no_inertia) {
        (void)snw__urdf_say(u,
                            snw__at(SNW__REMARK, SNW_ERR_NOT_FOUND, "urdf-missing",
                                    "give <mass> and <inertia>, or no <inertial>", at),
                            "element '%s' is missing; 0 is used", no_mass ? "mass" : "inertia");
    }
    if ((!no_mass && !m->mass) || (!no_inertia && !m->inertia)) return; // said already
    snw_inertial *i = m->inertial;
    if (i->mass < 0) {
        (void)snw__urdf_say(u,
                            snw__with(snw__at(SNW__REMARK, SNW_ERR_RANGE, "urdf-mass",
                                              "give the mass in kg", m->mass_at),
                                      "mass", i->mass, "kg"),
                            "the mass is negative; <inertial> is left out");
        return;
    }
    if (i->mass == 0 && !no_mass) {
        const bool turns = has_moments(i);
        (void)snw__urdf_say(u,
                            snw__at(SNW__REMARK, SNW_ERR_RANGE, "urdf-mass",
                                    turns ? "give the mass, or remove <inertial>"
                                          : "remove <inertial> from a link without mass",
                                    m->mass_at),
                            turns ? "the mass is 0, but there are moments of inertia; they are used"
                                  : "mass and moments of inertia are 0; the link has no mass");
        if (!turns) return;
    } else if (!no_mass && !no_inertia) {
        check_moments(u, m);
    } else if (no_mass && !has_moments(i)) {
        return; // nothing was given: as without <inertial>
    }
    link->inertial = i;
}

static void read_inertial(snw__urdf *u, void *target) {
    static const snw__element elements[] = {{"mass", read_mass, false},
                                            {"inertia", read_inertia, false},
                                            {"origin", read_mass_origin, false}};
    snw_link_description *link = target;
    const snw__where at = u->at;
    mass_reading m = {.inertial = snw__urdf_part(u, &snw_link_description_type,
                                                 offsetof(snw_link_description, inertial))};
    if (m.inertial == NULL) return;
    (void)snw__urdf_attributes(u, NULL, 0);
    snw__urdf_children(u, elements, COUNT(elements), &m);
    if (!u->broken) settle_inertial(u, &m, link, at);
}

// --- shapes -------------------------------------------------------------------------------------

typedef struct shape_reading {
    snw_body_shape *shape;
    bool geometry, named;
    char owner[SNW_NAME]; // names a material that has no name
} shape_reading;

// a shape's block, unless there is one already
static void *new_shape(snw__urdf *u, shape_reading *s, const snw_type *type) {
    if (s->shape->shape.type != NULL) {
        (void)snw__urdf_say(u,
                            snw__at(SNW__REMARK, SNW_ERR_DUPLICATE, "urdf-geometry",
                                    "write one <visual> or <collision> for each", u->at),
                            "the geometry has two shapes; the first is used");
        return NULL;
    }
    void *block = snw_block_new(type, u->setup);
    if (block == NULL) {
        snw__urdf_exhausted(u);
        return NULL;
    }
    s->shape->shape = (snw_child){type, block};
    return block;
}

// sizes above 0; a shape with another one goes away, one that is too small for shapes is made
// larger
static bool check_sizes(snw__urdf *u, shape_reading *s, const snw__attribute *attribute,
                        double *sizes, int count) {
    for (int i = 0; i < count; i++) {
        if (sizes[i] > 0 && sizes[i] < SNW_SHAPE_LEAST) {
            (void)snw__urdf_say(u,
                                snw__with(snw__about(SNW__REMARK, SNW_ERR_RANGE, "urdf-geometry",
                                                     "give sizes in metres", attribute),
                                          "size", sizes[i], "m"),
                                "the size is less than a micrometre, which is used");
            sizes[i] = SNW_SHAPE_LEAST;
        }
        if (sizes[i] > 0) continue;
        (void)snw__urdf_say(u,
                            snw__with(snw__about(SNW__REMARK, SNW_ERR_RANGE, "urdf-geometry",
                                                 "give sizes above 0 in metres", attribute),
                                      "size", sizes[i], "m"),
                            "the size is not positive; the shape is left out");
        s->shape->shape = (snw_child){NULL, NULL};
        return false;
    }
    return true;
}

static void read_box(snw__urdf *u, void *target) {
    shape_reading *s = target;
    snw__attribute a[] = {{.name = "size", .required = true}};
    double size[3];
    const bool read = snw__urdf_attributes(u, a, COUNT(a)) && snw__urdf_reals(u, &a[0], 3, size);
    snw_box *box = read ? new_shape(u, s, &snw_box_type) : NULL;
    if (box != NULL && check_sizes(u, s, &a[0], size, 3)) {
        box->half_extents = snw_vec3_scale(snw_vec3_of(size[0], size[1], size[2]), 0.5);
    }
    snw__urdf_end(u);
}

static void read_sphere(snw__urdf *u, void *target) {
    shape_reading *s = target;
    snw__attribute a[] = {{.name = "radius", .required = true}};
    double radius;
    const bool read = snw__urdf_attributes(u, a, COUNT(a)) && snw__urdf_reals(u, &a[0], 1, &radius);
    snw_sphere *sphere = read ? new_shape(u, s, &snw_sphere_type) : NULL;
    if (sphere != NULL && check_sizes(u, s, &a[0], &radius, 1)) {
        *sphere = (snw_sphere){snw_vec3_zero(), radius};
    }
    snw__urdf_end(u);
}

// radius and length of what lies along z; false when there is no shape
static bool read_round(snw__urdf *u, shape_reading *s, const snw_type *type, double *radius,
                       double *half) {
    snw__attribute a[] = {{.name = "radius", .required = true},
                          {.name = "length", .required = true}};
    double length = 0;
    const bool read = snw__urdf_attributes(u, a, COUNT(a)) &&
                      snw__urdf_reals(u, &a[0], 1, radius) && snw__urdf_reals(u, &a[1], 1, &length);
    const bool good = read && new_shape(u, s, type) != NULL &&
                      check_sizes(u, s, &a[0], radius, 1) && check_sizes(u, s, &a[1], &length, 1);
    *half = length / 2;
    return good;
}

static void read_cylinder(snw__urdf *u, void *target) {
    shape_reading *s = target;
    double radius, half;
    if (read_round(u, s, &snw_cylinder_type, &radius, &half)) {
        *(snw_cylinder *)s->shape->shape.block =
            (snw_cylinder){snw_vec3_z(-half), snw_vec3_z(half), radius};
    }
    snw__urdf_end(u);
}

static void read_capsule(snw__urdf *u, void *target) {
    shape_reading *s = target;
    double radius, half;
    snw__urdf_needs(u, 11, "capsule", u->at);
    if (read_round(u, s, &snw_capsule_type, &radius, &half)) {
        *(snw_capsule *)s->shape->shape.block =
            (snw_capsule){snw_vec3_z(-half), snw_vec3_z(half), radius};
    }
    snw__urdf_end(u);
}

// how many words an attribute has
static int count_words(const char *text) {
    int count = 0;
    snw_words words = snw_words_over(text);
    for (snw_word word; snw_words_next(&words, &word);) {
        count++;
    }
    return count;
}

// three factors, or one for all
static void read_scale(snw__urdf *u, const snw__attribute *attribute, snw_vec3 *scale) {
    if (attribute->value == NULL) return;
    const bool one = count_words(attribute->value) == 1;
    double factor[3];
    if (!snw__urdf_reals(u, attribute, one ? 1 : 3, factor)) return;
    if (one) {
        factor[1] = factor[2] = factor[0];
        (void)snw__urdf_say(u,
                            snw__about(SNW__REMARK, SNW_ERR_SIZE, "urdf-scale",
                                       "write it three times, for x, y and z", attribute),
                            "one number scales along all axes");
    }
    if (factor[0] == 0 || factor[1] == 0 || factor[2] == 0) {
        (void)snw__urdf_say(u,
                            snw__about(SNW__REMARK, SNW_ERR_RANGE, "urdf-scale",
                                       "write 1 to keep the size", attribute),
                            "a scale of 0 makes the mesh vanish; 1 is used");
        return;
    }
    *scale = snw_vec3_of(factor[0], factor[1], factor[2]);
}

static void read_mesh(snw__urdf *u, void *target) {
    shape_reading *s = target;
    snw__attribute a[] = {{.name = "filename", .required = true}, {.name = "scale"}};
    const bool read = snw__urdf_attributes(u, a, COUNT(a));
    snw_mesh_file *mesh = read ? new_shape(u, s, &snw_mesh_file_type) : NULL;
    if (mesh != NULL) {
        read_scale(u, &a[1], &mesh->scale);
        if (strlen(a[0].value) >= sizeof mesh->name) {
            (void)snw__urdf_say(u,
                                snw__about(SNW__REMARK, SNW_ERR_TOO_LARGE, "urdf-mesh",
                                           "use a shorter path", &a[0]),
                                "the file's name is too long; the shape is left out");
            u->spoiled = true;
        } else {
            snw_copy_text(mesh->name, sizeof mesh->name, a[0].value);
            u->at = a[0].where;
            snw__urdf_find_mesh(u, mesh->name, mesh->file, sizeof mesh->file);
        }
    }
    snw__urdf_end(u);
}

static void read_geometry(snw__urdf *u, void *target) {
    static const snw__element elements[] = {{"box", read_box, true},
                                            {"cylinder", read_cylinder, true},
                                            {"sphere", read_sphere, true},
                                            {"capsule", read_capsule, true},
                                            {"mesh", read_mesh, true}};
    shape_reading *s = target;
    s->geometry = true;
    const snw__where at = u->at;
    const int before = u->found;
    (void)snw__urdf_attributes(u, NULL, 0);
    snw__urdf_children(u, elements, COUNT(elements), s);
    // said once: when a shape was refused there is no need to say that it is missing
    if (u->broken || s->shape->shape.type != NULL || u->found != before) return;
    (void)snw__urdf_say(u,
                        snw__at(SNW__REMARK, SNW_ERR_NOT_FOUND, "urdf-geometry",
                                "write <box>, <cylinder>, <sphere>, <capsule> or <mesh>", at),
                        "the geometry has no shape");
}

static void read_shape_origin(snw__urdf *u, void *target) {
    snw__urdf_origin(u, &((shape_reading *)target)->shape->origin);
}

static void read_shape_material(snw__urdf *u, void *target) {
    shape_reading *s = target;
    snw__urdf_local_material(u, s->owner, s->shape->material);
}

// the name of a material without one: link:visual0
static void name_owner(shape_reading *s, const char *link, const char *list, int index) {
    snw_text text = snw_text_over(s->owner, sizeof s->owner);
    snw_text_format(&text, "%.40s:%s%d", link, list, index);
}

static void read_shape(snw__urdf *u, snw_link_description *link, bool collision) {
    static const snw__element elements[] = {{"geometry", read_geometry, false},
                                            {"origin", read_shape_origin, false},
                                            {"material", read_shape_material, false}};
    const size_t list = collision ? offsetof(snw_link_description, collisions)
                                  : offsetof(snw_link_description, visuals);
    const int index = collision ? link->collision_count : link->visual_count;
    const snw__where at = u->at;
    snw__urdf_item(u, index);
    shape_reading s = {.shape = snw__urdf_append(u, &snw_link_description_type, link, list)};
    if (s.shape == NULL) {
        snw__urdf_pass(u);
        return;
    }
    name_owner(&s, link->name, collision ? "collision" : "visual", index);
    u->spare = "the shape";
    u->spoiled = false;
    snw__attribute a[] = {{.name = "name"}};
    (void)snw__urdf_attributes(u, a, COUNT(a));
    if (a[0].value != NULL && a[0].value[0] != '\0') (void)snw__urdf_name(u, &a[0], s.shape->name);
    snw__urdf_children(u, elements, COUNT(elements), &s);
    u->spare = NULL;
    if (!u->broken && !s.geometry) {
        (void)snw__urdf_say(
            u, snw__at(SNW__REMARK, SNW_ERR_NOT_FOUND, "urdf-missing", "add <geometry>", at),
            "element 'geometry' is missing");
    }
    // what has no shape, or one that cannot be read as a whole, is not there
    if (s.shape->shape.type == NULL || u->spoiled) {
        const snw_field *field = snw__field_at(&snw_link_description_type, list);
        SNW_IGNORE(snw_block_resize(field, link, index, u->setup));
    }
}

static void read_visual(snw__urdf *u, void *target) {
    read_shape(u, target, false);
}

static void read_collision(snw__urdf *u, void *target) {
    read_shape(u, target, true);
}

// --- links --------------------------------------------------------------------------------------

// names of shapes are for paths: of two equal ones the second goes away
static void check_shape_names(snw__urdf *u, snw_body_shape *shapes, int count, snw__where at) {
    snw_names names;
    void *memory = count > 1 ? snw__names_for(&names, count) : NULL;
    for (int i = 0; memory != NULL && i < count; i++) {
        if (shapes[i].name[0] == '\0' || snw_names_add(&names, shapes[i].name, i) == SNW_OK) {
            continue;
        }
        (void)snw__urdf_say(u,
                            snw__at(SNW__REMARK, SNW_ERR_DUPLICATE, "urdf-duplicate",
                                    "give each a name of its own, or none", at),
                            "two shapes have the name %s", snw_quote(shapes[i].name).text);
        shapes[i].name[0] = '\0';
    }
    free(memory);
}

void snw__urdf_link(snw__urdf *u, void *target) {
    static const snw__element elements[] = {{"inertial", read_inertial, false},
                                            {"visual", read_visual, true},
                                            {"collision", read_collision, true}};
    (void)target;
    const snw__where at = u->at;
    const int index = u->robot->link_count;
    snw_link_description *link =
        snw__urdf_append(u, &snw_robot_type, u->robot, offsetof(snw_robot, links));
    if (link == NULL) {
        snw__urdf_pass(u);
        return;
    }
    snw__attribute a[] = {{.name = "name", .required = true}};
    (void)snw__urdf_attributes(u, a, COUNT(a));
    const bool named = snw__urdf_name(u, &a[0], link->name);
    u->links_at[index] = at;
    if (named) snw__urdf_key(u, link->name);
    const snw_status before = u->first;
    snw__urdf_children(u, elements, COUNT(elements), link);
    if (u->broken) return;
    check_shape_names(u, link->visuals, link->visual_count, at);
    check_shape_names(u, link->collisions, link->collision_count, at);
    if (named && u->first == before) snw__urdf_check(u, &snw_link_description_type, link, at);
}
