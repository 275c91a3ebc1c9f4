// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// One lease, one writer. Every change of owner counts `sequence` up, so that no stamp of an earlier
// owner is ever good again, and an owner that is overruled or silent writes nothing from the moment
// on in which that is known: the lease is ending until the arms stand still, and nobody has it.
//
//            acquire, take                   stale, taken while moving, token gone
//     FREE ----------------> HELD (owner) ----------------------------------------> ENDING
//       ^----- return ---------'   ^--------- next owner, at standstill --------------'
//       ^------------------------------------ nobody waits, at standstill ------------'
#include <string.h>

#include "authority_internal.h"
#include "sinew/base/json_write.h"
#include "sinew/wire/sha256.h"

static void grant(snw_authority *authority, int session, int64_t now_ns) {
    const snw_session *s = &authority->sessions[session];
    snw_lease *lease = &authority->lease;
    if (lease->session >= 0 && lease->session != session) authority->lost = lease->session;
    lease->state = SNW_LEASE_HELD;
    lease->stamp.sequence++;
    lease->session = session;
    lease->number = s->number;
    memcpy(lease->owner, s->name, sizeof lease->owner);
    lease->role = s->role;
    lease->since_ns = lease->seen_ns = now_ns;
    lease->streamed_ns = INT64_MIN;
    lease->next = -1;
    lease->why = (snw_why){0};
    authority->changed = true;
}

static void set_free(snw_authority *authority) {
    snw_lease *lease = &authority->lease;
    if (lease->session >= 0) authority->lost = lease->session;
    lease->state = SNW_LEASE_FREE;
    lease->session = lease->next = -1;
    lease->number = 0;
    lease->owner[0] = '\0';
    lease->role = SNW_ROLE_nobody;
    lease->why = (snw_why){0};
    authority->changed = true;
}

// What was begun under the lease ends with it. One that is returned, or whose owner comes back, is
// handed over: its motions go on.
static void lose_lease(snw_lease *lease) {
    lease->kept_from = lease->stamp.sequence + 1;
}

static void end(snw_authority *authority, const char *rule, const char *text) {
    snw_lease *lease = &authority->lease;
    lease->state = SNW_LEASE_ENDING;
    lose_lease(lease);
    snw_why_set(&lease->why, SNW_ERR_EXPIRED, lease->owner, text);
    snw_why_rule(&lease->why, rule);
    authority->changed = true;
    authority->ordered_ns = INT64_MIN;
}

static bool may_hold(const snw_authority *authority, const snw_session *s) {
    return s->greeted && snw_role_grant(s->role, SNW_ACT_lease) == SNW_GRANT_YES &&
           (s->loopback || !authority->config.local);
}

static snw_status check_may(const snw_authority *authority, int session, snw_why *why) {
    const snw_session *s = snw__session(authority, session);
    if (s == NULL) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "lease", "lease", "there is no such session",
                               "");
    }
    if (may_hold(authority, s)) return SNW_OK;
    if (s->greeted && snw_role_grant(s->role, SNW_ACT_lease) == SNW_GRANT_YES) {
        return snw_refuse_rule(why, SNW_ERR_PERMISSION, "lease", "lease",
                               "the cell is in local mode",
                               "only sessions of its own machine may move it");
    }
    snw__refuse_role(s->role, SNW_ACT_lease, why);
    return SNW_ERR_PERMISSION;
}

static snw_status is_held(const snw_lease *lease, snw_why *why) {
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line,
                    lease->state == SNW_LEASE_ENDING ? "the lease of %s is ending"
                                                     : "%s holds the lease",
                    lease->owner);
    return snw_refuse_rule(why, SNW_ERR_STATE, "lease", "lease", text, "request it, or take it");
}

snw_status snw_lease_acquire(snw_authority *authority, int session, int64_t now_ns, snw_why *why) {
    const snw_status status = check_may(authority, session, why);
    if (snw_failed(status)) return status;
    snw_lease *lease = &authority->lease;
    if (lease->state == SNW_LEASE_HELD && lease->session == session) return SNW_OK;
    // who comes back before its lease is stale goes on where it was
    const bool is_back = lease->state == SNW_LEASE_HELD && lease->session < 0 &&
                         strcmp(lease->owner, authority->sessions[session].name) == 0;
    if (lease->state != SNW_LEASE_FREE && !is_back) return is_held(lease, why);
    grant(authority, session, now_ns);
    return SNW_OK;
}

