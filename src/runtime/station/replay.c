// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/station/replay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "replay_source.h"
#include "sinew/station/load.h"

// what a column of the recording is for
typedef enum use { COMPARED, INPUT, PASSED_OVER } use;

// a column, and where the loop has the same signal
typedef struct column {
    use use;
    snw_place place;
} column;

typedef struct job {
    snw__replay_source source;
    snw_loaded_cell input;
    snw_exec *exec;
    snw_series *series;
    const snw_series_column *named;
    column *columns; // [count]
    int count;
    snw_arm_sensed next[SNW_LOOP_ARMS]; // what the drives will say
    snw__replay_drive drives[SNW_LOOP_ARMS];
    uint64_t *changes; // [components] that were taken so far
    uint64_t *revoked; // [components] motions that had lost their right so far
    int64_t ticks;
    int64_t compared; // numbers, of all ticks
    double worst;     // largest difference
    int64_t worst_tick;
    int worst_column;
    bool different;
    snw_order order; // that is given again
    snw_result result;
} job;

// --- set-up -------------------------------------------------------------------------------------

// every arm is driven by what was recorded
static void replace_drives(job *j) {
    snw_loop *loop = j->input.cell->control.block;
    for (int i = 0; i < loop->arm_count && i < SNW_LOOP_ARMS; i++) {
        snw_arm_entry *arm = &loop->arms[i];
        j->drives[i].next = &j->next[i];
        arm->drive = (snw_child){&snw__replay_drive_type, &j->drives[i]};
        arm->twin = (snw_child){0};
        arm->simulate = SNW_SIMULATE_OFF;
    }
}

// all findings, or those of one rule
static void copy_findings(const snw_diags *from, const char *rule, snw_diags *to) {
    for (int i = 0; to != NULL && i < from->count; i++) {
        if (rule == NULL || strcmp(from->items[i].rule, rule) == 0) {
            snw_diags_add(to, &from->items[i]);
        }
    }
}

static snw_status open_cell(job *j, const snw_load_options *load, snw_diags *diags, snw_why *why) {
    snw_status status =
        snw__cell_open_text(&j->input, j->source.cell_path, j->source.cell, load, why);
    if (snw_failed(status)) return status;
    status = j->input.status;
    if (!snw_failed(status) && j->input.cell->control.type != &snw_loop_type) {
        return snw_refuse_rule(why, SNW_ERR_CHECK, "replay", j->source.cell_path,
                               "the cell has no control", "");
    }
    if (!snw_failed(status)) {
        replace_drives(j);
        snw_exec_options options = snw_exec_defaults();
        options.registry = load->registry;
        // before version 4 nothing kept arms apart
        options.no_interlock = j->source.version < 4;
        j->input.diags.count = j->input.diags.errors = 0;
        status =
            snw_exec_open(&j->exec, j->input.cell, &j->input.system, &options, &j->input.diags);
    }
    if (snw_failed(status)) {
        copy_findings(&j->input.diags, NULL, diags);
        snw_why_set(why, status, j->source.cell_path, "the cell of the recording cannot run");
    } else {
        copy_findings(&j->input.diags, "interlock-left-out", diags);
    }
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
        return snw_refuse_rule(why, SNW_ERR_CHECK, "replay", path,
                               "the recording does not have all signals",
                               "record a cell without <records>, which name some of them");
    }
    return SNW_OK;
}

static snw_status find_columns(job *j, snw_why *why) {
    j->named = snw_series_columns(j->series, &j->count);
    j->columns = calloc((size_t)j->count + 1, sizeof *j->columns);
    j->changes = calloc((size_t)snw_exec_component_count(j->exec) + 1, sizeof *j->changes);
    j->revoked = calloc((size_t)snw_exec_component_count(j->exec) + 1, sizeof *j->revoked);
    if (j->columns == NULL || j->changes == NULL || j->revoked == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, NULL, NULL, NULL);
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

// Recordings before version 3 have lines in the arm's base, and do not say so.
static const char *as_it_was_meant(const job *j, const char *said, char *room, size_t size) {
    static const char *const lines[] = {"line ", "put line "};
    if (j->source.version >= 3) return said;
    for (int i = 0; i < 2; i++) {
        const size_t length = strlen(lines[i]);
        if (strncmp(said, lines[i], length) != 0) continue;
        if (strspn(said + length, "-+.0123456789") == 0) return said; // the name of a place
        snw_text text = snw_text_over(room, size);
        snw_text_format(&text, "%sin=base %s", lines[i], said + length);
        return room;
    }
    return said;
}

// A command acts in its tick again, and nobody waits for its result; false when there is no room.
static bool say_again(job *j, const snw__replay_change *change) {
    int object, lane;
    char room[SNW_MESSAGE];
    const char *said = as_it_was_meant(j, change->value, room, sizeof room);
    if (snw_failed(snw_exec_object(j->exec, change->path, &object, NULL))) return true;
    if (snw_failed(snw_order_parse(j->exec, object, said, &j->order, NULL))) return true;
    const snw_status status = snw_exec_order(j->exec, &j->order, &lane, &j->result, NULL);
    if (lane >= 0) snw_exec_forget(j->exec, lane);
    return status != SNW_ERR_FULL;
}

// Sessions and leases are not recorded, but a component counts the motions that were ended with
// them; they end in the same tick again.
static void revoke_again(job *j, const snw_series_row *row) {
    for (int k = 0; k < snw_exec_component_count(j->exec); k++) {
        char path[3 * SNW_NAME];
        snw_text text = snw_text_over(path, sizeof path);
        snw_text_format(&text, "components/%s/revoked", snw_exec_component(j->exec, k)->name);
        const uint64_t count = (uint64_t)input_of(j, row, path);
        if (count != j->revoked[k]) snw_exec_revoke(j->exec, k);
        j->revoked[k] = count;
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
            snw__replay_change *change = &j->source.changes[i];
            const bool mine = !change->message && !change->done && change->tick <= row->tick &&
                              strncmp(change->path, name, length) == 0 &&
                              change->path[length] == '/';
            if (!mine) continue;
            change->done = true;
            SNW_IGNORE(snw_exec_set(j->exec, change->path, change->value, NULL));
        }
    }
    for (int i = 0; i < j->source.change_count; i++) {
        snw__replay_change *change = &j->source.changes[i];
        if (!change->message || change->done || change->tick > row->tick) continue;
        change->done = say_again(j, change);
    }
}

