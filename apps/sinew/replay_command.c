// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "replay_command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cell_input.h"
#include "progress.h"
#include "replay.h"

const char replay_description[] =
    "The cell is made again from its description in the recording; readings of the drives, "
    "requests, messages, changes of parameters and lateness come from the recording too. Files "
    "that the cell names, robots and meshes, are read where they are. Every signal of every tick "
    "is compared with what was recorded. With "
    "--bit-exact the first that differs in any bit ends it, by name and tick, exit code 1; "
    "so does a recording that is damaged. Signals of drives and times are left out; orders to "
    "start and stop components are not repeated.\n\n"
    "--json writes {equal, ticks, tick, signal, largest}.";
const cli_parameter replay_arguments[] = {
    {.name = "file",
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "A recording of 'sinew run', .mcap, of all signals at every tick."},
    {0},
};
const cli_parameter replay_options[] = {
    {.name = "bit-exact", .sentence = "Every bit must be equal; else the largest is told."},
    MODEL_INPUT_OPTIONS,
    {0},
};
const cli_example replay_examples[] = {
    {"sinew replay run.mcap --bit-exact", "Exit code 0 when every signal is the same."}, {0}};

// what a column of the recording is for
typedef enum use { COMPARED, INPUT, PASSED_OVER } use;

// a column, and where the loop has the same signal
typedef struct column {
    use use;
    snw_place place;
} column;

typedef struct job {
    replay_source source;
    cell_input input;
    snw_exec *exec;
    snw_series *series;
    const snw_series_column *named;
    column *columns; // [count]
    int count;
    snw_arm_sensed next[SNW_LOOP_ARMS]; // what the drives will say
    replay_drive drives[SNW_LOOP_ARMS];
    uint64_t *changes; // [components] that were taken so far
    int64_t ticks;
    double worst; // largest difference
    int64_t worst_tick;
    int worst_column;
    bool different;
} job;

static snw_status refuse(snw_why *why, snw_status code, const char *subject, const char *text,
                         const char *fix) {
    snw_why_set(why, code, subject, text);
    snw_why_rule(why, "replay");
    snw_why_fix(why, fix);
    return code;
}

// --- set-up -------------------------------------------------------------------------------------

// every arm is driven by what was recorded
static void replace_drives(job *j) {
    snw_loop *loop = j->input.cell->control.block;
    for (int i = 0; i < loop->arm_count && i < SNW_LOOP_ARMS; i++) {
        snw_arm_entry *arm = &loop->arms[i];
        j->drives[i].next = &j->next[i];
        arm->drive = (snw_child){&replay_drive_type, &j->drives[i]};
        arm->twin = (snw_child){0};
        arm->simulate = SNW_SIMULATE_OFF;
    }
}

static snw_status open_cell(job *j, const snw_registry *registry, const cli_values *values,
                            cli_io *io, snw_why *why) {
    snw_status status =
        cell_open_text(&j->input, j->source.cell_path, j->source.cell, registry, values, why);
    if (snw_failed(status)) return status;
    status = j->input.status;
    if (snw_failed(status)) {
        model_tell(&j->input.diags, io, why);
        return status;
    }
    if (j->input.cell->control.type != &snw_loop_type) {
        return refuse(why, SNW_ERR_CHECK, j->source.cell_path, "nothing moves this cell", "");
    }
    replace_drives(j);
    snw_exec_options options = snw_exec_defaults();
    options.registry = registry;
    j->input.diags.count = j->input.diags.errors = 0;
    status = snw_exec_open(&j->exec, j->input.cell, &j->input.system, &options, &j->input.diags);
    if (snw_failed(status)) model_tell(&j->input.diags, io, why);
    return status;
}

// --- columns ------------------------------------------------------------------------------------

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

