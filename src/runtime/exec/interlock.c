// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "lock.h"

#include "internal.h"

static void warn(snw__builder *b, const char *rule, const char *text, const char *fix) {
    snw_why why;
    snw_why_set(&why, SNW_OK, "interlock", text);
    snw_why_rule(&why, rule);
    snw_why_fix(&why, fix);
    why.severity = SNW_WARNING;
    snw__exec_find(b, &why);
}

void snw__exec_lock_choose(snw__builder *b) {
    snw_exec *exec = b->exec;
    if (snw_cell_rules(exec->cell) == NULL || exec->arm_count == 0) return;
    if (exec->options.no_interlock) {
        warn(b, "interlock-left-out",
             "the recording was made without an interlock and is repeated without one",
             "record it again");
    } else if (!exec->loop->interlock.enforce) {
        warn(b, "interlock-off", "nothing stops the arms before they hit something",
             "leave enforce=\"false\" out of the element interlock of the loop");
    } else {
        exec->lock.wanted = true;
    }
}

static snw_status lay_out(snw__builder *b, const snw_world *world, snw_why *why) {
    snw_exec *exec = b->exec;
    snw__lock *own = &exec->lock;
    const snw_interlock_config *config = &exec->loop->interlock;
    snw_arena arena = {0};
    snw_status status =
        snw_interlock_init(&own->lock, world, config, own->arms, exec->arm_count, &arena, why);
    if (status != SNW_ERR_MEMORY) return status;
    arena = snw__exec_arena(b, arena.needed);
    if (arena.base == NULL) return SNW_ERR_MEMORY;
    return snw_interlock_init(&own->lock, world, config, own->arms, exec->arm_count, &arena, why);
}

void snw__exec_lock_make(snw__builder *b) {
    snw_exec *exec = b->exec;
    snw__lock *own = &exec->lock;
    if (!own->wanted) return;
    own->arms = snw__exec_take(b, (size_t)exec->arm_count, sizeof *own->arms);
    if (own->arms == NULL) return;
    for (int i = 0; i < exec->arm_count; i++) {
        snw__arm *arm = &exec->arms[i];
        own->arms[i] = (snw_interlock_arm){arm->member, &arm->guard, arm->arm};
    }
    const snw_world *world = NULL;
    snw_status status = snw_exec_world(exec, &world, &own->why);
    if (!snw_failed(status)) status = lay_out(b, world, &own->why);
    own->works = !snw_failed(status);
    if (own->works || snw_failed(b->status)) return;
    if (own->why.code == SNW_OK) {
        snw_why_set(&own->why, status, "interlock", "the interlock cannot be made");
    }
    snw_why warning = own->why;
    warning.severity = SNW_WARNING;
    snw_why_fix(&warning, "without it no arm can be enabled; see the reason, or switch it off by "
                          "enforce=\"false\"");
    snw__exec_find(b, &warning);
}
