// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "generated.h"

static generated g;
static loaded l;

static void take_robot(const char *name, snw_dyn *dyn, void **block, const char *level) {
    load(&l, name, name);
    *block = new_dyn(dyn, &l.c.model);
    snw_gen_options options = snw_gen_defaults();
    options.name = "robot";
    options.lanes = true;
    generate(&l.c.model, &options);
    compile_generated("robot", level, "-march=native");
    load_generated(&g, "robot");
}

static void drop_robot(void *block) {
    unload_generated(&g, "robot");
    free(block);
    unload(&l);
}

static void code_for_robots_of_the_library_gives_its_numbers(void) {
    static const char *const names[] = {"panda",         "ur5",        "iiwa7",
                                        "puma560-corke", "humanoid30", "humanoid30-float"};
    generated_open();
    for (int k = 0; k < 6; k++) {
        snw_dyn dyn;
        void *block = NULL;
        take_robot(names[k], &dyn, &block, k == 0 ? "-O2" : "-O0");
        for (int i = 0; i < 8; i++) {
            compare_states(&g, &dyn, l.c.model.link_count - 1, snw_pose_identity());
        }
        drop_robot(block);
    }
    generated_close();
}

// No more operations than another tracer was seen to need for the same robot; without moving mass
// to the axes' parents there are more.
static void the_code_for_the_panda_is_short(void) {
    static const struct {
        unsigned function;
        int most;
    } known[] = {{SNW_GEN_FK, 130},   {SNW_GEN_POSES, 130}, {SNW_GEN_JACOBIAN, 171},
                 {SNW_GEN_RNEA, 634}, {SNW_GEN_CRBA, 385},  {SNW_GEN_ABA, 1405}};
    load(&l, "panda", "panda");
    const snw_gen_options options = snw_gen_defaults();
    for (int i = 0; i < 6; i++) {
        snw_gen_counts n;
        CHECK(snw_gen_count(&l.c.model, &options, known[i].function, &n, NULL) == SNW_OK);
        CHECK(n.products + n.sums + n.divisions <= known[i].most);
        CHECK(n.angles <= 7);
    }
    unload(&l);
}

// a joint that has turned more often than sines() can count
static void the_c_library_takes_over_for_large_angles(void) {
    static const double large[] = {99999, -2e5, 1e9, 1e12, -1e15};
    snw_dyn dyn;
    void *block = NULL;
    generated_open();
    take_robot("panda", &dyn, &block, "-O2");
    for (int i = 0; i < 5; i++) {
        double q[7] = {large[i], 0.1, -0.2, -1, 0.3, 0.4, 0.5}, T[12], expected[12];
        g.fk(q, T);
        q[0] = atan2(sin(large[i]), cos(large[i]));
        g.fk(q, expected);
        CHECK(farthest(T, expected, 12) <= 1e-14);
        CHECK(snw_kin_update(&dyn.kin, q) == SNW_OK);
        numbers_of_pose(dyn.kin.T_world_link[l.c.model.link_count - 1], expected);
        CHECK(farthest(T, expected, 12) <= 1e-12);
    }
    drop_robot(block);
    generated_close();
}

// what is not a number stays none, and a frame of the model can be the tip
static void a_frame_of_the_model_can_be_the_tip(void) {
    static stand s;
    generated_open();
    snw_setup *setup = new_setup();
    set_up(&s, setup, random_tree(setup, (tree_options){.links = 9, .only_single = true}));
    snw_gen_options options = snw_gen_defaults();
    options.name = "tip";
    options.frame = "f6";
    options.lanes = true;
    generate(&s.c.model, &options);
    compile_generated("tip", "-O0", "-DTIP_WIDTH=4");
    load_generated(&g, "tip");
    const snw_model_frame *frame = &s.c.model.frames[snw_model_find_frame(&s.c.model, "f6")];
    compare_states(&g, &s.dyn, frame->link, frame->T_link_frame);
    trial x;
    double tau[RATES];
    random_trial(&s.c.model, &x);
    for (int i = 0; i < s.nv; i++) {
        x.a[i] = (double)NAN;
    }
    g.rnea(x.q, x.v, x.a, tau);
    CHECK(isnan(tau[0]));
    unload_generated(&g, "tip");
    tear_down(&s);
    generated_close();
}

// The closed form of the Microbo that is written is as short as one by hand.
// spec: rccl:KIN-05
static void the_microbo_is_placed_by_thirty_products(void) {
    generated_open();
    load(&l, "microbo-ecureuil", "microbo-ecureuil");
    snw_gen_options options = snw_gen_defaults();
    options.name = "microbo";
    options.functions = SNW_GEN_FK;
    snw_gen_counts n;
    CHECK(snw_gen_count(&l.c.model, &options, SNW_GEN_FK, &n, NULL) == SNW_OK);
    CHECK(n.products <= 30 && n.sums <= 13 && n.divisions == 0 && n.angles <= 4);
    generate(&l.c.model, &options);
    compile_generated("microbo", "-O2", "-march=native");
    char path[GENERATED_PATH];
    generated_path(path, "microbo", ".so");
    g.library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    CHECK(g.library != NULL);
    take_function(g.library, "microbo", "fk", &g.fk);
    const int tip = l.c.model.link_count - 1;
    const long samples = check_scaled(1000000);
    for (long i = 0; i < samples; i++) {
        double q[LIBRARY_JOINTS], T[12], expected[12];
        for (int k = 0; k < l.c.model.nq; k++) {
            q[k] = check_real(-4, 4);
        }
        g.fk(q, T);
        CHECK(snw_kin_update(&l.kin, q) == SNW_OK);
        numbers_of_pose(l.kin.T_world_link[tip], expected);
        CHECK(farthest(T, expected, 12) <= 1e-12);
    }
    unload_generated(&g, "microbo");
    unload(&l);
    generated_close();
}

int main(void) {
    RUN(code_for_robots_of_the_library_gives_its_numbers);
    RUN(the_code_for_the_panda_is_short);
    RUN(the_c_library_takes_over_for_large_angles);
    RUN(a_frame_of_the_model_can_be_the_tip);
    RUN(the_microbo_is_placed_by_thirty_products);
    return check_report();
}
