// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "chain.h"
#include "sinew/shape/primitives.h"
#include "urdf_test.h"

// --- what is written ----------------------------------------------------------------------------

static void the_text_is_what_a_person_would_write(void) {
    reading r;
    const snw_robot *robot = accept(
        &r,
        "<robot name='a &amp; &quot;b&quot;'><link name='&lt;x&gt;'><visual><geometry><box "
        "size='1 2 3'/></geometry><material name='m'><color rgba='1 0.5 0 1'/></material>"
        "</visual></link><link name='y'/><joint name='j' type='revolute'><parent "
        "link='&lt;x&gt;'/><child link='y'/><origin xyz='0 0 1.5' rpy='0 0 0.1'/><axis xyz='0 0 "
        "1'/><limit lower='-1' upper='1e-7' effort='1e20' velocity='2'/></joint></robot>");
    char *out = written(robot, NULL);
    CHECK_TEXT(out, "<?xml version=\"1.0\"?>\n"
                    "<robot name=\"a &amp; &quot;b&quot;\">\n"
                    "  <material name=\"m\">\n"
                    "    <color rgba=\"1 0.5 0 1\"/>\n"
                    "  </material>\n"
                    "  <link name=\"&lt;x&gt;\">\n"
                    "    <visual>\n"
                    "      <geometry>\n"
                    "        <box size=\"1 2 3\"/>\n"
                    "      </geometry>\n"
                    "      <material name=\"m\"/>\n"
                    "    </visual>\n"
                    "  </link>\n"
                    "  <link name=\"y\"/>\n"
                    "  <joint name=\"j\" type=\"revolute\">\n"
                    "    <parent link=\"&lt;x&gt;\"/>\n"
                    "    <child link=\"y\"/>\n"
                    "    <origin xyz=\"0 0 1.5\" rpy=\"0 0 0.1\"/>\n"
                    "    <axis xyz=\"0 0 1\"/>\n"
                    "    <limit lower=\"-1\" upper=\"1e-07\" effort=\"1e+20\" velocity=\"2\"/>\n"
                    "  </joint>\n"
                    "</robot>\n");
    check_round_trip(robot, NULL);
    free(out);
    close_reading(&r);
}

// --- random robots in URDF ----------------------------------------------------------------------

static char text[1 << 16];
static snw_text out;

static void add_reals(const char *name, int count, double low, double high) {
    snw_text_format(&out, " %s=\"", name);
    for (int i = 0; i < count; i++) {
        const double value = check_int(0, 5) == 0 ? check_int(1, 3) : check_real(low, high);
        snw_text_format(&out, i > 0 ? " " : "");
        snw_text_real(&out, fmax(low, fmin(high, value)));
    }
    snw_text_format(&out, "\"");
}

static void add_origin(void) {
    if (check_int(0, 3) == 0) return;
    snw_text_format(&out, "<origin");
    if (check_int(0, 3) > 0) add_reals("xyz", 3, -5, 5);
    const int rotation = check_int(0, 3);
    if (rotation > 1) add_reals("rpy", 3, -7, 7);
    snw_text_format(&out, "/>");
}

static void add_shape(const char *element, int index) {
    snw_text_format(&out, "<%s", element);
    if (check_int(0, 2) == 0) snw_text_format(&out, " name='s%d'", index);
    snw_text_format(&out, ">");
    add_origin();
    snw_text_format(&out, "<geometry>");
    switch (check_int(0, 4)) {
    case 0:
        snw_text_format(&out, "<box");
        add_reals("size", 3, 0.001, 2);
        break;
    case 1:
        snw_text_format(&out, "<sphere");
        add_reals("radius", 1, 0.001, 2);
        break;
    case 2:
        snw_text_format(&out, "<cylinder");
        add_reals("radius", 1, 0.001, 2);
        add_reals("length", 1, 0.001, 2);
        break;
    case 3:
        snw_text_format(&out, "<capsule");
        add_reals("radius", 1, 0.001, 2);
        add_reals("length", 1, 0.001, 2);
        break;
    default:
        snw_text_format(&out, "<mesh filename='package://p/%d.stl'", check_int(0, 99));
        if (check_int(0, 1) == 0) add_reals("scale", 3, 0.001, 2);
        break;
    }
    snw_text_format(&out, "/></geometry>");
    if (check_int(0, 2) == 0) snw_text_format(&out, "<material name='m%d'/>", check_int(0, 2));
    if (check_int(0, 4) == 0) snw_text_format(&out, "<drake:p n='%d'/>", check_int(0, 99));
    snw_text_format(&out, "</%s>", element);
}

