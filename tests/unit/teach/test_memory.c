// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Components take their memory when they are configured, all of it, and none afterwards.
#include "allocations.h"
#include "harness.h"

static harness h;

#define SMALL                                                                                      \
    HEAD                                                                                           \
        "<component name=\"points\" member=\"arm\"><type><points capacity=\"3\"><list>"            \
        "<point name=\"a\"><q>" PANDA_AT "</q></point><point name=\"b\"><q>" PANDA_AT              \
        "</q></point></list></points></type>" TO_MOTION "</component>"                             \
        "<component name=\"program\" member=\"arm\"><type><sequence automatic=\"false\"><steps>"   \
        "<step action=\"go\" point=\"a\"/><step action=\"close\"/><step action=\"line\" "          \
        "point=\"b\"/><step action=\"open\"/></steps></sequence></type>"                           \
        "<peers><peer role=\"motion\" component=\"motion\"/><peer role=\"points\" "                \
        "component=\"points\"/><peer role=\"gripper\" component=\"gripper\"/></peers></component>" \
        "<component name=\"paths\" member=\"arm\"><type><paths capacity=\"2\" records=\"3\"/>"     \
        "</type>" TO_MOTION "</component>" GUIDING LAW GRIPPER                                     \
        "<component name=\"objects\"><type><objects><list><object member=\"cup\" mass=\"1\"/>"     \
        "</list></objects></type></component>" TAIL

static void every_component_needs_what_it_measures_and_no_byte_more(void) {
    static const char *const names[] = {"points",  "program", "paths",
                                        "guiding", "gripper", "objects"};
    open_ready(&h, SMALL);
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        snw_component copy = *snw_exec_find(h.exec, names[n]);
        snw_arena arena = {0};
        snw_why why = {0};
        CHECK(copy.functions->configure(&copy, &arena, &why) == SNW_ERR_MEMORY);
        const size_t needed = arena.needed;
        CHECK(needed > 0);
        for (size_t size = 0; size <= needed; size += size + 8 < needed ? 8 : 1) {
            // a block that ends with what was given, so that a sanitizer sees what is written
            // behind
            void *block =
                aligned_alloc(SNW_ARENA_ALIGN, (size / SNW_ARENA_ALIGN + 1) * SNW_ARENA_ALIGN);
            CHECK(block != NULL);
            arena = snw_arena_over(block, size);
            const snw_status status = copy.functions->configure(&copy, &arena, &why);
            CHECK(status == (size < needed ? SNW_ERR_MEMORY : SNW_OK));
            free(block);
        }
    }
    close_cell(&h);
}

static void nothing_allocates_in_the_loop(void) {
    static const struct {
        const char *component, *text;
        int ticks;
    } words[] = {
        {"points", "replace a", 1},
        {"points", "store c", 1},
        {"points", "remove c", 1},
        {"points", "put b 0.3 -0.6 0 -2.2 0 1.6 0.8", 1},
        {"points", "point 1", 1},
        {"points", "go b", 900},
        {"points", "cycle all", 1500},
        {"points", "pause", 200},
        {"points", "stop", 900},
        {"points", "go a line 0.5", 2500},
        {"program", "run", 1800},
        {"program", "text 2", 1},
        {"program", "stop", 900},
        {"objects", "place cup 0.3 0 1 0 0 0 1", 1},
        {"gripper", "close", 900},
        {"gripper", "attach cup", 5},
        {"gripper", "release", 5},
        {"paths", "record joints p", 20},
        {"paths", "end", 1},
        {"paths", "dump p 0", 1},
        {"paths", "play p", 900},
        {"paths", "record frame f", 20},
        {"paths", "end", 1},
        {"paths", "play f", 900},
        {"paths", "list", 1},
        {"guiding", "guide on", 500},
        {"guiding", "guide off", 1500},
        {"points", "dance", 1},
    };
    open_ready(&h, SMALL);
    watched_allocations = 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char answer[SNW_MESSAGE];
        snw_status status = SNW_NOTHING_NEW;
        allocations_watched = true;
        while (status == SNW_NOTHING_NEW) {
            status = snw_exec_message(h.exec, words[i].component, words[i].text, 0, answer, NULL);
            snw_exec_tick(h.exec);
        }
        run_ticks(&h, words[i].ticks);
        allocations_watched = false;
    }
    CHECK(watched_allocations == 0);
    CHECK(shown_real(&h, "points/moves") >= 3);
    CHECK(shown_real(&h, "paths/plays") >= 2);
    close_cell(&h);
}

int main(void) {
    RUN(every_component_needs_what_it_measures_and_no_byte_more);
    RUN(nothing_allocates_in_the_loop);
    return check_report();
}
