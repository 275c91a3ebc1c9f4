// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_QUEUE_MICROBO_H
#define SINEW_TESTS_QUEUE_MICROBO_H

/// @file
/// The Microbo at rest at home, with a queue.

#include "stand.h"

static stand s;
static const double home[6] = {0, 0.2, 0.3, -1.2, -4, 0};

static inline snw_move to_joints(double turn) {
    snw_move move = snw_move_defaults();
    memcpy(move.joints, home, sizeof home);
    move.joints[0] = turn;
    return move;
}

static inline int64_t ask(const snw_move *move) {
    int64_t id = 0;
    CHECK(snw_queue_move(&s.queue, move, &id, NULL) == SNW_OK);
    return id;
}

static inline void open_arm(void) {
    stand_load(&s, "microbo-ecureuil");
    stand_queue(&s, home);
}

#endif // SINEW_TESTS_QUEUE_MICROBO_H
