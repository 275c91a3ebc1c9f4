// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The files of a recorder, and what is done when the disk refuses:
//
//   short write, EINTR, EAGAIN   asked again
//   no room                      the file is cut back to its last whole unit and stays readable;
//                                tried again every second
//   any other error              the rest goes to one new file; when that breaks too, it is over
//
// The writer keeps what was not taken, so neither loses a message while its memory lasts.
#include <errno.h>
#include <string.h>

#include "inside.h"
#include "recorder_internal.h"
#include "sinew/os/error.h"
#include "sinew/os/path.h"

enum {
    NAMES_MOST = 9999, // -2 to -9999
    STALLS_MOST = 1000 // attempts that write nothing before it counts as broken
};
static const int64_t retry_after_ns = 1000000000;

static bool is_full(int error) {
    return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

static int write_all(const snw_store *store, const uint8_t *bytes, size_t size) {
    size_t done = 0;
    int stalls = 0;
    while (done < size) {
        size_t written = 0;
        const int error = store->write(store->context, bytes + done, size - done, &written);
        if (error != 0 && error != EINTR && error != EAGAIN) return error;
        stalls = written == 0 ? stalls + 1 : 0;
        if (stalls > STALLS_MOST) return error != 0 ? error : EIO;
        done += written;
    }
    return 0;
}

// the sink of the MCAP writer: a unit goes to the file whole, or not at all
static snw_status take_unit(const void *bytes, size_t size, void *context) {
    snw_recorder *r = context;
    const int error = write_all(&r->store, bytes, size);
    if (error == 0) {
        r->size += size;
        r->dirty = true;
        return SNW_OK;
    }
    (void)snw_errno_why(&r->report.why, error, r->report.path, "write the recording");
    const bool cut = r->store.cut(r->store.context, r->size) == 0;
    if (is_full(error) && cut) {
        r->report.state = SNW_RECORDER_FULL;
        r->retry_ns = r->now_ns + retry_after_ns;
        return SNW_ERR_FULL;
    }
    r->broken = true;
    return SNW_ERR_IO;
}

// "run.mcap", then "run-2.mcap", "run-3.mcap": a file that exists is never touched
static int open_fresh(snw_recorder *r) {
    char stem[SNW_RECORD_PATH], extension[SNW_RECORD_PATH], parent[SNW_RECORD_PATH];
    const char *path = r->config.path;
    if (snw_path_stem(path, stem, sizeof stem) != SNW_OK ||
        snw_path_extension(path, extension, sizeof extension) != SNW_OK ||
        snw_path_parent(path, parent, sizeof parent) != SNW_OK) {
        return ENAMETOOLONG;
    }
    for (int n = 1; n <= NAMES_MOST; n++) {
        char leaf[SNW_RECORD_PATH];
        snw_text text = snw_text_over(leaf, sizeof leaf);
        snw_text_format(&text, "%s", stem);
        if (n > 1) snw_text_format(&text, "-%d", n);
        snw_text_format(&text, "%s", extension);
        if (snw_text_is_cut(&text) ||
            snw_path_join(parent, leaf, r->report.path, sizeof r->report.path) != SNW_OK) {
            return ENAMETOOLONG;
        }
        const int error = r->store.open(r->store.context, r->report.path);
        if (error != EEXIST) return error;
    }
    return EEXIST;
}

static snw_status begin_file(snw_recorder *r, snw_why *why) {
    const int error = open_fresh(r);
    if (error != 0) return snw_errno_why(why, error, r->report.path, "begin a recording");
    r->report.files++;
    r->size = 0;
    r->broken = false;
    return SNW_OK;
}

snw_status snw__output_open(snw_recorder *r, snw_why *why) {
    const snw_status status = snw__mcap_open(&r->writer, &r->config.file, take_unit, r);
    if (!snw_failed(status)) return begin_file(r, why);
    return snw_refuse(why, status, r->config.path, "the recording cannot be started", NULL);
}

static void turn_off(snw_recorder *r) {
    r->report.state = SNW_RECORDER_OFF;
    r->report.lost_messages += snw__mcap_get(r->writer).pending;
    (void)r->store.close(r->store.context);
}

// the file broke: what is whole in it stays, what waits goes to a new one, once
static void change_file(snw_recorder *r) {
    (void)r->store.close(r->store.context);
    if (r->report.files >= 2 || snw_failed(begin_file(r, &r->report.why))) {
        turn_off(r);
        return;
    }
    snw__mcap_restart(r->writer);
    if (snw_failed(snw__announce_metadata(r)) && r->report.state == SNW_RECORDER_RUNNING) {
        turn_off(r);
        return;
    }
    snw__pump_texts(r);
}

static void handle(snw_recorder *r) {
    if (r->broken && r->report.state != SNW_RECORDER_OFF) {
        r->report.state = SNW_RECORDER_RUNNING;
        change_file(r);
    }
}

static void flush_and_sync(snw_recorder *r) {
    const snw_status status = snw__mcap_flush(r->writer);
    if (snw_failed(status) && status != SNW_ERR_FULL && !r->broken) {
        // the writer itself has failed, for want of memory
        snw_why_set(&r->report.why, status, r->report.path, "the recording cannot be continued");
        turn_off(r);
        return;
    }
    if (!snw_failed(status) && r->dirty) {
        const int error = r->store.sync(r->store.context);
        if (error != 0 && error != EINTR) {
            (void)snw_errno_why(&r->report.why, error, r->report.path, "synchronize the disk");
            r->broken = true;
        }
        r->dirty = false;
    }
    r->synced_ns = r->now_ns;
}

void snw__output_service(snw_recorder *r, bool now) {
    if (r->report.state == SNW_RECORDER_FULL && (now || r->now_ns >= r->retry_ns)) {
        // is there room again? take_unit() says so by leaving the state as it is here
        r->report.state = SNW_RECORDER_RUNNING;
        flush_and_sync(r);
    } else if (r->report.state == SNW_RECORDER_RUNNING &&
               (now || r->now_ns - r->synced_ns >= r->config.sync_ns)) {
        flush_and_sync(r);
    }
    handle(r);
}

snw_cdr snw__recorder_scratch(snw_recorder *r, size_t size) {
    r->scratch.size = 0;
    uint8_t *room = snw__bytes_room(&r->scratch, size);
    return snw_cdr_over(room, room == NULL ? 0 : r->scratch.capacity);
}

void snw__output_message(snw_recorder *r, int channel, uint32_t sequence, int64_t t_ns) {
    if (r->report.state == SNW_RECORDER_OFF || r->scratch.failed) return;
    const snw_mcap_message message = {.channel = channel,
                                      .sequence = sequence,
                                      .log_ns = (uint64_t)t_ns,
                                      .publish_ns = (uint64_t)t_ns,
                                      .data = r->scratch.data,
                                      .size = r->scratch.size};
    const snw_status status = snw__mcap_write(r->writer, &message);
    if (status == SNW_ERR_STATE || status == SNW_ERR_TOO_LARGE) {
        r->report.lost_messages++;
        return;
    }
    r->report.messages++;
    if (status == SNW_ERR_MEMORY) {
        snw_why_set(&r->report.why, status, r->report.path, "the recording cannot be continued");
        turn_off(r);
    }
    handle(r);
}

snw_status snw__output_finish(snw_recorder *r, snw_why *why) {
    snw__output_service(r, true);
    snw_status status = SNW_ERR_IO;
    if (r->report.state != SNW_RECORDER_OFF) {
        status = snw__mcap_finish(r->writer);
        handle(r);
        // a file that broke at its very end: the second one gets the end
        if (snw_failed(status) && r->report.state == SNW_RECORDER_RUNNING) {
            status = snw__mcap_finish(r->writer);
        }
    }
    if (!snw_failed(status)) {
        int error = r->store.sync(r->store.context);
        const int closed = r->store.close(r->store.context);
        if (error == 0) error = closed;
        return error == 0 ? SNW_OK
                          : snw_errno_why(why, error, r->report.path, "finish the recording");
    }
    (void)r->store.close(r->store.context);
    // what waited for room is lost; of a recorder that is off it is counted already
    if (r->report.state != SNW_RECORDER_OFF) {
        r->report.lost_messages += snw__mcap_get(r->writer).pending;
    }
    if (why != NULL) *why = r->report.why;
    return status == SNW_ERR_FULL ? SNW_ERR_IO : status;
}
