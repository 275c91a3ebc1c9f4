// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

static const int64_t CLOSE_NS = 5000000000; // of loop time, for the end of a loop
static const double ENABLE_S = 2;           // for drives to follow

snw_program_options snw_program_defaults(void) {
    return (snw_program_options){0};
}

static snw_status refuse(snw_diags *diags, snw_status code, const char *subject, const char *text,
                         const char *fix) {
    snw_why why = {0};
    snw_why_set(&why, code, subject, text);
    snw_why_fix(&why, fix);
    snw_diags_add(diags, &why);
    return code;
}

// --- the loop, with queues ----------------------------------------------------------------------

static bool is_source(const snw_component_entry *entry, const char *arm) {
    const snw_component_functions *functions = snw_component_of(entry->type.type);
    if (functions == NULL || strcmp(entry->member, arm) != 0) return false;
    const snw_stage stage = entry->stage == SNW_STAGE_OWN
                                ? functions->stage
                                : (snw_stage)((int)entry->stage - (int)SNW_STAGE_IN_SENSE);
    return stage == SNW_STAGE_SOURCE;
}

// a queue for an arm, as the cell has configured its motion
static snw_status add_queue(snw__site *site, snw_component_entry *entry, const char *arm,
                            const char *frame, bool first) {
    const snw_loop *from = site->station.cell->control.block;
    snw_motion *block = snw_block_new(&snw_motion_type, site->station.memory);
    if (block == NULL) return SNW_ERR_MEMORY;
    for (int i = 0; i < from->component_count; i++) {
        const snw_component_entry *old = &from->components[i];
        if (old->type.type == &snw_motion_type && strcmp(old->member, arm) == 0) {
            *block = *(const snw_motion *)old->type.block;
        }
    }
    if (frame != NULL) snw_copy_text(block->frame, sizeof block->frame, frame);
    *entry = (snw_component_entry){
        .type = {&snw_motion_type, block}, .divisor = 1, .start = true, .essential = true};
    // "program" for the arm that is opened, "program_NAME" for the others
    snw_text name = snw_text_over(entry->name, sizeof entry->name);
    snw_text_format(&name, first ? "program" : "program_%s", arm);
    snw_copy_text(entry->member, sizeof entry->member, arm);
    return SNW_OK;
}

// sources run in the order of the file, so the queues stand first
static snw_status compose(snw__site *site, const char *arm, const snw_program_options *options) {
    const snw_loop *from = site->station.cell->control.block;
    const size_t most = (size_t)from->component_count + (size_t)from->arm_count;
    site->loop = *from;
    snw_component_entry *entries = snw_setup_take(
        site->station.memory, (most + 1) * sizeof *entries, _Alignof(snw_component_entry));
    if (entries == NULL) return SNW_ERR_MEMORY;
    int count = 0;
    snw_status status = add_queue(site, &entries[count++], arm, options->frame, true);
    for (int i = 0; options->all && i < from->arm_count && !snw_failed(status); i++) {
        const char *other = from->arms[i].member;
        if (strcmp(other, arm) == 0) continue;
        status = add_queue(site, &entries[count++], other, NULL, false);
    }
    for (int i = 0; i < from->component_count && !snw_failed(status); i++) {
        const snw_component_entry *entry = &from->components[i];
        bool replaced = is_source(entry, arm);
        for (int k = 0; options->all && k < from->arm_count; k++)
            replaced |= is_source(entry, from->arms[k].member);
        if (!replaced) entries[count++] = *entry;
    }
    site->loop.components = entries;
    site->loop.component_count = count;
    site->cell = *site->station.cell;
    site->cell.control.block = &site->loop;
    return status;
}

static snw_status make_loop(snw__site *site, const snw_program_options *options, const char **arm,
                            snw_diags *diags) {
    const snw_cell *cell = site->station.cell;
    const snw_loop *loop = cell->control.type == &snw_loop_type ? cell->control.block : NULL;
    if (loop == NULL || loop->arm_count == 0) {
        return refuse(diags, SNW_ERR_CHECK, options->path, "the cell has no loop with an arm",
                      "give it <control><loop>");
    }
    *arm = options->arm != NULL ? options->arm : loop->arms[0].member;
    const snw_status status = compose(site, *arm, options);
    if (snw_failed(status)) return status;
    snw_exec_options how = snw_exec_defaults();
    how.registry = &site->station.registry;
    return snw_exec_open(&site->exec, &site->cell, &site->station.system, &how, diags);
}