static void add_link(int index) {
    snw_text_format(&out, "<link name='l%d'>", index);
    if (check_int(0, 1) == 0) {
        snw_text_format(&out, "<inertial>");
        add_origin();
        snw_text_format(&out, "<mass");
        add_reals("value", 1, 0.001, 100);
        snw_text_format(&out, "/><inertia");
        add_reals("ixx", 1, 1, 1.5);
        add_reals("iyy", 1, 1, 1.5);
        add_reals("izz", 1, 1, 1.5);
        add_reals("ixy", 1, -0.1, 0.1);
        add_reals("ixz", 1, -0.1, 0.1);
        add_reals("iyz", 1, -0.1, 0.1);
        snw_text_format(&out, "/></inertial>");
    }
    for (int i = check_int(0, 2); i > 0; i--) {
        add_shape("visual", i);
    }
    for (int i = check_int(0, 2); i > 0; i--) {
        add_shape("collision", i);
    }
    snw_text_format(&out, "</link>");
}

static void add_joint(int index) {
    static const char *const types[] = {"revolute", "prismatic", "continuous",
                                        "fixed",    "floating",  "planar"};
    const int type = check_int(0, 5);
    snw_text_format(&out, "<joint name='j%d' type='%s'><parent link='l%d'/><child link='l%d'/>",
                    index, types[type], check_int(0, index - 1), index);
    add_origin();
    if (check_int(0, 3) > 0) {
        snw_text_format(&out, "<axis");
        add_reals("xyz", 3, 0.01, 2);
        snw_text_format(&out, "/>");
    }
    if (type < 2 || (type == 2 && check_int(0, 1) == 0)) {
        snw_text_format(&out, "<limit");
        if (type < 2) add_reals("lower", 1, -3, 0);
        if (type < 2) add_reals("upper", 1, 0.5, 3);
        static const char *const names[] = {"effort", "velocity", "acceleration", "deceleration",
                                            "jerk"};
        for (int i = 0; i < 5; i++) {
            if (check_int(0, 1) == 0) add_reals(names[i], 1, 0.1, 1000);
        }
        snw_text_format(&out, "/>");
    }
    if (type < 3 && check_int(0, 2) == 0) {
        snw_text_format(&out, "<dynamics");
        add_reals("damping", 1, 0, 5);
        add_reals("friction", 1, 0, 5);
        snw_text_format(&out, "/>");
    }
    if (type < 2 && check_int(0, 2) == 0) {
        snw_text_format(&out, "<safety_controller k_velocity='2'");
        if (check_int(0, 1) == 0) add_reals("soft_upper_limit", 1, 0.1, 0.5);
        snw_text_format(&out, "/>");
    }
    snw_text_format(&out, "</joint>");
}

static void random_robots_come_back_equal(void) {
    CHECK_CASES(check_scaled(3000)) {
        out = snw_text_over(text, sizeof text);
        snw_text_format(&out, "<robot name='r' version='1.2' xmlns:drake='http://d'>");
        for (int i = 0; i < 3; i++) {
            snw_text_format(&out, "<material name='m%d'><color", i);
            add_reals("rgba", 4, 0, 1);
            snw_text_format(&out, "/></material>");
        }
        const int links = check_int(1, 12);
        for (int i = 0; i < links; i++) {
            add_link(i);
            if (i > 0) add_joint(i);
        }
        snw_text_format(&out, "</robot>");
        CHECK(!snw_text_is_cut(&out));
        reading r;
        read_text(&r, text, SNW_NORMAL);
        if (r.robot == NULL) print_findings(&r);
        CHECK(r.robot != NULL && r.robot->link_count == links);
        check_compiles(r.robot);
        check_round_trip(r.robot, r.extra);
        close_reading(&r);
    }
}

