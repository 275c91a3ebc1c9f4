// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/modelio.h"

#include <string.h>

#include "kdl.h"
#include "random_urdf.h"
#include "sinew/kinematics.h"
#include "sinew/modelio/load.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"
#include "sinew/shape.h"

// Robots read by sinew against the same text read by urdfdom and moved by KDL: poses of all links,
// masses, first and second moments.

enum { FINDINGS = 8, LINKS = 512 };

/// Ours: read, compiled, ready to be moved.
typedef struct mechanism {
    snw_setup *setup;
    snw_robot *robot;
    snw_model model;
    snw_kin kin;
    void *blocks[2];
    double q[LINKS];
} mechanism;

static void *block_for(snw_arena *arena) {
    void *block = aligned_alloc(64, (arena->needed + 63) / 64 * 64);
    CHECK(block != NULL);
    *arena = snw_arena_over(block, arena->needed);
    return block;
}

static void compile(mechanism *m) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(&m->model, m->robot, &arena, NULL));
    m->blocks[0] = block_for(&arena);
    CHECK(snw_model_compile(&m->model, m->robot, &arena, NULL) == SNW_OK);
    arena = (snw_arena){0};
    SNW_IGNORE(snw_kin_init(&m->kin, &m->model, &arena));
    m->blocks[1] = block_for(&arena);
    CHECK(snw_kin_init(&m->kin, &m->model, &arena) == SNW_OK);
    CHECK(m->model.nq <= LINKS && m->model.link_count <= LINKS);
}

// false when the text is refused; then all findings are printed
static bool open_mechanism(mechanism *m, const char *text, snw_strictness strictness) {
    *m = (mechanism){.setup = snw_setup_create(SNW_DOCUMENT_MEMORY)};
    CHECK(m->setup != NULL);
    snw_why items[FINDINGS];
    snw_diags diags = {.items = items, .capacity = FINDINGS};
    const snw_source source = {text, strlen(text), "t.urdf", NULL};
    const snw_urdf_options options = {.keep_names = true, .strictness = strictness};
    if (snw_urdf_read(&source, &options, m->setup, &m->robot, &diags) < 0) {
        for (int i = 0; i < diags.count; i++) {
            print_error("%s: %s [%s]\n", items[i].subject, items[i].text, items[i].rule);
        }
        return false;
    }
    compile(m);
    return true;
}
static void close_mechanism(mechanism *m) {
    free(m->blocks[0]);
    free(m->blocks[1]);
    snw_setup_destroy(m->setup);
}

// KDL takes q in our order from now on
static void same_order(const mechanism *m, peer_robot *peer) {
    const char *names[LINKS];
    for (int i = 0; i < m->model.nv; i++) {
        names[i] = m->model.links[m->model.link_of_v[i]].joint_name;
    }
    CHECK(peer_link_count(peer) == m->model.link_count);
    CHECK(peer_set_joints(peer, names, m->model.nv) == 0);
}

static void check_vector(snw_vec3 ours, const double *theirs, int stride, double tolerance) {
    CHECK_NEAR(ours.x, theirs[0], tolerance);
    CHECK_NEAR(ours.y, theirs[stride], tolerance);
    CHECK_NEAR(ours.z, theirs[2 * (size_t)stride], tolerance);
}

static void check_poses(mechanism *m, peer_robot *peer, double tolerance) {
    const char *names[LINKS];
    static peer_pose poses[LINKS];
    for (int i = 0; i < m->model.link_count; i++) {
        names[i] = m->model.links[i].name;
    }
    CHECK(snw_kin_update(&m->kin, m->q) == SNW_OK);
    CHECK(peer_fk_all(peer, m->q, names, m->model.link_count, poses) == 0);
    for (int i = 0; i < m->model.link_count; i++) {
        const snw_pose *T = &m->kin.T_world_link[i];
        check_vector(T->p, poses[i].p, 1, tolerance);
        check_vector(T->R.x, poses[i].R + 0, 3, tolerance);
        check_vector(T->R.y, poses[i].R + 1, 3, tolerance);
        check_vector(T->R.z, poses[i].R + 2, 3, tolerance);
    }
}

