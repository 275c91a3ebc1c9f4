// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

static const double ENABLE_S = 2; // for drives to follow

snw_program_options snw_program_defaults(void) {
    return (snw_program_options){0};
}

static snw_status refuse_opening(snw_diags *diags, snw_status code, const char *subject,
                                 const char *text, const char *fix) {
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
static snw_status add_queue(const snw_loop *from, snw_component_entry *entry, const char *arm,
                            const char *frame, snw_setup *memory) {
    snw_motion *block = snw_block_new(&snw_motion_type, memory);
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
    snw_copy_text(entry->member, sizeof entry->member, arm);
    return SNW_OK;
}

// whether a queue of the program stands where a component of the cell stood
static bool is_replaced(const snw_program_options *options, const snw_loop *from, const char *arm,
                        const snw_component_entry *entry) {
    bool replaced = is_source(entry, arm);
    for (int k = 0; options->all && k < from->arm_count; k++)
        replaced |= is_source(entry, from->arms[k].member);
    return replaced;
}

// The queue that stands for a motion of the cell; NULL when the name is of nothing that was
// replaced.
static const char *find_successor(const snw_loop *from, const snw_component_entry *queues,
                                  int queue_count, const char *name) {
    for (int i = 0; i < from->component_count; i++) {
        const snw_component_entry *old = &from->components[i];
        if (old->type.type != &snw_motion_type || strcmp(old->name, name) != 0) continue;
        for (int k = 0; k < queue_count; k++) {
            if (strcmp(queues[k].member, old->member) == 0) return queues[k].name;
        }
    }
    return NULL;
}

// who had the motion of the cell as a peer has the queue instead
static snw_status redirect_peers(const snw_loop *from, const snw_component_entry *queues,
                                 int queue_count, snw_component_entry *entry, snw_setup *memory) {
    if (entry->peer_count == 0) return SNW_OK;
    const size_t bytes = (size_t)entry->peer_count * sizeof *entry->peers;
    snw_peer_entry *peers = snw_setup_take(memory, bytes, _Alignof(snw_peer_entry));
    if (peers == NULL) return SNW_ERR_MEMORY;
    memcpy(peers, entry->peers, bytes);
    for (int i = 0; i < entry->peer_count; i++) {
        const char *queue = find_successor(from, queues, queue_count, peers[i].component);
        if (queue != NULL) snw_copy_text(peers[i].component, sizeof peers[i].component, queue);
    }
    entry->peers = peers;
    return SNW_OK;
}

// sources run in the order of the file, so the queues stand first
static snw_status add_queues(const snw_program_options *options, const char *arm, snw_loop *loop,
                             snw_setup *memory) {
    const snw_loop from = *loop;
    const size_t most = (size_t)from.component_count + (size_t)from.arm_count;
    snw_component_entry *entries =
        snw_setup_take(memory, (most + 1) * sizeof *entries, _Alignof(snw_component_entry));
    if (entries == NULL) return SNW_ERR_MEMORY;
    // "program" for the arm that is opened, "program_NAME" for the others
    int count = 0;
    snw_status status = add_queue(&from, &entries[count], arm, options->frame, memory);
    snw_copy_text(entries[count++].name, SNW_NAME, "program");
    for (int i = 0; options->all && i < from.arm_count && !snw_failed(status); i++) {
        const char *other = from.arms[i].member;
        if (strcmp(other, arm) == 0) continue;
        status = add_queue(&from, &entries[count], other, NULL, memory);
        snw_text name = snw_text_over(entries[count++].name, SNW_NAME);
        snw_text_format(&name, "program_%s", other);
    }
    const int queue_count = count;
    for (int i = 0; i < from.component_count && !snw_failed(status); i++) {
        if (is_replaced(options, &from, arm, &from.components[i])) continue;
        entries[count] = from.components[i];
        status = redirect_peers(&from, entries, queue_count, &entries[count++], memory);
    }
    loop->components = entries;
    loop->component_count = count;
    return status;
}

// what the station's edit of a loop needs, and what it finds out
typedef struct edit {
    const snw_program_options *options;
    const char *arm; // that is opened
} edit;

static snw_status edit_loop(void *context, snw_loop *loop, const snw_cell *cell, snw_setup *memory,
                            snw_diags *diags) {
    edit *e = context;
    const snw_station_options *host = e->options->station;
    if (host != NULL && host->edit != NULL) {
        const snw_status status = host->edit(host->edit_context, loop, cell, memory, diags);
        if (snw_failed(status)) return status;
    }
    if (loop->arm_count == 0) {
        return refuse_opening(diags, SNW_ERR_CHECK, e->options->path,
                              "the cell has no loop with an arm", "give it <control><loop>");
    }
    e->arm = e->options->arm != NULL ? e->options->arm : loop->arms[0].member;
    return add_queues(e->options, e->arm, loop, memory);
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
        snw_setup_take(site->memory, sizeof *work, _Alignof(struct snw__program));
    if (work == NULL) return SNW_ERR_MEMORY;
    *work = (struct snw__program){.site = site, .motion = find_queue(site->exec, arm)};
    program->work = work;
    if (work->motion == NULL) {
        const bool known = snw_exec_find_arm(site->exec, arm) >= 0;
        const snw_status status = known ? SNW_ERR_STATE : SNW_ERR_UNKNOWN_NAME;
        return snw_refuse(
            why, status, arm, known ? "the arm has no queue" : "the loop has no such arm",
            known ? "open the cell with options.all" : "'sinew cell show' lists them");
    }
    const int place = handled_place(site, NULL);
    if (place < 0 || handled_place(site, work->motion) >= 0) {
        return snw_refuse(why, SNW_ERR_STATE, arm, "the arm already has a handle",
                          "close that one first");
    }
    site->handled[place] = work->motion;
    program->arm = work->motion->arm;
    program->queue = snw_motion_queue(work->motion);
    return snw__where_init(program);
}

snw_status snw_program_enable(snw_program *program) {
    const double end = snw_program_time(program) + ENABLE_S;
    const int arm = snw_exec_find_arm(program->exec, program->arm->name);
    program->why = (snw_why){0};
    for (int settled = 0; snw_program_time(program) < end;) {
        snw__pass(program);
        const snw_arm_status now = snw__arm_now(program);
        if (now.count == 0) continue;
        // a few ticks more: then wishes are followed
        if (snw_arm_ask_for_power(program->exec, arm, now.state) && ++settled > 5) return SNW_OK;
    }
    const snw_status homed = snw__check_homed(program);
    if (snw_failed(homed)) return homed;
    return snw_refuse(&program->why, SNW_ERR_TIMEOUT, program->arm->name,
                      "the arm cannot be enabled", "'sinew run' shows what stops it");
}

// power, unless nobody wants it yet, and where the arm is then
static snw_status wake_up(snw_program *program, bool asleep) {
    if (asleep) {
        snw__pass(program);
    } else {
        const snw_status status = snw_program_enable(program);
        if (snw_failed(status)) return status;
    }
    const snw_arm_status now = snw__arm_now(program);
    memcpy(program->work->park, asleep ? now.sensed : now.command, sizeof program->work->park);
    return SNW_OK;
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
        return snw_refuse(why, SNW_ERR_STATE, program->arm->name, "its thread was not joined",
                          "call snw_wait_thread()");
    }
    const int place = handled_place(work->site, work->motion);
    if (place >= 0) work->site->handled[place] = NULL;
    *program = (snw_program){0};
    return SNW_OK;
}

