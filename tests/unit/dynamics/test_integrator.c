// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

#include "../../../src/robot/dynamics/inside.h"
#include "sinew/document.h"

// Integrators from XML, by name, and one of the user's own among them.

static stand s;

// --- an integrator of the user's own
// --------------------------------------------------------------

/// The midpoint rule: rates and places with those of half a step before; order 2.
typedef struct midpoint {
    double part; ///< where the middle is
} midpoint;

static int midpoint_memory(const void *block, const snw_model *model) {
    (void)block;
    return 3 * model->nv + 1;
}

// for joints of one coordinate; the last number counts the steps
static snw_status midpoint_step(const void *block, const snw_integrator_step *step) {
    const midpoint *m = block;
    const int nv = step->model->nv;
    const double half = m->part * step->dt;
    double *a = step->memory, *q = a + nv, *v = q + nv;
    step->memory[3 * nv]++;
    snw_status status =
        step->source.acceleration(step->t, step->q, step->v, a, step->source.context);
    for (int i = 0; i < nv; i++) {
        q[i] = step->q[i] + half * step->v[i];
        v[i] = step->v[i] + half * a[i];
    }
    if (status >= 0) {
        status = step->source.acceleration(step->t + half, q, v, a, step->source.context);
    }
    for (int i = 0; i < nv; i++) {
        step->q_next[i] = step->q[i] + step->dt * v[i];
        step->v_next[i] = step->v[i] + step->dt * a[i];
    }
    return status;
}

static const snw_integrator_functions midpoint_functions = {
    .head = {sizeof(snw_integrator_functions), SNW_INTEGRATOR_VERSION},
    .step = midpoint_step,
    .memory = midpoint_memory};
static const snw_field midpoint_fields[] = {
    {SNW_AT(midpoint, part), .kind = SNW_KIND_REAL, .range = {0.01, 1}, .initial = "0.5",
     .help = "Where the middle is."},
};
static const snw_type midpoint_type = {
    SNW_TYPE(midpoint, midpoint_fields), .base = "integrator", .space = &snw_space_robot,
    .functions = &midpoint_functions.head, .help = "The midpoint rule."};

// --- a document that names one
// ---------------------------------------------------------------------

typedef struct motion {
    snw_child integrator;
} motion;

static const snw_field motion_fields[] = {
    {SNW_AT(motion, integrator), .kind = SNW_KIND_CHILD, .base = "integrator",
     .help = "What carries the state through time."},
};
static const snw_type motion_type = {SNW_TYPE(motion, motion_fields), .space = &snw_space_robot,
                                     .help = "A motion."};

static snw_registry registry;
static void *registry_block;

static void open_registry(void) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_registry_init(&registry, 16, &arena));
    registry_block = exact_block(arena.needed);
    arena = snw_arena_over(registry_block, arena.needed);
    CHECK(snw_registry_init(&registry, 16, &arena) == SNW_OK);
    CHECK(snw_dynamics_register(&registry, NULL) == SNW_OK);
    CHECK(snw_registry_add(&registry, &midpoint_type, NULL) == SNW_OK);
}

// the integrator of <motion><integrator>...; a refusal gives none
static snw_child read_integrator(const char *inside, snw_setup *setup, snw_diags *diags) {
    char bytes[512];
    (void)snprintf(bytes, sizeof bytes,
                   "<motion xmlns='urn:sinew:robot' version='1'><integrator>%s</integrator>"
                   "</motion>",
                   inside);
    const snw_source source = {bytes, strlen(bytes), "motion.xml", NULL};
    const snw_read_options options = {.registry = &registry};
    void *object = NULL;
    const snw_child none = {0};
    const snw_status status = snw_xml_read(&source, &motion_type, &options, setup, &object, diags);
    return status == SNW_OK ? ((const motion *)object)->integrator : none;
}

// --- motions
// -----------------------------------------------------------------------------------------

