// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "authority_internal.h"
#include "internal.h"
#include "sinew/base/json_write.h"
#include "sinew/wire/serve.h"
#include "sinew/wire/sha256.h"

snw_authority_config snw_authority_defaults(void) {
    return (snw_authority_config){.streaming_ns = 300 * SNW__MS,
                                  .goal_ns = 2000 * SNW__MS,
                                  .stream_ns = 1000 * SNW__MS,
                                  .rate = 200,
                                  .burst = 400,
                                  .shared_rate = 200,
                                  .shared_burst = 400,
                                  .hello_ns = 5000 * SNW__MS,
                                  .failures = 5,
                                  .wait_ns = 1000 * SNW__MS,
                                  .longest_ns = 60000 * SNW__MS};
}

snw_status snw_authority_init(snw_authority *authority, const snw_authority_config *config,
                              const unsigned char secret[32], snw_arena *arena) {
    *authority = (snw_authority){.config = *config};
    authority->sessions = SNW_ARENA_ARRAY(arena, snw_session, SNW_AUTHORITY_SESSIONS);
    authority->tokens = SNW_ARENA_ARRAY(arena, snw_tokens, 1);
    authority->addresses = SNW_ARENA_ARRAY(arena, snw_address_record, SNW_AUTHORITY_ADDRESSES);
    snw_kept_answer *kept =
        SNW_ARENA_ARRAY(arena, snw_kept_answer, SNW_AUTHORITY_SESSIONS * SNW_SESSION_IDS);
    const snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;
    for (int i = 0; i < SNW_AUTHORITY_SESSIONS; i++)
        authority->sessions[i].kept = kept + (ptrdiff_t)i * SNW_SESSION_IDS;
    memcpy(authority->secret, secret, sizeof authority->secret);
    authority->shared_budget = config->shared_burst;
    authority->shared_ns = INT64_MIN;
    authority->checked_s = INT64_MIN;
    authority->ordered_ns = INT64_MIN;
    authority->lost = -1;
    authority->lease = (snw_lease){.session = -1, .next = -1, .streamed_ns = INT64_MIN};
    snw__authority_secret(authority, "epoch", authority->lease.stamp.epoch);
    return SNW_OK;
}

void snw_authority_use(snw_authority *authority, const snw_tokens *tokens) {
    *authority->tokens = *tokens;
    authority->checked_s = INT64_MIN;
}

snw_session *snw__session(const snw_authority *authority, int session) {
    const bool there =
        session >= 0 && session < SNW_AUTHORITY_SESSIONS && authority->sessions[session].used;
    return there ? &authority->sessions[session] : NULL;
}

void snw__authority_secret(snw_authority *authority, const char *use, char text[SNW_CHALLENGE]) {
    unsigned char digest[SNW_SHA256], count[8];
    for (int i = 0; i < 8; i++)
        count[i] = (unsigned char)(authority->challenges >> (8 * i));
    authority->challenges++;
    snw_sha256 sha = snw_sha256_begin();
    snw_sha256_add(&sha, authority->secret, sizeof authority->secret);
    snw_sha256_add(&sha, count, sizeof count);
    snw_sha256_add(&sha, use, strlen(use));
    snw_sha256_end(&sha, digest);
    snw_hex_write(digest, (SNW_CHALLENGE - 1) / 2, text);
}

static snw_status no_session(snw_why *why) {
    return snw_refuse(why, SNW_ERR_ARGUMENT, "session", "there is no such session", NULL);
}

// --- sessions -----------------------------------------------------------------------------------

// how many sessions there are, by what they have shown of themselves
typedef struct census {
    int used, nobody, waiting, same;
} census;

static census count_sessions(const snw_authority *authority, const char *address) {
    census c = {0};
    for (int i = 0; i < SNW_AUTHORITY_SESSIONS; i++) {
        const snw_session *s = &authority->sessions[i];
        if (!s->used) continue;
        c.used++;
        c.nobody += s->role == SNW_ROLE_nobody;
        c.waiting += !s->greeted;
        c.same += !s->greeted && strcmp(s->address, address) == 0;
    }
    return c;
}

static snw_status full(snw_why *why, const char *text, int most) {
    snw_why_set(why, SNW_ERR_FULL, "sessions", text);
    snw_why_rule(why, "sessions");
    snw_why_add(why, "most", most, "");
    snw_why_fix(why, "close a page that is not needed, and try again");
    return SNW_ERR_FULL;
}

