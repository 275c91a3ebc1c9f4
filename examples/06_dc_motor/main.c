// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The speed of a DC motor, without a robot: two components of a user, a motor and its controller,
// joined by ports in a loop that has no arm.
//
// J w' = k i - b w and u = R i + k w make w' = B u - A w with B = k/RJ and A = b/J + k^2/RJ. A PI
// controller with ki = A kp leaves w = r (1 - exp(-kp B t)).

#include <string.h>

#include "../explain.h"
#include "sinew/exec.h"
#include "sinew/modelio.h"

enum { MEASURED, COMMANDED };
static const double A = 12, B = 40, WANTED = 100; // [1/s, rad/s^2/V, rad/s]

#define PORT(name, out)                                                                            \
    { name, out, SNW_PORT_LATEST, "number", sizeof(double), 1, false, "A number." }
static double speed, voltage, integral; // of the only motor here

// the motor moves by one period, exactly for a voltage that stays, and tells its speed
static snw_status motor(snw_component *self, const snw_tick *tick) {
    SNW_IGNORE(snw_port_read(self, COMMANDED, &voltage));
    const double end = B * voltage / A;
    if (tick->number > 0) speed = end + (speed - end) * exp(-A * tick->dt);
    snw_port_write(self, MEASURED, &speed);
    return SNW_OK;
}

static snw_status control(snw_component *self, const snw_tick *tick) {
    double now = 0;
    SNW_IGNORE(snw_port_read(self, MEASURED, &now));
    const double kp = 0.5, error = WANTED - now;
    const double u = kp * error + integral;
    integral += A * kp * error * tick->dt;
    snw_port_write(self, COMMANDED, &u);
    return SNW_OK;
}

static const snw_port ports[2][2] = {{PORT("speed", true), PORT("voltage", false)},
                                     {PORT("speed", false), PORT("voltage", true)}};
static const snw_component_functions functions[] = {
    {SNW_COMPONENT_HEAD, SNW_STAGE_SENSE, .ports = ports[0], .port_count = 2, .update = motor},
    {SNW_COMPONENT_HEAD, SNW_STAGE_SERVO, .ports = ports[1], .port_count = 2, .update = control}};
#define BARE .size = 1, .align = 1, .base = "component", .help = "Of this example."
static const snw_type types[] = {{.token = "dc_motor", BARE, .functions = &functions[0].head},
                                 {.token = "speed_control", BARE, .functions = &functions[1].head}};

static const char cell_text[] =
    "<cell name='motor'><mechanisms><mechanism name='bench'><robot name='bench'><links>"
    "<link name='table'/></links></robot></mechanism></mechanisms><members><member name='bench' "
    "mechanism='bench'/></members><control><loop period='1 ms'><components><component name='motor'>"
    "<type><dc_motor/></type></component><component name='control'><type><speed_control/></type>"
    "</component></components><connections><connection from='motor.speed' to='control.speed'/>"
    "<connection from='control.voltage' to='motor.voltage'/></connections></loop></control></cell>";

// a loop from the text above, by the types of the library and the two of this file
static snw_exec *open_loop(snw_registry *registry, snw_system *system, snw_setup *setup) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 19];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    const snw_source source = {.bytes = cell_text, .length = strlen(cell_text), .name = "motor"};
    const snw_cell_options reading = {.registry = registry};
    snw_exec_options options = snw_exec_defaults();
    options.registry = registry;
    snw_cell *cell = NULL;
    snw_exec *exec = NULL;
    snw_status (*const modules[])(snw_registry *, snw_why *) = {
        snw_model_register, snw_modelio_register, snw_axis_register, snw_exec_register};
    snw_status status = snw_registry_init(registry, 256, &arena);
    for (int i = 0; i < 4 && status == SNW_OK; i++)
        status = modules[i](registry, NULL);
    for (int i = 0; i < 2 && status == SNW_OK; i++)
        status = snw_registry_add(registry, &types[i], NULL);
    if (status == SNW_OK)
        status = snw_cell_read(&source, &reading, setup, &cell, &explain_findings);
    if (status == SNW_OK) status = snw_system_compile(system, cell, &arena, NULL);
    if (status == SNW_OK)
        SNW_IGNORE(snw_exec_open(&exec, cell, system, &options, &explain_findings));
    return exec;
}

int main(void) {
    snw_registry registry;
    snw_system system;
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_exec *exec = open_loop(&registry, &system, setup);
    if (exec == NULL) return explain("the loop cannot be made", NULL);
    for (int i = 0; i <= 50; i++)
        snw_exec_tick(exec);
    const double formula = WANTED * (1 - exp(-0.5 * B * 0.05));
    printf("%.3f rad/s after 50 ms, %.3f by the formula\n", speed, formula);
    SNW_IGNORE(snw_exec_close(exec, 1000000000, NULL));
    snw_setup_destroy(setup);
    return finish(fabs(speed - formula) < 0.02 * WANTED, SNW_OK);
}
