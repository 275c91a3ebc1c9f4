// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "worlds.h"

// The shapes of an arm whose forearm is beside its elbow, against closed forms in the frames of its
// Denavit-Hartenberg table, which are multiplied here.

static scene s;
static snw_pose T[9]; // frames of the table

static const double a4 = 0.1524, radius = 0.04;

static const char cell[] =
    "<cell xmlns='urn:sinew' name='elbow'><mechanisms>"
    "<mechanism name='ranger' file='" SNW_SOURCE_DIR
    "/models/ranger-dexterous/ranger-dexterous.xml'/>"
    "<mechanism name='probe'><robot name='probe'><links><link name='base'/><link name='x'/>"
    "<link name='y'/><link name='ball'><collisions><collision><shape><sphere "
    "radius='0.04'/></shape>"
    "</collision></collisions></link></links><joints>"
    "<joint name='x' kind='prismatic' parent='base' child='x' axis='1 0 0'/>"
    "<joint name='y' kind='prismatic' parent='x' child='y' axis='0 1 0'/>"
    "<joint name='z' kind='prismatic' parent='y' child='ball' axis='0 0 1'/>"
    "</joints></robot></mechanism></mechanisms>"
    "<members><member name='arm' mechanism='ranger'/><member name='probe' mechanism='probe'/>"
    "</members></cell>";

static void place_frames(const double *q) {
    static const struct {
        double twist, length, offset; // [deg], [m], [m]
    } table[8] = {{0, 0, 0.1524},    {90, 0, 0}, {-90, 0, 0.5389}, {90, 0, 0},
                  {-90, a4, 0.5117}, {45, 0, 0}, {90, 0, 0},       {-90, 0, 0}};
    T[0] = snw_pose_identity();
    for (int i = 0; i < 8; i++) {
        const double al = table[i].twist * acos(-1) / 180, ca = cos(al), sa = sin(al);
        const double c = cos(q[i]), sn = sin(q[i]), d = table[i].offset;
        const snw_pose step = {.R = {{c, sn * ca, sn * sa}, {-sn, c * ca, c * sa}, {0, -sa, ca}},
                               .p = {table[i].length, -sa * d, ca * d}};
        T[i + 1] = snw_pose_mul(T[i], step);
    }
}

// of the ball at p from a capsule between two places of a frame
static double from_capsule(snw_vec3 p, snw_pose frame, snw_vec3 start, snw_vec3 end, double r) {
    const snw_vec3 at = snw_pose_apply_inverse(frame, p), way = snw_vec3_sub(end, start);
    const double t = snw_vec3_dot(snw_vec3_sub(at, start), way) / snw_vec3_dot(way, way);
    const snw_vec3 foot = snw_vec3_add_scaled(start, way, fmin(fmax(t, 0), 1));
    return snw_vec3_distance(at, foot) - r - radius;
}

// the same from a cylinder about z, with the ball outside of it
static double from_cylinder(snw_vec3 p, snw_pose frame, double low, double high, double r) {
    const snw_vec3 at = snw_pose_apply_inverse(frame, p);
    const double beside = fmax(hypot(at.x, at.y) - r, 0);
    const double above = fmax(fmax(low - at.z, at.z - high), 0);
    return hypot(beside, above) - radius;
}

static double seen(const char *link) {
    const snw_body arm = body_named(&s, "arm", link), ball = body_named(&s, "probe", "ball");
    snw_near near[64];
    const snw_near_query query = {.member = -1, .below = 3, .most = 64, .body = &ball};
    const int count = snw_collision_near(&s.around, &query, near, NULL);
    for (int i = 0; i < count; i++)
        if (same_body(near[i].a, arm) || same_body(near[i].b, arm)) return near[i].closest.distance;
    CHECK(!"the pair is near");
    return 0;
}

// The upper arm, both parts of the forearm, and the tool; and how wrong the straight line from the
// elbow to the wrist would be.
// spec: occlusion:OC-40
static void the_shapes_follow_the_offset_of_the_elbow_and_the_tool(void) {
    open_scene(&s, cell);
    const snw_vec3 none = {0, 0, 0}, corner = {a4, 0.1, 0};
    double worst_of_chord = 0;
    long compared = 0;
    CHECK_CASES(check_scaled(3000)) {
        double *q = s.state.q;
        for (int i = 0; i < 8; i++)
            q[i] = check_real(-3, 3);
        q[1] = check_real(-1.8, 1.8);
        q[3] = check_real(0, 2.9);
        place_frames(q);
        const snw_vec3 about = T[check_int(3, 8)].p;
        const snw_vec3 p = {about.x + check_real(-0.4, 0.4), about.y + check_real(-0.4, 0.4),
                            about.z + check_real(-0.4, 0.4)};
        double *ball = q + s.system.members[snw_system_find(&s.system, "probe")].q_index;
        ball[0] = p.x;
        ball[1] = p.y;
        ball[2] = p.z;
        CHECK(snw_collision_place(&s.around, &s.state) == SNW_OK);
        const double upper = from_capsule(p, T[3], snw_vec3_z(-0.45), none, 0.065);
        const double offset = fmin(from_capsule(p, T[4], none, corner, 0.055),
                                   from_cylinder(p, T[4], -0.08, 0.08, 0.07));
        const double fore = from_capsule(p, T[5], snw_vec3_z(-0.4), snw_vec3_z(-0.08), 0.05);
        const double tool = from_cylinder(p, T[8], 0.03, 0.1, 0.03);
        // in contact a depth is another question
        if (fmin(fmin(upper, offset), fmin(fore, tool)) < 0.001) continue;
        compared++;
        CHECK_NEAR(seen("link3"), upper, 1e-3);
        CHECK_NEAR(seen("link4"), offset, 1e-3);
        CHECK_NEAR(seen("link5"), fore, 1e-3);
        CHECK_NEAR(seen("link8"), tool, 1e-3);
        const double chord = from_capsule(p, snw_pose_identity(), T[4].p, T[5].p, 0.055);
        worst_of_chord = fmax(worst_of_chord, fabs(chord - fmin(offset, fore)));
    }
    CHECK(compared > check_scaled(3000) / 3);
    CHECK(worst_of_chord > 0.05 || check_scaled(3000) < 3000);
    close_scene(&s);
}

int main(int argc, char **argv) {
    (void)argc, (void)argv;
    RUN(the_shapes_follow_the_offset_of_the_elbow_and_the_tool);
    return check_report();
}
