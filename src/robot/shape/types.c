// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The tables of the primitives: fields, rules between them, functions.

#include "internal.h"

// what rows have in common
#define POINT .kind = SNW_KIND_VEC3, .unit = "m", .range = {-SNW_SHAPE_REACH, SNW_SHAPE_REACH}
#define RADIUS(least) .kind = SNW_KIND_REAL, .unit = "m", .range = {(least), SNW_SHAPE_REACH}
#define EXTENTS .kind = SNW_KIND_VEC3, .unit = "m", .range = {SNW_SHAPE_LEAST, SNW_SHAPE_REACH}
#define PLACE .kind = SNW_KIND_POSE, .unit = "m", .range = {-SNW_SHAPE_REACH, SNW_SHAPE_REACH}

#define HEAD .head = {sizeof(snw_shape_functions), SNW_SHAPE_VERSION}
#define KIND(name, table)                                                                          \
    .token = #name, .size = sizeof(snw_##name), .align = _Alignof(snw_##name), .fields = (table),  \
    .field_count = (int)(sizeof(table) / sizeof *(table)), .base = "shape",                        \
    .space = &snw_space_robot, .functions = &name##_functions.head

// what a bounded convex primitive answers; its box comes from its support points
#define FUNCTIONS(name, what)                                                                      \
    HEAD, .traits = snw__##what##_traits, .contains = snw__##name##_contains,                      \
          .support = snw__##name##_support, .sphere = snw__##name##_sphere,                        \
          .capsule = snw__##name##_capsule

// --- rules --------------------------------------------------------------------------------------

static snw_status refuse_number(snw_why *why, const char *text, const char *name, double value,
                                const char *unit) {
    snw_why_set(why, SNW_ERR_RANGE, NULL, text);
    snw_why_add(why, name, value, unit);
    return SNW_ERR_RANGE;
}

static snw_status check_ends(snw_vec3 start, snw_vec3 end, snw_why *why) {
    const double length = snw_vec3_distance(start, end);
    if (length >= SNW_SHAPE_LEAST) return SNW_OK;
    return refuse_number(why, "the ends coincide", "length", length, "m");
}

static snw_status check_cylinder(const void *block, snw_why *why) {
    const snw_cylinder *c = block;
    return check_ends(c->start, c->end, why);
}

static snw_status check_cone(const void *block, snw_why *why) {
    const snw_cone *c = block;
    const double most = fmax(c->start_radius, c->end_radius);
    if (!(most >= SNW_SHAPE_LEAST)) {
        return refuse_number(why, "one of the radii must not be 0", "radius", most, "m");
    }
    return check_ends(c->start, c->end, why);
}

static snw_status check_normal(snw_vec3 normal, snw_why *why) {
    const double length = snw_vec3_norm(normal);
    if (length >= 1e-9) return SNW_OK;
    return refuse_number(why, "the normal has no direction", "length", length, "");
}

static snw_status check_half_space(const void *block, snw_why *why) {
    return check_normal(((const snw_half_space *)block)->normal, why);
}

static snw_status check_plane(const void *block, snw_why *why) {
    return check_normal(((const snw_plane *)block)->normal, why);
}

// perpendicular to a billionth; edges without length are perpendicular to all
static snw_status check_square(snw_vec3 edge_1, snw_vec3 edge_2, snw_why *why) {
    const double product = snw_vec3_norm(edge_1) * snw_vec3_norm(edge_2);
    const double dot = fabs(snw_vec3_dot(edge_1, edge_2));
    if (dot <= 1e-9 * product) return SNW_OK;
    return refuse_number(why, "the edges are not perpendicular", "cosine", dot / product, "");
}

static snw_status check_lozenge(const void *block, snw_why *why) {
    const snw_lozenge *l = block;
    return check_square(l->edge_1, l->edge_2, why);
}

static snw_status check_rectangle(const void *block, snw_why *why) {
    const snw_rectangle *r = block;
    const double least = fmin(snw_vec3_norm(r->edge_1), snw_vec3_norm(r->edge_2));
    if (!(least >= SNW_SHAPE_LEAST)) {
        return refuse_number(why, "an edge has no length", "length", least, "m");
    }
    return check_square(r->edge_1, r->edge_2, why);
}

static snw_status check_triangle(const void *block, snw_why *why) {
    const snw_triangle *t = block;
    const double product = snw_vec3_norm(t->edge_1) * snw_vec3_norm(t->edge_2);
    const double area = snw_vec3_norm(snw_vec3_cross(t->edge_1, t->edge_2));
    if (area > 1e-12 * product) return SNW_OK;
    return refuse_number(why, "the edges lie on a line", "area", 0.5 * area, "m^2");
}

static snw_status check_tetrahedron(const void *block, snw_why *why) {
    const snw_tetrahedron *t = block;
    const double product =
        snw_vec3_norm(t->edge_1) * snw_vec3_norm(t->edge_2) * snw_vec3_norm(t->edge_3);
    const double volume = fabs(snw_vec3_dot(t->edge_1, snw_vec3_cross(t->edge_2, t->edge_3)));
    if (volume > 1e-12 * product) return SNW_OK;
    return refuse_number(why, "the edges lie in a plane", "volume", volume / 6, "m^3");
}

