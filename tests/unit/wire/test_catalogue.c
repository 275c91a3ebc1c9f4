// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include <dirent.h>
#include <jansson.h>

#include "../os/scratch.h"
#include "../parts/harness.h"
#include "sinew/meshio.h"
#include "sinew/meshio/image.h"
#include "sinew/wire.h"
#include "sinew/wire/catalogue.h"
#include "sinew/wire/serve.h"
#include "sinew/wire/state.h"

static harness h;
static snw_wire wire;
static snw_catalogue catalogue;
static snw_scene scene;
static snw_setup *scene_setup;
static char answer[1 << 20];

static void open_at(const char *path, const char *text) {
    static const char *const cells[] = {"demo", "two \"arms\""};
    CHECK(!snw_failed(open_cell(&h, path, text)));
    enable(&h);
    run_ticks(&h, 3);
    catalogue = (snw_catalogue){h.exec, h.cell, &h.system, cells, 2};
    scene_setup = snw_setup_create((size_t)1 << 28);
    CHECK(snw_scene_make(&scene, h.cell, &h.system, h.exec, scene_setup, NULL) == SNW_OK);
    wire = (snw_wire){.exec = h.exec,
                      .cell = "test",
                      .catalogue = &catalogue,
                      .scene = &scene,
                      .registry = &h.registry};
}

static void open_wire(const char *cell) {
    char path[256];
    (void)snprintf(path, sizeof path, "%s/cells/%s.cell.xml", SNW_SOURCE_DIR, cell);
    open_at(path, NULL);
}

static void close_wire(void) {
    snw_setup_destroy(scene_setup);
    close_cell(&h);
}

static json_t *ask(const char *request) {
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_text text = snw_text_over(answer, sizeof answer);
    snw_wire_answer(&wire, request, strlen(request), setup, &text);
    snw_setup_destroy(setup);
    CHECK(!snw_text_is_cut(&text));
    json_error_t error;
    json_t *json = json_loadb(answer, text.length, JSON_REJECT_DUPLICATES, &error);
    if (json == NULL) print_error("%s at %d\n", error.text, error.position);
    CHECK(json != NULL);
    return json;
}

static json_t *at(json_t *array, size_t index) {
    json_t *item = json_array_get(array, index);
    CHECK(item != NULL);
    return item;
}

static json_t *get(json_t *object, const char *name) {
    json_t *item = json_object_get(object, name);
    if (item == NULL) print_error("there is no %s\n", name);
    CHECK(item != NULL);
    return item;
}

static const char *text_of(json_t *object, const char *name) {
    const char *text = json_string_value(get(object, name));
    CHECK(text != NULL);
    return text;
}

static double number_of(json_t *object, const char *name) {
    CHECK(json_is_number(get(object, name)));
    return json_number_value(get(object, name));
}

static void the_catalogue_tells_arms_components_and_signals(void) {
    open_wire("panda");
    json_t *c = ask("{\"id\":4,\"command\":\"catalogue\"}");
    CHECK(json_is_true(get(c, "ok")) && number_of(c, "id") == 4);
    CHECK_TEXT(text_of(c, "cell"), "panda");
    json_t *arm = at(get(c, "arms"), 0);
    CHECK_TEXT(text_of(arm, "name"), "arm");
    CHECK(json_is_true(get(arm, "simulated")));
    const snw_arm *own = snw_exec_arm(h.exec, 0);
    CHECK(json_array_size(get(arm, "axes")) == 7);
    for (int i = 0; i < 7; i++) {
        json_t *axis = at(get(arm, "axes"), (size_t)i);
        CHECK_TEXT(text_of(axis, "name"), snw_arm_axis_name(own, i));
        CHECK_TEXT(text_of(axis, "kind"), "revolute");
        CHECK_TEXT(text_of(axis, "unit"), "rad");
        CHECK(number_of(axis, "lower") == own->limits.lower[i]);
        CHECK(number_of(axis, "upper") == own->limits.upper[i]);
        CHECK(number_of(axis, "velocity") == own->limits.velocity[i]);
        CHECK(number_of(axis, "link") == own->link[i]);
    }
    json_t *components = get(c, "components");
    CHECK((int)json_array_size(components) == snw_exec_component_count(h.exec));
    json_t *move = at(components, 1);
    CHECK_TEXT(text_of(move, "name"), "move");
    CHECK_TEXT(text_of(move, "type"), "motion");
    CHECK_TEXT(text_of(move, "stage"), "source");
    CHECK_TEXT(text_of(move, "arm"), "arm");
    CHECK_TEXT(text_of(move, "state"), "running");
    CHECK(json_array_size(get(move, "commands")) > 0);
    CHECK(strlen(text_of(at(get(move, "commands"), 0), "help")) > 0);
    CHECK_TEXT(text_of(c, "cell"), "panda");
    CHECK_TEXT(json_string_value(at(get(c, "cells"), 1)), "two \"arms\"");
    CHECK_TEXT(json_string_value(at(get(c, "states"), 0)), "ready");

    // each signal is one that can be subscribed to, and none is missing
    json_t *signals = get(c, "signals");
    CHECK(json_array_size(signals) > 100);
    static snw_packets frames;
    snw_arena arena = {0};
    SNW_IGNORE(snw_packets_init(&frames, h.exec, &h.system, &arena));
    void *memory = aligned_block(arena.needed, &arena);
    CHECK(snw_packets_init(&frames, h.exec, &h.system, &arena) == SNW_OK);
    static snw_subscription subscription;
    bool found = false;
    for (size_t i = 0; i < json_array_size(signals); i++) {
        const char *path = text_of(at(signals, i), "path");
        CHECK(snw_subscription_set(&subscription, &frames, &path, 1, NULL) == SNW_OK);
        if (strcmp(path, "arm/guard/state") == 0) {
            CHECK_TEXT(json_string_value(at(get(at(signals, i), "words"), 1)), "enabled");
        }
        found |= strcmp(path, "arm/sensed/q[6]") == 0;
    }
    CHECK(found);
    free(memory);
    json_decref(c);
    close_wire();
}

