// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Recovery in four steps: read everything once, to learn all channels; write what can be read to a
// file with another name; read both files side by side and compare; give the new file its name.
// Numbers of schemas and channels are given anew, in the old order, so a second recovery finds
// nothing to change.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "mcap_internal.h"
#include "sinew/os/error.h"
#include "sinew/os/file.h"

enum { IDS = 65536, PARTS_MOST = 100 };

typedef struct job {
    snw_source_bytes from, back;
    snw_mcap_reader *reader, *check;
    snw_mcap_writer *writer;
    snw_store store;
    snw_disk disk;
    char part[1024]; // name of the file that is being written
    int *numbers;    // [2 * IDS] new numbers of schemas, then of channels; 0 for none
    int error;       // errno of the sink
} job;

static snw_status take_unit(const void *bytes, size_t size, void *context) {
    job *j = context;
    size_t done = 0;
    while (done < size && j->error == 0) {
        size_t written = 0;
        const int error =
            j->store.write(j->store.context, (const char *)bytes + done, size - done, &written);
        if (error != 0 && error != EINTR) j->error = error;
        done += written;
    }
    return j->error == 0 ? SNW_OK : SNW_ERR_IO;
}

// reads the whole file once
static snw_status learn(job *j, const char *from, snw_why *why) {
    snw_mcap_message message;
    snw_status status;
    do {
        status = snw_mcap_read_next(j->reader, &message);
    } while (status == SNW_OK);
    return status == SNW_DONE ? SNW_OK
                              : snw_refuse(why, status, from, "the file cannot be read",
                                           "check the disk, and try again");
}

static int open_part(job *j, const char *to) {
    for (int n = 1; n <= PARTS_MOST; n++) {
        snw_text text = snw_text_over(j->part, sizeof j->part);
        snw_text_format(&text, "%s.part%d", to, n);
        if (snw_text_is_cut(&text)) return ENAMETOOLONG;
        const int error = j->store.open(j->store.context, j->part);
        if (error != EEXIST) return error;
    }
    return EEXIST;
}

