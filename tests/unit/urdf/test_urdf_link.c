// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/shape/primitives.h"
#include "urdf_test.h"

#define BALL "<geometry><sphere radius='1'/></geometry>"
#define MOMENTS(x, y, z) "<inertia ixx='" x "' iyy='" y "' izz='" z "' ixy='0' ixz='0' iyz='0'/>"

static void each_rule_of_links_has_its_sentence(void) {
    static const rule_case cases[] = {
        {ALWAYS, VISUAL("<origin rpy='0 0 0' quat_xyzw='0 0 0 1'/>" BALL), "<origin",
         "robot/link[a]/visual[0]/origin: rpy and quat_xyzw both give the rotation; keep one of "
         "them [urdf-origin]"},
        {DOUBT,
         "<robot name='r' version='1.1'><link name='a'><visual><origin quat_xyzw='0 0 1 1'/>" BALL
         "</visual></link></robot>",
         "quat_xyzw",
         "robot/link[a]/visual[0]/origin/quat_xyzw: the quaternion is not of unit length (length "
         "1.4142135623730951); divide it by its length; the order is x y z w [urdf-origin]"},
        {REMARK, VISUAL("<origin quat_xyzw='0 0 0 1'/>" BALL), "quat_xyzw",
         "robot/link[a]/visual[0]/origin: 'quat_xyzw' belongs to URDF 1.1; it is used "
         "nevertheless; write version=\"1.1\" into <robot> [urdf-version]"},
        {REMARK, GEOMETRY("<capsule radius='1' length='2'/>"), "<capsule",
         "robot/link[a]/visual[0]/geometry/capsule: 'capsule' belongs to URDF 1.1; it is used "
         "nevertheless; write version=\"1.1\" into <robot> [urdf-version]"},
        {REMARK, MASS("<mass value='1'/>"), "<inertial",
         "robot/link[a]/inertial: element 'inertia' is missing; 0 is used; give <mass> and "
         "<inertia>, or no "
         "<inertial> [urdf-missing]"},
        {REMARK, MASS(MOMENTS("1", "1", "1")), "<inertial",
         "robot/link[a]/inertial: element 'mass' is missing; 0 is used; give <mass> and <inertia>, "
         "or no "
         "<inertial> [urdf-missing]"},
        {ALWAYS, MASS("<mass/>" MOMENTS("1", "1", "1")), "<mass",
         "robot/link[a]/inertial/mass: attribute 'value' is missing; add the attribute "
         "[urdf-missing]"},
        {ALWAYS, MASS("<mass value='nan'/>" MOMENTS("1", "1", "1")), "value",
         "robot/link[a]/inertial/mass/value: 'nan' is not a number; write a "
         "finite decimal number [urdf-number]"},
        {ALWAYS,
         MASS("<mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0,1' iyz='0'/>"),
         "ixz",
         "robot/link[a]/inertial/inertia/ixz: '0,1' is not a number; write a "
         "decimal point, and blanks between numbers [urdf-number]"},
        {REMARK, MASS("<mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' iyz='0'/>"),
         "<inertia ",
         "robot/link[a]/inertial/inertia: attribute 'ixz' is missing; 0 is used; add the attribute "
         "[urdf-missing]"},
        {REMARK, MASS("<mass value='0'/>" MOMENTS("1", "1", "1")), "<mass",
         "robot/link[a]/inertial: the mass is 0, but there are moments of inertia; they are used; "
         "give the mass, or remove <inertial> [urdf-mass]"},
        {REMARK, MASS("<mass value='0'/>" MOMENTS("0", "0", "0")), "<mass",
         "robot/link[a]/inertial: mass and moments of inertia are 0; the link has no mass; remove "
         "<inertial> from a link without mass [urdf-mass]"},
        {REMARK, MASS("<mass value='-2'/>" MOMENTS("1", "1", "1")), "<mass",
         "robot/link[a]/inertial: the mass is negative; <inertial> is left out (mass -2 kg); give "
         "the mass in kg [urdf-mass]"},
        {REMARK, MASS("<mass value='1'/>" MOMENTS("-1", "2", "2")), "<inertia ",
         "robot/link[a]/inertial: a principal moment of inertia is negative (least -1 kg.m^2); "
         "'sinew model repair --inertia' writes the nearest possible ones [urdf-inertia]"},
        {REMARK, MASS("<mass value='1'/>" MOMENTS("0", "0", "0")), "<inertia ",
         "robot/link[a]/inertial: all moments of inertia are 0: the link is a point; give moments "
         "about the centre of mass [urdf-inertia]"},
        {REMARK, MASS("<mass value='1'/>" MOMENTS("1", "2", "4")), "<inertia ",
         "robot/link[a]/inertial: a principal moment of inertia exceeds the sum of the others "
         "(largest 4 kg.m^2, others 3 kg.m^2); 'sinew model repair --inertia' writes the nearest "
         "possible ones [urdf-inertia]"},
        {REMARK, MASS("<mass value='1'/>" MOMENTS("1", "1", "2.25")), "<inertia ",
         "robot/link[a]/inertial: a principal moment of inertia exceeds the sum of the others "
         "(largest 2.25 kg.m^2, others 2 kg.m^2); 'sinew model repair --inertia' writes the "
         "nearest possible ones [urdf-inertia]"},
        {REMARK, MASS("<mass value='1'/>" MOMENTS("0", "1", "1")), "<inertia ",
         "robot/link[a]/inertial: a principal moment of inertia is 0: the inertia is singular; "
         "give moments about the centre of mass [urdf-inertia]"},
        {ALWAYS, MASS("<mass value='1e10'/>" MOMENTS("1", "1", "1")), "<link",
         "robot/link[a]/inertial/mass: a value is outside its allowed range (value 10000000000 kg, "
         "low "
         "0 kg, high 1000000000 kg); choose a value inside the range [urdf-range]"},
    };
    CHECK_RULES(cases);
}