// Readings, lateness and requests came from outside; what drives show of themselves is not there
// any more, and how long things took is another matter.
static use use_of(const char *path) {
    const char *slash = strchr(path, '/');
    const char *rest = slash != NULL ? slash + 1 : "";
    if (begins(rest, "sensed/")) return INPUT;
    if (strcmp(rest, "guard/asked") == 0 || strcmp(path, "loop/lateness") == 0) return INPUT;
    if (begins(rest, "drive/") || begins(rest, "twin/") || begins(rest, "difference/")) {
        return PASSED_OVER;
    }
    if (begins(path, "loop/")) {
        return strcmp(path, "loop/ticks") == 0 || strcmp(path, "loop/t") == 0 ? COMPARED
                                                                              : PASSED_OVER;
    }
    return COMPARED;
}

// without the readings nothing can be repeated
static snw_status need_readings(const job *j, snw_why *why) {
    for (int a = 0; a < snw_exec_arm_count(j->exec); a++) {
        char path[2 * SNW_NAME];
        snw_text text = snw_text_over(path, sizeof path);
        snw_text_format(&text, "%s/sensed/q[0]", snw_exec_arm(j->exec, a)->name);
        int i = 0;
        while (i < j->count && strcmp(j->named[i].path, path) != 0)
            i++;
        if (i < j->count) continue;
        return refuse(why, SNW_ERR_CHECK, path, "the recording has not all signals",
                      "record a cell without <records>, which name some of them");
    }
    return SNW_OK;
}

static snw_status find_columns(job *j, snw_why *why) {
    j->named = snw_series_columns(j->series, &j->count);
    j->columns = calloc((size_t)j->count + 1, sizeof *j->columns);
    j->changes = calloc((size_t)snw_exec_component_count(j->exec) + 1, sizeof *j->changes);
    if (j->columns == NULL || j->changes == NULL) {
        snw_why_set(why, SNW_ERR_MEMORY, NULL, NULL);
        return SNW_ERR_MEMORY;
    }
    for (int i = 0; i < j->count; i++) {
        column *c = &j->columns[i];
        c->use = use_of(j->named[i].path);
        const snw_status status =
            snw_roots_resolve(snw_exec_signals(j->exec), j->named[i].path, &c->place, NULL);
        if (snw_failed(status)) c->use = PASSED_OVER;
    }
    return need_readings(j, why);
}

static double number_at(const snw_place *place) {
    const snw_field *field = place->field;
    if (place->number != NULL) return *place->number;
    if (field->kind == SNW_KIND_BOOL) return *(const bool *)place->item ? 1 : 0;
    if (field->kind == SNW_KIND_ENUM) return *(const int *)place->item;
    // little-endian, as everywhere; the sign is that of the highest bit
    uint64_t bits = 0;
    memcpy(&bits, place->item, field->size);
    const uint64_t sign = UINT64_C(1) << (8 * field->size - 1);
    if (field->kind == SNW_KIND_UINT) return (double)bits;
    return (bits & sign) != 0 ? -(double)((sign - bits % sign)) : (double)bits;
}

static void put_number(const snw_place *place, double value) {
    const snw_field *field = place->field;
    if (field->kind == SNW_KIND_BOOL) {
        *(bool *)place->item = value != 0;
    } else if (field->kind == SNW_KIND_UINT && field->size == 4) {
        *(uint32_t *)place->item = (uint32_t)value;
    } else if (field->kind == SNW_KIND_INT && field->size == 8) {
        *(int64_t *)place->item = (int64_t)value;
    } else if (place->number != NULL) {
        *place->number = value;
    }
}

// --- a tick -------------------------------------------------------------------------------------