snw_status snw_lease_take(snw_authority *authority, int session, bool still, int64_t now_ns,
                          snw_why *why) {
    const snw_status status = check_may(authority, session, why);
    if (snw_failed(status)) return status;
    snw_lease *lease = &authority->lease;
    if (lease->state == SNW_LEASE_HELD && lease->session == session) return SNW_OK;
    if (lease->state == SNW_LEASE_ENDING && lease->next >= 0 && lease->next != session) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "lease", "lease",
                               "another client is just taking it", "try again");
    }
    const char *name = authority->sessions[session].name;
    snw_copy_text(lease->ended_by, sizeof lease->ended_by, name);
    if (lease->state == SNW_LEASE_FREE || still) {
        if (lease->state == SNW_LEASE_HELD) lose_lease(lease);
        grant(authority, session, now_ns);
        return SNW_OK;
    }
    if (lease->state == SNW_LEASE_HELD) {
        char text[SNW_WHY_TEXT];
        snw_text line = snw_text_over(text, sizeof text);
        snw_text_format(&line, "%s has taken the lease", name);
        end(authority, "lease-taken", text);
    }
    lease->next = session;
    return SNW_NOTHING_NEW;
}

snw_status snw_lease_return(snw_authority *authority, int session, snw_why *why) {
    const snw_lease *lease = &authority->lease;
    if (lease->state != SNW_LEASE_HELD || lease->session != session || session < 0) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "lease", "lease",
                               "this session does not hold the lease", "");
    }
    set_free(authority);
    authority->lost = -1;
    return SNW_OK;
}

void snw_lease_drop(snw_authority *authority, int session) {
    const snw_lease *lease = &authority->lease;
    if (lease->state != SNW_LEASE_HELD || lease->session != session || session < 0) return;
    end(authority, "protocol", "its owner violated the protocol");
}

snw_status snw_lease_keep(snw_authority *authority, int session, const char *challenge,
                          int64_t now_ns, snw_why *why) {
    snw_session *s = snw__session(authority, session);
    snw_lease *lease = &authority->lease;
    if (s == NULL || lease->state != SNW_LEASE_HELD || lease->session != session) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "lease", "lease",
                               "this session does not hold the lease", "acquire it");
    }
    char text[SNW_CHALLENGE] = "";
    snw_copy_text(text, sizeof text, challenge);
    const bool is_new = snw_secret_equal(text, s->challenge, sizeof text);
    if (!is_new && !snw_secret_equal(text, s->challenge_before, sizeof text)) {
        return snw_refuse_rule(why, SNW_ERR_PERMISSION, "challenge", "challenge",
                               "this is not the answer to the challenge",
                               "send back the value of the last push 'challenge'");
    }
    lease->seen_ns = now_ns;
    if (is_new) {
        memcpy(s->challenge_before, s->challenge, sizeof s->challenge);
        snw__authority_secret(authority, "challenge", s->challenge);
    }
    return SNW_OK;
}

void snw_lease_streamed(snw_authority *authority, int session, int64_t now_ns) {
    snw_lease *lease = &authority->lease;
    if (lease->state == SNW_LEASE_HELD && lease->session == session) lease->streamed_ns = now_ns;
}

bool snw_lease_writes(const snw_authority *authority, int session, const snw_lease_stamp *stamp) {
    const snw_lease *lease = &authority->lease;
    return stamp != NULL && session >= 0 && lease->state == SNW_LEASE_HELD &&
           lease->session == session && stamp->sequence == lease->stamp.sequence &&
           strcmp(stamp->epoch, lease->stamp.epoch) == 0;
}

// --- time ---------------------------------------------------------------------------------------

// sessions whose token is gone or has expired are strangers again
static void check_tokens(snw_authority *authority, int64_t now_ns, int64_t now_s) {
    if (now_s == authority->checked_s) return;
    authority->checked_s = now_s;
    snw_lease *lease = &authority->lease;
    for (int i = 0; i < SNW_AUTHORITY_SESSIONS; i++) {
        snw_session *s = &authority->sessions[i];
        if (!s->used || s->role == SNW_ROLE_nobody) continue;
        const snw_token *token = snw_tokens_known(authority->tokens, s->hash, now_s);
        if (token != NULL && token->role == s->role) continue;
        s->role = SNW_ROLE_nobody;
        s->greeted = false;
        s->silent_ns = now_ns;
        snw_copy_text(s->name, sizeof s->name, "nobody");
        if (lease->next == i) lease->next = -1;
        if (lease->state == SNW_LEASE_HELD && lease->session == i) {
            end(authority, "lease-token", "the token of the owner is no longer good");
        }
    }
}