// --- handles ------------------------------------------------------------------------------------

static snw_component *find_queue(snw_exec *exec, const char *arm) {
    int cursor = 0;
    for (;;) {
        snw_component *found = snw_exec_next_of(exec, "motion", &cursor);
        if (found == NULL) return NULL;
        if (found->arm != NULL && strcmp(found->arm->name, arm) == 0) return found;
    }
}

// the place of a queue among those that have a handle, or with NULL a free one; -1 for none
static int handled_place(const snw__site *site, const snw_component *queue) {
    for (int i = 0; i < SNW_LOOP_ARMS; i++) {
        if (site->handled[i] == queue) return i;
    }
    return -1;
}

// everything of a handle but its task
static snw_status make_handle(snw_program *program, snw__site *site, const char *arm,
                              snw_why *why) {
    *program = (snw_program){.next = snw_move_defaults(), .exec = site->exec};
    struct snw__program *work =
        snw_setup_take(site->station.memory, sizeof *work, _Alignof(struct snw__program));
    if (work == NULL) return SNW_ERR_MEMORY;
    *work = (struct snw__program){.site = site, .motion = find_queue(site->exec, arm)};
    program->work = work;
    if (work->motion == NULL) {
        const bool known = snw_exec_find_arm(site->exec, arm) >= 0;
        const snw_status status = known ? SNW_ERR_STATE : SNW_ERR_UNKNOWN_NAME;
        snw_why_set(why, status, arm, known ? "the arm has no queue" : "the loop has no such arm");
        snw_why_fix(why, known ? "open the cell with options.all" : "'sinew cell show' lists them");
        return status;
    }
    const int place = handled_place(site, NULL);
    if (place < 0 || handled_place(site, work->motion) >= 0) {
        snw_why_set(why, SNW_ERR_STATE, arm, "the arm has a handle already");
        snw_why_fix(why, "close that one first");
        return SNW_ERR_STATE;
    }
    site->handled[place] = work->motion;
    program->arm = work->motion->arm;
    program->queue = snw_motion_queue(work->motion);
    return snw__where_init(program);
}

snw_status snw_program_enable(snw_program *program) {
    const double end = snw_program_time(program) + ENABLE_S;
    char path[2 * SNW_NAME], state[64];
    snw_text text = snw_text_over(path, sizeof path);
    snw_text_format(&text, "%s/guard/state", program->arm->name);
    const int arm = snw_exec_find_arm(program->exec, program->arm->name);
    program->why = (snw_why){0};
    for (int settled = 0; snw_program_time(program) < end;) {
        snw__pass(program);
        snw__lock(program);
        const snw_status read = snw_exec_get(program->exec, path, state, sizeof state, NULL);
        const bool enabled = !snw_failed(read) && strcmp(state, "enabled") == 0;
        const bool disabled = !snw_failed(read) && strcmp(state, "disabled") == 0;
        if (!snw_failed(read) && !enabled) {
            SNW_IGNORE(snw_exec_request(program->exec, arm,
                                        disabled ? SNW_REQUEST_ENABLE : SNW_REQUEST_ACKNOWLEDGE));
        }
        snw__unlock(program);
        // a few ticks more: then wishes are followed
        if (enabled && ++settled > 5) return SNW_OK;
    }
    const snw_status homed = snw__check_homed(program);
    if (snw_failed(homed)) return homed;
    snw_why_set(&program->why, SNW_ERR_TIMEOUT, program->arm->name, "the arm cannot be enabled");
    snw_why_fix(&program->why, "'sinew run' shows what stops it");
    return SNW_ERR_TIMEOUT;
}

// power, unless nobody wants it yet, and where the arm is then
static snw_status wake_up(snw_program *program, bool asleep) {
    snw_status status = SNW_OK;
    if (asleep) {
        snw__pass(program);
    } else {
        status = snw_program_enable(program);
    }
    if (snw_failed(status)) return status;
    return snw__read_axes(program, asleep ? "sensed/q" : "command/q", program->work->park);
}

