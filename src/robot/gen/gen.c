// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- the functions ------------------------------------------------------------------------------

static int size_pose(const snw__site *site) {
    (void)site;
    return 12;
}

static int size_poses(const snw__site *site) {
    return 12 * site->model->link_count;
}

static int size_columns(const snw__site *site) {
    return 6 * site->model->nv;
}

static int size_rates(const snw__site *site) {
    return site->model->nv;
}

static int size_matrix(const snw__site *site) {
    return site->model->nv * site->model->nv;
}

const snw__function snw__functions[] = {
    {SNW_GEN_FK, "fk", "q", "T",
     "Pose of the tip in the $'s frame: T holds the columns x, y, z and the position [m].",
     snw__trace_fk, size_pose, snw__trace_fk_columns},
    {SNW_GEN_POSES, "poses", "q", "T",
     "Poses of all links in the $'s frame, twelve numbers each as in fk().", snw__trace_poses,
     size_poses, snw__trace_poses_columns},
    {SNW_GEN_JACOBIAN, "jacobian", "q", "J",
     "Velocity of the tip's origin for unit rates, along the $'s axes: columns of three "
     "linear\n// and three angular numbers.",
     snw__trace_jacobian, size_columns, NULL},
    {SNW_GEN_RNEA, "rnea", "qva", "tau",
     "Efforts [N m, N] for velocities v and accelerations a, with gravity, springs and dampers.",
     snw__trace_rnea, size_rates, NULL},
    {SNW_GEN_CRBA, "crba", "q", "M", "Mass matrix, both halves filled.", snw__trace_crba,
     size_matrix, NULL},
    {SNW_GEN_ABA, "aba", "qvt", "a",
     "Accelerations under the efforts tau. Where something that moves has no inertia the "
     "result\n// is not finite.",
     snw__trace_aba, size_rates, NULL},
    {SNW_GEN_GRAVITY, "gravity", "q", "tau", "Efforts [N m, N] that balance gravity.",
     snw__trace_gravity, size_rates, NULL},
};
const int snw__function_count = sizeof snw__functions / sizeof snw__functions[0];

// --- what is refused ----------------------------------------------------------------------------

snw_gen_options snw_gen_defaults(void) {
    const snw_gen_options options = {.functions = SNW_GEN_ALL, .gravity = {0, 0, -9.81}};
    return options;
}

static bool is_supported(snw_joint_kind kind) {
    return kind == SNW_JOINT_FIXED || kind == SNW_JOINT_REVOLUTE || kind == SNW_JOINT_CONTINUOUS ||
           kind == SNW_JOINT_PRISMATIC || kind == SNW_JOINT_SCREW;
}

static snw_status check_joints(const snw_model *model, snw_why *why) {
    for (int i = 1; i < model->link_count; i++) {
        if (is_supported(model->links[i].joint)) continue;
        return snw_refuse_rule(why, SNW_ERR_UNSUPPORTED, "gen", model->links[i].joint_name,
                               "code is not generated for a joint of this kind",
                               "use revolute, continuous, prismatic, screw or mimic joints");
    }
    return SNW_OK;
}

static bool is_letter(char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}

static bool is_word(char c) {
    return is_letter(c) || c == '_' || ('0' <= c && c <= '9');
}

static snw_status take_name(snw__site *site, snw_why *why) {
    const char *given = site->options->name;
    const char *name = given != NULL ? given : site->model->name;
    size_t length = 0;
    // of a name that was not given, what does not fit is replaced
    if (given == NULL && !is_letter(name[0])) length = strlen(strcpy(site->name, "robot_"));
    for (; *name != '\0' && length + 1 < SNW_GEN_NAME; name++) {
        site->name[length++] = (char)(is_word(*name) || given != NULL ? *name : '_');
    }
    site->name[length] = '\0';
    bool good = is_letter(site->name[0]) && *name == '\0';
    for (size_t i = 0; i < length; i++) {
        good = good && is_word(site->name[i]);
    }
    if (good || given == NULL) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "gen", given, "the prefix is not a C identifier",
                           "a letter, then letters, digits and underscores, 63 at most");
}

static snw_status check_header(const snw__site *site, snw_why *why) {
    const char *header = site->options->header;
    bool good = header == NULL || header[0] != '\0';
    for (; header != NULL && *header != '\0'; header++) {
        good = good && (unsigned char)*header >= ' ' && strchr("\"\\?", *header) == NULL;
    }
    if (good) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "gen", site->options->header,
                           "the header's name cannot be used in an #include", NULL);
}

static snw_status take_tip(snw__site *site, snw_why *why) {
    const snw_model *m = site->model;
    const char *frame = site->options->frame;
    site->tip = m->link_count - 1;
    site->T_link_tip = snw_pose_identity();
    if (frame == NULL) return SNW_OK;
    site->tip = snw_model_find_link(m, frame);
    if (site->tip >= 0) return SNW_OK;
    const int number = snw_model_find_frame(m, frame);
    if (number < 0) {
        return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "gen", frame,
                               "the model has no link or frame of this name", NULL);
    }
    site->tip = m->frames[number].link;
    site->T_link_tip = m->frames[number].T_link_frame;
    return SNW_OK;
}