static void a_type_is_described_field_by_field(void) {
    open_wire("imi");
    char request[128];
    const snw_type *type = snw_exec_find(h.exec, "law")->type;
    (void)snprintf(request, sizeof request, "{\"command\":\"describe\",\"type\":\"%s\"}",
                   type->token);
    json_t *d = ask(request);
    CHECK((int)json_array_size(get(d, "fields")) == type->field_count);
    for (int i = 0; i < type->field_count; i++) {
        json_t *field = at(get(d, "fields"), (size_t)i);
        const snw_field *own = &type->fields[i];
        CHECK_TEXT(text_of(field, "name"), own->name);
        CHECK_TEXT(text_of(field, "help"), own->help);
        CHECK_TEXT(text_of(field, "unit"), own->unit != NULL ? own->unit : "");
        const bool open = own->range.low == 0 && own->range.high == 0;
        CHECK(json_is_null(get(field, "low")) == open);
        if (!open) CHECK(number_of(field, "low") == own->range.low);
        CHECK(strcmp(text_of(field, "when"), "live") == 0 ? own->when == SNW_LIVE
                                                          : own->when != SNW_LIVE);
    }
    json_decref(d);
    // what components show, what arms show, and what lies in these
    static const char *const tokens[] = {"arm_signals", "loop", "sphere", "link", "components"};
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++) {
        (void)snprintf(request, sizeof request, "{\"command\":\"describe\",\"type\":\"%s\"}",
                       tokens[i]);
        d = ask(request);
        CHECK(json_is_true(get(d, "ok")));
        CHECK_TEXT(text_of(d, "type"), tokens[i]);
        json_decref(d);
    }
    d = ask("{\"command\":\"describe\",\"type\":\"spere\"}");
    CHECK(json_is_false(get(d, "ok")));
    CHECK_TEXT(text_of(get(d, "error"), "fix"), "sphere");
    json_decref(d);
    close_wire();
}

// --- the scene ----------------------------------------------------------------------------------

static const char shapes_cell[] =
    "<cell xmlns='urn:sinew:cell' name='shapes'>"
    "<mechanisms><mechanism name='thing'><robot name='thing'><links>"
    "<link name='base'><visuals>"
    "<visual><origin xyz='1 2 3'/><shape><box><half_extents>0.1 0.2 "
    "0.3</half_extents></box></shape>"
    "<material>red</material></visual>"
    "<visual><shape><cylinder><start>0 0 0</start><end>2 0 0</end><radius>0.1</radius></cylinder>"
    "</shape></visual>"
    "<visual><shape><cone><start>0 0 0</start><end>0 0 1</end><start_radius>0.2</start_radius>"
    "<end_radius>0.1</end_radius></cone></shape></visual>"
    "<visual><shape><mesh_file><name>nowhere.stl</name></mesh_file></shape></visual>"
    "</visuals></link></links>"
    "<materials><material name='red'><rgba>1 0 0 0.5</rgba></material></materials>"
    "</robot></mechanism>"
    "<mechanism name='panda' file='package://models/panda/panda.urdf'/></mechanisms>"
    "<members><member name='a' mechanism='thing'/><member name='b' mechanism='thing'/>"
    "<member name='arm' mechanism='panda'/></members>"
    "<control><loop period='1 ms'><arms><arm member='arm'><drive><simulated_arm/></drive></arm>"
    "</arms><components><component name='estimate' member='arm'><type><rate_estimate/></type>"
    "</component></components></loop></control></cell>";

static void all_links_of_all_members_stand_in_one_table(void) {
    open_wire("two-arms");
    json_t *s = ask("{\"command\":\"scene\"}");
    json_t *links = get(s, "links"), *members = get(s, "members");
    CHECK((int)json_array_size(links) == h.system.link_count);
    CHECK((int)json_array_size(members) == h.system.member_count);
    size_t link = 0;
    for (int m = 0; m < h.system.member_count; m++) {
        const snw_system_member *member = &h.system.members[m];
        json_t *told = at(members, (size_t)m);
        CHECK_TEXT(text_of(told, "name"), member->name);
        CHECK(number_of(told, "first") == (double)link);
        CHECK(number_of(told, "count") == member->model->link_count);
        const size_t first = link;
        for (int k = 0; k < member->model->link_count; k++, link++) {
            const snw_link *own = &member->model->links[k];
            json_t *one = at(links, link);
            CHECK_TEXT(text_of(one, "name"), own->name);
            CHECK_TEXT(text_of(one, "member"), member->name);
            CHECK(number_of(one, "parent") == (own->parent < 0 ? -1 : (double)first + own->parent));
            CHECK(number_of(one, "mass") == own->inertia.m);
            const int arm = snw_exec_find_arm(h.exec, member->name);
            const int axis = (int)number_of(one, "axis");
            CHECK(axis < 0 ? own->nv == 0 || arm < 0 : snw_exec_arm(h.exec, arm)->link[axis] == k);
        }
    }
    json_decref(s);
    close_wire();
}

