// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_TEACH_INTERNAL_H
#define SINEW_SRC_TEACH_INTERNAL_H

#include "sinew/kinematics.h"
#include "sinew/parts.h"
#include "sinew/teach.h"

// --- texts, outside the loop, words.c -----------------------------------------------------------

/// Reads numbers up to the end, or to a bar, which is passed over; -1 for a word that is no number
/// or for more than `most`.
int snw__words_row(snw_words *words, double *out, int most);

/// A whole number from 0 that a text consists of; -1 for anything else.
int snw__words_index(snw_words *words);

/// A text that is put together.
typedef struct snw__line {
    char *text;
    size_t size, used;
    bool cut; ///< something did not fit and was left out
} snw__line;

snw__line snw__line_over(char *text, size_t size);
void snw__line_add(snw__line *line, const char *text);  ///< as it is
void snw__line_word(snw__line *line, const char *text); ///< after a blank, unless it is the first
void snw__line_reals(snw__line *line, const double *values, int count);
void snw__line_pose(snw__line *line, snw_pose pose); ///< x y z and quaternion x y z w
void snw__line_int(snw__line *line, int64_t value);

/// An index as the argument of a question; a name.
typedef struct snw__index_order {
    int index;
} snw__index_order;
typedef struct snw__name_order {
    char name[SNW_NAME];
} snw__name_order;
extern const snw_type snw__index_type, snw__name_type;
snw_command_read_fn snw__read_index;
snw_command_print_fn snw__print_index;

/// A number as an answer.
typedef struct snw__count_answer {
    int count;
} snw__count_answer;
extern const snw_type snw__count_type;

// --- the tool, mover.c --------------------------------------------------------------------------

/// Where a frame of the arm is.
typedef struct snw__tool {
    snw_kin kin;
    double *q;    ///< [nq]
    snw_twist *J; ///< [nv]
    int link;
    snw_pose T_link_tool;
} snw__tool;

/// `frame` as the component motion has it: an attachment, a link, or empty for the last link.
snw_status snw__tool_init(snw__tool *tool, const char *frame, const snw_component *self,
                          snw_arena *arena, snw_why *why);

/// Pose of the tool for q[arm->count], in the world.
snw_status snw__tool_pose(snw__tool *tool, const snw_arm *arm, const double *q, snw_pose *pose);

void snw__pose_numbers(snw_pose pose, double out[7]);
snw_status snw__pose_of_numbers(const double in[7], snw_pose *pose);

// --- moves, mover.c -----------------------------------------------------------------------------

/// Asks the component motion of an arm for one move at a time. It is the first member of the work
/// of all that do so: whoever is under way is found by snw__mover_other().
typedef struct snw__mover {
    int64_t id; ///< of the move that is under way
    bool under_way;
    bool busy; ///< its owner has the arm, also between two moves
} snw__mover;

/// The component motion of the arm, whatever its state, to learn from at set-up; NULL for none.
const snw_component *snw__mover_motion(const snw_component *self);
snw_status snw__mover_init(snw__mover *mover, const snw_component *self, snw_why *why);

/// The name of another component that moves the arm now; NULL for none.
const char *snw__mover_other(const snw_component *self);

/// Begins a move: SNW_NOTHING_NEW when it is under way, SNW_OK when it has ended at once. Refused
/// while another one moves the arm.
snw_status snw__mover_joints(snw__mover *mover, snw_component *self, const double *q, snw_why *why);
snw_status snw__mover_line(snw__mover *mover, snw_component *self, snw_pose T_world_tool,
                           snw_why *why);

/// Once per tick while a move is under way: SNW_NOTHING_NEW, SNW_OK at its end, or why it failed.
snw_status snw__mover_poll(snw__mover *mover, snw_component *self, snw_why *why);

/// True while the motion moves, whoever asked for it.
bool snw__mover_moving(const snw_component *self);

/// Stops, pauses and resumes motion. A stop ends what is under way.
snw_status snw__mover_stop(snw__mover *mover, snw_component *self, snw_why *why);
snw_status snw__mover_pause(snw__mover *mover, snw_component *self, snw_why *why);
snw_status snw__mover_resume(snw__mover *mover, snw_component *self, snw_why *why);

/// The override of motion that is in force; 1 where it is not known.
double snw__mover_override(const snw_component *self);

