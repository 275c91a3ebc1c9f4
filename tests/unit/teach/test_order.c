// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "harness.h"

// Components follow their connections and peers. The cells that come with sinew were written in
// that order: each of their ticks is what it was when the file decided alone, and recordings made
// then replay.

static harness h;

static void check_cell(const char *name) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/cells/%s.cell.xml", SNW_SOURCE_DIR, name);
    const snw_status status = open_cell(&h, path, NULL);
    if (snw_failed(status)) print_error("%s: %s\n", name, h.diags.items[0].text);
    CHECK(!snw_failed(status));
    for (int i = 0; i < h.diags.count; i++)
        CHECK(strcmp(h.diags.items[i].rule, "order") != 0);
    const snw_loop *loop = h.cell->control.block;
    int place = 0;
    for (int stage = 0; stage < SNW_STAGES; stage++) {
        for (int i = 0; i < loop->component_count; i++) {
            const snw_component_entry *entry = &loop->components[i];
            const int own = (int)snw_component_of(entry->type.type)->stage;
            const int at = entry->stage == SNW_STAGE_OWN ? own : (int)entry->stage - 1;
            if (at != stage) continue;
            CHECK_TEXT(snw_exec_component_in_order(h.exec, place++)->name, entry->name);
        }
    }
    CHECK(place == loop->component_count && place > 0);
    close_cell(&h);
}

static void cells_that_come_with_sinew_run_in_the_order_of_their_files(void) {
    static const char *const cells[] = {"demo",       "imi",          "microbo", "panda-task",
                                        "panda",      "puma560-pick", "puma560", "two-arms",
                                        "two-robots", "wam",          "washer"};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        check_cell(cells[i]);
}

int main(void) {
    RUN(cells_that_come_with_sinew_run_in_the_order_of_their_files);
    return check_report();
}