static int find_silent(const snw_authority *authority, const char *address, bool only_stops) {
    int found = -1;
    for (int i = 0; i < SNW_AUTHORITY_SESSIONS; i++) {
        const snw_session *s = &authority->sessions[i];
        if (!s->used || s->greeted || s->only_stops != only_stops) continue;
        if (address != NULL && strcmp(s->address, address) != 0) continue;
        if (found < 0 || s->silent_ns < authority->sessions[found].silent_ns) found = i;
    }
    return found;
}

int snw_authority_overdue(const snw_authority *authority, const char *address) {
    return find_silent(authority, address, false);
}

int snw_authority_in_the_way(const snw_authority *authority, const char *address) {
    const census c = count_sessions(authority, address);
    const bool same = c.same >= SNW_SESSIONS_SAME;
    const bool is_full = c.waiting >= SNW_SESSIONS_WAITING || c.used >= SNW_AUTHORITY_SESSIONS;
    const char *whose = same ? address : NULL;
    if (!same && !is_full) return -1;
    const int silent = find_silent(authority, whose, false);
    return silent >= 0 ? silent : find_silent(authority, whose, true);
}

snw_status snw_authority_connect(snw_authority *authority, const char *address, bool loopback,
                                 int64_t now_ns, int *session, snw_why *why) {
    const census c = count_sessions(authority, address);
    if (c.used >= SNW_AUTHORITY_SESSIONS)
        return full(why, "there are too many sessions", SNW_AUTHORITY_SESSIONS);
    if (c.waiting >= SNW_SESSIONS_WAITING) {
        return full(why, "too many sessions have not sent hello", SNW_SESSIONS_WAITING);
    }
    if (c.same >= SNW_SESSIONS_SAME) {
        return full(why, "too many sessions of this address have not sent hello",
                    SNW_SESSIONS_SAME);
    }
    int free = 0;
    while (authority->sessions[free].used)
        free++;
    snw_session *s = &authority->sessions[free];
    snw_kept_answer *kept = s->kept;
    for (int i = 0; i < SNW_SESSION_IDS; i++)
        kept[i].id = 0;
    *s = (snw_session){.used = true,
                       .loopback = loopback,
                       .number = ++authority->last_number,
                       .since_ns = now_ns,
                       .silent_ns = now_ns,
                       .budget = authority->config.burst,
                       .budget_ns = now_ns,
                       .kept = kept};
    snw_copy_text(s->name, sizeof s->name, "nobody");
    snw_copy_text(s->address, sizeof s->address, address);
    snw__authority_secret(authority, "challenge", s->challenge);
    memcpy(s->challenge_before, s->challenge, sizeof s->challenge);
    *session = free;
    return SNW_OK;
}

void snw_authority_disconnect(snw_authority *authority, int session, int64_t now_ns) {
    snw_session *s = snw__session(authority, session);
    if (s == NULL) return;
    snw_lease *lease = &authority->lease;
    if (lease->next == session) lease->next = -1;
    if (lease->session == session) {
        // what it streamed has ended; what else is under way has the time of a goal
        lease->session = -1;
        if (lease->streamed_ns != INT64_MIN &&
            now_ns - lease->streamed_ns < authority->config.stream_ns) {
            lease->seen_ns = now_ns - authority->config.streaming_ns;
        }
    }
    s->used = false;
}

// --- wrong tokens -------------------------------------------------------------------------------

static snw_address_record *find_address(const snw_authority *authority, const char *address) {
    for (int i = 0; i < SNW_AUTHORITY_ADDRESSES; i++) {
        if (strcmp(authority->addresses[i].address, address) == 0) return &authority->addresses[i];
    }
    return NULL;
}

// the record of an address, in the place of the one that has been silent for longest
static snw_address_record *take_address(snw_authority *authority, const char *address) {
    snw_address_record *record = find_address(authority, address);
    if (record != NULL) return record;
    record = &authority->addresses[0];
    for (int i = 0; i < SNW_AUTHORITY_ADDRESSES; i++) {
        snw_address_record *other = &authority->addresses[i];
        if (other->address[0] == '\0') {
            record = other;
            break;
        }
        if (other->last_ns < record->last_ns) record = other;
    }
    *record = (snw_address_record){0};
    snw_copy_text(record->address, sizeof record->address, address);
    return record;
}

