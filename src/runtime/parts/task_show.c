// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "inside.h"
#include "task_orders.h"

// The question "show effector K", answered beside the loop from what the component publishes.

typedef struct show_order {
    int index;
} show_order;

typedef struct shown_effector {
    char name[SNW_NAME], link[SNW_NAME], kind[SNW_NAME], relative[SNW_NAME];
    bool soft;
    double offset[7];
} shown_effector;

snw_status snw__manual_read_show(const void *self, const char *text, void *arguments,
                                 snw_why *why) {
    snw_words words = snw_words_over(text);
    if (!snw_words_take(&words, "effector")) {
        return snw__manual_refuse(self, SNW_ERR_UNKNOWN_NAME,
                                  "there is nothing of this name to show",
                                  "write show effector and its number", why);
    }
    double number;
    const snw_status status = snw__manual_numbers(self, words.at, &number, 1, why);
    if (snw_failed(status)) return status;
    ((show_order *)arguments)->index = number >= 0 && number < SNW_EFFECTORS ? (int)number : -1;
    return SNW_OK;
}

void snw__manual_print_show(const void *self, const void *arguments, char *out) {
    (void)self;
    snw_text text = snw_text_over(out, SNW_COMMAND_TEXT);
    snw_text_format(&text, "effector %d", ((const show_order *)arguments)->index);
}

snw_status snw__manual_show(const void *self, const void *signals, const void *arguments,
                            void *answer, snw_why *why) {
    (void)signals;
    const int index = ((const show_order *)arguments)->index;
    shown_effector *shown = answer;
    snw_task_present now;
    const snw_status status = snw__task_look(self, &now);
    if (snw_failed(status)) {
        return snw__manual_refuse(self, status, "its end effectors are not known yet",
                                  "start the component", why);
    }
    if (index < 0 || index >= now.effector_count) {
        return snw__manual_refuse(self, SNW_ERR_UNKNOWN_NAME, "there is no such end effector",
                                  "'show effector K' shows them, from 0", why);
    }
    const snw_type *type = now.effectors[index].type;
    const snw_effector *e = now.effectors[index].described != NULL ? now.effectors[index].described
                                                                   : &now.effectors[index].effector;
    const char *kind = type == &snw_frame_effector_type   ? "frame"
                       : type == &snw_point_effector_type ? "point"
                                                          : type->token;
    const snw_quat turn = snw_quat_from_mat3(e->offset.R);
    const double n[7] = {e->offset.p.x, e->offset.p.y, e->offset.p.z, turn.x,
                         turn.y,        turn.z,        turn.w};
    snw_copy_text(shown->name, SNW_NAME, e->name);
    snw_copy_text(shown->link, SNW_NAME, e->link[0] != '\0' ? e->link : "-");
    snw_copy_text(shown->kind, SNW_NAME, kind);
    snw_copy_text(shown->relative, SNW_NAME, e->relative[0] != '\0' ? e->relative : "None");
    shown->soft = e->soft;
    memcpy(shown->offset, n, sizeof n);
    return SNW_OK;
}

void snw__manual_write_show(const void *answer, char *out) {
    const shown_effector *shown = answer;
    snw_text text = snw_text_over(out, SNW_COMMAND_TEXT);
    snw_text_format(&text, "%s %s %s %s", shown->name, shown->link, shown->kind,
                    shown->soft ? "soft" : "hard");
    snw__parts_add_numbers(&text, shown->offset, 7);
    snw_text_format(&text, " %s", shown->relative);
}

static const snw_field show_fields[] = {{SNW_AT(show_order, index), .kind = SNW_KIND_INT,
                                         .range = {-1, SNW_EFFECTORS},
                                         .help = "Number of the end effector, from 0."}};
const snw_type snw__show_type = {SNW_TYPE_AS("task_show", show_order, show_fields),
                                 .space = &snw_space_motion, .help = "Number of an end effector."};

static const snw_field shown_fields[] = {
    {SNW_AT(shown_effector, name), .kind = SNW_KIND_STRING, .help = "Name of the end effector."},
    {SNW_AT(shown_effector, link), .kind = SNW_KIND_STRING,
     .help = "Link or frame that carries it; - if it has no link."},
    {SNW_AT(shown_effector, kind), .kind = SNW_KIND_STRING,
     .help = "Kind of end effector: frame, point or another."},
    {SNW_AT(shown_effector, soft), .kind = SNW_KIND_BOOL,
     .help = "The end effector is soft: it gives way to the others."},
    {SNW_AT_ARRAY(shown_effector, offset), .kind = SNW_KIND_REAL,
     .help = "Pose in the link: x y z [m] and quaternion x y z w."},
    {SNW_AT(shown_effector, relative), .kind = SNW_KIND_STRING,
     .help = "Link that it is relative to, or None."}};
const snw_type snw__shown_type = {SNW_TYPE_AS("task_shown_effector", shown_effector, shown_fields),
                                  .space = &snw_space_motion,
                                  .help = "Description of an end effector."};
