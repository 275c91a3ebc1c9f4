// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// Every component of the module alone: what it was given in each tick of a running cell is given to
// a second one that no executive knows, and both must give the same bits.

#include "platform.h"

enum { TICKS = 800, CHANGE = 500 }; // a parameter of another component changes in that tick

// --- the recording ------------------------------------------------------------------------------

typedef struct moment {
    snw_arm before, after; // with all images
    snw_tick tick;
} moment;

static moment *moments;      // [TICKS]
static unsigned char *shown; // [TICKS] blocks of signals
static size_t shown_size;
static int recorded;

// one stands before the component, one behind it
static snw_status tap_update(snw_component *self, const snw_tick *tick) {
    if (recorded >= TICKS) return SNW_OK;
    moment *m = &moments[recorded];
    if (strcmp(self->name, "before") == 0) {
        m->before = *self->arm;
        m->tick = *tick;
        return SNW_OK;
    }
    m->after = *self->arm;
    const snw_component *watched = snw_exec_find(self->exec, "watched");
    if (shown_size > 0) {
        memcpy(shown + (size_t)recorded * shown_size, watched->signals, shown_size);
    }
    recorded++;
    return SNW_OK;
}

static const snw_component_functions tap_functions = {
    .head = SNW_COMPONENT_HEAD, .stage = SNW_STAGE_USER, .needs_arm = true, .update = tap_update};
static const snw_type tap_type = {BARE_TYPE("tap", bare, "component", tap_functions)};
static const snw_type *const own_types[] = {&tap_type, NULL};

// --- the replay ---------------------------------------------------------------------------------

typedef struct component_replay {
    snw_component self;
    void *work, *signals, *derived;
} component_replay;

static void begin_replay(component_replay *r, const snw_component *like, const void *config,
                         const snw_arm *arm) {
    // some ask the executive who else belongs to their arm: it is that arm, with recorded images
    *r = (component_replay){0};
    *like->arm = *arm;
    const snw_type *type = like->type;
    const snw_component_functions *functions = snw_component_of(type);
    r->self = (snw_component){.name = "alone",
                              .type = type,
                              .functions = functions,
                              .config = config,
                              .arm = like->arm,
                              .exec = like->exec};
    if (functions->signals != NULL) {
        r->signals = calloc(1, functions->signals->size);
        CHECK(r->signals != NULL);
        snw_block_defaults(functions->signals, r->signals);
        r->self.signals = r->signals;
    }
    snw_why why = {0};
    if (type->derive != NULL) {
        r->derived = calloc(1, type->derived_size);
        CHECK(r->derived != NULL && !snw_failed(type->derive(config, r->derived, &why)));
        r->self.derived = r->derived;
    }
    if (functions->configure != NULL) {
        snw_arena arena = {0};
        SNW_IGNORE(functions->configure(&r->self, &arena, &why));
        r->work = aligned_block(arena.needed, &arena);
        CHECK(!snw_failed(functions->configure(&r->self, &arena, &why)));
    }
    if (functions->start != NULL) CHECK(!snw_failed(functions->start(&r->self, &why)));
}

static void end_replay(component_replay *r) {
    free(r->work);
    free(r->signals);
    free(r->derived);
}

// every byte, also those between members: both are copies of one image
static bool same(const void *a, const void *b, size_t size) {
    return memcmp(a, b, size) == 0;
}

static bool same_images(const snw_arm *a, const snw_arm *b) {
    return same(&a->sensed, &b->sensed, sizeof a->sensed) &&
           same(&a->estimate, &b->estimate, sizeof a->estimate) &&
           same(&a->target, &b->target, sizeof a->target) &&
           same(&a->wanted, &b->wanted, sizeof a->wanted) &&
           same(&a->command, &b->command, sizeof a->command);
}

// the gravity term beside a law is switched, if there is one
static void change_another(snw_exec *exec, const char *on) {
    if (snw_exec_find(exec, "gravity") == NULL) return;
    CHECK(snw_exec_set(exec, "gravity/on", on, NULL) == SNW_OK);
}

// feeds all moments; returns the first in which the outputs differ, TICKS for none
static int replay(component_replay *r) {
    for (int t = 0; t < recorded; t++) {
        if (t == CHANGE) {
            change_another(r->self.exec, "true");
            snw_exec_tick(r->self.exec);
        }
        *r->self.arm = moments[t].before;
        CHECK(!snw_failed(r->self.functions->update(&r->self, &moments[t].tick)));
        if (!same_images(r->self.arm, &moments[t].after)) return t;
        if (shown_size > 0 && memcmp(r->signals, shown + (size_t)t * shown_size, shown_size) != 0) {
            return t;
        }
    }
    return recorded;
}

// --- a cell around each -------------------------------------------------------------------------

