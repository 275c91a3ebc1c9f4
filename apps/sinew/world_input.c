// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "world_input.h"

#include <stdlib.h>
#include <string.h>

#include "sinew/exec.h"
#include "sinew/model/coordinates.h"
#include "sinew/model/system_state.h"
#include "sinew/os/file.h"

// --- the cell -----------------------------------------------------------------------------------

// is the file a cell? A name is looked for among cells first
static bool is_model(const char *word) {
    char path[SNW_PATH_SIZE];
    snw_file_content content;
    if (!snw_file_exists(word)) return false;
    snw_copy_text(path, sizeof path, word);
    if (snw_failed(snw_file_read(path, NULL, &content, NULL))) return true;
    const snw_source source = {content.data, content.size, path, NULL};
    const bool model = snw_model_format_of(&source) != SNW_FORMAT_CELL;
    snw_file_free(&content);
    return model;
}

// a model alone: one member, named after it
static snw_status make_cell(world_input *in, snw_why *why) {
    snw_setup *setup = in->model.setup;
    snw_cell *cell = snw_block_new(&snw_cell_type, setup);
    const snw_field *mechanisms = snw_type_field(&snw_cell_type, "mechanisms");
    const snw_field *members = snw_type_field(&snw_cell_type, "members");
    if (cell == NULL || snw_failed(snw_block_resize(mechanisms, cell, 1, setup)) ||
        snw_failed(snw_block_resize(members, cell, 1, setup))) {
        return snw_refuse(why, SNW_ERR_MEMORY, in->path, NULL, NULL);
    }
    const char *name = in->model.robot->name;
    if (name[0] == '\0' || strchr(name, '/') != NULL) name = "arm";
    snw_copy_text(cell->name, SNW_NAME, name);
    snw_copy_text(cell->mechanisms[0].name, SNW_NAME, name);
    cell->mechanisms[0].robot = in->model.robot;
    snw_copy_text(cell->members[0].name, SNW_NAME, name);
    snw_copy_text(cell->members[0].mechanism, SNW_NAME, name);
    in->cell = cell;
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_compile(&in->own, cell, &arena, NULL));
    in->own_memory = model_block(arena.needed, &arena, why);
    if (in->own_memory == NULL) return SNW_ERR_MEMORY;
    in->system = &in->own;
    const snw_status status = snw_system_compile(&in->own, cell, &arena, &in->diags);
    if (snw_failed(status) && in->diags.count > 0) *why = in->diags.items[0];
    return status;
}

static snw_status open_model(world_input *in, const char *word, const snw_registry *registry,
                             const cli_values *values, cli_io *io, snw_why *why) {
    const snw_status status = model_take(&in->model, word, registry, values, io, why);
    if (snw_failed(status)) {
        in->model = (model_input){0};
        return status;
    }
    in->path = in->model.path;
    return make_cell(in, why);
}

static snw_status open_cell(world_input *in, const char *word, const snw_registry *registry,
                            const cli_values *values, cli_io *io, snw_why *why) {
    const snw_status status = is_model(word)
                                  ? SNW_ERR_NOT_FOUND
                                  : cell_take(&in->loaded, word, registry, values, io, why);
    if (!snw_failed(status)) {
        in->path = in->loaded.path;
        in->cell = in->loaded.cell;
        in->system = &in->loaded.system;
        return SNW_OK;
    }
    in->loaded = (snw_loaded_cell){0};
    char path[SNW_PATH_SIZE];
    if (status != SNW_ERR_NOT_FOUND) return status;
    // a name that no cell has may be that of a model
    if (!snw_file_exists(word) && snw_failed(snw_robot_find(word, path, sizeof path, NULL))) {
        return status;
    }
    *why = (snw_why){0};
    return open_model(in, word, registry, values, io, why);
}

// --- the state ----------------------------------------------------------------------------------