// a reading stands in the arm's image; the drive gets its copy
static void take_readings(job *j, const snw_series_row *row) {
    for (int i = 0; i < j->count; i++) {
        const column *c = &j->columns[i];
        if (c->use != INPUT || !row->present[i]) continue;
        for (int a = 0; a < snw_exec_arm_count(j->exec); a++) {
            const unsigned char *image = (const unsigned char *)&snw_exec_arm(j->exec, a)->sensed;
            const unsigned char *item = c->place.item;
            if (item < image || item >= image + sizeof(snw_arm_sensed)) continue;
            snw_place place = c->place;
            place.item = (unsigned char *)&j->next[a] + (item - image);
            if (place.number != NULL) place.number = place.item;
            put_number(&place, row->values[i]);
        }
    }
}

static double input_of(const job *j, const snw_series_row *row, const char *path) {
    for (int i = 0; i < j->count; i++) {
        if (strcmp(j->named[i].path, path) == 0) return row->present[i] ? row->values[i] : 0;
    }
    return 0;
}

static void ask_again(job *j, const snw_series_row *row) {
    for (int a = 0; a < snw_exec_arm_count(j->exec); a++) {
        char path[2 * SNW_NAME];
        snw_text text = snw_text_over(path, sizeof path);
        snw_text_format(&text, "%s/guard/asked", snw_exec_arm(j->exec, a)->name);
        const uint32_t bits = (uint32_t)input_of(j, row, path);
        for (int b = 0; b <= SNW_REQUEST_STOP_0; b++) {
            if ((bits >> b & 1) != 0) SNW_IGNORE(snw_exec_request(j->exec, a, (snw_request)b));
        }
    }
}

// A component has taken changes by this tick when its counter says so: all that were made until
// then, because those that came between two ticks were taken as one.
static void change_again(job *j, const snw_series_row *row) {
    for (int k = 0; k < snw_exec_component_count(j->exec); k++) {
        const char *name = snw_exec_component(j->exec, k)->name;
        char path[2 * SNW_NAME];
        snw_text text = snw_text_over(path, sizeof path);
        snw_text_format(&text, "components/%s/changes", name);
        const uint64_t taken = (uint64_t)input_of(j, row, path);
        const size_t length = strlen(name);
        if (taken == j->changes[k]) continue;
        j->changes[k] = taken;
        for (int i = 0; i < j->source.change_count; i++) {
            replay_change *change = &j->source.changes[i];
            const bool mine = !change->message && !change->done && change->tick <= row->tick &&
                              strncmp(change->path, name, length) == 0 &&
                              change->path[length] == '/';
            if (!mine) continue;
            change->done = true;
            SNW_IGNORE(snw_exec_set(j->exec, change->path, change->value, NULL));
        }
    }
    for (int i = 0; i < j->source.change_count; i++) {
        replay_change *change = &j->source.changes[i];
        if (!change->message || change->done || change->tick > row->tick) continue;
        char answer[SNW_MESSAGE];
        change->done = snw_exec_message(j->exec, change->path, change->value, 0, answer, NULL) !=
                       SNW_NOTHING_NEW;
    }
}

static void compare(job *j, const snw_series_row *row) {
    for (int i = 0; i < j->count; i++) {
        const column *c = &j->columns[i];
        if (c->use != COMPARED || !row->present[i]) continue;
        const double now = number_at(&c->place), then = row->values[i];
        uint64_t now_bits, then_bits;
        memcpy(&now_bits, &now, sizeof now);
        memcpy(&then_bits, &then, sizeof then);
        if (now_bits == then_bits) continue;
        const double apart = fabs(now - then);
        if (!j->different || apart > j->worst) j->worst = apart;
        if (!j->different) {
            j->worst_tick = row->tick;
            j->worst_column = i;
        }
        j->different = true;
    }
}

