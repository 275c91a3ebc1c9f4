// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "sinew/document/locate.h"
#include "sinew/teach/programs.h"

// Lines for what was found after a cell was read, and what goes wrong in a run.

// --- lines --------------------------------------------------------------------------------------

enum { WAYS = 5 }; // places that the subject of one finding may mean

// Where in the document a subject may stand. Findings name a list and an item of the cell
// (members/arm), a parameter of the loop (control/state), a component and what is inside of it
// (program/steps[3]), an arm and what is inside of its drive (arm/drive/payload_link), a member, or
// an end of a connection.
static void possible_places(const char *subject, snw_sought sought[WAYS]) {
    if (strncmp(subject, "control/", 8) == 0) {
        snw_text text = snw_text_over(sought[0].path, sizeof sought[0].path);
        snw_text_format(&text, "%s", subject);
        return;
    }
    const size_t head = strcspn(subject, "/");
    const char *rest = subject[head] == '/' ? subject + head + 1 : "";
    char name[SNW_WHY_SUBJECT];
    snw_copy_text(name, sizeof name, subject);
    name[head] = '\0';
    const snw_field *field = snw_type_field(&snw_cell_type, name);
    const bool is_list = field != NULL;
    const char *const forms[WAYS] = {"control/components[%s]", "control/arms[%s]", "members[%s]",
                                     "control/connections[from=%s]", "control/connections[to=%s]"};
    for (int i = 0; i < WAYS; i++) {
        snw_text text = snw_text_over(sought[i].path, sizeof sought[i].path);
        if (is_list && i == 0 && field->kind == SNW_KIND_CHILD) {
            // collision/pairs[2]/a: a path as it is
            snw_text_format(&text, "%s", subject);
        } else if (is_list && i == 0) {
            // states/ready/members[arm]: the item, then what is inside of it
            const int item = (int)strcspn(rest, "/");
            snw_text_format(&text, "%s[%.*s]%s", name, item, rest, rest + item);
        }
        if (!is_list && i == 0 && strncmp(subject, "records[", 8) == 0) {
            snw_text_format(&text, "control/%s", subject);
            continue;
        }
        if (is_list) continue;
        snw_text_format(&text, forms[i], name);
        if (i == 1 && strncmp(rest, "drive/", 6) == 0) snw_text_format(&text, "/%s", rest);
        if (i > 0 || rest[0] == '\0') continue;
        snw_text_format(&text, strncmp(rest, "peers[", 6) == 0 ? "/%s" : "/type/%s", rest);
    }
}

// a path that was found as far as it names one thing, not only the list around it
static const snw_sought *best_place(const snw_sought sought[WAYS]) {
    const snw_sought *best = NULL;
    for (int i = 0; i < WAYS; i++) {
        const char *inside = strncmp(sought[i].path, "control/", 8) == 0 ? sought[i].path + 8 : "";
        const int least = strpbrk(inside, "[/") != NULL ? 2 : 1;
        if (sought[i].depth < least) continue;
        if (best == NULL || sought[i].depth > best->depth) best = &sought[i];
    }
    return best;
}

void snw_cell_locate(const snw_loaded_cell *loaded, snw_diags *diags) {
    if (loaded->is_made || loaded->path[0] == '\0') return;
    int open = 0;
    for (int i = 0; i < diags->count; i++)
        open += diags->items[i].line == 0 && diags->items[i].subject[0] != '\0';
    snw_sought *sought = open > 0 ? calloc((size_t)open * WAYS, sizeof *sought) : NULL;
    if (sought == NULL) return;
    snw_sought *at = sought;
    for (int i = 0; i < diags->count; i++) {
        if (diags->items[i].line != 0 || diags->items[i].subject[0] == '\0') continue;
        possible_places(diags->items[i].subject, at);
        at += WAYS;
    }
    snw__document_locate(loaded->path, &snw_cell_type, loaded->load.registry, sought, open * WAYS);
    at = sought;
    for (int i = 0; i < diags->count; i++) {
        snw_why *why = &diags->items[i];
        if (why->line != 0 || why->subject[0] == '\0') continue;
        const snw_sought *found = best_place(at);
        if (found != NULL) {
            snw_why_at(why, found->file, found->line, found->column);
        } else if (why->file[0] == '\0') {
            snw_why_at(why, loaded->path, 0, 0);
        }
        at += WAYS;
    }
    free(sought);
}

// --- in a run -----------------------------------------------------------------------------------

void snw__station_tell_alarms(snw_station *station) {
    snw_event event;
    while (snw_ring_pop(&station->observed.alarms, &event) == SNW_OK) {
        char sentence[1024];
        (void)snw_why_sentence(&event.why, sentence, sizeof sentence);
        snw__station_note(station, SNW_ERROR, sentence);
    }
}

snw_status snw__station_programs(snw_station *station, snw_why *why) {
    snw_why own;
    for (int i = 0; i < snw_exec_component_count(station->exec); i++) {
        const snw_component *one = snw_exec_component(station->exec, i);
        const snw_status status = snw__program_result(one, why != NULL ? why : &own);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}
