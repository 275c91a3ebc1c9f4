// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/kinematics.h"

#include <string.h>

#include "kdl.h"
#include "random_urdf.h"
#include "sinew/modelio.h"

// Jacobians, their rates and velocities of chains through random trees and robots of the library,
// against KDL's solvers. A joint that follows another is a joint of its own there: its column
// counts with its multiplier.

enum { FINDINGS = 8, MOST = 64 };

/// Ours, ready to be moved.
typedef struct mechanism {
    snw_setup *setup;
    snw_model model;
    snw_kin kin;
    void *blocks[2];
    double q[MOST], v[MOST];
} mechanism;

static void *block_for(snw_arena *arena) {
    void *block = aligned_alloc(64, (arena->needed + 63) / 64 * 64);
    CHECK(block != NULL);
    *arena = snw_arena_over(block, arena->needed);
    return block;
}

static void open_mechanism(mechanism *m, const char *text) {
    *m = (mechanism){.setup = snw_setup_create(SNW_DOCUMENT_MEMORY)};
    CHECK(m->setup != NULL);
    snw_why items[FINDINGS];
    snw_diags diags = {.items = items, .capacity = FINDINGS};
    snw_robot *robot = NULL;
    const snw_source source = {text, strlen(text), "t.urdf", NULL};
    const snw_urdf_options options = {.keep_names = true, .strictness = SNW_LENIENT};
    CHECK(snw_urdf_read(&source, &options, m->setup, &robot, &diags) >= 0);
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(&m->model, robot, &arena, NULL));
    m->blocks[0] = block_for(&arena);
    CHECK(snw_model_compile(&m->model, robot, &arena, NULL) == SNW_OK);
    arena = (snw_arena){0};
    SNW_IGNORE(snw_kin_init(&m->kin, &m->model, &arena));
    m->blocks[1] = block_for(&arena);
    CHECK(snw_kin_init(&m->kin, &m->model, &arena) == SNW_OK);
    CHECK(m->model.nv <= MOST);
}

static void close_mechanism(mechanism *m) {
    free(m->blocks[0]);
    free(m->blocks[1]);
    snw_setup_destroy(m->setup);
}

// KDL's columns of the chain, each added to the rate that moves its joint
static void gather(const mechanism *m, const peer_chain *chain, const double *columns,
                   snw_twist *J) {
    memset(J, 0, sizeof *J * MOST);
    for (int j = 0; j < peer_chain_joint_count(chain); j++) {
        const int link = snw_model_find_joint(&m->model, peer_chain_joint(chain, j));
        CHECK(link >= 0);
        const double *c = columns + (ptrdiff_t)6 * j;
        const snw_twist column = {{c[0], c[1], c[2]}, {c[3], c[4], c[5]}};
        snw_twist *place = &J[m->model.links[link].source_v];
        *place = snw_twist_add(*place, snw_twist_scale(column, m->model.links[link].multiplier));
    }
}

static double farthest(const snw_twist *A, const snw_twist *B, int count) {
    double most = 0;
    for (int i = 0; i < count; i++) {
        const snw_twist D = snw_twist_sub(A[i], B[i]);
        most = fmax(most, fmax(snw_vec3_max_abs(D.lin), snw_vec3_max_abs(D.ang)));
    }
    return most;
}

static void check_chain(mechanism *m, peer_chain *chain, int tip) {
    const int nv = m->model.nv;
    double q[MOST], v[MOST], columns[6 * MOST], twist[6];
    for (int i = 0; i < nv; i++) {
        m->q[i] = check_real(-3, 3);
        m->v[i] = check_real(-1, 1);
    }
    for (int j = 0; j < peer_chain_joint_count(chain); j++) {
        const snw_link *link =
            &m->model.links[snw_model_find_joint(&m->model, peer_chain_joint(chain, j))];
        q[j] = snw_joint_value(link, m->q);
        v[j] = link->multiplier * m->v[link->source_v];
    }
    CHECK(snw_kin_update_velocity(&m->kin, m->q, m->v) == SNW_OK);
    const snw_vec3 origin = snw_vec3_zero();
    snw_twist ours[MOST], theirs[MOST];
    CHECK(peer_chain_jacobian(chain, q, columns) == 0);
    gather(m, chain, columns, theirs);
    snw_kin_jacobian(&m->kin, tip, origin, ours);
    CHECK(farthest(ours, theirs, nv) <= 1e-10);

    CHECK(peer_chain_jacobian_rate(chain, q, v, columns) == 0);
    gather(m, chain, columns, theirs);
    snw_kin_jacobian_rate(&m->kin, tip, origin, ours);
    CHECK(farthest(ours, theirs, nv) <= 1e-9);

    CHECK(peer_chain_velocity(chain, q, v, twist) == 0);
    const snw_twist V = {{twist[0], twist[1], twist[2]}, {twist[3], twist[4], twist[5]}};
    CHECK(snw_twist_near(snw_kin_velocity(&m->kin, tip, origin), V, 1e-10));
}

// one chain from the root to a link that some joint moves
static void check_robot(const char *text, int configurations) {
    mechanism m;
    open_mechanism(&m, text);
    peer_robot *peer = peer_urdf(text);
    CHECK(peer != NULL);
    const int tip = check_int(0, m.model.link_count - 1);
    peer_chain *chain =
        peer_chain_create(peer, m.model.links[0].name, m.model.links[tip].name, NULL);
    if (chain != NULL && peer_chain_joint_count(chain) > 0) {
        for (int i = 0; i < configurations; i++) {
            check_chain(&m, chain, tip);
        }
    }
    if (chain != NULL) peer_chain_free(chain);
    peer_free(peer);
    close_mechanism(&m);
}

static void random_trees_have_the_jacobians_of_kdl(void) {
    static random_urdf u;
    CHECK_CASES(check_scaled(1000)) {
        random_robot(&u);
        check_robot(u.text, 3);
    }
}

static void robots_of_the_library_have_the_jacobians_of_kdl(void) {
    static const char *const names[] = {"panda", "ur5", "arm8", "humanoid30"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[512];
        (void)snprintf(path, sizeof path, SNW_SOURCE_DIR "/models/%s/%s.urdf", names[i], names[i]);
        FILE *file = fopen(path, "rb");
        CHECK(file != NULL);
        char *text = calloc(1, (size_t)1 << 20);
        CHECK(text != NULL && fread(text, 1, ((size_t)1 << 20) - 1, file) > 0);
        (void)fclose(file);
        CHECK_CASES(20) {
            check_robot(text, 20);
        }
        free(text);
    }
}

int main(void) {
    RUN(random_trees_have_the_jacobians_of_kdl);
    RUN(robots_of_the_library_have_the_jacobians_of_kdl);
    return check_report();
}