snw_status snw_program_join(snw_program *program, snw_program *site, const char *arm) {
    snw__site *const shared = site->work->site;
    site->why = (snw_why){0};
    snw_status status = make_handle(program, shared, arm, &site->why);
    if (!snw_failed(status)) {
        program->work->task = site->work->task;
        status = wake_up(program, false);
        if (snw_failed(status)) site->why = program->why;
    }
    if (snw_failed(status)) *program = (snw_program){0};
    return status;
}

static snw_status leave(snw_program *program, snw_why *why) {
    struct snw__program *work = program->work;
    if (work->task->thread != NULL) {
        snw_why_set(why, SNW_ERR_STATE, program->arm->name, "its thread was not waited for");
        snw_why_fix(why, "snw_wait_thread() waits");
        return SNW_ERR_STATE;
    }
    const int place = handled_place(work->site, work->motion);
    if (place >= 0) work->site->handled[place] = NULL;
    *program = (snw_program){0};
    return SNW_OK;
}

// --- running ------------------------------------------------------------------------------------

static void run(void *context) {
    snw__site *site = context;
    snw_run_options options = snw_run_defaults();
    options.real = true;
    options.stop = &site->stop;
    SNW_IGNORE(snw_exec_run(site->exec, &options, NULL, NULL, NULL, NULL));
}

static snw_status begin(snw_program *program, const snw_program_options *options, snw_why *why) {
    snw__site *site = program->work->site;
    snw_status status = SNW_OK;
    if (options->trace != NULL) status = snw__trace_open(site, options->trace, why);
    if (site->real || options->trace != NULL) snw__observe(site);
    if (!snw_failed(status)) status = snw__tasks_open(site, program);
    if (!snw_failed(status) && site->real) {
        snw_thread_config config = snw_thread_defaults();
        config.name = "loop";
        config.run = run;
        config.context = site;
        status = snw_thread_open(&site->thread, &config, why);
    }
    if (snw_failed(status)) return status;
    status = wake_up(program, options->asleep);
    if (snw_failed(status)) *why = program->why;
    return status;
}

static snw_status open_site(const snw_program_options *options, snw__site **site,
                            snw_diags *diags) {
    snw_station station;
    const snw_status status = snw_station_open(&station, options->path, NULL, diags);
    if (snw_failed(status)) return status;
    *site = snw_setup_take(station.memory, sizeof **site, _Alignof(snw__site));
    if (*site == NULL) {
        snw_station_close(&station);
        return SNW_ERR_MEMORY;
    }
    **site = (snw__site){.station = station, .real = options->real};
    return SNW_OK;
}

static snw_status close_site(snw__site *site, snw_why *why) {
    if (site->thread != NULL) {
        (void)snw_stop_ask(&site->stop, 1);
        SNW_IGNORE(snw_thread_join(site->thread, -1));
    }
    snw_status status = snw_exec_close(site->exec, CLOSE_NS, why);
    const snw_status traced = snw__trace_close(site, why);
    if (!snw_failed(status)) status = traced;
    snw_station station = site->station;
    snw_station_close(&station);
    return status;
}

snw_status snw_program_open(snw_program *program, const snw_program_options *options,
                            snw_diags *diags) {
    *program = (snw_program){0};
    snw__site *site = NULL;
    snw_status status = open_site(options, &site, diags);
    if (snw_failed(status)) return status;
    const char *arm = NULL;
    snw_why why = {0};
    status = make_loop(site, options, &arm, diags);
    if (!snw_failed(status)) status = make_handle(program, site, arm, &why);
    if (!snw_failed(status)) {
        program->work->owner = true;
        status = begin(program, options, &why);
    }
    if (!snw_failed(status)) return SNW_OK;
    if (snw_failed(why.code)) snw_diags_add(diags, &why);
    if (program->work != NULL) snw__tasks_close(program);
    SNW_IGNORE(close_site(site, NULL));
    *program = (snw_program){0};
    return status;
}

snw_status snw_program_close(snw_program *program, snw_why *why) {
    struct snw__program *work = program->work;
    if (work == NULL) return SNW_OK;
    if (!work->owner) return leave(program, why);
    snw__site *const site = work->site;
    snw__tasks_close(program);
    *program = (snw_program){0};
    return close_site(site, why);
}
