// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "work.h"

#include <string.h>

// Words are separated by blanks. A message is taken whole or not at all: it is read first, then
// done.

enum { WORDS = 12, NUMBERS = 6 };

typedef struct word {
    const char *text;
    size_t length;
} word;

typedef struct words {
    word items[WORDS];
    int count, next;
} words;

static bool split(const char *text, words *all) {
    *all = (words){0};
    if (strlen(text) >= SNW_DRIVE_TEXT) return false;
    while (*text) {
        const size_t length = strcspn(text, " \t\r\n");
        if (length > 0) {
            if (all->count == WORDS) return false;
            all->items[all->count++] = (word){text, length};
        }
        text += length;
        if (*text) text++;
    }
    return true;
}

static bool is(word w, const char *text) {
    return w.length == strlen(text) && strncmp(w.text, text, w.length) == 0;
}

static bool more(const words *all) {
    return all->next < all->count;
}

static word take(words *all) {
    return more(all) ? all->items[all->next++] : (word){"", 0};
}

static snw_status refuse(snw_why *why, snw_status status, const char *text, const char *fix) {
    snw_why_set(why, status, "message", text);
    snw_why_fix(why, fix);
    return status;
}

// up to `most` numbers, ended by "for" or the end of the text; -1 for a word that is none
static int take_numbers(words *all, double *numbers, int most) {
    int count = 0;
    while (more(all) && !is(all->items[all->next], "for")) {
        const word w = take(all);
        if (count == most) return -1;
        if (snw_real_parse(w.text, w.length, &numbers[count], NULL) < 0) return -1;
        count++;
    }
    return count;
}

// "for SECONDS" at the end, or nothing
static bool take_time(words *all, double *seconds) {
    *seconds = 0;
    if (!more(all)) return true;
    if (!is(take(all), "for") || !more(all)) return false;
    const word w = take(all);
    if (snw_real_parse(w.text, w.length, seconds, NULL) < 0) return false;
    return *seconds > 0 && !more(all);
}

// first and last axis that a word means
static bool find_axes(const snw_arm *arm, word w, int *first, int *last) {
    if (is(w, "all")) {
        *first = 0;
        *last = arm->count - 1;
        return arm->count > 0;
    }
    int64_t number = -1;
    if (snw_int_parse(w.text, w.length, &number, NULL) < 0) {
        for (int i = 0; i < arm->count; i++) {
            if (is(w, snw_arm_axis_name(arm, i))) number = i;
        }
    }
    if (number < 0 || number >= arm->count) return false;
    *first = *last = (int)number;
    return true;
}

static int find_link(const snw_arm *arm, word w) {
    for (int l = 0; l < arm->model->link_count; l++) {
        if (is(w, arm->model->links[l].name)) return l;
    }
    return -1;
}

static snw_status no_axis(snw_why *why) {
    return refuse(why, SNW_ERR_UNKNOWN_NAME, "there is no such axis",
                  "give its number from 0, the name of its joint, or all");
}

static snw_status set_fault(snw_drive *drive, words *all, snw_why *why) {
    int first = 0, last = 0;
    if (!find_axes(drive->arm, take(all), &first, &last)) return no_axis(why);
    const word name = take(all);
    int kind = SNW_PLANT_FAULTS - 1;
    while (kind >= 0 && !is(name, snw_plant_fault_name((snw_plant_fault_kind)kind)))
        kind--;
    if (kind < 0) {
        return refuse(why, SNW_ERR_UNKNOWN_NAME, "there is no such fault",
                      "docs/plant.md has a table of them");
    }
    snw_plant_fault fault = {.kind = (snw_plant_fault_kind)kind};
    fault.value = snw_plant_fault_value(fault.kind);
    if (take_numbers(all, &fault.value, 1) < 0 || !take_time(all, &fault.seconds)) {
        return refuse(why, SNW_ERR_SYNTAX, "a fault is not understood",
                      "fault AXIS KIND [VALUE] [for SECONDS]");
    }
    snw_status status = SNW_OK;
    for (int i = first; i <= last && status >= 0; i++) {
        status = snw_plant_set_fault(drive, i, fault);
    }
    if (status < 0) return refuse(why, status, "the fault does not have this value or time", "");
    return status;
}

static snw_status set_force(snw_drive *drive, words *all, snw_why *why) {
    int first = 0, last = 0;
    if (!find_axes(drive->arm, take(all), &first, &last)) return no_axis(why);
    double effort = 0, seconds = 0;
    if (take_numbers(all, &effort, 1) != 1 || !take_time(all, &seconds)) {
        return refuse(why, SNW_ERR_SYNTAX, "a force is not understood",
                      "force AXIS EFFORT [for SECONDS]");
    }
    snw_status status = SNW_OK;
    for (int i = first; i <= last && status >= 0; i++) {
        status = snw_plant_set_force(drive, i, effort, seconds);
    }
    if (status < 0) return refuse(why, status, "this arm cannot be pushed so", "");
    return status;
}