static void check_owner(snw_authority *authority, int64_t now_ns) {
    const snw_authority_config *config = &authority->config;
    const snw_lease *lease = &authority->lease;
    if (lease->state != SNW_LEASE_HELD) return;
    const snw_session *s = snw__session(authority, lease->session);
    if (s != NULL && config->local && !s->loopback) {
        end(authority, "lease-local", "the cell has changed to local mode");
        return;
    }
    const bool streams =
        lease->streamed_ns != INT64_MIN && now_ns - lease->streamed_ns < config->stream_ns;
    if (now_ns - lease->seen_ns > (streams ? config->streaming_ns : config->goal_ns)) {
        end(authority, "lease-stale", "the holder of the lease does not respond");
    }
}

snw_authority_orders snw_authority_step(snw_authority *authority, int64_t now_ns, int64_t now_s,
                                        bool still) {
    check_tokens(authority, now_ns, now_s);
    check_owner(authority, now_ns);
    snw_authority_orders orders = {.granted = -1};
    snw_lease *lease = &authority->lease;
    if (lease->state == SNW_LEASE_ENDING) {
        const snw_session *next = snw__session(authority, lease->next);
        if (!still) {
            // asked for at once, and again until the arms stand
            orders.stop = authority->ordered_ns == INT64_MIN ||
                          now_ns - authority->ordered_ns >= 500 * SNW__MS;
            if (orders.stop) authority->ordered_ns = now_ns;
            orders.why = lease->why;
        } else if (next != NULL && may_hold(authority, next)) {
            orders.granted = lease->next;
            grant(authority, lease->next, now_ns);
        } else {
            set_free(authority);
        }
    }
    orders.changed = authority->changed;
    orders.lost = authority->lost;
    authority->changed = false;
    authority->lost = -1;
    return orders;
}

// --- for people ---------------------------------------------------------------------------------

void snw_lease_json(const snw_authority *authority, int session, int64_t now_ns, snw_text *text) {
    const snw_lease *lease = &authority->lease;
    const bool is_free = lease->state == SNW_LEASE_FREE;
    const bool is_yours =
        lease->state == SNW_LEASE_HELD && session >= 0 && lease->session == session;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "owner", lease->owner);
    snw_json_int(&json, "session", lease->number);
    snw_json_string(&json, "role", is_free ? "" : snw_role_name(lease->role));
    snw_json_real(&json, "since", is_free ? 0 : (double)(now_ns - lease->since_ns) / 1e9);
    snw_json_bool(&json, "yours", is_yours);
    snw_json_bool(&json, "free", is_free);
    snw_json_bool(&json, "ending", lease->state == SNW_LEASE_ENDING);
    if (is_yours) {
        snw_json_string(&json, "epoch", lease->stamp.epoch);
        snw_json_int(&json, "sequence", lease->stamp.sequence);
    }
    snw_json_end(&json);
}

void snw_sessions_json(const snw_authority *authority, int64_t now_ns, snw_text *text) {
    const snw_lease *lease = &authority->lease;
    snw_json_writer json = snw_json_over(text);
    snw_json_array(&json, NULL);
    for (int i = 0; i < SNW_AUTHORITY_SESSIONS; i++) {
        const snw_session *s = &authority->sessions[i];
        if (!s->used || !s->greeted) continue;
        snw_json_object(&json, NULL);
        snw_json_int(&json, "session", s->number);
        snw_json_string(&json, "name", s->name);
        snw_json_string(&json, "client", s->client);
        snw_json_string(&json, "address", s->address);
        snw_json_string(&json, "role", snw_role_name(s->role));
        snw_json_real(&json, "since", (double)(now_ns - s->since_ns) / 1e9);
        snw_json_bool(&json, "lease", lease->state == SNW_LEASE_HELD && lease->session == i);
        snw_json_end(&json);
    }
    snw_json_end(&json);
}