static void count_failure(snw_authority *authority, const char *address, int64_t now_ns) {
    const snw_authority_config *config = &authority->config;
    snw_address_record *record = take_address(authority, address);
    authority->wrong_tokens++;
    // who mistypes now and then does not wait in the end
    if (now_ns - record->last_ns > 10 * config->longest_ns) record->failures = 0;
    record->last_ns = now_ns;
    record->failures++;
    if (record->failures < config->failures) return;
    int64_t wait = config->wait_ns;
    for (int i = config->failures; i < record->failures && wait < config->longest_ns; i++)
        wait *= 2;
    record->until_ns = now_ns + (wait < config->longest_ns ? wait : config->longest_ns);
}

// the token of a text, or a refusal; `*token` is NULL for none
static snw_status judge(snw_authority *authority, const snw__caller *caller, const char *text,
                        const snw_token **token, snw_why *why) {
    *token = NULL;
    if (text[0] == '\0') return SNW_OK;
    // the right one is never kept out by the wrong ones of others at the same address
    *token = snw_tokens_find(authority->tokens, text, strlen(text), caller->now_s);
    if (*token != NULL) return SNW_OK;
    const snw_address_record *record = find_address(authority, caller->address);
    if (record != NULL && caller->now_ns < record->until_ns) {
        SNW_IGNORE(snw_refuse_rule(why, SNW_ERR_PERMISSION, "token-wait", "token",
                                   "too many wrong tokens came from this address",
                                   "wait, then send the right one"));
        snw_why_add(why, "wait", (double)(record->until_ns - caller->now_ns) / 1e9, "s");
        return SNW_ERR_PERMISSION;
    }
    count_failure(authority, caller->address, caller->now_ns);
    return snw_refuse_rule(why, SNW_ERR_PERMISSION, "token", "token",
                           "this token is not known, or has expired",
                           "open the page by the address that 'sinew run' prints");
}

static snw_status no_token(snw_why *why) {
    return snw_refuse_rule(why, SNW_ERR_PERMISSION, "token", "token",
                           "a token is required from another machine",
                           "'sinew token add' makes one");
}

snw_status snw_authority_hello(snw_authority *authority, int session, const snw_hello *hello,
                               int64_t now_ns, int64_t now_s, snw_why *why) {
    snw_session *s = snw__session(authority, session);
    if (s == NULL) return no_session(why);
    if (s->greeted) {
        return snw_refuse(why, SNW_ERR_STATE, "hello", "hello was already sent", NULL);
    }
    const snw__caller caller = {s->address, now_ns, now_s};
    const snw_token *found = NULL;
    const snw_status status = judge(authority, &caller, hello->token, &found, why);
    if (snw_failed(status)) return status;
    if (found == NULL && !s->loopback) return no_token(why);
    if (found == NULL && count_sessions(authority, s->address).nobody > SNW_SESSIONS_NOBODY) {
        return full(why, "there are too many sessions without a token", SNW_SESSIONS_NOBODY);
    }
    s->greeted = true;
    snw_copy_text(s->client, sizeof s->client, hello->client);
    if (found == NULL) return SNW_OK;
    s->role = found->role;
    memcpy(s->hash, found->hash, sizeof s->hash);
    memcpy(s->name, found->name, sizeof s->name);
    return SNW_OK;
}

snw_status snw_authority_bearer(snw_authority *authority, const snw_bearer *bearer, snw_act act,
                                int64_t now_ns, int64_t now_s, snw_why *why) {
    const snw__caller caller = {bearer->address, now_ns, now_s};
    const snw_token *found = NULL;
    const snw_status status = judge(authority, &caller, bearer->token, &found, why);
    if (snw_failed(status)) return status;
    if (found == NULL && !bearer->loopback) return no_token(why);
    const snw_role_kind role = found != NULL ? found->role : SNW_ROLE_nobody;
    const snw_grant grant = snw_role_grant(role, act);
    if (grant == SNW_GRANT_YES || (grant == SNW_GRANT_LOOPBACK && bearer->loopback)) return SNW_OK;
    // a file that is handed in changes nothing that runs: to open it takes the lease
    const bool when_still = grant == SNW_GRANT_LEASE_STILL || grant == SNW_GRANT_FREE_STILL;
    if (act == SNW_ACT_load && when_still) return SNW_OK;
    snw__refuse_role(role, act, why);
    return SNW_ERR_PERMISSION;
}

