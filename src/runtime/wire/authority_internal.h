// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_WIRE_AUTHORITY_INTERNAL_H
#define SINEW_SRC_WIRE_AUTHORITY_INTERNAL_H

#include "sinew/wire/authority.h"

#define SNW__MS INT64_C(1000000)

/// Who shows a token, and when.
typedef struct snw__caller {
    const char *address;
    int64_t now_ns, now_s;
} snw__caller;

/// A session that is in use, or NULL.
snw_session *snw__session(const snw_authority *authority, int session);

/// Sixteen digits that nobody can guess and that never come again.
void snw__authority_secret(snw_authority *authority, const char *use, char text[SNW_CHALLENGE]);

/// "the role observer may not do that", and who may.
void snw__refuse_role(snw_role_kind role, snw_act act, snw_why *why);

#endif // SINEW_SRC_WIRE_AUTHORITY_INTERNAL_H