// --- solids -------------------------------------------------------------------------------------

static const snw_field sphere_fields[] = {
    {SNW_AT(snw_sphere, center), POINT, .help = "Centre of the sphere."},
    {SNW_AT(snw_sphere, radius), RADIUS(SNW_SHAPE_LEAST), .initial = "1", .flags = SNW_REQUIRED,
     .help = "Radius of the sphere."},
};
static const snw_shape_functions sphere_functions = {
    FUNCTIONS(sphere, solid), .inertia = snw__sphere_inertia, .mesh = snw__sphere_mesh};
const snw_type snw_sphere_type = {KIND(sphere, sphere_fields), .help = "A sphere."};

static const snw_field capsule_fields[] = {
    {SNW_AT(snw_capsule, start), POINT, .help = "One end of the axis."},
    {SNW_AT(snw_capsule, end), POINT, .initial = "0 0 1", .help = "The other end of the axis."},
    {SNW_AT(snw_capsule, radius), RADIUS(0), .initial = "0.5", .flags = SNW_REQUIRED,
     .help = "Radius around the axis."},
};
static const snw_shape_functions capsule_functions = {
    FUNCTIONS(capsule, capsule), .inertia = snw__capsule_inertia, .mesh = snw__capsule_mesh};
const snw_type snw_capsule_type = {KIND(capsule, capsule_fields),
                                   .help = "A capsule: all points near a line segment."};

static const snw_field box_fields[] = {
    {SNW_AT(snw_box, pose), PLACE,
     .help = "Centre and axes of the box, in the frame of the shape."},
    {SNW_AT(snw_box, half_extents), EXTENTS, .initial = "0.5 0.5 0.5", .flags = SNW_REQUIRED,
     .help = "Half the lengths of the edges."},
};
static const snw_shape_functions box_functions = {
    FUNCTIONS(box, solid), .inertia = snw__box_inertia, .mesh = snw__box_mesh};
const snw_type snw_box_type = {KIND(box, box_fields), .help = "A box along the axes of a frame."};

static const snw_field cylinder_fields[] = {
    {SNW_AT(snw_cylinder, start), POINT, .help = "Centre of one end."},
    {SNW_AT(snw_cylinder, end), POINT, .initial = "0 0 1", .help = "Centre of the other end."},
    {SNW_AT(snw_cylinder, radius), RADIUS(SNW_SHAPE_LEAST), .initial = "0.5", .flags = SNW_REQUIRED,
     .help = "Radius of the cylinder."},
};
static const snw_shape_functions cylinder_functions = {
    FUNCTIONS(cylinder, solid), .inertia = snw__cylinder_inertia, .mesh = snw__cylinder_mesh};
const snw_type snw_cylinder_type = {KIND(cylinder, cylinder_fields), .validate = check_cylinder,
                                    .help = "A cylinder with flat ends."};

static const snw_field cone_fields[] = {
    {SNW_AT(snw_cone, start), POINT, .help = "Centre of one end."},
    {SNW_AT(snw_cone, end), POINT, .initial = "0 0 1", .help = "Centre of the other end."},
    {SNW_AT(snw_cone, start_radius), RADIUS(0), .initial = "0.5", .help = "Radius at the start."},
    {SNW_AT(snw_cone, end_radius), RADIUS(0), .help = "Radius at the end."},
};
static const snw_shape_functions cone_functions = {
    FUNCTIONS(cone, solid), .inertia = snw__cone_inertia, .mesh = snw__cone_mesh};
const snw_type snw_cone_type = {KIND(cone, cone_fields), .validate = check_cone,
                                .help = "A cone, or the frustum of one."};

static const snw_field lozenge_fields[] = {
    {SNW_AT(snw_lozenge, corner), POINT, .help = "Corner of the rectangle."},
    {SNW_AT(snw_lozenge, edge_1), POINT, .initial = "1 0 0",
     .help = "First edge from that corner."},
    {SNW_AT(snw_lozenge, edge_2), POINT, .initial = "0 1 0",
     .help = "Second edge from that corner, perpendicular to the first."},
    {SNW_AT(snw_lozenge, radius), RADIUS(SNW_SHAPE_LEAST), .initial = "0.5", .flags = SNW_REQUIRED,
     .help = "Radius around the rectangle."},
};
static const snw_shape_functions lozenge_functions = {
    FUNCTIONS(lozenge, solid), .inertia = snw__lozenge_inertia, .mesh = snw__lozenge_mesh};
const snw_type snw_lozenge_type = {KIND(lozenge, lozenge_fields), .validate = check_lozenge,
                                   .help = "A lozenge: all points near a rectangle."};

static const snw_field ellipsoid_fields[] = {
    {SNW_AT(snw_ellipsoid, pose), PLACE,
     .help = "Centre and axes of the ellipsoid, in the frame of the shape."},
    {SNW_AT(snw_ellipsoid, semi_axes), EXTENTS, .initial = "0.5 0.5 0.5", .flags = SNW_REQUIRED,
     .help = "Half the diameters along the axes."},
};
static const snw_shape_functions ellipsoid_functions = {
    FUNCTIONS(ellipsoid, solid), .inertia = snw__ellipsoid_inertia, .mesh = snw__ellipsoid_mesh};
