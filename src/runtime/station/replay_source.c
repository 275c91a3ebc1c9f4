// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "replay_source.h"
#include "sinew/record/encode.h"

// --- drives -------------------------------------------------------------------------------------

static snw_status drive_init(snw_drive *drive, const double *q, snw_arena *arena, snw_why *why) {
    (void)drive;
    (void)q;
    (void)why;
    return snw_arena_status(arena);
}

static snw_status drive_sense(snw_drive *drive, int64_t t_ns, snw_arm_sensed *sensed) {
    (void)t_ns;
    const snw__replay_drive *config = drive->config;
    const snw_arm_sensed before = *sensed;
    if (config->next != NULL) *sensed = *config->next;
    sensed->count = before.count;
    sensed->base_count = before.base_count;
    sensed->base_rate_count = before.base_rate_count;
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
const snw_type snw__replay_drive_type = {.token = "replay_drive",
                                         .size = sizeof(snw__replay_drive),
                                         .align = _Alignof(snw__replay_drive),
                                         .base = "drive",
                                         .space = &snw_space_motion,
                                         .functions = &drive_functions.head,
                                         .help = "Replays the readings of a recording."};

// --- the file -----------------------------------------------------------------------------------

static void note_damage(const snw_mcap_damage *damage, void *context) {
    snw__replay_source *source = context;
    if (source->damages++ > 0) return;
    snw_text text = snw_text_over(source->damage, sizeof source->damage);
    snw_text_format(&text, "bytes %llu to %llu: %s", (unsigned long long)damage->start,
                    (unsigned long long)damage->end, damage->text);
}

snw_status snw__replay_keep_cell(const snw_mcap_message *message, char **cell,
                                 char path[SNW_PATH_SIZE]) {
    snw_description description;
    const snw_status status = snw_description_decode(message->data, message->size, &description);
    if (snw_failed(status) || *cell != NULL) return status;
    *cell = malloc(description.length + 1);
    if (*cell == NULL) return SNW_ERR_MEMORY;
    memcpy(*cell, description.text, description.length);
    (*cell)[description.length] = '\0';
    snw_copy_text(path, SNW_PATH_SIZE, description.name);
    return SNW_OK;
}

// parameters stand as they are; a message is "message OBJECT"
static snw_status keep_change(snw__replay_source *source, const snw_mcap_message *message) {
    static const char mark[] = "message ";
    snw_parameter_change change;
    const snw_status status = snw_parameter_decode(message->data, message->size, &change);
    if (snw_failed(status)) return status;
    snw__replay_change *more =
        realloc(source->changes, ((size_t)source->change_count + 1) * sizeof *source->changes);
    if (more == NULL) return SNW_ERR_MEMORY;
    source->changes = more;
    snw__replay_change *kept = &more[source->change_count++];
    *kept = (snw__replay_change){.tick = change.tick,
                                 .message = strncmp(change.path, mark, sizeof mark - 1) == 0};
    snw_copy_text(kept->path, sizeof kept->path,
                  change.path + (kept->message ? sizeof mark - 1 : 0));
    snw_copy_text(kept->value, sizeof kept->value, change.value);
    return SNW_OK;
}

static snw_status keep_all(snw_mcap_reader *reader, snw__replay_source *source) {
    snw_mcap_message message;
    snw_status status;
    while ((status = snw_mcap_read_next(reader, &message)) == SNW_OK) {
        const snw_mcap_channel *channel = snw_mcap_read_channel(reader, message.channel);
        const snw_mcap_schema *schema =
            channel != NULL ? snw_mcap_read_schema(reader, channel->schema_id) : NULL;
        if (schema == NULL) continue;
        const int kind = snw_message_kind_of(schema->name);
        if (kind == SNW_MESSAGE_DESCRIPTION) {
            status = snw__replay_keep_cell(&message, &source->cell, source->cell_path);
        }
        if (kind == SNW_MESSAGE_PARAMETER) status = keep_change(source, &message);
        if (snw_failed(status)) break;
    }
    return status == SNW_DONE ? SNW_OK : status;
}

snw_status snw__replay_read(const char *path, snw__replay_source *source, snw_why *why) {
    *source = (snw__replay_source){0};
    snw_source_bytes bytes;
    snw_status status = snw_source_open(&bytes, path, why);
    if (snw_failed(status)) return status;
    snw_mcap_reader *reader = NULL;
    status = snw_mcap_read_open(&reader, &bytes, note_damage, source, why);
    if (!snw_failed(status)) {
        status = keep_all(reader, source);
        const snw_mcap_facts facts = snw_mcap_read_facts(reader);
        source->version = snw_recording_version(&facts);
        if (snw_failed(status)) snw_why_set(why, status, path, NULL);
    }
    snw_mcap_read_close(reader);
    snw_source_close(&bytes);
    if (snw_failed(status) && why->file[0] == '\0') snw_why_at(why, path, 0, 0);
    if (!snw_failed(status) && source->cell == NULL) {
        snw_why_set(why, SNW_ERR_CHECK, path, "the recording does not contain its cell");
        snw_why_fix(why, "record with 'sinew run CELL --record FILE'");
        status = SNW_ERR_CHECK;
    }
    if (snw_failed(status)) snw__replay_free(source);
    return status;
}

void snw__replay_free(snw__replay_source *source) {
    free(source->cell);
    free(source->changes);
    *source = (snw__replay_source){0};
}