static void each_rule_of_shapes_has_its_sentence(void) {
    static const rule_case cases[] = {
        {REMARK, VISUAL("<origin xyz='0 0 0'/>"), "<visual",
         "robot/link[a]/visual[0]: element 'geometry' is missing; add <geometry> [urdf-missing]"},
        {REMARK, GEOMETRY(""), "<geometry",
         "robot/link[a]/visual[0]/geometry: the geometry has no shape; write <box>, <cylinder>, "
         "<sphere>, <capsule> or <mesh> [urdf-geometry]"},
        {REMARK, GEOMETRY("<sphere radius='1'/><box size='1 1 1'/>"), "<box",
         "robot/link[a]/visual[0]/geometry/box: the geometry has two shapes; the first is used; "
         "write one <visual> or "
         "<collision> for each [urdf-geometry]"},
        {REMARK, GEOMETRY("<box size='1 0 1'/>"), "size",
         "robot/link[a]/visual[0]/geometry/box/size: the size is not positive; the shape is left "
         "out (size 0 m); give "
         "sizes above 0 in metres [urdf-geometry]"},
        {REMARK, GEOMETRY("<sphere radius='1e-7'/>"), "radius",
         "robot/link[a]/visual[0]/geometry/sphere/radius: the size is less than a micrometre, "
         "which "
         "is used (size 1e-07 m); give sizes in metres [urdf-geometry]"},
        {REMARK, GEOMETRY("<cylinder radius='1' length='-3'/>"), "length",
         "robot/link[a]/visual[0]/geometry/cylinder/length: the size is not positive; the shape is "
         "left out (size -3 m); "
         "give sizes above 0 in metres [urdf-geometry]"},
        {REMARK, GEOMETRY("<cylinder radius='1'/>"), "<cylinder",
         "robot/link[a]/visual[0]/geometry/cylinder: attribute 'length' is missing; the shape is "
         "left out; add the "
         "attribute [urdf-missing]"},
        {REMARK, VISUAL("<origin xyz='0 0'/>" BALL), "xyz",
         "robot/link[a]/visual[0]/origin/xyz: 2 numbers instead of 3; the shape is left out; "
         "write them all, with blanks between [urdf-number]"},
        {REMARK, GEOMETRY("<sphere radius=''/>"), "radius",
         "robot/link[a]/visual[0]/geometry/sphere/radius: 0 numbers instead of 1; the shape is "
         "left out; write them all, with blanks between [urdf-number]"},
        {REMARK, GEOMETRY("<mesh/>"), "<mesh",
         "robot/link[a]/visual[0]/geometry/mesh: attribute 'filename' is missing; the shape is "
         "left out; add the attribute [urdf-missing]"},
        {REMARK, GEOMETRY("<mesh filename='a.stl' scale='1 1 1 1'/>"), "scale",
         "robot/link[a]/visual[0]/geometry/mesh/scale: 4 numbers instead of 3; the shape is left "
         "out; remove those that are too many [urdf-number]"},
        {REMARK, GEOMETRY("<mesh filename='a.stl' scale='0.001'/>"), "scale",
         "robot/link[a]/visual[0]/geometry/mesh/scale: one number scales along all axes; write it "
         "three times, for x, y and z [urdf-scale]"},
        {REMARK, GEOMETRY("<mesh filename='a.stl' scale='1 0 1'/>"), "scale",
         "robot/link[a]/visual[0]/geometry/mesh/scale: a scale of 0 makes the mesh vanish; 1 is "
         "used; write 1 "
         "to keep the size [urdf-scale]"},
        {REMARK, LINK("<visual name='v'>" BALL "</visual><visual name='v'>" BALL "</visual>"),
         "<link",
         "robot/link[a]: two shapes have the name 'v'; give each a name of its own, or none "
         "[urdf-duplicate]"},
    };
    CHECK_RULES(cases);
}