// --- robots that were made otherwise ------------------------------------------------------------

static void resize(void *block, const snw_type *type, const char *list, int count,
                   snw_setup *setup) {
    CHECK(snw_block_resize(snw_type_field(type, list), block, count, setup) == SNW_OK);
}

// a tree of random joints whose encoders have zeros anywhere, with attachments
static snw_robot *random_tree(snw_setup *setup, int links) {
    snw_robot *robot = snw_block_new(&snw_robot_type, setup);
    (void)snprintf(robot->name, SNW_NAME, "tree");
    resize(robot, &snw_robot_type, "links", links, setup);
    resize(robot, &snw_robot_type, "joints", links - 1, setup);
    resize(robot, &snw_robot_type, "attachments", 2, setup);
    for (int i = 0; i < links; i++) {
        (void)snprintf(robot->links[i].name, SNW_NAME, "l%d", i);
    }
    for (int i = 1; i < links; i++) {
        snw_joint_description *joint = &robot->joints[i - 1];
        static const snw_joint_kind kinds[] = {SNW_JOINT_REVOLUTE, SNW_JOINT_CONTINUOUS,
                                               SNW_JOINT_PRISMATIC, SNW_JOINT_FIXED};
        (void)snprintf(joint->name, SNW_NAME, "j%d", i);
        (void)snprintf(joint->parent, SNW_NAME, "l%d", check_int(0, i - 1));
        (void)snprintf(joint->child, SNW_NAME, "l%d", i);
        joint->kind = kinds[check_int(0, 3)];
        joint->origin = random_pose(1);
        joint->axis = random_direction();
        joint->position = check_int(0, 1) == 0 ? 0 : check_real(-3, 3);
        if (joint->kind == SNW_JOINT_PRISMATIC) {
            joint->limits.lower = -1;
            joint->limits.upper = 1;
        }
    }
    for (int i = 0; i < 2; i++) {
        snw_attachment *a = &robot->attachments[i];
        (void)snprintf(a->name, SNW_NAME, "place%d", i);
        (void)snprintf(a->link, SNW_NAME, "l%d", check_int(0, links - 1));
        a->origin = random_pose(1);
    }
    return robot;
}

static void zeros_of_encoders_and_attachments_keep_their_places(void) {
    CHECK_CASES(check_scaled(500)) {
        snw_setup *setup = snw_setup_create(1 << 20);
        const int links = check_int(2, 8);
        const snw_robot *robot = random_tree(setup, links);
        char *urdf = written(robot, NULL);
        reading r;
        read_text(&r, urdf, SNW_NORMAL);
        CHECK(r.robot != NULL && r.robot->link_count == links + 2);
        double q[16] = {0}, again[16] = {0};
        for (int i = 0; i < links - 1; i++) {
            q[i] = check_real(-2, 2);
            CHECK(r.robot->joints[i].position == 0);
            again[joint_index(r.robot, robot->joints[i].name)] = q[i];
        }
        for (int i = 0; i < links; i++) {
            CHECK(snw_pose_near(link_pose(robot, robot->links[i].name, q),
                                link_pose(r.robot, robot->links[i].name, again), 1e-13));
        }
        for (int i = 0; i < 2; i++) {
            CHECK(snw_pose_near(attachment_pose(robot, robot->attachments[i].name, q),
                                link_pose(r.robot, robot->attachments[i].name, again), 1e-13));
        }
        // a revolute joint without limits is a continuous one
        for (int i = 0; i < links - 1; i++) {
            const snw_joint_kind kind = robot->joints[i].kind;
            CHECK(r.robot->joints[i].kind ==
                  (kind == SNW_JOINT_REVOLUTE ? SNW_JOINT_CONTINUOUS : kind));
        }
        check_round_trip(r.robot, NULL);
        free(urdf);
        close_reading(&r);
        snw_setup_destroy(setup);
    }
}

