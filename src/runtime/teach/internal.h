// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_TEACH_INTERNAL_H
#define SINEW_SRC_TEACH_INTERNAL_H

#include "sinew/kinematics.h"
#include "sinew/parts.h"
#include "sinew/teach.h"

// --- words of messages, words.c -----------------------------------------------------------------

/// A word in a message; not terminated.
typedef struct snw__word {
    const char *text;
    size_t length;
} snw__word;

/// The rest of a message.
typedef struct snw__words {
    const char *at;
} snw__words;

/// The next word between blanks; false at the end.
bool snw__word_next(snw__words *words, snw__word *word);
bool snw__word_is(snw__word word, const char *text);

/// As a terminated text; false when it is longer than `size` allows.
bool snw__word_copy(snw__word word, char *out, size_t size);

/// Reads numbers up to the end, or to a bar, which is passed over; -1 for a word that is no number
/// or for more than `most`.
int snw__word_reals(snw__words *words, double *out, int most);

/// Nothing but blanks is left.
bool snw__words_end(const snw__words *words);

/// A text that is put together in the loop.
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

/// SNW_OK; SNW_ERR_TOO_LARGE with the reason when something was left out.
snw_status snw__line_end(const snw__line *line, const snw_component *self, snw_why *why);

/// Fills `why` and gives its code back.
snw_status snw__teach_refuse(snw_why *why, snw_status code, const char *subject, const char *text,
                             const char *fix);
snw_status snw__teach_unknown(const snw_component *self, const char *words, snw_why *why);

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
    // of signals of the motion
    int moving_offset, ended_offset, code_offset, override_offset;
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
bool snw__mover_moving(const snw__mover *mover, const snw_component *self);

/// A word to motion: stop, pause, resume, override. `stop` ends what is under way.
snw_status snw__mover_tell(snw__mover *mover, snw_component *self, const char *text, snw_why *why);

/// The override of motion that is in force; 1 where it is not known.
double snw__mover_override(const snw__mover *mover, const snw_component *self);

/// Override of motion.
snw_status snw__mover_set_override(snw__mover *mover, snw_component *self, double part,
                                   snw_why *why);

// --- between components -------------------------------------------------------------------------

/// A point of a component "points" by name; NULL when it has none.
const snw_point *snw__points_find(const snw_component *component, const char *name);
snw_status snw__points_pose(snw_component *component, const snw_point *point, snw_pose *pose);

/// Of a component "objects": its number by name, or -1; how many; where one is.
int snw__objects_find(const snw_component *component, const char *name);
int snw__objects_count(const snw_component *component);
const snw_object *snw__objects_get(const snw_component *component, int index);
snw_pose snw__objects_pose(const snw_component *component, int index);

/// Its member of the system, what it weighs, and what it is attached by; NULL when it lies.
int snw__objects_member(const snw_component *component, int index);
snw_inertia snw__objects_inertia(const snw_component *component, int index);
const snw_slot *snw__objects_slot(const snw_component *component, int index);

extern const snw_component_functions snw__points_functions, snw__sequence_functions,
    snw__gripper_functions, snw__objects_functions, snw__guiding_functions, snw__paths_functions;

#endif // SINEW_SRC_TEACH_INTERNAL_H
