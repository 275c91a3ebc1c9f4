// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A struct of your own, described once: defaults, XML, JSON, a schema, help text, a path and a
// parameter that changes while a loop runs.

#include <stdio.h>
#include <stdlib.h>

#include "sinew/document.h"

// region: table
typedef struct damper {
    double gain; // [N.m.s/rad]
    double cutoff;
} damper;

static const snw_field damper_fields[] = {
    {SNW_AT(damper, gain), .kind = SNW_KIND_REAL, .unit = "N.m.s/rad", .range = {0, 100},
     .initial = "2", .when = SNW_LIVE, .help = "Torque per joint rate."},
    {SNW_AT(damper, cutoff), .kind = SNW_KIND_REAL, .unit = "rad/s", .range = {1, 1e4},
     .initial = "500", .help = "Corner of the rate filter."},
};
static const snw_type damper_type = {SNW_TYPE(damper, damper_fields), .space = &snw_space_motion,
                                     .help = "Viscous damping of one joint."};
// endregion

static int fail(const snw_why *why) {
    char sentence[512];
    (void)snw_why_sentence(why, sentence, sizeof sentence);
    fprintf(stderr, "%s\n", sentence);
    return snw_status_exit_code(why->code);
}

static int fail_without_reason(const char *what) {
    fprintf(stderr, "%s\n", what);
    return 70;
}

static void show(const char *title, char *text) {
    printf("--- %s\n%s\n", title, text);
}

int main(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[8192];
    static char buffer[8192];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_why why;
    snw_registry registry;
    if (snw_registry_init(&registry, 4, &arena) < 0)
        return fail_without_reason("the memory is too small for the registry");
    if (snw_registry_add(&registry, &damper_type, &why) < 0) return fail(&why);

    // from a file, with a unit of the user's choice
    static const char file[] = "<damper gain='5' cutoff='60 rpm'/>";
    snw_setup *setup = snw_setup_create(1 << 20);
    snw_diags diags = {.items = &why, .capacity = 1};
    void *object = NULL;
    const snw_source source = {.bytes = file, .length = sizeof file - 1, .name = "damper.xml"};
    if (snw_xml_read(&source, &damper_type, NULL, setup, &object, &diags) < 0) return fail(&why);

    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_json_write(&damper_type, object, NULL, &text);
    show("as JSON", buffer);
    text = snw_text_over(buffer, sizeof buffer);
    snw_manual_type(&damper_type, &registry, &text);
    show("its page in the manual", buffer);
    text = snw_text_over(buffer, sizeof buffer);
    snw_xsd_write(&registry, &snw_space_motion, &text);
    show("its schema", buffer);

    // live: the service publishes a change, the loop takes it whole at its next tick
    snw_live live;
    if (snw_live_init(&live, &damper_type, object, &arena) < 0)
        return fail_without_reason("the memory is too small for a live parameter");
    damper next;
    snw_live_copy(&live, &next);
    next.gain = 7;
    if (snw_live_publish(&live, &next, SNW_LIVE, &why) < 0) return fail(&why);
    const bool changed = snw_live_update(&live);
    printf("--- live\ngain is now %g\n", ((const damper *)snw_live_block(&live))->gain);
    snw_setup_destroy(setup);
    return changed ? 0 : fail_without_reason("the change did not arrive");
}
