// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

/// @file
/// Every URDF below a folder (first argument), opened by sinew and by urdfdom: poses of all links
/// in 20 random postures and masses are compared with those of KDL. The last link of the longest
/// chain of each distinct mechanism, of files of xacro too, is sent to 200 poses (or as many as the
/// second argument says) that it has somewhere within its limits, from random starts.
///
/// A line for each file that urdfdom opens and sinew refuses, for each whose numbers differ, and
/// for each target that was not reached, with the verdict; then one line "files=... opened=...
/// compared=... refused=... different=... ik=SOLVED/TARGETS ...". The exit code is 1 when any is
/// refused or different, or when less than 99.8 % of the targets were reached.

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../peer/kdl.h"
#include "sinew/ik.h"
#include "sinew/kinematics.h"
#include "sinew/model/coordinates.h"
#include "sinew/modelio/load.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"
#include "sinew/random.h"

enum { POSTURES = 20, DEEPEST = 32, FINDINGS = 256, NAMES = 100000 };
enum { MECHANISMS = 8192, VERDICTS = SNW_IK_BAD_INPUT + 1 };

// lengths of links add up: this much of the robot's size may be rounding
static const double TOLERANCE = 1e-11;

// part of the targets that may have another verdict: of so many arms some have joints of no range
#define MAY_FAIL 0.002

typedef struct tally {
    int files, opened, compared, refused, different;
    int targets_each, targets, verdicts[VERDICTS];
    int mechanism_count;
    uint64_t mechanisms[MECHANISMS]; // a hash of each
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

// --- inverse kinematics
// ---------------------------------------------------------------------------

// the last of the links that the most joints move
static int last_link(const snw_model *model) {
    int best = 0, deepest = 0;
    for (int l = 1; l < model->link_count; l++) {
        int depth = 0;
        for (int k = l; k > 0; k = model->links[k].parent) {
            depth += model->links[k].nv > 0;
        }
        if (depth < deepest) continue;
        best = l;
        deepest = depth;
    }
    return best;
}

static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(1099511628211);
    }
    return hash;
}

// Files have copies of each other: a mechanism is known by its limits and one pose of its end.
static bool is_new(const snw_model *model, const snw_pose *end, tally *t) {
    uint64_t hash = mix(UINT64_C(14695981039346656037), end, sizeof *end);
    hash = mix(hash, model->lower, (size_t)model->nq * sizeof *model->lower);
    hash = mix(hash, model->upper, (size_t)model->nq * sizeof *model->upper);
    for (int i = 0; i < t->mechanism_count; i++) {
        if (t->mechanisms[i] == hash) return false;
    }
    if (t->mechanism_count < MECHANISMS) t->mechanisms[t->mechanism_count++] = hash;
    return true;
}

// an answer is where it says, by kinematics alone
static void check_answer(const char *path, opened_file *f, int link, const snw_ik_target *target,
                         const double *q, tally *t) {
    const snw_model *model = &f->model;
    if (snw_failed(snw_kin_update(&f->kin, q))) abort();
    const snw_pose *T = &f->kin.T_world_link[link], *goal = &target->T_world_goal;
    double off = snw_vec3_norm(snw_vec3_sub(T->p, goal->p));
    off = fmax(off, snw_vec3_norm(snw_vec3_sub(T->R.x, goal->R.x)));
    off = fmax(off, snw_vec3_norm(snw_vec3_sub(T->R.y, goal->R.y)));
    bool within = true;
    for (int i = 0; i < model->nq && !model->floating && model->nq == model->nv; i++) {
        within = within && q[i] >= model->lower[i] && q[i] <= model->upper[i];
    }
    if (off <= 3e-5 && within) return;
    t->different++;
    printf("different: %s: an answer is off by %g%s\n", path, off,
           within ? "" : ", and beyond limits");
}

static void reach_targets(const char *path, opened_file *f, snw_ik *ik, int link, tally *t) {
    const snw_model *model = &f->model;
    double *q = calloc(2 * (size_t)model->nq + 1, sizeof *q), *found = q + model->nq;
    if (q == NULL) abort();
    for (int k = 0; k < t->targets_each; k++) {
        snw_ik_result result;
        snw_random_configuration(model, &t->random, q);
        if (snw_failed(snw_kin_update(&f->kin, q))) abort();
        const snw_ik_target target = snw_ik_target_pose(f->kin.T_world_link[link]);
        snw_random_configuration(model, &t->random, q);
        snw_ik_solve(ik, &target, NULL, q, found, &result);
        t->targets++;
        t->verdicts[result.status]++;
        if (result.status == SNW_IK_OK) {
            check_answer(path, f, link, &target, found, t);
            continue;
        }
        printf("ik: %s: %s: %s: %s\n", path, model->links[link].name,
               snw_ik_status_name(result.status), result.why.text);
    }
    free(q);
}

static void check_ik(const char *path, opened_file *f, tally *t) {
    const snw_model *model = &f->model;
    const int link = last_link(model);
    double *q = calloc((size_t)model->nq + 1, sizeof *q);
    snw_ik ik;
    snw_arena arena = {0};
    snw_neutral(model, q);
    const snw_status measured = snw_ik_init(&ik, model, link, -1, &arena);
    const bool moves = measured == SNW_ERR_MEMORY && snw_kin_update(&f->kin, q) == SNW_OK;
    free(q);
    if (!moves || !is_new(model, &f->kin.T_world_link[link], t)) return;
    void *block = block_for(&arena);
    if (snw_ik_init(&ik, model, link, -1, &arena) == SNW_OK) reach_targets(path, f, &ik, link, t);
    free(block);
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
    if (!snw_failed(status)) check_ik(path, &f, t);
    peer_free(peer);
    close_file(&f);
}

// of xacro, for which there is no referee here, what opens without arguments
static void check_xacro(const char *path, tally *t) {
    opened_file f;
    if (!snw_failed(open_file(&f, path))) check_ik(path, &f, t);
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
        } else if (snw_model_format_named(name) == SNW_FORMAT_XACRO) {
            check_xacro(path, t);
        }
    }
    snw_directory_free(&list);
}

int main(int argc, char **argv) {
    if (argc != 2 && argc != 3) {
        fputs("usage: soak_robots FOLDER [TARGETS]\n", stderr);
        return 2;
    }
    static tally t;
    t.random = snw_random_stream(1, 0);
    t.targets_each = argc == 3 ? (int)strtol(argv[2], NULL, 10) : 200;
    check_folder(argv[1], DEEPEST, &t);
    printf("mechanisms=%d", t.mechanism_count);
    for (int i = 0; i < VERDICTS; i++) {
        if (t.verdicts[i] > 0) {
            printf(" %s=%d", snw_ik_status_name((snw_ik_status)i), t.verdicts[i]);
        }
    }
    const int solved = t.verdicts[SNW_IK_OK];
    printf("\nfiles=%d opened=%d compared=%d refused=%d different=%d ik=%d/%d\n", t.files, t.opened,
           t.compared, t.refused, t.different, solved, t.targets);
    const bool reached = solved >= (1 - MAY_FAIL) * t.targets;
    return t.files == 0 || t.refused > 0 || t.different > 0 || !reached;
}
