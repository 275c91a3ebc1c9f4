// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_WIRE_ROLE_H
#define SINEW_WIRE_ROLE_H

/// @file
/// Who may do what: roles, acts, and the table between them.

#include <stdbool.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// X(name): what a token makes of who has it; `nobody` is who has none.
#define SNW_ROLES_TABLE(X) X(nobody) X(observer) X(operator) X(engineer) X(admin)

typedef enum snw_role_kind {
#define SNW_X(name) SNW_ROLE_##name,
    SNW_ROLES_TABLE(SNW_X)
#undef SNW_X
        SNW_ROLES
} snw_role_kind;

/// What a request comes to. X(name, sentence)
#define SNW_ACTS_TABLE(X)                                                                          \
    X(greet, "Identify yourself.")                                                                 \
    X(read, "Read state, model and events.")                                                       \
    X(stop, "Stop arms, or switch their power off.")                                               \
    X(lease, "Request, hold and return the lease; record.")                                        \
    X(move, "Move an arm, enable it, tune it while it runs.")                                      \
    X(acknowledge, "Acknowledge a latched stop.")                                                  \
    X(change, "Change limits, tools and payloads within the model.")                               \
    X(load, "Load another cell, upload files, end the run.")                                       \
    X(inject, "Inject faults.")                                                                    \
    X(administer, "Manage tokens and addresses, export the audit log.")

typedef enum snw_act {
#define SNW_X(name, sentence) SNW_ACT_##name,
    SNW_ACTS_TABLE(SNW_X)
#undef SNW_X
        SNW_ACTS
} snw_act;

/// What the table says of a role and an act.
typedef enum snw_grant {
    SNW_GRANT_NO,
    SNW_GRANT_YES,
    SNW_GRANT_LOOPBACK,     ///< from this machine only
    SNW_GRANT_LEASE,        ///< who holds the lease
    SNW_GRANT_LEASE_STILL,  ///< who holds the lease, while no arm moves
    SNW_GRANT_FREE_STILL,   ///< while nobody else holds the lease, and no arm moves
    SNW_GRANT_LEASE_INJECT, ///< who holds the lease, where injection was allowed at the start
    SNW_GRANTS
} snw_grant;

/// "operator" for SNW_ROLE_operator; "" outside the table.
SNW_SETUP const char *snw_role_name(snw_role_kind role);

/// The role of that name, or SNW_ROLES.
SNW_SETUP snw_role_kind snw_role_find(const char *name);

/// "move" for SNW_ACT_move; "" outside the table.
SNW_SETUP const char *snw_act_name(snw_act act);

/// The cell of the table for a role and an act; SNW_GRANT_NO outside it.
SNW_SETUP snw_grant snw_role_grant(snw_role_kind role, snw_act act);

#ifdef __cplusplus
}
#endif

#endif // SINEW_WIRE_ROLE_H