// --- what is allowed ----------------------------------------------------------------------------

void snw__refuse_role(snw_role_kind role, snw_act act, snw_why *why) {
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT] = "";
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "the role %s may not do that: %s", snw_role_name(role),
                    snw__act_sentence(act));
    // who may?
    snw_text way = snw_text_over(fix, sizeof fix);
    for (int i = 0; i < SNW_ROLES; i++) {
        if (snw_role_grant((snw_role_kind)i, act) == SNW_GRANT_NO) continue;
        snw_text_format(&way, "%s%s",
                        way.length > 0 ? ", " : "these may: ", snw_role_name((snw_role_kind)i));
    }
    snw_why_set(why, SNW_ERR_PERMISSION, snw_act_name(act), text);
    snw_why_rule(why, "role");
    snw_why_fix(why, fix);
}

static snw_status check_lease(const snw_authority *authority, int session,
                              const snw_lease_stamp *stamp, snw_why *why) {
    if (snw_lease_writes(authority, session, stamp)) return SNW_OK;
    const snw_lease *lease = &authority->lease;
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    if (lease->state == SNW_LEASE_FREE) {
        snw_text_format(&line, "there is no holder of the lease");
    } else if (lease->state == SNW_LEASE_ENDING) {
        snw_text_format(&line, "the lease of %s is ending: the arms are being stopped",
                        lease->owner);
    } else {
        snw_text_format(&line, "%s holds the lease (session %u)%s", lease->owner,
                        (unsigned)lease->number,
                        lease->session == session ? ", and this lease is older" : "");
    }
    return snw_refuse_rule(why, SNW_ERR_PERMISSION, "lease", lease->owner, text,
                           lease->state == SNW_LEASE_FREE ? "acquire it first"
                                                          : "request it, or take it");
}

snw_status snw_authority_check(const snw_authority *authority, int session, snw_act act,
                               const snw_lease_stamp *stamp, bool still, snw_why *why) {
    const snw_session *s = snw__session(authority, session);
    if (s == NULL) return no_session(why);
    if (!s->greeted && act != SNW_ACT_greet && act != SNW_ACT_stop) {
        return snw_refuse_rule(why, SNW_ERR_PERMISSION, "hello", snw_act_name(act),
                               "hello has not been sent yet", "begin with the command hello");
    }
    const snw_grant grant = snw_role_grant(s->role, act);
    if (grant == SNW_GRANT_YES || (grant == SNW_GRANT_LOOPBACK && s->loopback)) return SNW_OK;
    if (grant == SNW_GRANT_NO || grant == SNW_GRANT_LOOPBACK) {
        snw__refuse_role(s->role, act, why);
        return SNW_ERR_PERMISSION;
    }
    if (grant == SNW_GRANT_LEASE_INJECT && !authority->config.inject) {
        return snw_refuse_rule(why, SNW_ERR_PERMISSION, "inject", snw_act_name(act),
                               "faults may not be injected here",
                               "start the cell so that it allows them");
    }
    // who never holds the lease must not take a cell away from somebody who does
    const bool needs_lease =
        grant != SNW_GRANT_FREE_STILL || authority->lease.state != SNW_LEASE_FREE;
    const snw_status status = needs_lease ? check_lease(authority, session, stamp, why) : SNW_OK;
    if (snw_failed(status)) return status;
    if ((grant == SNW_GRANT_LEASE_STILL || grant == SNW_GRANT_FREE_STILL) && !still) {
        return snw_refuse_rule(why, SNW_ERR_STATE, "standstill", snw_act_name(act),
                               "an arm is moving", "stop it first");
    }
    return SNW_OK;
}

// --- limits -------------------------------------------------------------------------------------

// A bucket that holds `burst` requests and is filled at `rate`: within any time t no more than
// burst + rate t pass.
static void fill_bucket(double *budget, int64_t *since_ns, double rate, double burst,
                        int64_t now_ns) {
    if (*since_ns != INT64_MIN && now_ns > *since_ns) {
        *budget += rate * (double)(now_ns - *since_ns) / 1e9;
        *budget = *budget < burst ? *budget : burst;
    }
    if (*since_ns == INT64_MIN || now_ns > *since_ns) *since_ns = now_ns;
}

