// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

// What the loop does for services, bounded in each tick: a few starts and stops, one message.

static void obey_component(snw__slot *slot, snw__what what) {
    snw_exec *exec = slot->self.exec;
    snw_why why = {0};
    switch (what) {
    case SNW__START:
        if (snw_failed(snw__exec_slot_start(slot, &why))) snw__exec_event(exec, &why);
        break;
    case SNW__STOP:
        snw__exec_slot_stop(slot);
        break;
    case SNW__CLEAR:
        snw__exec_slot_error(slot, NULL);
        break;
    }
}

static void obey(snw_exec *exec, const snw__order *order) {
    if (order->object < exec->slot_count) {
        obey_component(&exec->slots[order->object], order->what);
    } else if (order->what == SNW__CLEAR) {
        snw__exec_drive_error(exec, &exec->arms[order->object - exec->slot_count], NULL);
    }
}

// the loop itself knows two words
static snw_status ask_loop(snw_exec *exec, const char *text, char *answer, snw_why *why) {
    if (strcmp(text, "ticks") == 0) {
        (void)snw_int_print((int64_t)exec->signals->ticks, answer);
        return SNW_OK;
    }
    if (strcmp(text, "reset statistics") == 0) {
        memset(exec->timings, 0, sizeof exec->timings);
        exec->signals->busy_most = 0;
        return SNW_OK;
    }
    snw_why_set(why, SNW_ERR_UNKNOWN_NAME, "loop", "the loop does not know this word");
    snw_why_fix(why, "ticks, reset statistics");
    return SNW_ERR_UNKNOWN_NAME;
}

static snw_status ask_component(snw_component *self, const char *text, char *answer, snw_why *why) {
    if (self->state == SNW_COMPONENT_PREOPERATIONAL) {
        snw_why_set(why, SNW_ERR_STATE, self->name, "the component is not configured");
        return SNW_ERR_STATE;
    }
    if (self->functions->message == NULL) {
        snw_why_set(why, SNW_ERR_UNKNOWN_NAME, self->name, "the component takes no messages");
        return SNW_ERR_UNKNOWN_NAME;
    }
    return self->functions->message(self, text, answer, why);
}

static snw_status ask_drive(snw__arm *arm, const char *text, char *answer, snw_why *why) {
    if (arm->drive_functions->message == NULL) {
        snw_why_set(why, SNW_ERR_UNKNOWN_NAME, arm->arm->name, "the drive takes no messages");
        return SNW_ERR_UNKNOWN_NAME;
    }
    if (strlen(text) >= SNW_DRIVE_TEXT) {
        snw_why_set(why, SNW_ERR_TOO_LARGE, arm->arm->name, "the message is too long for a drive");
        return SNW_ERR_TOO_LARGE;
    }
    return arm->drive_functions->message(&arm->drive, text, answer, why);
}

// a message that is under way comes again in each tick until it is done
static void serve_letter(snw_exec *exec) {
    if (!exec->letter_open) {
        if (snw_mailbox_take(&exec->box, &exec->letter) != SNW_OK) return;
        exec->letter_open = true;
        exec->reply.tick = exec->number;
    }
    snw__reply *reply = &exec->reply;
    const int object = exec->letter.object;
    reply->text[0] = '\0';
    reply->why = (snw_why){0};
    if (object < 0) {
        reply->status = ask_loop(exec, exec->letter.text, reply->text, &reply->why);
    } else if (object < exec->slot_count) {
        snw_component *self = &exec->slots[object].self;
        reply->status = ask_component(self, exec->letter.text, reply->text, &reply->why);
    } else {
        snw__arm *arm = &exec->arms[object - exec->slot_count];
        reply->status = ask_drive(arm, exec->letter.text, reply->text, &reply->why);
    }
    const bool left = __atomic_load_n(&exec->leave, __ATOMIC_ACQUIRE) != 0;
    if (reply->status == SNW_NOTHING_NEW && !left) return;
    if (snw_failed(reply->status) && reply->why.code == SNW_OK) {
        snw_why_set(&reply->why, reply->status, NULL, "the message was refused");
    }
    exec->letter_open = false;
    SNW_IGNORE(snw_mailbox_answer(&exec->box, reply));
}

void snw__exec_serve(snw_exec *exec) {
    snw__order order;
    for (int i = 0; i < SNW__ORDERS_A_TICK; i++) {
        if (snw_ring_pop(&exec->orders, &order) != SNW_OK) break;
        obey(exec, &order);
    }
    serve_letter(exec);
}