// q'' = -q for each rate, whatever the mechanism
static snw_status spring(double t, const double *q, const double *v, double *a, void *context) {
    const int *nv = context;
    (void)t;
    (void)v;
    for (int i = 0; i < *nv; i++) {
        a[i] = -q[i];
    }
    return SNW_OK;
}

static void arm_of(int links) {
    check_seed(4);
    snw_setup *setup = new_setup();
    snw_robot *robot = random_tree(setup, (tree_options){.links = links, .only_single = true});
    set_up(&s, setup, robot);
    CHECK(s.nv > 0);
}

/// One second in steps of 1 / count, from q = 1 and v = 0: `q` and `v` are where it ends.
static void swing(snw_stepper *stepper, int count, double *q, double *v) {
    const snw_stepper_source source = {spring, &s.nv};
    for (int i = 0; i < s.nv; i++) {
        q[i] = 1;
        v[i] = 0;
    }
    snw__stepper_reset(stepper);
    for (int k = 0; k < count; k++) {
        CHECK(snw_stepper_step(stepper, source, (double)k / count, 1.0 / count, q, v) == SNW_OK);
    }
}

static void *new_stepper(snw_stepper *stepper, const snw_child *integrator) {
    snw_arena arena = {0};
    CHECK(snw_stepper_init_type(stepper, &s.c.model, integrator, &arena, NULL) == SNW_ERR_MEMORY);
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_stepper_init_type(stepper, &s.c.model, integrator, &arena, NULL) == SNW_OK);
    return block;
}

// the order that steps of 1/20 s and 1/40 s show against cos t
static double measured_order(snw_stepper *stepper) {
    double q[RATES], v[RATES];
    swing(stepper, 20, q, v);
    const double coarse = fabs(q[0] - cos(1));
    swing(stepper, 40, q, v);
    return log2(coarse / fabs(q[0] - cos(1)));
}

// spec: actin-control:IN-03
static void a_file_chooses_an_integrator_by_name(void) {
    static const struct {
        const char *xml, *name;
        double order;
    } cases[] = {
        {"<euler/>", "euler", 1},
        {"<rk4/>", "rk4", 4},
        {"<adams_bashforth/>", "ab4", 4},
        {"<adams_bashforth order='1'/>", "ab1", 1},
        {"<adams_bashforth order='3'/>", "ab3", 3},
        {"<adams_moulton order='2'/>", "abm2", 2},
    };
    open_registry();
    arm_of(5);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const snw_child found = read_integrator(cases[k].xml, s.setup, NULL);
        CHECK(found.type != NULL);
        snw_stepper from_file, from_name;
        void *file_block = new_stepper(&from_file, &found);
        snw_stepper_settings settings;
        CHECK(snw_stepper_named(cases[k].name, &settings) == SNW_OK);
        CHECK(from_file.settings.kind == settings.kind);
        snw_arena arena = {0};
        SNW_IGNORE(snw_stepper_init(&from_name, &s.c.model, settings, &arena));
        void *name_block = exact_block(arena.needed);
        arena = snw_arena_over(name_block, arena.needed);
        CHECK(snw_stepper_init(&from_name, &s.c.model, settings, &arena) == SNW_OK);
        double q[2][RATES], v[2][RATES];
        swing(&from_file, 50, q[0], v[0]);
        swing(&from_name, 50, q[1], v[1]);
        CHECK(memcmp(q[0], q[1], sizeof **q * (size_t)s.nv) == 0);
        CHECK(memcmp(v[0], v[1], sizeof **v * (size_t)s.nv) == 0);
        CHECK_NEAR(measured_order(&from_file), cases[k].order, 0.35);
        free(file_block);
        free(name_block);
    }
    tear_down(&s);
    free(registry_block);
}

