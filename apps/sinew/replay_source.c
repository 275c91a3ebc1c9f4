// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "replay.h"

// --- drives -------------------------------------------------------------------------------------

static snw_status drive_init(snw_drive *drive, const double *q, snw_arena *arena, snw_why *why) {
    (void)drive;
    (void)q;
    (void)why;
    return snw_arena_status(arena);
}

static snw_status drive_sense(snw_drive *drive, int64_t t_ns, snw_arm_sensed *sensed) {
    (void)t_ns;
    const replay_drive *config = drive->config;
    const int count = sensed->count;
    if (config->next != NULL) *sensed = *config->next;
    sensed->count = count;
    return SNW_OK;
}

static snw_status drive_act(snw_drive *drive, int64_t t_ns, int64_t dt_ns,
                            const snw_arm_command *command) {
    (void)drive;
    (void)t_ns;
    (void)dt_ns;
    (void)command;
    return SNW_OK;
}

static const snw_drive_functions drive_functions = {
    .head = {sizeof(snw_drive_functions), SNW_DRIVE_VERSION},
    .simulated = true,
    .init = drive_init,
    .sense = drive_sense,
    .act = drive_act};
const snw_type replay_drive_type = {.token = "replay_drive",
                                    .size = sizeof(replay_drive),
                                    .align = _Alignof(replay_drive),
                                    .base = "drive",
                                    .space = &snw_space_motion,
                                    .functions = &drive_functions.head,
                                    .help = "Repeats the readings of a recording."};

// --- the file -----------------------------------------------------------------------------------

static void note_damage(const snw_mcap_damage *damage, void *context) {
    replay_source *source = context;
    if (source->damages++ > 0) return;
    snw_text text = snw_text_over(source->damage, sizeof source->damage);
    snw_text_format(&text, "bytes %llu to %llu: %s", (unsigned long long)damage->start,
                    (unsigned long long)damage->end, damage->text);
}

static snw_status keep_description(replay_source *source, const snw_mcap_message *message) {
    snw_description description;
    const snw_status status = snw_description_decode(message->data, message->size, &description);
    if (snw_failed(status) || source->cell != NULL) return status;
    source->cell = malloc(description.length + 1);
    if (source->cell == NULL) return SNW_ERR_MEMORY;
    memcpy(source->cell, description.text, description.length);
    source->cell[description.length] = '\0';
    snw_copy_text(source->cell_path, sizeof source->cell_path, description.name);
    return SNW_OK;
}

// parameters stand as they are; a message is "message OBJECT"
static snw_status keep_change(replay_source *source, const snw_mcap_message *message) {
    static const char mark[] = "message ";
    snw_parameter_change change;
    const snw_status status = snw_parameter_decode(message->data, message->size, &change);
    if (snw_failed(status)) return status;
    replay_change *more =
        realloc(source->changes, ((size_t)source->change_count + 1) * sizeof *source->changes);
    if (more == NULL) return SNW_ERR_MEMORY;
    source->changes = more;
    replay_change *kept = &more[source->change_count++];
    *kept = (replay_change){.tick = change.tick,
                            .message = strncmp(change.path, mark, sizeof mark - 1) == 0};
    snw_copy_text(kept->path, sizeof kept->path,
                  change.path + (kept->message ? sizeof mark - 1 : 0));
    snw_copy_text(kept->value, sizeof kept->value, change.value);
    return SNW_OK;
}

static snw_status keep_all(snw_mcap_reader *reader, replay_source *source) {
    snw_mcap_message message;
    snw_status status;
    while ((status = snw_mcap_read_next(reader, &message)) == SNW_OK) {
        const snw_mcap_channel *channel = snw_mcap_read_channel(reader, message.channel);
        const snw_mcap_schema *schema =
            channel != NULL ? snw_mcap_read_schema(reader, channel->schema_id) : NULL;
        if (schema == NULL) continue;
        const int kind = snw_message_kind_of(schema->name);
        if (kind == SNW_MESSAGE_DESCRIPTION) status = keep_description(source, &message);
        if (kind == SNW_MESSAGE_PARAMETER) status = keep_change(source, &message);
        if (snw_failed(status)) break;
    }
    return status == SNW_DONE ? SNW_OK : status;
}

snw_status replay_read(const char *path, replay_source *source, snw_why *why) {
    *source = (replay_source){0};
    snw_source_bytes bytes;
    snw_status status = snw_source_open(&bytes, path, why);
    if (snw_failed(status)) return status;
    snw_mcap_reader *reader = NULL;
    status = snw_mcap_read_open(&reader, &bytes, note_damage, source, why);
    if (!snw_failed(status)) {
        status = keep_all(reader, source);
        if (snw_failed(status)) snw_why_set(why, status, path, NULL);
    }
    snw_mcap_read_close(reader);
    snw_source_close(&bytes);
    if (snw_failed(status) && why->file[0] == '\0') snw_why_at(why, path, 0, 0);
    if (!snw_failed(status) && source->cell == NULL) {
        snw_why_set(why, SNW_ERR_CHECK, path, "the recording does not hold its cell");
        snw_why_fix(why, "record with 'sinew run CELL --record FILE'");
        status = SNW_ERR_CHECK;
    }
    if (snw_failed(status)) replay_free(source);
    return status;
}

void replay_free(replay_source *source) {
    free(source->cell);
    free(source->changes);
    *source = (replay_source){0};
}