static const char *first_state(const snw_cell *cell) {
    if (cell->control.type == &snw_loop_type) {
        const snw_loop *loop = cell->control.block;
        if (loop->state[0] != '\0') return loop->state;
    }
    return cell->state_count > 0 ? cell->states[0].name : NULL;
}

static snw_status unknown_state(const world_input *in, const char *name, snw_why *why) {
    const char *names[64];
    int count = 0;
    for (; count < in->cell->state_count && count < 64; count++)
        names[count] = in->cell->states[count].name;
    char fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(fix, sizeof fix);
    const char *closest = snw_closest_name(name, names, count);
    if (closest != NULL) snw_text_format(&line, "did you mean '%s'?", closest);
    return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "unknown-state", name,
                           "the cell has no such state", closest != NULL ? fix : NULL);
}

static snw_status put_named(world_input *in, const char *name, bool required, snw_why *why) {
    for (int i = 0; name != NULL && i < in->cell->state_count; i++) {
        const snw_cell_state *state = &in->cell->states[i];
        if (strcmp(state->name, name) != 0) continue;
        const int before = in->diags.count;
        const snw_status status = snw_system_state_put(in->system, state, &in->state, &in->diags);
        if (snw_failed(status) && in->diags.count > before) *why = in->diags.items[before];
        return status;
    }
    return required ? unknown_state(in, name, why) : SNW_OK;
}

// where the cell starts
static snw_status put_first(world_input *in, snw_why *why) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_state_init(&in->state, in->system, &arena));
    in->state_memory = model_block(arena.needed, &arena, why);
    if (in->state_memory == NULL) return SNW_ERR_MEMORY;
    const snw_status status = snw_system_state_init(&in->state, in->system, &arena);
    return snw_failed(status) ? status : put_named(in, first_state(in->cell), false, why);
}

// the member that --q is for
static snw_status choose_member(world_input *in, const cli_values *values, int *member,
                                snw_why *why) {
    const char *name = cli_text(values, "member");
    *member = -1;
    if (name != NULL) {
        *member = snw_system_find(in->system, name);
        if (*member >= 0) return SNW_OK;
        const char *names[64];
        int count = 0;
        for (; count < in->system->member_count && count < 64; count++)
            names[count] = in->system->members[count].name;
        char fix[SNW_WHY_TEXT];
        snw_text line = snw_text_over(fix, sizeof fix);
        const char *closest = snw_closest_name(name, names, count);
        if (closest != NULL) snw_text_format(&line, "did you mean '%s'?", closest);
        return snw_refuse_rule(why, SNW_ERR_UNKNOWN_NAME, "unknown-member", name,
                               "the cell has no such member", closest != NULL ? fix : NULL);
    }
    int with_joints = 0;
    for (int i = 0; i < in->system->member_count; i++) {
        if (snw_model_joint_dof(in->system->members[i].model) == 0) continue;
        *member = i;
        with_joints++;
    }
    if (with_joints != 1) *member = -1;
    return SNW_OK;
}

static snw_status put_q(world_input *in, const cli_values *values, snw_why *why) {
    int member, count = 0;
    const snw_status status = choose_member(in, values, &member, why);
    in->member = cli_text(values, "member") != NULL ? member : -1;
    const double *q = cli_reals(values, "q", &count);
    if (snw_failed(status) || count == 0) return status;
    if (member < 0) {
        return snw_refuse(why, SNW_ERR_USAGE, "q", "several members have joints",
                          "name one of them with --member");
    }
    const snw_system_member *one = &in->system->members[member];
    if (count != one->model->nq) {
        snw_why_set(why, SNW_ERR_USAGE, one->name, "--q has another number of coordinates");
        snw_why_rule(why, "wrong-count");
        snw_why_add(why, "given", count, "");
        snw_why_add(why, "coordinates", one->model->nq, "");
        return SNW_ERR_USAGE;
    }
    memcpy(in->state.q + one->q_index, q, (size_t)count * sizeof *q);
    return SNW_OK;
}

// --- the world ----------------------------------------------------------------------------------