static snw_status copy_schemas(job *j) {
    for (int id = 1; id < IDS; id++) {
        const snw_mcap_schema *schema = snw_mcap_read_schema(j->reader, id);
        if (schema == NULL) continue;
        const snw_status status = snw__mcap_add_schema(j->writer, schema->name, schema->encoding,
                                                       schema->data, schema->size, &j->numbers[id]);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

static snw_status copy_channels(job *j) {
    for (int id = 0; id < IDS; id++) {
        const snw_mcap_channel *channel = snw_mcap_read_channel(j->reader, id);
        if (channel == NULL) continue;
        const snw_mcap_channel_config config = {.schema = j->numbers[channel->schema_id],
                                                .topic = channel->topic,
                                                .encoding = channel->encoding,
                                                .pairs = channel->pairs,
                                                .pair_count = channel->pair_count};
        const snw_status status = snw__mcap_add_channel(j->writer, &config, &j->numbers[IDS + id]);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

static snw_status copy_metadata(job *j) {
    const snw_mcap_facts facts = snw_mcap_read_facts(j->reader);
    snw_status status = SNW_OK;
    for (int i = 0; i < facts.metadata_count && !snw_failed(status); i++) {
        const snw_mcap_metadata *one = &facts.metadata[i];
        status = snw__mcap_add_metadata(j->writer, one->name, one->pairs, one->pair_count);
    }
    return status;
}

static snw_status copy_messages(job *j) {
    snw_mcap_read_rewind(j->reader);
    for (;;) {
        snw_mcap_message message;
        snw_status status = snw_mcap_read_next(j->reader, &message);
        if (status == SNW_DONE) return SNW_OK;
        if (!snw_failed(status)) {
            message.channel = j->numbers[IDS + message.channel];
            status = snw__mcap_write(j->writer, &message);
        }
        if (snw_failed(status)) return status;
    }
}

static snw_status write_part(job *j, const char *to, snw_why *why) {
    j->store = snw_store_disk(&j->disk);
    j->error = open_part(j, to);
    if (j->error != 0) {
        j->part[0] = '\0';
        return snw_errno_why(why, j->error, to, "begin the new file");
    }
    const snw_mcap_facts facts = snw_mcap_read_facts(j->reader);
    snw_mcap_config config = {
        .profile = facts.profile, .library = facts.library, .compression = facts.compression};
    snw_status status = snw__mcap_open(&j->writer, &config, take_unit, j);
    if (!snw_failed(status)) status = copy_schemas(j);
    if (!snw_failed(status)) status = copy_channels(j);
    if (!snw_failed(status)) status = copy_metadata(j);
    if (!snw_failed(status)) status = copy_messages(j);
    if (!snw_failed(status)) status = snw__mcap_finish(j->writer);
    if (!snw_failed(status)) j->error = j->store.sync(j->store.context);
    const int closed = j->store.close(j->store.context);
    if (j->error == 0) j->error = closed;
    if (j->error != 0) return snw_errno_why(why, j->error, j->part, "write the new file");
    return snw_failed(status) ? snw_refuse(why, status, j->part, "the new file cannot be written",
                                           "check the disk, and try again")
                              : SNW_OK;
}

static bool is_same(const job *j, const snw_mcap_message *a, const snw_mcap_message *b) {
    return j->numbers[IDS + a->channel] == b->channel && a->sequence == b->sequence &&
           a->log_ns == b->log_ns && a->publish_ns == b->publish_ns && a->size == b->size &&
           (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

// the new file, read from the disk, against the old one
static snw_status compare(job *j, snw_mcap_recovery *recovery, snw_why *why) {
    snw_status status = snw_source_open(&j->back, j->part, why);
    if (snw_failed(status)) return status;
    status = snw_mcap_read_open(&j->check, &j->back, NULL, NULL, why);
    if (snw_failed(status)) return status;
    snw_mcap_read_rewind(j->reader);
    for (;;) {
        snw_mcap_message old, new;
        const snw_status a = snw_mcap_read_next(j->reader, &old);
        const snw_status b = snw_mcap_read_next(j->check, &new);
        if (a == SNW_DONE && b == SNW_DONE) break;
        if (a != SNW_OK || b != SNW_OK || !is_same(j, &old, &new)) {
            return snw_refuse(why, SNW_ERR_IO, j->part,
                              "the new file does not read back as written",
                              "check the disk, and try again");
        }
    }
    const snw_mcap_facts facts = snw_mcap_read_facts(j->check);
    if (!facts.finished || facts.damages > 0) {
        return snw_refuse(why, SNW_ERR_IO, j->part, "the new file reads back damaged",
                          "check the disk, and try again");
    }
    recovery->messages = facts.messages;
    recovery->bytes = facts.size;
    return SNW_OK;
}

static snw_status run(job *j, const char *from, const char *to, snw_mcap_recovery *recovery,
                      snw_why *why) {
    snw_status status = learn(j, from, why);
    if (snw_failed(status)) return status;
    recovery->before = snw_mcap_read_facts(j->reader);
    status = write_part(j, to, why);
    if (!snw_failed(status)) status = compare(j, recovery, why);
    if (!snw_failed(status)) status = snw__store_publish(j->part, to, why);
    if (!snw_failed(status)) snw_copy_text(recovery->path, sizeof recovery->path, to);
    return status;
}

snw_status snw_mcap_recover(const char *from, const char *to, snw_mcap_damage_fn *tell,
                            void *context, snw_mcap_recovery *recovery, snw_why *why) {
    if (snw_file_exists(to)) {
        return snw_refuse(why, SNW_ERR_DUPLICATE, to, "the new file exists already",
                          "choose another name; recordings are never overwritten");
    }
    job *j = calloc(1, sizeof *j);
    int *numbers = calloc((size_t)2 * IDS, sizeof *numbers);
    if (j == NULL || numbers == NULL) {
        free(j);
        free(numbers);
        return snw_refuse(why, SNW_ERR_MEMORY, from, NULL, NULL);
    }
    j->numbers = numbers;
    snw_mcap_recovery result = {0};
    snw_status status = snw_source_open(&j->from, from, why);
    if (!snw_failed(status)) {
        status = snw_mcap_read_open(&j->reader, &j->from, tell, context, why);
        if (snw_failed(status) && why != NULL && why->subject[0] == '\0') {
            snw_copy_text(why->subject, sizeof why->subject, from);
        }
    }
    if (!snw_failed(status)) status = run(j, from, to, &result, why);
    if (snw_failed(status) && j->part[0] != '\0') SNW_IGNORE(snw_file_remove(j->part, NULL));
    snw__mcap_close(j->writer);
    snw_mcap_read_close(j->check);
    snw_mcap_read_close(j->reader);
    snw_source_close(&j->back);
    snw_source_close(&j->from);
    free(numbers);
    free(j);
    if (snw_failed(status)) return status;
    result.before.profile = result.before.library = NULL;
    result.before.metadata = NULL;
    *recovery = result;
    return SNW_OK;
}