/// Override of motion.
snw_status snw__mover_set_override(snw__mover *mover, snw_component *self, double part,
                                   snw_why *why);

// --- between components -------------------------------------------------------------------------

/// A point of a component "points" by name; NULL when it has none.
const snw_point *snw__points_find(const snw_component *component, const char *name);
snw_status snw__points_pose(snw_component *component, const snw_point *point, snw_pose *pose);

/// Why the last cycle failed; NULL when it did not.
const snw_why *snw__points_failure(const snw_component *component);

/// Of a component "guiding".
snw_status snw__guiding_begin(snw_component *self, snw_why *why);
void snw__guiding_end(snw_component *self);

/// Of a component "sequence".
snw_status snw__sequence_run(snw_component *self, snw_why *why);
snw_status snw__sequence_pause(snw_component *self, snw_why *why);
snw_status snw__sequence_resume(snw_component *self, bool single, snw_why *why);
snw_status snw__sequence_stop(snw_component *self, snw_why *why);

/// Where it is.
typedef struct snw__sequence_now {
    snw_sequence_state state;
    int step; ///< from 0
    uint64_t rounds;
    const snw_why *failure; ///< of the step that failed
} snw__sequence_now;
snw__sequence_now snw__sequence_status(const snw_component *self);

/// At set-up: what the steps name is there (sequence_check.c).
snw_status snw__sequence_check(const snw_component *self, snw_why *why);

/// Of a component "gripper": as wide as asked; all the way; holds an object by name, or the nearest
/// for an empty one; lets go of it.
snw_status snw__gripper_width(snw_component *self, double width, snw_why *why);
snw_status snw__gripper_open(snw_component *self, snw_why *why);
snw_status snw__gripper_attach(snw_component *self, const char *wanted, snw_why *why);
void snw__gripper_release(snw_component *self, bool relax);

/// Of a component "objects": its number by name, or -1; how many; where one is.
int snw__objects_find(const snw_component *component, const char *name);
int snw__objects_count(const snw_component *component);
const snw_object *snw__objects_get(const snw_component *component, int index);
snw_pose snw__objects_pose(const snw_component *component, int index);

/// Puts all where they began; puts one somewhere; refuses a name.
snw_status snw__objects_reset(snw_component *self, snw_why *why);
snw_status snw__objects_place(snw_component *self, const char *name, const double numbers[7],
                              snw_why *why);
snw_status snw__objects_unknown(const char *name, snw_why *why);

/// Its member of the system, what it weighs, and what it is attached by; NULL when it lies.
int snw__objects_member(const snw_component *component, int index);
snw_inertia snw__objects_inertia(const snw_component *component, int index);
const snw_slot *snw__objects_slot(const snw_component *component, int index);

/// Arguments and handlers of their commands, in the loop.
typedef struct snw__width_order {
    double width;
} snw__width_order;
typedef struct snw__pose_order {
    char name[SNW_NAME];
    double pose[7];
} snw__pose_order;
snw_command_act_fn snw__gripper_order_open, snw__gripper_order_close, snw__gripper_order_width,
    snw__gripper_order_attach, snw__gripper_order_release, snw__gripper_order_relax,
    snw__objects_order_reset, snw__objects_order_place, snw__sequence_order_run,
    snw__sequence_order_pause, snw__sequence_order_resume, snw__sequence_order_step,
    snw__sequence_order_stop, snw__guiding_order_on, snw__guiding_order_off;

/// Tables of commands, in the sources that end in _words.
extern const snw_command snw__points_commands[], snw__sequence_commands[], snw__gripper_commands[],
    snw__objects_commands[], snw__guiding_commands[], snw__paths_commands[];
enum {
    SNW__POINTS_COMMANDS = 15,
    SNW__SEQUENCE_COMMANDS = 17,
    SNW__GRIPPER_COMMANDS = 6,
    SNW__OBJECTS_COMMANDS = 4,
    SNW__GUIDING_COMMANDS = 2,
    SNW__PATHS_COMMANDS = 8
};

extern const snw_component_functions snw__points_functions, snw__sequence_functions,
    snw__gripper_functions, snw__objects_functions, snw__guiding_functions, snw__paths_functions;

#endif // SINEW_SRC_TEACH_INTERNAL_H