static void angles_of_more_than_a_turn_are_doubted(void) {
    static const rule_case cases[] = {
        {REMARK, VISUAL("<origin rpy='0 0 90'/>" BALL), "rpy",
         "robot/link[a]/visual[0]/origin/rpy: an angle is more than a whole turn (angle 90 rad); "
         "is this in degrees? rpy is in radians [urdf-origin]"},
        {REMARK, VISUAL("<origin rpy='-6.5 0 0'/>" BALL), "rpy",
         "robot/link[a]/visual[0]/origin/rpy: an angle is more than a whole turn (angle -6.5 rad); "
         "is this in degrees? rpy is in radians [urdf-origin]"},
    };
    CHECK_RULES(cases);
}

static void a_negative_moment_is_told(void) {
    reading r;
    read_text(&r, MASS("<mass value='1'/>" MOMENTS("1", "1", "0.5")), SNW_STRICT);
    CHECK(r.status == SNW_OK);
    close_reading(&r);
    // two off-diagonal entries of 1 make the least moment 1 - sqrt 2
    read_text(&r,
              MASS("<mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='1' ixz='1' iyz='0'/>"),
              SNW_NORMAL);
    CHECK(r.status == SNW_OK && r.diags.count == 1);
    CHECK(r.robot->links[0].inertial->ixy == 1); // as it was written
    CHECK_NEAR(r.items[0].numbers[0].value, 1 - sqrt(2), 1e-12);
    CHECK_TEXT(r.items[0].rule, "urdf-inertia");
    close_reading(&r);
}

// eigenvalues of a symmetric matrix by Newton's identities and bisection would be another road; for
// a matrix made from chosen moments and a rotation they are simply known
static void moments_are_judged_by_their_principal_values_in_any_axes(void) {
    CHECK_CASES(check_scaled(4000)) {
        const double m[3] = {check_real(-0.2, 2), check_real(0.01, 2), check_real(0.01, 2)};
        const snw_mat3 R = snw_mat3_from_rpy(
            (snw_rpy){check_real(-3, 3), check_real(-1.5, 1.5), check_real(-3, 3)});
        const snw_sym3 I = snw_sym3_rotate(R, snw_sym3_of(snw_vec3_of(m[0], m[1], m[2]), 0, 0, 0));
        const double sum = m[0] + m[1] + m[2], largest = fmax(m[0], fmax(m[1], m[2]));
        const double least = fmin(m[0], fmin(m[1], m[2]));
        // away from the border, where the tolerance decides
        if (fabs(sum - 2 * largest) < 0.002 || fabs(least) < 0.002) continue;
        char text[600];
        (void)snprintf(text, sizeof text,
                       MASS("<mass value='1'/><inertia ixx='%.17g' iyy='%.17g' izz='%.17g' "
                            "ixy='%.17g' ixz='%.17g' iyz='%.17g'/>"),
                       I.xx, I.yy, I.zz, I.xy, I.xz, I.yz);
        reading r;
        read_text(&r, text, SNW_NORMAL);
        CHECK((r.diags.count == 0) == (least > 0 && sum > 2 * largest));
        close_reading(&r);
    }
}

static void mass_properties_are_taken_as_they_are_given(void) {
    reading r;
    const snw_robot *robot =
        accept(&r, MASS("<origin xyz='1 2 3' rpy='0 0 1.5707963267948966'/><mass value='2.5'/>"
                        "<inertia ixx='3' iyy='4' izz='5' ixy='0.1' ixz='-0.2' iyz='0.3'/>"));
    const snw_inertial *i = robot->links[0].inertial;
    CHECK(i->mass == 2.5 && i->ixx == 3 && i->iyy == 4 && i->izz == 5);
    CHECK(i->ixy == 0.1 && i->ixz == -0.2 && i->iyz == 0.3);
    CHECK(snw_vec3_equal(i->origin.p, snw_vec3_of(1, 2, 3)));
    // a quarter turn about z: x goes to y
    CHECK(snw_vec3_near(i->origin.R.x, snw_vec3_y(1), 1e-15));
    close_reading(&r);
}

