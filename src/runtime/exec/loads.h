// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_EXEC_LOADS_H
#define SINEW_SRC_EXEC_LOADS_H

#include "sinew/model.h"

struct snw_exec;
struct snw__builder;

/// What the laws of an arm say that it carries, beside what is attached to it.
typedef struct snw__payload {
    snw_inertia now, said; ///< as the guard knows it; as the laws said in this tick
    int link, said_link;
    bool any_said;
    snw_inertia *sums; ///< [link_count] with what is attached, for the guard
} snw__payload;

void snw__exec_loads_make(struct snw__builder *b);

/// Before the drives are read: tells drives and guards what changed.
void snw__exec_loads_tell(struct snw_exec *exec);

#endif // SINEW_SRC_EXEC_LOADS_H