static snw_status check_numbers(const snw__site *site, snw_why *why) {
    const double *rotors = site->options->rotors;
    bool good = snw_vec3_is_finite(site->options->gravity);
    for (int i = 0; rotors != NULL && i < site->model->nv; i++) {
        good = good && isfinite(rotors[i]) && rotors[i] >= 0;
    }
    if (good) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_NOT_FINITE, "gen", site->model->name,
                           "gravity must be finite, rotors finite and not negative", NULL);
}

// --- memory -------------------------------------------------------------------------------------

static snw_status lay_out(snw__site *site, snw_arena *arena) {
    const int nv = site->model->nv;
    SNW_IGNORE(snw_normal_init(&site->normal, site->model, arena));
    const int count = site->normal.body_count;
    site->masses = SNW_ARENA_ARRAY(arena, snw_normal_body, count);
    site->bodies = SNW_ARENA_ARRAY(arena, snw__body, count);
    site->M = SNW_ARENA_ARRAY(arena, sym, nv * nv);
    site->efforts = SNW_ARENA_ARRAY(arena, sym, nv * 6);
    return snw_arena_status(arena);
}

static snw_status open_site(snw__site *site, const snw_model *model, const snw_gen_options *options,
                            snw_why *why) {
    *site = (snw__site){.model = model, .options = options};
    snw_status status = check_joints(model, why);
    if (!snw_failed(status)) status = take_name(site, why);
    if (!snw_failed(status)) status = check_header(site, why);
    if (!snw_failed(status)) status = take_tip(site, why);
    if (!snw_failed(status)) status = check_numbers(site, why);
    if (snw_failed(status)) return status;
    snw_arena arena = {0};
    SNW_IGNORE(lay_out(site, &arena));
    const size_t room = (arena.needed + SNW_ARENA_ALIGN - 1) / SNW_ARENA_ALIGN * SNW_ARENA_ALIGN;
    site->memory = aligned_alloc(SNW_ARENA_ALIGN, room);
    if (site->memory == NULL) {
        return snw_refuse_rule(why, SNW_ERR_MEMORY, "gen", model->name, NULL, NULL);
    }
    memset(site->memory, 0, room);
    arena = snw_arena_over(site->memory, room);
    status = lay_out(site, &arena);
    if (snw_failed(status)) return snw_refuse_rule(why, status, "gen", model->name, NULL, NULL);
    memcpy(site->masses, site->normal.bodies,
           sizeof *site->masses * (size_t)site->normal.body_count);
    snw__lump(site);
    return SNW_OK;
}

snw_status snw__write_down(snw__site *site, const snw__function *f, snw__form form, snw_text *text,
                           snw_gen_counts *counts, snw_why *why) {
    snw__tape tape;
    snw_status status = snw__tape_init(&tape);
    if (!snw_failed(status)) {
        (form == SNW__COLUMNS ? f->columns : f->trace)(site, &tape);
        status = tape.status;
    }
    if (!snw_failed(status)) {
        snw__tape_finish(&tape);
        snw__count_operations(&tape, counts);
        if (text != NULL) snw__print_body(f, form, site, &tape, text);
    } else if (status == SNW_ERR_SINGULAR) {
        snw_why_set(why, status, site->model->name, "a moving link has no inertia");
        snw_why_rule(why, "gen");
        snw_why_fix(why, "give its links masses, or leave accelerations (aba) out");
    } else {
        snw_why_set(why, status, site->model->name, f->name);
        snw_why_rule(why, "gen");
    }
    snw__tape_free(&tape);
    return status;
}

snw_status snw_gen_count(const snw_model *model, const snw_gen_options *options, unsigned function,
                         snw_gen_counts *counts, snw_why *why) {
    snw__site site;
    snw_status status = open_site(&site, model, options, why);
    if (!snw_failed(status)) {
        status = SNW_ERR_ARGUMENT;
        for (int i = 0; i < snw__function_count; i++) {
            if (snw__functions[i].bit != function) continue;
            status = snw__write_down(&site, &snw__functions[i], SNW__PLAIN, NULL, counts, why);
        }
        if (status == SNW_ERR_ARGUMENT) {
            snw_why_set(why, status, model->name, "there is no such function");
            snw_why_rule(why, "gen");
        }
    }
    free(site.memory);
    return status;
}

snw_status snw_gen_c(const snw_model *model, const snw_gen_options *options, snw_text *source,
                     snw_text *header, snw_why *why) {
    if ((options->functions & SNW_GEN_ALL) == 0 || (options->functions & ~(unsigned)SNW_GEN_ALL)) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "gen", model->name,
                               "there is no such function", NULL);
    }
    snw__site site;
    snw_status status = open_site(&site, model, options, why);
    // all that may fail fails here, before anything is written
    for (int i = 0; i < snw__function_count && !snw_failed(status); i++) {
        snw_gen_counts counts;
        if ((snw__functions[i].bit & options->functions) == 0) continue;
        status = snw__write_down(&site, &snw__functions[i], SNW__PLAIN, NULL, &counts, why);
    }
    if (!snw_failed(status)) status = snw__put_source(&site, source, why);
    if (!snw_failed(status)) snw__put_header(&site, header);
    free(site.memory);
    return status;
}