static snw_pose pose_of(json_t *numbers) {
    double n[7];
    CHECK(json_array_size(numbers) == 7);
    for (size_t i = 0; i < 7; i++)
        n[i] = json_number_value(at(numbers, i));
    const snw_pose T = {snw_quat_to_mat3(snw_quat_of(n[6], n[3], n[4], n[5])),
                        snw_vec3_of(n[0], n[1], n[2])};
    return T;
}

// The ellipsoid must have the mass properties of its link: those of a solid ellipsoid, put where
// the text says, against those of the model.
static void ellipsoids_have_the_moments_of_their_links(void) {
    static const char *const cells[] = {"panda", "puma560", "two-arms"};
    int checked = 0;
    for (size_t c = 0; c < sizeof cells / sizeof cells[0]; c++) {
        open_wire(cells[c]);
        json_t *s = ask("{\"command\":\"scene\"}");
        size_t link = 0;
        for (int m = 0; m < h.system.member_count; m++) {
            for (int k = 0; k < h.system.members[m].model->link_count; k++, link++) {
                const snw_inertia own = h.system.members[m].model->links[k].inertia;
                json_t *e = get(at(get(s, "links"), link), "ellipsoid");
                CHECK(json_is_null(e) == !(own.m > 0));
                if (json_is_null(e)) continue;
                const bool valid = json_is_true(get(e, "valid"));
                CHECK(valid == (snw_inertia_check(own, 1e-9, NULL) == SNW_OK));
                const snw_pose T = pose_of(get(e, "pose"));
                const snw_vec3 center = snw_inertia_center(own);
                CHECK(snw_vec3_near(T.p, center, 1e-9));
                if (!valid) continue;
                double a[3];
                for (size_t i = 0; i < 3; i++)
                    a[i] = json_number_value(at(get(e, "semi"), i));
                const double m5 = own.m / 5;
                const snw_sym3 I = snw_sym3_of(snw_vec3_of(m5 * (a[1] * a[1] + a[2] * a[2]),
                                                           m5 * (a[0] * a[0] + a[2] * a[2]),
                                                           m5 * (a[0] * a[0] + a[1] * a[1])),
                                               0, 0, 0);
                const snw_inertia body = snw_inertia_from_central(own.m, snw_vec3_zero(), I);
                CHECK(snw_inertia_near(snw_inertia_transform(T, body), own, 1e-9));
                checked++;
            }
        }
        json_decref(s);
        close_wire();
    }
    CHECK(checked > 10);
}