static snw_status set_push(snw_drive *drive, words *all, snw_why *why) {
    const int link = find_link(drive->arm, take(all));
    if (link < 0) return refuse(why, SNW_ERR_UNKNOWN_NAME, "there is no such link", "");
    double n[NUMBERS] = {0}, seconds = 0;
    const int count = take_numbers(all, n, NUMBERS);
    if ((count != 3 && count != 6) || !take_time(all, &seconds)) {
        return refuse(why, SNW_ERR_SYNTAX, "a push is not understood",
                      "push LINK FX FY FZ [TX TY TZ] [for SECONDS]");
    }
    const snw_wrench wrench =
        snw_wrench_of((snw_vec3){n[0], n[1], n[2]}, (snw_vec3){n[3], n[4], n[5]});
    const snw_status status = snw_plant_set_push(drive, link, wrench, seconds);
    if (status < 0) return refuse(why, status, "this arm cannot be pushed so", "");
    return status;
}

static snw_status set_payload(snw_drive *drive, words *all, snw_why *why) {
    const int link = find_link(drive->arm, take(all));
    if (link < 0) return refuse(why, SNW_ERR_UNKNOWN_NAME, "there is no such link", "");
    double n[4] = {0};
    const int count = take_numbers(all, n, 4);
    if ((count != 1 && count != 4) || more(all)) {
        return refuse(why, SNW_ERR_SYNTAX, "a payload is not understood",
                      "payload LINK MASS [X Y Z]");
    }
    const snw_status status =
        snw_plant_set_payload(drive, link, n[0], (snw_vec3){n[1], n[2], n[3]});
    if (status < 0) return refuse(why, status, "this arm cannot be loaded so", "");
    return status;
}

// a point of mass; its moments come by a word of their own, since a message has its length
static snw_status set_attached(snw_drive *drive, words *all, snw_why *why) {
    const int link = find_link(drive->arm, take(all));
    if (link < 0) return refuse(why, SNW_ERR_UNKNOWN_NAME, "there is no such link", "");
    double n[4] = {0};
    const int count = take_numbers(all, n, 4);
    if ((count != 1 && count != 4) || more(all)) {
        return refuse(why, SNW_ERR_SYNTAX, "what is attached is not understood",
                      "attached LINK MASS [X Y Z]");
    }
    const snw_inertia point = snw_inertia_point(n[0], snw_vec3_of(n[1], n[2], n[3]));
    const snw_status status = snw_plant_set_attached(drive, link, point);
    if (status < 0) return refuse(why, status, "this arm cannot be loaded so", "");
    return status;
}

static snw_status set_moments(snw_drive *drive, words *all, snw_why *why) {
    const int link = find_link(drive->arm, take(all));
    if (link < 0) return refuse(why, SNW_ERR_UNKNOWN_NAME, "there is no such link", "");
    double n[NUMBERS] = {0};
    const int count = take_numbers(all, n, NUMBERS);
    if ((count != 3 && count != NUMBERS) || more(all)) {
        return refuse(why, SNW_ERR_SYNTAX, "moments are not understood",
                      "moments LINK IXX IYY IZZ [IXY IXZ IYZ]");
    }
    snw_inertia old = snw_inertia_zero();
    snw_status status = snw_plant_attached(drive, link, &old);
    const snw_sym3 central = snw_sym3_of(snw_vec3_of(n[0], n[1], n[2]), n[3], n[4], n[5]);
    const snw_inertia body = snw_inertia_from_central(old.m, snw_inertia_center(old), central);
    if (status >= 0) status = snw_plant_set_attached(drive, link, body);
    if (status < 0) return refuse(why, status, "nothing that has these moments is attached", "");
    return status;
}

snw_status snw__plant_message(snw_drive *drive, const char *text, char *answer, snw_why *why) {
    words all;
    answer[0] = 0;
    if (!split(text, &all)) return refuse(why, SNW_ERR_TOO_LARGE, "the message is too long", "");
    const word verb = take(&all);
    snw_status status = SNW_OK;
    if (is(verb, "fault")) {
        status = set_fault(drive, &all, why);
    } else if (is(verb, "force")) {
        status = set_force(drive, &all, why);
    } else if (is(verb, "push")) {
        status = set_push(drive, &all, why);
    } else if (is(verb, "payload")) {
        status = set_payload(drive, &all, why);
    } else if (is(verb, "attached")) {
        status = set_attached(drive, &all, why);
    } else if (is(verb, "moments")) {
        status = set_moments(drive, &all, why);
    } else {
        return refuse(why, SNW_ERR_UNKNOWN_NAME, "the message is not understood",
                      "say fault, force, push, payload, attached or moments");
    }
    if (status >= 0) snw_copy_text(answer, SNW_DRIVE_TEXT, "from the next tick on");
    return status;
}