static void rpy_turns_about_fixed_axes(void) {
    reading r;
    const snw_robot *robot = accept(&r, VISUAL("<origin xyz='1 2 3' rpy='0.1 0.2 0.3'/>" BALL));
    const snw_mat3 R = robot->links[0].visuals[0].origin.R;
    const snw_mat3 expected =
        snw_mat3_mul(snw_mat3_rot_z(0.3), snw_mat3_mul(snw_mat3_rot_y(0.2), snw_mat3_rot_x(0.1)));
    CHECK(snw_mat3_near(R, expected, 1e-15));
    close_reading(&r);
}

static void a_quaternion_is_x_y_z_w(void) {
    reading r;
    // 0.6 and 0.8: half the angle about x
    const snw_robot *robot =
        accept(&r, "<robot name='r' version='1.1'><link name='a'><visual>"
                   "<origin quat_xyzw='0.6 0 0 0.8'/>" BALL "</visual></link></robot>");
    const snw_mat3 expected = snw_mat3_rot_x(2 * atan2(0.6, 0.8));
    CHECK(snw_mat3_near(robot->links[0].visuals[0].origin.R, expected, 1e-15));
    close_reading(&r);
    // three digits are corrected
    read_text(&r,
              "<robot name='r' version='1.1'><link name='a'><visual>"
              "<origin quat_xyzw='0.707 0 0 0.707'/>" BALL "</visual></link></robot>",
              SNW_STRICT);
    CHECK(r.status == SNW_OK);
    CHECK(snw_mat3_near(r.robot->links[0].visuals[0].origin.R, snw_mat3_rot_x(SNW_PI / 2), 1e-15));
    close_reading(&r);
}

static void shapes_have_the_sizes_of_the_file(void) {
    reading r;
    const snw_robot *robot =
        accept(&r, "<robot name='r' version='1.1'><link name='a'>"
                   "<collision><geometry><box size='1 2 3'/></geometry></collision>"
                   "<collision><geometry><cylinder radius='0.5' length='3'/></geometry></collision>"
                   "<collision><geometry><sphere radius='0.25'/></geometry></collision>"
                   "<collision name='c'><geometry><capsule radius='0.1' length='2'/></geometry>"
                   "</collision></link></robot>");
    const snw_link_description *link = &robot->links[0];
    CHECK(link->visual_count == 0 && link->collision_count == 4);
    const snw_body_shape *s = link->collisions;
    CHECK(s[0].shape.type == &snw_box_type && s[1].shape.type == &snw_cylinder_type);
    CHECK(s[2].shape.type == &snw_sphere_type && s[3].shape.type == &snw_capsule_type);
    const snw_box *box = s[0].shape.block;
    CHECK(snw_vec3_equal(box->half_extents, snw_vec3_of(0.5, 1, 1.5)));
    const snw_cylinder *cylinder = s[1].shape.block;
    CHECK(cylinder->radius == 0.5 && snw_vec3_equal(cylinder->end, snw_vec3_z(1.5)));
    CHECK(snw_vec3_equal(cylinder->start, snw_vec3_z(-1.5)));
    CHECK(((const snw_sphere *)s[2].shape.block)->radius == 0.25);
    const snw_capsule *capsule = s[3].shape.block;
    CHECK(capsule->radius == 0.1 && snw_vec3_equal(capsule->end, snw_vec3_z(1)));
    CHECK_TEXT(s[3].name, "c");
    close_reading(&r);
}

static void a_mesh_keeps_its_name_and_scale(void) {
    reading r;
    read_text(&r, GEOMETRY("<mesh filename='package://p/a b.stl' scale='0.001'/>"), SNW_NORMAL);
    CHECK(r.status == SNW_OK);
    const snw_child *shape = &r.robot->links[0].visuals[0].shape;
    CHECK(shape->type == &snw_mesh_file_type);
    const snw_mesh_file *mesh = shape->block;
    CHECK_TEXT(mesh->name, "package://p/a b.stl");
    CHECK_TEXT(mesh->file, "");
    CHECK(snw_vec3_equal(mesh->scale, snw_vec3_of(0.001, 0.001, 0.001)));
    close_reading(&r);
    (void)accept(&r, GEOMETRY("<mesh filename='a.stl' scale='1 -2 3'/>"));
    mesh = r.robot->links[0].visuals[0].shape.block;
    CHECK(snw_vec3_equal(mesh->scale, snw_vec3_of(1, -2, 3)));
    close_reading(&r);
}