// a hello is never kept waiting by others, so it does not count among those without a token
static bool shares_budget(const snw_session *s) {
    return s->greeted && s->role == SNW_ROLE_nobody;
}

void snw_authority_too_fast(const snw_authority *authority, int session, snw_why *why) {
    const snw_authority_config *config = &authority->config;
    const snw_session *s = snw__session(authority, session);
    const bool shared =
        s != NULL && shares_budget(s) && authority->shared_budget < (s->budget < 1 ? s->budget : 1);
    const double rate = shared ? config->shared_rate : config->rate;
    const double budget = shared ? authority->shared_budget : s != NULL ? s->budget : 0;
    SNW_IGNORE(snw_refuse(why, SNW_ERR_FULL, shared ? "sessions without a token" : "session",
                          "too many requests in too little time",
                          shared ? "use a token: 'sinew run' prints an address that contains one"
                                 : "wait for answers before sending more"));
    snw_why_rule(why, "rate");
    snw_why_add(why, "rate", rate, "1/s");
    snw_why_add(why, "wait", budget < 1 ? (1 - budget) / rate : 0, "s");
}

snw_status snw_authority_admit(snw_authority *authority, int session, int64_t now_ns,
                               snw_why *why) {
    snw_session *s = snw__session(authority, session);
    if (s == NULL) return no_session(why);
    const snw_authority_config *config = &authority->config;
    const bool shares = shares_budget(s);
    fill_bucket(&s->budget, &s->budget_ns, config->rate, config->burst, now_ns);
    fill_bucket(&authority->shared_budget, &authority->shared_ns, config->shared_rate,
                config->shared_burst, now_ns);
    if (s->budget < 1 || (shares && authority->shared_budget < 1)) {
        s->refused++;
        snw_authority_too_fast(authority, session, why);
        return SNW_ERR_FULL;
    }
    s->budget -= 1;
    if (shares) authority->shared_budget -= 1;
    s->admitted++;
    return SNW_OK;
}

// --- ids, once only -----------------------------------------------------------------------------

snw_status snw_authority_begin(snw_authority *authority, int session, int64_t id,
                               const char **answer, snw_why *why) {
    snw_session *s = snw__session(authority, session);
    if (s == NULL) return no_session(why);
    *answer = NULL;
    if (id < 1) {
        return snw_refuse(why, SNW_ERR_RANGE, "id", "a request needs a number, 1 or more", NULL);
    }
    for (int i = 0; i < SNW_SESSION_IDS; i++) {
        const snw_kept_answer *kept = &s->kept[i];
        if (kept->id != id) continue;
        *answer = kept->done ? kept->text : NULL;
        return kept->done ? SNW_DONE : SNW_NOTHING_NEW;
    }
    if (id <= s->oldest_id) {
        snw_why_set(why, SNW_ERR_EXPIRED, "id",
                    "requests with later numbers were already received");
        snw_why_add(why, "id", (double)id, "");
        snw_why_fix(why, "count upwards");
        return SNW_ERR_EXPIRED;
    }
    snw_kept_answer *kept = &s->kept[s->next_kept];
    s->next_kept = (s->next_kept + 1) % SNW_SESSION_IDS;
    if (kept->id > s->oldest_id) s->oldest_id = kept->id;
    kept->id = id;
    kept->done = false;
    kept->length = 0;
    return SNW_OK;
}

void snw_authority_answer(snw_authority *authority, int session, int64_t id, const char *text,
                          size_t length) {
    snw_session *s = snw__session(authority, session);
    for (int i = 0; s != NULL && i < SNW_SESSION_IDS; i++) {
        snw_kept_answer *kept = &s->kept[i];
        if (kept->id != id || kept->done) continue;
        kept->done = true;
        snw_text line = snw_text_over(kept->text, sizeof kept->text);
        if (length < sizeof kept->text) {
            snw_text_add(&line, text, length);
        } else {
            snw_json_writer json = snw_json_over(&line);
            snw_json_object(&json, NULL);
            snw_json_int(&json, "id", id);
            snw_json_bool(&json, "ok", snw_wire_succeeded(text, length));
            snw_json_bool(&json, "repeated", true);
            snw_json_end(&json);
            snw_text_add(&line, "\n", 1);
        }
        kept->length = (int)line.length;
    }
}