static void check_bodies(const mechanism *m, const peer_robot *peer) {
    for (int i = 0; i < m->model.link_count; i++) {
        const snw_inertia *ours = &m->model.links[i].inertia;
        peer_body theirs;
        CHECK(peer_link_body(peer, m->model.links[i].name, &theirs) == 0);
        const double tolerance = 1e-12 * fmax(1, theirs.mass);
        CHECK_NEAR(ours->m, theirs.mass, 1e-12);
        check_vector(ours->h, theirs.moment, 1, tolerance);
        const snw_mat3 I = snw_sym3_to_mat3(ours->I);
        check_vector(I.x, theirs.I + 0, 1, tolerance);
        check_vector(I.y, theirs.I + 3, 1, tolerance);
        check_vector(I.z, theirs.I + 6, 1, tolerance);
    }
}

static void check_against(mechanism *m, peer_robot *peer, int configurations) {
    same_order(m, peer);
    check_bodies(m, peer);
    for (int n = 0; n < configurations; n++) {
        for (int i = 0; i < m->model.nq; i++) {
            m->q[i] = n == 0 ? 0 : check_real(-3, 3);
        }
        check_poses(m, peer, 1e-12);
    }
}

// what our writer makes of the robot, by urdfdom and KDL against the robot itself; false when
// urdfdom does not know the version that the text needs
static bool check_written(mechanism *m, int configurations) {
    snw_text text = snw_text_over(NULL, 0);
    CHECK(snw_urdf_write(m->robot, NULL, &text, NULL) == SNW_OK);
    const size_t size = text.length + 1;
    char *buffer = malloc(size);
    CHECK(buffer != NULL);
    text = snw_text_over(buffer, size);
    CHECK(snw_urdf_write(m->robot, NULL, &text, NULL) == SNW_OK);
    const bool versioned = strstr(buffer, "version=\"1.1\"") || strstr(buffer, "version=\"1.2\"");
    peer_robot *peer = versioned ? NULL : peer_urdf(buffer);
    if (peer == NULL && !versioned) print_error("%s", buffer);
    free(buffer);
    if (versioned) return false;
    CHECK(peer != NULL);
    check_against(m, peer, configurations);
    peer_free(peer);
    return true;
}

static void random_trees_stand_as_urdfdom_and_kdl_have_them(void) {
    static random_urdf u;
    static mechanism m;
    CHECK_CASES(check_scaled(1000)) {
        random_robot(&u);
        peer_robot *peer = peer_urdf(u.text);
        if (peer == NULL) print_error("%s", u.text);
        CHECK(peer != NULL);
        const bool accepted = open_mechanism(&m, u.text, SNW_NORMAL);
        if (!accepted) print_error("%s", u.text);
        CHECK(accepted);
        CHECK(m.model.link_count == u.links);
        check_against(&m, peer, 5);
        CHECK(check_written(&m, 5));
        peer_free(peer);
        close_mechanism(&m);
    }
}

// --- the files that come with sinew -------------------------------------------------------------

typedef struct tally {
    int files, compared;
} tally;

static void check_file(const char *path, tally *t) {
    snw_file_content content;
    CHECK(snw_file_read(path, NULL, &content, NULL) == SNW_OK);
    const char *text = content.data;
    static mechanism m;
    t->files++;
    const bool accepted = open_mechanism(&m, text, SNW_LENIENT);
    if (!accepted) print_error("in %s\n", path);
    CHECK(accepted);
    peer_robot *peer = peer_urdf(text);
    if (peer != NULL) {
        t->compared++;
        check_against(&m, peer, 50);
        (void)check_written(&m, 50);
    } else {
        print_message("%s: urdfdom or KDL does not take it; not compared\n", path);
    }
    peer_free(peer);
    snw_file_free(&content);
    close_mechanism(&m);
}

static void check_folder(const char *folder, int depth, const char *extension,
                         void (*check)(const char *path, tally *t), tally *t) {
    snw_directory list;
    if (depth == 0 || snw_directory_list(folder, 1000, &list, NULL) < 0) return;
    for (int i = 0; i < list.count; i++) {
        char path[1024];
        const char *name = list.entries[i].name, *dot = strrchr(name, '.');
        const int size = snprintf(path, sizeof path, "%s/%s", folder, name);
        CHECK(0 < size && size < (int)sizeof path);
        if (list.entries[i].is_directory) check_folder(path, depth - 1, extension, check, t);
        const bool golden = strcmp(name, "golden.csv") == 0;
        if (dot != NULL && strcmp(dot, extension) == 0 && !golden) check(path, t);
    }
    snw_directory_free(&list);
}

