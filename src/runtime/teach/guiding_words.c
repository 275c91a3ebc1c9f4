// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

// Commands of guiding.

const snw_command snw__guiding_commands[SNW__GUIDING_COMMANDS] = {
    {.word = "guide on",
     .kind = SNW_COMMAND_MOVE,
     .act = snw__guiding_order_on,
     .help = "Let the arm be guided by hand."},
    {.word = "guide off",
     .kind = SNW_COMMAND_END,
     .act = snw__guiding_order_off,
     .help = "Hold the arm in place."},
};