static const char *settings_of(const char *token) {
    static const struct {
        const char *token, *xml;
    } list[] = {
        {"wave", "<wave frequency=\"0.5\"><amplitude>0.2</amplitude></wave>"},
        {"joint_move", "<joint_move><goal>0.2 0.9 -0.6 0.1 0.4 0.1</goal></joint_move>"},
        {"pd", "<pd><kp>1000 1500 800 60 60 40</kp><kd>120 180 80 5 5 3</kd></pd>"},
        {"pid", "<pid><kp>1000 1500 800 60 60 40</kp><kd>120 180 80 5 5 3</kd>"
                "<ki>500</ki></pid>"},
        {"computed_torque", "<computed_torque><kp>400</kp><kd>40</kd></computed_torque>"},
        {"feedforward", "<feedforward/>"},
        {"impedance", "<impedance><stiffness>500</stiffness><damping>60</damping></impedance>"},
        {"friction", "<friction><coulomb>5</coulomb><viscous>3</viscous></friction>"},
        {"tip_force", "<tip_force frame=\"flange\" force=\"1 2 3\"/>"},
        {"wall", "<wall frame=\"flange\" offset=\"1.5\" stiffness=\"500\"/>"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        if (strcmp(list[i].token, token) == 0) return list[i].xml;
    }
    return NULL;
}

// the watched one between two taps; a wave as source and a law besides, where it is none itself
static void open_around(harness *h, const snw_type *type) {
    static char text[8192];
    char plain[128];
    const snw_stage stage = snw_component_of(type)->stage;
    const char *settings = settings_of(type->token);
    if (settings == NULL) {
        (void)snprintf(plain, sizeof plain, "<%s/>", type->token);
        settings = plain;
    }
    (void)snprintf(
        text, sizeof text,
        "<cell name=\"puma\"><mechanisms><mechanism name=\"puma\" "
        "file=\"package://models/puma560-corke/puma560-corke.xml\"/></mechanisms><members>"
        "<member name=\"arm\" mechanism=\"puma\"/></members><states><state name=\"s\"><members>"
        "<member member=\"arm\"><q>0 0.785 -0.785 0 0.5 0</q></member></members></state></states>"
        "<control><loop period=\"1 ms\"><arms><arm member=\"arm\"><drive><simulated_arm/></drive>"
        "<guard following_rest=\"2\" following_full=\"2\"/></arm></arms><components>%s%s"
        "<component name=\"before\" member=\"arm\" stage=\"%s\"><type><tap/></type></component>"
        "<component name=\"watched\" member=\"arm\"><type>%s</type></component>"
        "<component name=\"after\" member=\"arm\" stage=\"%s\"><type><tap/></type></component>"
        "</components></loop></control></cell>",
        stage == SNW_STAGE_SOURCE ? ""
                                  : "<component name=\"source\" member=\"arm\"><type><wave>"
                                    "<amplitude>0.2</amplitude></wave></type></component>",
        stage == SNW_STAGE_SERVO ? "<component name=\"gravity\" member=\"arm\"><type><gravity/>"
                                   "</type></component>"
                                 : "",
        snw_stage_name(stage), settings, snw_stage_name(stage));
    must_open(h, text, own_types);
}

typedef struct session {
    harness h;
    snw_arm first; // before the first tick
    const snw_component *watched;
} session;

// runs a cell around a component and keeps what went in and came out
static void record(session *s, const snw_type *type) {
    const snw_type *signals = snw_component_of(type)->signals;
    shown_size = signals != NULL ? signals->size : 0;
    shown = calloc(TICKS, shown_size + 1);
    moments = calloc(TICKS, sizeof *moments);
    CHECK(shown != NULL && moments != NULL);
    recorded = 0;
    open_around(&s->h, type);
    s->first = *snw_exec_arm(s->h.exec, 0);
    s->watched = snw_exec_find(s->h.exec, "watched");
    enable(&s->h);
    while (recorded < TICKS) {
        if (recorded == CHANGE) change_another(s->h.exec, "false");
        snw_exec_tick(s->h.exec);
    }
}

static void forget(session *s) {
    free(shown);
    free(moments);
    close_cell(&s->h);
}

static void check_one(const snw_type *type) {
    static session s;
    record(&s, type);
    // it did something while it was watched
    bool works = shown_size > 0 && memcmp(shown, shown + (TICKS - 1) * shown_size, shown_size) != 0;
    for (int t = 0; t < TICKS && !works; t++)
        works = !same_images(&moments[t].before, &moments[t].after);
    // one that waits to be asked does nothing, and shall do so again
    const bool waits = strcmp(type->token, "test_signal") == 0;
    if (!works && !waits) print_error("%s did nothing\n", type->token);
    CHECK(works != waits);

    component_replay r;
    begin_replay(&r, s.watched, s.watched->config, &s.first);
    const int alike = replay(&r);
    if (alike < TICKS) print_error("%s differs at tick %d\n", type->token, alike);
    CHECK(alike == TICKS);
    end_replay(&r);
    forget(&s);
}

// spec: damore:ARC-14
static void every_component_alone_gives_what_it_gave_in_its_cell(void) {
    static harness all;
    all = (harness){.setup = snw_setup_create(1 << 20)};
    open_types(&all, NULL);
    int cursor = 0, count = 0;
    for (const snw_type *type;
         (type = snw_registry_next(&all.registry, "component", &cursor)) != NULL; count++) {
        // they follow from the state of the cell or switch others, and change no image of an arm
        if (strcmp(type->token, "link_springs") == 0) continue;
        if (strcmp(type->token, "state_machine") == 0) continue;
        check_one(type);
    }
    CHECK(count >= 17);
    close_cell(&all);
}

// the comparison has eyes: a last bit of one input is found in its tick
static void a_single_bit_of_an_input_shows_in_the_output(void) {
    static session s;
    static harness types;
    types = (harness){.setup = snw_setup_create(1 << 20)};
    open_types(&types, NULL);
    record(&s, snw_registry_find(&types.registry, "pd"));
    CHECK_CASES(10) {
        const int t = check_int(TICKS / 2, TICKS - 1), axis = check_int(0, 5);
        double *q = &moments[t].before.estimate.q[axis];
        const double whole = *q;
        *q = nextafter(whole, 10);
        change_another(s.h.exec, "false");
        component_replay r;
        begin_replay(&r, s.watched, s.watched->config, &s.first);
        CHECK(replay(&r) == t);
        end_replay(&r);
        *q = whole;
    }
    forget(&s);
    close_cell(&types);
}

int main(void) {
    RUN(every_component_alone_gives_what_it_gave_in_its_cell);
    RUN(a_single_bit_of_an_input_shows_in_the_output);
    return check_report();
}