// --- running ------------------------------------------------------------------------------------

static snw_status begin(snw_program *program, const snw_program_options *options, snw_why *why) {
    snw__site *site = program->work->site;
    snw_status status = snw__tasks_open(site, program);
    if (!snw_failed(status) && site->real) {
        status = snw_station_start(site->station, why);
        site->started = !snw_failed(status);
    }
    if (snw_failed(status)) return status;
    status = wake_up(program, options->asleep);
    if (snw_failed(status)) *why = program->why;
    return status;
}

// the station of the program: what the options of the host add, and what a program is
static snw_status open_station(const snw_program_options *options, edit *e, snw_station **station,
                               snw_diags *diags) {
    // what is requested and what is, of every arm
    static const char *const traced[] = {"*/target/q[*]",  "*/target/v[*]", "*/command/q[*]",
                                         "*/command/v[*]", "*/sensed/q[*]", "*/sensed/v[*]"};
    static snw_register_fn *const more[] = {snw_rtc_register, NULL};
    snw_station_options host =
        options->station != NULL ? *options->station : snw_station_defaults();
    host.cell = options->path;
    host.edit = edit_loop;
    host.edit_context = e;
    host.real = options->real;
    host.idle = host.fixed = true;
    host.duration_ns = -1;
    if (host.types.more == NULL && host.registry == NULL) host.types.more = more;
    if (options->trace != NULL) {
        host.record = options->trace;
        host.signal_patterns = traced;
        host.pattern_count = sizeof traced / sizeof *traced;
    }
    return snw_station_open(station, &host, diags);
}

static snw_status open_site(const snw_program_options *options, snw__site **site, const char **arm,
                            snw_diags *diags) {
    edit e = {.options = options};
    snw_station *station = NULL;
    const snw_status status = open_station(options, &e, &station, diags);
    if (snw_failed(status)) return status;
    snw_setup *memory = snw_station_memory(station);
    *site = snw_setup_take(memory, sizeof **site, _Alignof(snw__site));
    if (*site == NULL) {
        SNW_IGNORE(snw_station_close(station, NULL));
        return SNW_ERR_MEMORY;
    }
    **site = (snw__site){.station = station,
                         .memory = memory,
                         .exec = snw_station_exec(station),
                         .real = options->real};
    *arm = e.arm;
    return SNW_OK;
}

snw_status snw_program_open(snw_program *program, const snw_program_options *options,
                            snw_diags *diags) {
    *program = (snw_program){0};
    snw__site *site = NULL;
    const char *arm = NULL;
    snw_status status = open_site(options, &site, &arm, diags);
    if (snw_failed(status)) return status;
    snw_why why = {0};
    status = make_handle(program, site, arm, &why);
    if (!snw_failed(status)) {
        program->work->owner = true;
        status = begin(program, options, &why);
    }
    if (!snw_failed(status)) return SNW_OK;
    if (snw_failed(why.code)) snw_diags_add(diags, &why);
    if (program->work != NULL) snw__tasks_close(program);
    SNW_IGNORE(snw_station_close(site->station, NULL));
    *program = (snw_program){0};
    return status;
}

snw_status snw_program_close(snw_program *program, snw_why *why) {
    struct snw__program *work = program->work;
    if (work == NULL) return SNW_OK;
    if (!work->owner) return leave(program, why);
    snw_station *const station = work->site->station;
    snw__tasks_close(program);
    *program = (snw_program){0};
    return snw_station_close(station, why);
}
