// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reading robots: URDF beside urdfdom on the same text, reading and compiling beside urdfdom and
/// the building of KDL's tree, and what twice as many links cost.

#include "bench_model.h"

#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "peer/kdl.h"
#include "sinew/model.h"
#include "sinew/modelio.h"

static void refuse(const snw_why *why) {
    char sentence[512];
    (void)snw_why_sentence(why, sentence, sizeof sentence);
    (void)fprintf(stderr, "%s\n", sentence);
    exit(70);
}

static snw_robot *read_one(const model_text *text, snw_setup *setup) {
    snw_why items[4];
    snw_diags diags = {.items = items, .capacity = 4};
    const snw_source source = {.bytes = text->bytes, .length = text->length, .name = "bench"};
    const snw_urdf_options options = {.keep_names = true};
    snw_robot *robot = NULL;
    if (snw_urdf_read(&source, &options, setup, &robot, &diags) < 0) refuse(&items[0]);
    return robot;
}

static double read_ours(void *context, long calls) {
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
        sum += read_one(context, setup)->link_count;
        snw_setup_destroy(setup);
    }
    return sum;
}

static double read_urdfdom(void *context, long calls) {
    const model_text *text = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        const int links = peer_parse(text->bytes);
        if (links != text->links) exit(70);
        sum += links;
    }
    return sum;
}

static double load_ours(void *context, long calls) {
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
        const snw_robot *robot = read_one(context, setup);
        snw_model model;
        snw_arena arena = {0};
        SNW_IGNORE(snw_model_compile(&model, robot, &arena, NULL));
        void *block = aligned_alloc(SNW_ARENA_ALIGN, (arena.needed + 63) / 64 * 64);
        arena = snw_arena_over(block, arena.needed);
        if (snw_model_compile(&model, robot, &arena, NULL) < 0) exit(70);
        sum += model.nv;
        free(block);
        snw_setup_destroy(setup);
    }
    return sum;
}

static double load_kdl(void *context, long calls) {
    const model_text *text = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        peer_robot *robot = peer_urdf(text->bytes);
        if (robot == NULL) exit(70);
        sum += peer_joint_count(robot);
        peer_free(robot);
    }
    return sum;
}

// twice the links: the first of two texts has twice the links of the second
static double read_longer(void *context, long calls) {
    return read_ours(&((model_text *)context)[0], calls);
}
static double read_shorter(void *context, long calls) {
    return read_ours(&((model_text *)context)[1], calls);
}

static void pair(const char *name, model_text *text, bench_fn *ours, bench_fn *peer,
                 const char *peer_name) {
    char note[64];
    (void)snprintf(note, sizeof note, "links=%d bytes=%zu", text->links, text->length);
    bench_pair(&(bench_case){.name = name,
                             .ours = ours,
                             .peer_name = peer_name,
                             .peer = peer,
                             .context = text,
                             .calls = text->links > 100 ? 1 : 4,
                             .note = note,
                             .bar = 1.0});
}

// The ratio is the growth. It has no bar here, since blocks of 15 ms are seldom left alone on a
// shared machine: tests/cases/model-cost holds it to 2.2 in instructions.
static void doubling(const char *kind, model_text (*make)(int links)) {
    for (int links = 250; links <= 1000; links *= 2) {
        char name[64], peer_name[64];
        (void)snprintf(name, sizeof name, "%s%d/doubling", kind, links);
        (void)snprintf(peer_name, sizeof peer_name, "%s%d", kind, links / 2);
        if (!bench_wants(name)) continue;
        model_text texts[2] = {make(links), make(links / 2)};
        bench_pair(&(bench_case){.name = name,
                                 .ours = read_longer,
                                 .peer_name = peer_name,
                                 .peer = read_shorter,
                                 .context = texts,
                                 .calls = 1});
        free(texts[0].bytes);
        free(texts[1].bytes);
    }
}

int main(int argc, char **argv) {
    bench_open("model", argc, argv);
    model_text humanoid = read_text(SNW_SOURCE_DIR "/models/humanoid30/humanoid30.urdf");
    model_text panda = read_text(SNW_SOURCE_DIR "/models/panda/panda.urdf");
    humanoid.links = peer_parse(humanoid.bytes);
    panda.links = peer_parse(panda.bytes);
    model_text chain = make_chain(1000), tree = make_tree(1000);
    pair("humanoid30/urdf", &humanoid, read_ours, read_urdfdom, "urdfdom");
    pair("humanoid30/load", &humanoid, load_ours, load_kdl, "urdfdom+KDL");
    pair("panda/urdf", &panda, read_ours, read_urdfdom, "urdfdom");
    pair("panda/load", &panda, load_ours, load_kdl, "urdfdom+KDL");
    pair("chain1000/urdf", &chain, read_ours, read_urdfdom, "urdfdom");
    pair("tree1000/urdf", &tree, read_ours, read_urdfdom, "urdfdom");
    doubling("chain", make_chain);
    doubling("tree", make_tree);
    free(humanoid.bytes);
    free(panda.bytes);
    free(chain.bytes);
    free(tree.bytes);
    return bench_close();
}
