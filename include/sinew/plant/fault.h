// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PLANT_FAULT_H
#define SINEW_PLANT_FAULT_H

/// @file
/// Failures, pushes and payloads on demand, as text to the drive's `message` or by function:
///
///     fault AXIS KIND [VALUE] [for SECONDS]
///     force AXIS EFFORT [for SECONDS]                   from outside, on an axis
///     push LINK FX FY FZ [TX TY TZ] [for SECONDS]       on a link's origin, along the world's axes
///     payload LINK MASS [X Y Z]                         a point mass in the link's frame
///
/// AXIS is a number from 0 or the name of a joint, or "all". Everything acts from the next tick on,
/// until "fault AXIS ok", an effort of 0, or the time given has passed. An axis has one fault at a
/// time, the newest. What is drawn by chance follows from the drive's seed.

#include "sinew/axis.h"
#include "sinew/base.h"
#include "sinew/math.h"

#ifdef __cplusplus
extern "C" {
#endif

/// X(NAME, name, value when none is given, sentence). The numbers are also the codes that a drive
/// reports of faults it knows of.
#define SNW_PLANT_FAULT_TABLE(X)                                                                   \
    X(OK, ok, 0, "No fault.")                                                                      \
    X(OFF, off, 0, "The drive disables itself and reports it.")                                    \
    X(STUCK, stuck, 0, "The sensor stays at one value; sampling continues.")                       \
    X(FROZEN, frozen, 0, "The drive repeats its last answer and takes no samples.")                \
    X(GARBAGE, garbage, 0, "Readings are NaN, infinite or 1e300, at random.")                      \
    X(WRONG, wrong, 1.5, "Readings move VALUE times as far as the axis.")                          \
    X(SLOW, slow, 10, "A new answer comes only every VALUE-th tick.")                              \
    X(DELAYED, delayed, 5, "Answers are VALUE ticks old, 63 at most.")                             \
    X(INTERMITTENT, intermittent, 0.3, "Answers are missing with probability VALUE.")              \
    X(JUMP, jump, 0.1, "Readings jump by VALUE, for one sample unless a time is given.")           \
    X(DRIFT, drift, 0.01, "Readings drift by VALUE per second.")                                   \
    X(INVERT, invert, 0, "The motor turns the wrong way.")                                         \
    X(SATURATE, saturate, 1, "The motor gives no more effort than VALUE.")                         \
    X(REFUSE, refuse, 0, "The drive keeps its last command and accepts no other.")                 \
    X(LOST, lost, 0, "The drive neither sends nor receives; it stops by its own watchdog.")        \
    X(POWER, power, 0, "The whole arm loses its power; the brakes close.")                         \
    X(OVERLOAD, overload, 0.05,                                                                    \
      "The drive reports an overload and disables itself after VALUE s.")                          \
    X(EMERGENCY, emergency, 0, "The emergency stop input is active.")                              \
    X(BRAKE, brake, 0, "The brake does not hold.")

typedef enum snw_plant_fault_kind {
#define SNW_X(NAME, name, value, sentence) SNW_PLANT_##NAME,
    SNW_PLANT_FAULT_TABLE(SNW_X)
#undef SNW_X
        SNW_PLANT_FAULTS ///< how many there are
} snw_plant_fault_kind;

enum { SNW_PLANT_DELAY = 63 }; ///< ticks that a reading may be late

/// A failure of one axis.
typedef struct snw_plant_fault {
    snw_plant_fault_kind kind;
    double value;   ///< finite; its meaning is the kind's
    double seconds; ///< how long; 0 is until it is replaced, for a jump one sample
} snw_plant_fault;

/// The name of a kind, its sentence and the value that it has when none is given.
SNW_RT double snw_plant_fault_value(snw_plant_fault_kind kind);

/// Lets an axis fail, or end its failure, from the next tick on. SNW_ERR_ARGUMENT for an axis or a
/// kind that is not there and for a drive that is not an arm of this module, SNW_ERR_RANGE for a
/// value that its kind does not have or a negative time, SNW_ERR_NOT_FINITE.
SNW_RT SNW_NODISCARD snw_status snw_plant_set_fault(snw_drive *drive, int axis,
                                                    snw_plant_fault fault);

#ifdef __cplusplus
}
#endif

#endif // SINEW_PLANT_FAULT_H