static void every_urdf_file_of_ours_stands_as_urdfdom_and_kdl_have_it(void) {
    tally t = {0};
    check_folder(SNW_SOURCE_DIR "/models", 6, ".urdf", check_file, &t);
    print_message("%d files, %d compared\n", t.files, t.compared);
    // KDL has no planar and floating joints; most robots do without
    CHECK(2 * t.compared >= t.files);
}

// Robots in formats of our own, through our writer of URDF: what URDF has no words for, and what
// moves nothing, is taken away before.
static void strip(snw_robot *robot) {
    robot->floating = false;
    robot->attachment_count = robot->coupling_count = 0;
    for (int i = 0; i < robot->link_count; i++) {
        robot->links[i].visual_count = robot->links[i].collision_count = 0;
    }
    for (int i = 0; i < robot->joint_count; i++) {
        snw_joint_description *joint = &robot->joints[i];
        joint->actuator = NULL;
        joint->spring = joint->damper = NULL;
        joint->soft = NULL;
        joint->limits.lower = -7;
        joint->limits.upper = 7;
        joint->limits.effort = joint->limits.velocity = 1;
        joint->limits.acceleration = joint->limits.deceleration = joint->limits.jerk = HUGE_VAL;
    }
}

static snw_registry registry;

static void make_registry(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 16];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_registry_init(&registry, 64, &arena) == SNW_OK);
    CHECK(snw_model_register(&registry, NULL) == SNW_OK);
    CHECK(snw_shape_register(&registry, NULL) == SNW_OK);
    CHECK(snw_modelio_register(&registry, NULL) == SNW_OK);
    snw_registry_freeze(&registry);
}

static void check_own_file(const char *path, tally *t) {
    static mechanism m;
    m = (mechanism){.setup = snw_setup_create(SNW_DOCUMENT_MEMORY)};
    snw_why items[FINDINGS];
    snw_diags diags = {.items = items, .capacity = FINDINGS};
    const snw_load_options options = {.registry = &registry, .keep_names = true};
    const snw_status status = snw_robot_load(path, &options, m.setup, &m.robot, &diags);
    if (status < 0) print_error("%s: %s: %s\n", path, items[0].subject, items[0].text);
    CHECK(status >= 0);
    strip(m.robot);
    compile(&m);
    t->files++;
    t->compared += check_written(&m, 50);
    close_mechanism(&m);
}

static void every_robot_in_a_format_of_ours_stands_as_kdl_has_it_after_writing(void) {
    tally t = {0};
    make_registry();
    check_folder(SNW_SOURCE_DIR "/models", 6, ".xml", check_own_file, &t);
    check_folder(SNW_SOURCE_DIR "/models", 6, ".csv", check_own_file, &t);
    print_message("%d files, %d compared\n", t.files, t.compared);
    CHECK(t.compared == t.files && t.files > 0);
}

// --- that the peer itself can tell a difference -------------------------------------------------

static void the_comparison_sees_a_changed_number(void) {
    static const char text[] =
        "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='continuous'>"
        "<parent link='a'/><child link='b'/><origin xyz='0.3 0 0' rpy='0.1 0.2 0.3'/>"
        "<axis xyz='0 0 1'/></joint></robot>";
    peer_robot *peer = peer_urdf(text);
    CHECK(peer != NULL);
    const double q[] = {0.5}, other[] = {0.5 + 1e-9};
    peer_pose a, b;
    CHECK(peer_fk(peer, q, "b", &a) == 0 && peer_fk(peer, other, "b", &b) == 0);
    CHECK(fabs(a.R[0] - b.R[0]) > 1e-10);
    // Rz(0.3) Ry(0.2) Rx(0.1), turned by Rz(0.5): first column by hand
    const double c = cos(0.5), s = sin(0.5);
    const double r00 = cos(0.3) * cos(0.2),
                 r01 = cos(0.3) * sin(0.2) * sin(0.1) - sin(0.3) * cos(0.1);
    CHECK_NEAR(a.R[0], r00 * c + r01 * s, 1e-15);
    CHECK_NEAR(a.p[0], 0.3, 0);
    CHECK(peer_fk(peer, q, "nobody", &a) == -1);
    CHECK(peer_parse(text) == 2 && peer_parse("<robot/>") == -1);
    peer_free(peer);
}

int main(void) {
    RUN(the_comparison_sees_a_changed_number);
    RUN(random_trees_stand_as_urdfdom_and_kdl_have_them);
    RUN(every_urdf_file_of_ours_stands_as_urdfdom_and_kdl_have_it);
    RUN(every_robot_in_a_format_of_ours_stands_as_kdl_has_it_after_writing);
    return check_report();
}