// where the ends of a round shape, or three corners of a box, are in the link
static void landmarks(const snw_body_shape *shape, snw_vec3 out_points[3], double *radius) {
    const void *block = shape->shape.block;
    const snw_type *type = shape->shape.type;
    *radius = 0;
    if (type == &snw_box_type) {
        const snw_box *box = block;
        const snw_vec3 h = box->half_extents;
        const snw_pose T = snw_pose_mul(shape->origin, box->pose);
        out_points[0] = snw_pose_apply(T, h);
        out_points[1] = snw_pose_apply(T, snw_vec3_of(-h.x, h.y, h.z));
        out_points[2] = snw_pose_apply(T, snw_vec3_of(h.x, -h.y, h.z));
    } else if (type == &snw_sphere_type) {
        const snw_sphere *sphere = block;
        *radius = sphere->radius;
        out_points[0] = out_points[1] = out_points[2] =
            snw_pose_apply(shape->origin, sphere->center);
    } else {
        // cylinder and capsule have the same members
        const snw_cylinder *c = block;
        *radius = c->radius;
        out_points[0] = snw_pose_apply(shape->origin, c->start);
        out_points[1] = snw_pose_apply(shape->origin, c->end);
        out_points[2] = snw_vec3_scale(snw_vec3_add(out_points[0], out_points[1]), 0.5);
    }
}

static snw_vec3 random_point(void) {
    return snw_vec3_of(check_real(-1, 1), check_real(-1, 1), check_real(-1, 1));
}

static void fill_shape(snw_body_shape *shape, snw_setup *setup) {
    static const snw_type *const types[] = {&snw_box_type, &snw_sphere_type, &snw_cylinder_type,
                                            &snw_capsule_type, &snw_capsule_type};
    const int kind = check_int(0, 4);
    void *block = snw_block_new(types[kind], setup);
    shape->shape = (snw_child){types[kind], block};
    shape->origin = random_pose(1);
    if (kind == 0) {
        const snw_vec3 half = snw_vec3_of(check_real(0.1, 1), check_real(0.1, 1), 1);
        *(snw_box *)block = (snw_box){random_pose(1), half};
    } else if (kind == 1) {
        *(snw_sphere *)block = (snw_sphere){random_point(), check_real(0.1, 1)};
    } else if (kind == 2) {
        *(snw_cylinder *)block = (snw_cylinder){random_point(), random_point(), check_real(0.1, 1)};
    } else {
        const snw_vec3 start = random_point();
        *(snw_capsule *)block =
            (snw_capsule){start, kind == 3 ? random_point() : start, check_real(0.1, 1)};
    }
}

static void shapes_beside_their_origin_keep_their_places(void) {
    CHECK_CASES(check_scaled(2000)) {
        snw_setup *setup = snw_setup_create(1 << 20);
        snw_robot *robot = snw_block_new(&snw_robot_type, setup);
        (void)snprintf(robot->name, SNW_NAME, "r");
        resize(robot, &snw_robot_type, "links", 1, setup);
        (void)snprintf(robot->links[0].name, SNW_NAME, "a");
        resize(&robot->links[0], &snw_link_description_type, "collisions", 1, setup);
        snw_body_shape *shape = &robot->links[0].collisions[0];
        fill_shape(shape, setup);
        char *urdf = written(robot, NULL);
        reading r;
        read_text(&r, urdf, SNW_STRICT);
        CHECK(r.robot != NULL);
        snw_vec3 before[3], after[3];
        double radius, radius_after;
        landmarks(shape, before, &radius);
        landmarks(&r.robot->links[0].collisions[0], after, &radius_after);
        CHECK(radius == radius_after);
        for (int i = 0; i < 3; i++) {
            CHECK(snw_vec3_near(before[i], after[i], 1e-14));
        }
        check_round_trip(r.robot, NULL);
        free(urdf);
        close_reading(&r);
        snw_setup_destroy(setup);
    }
}

int main(void) {
    RUN(the_text_is_what_a_person_would_write);
    RUN(random_robots_come_back_equal);
    RUN(zeros_of_encoders_and_attachments_keep_their_places);
    RUN(shapes_beside_their_origin_keep_their_places);
    return check_report();
}
