// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

/// @file
/// Every URDF below a folder (argument), opened by sinew and by urdfdom: poses of all links in 20
/// random postures and masses are compared with those of KDL.
///
/// A line for each file that urdfdom opens and sinew refuses, and for each whose numbers differ;
/// then one line "files=... opened=... compared=... refused=... different=...". The exit code is 1
/// when any is refused or different.

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../peer/kdl.h"
#include "sinew/kinematics.h"
#include "sinew/modelio/load.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"
#include "sinew/random.h"

enum { POSTURES = 20, DEEPEST = 32, FINDINGS = 256, NAMES = 100000 };

// lengths of links add up: this much of the robot's size may be rounding
static const double TOLERANCE = 1e-11;

typedef struct tally {
    int files, opened, compared, refused, different;
    snw_random random;
} tally;

typedef struct opened_file {
    snw_setup *setup;
    snw_robot *robot;
    snw_model model;
    snw_kin kin;
    void *blocks[2];
    snw_why *findings;
    snw_diags diags;
} opened_file;

static void *block_for(snw_arena *arena) {
    void *block = aligned_alloc(64, (arena->needed / 64 + 1) * 64);
    if (block == NULL) abort();
    *arena = snw_arena_over(block, arena->needed);
    return block;
}

static snw_status open_file(opened_file *f, const char *path) {
    *f = (opened_file){.setup = snw_setup_create(SNW_DOCUMENT_MEMORY),
                       .findings = calloc(FINDINGS, sizeof(snw_why))};
    if (f->setup == NULL || f->findings == NULL) abort();
    f->diags = (snw_diags){.items = f->findings, .capacity = FINDINGS};
    const snw_load_options options = {.keep_names = true};
    snw_status status = snw_robot_load(path, &options, f->setup, &f->robot, &f->diags);
    if (snw_failed(status)) return status;
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(&f->model, f->robot, &arena, NULL));
    f->blocks[0] = block_for(&arena);
    status = snw_model_compile(&f->model, f->robot, &arena, &f->diags);
    if (snw_failed(status)) return status;
    arena = (snw_arena){0};
    SNW_IGNORE(snw_kin_init(&f->kin, &f->model, &arena));
    f->blocks[1] = block_for(&arena);
    return snw_kin_init(&f->kin, &f->model, &arena);
}

static void close_file(opened_file *f) {
    free(f->blocks[0]);
    free(f->blocks[1]);
    free(f->findings);
    snw_setup_destroy(f->setup);
}

static double difference(const snw_pose *T, const peer_pose *theirs) {
    const double ours[] = {T->R.x.x, T->R.y.x, T->R.z.x, T->R.x.y, T->R.y.y,
                           T->R.z.y, T->R.x.z, T->R.y.z, T->R.z.z};
    const double p[] = {T->p.x, T->p.y, T->p.z};
    double worst = 0;
    for (int i = 0; i < 9; i++)
        worst = fmax(worst, fabs(ours[i] - theirs->R[i]));
    for (int i = 0; i < 3; i++)
        worst = fmax(worst, fabs(p[i] - theirs->p[i]) / fmax(1, snw_vec3_norm(T->p)));
    return worst;
}

// the largest difference of poses; NaN when the two do not have the same joints
static double compare_poses(opened_file *f, peer_robot *peer, tally *t) {
    const snw_model *model = &f->model;
    const char **names = calloc((size_t)model->nv + 1, sizeof *names);
    double *q = calloc((size_t)model->nq + 1, sizeof *q);
    double worst = 0;
    for (int v = 0; v < model->nv; v++)
        names[v] = model->links[model->link_of_v[v]].joint_name;
    const bool same = model->nq == model->nv && peer_link_count(peer) == model->link_count &&
                      peer_set_joints(peer, names, model->nv) == 0;
    for (int k = 0; k < POSTURES && same; k++) {
        for (int i = 0; i < model->nq; i++)
            q[i] = 2 * snw_random_unit(&t->random) - 1;
        if (snw_failed(snw_kin_update(&f->kin, q))) worst = (double)NAN;
        for (int i = 0; i < model->link_count; i++) {
            peer_pose theirs;
            const bool known = peer_fk(peer, q, model->links[i].name, &theirs) == 0;
            const double d = known ? difference(&f->kin.T_world_link[i], &theirs) : (double)NAN;
            worst = isnan(d) || d > worst ? d : worst;
        }
    }
    free(names);
    free(q);
    return same ? worst : (double)NAN;
}

static void check_file(const char *path, tally *t) {
    snw_file_content content;
    opened_file f;
    t->files++;
    const snw_status status = open_file(&f, path);
    t->opened += !snw_failed(status);
    peer_robot *peer = NULL;
    if (snw_file_read(path, NULL, &content, NULL) == SNW_OK) {
        peer = peer_urdf(content.data);
        snw_file_free(&content);
    }
    if (peer != NULL && snw_failed(status)) {
        t->refused++;
        const snw_why *why = &f.findings[0];
        for (int i = 0; i < f.diags.count; i++)
            if (f.findings[i].severity == SNW_ERROR) why = &f.findings[i];
        printf("refused: %s: %s: %s\n", path, why->subject, why->text);
    } else if (peer != NULL) {
        const double worst = compare_poses(&f, peer, t);
        t->compared++;
        if (!(worst <= TOLERANCE)) {
            t->different++;
            printf("different: %s: %g\n", path, worst);
        }
    }
    peer_free(peer);
    close_file(&f);
}

static void check_folder(const char *folder, int depth, tally *t) {
    snw_directory list;
    if (depth == 0 || snw_failed(snw_directory_list(folder, NAMES, &list, NULL))) return;
    for (int i = 0; i < list.count; i++) {
        char path[SNW_PATH_SIZE];
        const char *name = list.entries[i].name;
        if (name[0] == '.' || snw_failed(snw_path_join(folder, name, path, sizeof path))) continue;
        if (list.entries[i].is_directory) {
            check_folder(path, depth - 1, t);
        } else if (snw_model_format_named(name) == SNW_FORMAT_URDF) {
            check_file(path, t);
        }
    }
    snw_directory_free(&list);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("usage: soak_robots FOLDER\n", stderr);
        return 2;
    }
    tally t = {.random = snw_random_stream(1, 0)};
    check_folder(argv[1], DEEPEST, &t);
    printf("files=%d opened=%d compared=%d refused=%d different=%d\n", t.files, t.opened,
           t.compared, t.refused, t.different);
    return t.files == 0 || t.refused > 0 || t.different > 0;
}