// The eigenvalues of a symmetric matrix from its characteristic cubic, by the angle of Vieta (1591)
// as Smith (1961) has it for this case; the smallest first. Independent of any rotation.
static void eigenvalues(snw_sym3 A, double value[3]) {
    const double middle = (A.xx + A.yy + A.zz) / 3;
    const double a = A.xx - middle, b = A.yy - middle, c = A.zz - middle;
    const double squares = a * a + b * b + c * c + 2 * (A.xy * A.xy + A.xz * A.xz + A.yz * A.yz);
    const double radius = sqrt(squares / 6);
    const double det = a * (b * c - A.yz * A.yz) - A.xy * (A.xy * c - A.yz * A.xz) +
                       A.xz * (A.xy * A.yz - b * A.xz);
    const double cosine = radius > 0 ? det / (2 * radius * radius * radius) : 0;
    const double angle = acos(cosine < -1 ? -1 : cosine > 1 ? 1 : cosine) / 3;
    for (int i = 0; i < 3; i++)
        value[i] = middle + 2 * radius * cos(angle + 2 * (3 - i - 2) * 3.14159265358979323846 / 3);
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// One ellipsoid against the numbers of its link: its centre, its axes as vectors that the tensor
// only stretches, and how much it stretches them.
static void check_ellipsoid(json_t *e, double m, snw_vec3 c, snw_sym3 I) {
    const snw_pose T = pose_of(get(e, "pose"));
    CHECK(snw_vec3_near(T.p, c, 1e-9));
    double value[3], found[3];
    eigenvalues(I, value);
    const snw_vec3 axes[3] = {T.R.x, T.R.y, T.R.z};
    for (int i = 0; i < 3; i++) {
        const snw_vec3 v = axes[i];
        const snw_vec3 Iv = {I.xx * v.x + I.xy * v.y + I.xz * v.z,
                             I.xy * v.x + I.yy * v.y + I.yz * v.z,
                             I.xz * v.x + I.yz * v.y + I.zz * v.z};
        found[i] = snw_vec3_dot(v, Iv);
        CHECK(snw_vec3_near(Iv, snw_vec3_scale(v, found[i]), 1e-9));
    }
    double sorted[3] = {found[0], found[1], found[2]};
    qsort(sorted, 3, sizeof sorted[0], by_size);
    qsort(value, 3, sizeof value[0], by_size);
    const bool valid = value[0] + value[1] >= value[2] - 1e-9;
    CHECK(valid == json_is_true(get(e, "valid")));
    for (size_t i = 0; i < 3; i++) {
        CHECK_NEAR(sorted[i], value[i], 1e-9);
        const double square = 2.5 * (found[0] + found[1] + found[2] - 2 * found[i]) / m;
        const double semi = json_number_value(at(get(e, "semi"), i));
        CHECK_NEAR(semi * semi, square > 0 ? square : 0, 1e-9);
    }
}

#define LUMPS 40

static const char lumps_tail[] =
    "</joints></robot></mechanism>"
    "<mechanism name='panda' file='package://models/panda/panda.urdf'/></mechanisms>"
    "<members><member name='lumps' mechanism='lumps'/><member name='arm' mechanism='panda'/>"
    "</members><control><loop period='1 ms'><arms><arm member='arm'><drive><simulated_arm/></drive>"
    "</arm></arms><components><component name='estimate' member='arm'><type><rate_estimate/></type>"
    "</component></components></loop></control></cell>";

// A cell of links with random masses; the last one has a moment that is 10 % above the sum of the
// other two, which a loader takes with a warning.
static void write_lumps(snw_text *text, double m[LUMPS], snw_vec3 c[LUMPS], snw_sym3 I[LUMPS]) {
    snw_text_format(text, "<cell xmlns='urn:sinew:cell' name='lumps'><mechanisms>"
                          "<mechanism name='lumps'><robot name='lumps'><links><link name='root'/>");
    for (int k = 0; k < LUMPS; k++) {
        m[k] = check_real(0.1, 20);
        c[k] = snw_vec3_of(check_real(-1, 1), check_real(-1, 1), check_real(-1, 1));
        const double a = check_real(0.1, 1), b = check_real(0.1, 1);
        const double d = k == LUMPS - 1 ? 1.1 * (a + b) : check_real(fabs(a - b), a + b);
        const snw_vec3 way = snw_vec3_of(check_real(-1, 1), check_real(-1, 1), check_real(-1, 1));
        const snw_mat3 R = snw_mat3_axis_angle(snw_vec3_normalize(way), check_real(-3, 3));
        const snw_sym3 own = snw_sym3_of(snw_vec3_of(a, b, d), 0, 0, 0);
        const snw_inertia turned =
            snw_inertia_rotate(R, snw_inertia_from_central(m[k], snw_vec3_zero(), own));
        I[k] = turned.I;
        snw_text_format(text,
                        "<link name='l%d'><inertial mass='%.17g' ixx='%.17g' iyy='%.17g' "
                        "izz='%.17g' ixy='%.17g' ixz='%.17g' iyz='%.17g'>",
                        k, m[k], I[k].xx, I[k].yy, I[k].zz, I[k].xy, I[k].xz, I[k].yz);
        snw_text_format(text, "<origin xyz='%.17g %.17g %.17g'/></inertial></link>", c[k].x, c[k].y,
                        c[k].z);
    }
    snw_text_format(text, "</links><joints>");
    for (int k = 0; k < LUMPS; k++)
        snw_text_format(text, "<joint name='j%d' kind='fixed' parent='root' child='l%d'/>", k, k);
    snw_text_format(text, "%s", lumps_tail);
}

// spec: actin-model:A1-VW-14
static void ellipsoids_have_the_principal_axes_of_an_independent_solution(void) {
    static char memory[1 << 16];
    static double m[LUMPS];
    static snw_vec3 c[LUMPS];
    static snw_sym3 I[LUMPS];
    for (int seed = 0; seed < 5; seed++) {
        check_seed(seed);
        snw_text text = snw_text_over(memory, sizeof memory);
        write_lumps(&text, m, c, I);
        CHECK(!snw_text_is_cut(&text));
        open_at("lumps", memory);
        json_t *s = ask("{\"command\":\"scene\"}");
        int invalid = 0;
        for (size_t i = 0; i < json_array_size(get(s, "links")); i++) {
            json_t *link = at(get(s, "links"), i);
            int k = -1;
            if (sscanf(text_of(link, "name"), "l%d", &k) != 1) continue;
            if (strcmp(text_of(link, "member"), "lumps") != 0) continue;
            check_ellipsoid(get(link, "ellipsoid"), m[k], c[k], I[k]);
            const bool is_valid = json_is_true(get(get(link, "ellipsoid"), "valid"));
            CHECK(is_valid == (k < LUMPS - 1));
            invalid += !is_valid;
        }
        CHECK(invalid == 1);
        json_decref(s);
        close_wire();
    }
}

// A step between frames of Denavit and Hartenberg has four numbers, not six: by Craig (1986) its
// x and the next z are at right angles, and so are its x and what is left of the way when the
// distance along x is taken off it and the next z is followed.
static void check_dh_step(snw_pose T) {
    CHECK_NEAR(T.R.z.x, 0, 1e-9);
    const double sine = -T.R.z.y, cosine = T.R.z.z;
    CHECK_NEAR(T.p.y * cosine + T.p.z * sine, 0, 1e-9);
}

static snw_pose dh_of(json_t *links, int link) {
    return pose_of(get(at(links, (size_t)link), "dh"));
}

// where a link stands in its parent for a value of its joint
static snw_pose step_of(const snw_link *link, double value) {
    const bool slides = link->joint == SNW_JOINT_PRISMATIC;
    const snw_pose motion = {slides ? snw_mat3_identity() : snw_mat3_axis_angle(link->axis, value),
                             slides ? snw_vec3_scale(link->axis, value) : snw_vec3_zero()};
    return snw_pose_mul(link->T_parent_joint, motion);
}

static void frames_of_denavit_and_hartenberg_have_four_numbers_from_each_to_the_next(void) {
    static const char *const cells[] = {"panda", "puma560", "two-arms", "microbo", "imi"};
    int steps = 0;
    for (size_t c = 0; c < sizeof cells / sizeof cells[0]; c++) {
        open_wire(cells[c]);
        json_t *s = ask("{\"command\":\"scene\"}");
        json_t *links = get(s, "links");
        const snw_model *model = h.system.members[0].model;
        for (int k = 1; k < model->link_count; k++) {
            const snw_link *link = &model->links[k];
            const snw_pose T = dh_of(links, k);
            if (link->joint == SNW_JOINT_FIXED) {
                CHECK(snw_pose_near(T, snw_pose_identity(), 0));
                continue;
            }
            CHECK(snw_vec3_near(T.R.z, link->axis, 1e-12));
            CHECK(snw_vec3_near(snw_vec3_cross(T.R.x, T.R.y), T.R.z, 1e-12));
            // on its own axis, which goes through the origin of the link
            CHECK(snw_vec3_norm(snw_vec3_cross(T.p, link->axis)) < 1e-9);
            if (model->links[link->parent].joint == SNW_JOINT_FIXED) continue;
            for (int i = 0; i < 20; i++, steps++) {
                const snw_pose step = step_of(link, check_real(-3, 3));
                const snw_pose here = dh_of(links, link->parent);
                check_dh_step(snw_pose_mul(snw_pose_inverse(here), snw_pose_mul(step, T)));
            }
        }
        json_decref(s);
        close_wire();
    }
    CHECK(steps > 400);
}

static const char volumes_cell[] =
    "<cell xmlns='urn:sinew:cell' name='volumes'>"
    "<mechanisms><mechanism name='thing'><robot name='thing'><links>"
    "<link name='one'><collisions>"
    "<collision><shape><sphere><radius>0.1</radius></sphere></shape></collision>"
    "<collision><origin xyz='1 0 0'/><shape><box><half_extents>0.3 0.4 1.2</half_extents></box>"
    "</shape></collision>"
    "<collision><shape><sphere><radius>0.2</radius><center>0 2 0</center></sphere></shape>"
    "</collision>"
    "<collision><shape><capsule><start>0 0 0</start><end>0 0 1</end><radius>0.25</radius></capsule>"
    "</shape></collision>"
    "</collisions></link></links></robot></mechanism>"
    "<mechanism name='panda' file='package://models/panda/panda.urdf'/></mechanisms>"
    "<members><member name='thing' mechanism='thing'/><member name='arm' mechanism='panda'/>"
    "</members><control><loop period='1 ms'><arms><arm member='arm'><drive><simulated_arm/></drive>"
    "</arm></arms><components><component name='estimate' member='arm'><type><rate_estimate/></type>"
    "</component></components></loop></control></cell>";

// spec: actin-model:A1-LK-32
static void a_link_of_four_volumes_has_four_bounds(void) {
    open_at("volumes", volumes_cell);
    json_t *s = ask("{\"command\":\"scene\"}");
    json_t *shapes = get(at(get(s, "links"), 0), "shapes");
    // radius and centre of the least ball about each, by hand
    static const double expected[4][4] = {
        {0.1, 0, 0, 0}, {1.3, 1, 0, 0}, {0.2, 0, 2, 0}, {0.75, 0, 0, 0.5}};
    size_t bounds = 0, collisions = 0;
    for (size_t i = 0; i < json_array_size(shapes); i++) {
        json_t *shape = at(shapes, i);
        collisions += strcmp(text_of(shape, "use"), "collision") == 0;
        if (strcmp(text_of(shape, "use"), "bound") != 0) continue;
        CHECK(bounds < 4);
        const double *e = expected[bounds++];
        CHECK_NEAR(number_of(shape, "radius"), e[0], 1e-9);
        const snw_vec3 center = pose_of(get(shape, "pose")).p;
        CHECK(snw_vec3_near(center, snw_vec3_of(e[1], e[2], e[3]), 1e-9));
    }
    CHECK(bounds == 4 && collisions == 4);
    json_decref(s);
    close_wire();
}

static void shapes_are_those_of_the_model(void) {
    open_at("shapes", shapes_cell);
    json_t *s = ask("{\"command\":\"scene\"}");
    json_t *shapes = get(at(get(s, "links"), 0), "shapes");
    json_t *box = at(shapes, 0);
    CHECK_TEXT(text_of(box, "kind"), "box");
    CHECK_TEXT(text_of(box, "use"), "visual");
    const double size[3] = {0.2, 0.4, 0.6}, color[4] = {1, 0, 0, 0.5};
    for (size_t i = 0; i < 3; i++)
        CHECK_NEAR(json_number_value(at(get(box, "size"), i)), size[i], 1e-15);
    for (size_t i = 0; i < 4; i++)
        CHECK_NEAR(json_number_value(at(get(box, "color"), i)), color[i], 0);
    CHECK(snw_vec3_near(pose_of(get(box, "pose")).p, snw_vec3_of(1, 2, 3), 1e-12));
    // a cylinder along x: z of its pose goes that way, its middle is in the middle
    json_t *cylinder = at(shapes, 1);
    CHECK_TEXT(text_of(cylinder, "kind"), "cylinder");
    CHECK_NEAR(number_of(cylinder, "length"), 2, 1e-12);
    CHECK_NEAR(number_of(cylinder, "radius"), 0.1, 1e-12);
    const snw_pose T = pose_of(get(cylinder, "pose"));
    CHECK(snw_vec3_near(T.p, snw_vec3_of(1, 0, 0), 1e-12));
    CHECK(snw_vec3_near(T.R.z, snw_vec3_of(1, 0, 0), 1e-12));
    // what has no kind of its own is a mesh that can be fetched, the same for both members
    json_t *cone = at(shapes, 2);
    CHECK_TEXT(text_of(cone, "kind"), "mesh");
    const char *name = text_of(cone, "mesh");
    CHECK(scene.mesh_count == 1 && strlen(name) == strlen("/mesh/.glb") + 32);
    CHECK_TEXT(text_of(at(get(at(get(s, "links"), 1), "shapes"), 2), "mesh"), name);
    const snw_scene_mesh *mesh = snw_scene_find(&scene, name + 6, 32);
    CHECK(mesh != NULL && snw_scene_find(&scene, name + 6, 31) == NULL);
    CHECK(snw_scene_find(&scene, "00000000000000000000000000000000", 32) == NULL);
    snw_setup *setup = snw_setup_create((size_t)1 << 26);
    snw_why why = {0};
    const snw_source source = {.bytes = mesh->glb, .length = mesh->size, .name = "glb"};
    snw_mesh *back = NULL;
    CHECK(!snw_failed(snw_glb_read(&source, NULL, setup, &back, NULL)));
    snw_inertia inertia;
    CHECK(!snw_failed(snw_shape_prepare(&(snw_child){&snw_mesh_type, back}, setup, &why)));
    CHECK(snw_mesh_inertia(back, 1, &inertia, &why) == SNW_OK);
    // pi h (R^2 + R r + r^2) / 3, from below and within 2 %
    const double volume = 3.14159265358979 * (0.04 + 0.02 + 0.01) / 3;
    CHECK(inertia.m < volume && inertia.m > 0.98 * volume);
    snw_setup_destroy(setup);
    // a mesh that is not there says where was looked
    json_t *missing = at(shapes, 3);
    CHECK_TEXT(text_of(missing, "kind"), "missing");
    CHECK_TEXT(text_of(missing, "tried"), "nowhere.stl");
    CHECK(scene.missing == 2);
    // bounds hold what they bound: every corner of the box
    json_t *bound = at(shapes, 4);
    CHECK_TEXT(text_of(bound, "use"), "bound");
    CHECK_NEAR(number_of(bound, "radius"), sqrt(0.01 + 0.04 + 0.09), 1e-9);
    CHECK(snw_vec3_near(pose_of(get(bound, "pose")).p, snw_vec3_of(1, 2, 3), 1e-9));
    json_decref(s);
    close_wire();
}

// Two visuals show one file, a third one that cannot be converted; two members each.
static const char converted_cell[] =
    "<cell xmlns='urn:sinew:cell' name='shapes'>"
    "<mechanisms><mechanism name='thing'><robot name='thing'><links>"
    "<link name='base'><visuals>"
    "<visual><shape><mesh_file><name>cone.dae</name></mesh_file></shape></visual>"
    "<visual><shape><mesh_file><name>cone.dae</name></mesh_file></shape></visual>"
    "<visual><shape><mesh_file><name>broken.dae</name></mesh_file></shape></visual>"
    "</visuals></link></links></robot></mechanism>"
    "<mechanism name='panda' file='package://models/panda/panda.urdf'/></mechanisms>"
    "<members><member name='a' mechanism='thing'/><member name='b' mechanism='thing'/>"
    "<member name='arm' mechanism='panda'/></members>"
    "<control><loop period='1 ms'><arms><arm member='arm'><drive><simulated_arm/></drive></arm>"
    "</arms><components><component name='estimate' member='arm'><type><rate_estimate/></type>"
    "</component></components></loop></control></cell>";

// as a reader of robot files finds them
static void find_meshes(void) {
    const snw_link_description *link = &h.system.mechanisms[0].robot->links[0];
    CHECK(link->visual_count == 3);
    static const char *const names[] = {"cone.dae", "cone.dae", "broken.dae"};
    for (int i = 0; i < link->visual_count; i++) {
        snw_mesh_file *file = link->visuals[i].shape.block;
        snw_copy_text(file->file, sizeof file->file, scratch(names[i]).text);
        file->scale = snw_vec3_of(1, 1, 1);
    }
}

static void write_file(const char *name, const char *data, size_t size, mode_t mode) {
    const scratch_name path = scratch(name);
    FILE *file = fopen(path.text, "wb");
    CHECK(file != NULL && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    CHECK(chmod(path.text, mode) == 0);
}

// a converter that leaves a mark each time it is started, and copies what it is asked to read
static void put_converter_on_path(void) {
    char script[1024], path[1024];
    const int length = snprintf(script, sizeof script,
                                "#!/bin/sh\n: > %s/ran.$$\ncase $1 in *broken*) exit 1;; esac\n"
                                "exec cat \"$1\"\n",
                                scratch_directory);
    write_file("sinew-mesh", script, (size_t)length, 0700);
    (void)snprintf(path, sizeof path, "%s:/usr/bin:/bin", scratch_directory);
    CHECK(setenv("PATH", path, 1) == 0);
}

static int count_runs(void) {
    int count = 0;
    DIR *folder = opendir(scratch_directory);
    CHECK(folder != NULL);
    for (const struct dirent *e = readdir(folder); e != NULL; e = readdir(folder))
        count += strncmp(e->d_name, "ran.", 4) == 0 ? 1 : 0;
    (void)closedir(folder);
    return count;
}

static void formats_that_are_not_read_here_are_converted_once(void) {
    scratch_open();
    put_converter_on_path();
    // what the converter gives: a red triangle
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_mesh *mesh = snw_block_new(&snw_mesh_type, setup);
    CHECK(mesh != NULL && snw_mesh_resize(mesh, 3, 1, setup) == SNW_OK);
    const snw_vec3 points[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    for (int k = 0; k < 3; k++) {
        mesh->points[k] = points[k];
        mesh->normals[k] = snw_vec3_z(1);
        mesh->triangles[k] = k;
    }
    snw_mesh_part part = snw_mesh_part_of(mesh);
    part.material = "red";
    part.colour[1] = part.colour[2] = 0;
    static char glb[4096];
    snw_text text = snw_text_over(glb, sizeof glb);
    CHECK(snw_glb_write(&part, 1, NULL, &text, NULL) == SNW_OK && !snw_text_is_cut(&text));
    write_file("cone.dae", glb, text.length, 0600);
    write_file("broken.dae", "x", 1, 0600);

    open_at("shapes", converted_cell);
    CHECK(count_runs() == 0 && scene.missing == 6);
    find_meshes();
    CHECK(snw_scene_make(&scene, h.cell, &h.system, h.exec, scene_setup, NULL) == SNW_OK);
    CHECK(count_runs() == 2);
    CHECK(scene.mesh_count == 1 && scene.missing == 2);
    json_t *s = ask("{\"command\":\"scene\"}");
    char expected[64];
    (void)snprintf(expected, sizeof expected, "/mesh/%s.glb", scene.meshes[0].hash);
    for (size_t link = 0; link < 2; link++) {
        json_t *shapes = get(at(get(s, "links"), link), "shapes");
        for (size_t i = 0; i < 2; i++)
            CHECK_TEXT(text_of(at(shapes, i), "mesh"), expected);
        CHECK_TEXT(text_of(at(shapes, 2), "kind"), "missing");
    }
    // the page gets the colour of the file
    const snw_source source = {scene.meshes[0].glb, scene.meshes[0].size, "glb", NULL};
    snw_mesh_parts parts;
    CHECK(snw__glb_read_parts(&source, NULL, setup, &parts, NULL) == SNW_OK && parts.count == 1);
    CHECK_NEAR(parts.parts[0].colour[0], 0.8, 1e-6);
    CHECK_NEAR(parts.parts[0].colour[1], 0, 1e-6);
    CHECK(parts.parts[0].material != NULL);
    json_decref(s);
    close_wire();
    snw_setup_destroy(setup);
}

// --- what members have in common ----------------------------------------------------------------

// a link or frame of the whole table as it stands in a body: without its member, counted from
// `first`
static void check_alike(json_t *whole, json_t *body, const char *index, int first) {
    json_t *one = json_deep_copy(whole);
    CHECK(json_object_del(one, "member") == 0);
    SNW_IGNORE(json_object_del(one, "axis"));
    const int at_whole = (int)json_integer_value(get(one, index));
    json_object_set_new(one, index, json_integer(at_whole < 0 ? -1 : at_whole - first));
    CHECK(json_equal(one, body));
    json_decref(one);
}

// every member with its body is what the whole scene has of it; returns how many bodies there are
static size_t compare_scenes(json_t *whole, json_t *shared) {
    size_t link = 0, frame = 0;
    for (size_t i = 0; i < json_array_size(get(shared, "members")); i++) {
        json_t *member = at(get(shared, "members"), i);
        const int first = (int)number_of(member, "first");
        json_t *body = at(get(shared, "bodies"), (size_t)number_of(member, "body"));
        json_t *links = get(body, "links"), *frames = get(body, "frames");
        json_t *axes = json_object_get(member, "axes");
        CHECK((size_t)first == link && (int)json_array_size(links) == number_of(member, "count"));
        for (size_t k = 0; k < json_array_size(links); k++, link++) {
            json_t *one = at(get(whole, "links"), link);
            check_alike(one, at(links, k), "parent", first);
            CHECK_TEXT(text_of(one, "member"), text_of(member, "name"));
            const int axis = axes != NULL ? (int)json_integer_value(at(axes, k)) : -1;
            CHECK(axis == number_of(one, "axis"));
        }
        for (size_t k = 0; k < json_array_size(frames); k++, frame++)
            check_alike(at(get(whole, "frames"), frame), at(frames, k), "link", first);
        SNW_IGNORE(json_object_del(member, "body"));
        SNW_IGNORE(json_object_del(member, "axes"));
    }
    CHECK(link == json_array_size(get(whole, "links")));
    CHECK(frame == json_array_size(get(whole, "frames")));
    CHECK(json_equal(get(whole, "members"), get(shared, "members")));
    return json_array_size(get(shared, "bodies"));
}

static void a_shared_scene_is_the_whole_one_with_equal_members_once(void) {
    static const struct {
        const char *cell;
        size_t bodies, members;
    } cases[] = {{"two-arms", 1, 2}, {"two-robots", 2, 2}};
    for (size_t i = 0; i < 2; i++) {
        open_wire(cases[i].cell);
        json_t *whole = ask("{\"command\":\"scene\"}");
        json_t *shared = ask("{\"command\":\"scene\",\"act\":\"shared\"}");
        CHECK(json_array_size(get(shared, "members")) == cases[i].members);
        CHECK(compare_scenes(whole, shared) == cases[i].bodies);
        CHECK(json_object_get(shared, "links") == NULL);
        json_decref(whole);
        json_decref(shared);
        json_t *other = ask("{\"command\":\"scene\",\"act\":\"small\"}");
        CHECK(json_is_false(get(other, "ok")));
        CHECK_TEXT(text_of(get(other, "error"), "subject"), "small");
        json_decref(other);
        close_wire();
    }
}

static void without_a_scene_the_commands_are_refused_not_answered_wrongly(void) {
    open_wire("imi");
    wire.scene = NULL;
    wire.catalogue = NULL;
    static const char *const requests[] = {"{\"command\":\"scene\"}", "{\"command\":\"catalogue\"}",
                                           "{\"command\":\"lease\"}", "{\"command\":\"subscribe\"}",
                                           "{\"command\":\"open\"}",  "{\"command\":\"keep\"}"};
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        json_t *a = ask(requests[i]);
        CHECK(json_is_false(get(a, "ok")));
        CHECK_TEXT(text_of(get(a, "error"), "name"), "SNW_ERR_UNSUPPORTED");
        json_decref(a);
    }
    close_wire();
}

static void the_status_has_a_reason_for_an_arm_that_is_stopped(void) {
    open_wire("panda");
    json_t *s = ask("{\"command\":\"status\"}");
    json_t *arm = at(get(s, "arms"), 0);
    CHECK_TEXT(text_of(arm, "state"), "enabled");
    CHECK(json_is_null(get(arm, "cause")));
    json_decref(s);
    json_decref(ask("{\"command\":\"stop\"}"));
    run_ticks(&h, 500);
    s = ask("{\"command\":\"status\"}");
    arm = at(get(s, "arms"), 0);
    CHECK_TEXT(text_of(arm, "state"), "held");
    CHECK_TEXT(text_of(get(arm, "cause"), "rule"), "asked");
    CHECK_TEXT(text_of(get(arm, "cause"), "text"), "stopped by a network client");
    CHECK_TEXT(text_of(get(arm, "cause"), "subject"), "arm");
    json_decref(s);
    json_t *events = ask("{\"command\":\"events\"}");
    CHECK(json_array_size(get(events, "events")) > 0);
    bool found = false;
    for (size_t i = 0; i < json_array_size(get(events, "events")); i++) {
        json_t *event = at(get(events, "events"), i);
        found |= strcmp(text_of(event, "object"), "arm") == 0;
        CHECK(json_is_object(get(event, "why")) && json_is_number(get(event, "t")));
    }
    CHECK(found);
    json_decref(events);
    close_wire();
}

int main(void) {
    RUN(the_catalogue_tells_arms_components_and_signals);
    RUN(a_type_is_described_field_by_field);
    RUN(all_links_of_all_members_stand_in_one_table);
    RUN(ellipsoids_have_the_moments_of_their_links);
    RUN(ellipsoids_have_the_principal_axes_of_an_independent_solution);
    RUN(frames_of_denavit_and_hartenberg_have_four_numbers_from_each_to_the_next);
    RUN(a_link_of_four_volumes_has_four_bounds);
    RUN(shapes_are_those_of_the_model);
    RUN(formats_that_are_not_read_here_are_converted_once);
    RUN(a_shared_scene_is_the_whole_one_with_equal_members_once);
    RUN(without_a_scene_the_commands_are_refused_not_answered_wrongly);
    RUN(the_status_has_a_reason_for_an_arm_that_is_stopped);
    return check_report();
}