// findings of the world, remarks with -v only
static snw_status tell_findings(world_input *in, snw_status status, cli_io *io, snw_why *why) {
    if (in->loaded.cell != NULL) snw_cell_locate(&in->loaded, &in->diags);
    // what is wrong with rules was told when the cell was read
    const bool told = in->loaded.cell != NULL && in->world.has_rules && !snw_failed(status);
    int kept = 0;
    for (int i = 0; i < in->diags.count; i++) {
        const bool remark = in->diags.items[i].severity == SNW_INFO;
        if (remark ? io->verbose == 0 : told) continue;
        in->diags.items[kept++] = in->diags.items[i];
    }
    in->diags.count = kept;
    model_tell(&in->diags, io, why);
    return status;
}

static snw_status make_world(world_input *in, int samples, cli_io *io, snw_why *why) {
    in->setup = snw_setup_create((size_t)4 << 30);
    if (in->setup == NULL) return snw_refuse(why, SNW_ERR_MEMORY, in->path, NULL, NULL);
    const snw_world_options options = {.rules = snw_cell_rules(in->cell),
                                       .first = &in->state,
                                       .samples = samples,
                                       .folder =
                                           in->cell->folder[0] != '\0' ? in->cell->folder : NULL};
    snw_status status = snw_world_init(&in->world, in->system, &options, in->setup, &in->diags);
    status = tell_findings(in, status, io, why);
    if (snw_failed(status)) {
        if (why->code == SNW_OK) snw_why_set(why, status, in->path, NULL);
        return model_status(status);
    }
    snw_arena arena = {0};
    SNW_IGNORE(snw_collision_init(&in->around, &in->world, &arena));
    in->around_memory = model_block(arena.needed, &arena, why);
    if (in->around_memory == NULL) return SNW_ERR_MEMORY;
    status = snw_collision_init(&in->around, &in->world, &arena);
    return snw_failed(status) ? snw_refuse(why, status, in->path, NULL, NULL) : SNW_OK;
}

snw_status world_open(world_input *in, const char *word, const snw_registry *registry,
                      const cli_values *values, cli_io *io, snw_why *why) {
    *in = (world_input){.member = -1};
    snw_status status = model_diags(&in->diags, &in->diags_memory, why);
    if (!snw_failed(status)) status = open_cell(in, word, registry, values, io, why);
    if (!snw_failed(status)) status = put_first(in, why);
    // overlaps where the cell starts are meant, those of --state and --q are not
    if (!snw_failed(status)) status = make_world(in, 0, io, why);
    const char *asked = cli_text(values, "state");
    if (!snw_failed(status) && asked != NULL) status = put_named(in, asked, true, why);
    if (!snw_failed(status)) status = put_q(in, values, why);
    if (!snw_failed(status)) {
        status = snw_collision_place(&in->around, &in->state);
        if (snw_failed(status)) {
            status = snw_refuse(why, status, in->path, "this configuration has no poses", NULL);
        }
    }
    if (snw_failed(status)) world_close(in);
    return status;
}

snw_status world_open_model(world_input *in, const char *word, const snw_registry *registry,
                            const cli_values *values, cli_io *io, snw_why *why) {
    *in = (world_input){.member = -1};
    snw_status status = model_diags(&in->diags, &in->diags_memory, why);
    if (!snw_failed(status)) status = open_model(in, word, registry, values, io, why);
    if (!snw_failed(status)) status = put_first(in, why);
    if (!snw_failed(status)) status = make_world(in, -1, io, why);
    if (snw_failed(status)) world_close(in);
    return status;
}

void world_close(world_input *in) {
    if (in->loaded.setup != NULL) snw_cell_close(&in->loaded);
    if (in->model.setup != NULL) model_close(&in->model);
    snw_setup_destroy(in->setup);
    free(in->own_memory);
    free(in->state_memory);
    free(in->around_memory);
    free(in->diags_memory);
    *in = (world_input){0};
}
