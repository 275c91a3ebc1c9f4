// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/dynamics.h"

#include <string.h>

#include "kdl.h"
#include "random_urdf.h"
#include "sinew/modelio.h"

// Efforts and mass matrices of chains through random trees, against KDL's solvers. KDL sees only
// the links of the chain: ours lose the mass of all others.

enum { FINDINGS = 8, MOST = 64 };

static random_urdf u;

/// Ours, ready to be moved.
typedef struct mechanism {
    snw_setup *setup;
    snw_model model;
    snw_dyn dyn;
    void *blocks[2];
    double q[MOST], v[MOST], a[MOST];
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
    SNW_IGNORE(snw_dyn_init(&m->dyn, &m->model, &arena));
    m->blocks[1] = block_for(&arena);
    CHECK(snw_dyn_init(&m->dyn, &m->model, &arena) == SNW_OK);
    m->dyn.springs = false;
    for (int i = 0; i < m->model.nv; i++) {
        m->q[i] = check_real(-2, 2);
        m->v[i] = check_real(-1, 1);
        m->a[i] = check_real(-1, 1);
    }
}

static void close_mechanism(mechanism *m) {
    free(m->blocks[0]);
    free(m->blocks[1]);
    snw_setup_destroy(m->setup);
}

// mass stays on the links between the root and the tip
static void keep_chain(mechanism *m, const char *tip) {
    bool on[MOST] = {false};
    for (int i = snw_model_find_link(&m->model, tip); i >= 0; i = m->model.links[i].parent) {
        on[i] = true;
    }
    for (int i = 0; i < m->model.link_count; i++) {
        if (on[i]) continue;
        CHECK(snw_dyn_set_inertia(&m->dyn, i, snw_inertia_zero()) == SNW_OK);
    }
}

// the rate and the value of each joint of the chain
static int chain_state(const mechanism *m, const peer_chain *chain, double state[3][MOST],
                       int *rates) {
    const int count = peer_chain_joint_count(chain);
    for (int j = 0; j < count; j++) {
        const int link = snw_model_find_joint(&m->model, peer_chain_joint(chain, j));
        CHECK(link >= 0);
        rates[j] = m->model.links[link].source_v;
        state[0][j] = m->q[m->model.links[link].source_q];
        state[1][j] = m->v[rates[j]];
        state[2][j] = m->a[rates[j]];
    }
    return count;
}

static void compare(mechanism *m, peer_chain *chain) {
    static double ours[MOST * MOST], theirs[MOST * MOST];
    double state[3][MOST], size = 1;
    double tau[MOST], expected[MOST];
    int rates[MOST];
    const int count = chain_state(m, chain, state, rates), nv = m->model.nv;
    CHECK(snw_dyn_inverse(&m->dyn, m->q, m->v, m->a, NULL, tau) == SNW_OK);
    CHECK(peer_chain_rne(chain, state[0], state[1], state[2], expected) == 0);
    for (int j = 0; j < count; j++) {
        size = fmax(size, fabs(expected[j]));
    }
    for (int j = 0; j < count; j++) {
        CHECK_NEAR(tau[rates[j]], expected[j], 1e-9 * size);
    }
    CHECK(snw_dyn_mass_matrix(&m->dyn, m->q, ours) == SNW_OK);
    CHECK(peer_chain_mass_matrix(chain, state[0], theirs) == 0);
    for (int j = 0; j < count; j++) {
        for (int k = 0; k < count; k++) {
            const double M = theirs[j + count * k];
            CHECK_NEAR(ours[rates[j] + nv * rates[k]], M, 1e-9 * fmax(1, fabs(M)));
        }
    }
    CHECK(snw_dyn_gravity(&m->dyn, m->q, tau) == SNW_OK);
    CHECK(peer_chain_gravity(chain, state[0], expected) == 0);
    for (int j = 0; j < count; j++) {
        CHECK_NEAR(tau[rates[j]], expected[j], 1e-9 * size);
    }
    CHECK(snw_dyn_coriolis(&m->dyn, m->q, m->v, tau) == SNW_OK);
    CHECK(peer_chain_coriolis(chain, state[0], state[1], expected) == 0);
    for (int j = 0; j < count; j++) {
        CHECK_NEAR(tau[rates[j]], expected[j], 1e-9 * size);
    }
}

static void efforts_and_masses_are_those_of_kdl(void) {
    CHECK_CASES(check_scaled(400)) {
        do {
            random_robot(&u);
        } while (strstr(u.text, "<mimic") != NULL);
        char tip[16];
        (void)snprintf(tip, sizeof tip, "l%d", check_int(0, u.links - 1));
        mechanism m;
        open_mechanism(&m, u.text);
        keep_chain(&m, tip);
        const snw_vec3 g = {check_real(-9, 9), check_real(-9, 9), check_real(-9, 9)};
        CHECK(snw_dyn_set_gravity(&m.dyn, g) == SNW_OK);
        peer_robot *robot = peer_urdf(u.text);
        CHECK(robot != NULL);
        peer_chain *chain = peer_chain_create(robot, "l0", tip, &g.x);
        CHECK(chain != NULL);
        compare(&m, chain);
        peer_chain_free(chain);
        peer_free(robot);
        close_mechanism(&m);
    }
}

int main(void) {
    RUN(efforts_and_masses_are_those_of_kdl);
    return check_report();
}