static void compare_signals(job *j, const snw_series_row *row) {
    for (int i = 0; i < j->count; i++) {
        const column *c = &j->columns[i];
        if (c->use != COMPARED || !row->present[i]) continue;
        const double now = number_at(&c->place), then = row->values[i];
        j->compared++;
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

static snw_status repeat_ticks(job *j, const snw_replay_options *options, snw_why *why) {
    snw_series_row row;
    snw_status status = SNW_OK;
    while (!snw_failed(status) && (status = snw_series_next(j->series, &row, why)) == SNW_OK) {
        // whole periods that passed without a tick are part of its lateness, or were a gap
        const int64_t period = snw_exec_period_ns(j->exec);
        const int64_t late = (int64_t)llround(input_of(j, &row, "loop/lateness") * 1e9);
        const int64_t jump = row.tick - (int64_t)snw_exec_next(j->exec);
        const bool gap = jump > 0 && late == 0;
        if (row.lost > 0 || (!gap && jump != late / period)) {
            status = snw_refuse_rule(why, SNW_ERR_CHECK, "replay", "recording", "a tick is missing",
                                     "record every tick: divisor 1, and nothing lost");
            snw_why_add(why, "tick", (double)snw_exec_next(j->exec), "");
            break;
        }
        take_readings(j, &row);
        ask_again(j, &row);
        revoke_again(j, &row);
        change_again(j, &row);
        if (gap) {
            snw_exec_tick_gap(j->exec, jump * period);
        } else {
            snw_exec_tick_late(j->exec, late);
        }
        compare_signals(j, &row);
        j->ticks++;
        if (options->progress != NULL) options->progress(options->context, j->ticks);
        if (options->first_only && j->different) break;
    }
    if (snw_failed(status)) return status;
    if (j->compared > 0) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_CHECK, "replay", "recording",
                           "it contains nothing to compare",
                           "record a cell without <records>, for at least one tick");
}

// --- the whole ----------------------------------------------------------------------------------

static void fill_result(const job *j, snw_replay_result *result) {
    *result = (snw_replay_result){.ticks = j->ticks,
                                  .compared = j->compared,
                                  .different = j->different,
                                  .tick = j->worst_tick,
                                  .largest = j->worst,
                                  .version = j->source.version,
                                  .damages = j->source.damages};
    snw_copy_text(result->damage, sizeof result->damage, j->source.damage);
    if (j->different) {
        snw_copy_text(result->signal, sizeof result->signal, j->named[j->worst_column].path);
    }
}

// Other bits are no defect when the recording was made by a version that computed others.
static snw_status check_version(const job *j, const char *path, snw_why *why) {
    const int version = j->source.version;
    if (!j->different || version == SNW_RECORDING_VERSION) return SNW_OK;
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "it has version %d, this program has %d: ", version,
                    (int)SNW_RECORDING_VERSION);
    snw_text_format(&line, version < SNW_RECORDING_VERSION
                               ? "components run in another order now, and laws and stops compute "
                                 "other last bits"
                               : "a newer program recorded it");
    const snw_status status =
        snw_refuse_rule(why, SNW_ERR_VERSION, "replay", path, text,
                        "replay it without --bit-exact, which reports the largest difference, or "
                        "with the program that recorded it");
    snw_why_add(why, "tick", (double)j->worst_tick, "");
    snw_why_add(why, "difference", j->worst, "");
    return status;
}

snw_status snw_replay(const char *path, const snw_replay_options *options,
                      snw_replay_result *result, snw_diags *diags, snw_why *why) {
    job *j = calloc(1, sizeof *j);
    if (j == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, NULL, NULL, NULL);
    }
    snw_status status = snw__replay_read(path, &j->source, why);
    if (!snw_failed(status)) status = open_cell(j, options->load, diags, why);
    if (!snw_failed(status)) status = snw_series_open(&j->series, path, NULL, NULL, why);
    if (!snw_failed(status)) status = find_columns(j, why);
    if (!snw_failed(status) && j->source.damages == 0) status = repeat_ticks(j, options, why);
    if (!snw_failed(status) && options->first_only) status = check_version(j, path, why);
    if (!snw_failed(status)) fill_result(j, result);
    snw_series_close(j->series);
    SNW_IGNORE(snw_exec_close(j->exec, 0, NULL));
    snw_cell_close(&j->input);
    snw__replay_free(&j->source);
    free(j->columns);
    free(j->changes);
    free(j->revoked);
    free(j);
    return status;
}