static snw_status replay_all(job *j, bool exact, cli_io *io, snw_why *why) {
    progress bar = progress_begin(io, "ticks", false);
    snw_series_row row;
    snw_status status = SNW_OK;
    while (!snw_failed(status) && (status = snw_series_next(j->series, &row, why)) == SNW_OK) {
        // whole periods that passed without a tick are part of its lateness, or were a gap
        const int64_t period = snw_exec_period_ns(j->exec);
        const int64_t late = (int64_t)llround(input_of(j, &row, "loop/lateness") * 1e9);
        const int64_t jump = row.tick - (int64_t)snw_exec_next(j->exec);
        const bool gap = jump > 0 && late == 0;
        if (row.lost > 0 || (!gap && jump != late / period)) {
            status = refuse(why, SNW_ERR_CHECK, "recording", "a tick is missing",
                            "record every tick: divisor 1, and nothing lost");
            snw_why_add(why, "tick", (double)snw_exec_next(j->exec), "");
            break;
        }
        take_readings(j, &row);
        ask_again(j, &row);
        change_again(j, &row);
        if (gap) {
            snw_exec_tick_gap(j->exec, jump * period);
        } else {
            snw_exec_tick_late(j->exec, late);
        }
        compare(j, &row);
        j->ticks++;
        progress_tell(&bar, j->ticks, -1);
        if (exact && j->different) break;
    }
    progress_end(&bar);
    return status == SNW_DONE ? SNW_OK : status;
}

// --- telling ------------------------------------------------------------------------------------

static void json_result(snw_text *text, const void *context) {
    const job *j = context;
    snw_text_format(text, "{\"equal\":%s,\"ticks\":%lld", j->different ? "false" : "true",
                    (long long)j->ticks);
    if (j->different) {
        snw_text_format(text, ",\"tick\":%lld,\"signal\":", (long long)j->worst_tick);
        snw_text_json_string(text, j->named[j->worst_column].path);
        snw_text_format(text, ",\"largest\":");
        snw_text_json_real(text, j->worst);
    }
    snw_text_format(text, "}\n");
}

static snw_status verdict(const job *j, bool exact, cli_io *io, snw_why *why) {
    if (j->source.damages > 0) {
        snw_why_set(why, SNW_ERR_CHECK, j->source.damage, "the recording is damaged");
        snw_why_rule(why, "replay");
        snw_why_fix(why, "'sinew record recover' keeps what is whole");
        return SNW_ERR_CHECK;
    }
    if (io->json) SNW_IGNORE(cli_print(io, json_result, j));
    if (!j->different) {
        cli_note(io, "%lld ticks, equal in every bit", (long long)j->ticks);
        return SNW_OK;
    }
    snw_why_set(why, SNW_ERR_CHECK, j->named[j->worst_column].path,
                "the first signal that differs from the recording");
    snw_why_rule(why, "replay");
    snw_why_add(why, "tick", (double)j->worst_tick, "");
    snw_why_add(why, "difference", j->worst, "");
    io->answered = io->json;
    return exact ? SNW_ERR_CHECK : SNW_OK;
}

static snw_status replay(const snw_registry *registry, const cli_values *values, cli_io *io,
                         snw_why *why) {
    const char *path = cli_text(values, "file");
    const bool exact = cli_flag(values, "bit-exact");
    job *j = calloc(1, sizeof *j);
    if (j == NULL) {
        snw_why_set(why, SNW_ERR_MEMORY, NULL, NULL);
        return SNW_ERR_MEMORY;
    }
    snw_status status = replay_read(path, &j->source, why);
    if (!snw_failed(status)) status = open_cell(j, registry, values, io, why);
    if (!snw_failed(status)) status = snw_series_open(&j->series, path, NULL, NULL, why);
    if (!snw_failed(status)) status = find_columns(j, why);
    if (!snw_failed(status) && j->source.damages == 0) status = replay_all(j, exact, io, why);
    if (!snw_failed(status)) status = verdict(j, exact, io, why);
    snw_series_close(j->series);
    SNW_IGNORE(snw_exec_close(j->exec, 0, NULL));
    cell_close(&j->input);
    replay_free(&j->source);
    free(j->columns);
    free(j->changes);
    free(j);
    return status;
}

snw_status run_replay(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(replay, values, io, why);
}