static void a_mesh_with_a_name_beyond_all_bounds_is_left_out(void) {
    static char text[2000];
    (void)snprintf(text, sizeof text, GEOMETRY("<mesh filename='%01100d.stl'/>"), 7);
    reading r;
    read_text(&r, text, SNW_LENIENT);
    CHECK(r.status == SNW_OK && r.diags.count == 1 && r.diags.warnings == 1);
    CHECK_TEXT(r.items[0].text, "the file's name is too long; the shape is left out");
    CHECK(r.robot->links[0].visual_count == 0);
    close_reading(&r);
}

// what a fault inside of it costs, and what it does not
static void a_fault_costs_only_the_part_that_it_is_in(void) {
    reading r;
    read_text(&r,
              LINK("<inertial><mass value='2'/><inertia ixx='1' iyy='1' izz='1'/></inertial>"
                   "<visual>" BALL "</visual>"
                   "<visual><geometry><box size='1 1'/></geometry></visual>"
                   "<visual><geometry><sphere radius='3'/></geometry><material name='m'>"
                   "<color rgba='1 0 0'/></material></visual>"
                   "<collision><origin rpy='0 0 x'/>" BALL "</collision>"
                   "<collision>" BALL "</collision>"),
              SNW_NORMAL);
    CHECK(r.status == SNW_OK && r.diags.warnings == 6);
    const snw_link_description *link = &r.robot->links[0];
    CHECK(link->visual_count == 2 && link->collision_count == 1);
    CHECK_NEAR(((const snw_sphere *)link->visuals[1].shape.block)->radius, 3, 0);
    CHECK_TEXT(link->visuals[1].material, "m");
    CHECK(link->inertial != NULL);
    CHECK_NEAR(link->inertial->mass, 2, 0);
    CHECK_NEAR(link->inertial->izz, 1, 0);
    CHECK_NEAR(link->inertial->ixy, 0, 0);
    close_reading(&r);
    // but a mass that is not a number is refused: nothing would say how the robot moves
    read_text(&r, MASS("<mass value='2 kg'/>" MOMENTS("1", "1", "1")), SNW_LENIENT);
    CHECK(r.status != SNW_OK);
    close_reading(&r);
}

static void lenient_reading_leaves_out_what_has_no_shape(void) {
    reading r;
    read_text(
        &r,
        LINK("<visual><geometry><sphere radius='0'/></geometry></visual><visual name='v'>" BALL
             "</visual><visual/>"),
        SNW_LENIENT);
    CHECK(r.status == SNW_OK && r.diags.warnings == 2);
    CHECK(r.robot->links[0].visual_count == 1);
    CHECK_TEXT(r.robot->links[0].visuals[0].name, "v");
    close_reading(&r);
    read_text(&r, MASS("<mass value='0'/>" MOMENTS("0", "0", "0")), SNW_LENIENT);
    CHECK(r.status == SNW_OK && r.robot->links[0].inertial == NULL);
    close_reading(&r);
    read_text(&r, MASS(""), SNW_LENIENT); // nor is one with nothing in it a mass of 0
    CHECK(r.status == SNW_OK && r.robot->links[0].inertial == NULL);
    close_reading(&r);
}

static void a_root_with_mass_is_a_root_with_mass(void) {
    reading r;
    const snw_robot *robot =
        accept(&r, "<robot name='r'><link name='a'><inertial><mass value='3'/>" MOMENTS(
                       "1", "1",
                       "1") "</inertial></link><link name='b'/><joint name='j' type='fixed'>" ENDS
                            "</joint></robot>");
    CHECK(robot->links[0].inertial != NULL && robot->links[0].inertial->mass == 3);
    close_reading(&r);
}

int main(void) {
    RUN(each_rule_of_links_has_its_sentence);
    RUN(each_rule_of_shapes_has_its_sentence);
    RUN(angles_of_more_than_a_turn_are_doubted);
    RUN(a_negative_moment_is_told);
    RUN(moments_are_judged_by_their_principal_values_in_any_axes);
    RUN(mass_properties_are_taken_as_they_are_given);
    RUN(rpy_turns_about_fixed_axes);
    RUN(a_quaternion_is_x_y_z_w);
    RUN(shapes_have_the_sizes_of_the_file);
    RUN(a_mesh_keeps_its_name_and_scale);
    RUN(a_mesh_with_a_name_beyond_all_bounds_is_left_out);
    RUN(a_fault_costs_only_the_part_that_it_is_in);
    RUN(lenient_reading_leaves_out_what_has_no_shape);
    RUN(a_root_with_mass_is_a_root_with_mass);
    return check_report();
}