// spec: actin-control:IN-03
static void an_integrator_of_the_users_own_stands_beside_them(void) {
    open_registry();
    arm_of(5);
    const snw_child found = read_integrator("<midpoint part='0.5'/>", s.setup, NULL);
    CHECK(found.type == &midpoint_type);
    snw_stepper stepper;
    void *block = new_stepper(&stepper, &found);
    CHECK_NEAR(measured_order(&stepper), 2, 0.1);
    // its memory lasts from step to step, and a reset empties it
    CHECK(stepper.memory[3 * s.nv] == 40);
    snw__stepper_reset(&stepper);
    CHECK(stepper.memory[3 * s.nv] == 0);
    free(block);

    // the parameter of the file reaches it: the end of the step instead of the middle is order 1
    const snw_child late = read_integrator("<midpoint part='1'/>", s.setup, NULL);
    block = new_stepper(&stepper, &late);
    CHECK_NEAR(measured_order(&stepper), 1, 0.2);
    // the bound of states holds for it too
    const snw_stepper_source source = {spring, &s.nv};
    double q[RATES] = {0}, v[RATES] = {0};
    q[0] = 1e200;
    CHECK(snw_stepper_step(&stepper, source, 0, 0.1, q, v) == SNW_ERR_LIMIT);
    CHECK(q[0] == 1e200);
    free(block);
    tear_down(&s);
    free(registry_block);
}

static void names_and_numbers_that_are_none_are_refused(void) {
    open_registry();
    arm_of(3);
    static const char *const wrong[] = {"<leapfrog/>", "<adams_bashforth order='5'/>",
                                        "<rk4 order='3'/>", "<rk4 bound='-1'/>"};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        snw_why items[4];
        snw_diags diags = {.items = items, .capacity = 4};
        CHECK(read_integrator(wrong[k], s.setup, &diags).type == NULL);
        CHECK(diags.count > 0);
    }
    snw_stepper stepper;
    snw_arena arena = {0};
    snw_why why = {0};
    midpoint numbers = {0.5};
    snw_type type = midpoint_type;
    snw_integrator_functions functions = midpoint_functions;
    const snw_child child = {&type, &numbers};
    type.functions = &functions.head;
    functions.step = NULL;
    CHECK(snw_stepper_init_type(&stepper, &s.c.model, &child, &arena, &why) == SNW_ERR_ARGUMENT);
    CHECK(why.code == SNW_ERR_ARGUMENT);
    functions = midpoint_functions;
    functions.head.version = 7;
    CHECK(snw_stepper_init_type(&stepper, &s.c.model, &child, &arena, NULL) == SNW_ERR_ARGUMENT);
    functions = midpoint_functions;
    type.base = "joint_law";
    CHECK(snw_stepper_init_type(&stepper, &s.c.model, &child, &arena, NULL) == SNW_ERR_ARGUMENT);
    const snw_child none = {0};
    CHECK(snw_stepper_init_type(&stepper, &s.c.model, &none, &arena, NULL) == SNW_ERR_ARGUMENT);
    // twice is once too often
    CHECK(snw_dynamics_register(&registry, NULL) != SNW_OK);
    CHECK(snw_registry_find(&registry, "rk4") == &snw_rk4_type);
    tear_down(&s);
    free(registry_block);
}

static void every_smaller_arena_is_refused(void) {
    arm_of(4);
    midpoint numbers = {0.5};
    const snw_child child = {&midpoint_type, &numbers};
    snw_stepper stepper;
    snw_arena arena = {0};
    SNW_IGNORE(snw_stepper_init_type(&stepper, &s.c.model, &child, &arena, NULL));
    const size_t needed = arena.needed;
    for (size_t size = 0; size <= needed; size++) {
        void *block = exact_block(size);
        arena = snw_arena_over(block, size);
        const snw_status status = snw_stepper_init_type(&stepper, &s.c.model, &child, &arena, NULL);
        CHECK(status == (size < needed ? SNW_ERR_MEMORY : SNW_OK));
        free(block);
    }
    tear_down(&s);
}

int main(void) {
    RUN(a_file_chooses_an_integrator_by_name);
    RUN(an_integrator_of_the_users_own_stands_beside_them);
    RUN(names_and_numbers_that_are_none_are_refused);
    RUN(every_smaller_arena_is_refused);
    return check_report();
}
