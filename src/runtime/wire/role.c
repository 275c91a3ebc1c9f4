// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/wire/role.h"

#include <string.h>

#include "internal.h"

static const char *const role_names[] = {
#define SNW_X(name) #name,
    SNW_ROLES_TABLE(SNW_X)
#undef SNW_X
};

static const char *const act_names[] = {
#define SNW_X(name, sentence) #name,
    SNW_ACTS_TABLE(SNW_X)
#undef SNW_X
};

static const char *const act_sentences[] = {
#define SNW_X(name, sentence) sentence,
    SNW_ACTS_TABLE(SNW_X)
#undef SNW_X
};

// who may do what; moving and administering are separate duties
#define NO SNW_GRANT_NO
#define YES SNW_GRANT_YES
#define HERE SNW_GRANT_LOOPBACK
#define HELD SNW_GRANT_LEASE
#define STILL SNW_GRANT_LEASE_STILL
#define FREE SNW_GRANT_FREE_STILL
static const unsigned char grants[SNW_ACTS][SNW_ROLES] = {
    //                     nobody observer operator engineer admin
    [SNW_ACT_greet] = {YES, YES, YES, YES, YES},
    [SNW_ACT_read] = {HERE, YES, YES, YES, YES},
    [SNW_ACT_stop] = {HERE, YES, YES, YES, YES},
    [SNW_ACT_lease] = {NO, NO, YES, YES, NO},
    [SNW_ACT_move] = {NO, NO, HELD, HELD, NO},
    [SNW_ACT_acknowledge] = {NO, NO, HELD, HELD, NO},
    [SNW_ACT_change] = {NO, NO, NO, STILL, NO},
    [SNW_ACT_load] = {NO, NO, NO, STILL, FREE},
    [SNW_ACT_inject] = {NO, NO, NO, SNW_GRANT_LEASE_INJECT, NO},
    [SNW_ACT_administer] = {NO, NO, NO, NO, YES},
};

const char *snw_role_name(snw_role_kind role) {
    return (unsigned)role < SNW_ROLES ? role_names[role] : "";
}

snw_role_kind snw_role_find(const char *name) {
    for (int i = 0; i < SNW_ROLES; i++) {
        if (strcmp(name, role_names[i]) == 0) return (snw_role_kind)i;
    }
    return SNW_ROLES;
}

const char *snw_act_name(snw_act act) {
    return (unsigned)act < SNW_ACTS ? act_names[act] : "";
}

const char *snw__act_sentence(snw_act act) {
    return (unsigned)act < SNW_ACTS ? act_sentences[act] : "";
}

snw_grant snw_role_grant(snw_role_kind role, snw_act act) {
    if ((unsigned)role >= SNW_ROLES || (unsigned)act >= SNW_ACTS) return SNW_GRANT_NO;
    return (snw_grant)grants[act][role];
}
