// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "dispatch_internal.h"
#include "sinew/exec/read_order.h"
#include "sinew/os/thread.h"

// Questions about files. A large file takes seconds, and one on a disk that is gone may take for
// ever: it is read in a thread of its own, one at a time, and the doors are served meanwhile.

struct snw__reader {
    snw_thread *thread;
    snw_exec *exec;
    snw__errand *errand;
    snw_result result;
    uint32_t done; // atomic
};

static void read_file(void *context) {
    struct snw__reader *reader = context;
    snw__exec_read(reader->exec, &reader->errand->order, &reader->result);
    __atomic_store_n(&reader->done, 1, __ATOMIC_RELEASE);
}

snw_status snw__reader_begin(snw__dispatch *dispatch, snw__errand *errand, snw_why *why) {
    if (dispatch->reader != NULL) {
        return snw_refuse(why, SNW_ERR_STATE, errand->object, "another file is being read",
                          "try again when it is done");
    }
    snw_status status = snw__exec_may_read(dispatch->exec, &errand->order, why);
    if (snw_failed(status)) return status;
    struct snw__reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return SNW_ERR_MEMORY;
    reader->exec = dispatch->exec;
    reader->errand = errand;
    snw_thread_config config = snw_thread_defaults();
    config.name = "read";
    config.run = read_file;
    config.context = reader;
    status = snw_thread_open(&reader->thread, &config, why);
    if (snw_failed(status)) {
        free(reader);
        return status;
    }
    dispatch->reader = reader;
    return SNW_NOTHING_NEW;
}

static void end_reading(snw__dispatch *dispatch) {
    struct snw__reader *reader = dispatch->reader;
    SNW_IGNORE(snw_thread_join(reader->thread, -1));
    snw__errand_answer(reader->errand, &reader->result);
    free(reader->errand);
    free(reader);
    dispatch->reader = NULL;
}

void snw__reader_turn(snw__dispatch *dispatch) {
    if (dispatch->reader == NULL) return;
    if (__atomic_load_n(&dispatch->reader->done, __ATOMIC_ACQUIRE) != 0) end_reading(dispatch);
}

void snw__reader_leave(const snw__sender *sender) {
    const snw__dispatch *dispatch = sender->dispatch;
    if (dispatch->reader != NULL && dispatch->reader->errand->sender == sender) {
        dispatch->reader->errand->sender = NULL;
    }
}

void snw__reader_end(snw__dispatch *dispatch) {
    if (dispatch->reader != NULL) end_reading(dispatch);
}