const snw_type snw_ellipsoid_type = {KIND(ellipsoid, ellipsoid_fields),
                                     .help = "An ellipsoid along the axes of a frame."};

static const snw_field tetrahedron_fields[] = {
    {SNW_AT(snw_tetrahedron, corner), POINT, .help = "Corner of the tetrahedron."},
    {SNW_AT(snw_tetrahedron, edge_1), POINT, .initial = "1 0 0",
     .help = "First edge from the corner."},
    {SNW_AT(snw_tetrahedron, edge_2), POINT, .initial = "0 1 0",
     .help = "Second edge from the corner."},
    {SNW_AT(snw_tetrahedron, edge_3), POINT, .initial = "0 0 1",
     .help = "Third edge from the corner."},
};
static const snw_shape_functions tetrahedron_functions = {FUNCTIONS(tetrahedron, solid),
                                                          .inertia = snw__tetrahedron_inertia,
                                                          .mesh = snw__tetrahedron_mesh};
const snw_type snw_tetrahedron_type = {KIND(tetrahedron, tetrahedron_fields),
                                       .validate = check_tetrahedron, .help = "A tetrahedron."};

static const snw_field half_space_fields[] = {
    {SNW_AT(snw_half_space, point), POINT, .help = "A point on its plane."},
    {SNW_AT(snw_half_space, normal), .kind = SNW_KIND_VEC3,
     .range = {-SNW_SHAPE_REACH, SNW_SHAPE_REACH}, .initial = "0 0 1",
     .help = "Normal that points out of the half space; its length does not matter."},
};
static const snw_shape_functions half_space_functions = {
    HEAD, .traits = snw__half_space_traits, .contains = snw__half_space_contains,
    .box = snw__half_space_box, .mesh = snw__half_space_mesh};
const snw_type snw_half_space_type = {KIND(half_space, half_space_fields),
                                      .validate = check_half_space,
                                      .help = "A half space: all points behind a plane."};

// --- thin pieces --------------------------------------------------------------------------------

static const snw_field plane_fields[] = {
    {SNW_AT(snw_plane, point), POINT, .help = "A point on the plane."},
    {SNW_AT(snw_plane, normal), .kind = SNW_KIND_VEC3, .range = {-SNW_SHAPE_REACH, SNW_SHAPE_REACH},
     .initial = "0 0 1", .help = "Normal on the positive side; its length does not matter."},
};
static const snw_shape_functions plane_functions = {HEAD,
                                                    .traits = snw__plane_traits,
                                                    .contains = snw__plane_contains,
                                                    .box = snw__plane_box,
                                                    .inertia = snw__thin_inertia,
                                                    .mesh = snw__plane_mesh};
const snw_type snw_plane_type = {KIND(plane, plane_fields), .validate = check_plane,
                                 .help = "A plane, without thickness."};

static const snw_field segment_fields[] = {
    {SNW_AT(snw_segment, start), POINT, .help = "Start of the segment."},
    {SNW_AT(snw_segment, end), POINT, .initial = "0 0 1", .help = "End of the segment."},
};
static const snw_shape_functions segment_functions = {FUNCTIONS(segment, thin),
                                                      .inertia = snw__thin_inertia};
const snw_type snw_segment_type = {KIND(segment, segment_fields),
                                   .help = "A line segment between two points."};

static const snw_field triangle_fields[] = {
    {SNW_AT(snw_triangle, corner), POINT, .help = "Corner of the triangle."},
    {SNW_AT(snw_triangle, edge_1), POINT, .initial = "1 0 0",
     .help = "First edge from the corner."},
    {SNW_AT(snw_triangle, edge_2), POINT, .initial = "0 1 0",
     .help = "Second edge from the corner."},
};
static const snw_shape_functions triangle_functions = {
    FUNCTIONS(triangle, thin), .inertia = snw__thin_inertia, .mesh = snw__triangle_mesh};
const snw_type snw_triangle_type = {KIND(triangle, triangle_fields), .validate = check_triangle,
                                    .help = "A triangle, without thickness."};

static const snw_field rectangle_fields[] = {
    {SNW_AT(snw_rectangle, corner), POINT, .help = "Corner of the rectangle."},
    {SNW_AT(snw_rectangle, edge_1), POINT, .initial = "1 0 0",
     .help = "First edge from the corner."},
    {SNW_AT(snw_rectangle, edge_2), POINT, .initial = "0 1 0",
     .help = "Second edge from the corner, perpendicular to the first."},
};
static const snw_shape_functions rectangle_functions = {
    FUNCTIONS(rectangle, thin), .inertia = snw__thin_inertia, .mesh = snw__rectangle_mesh};
const snw_type snw_rectangle_type = {KIND(rectangle, rectangle_fields), .validate = check_rectangle,
                                     .help = "A rectangle, without thickness."};
