// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_WIRE_AUTHORITY_H
#define SINEW_WIRE_AUTHORITY_H

/// @file
/// Authority over a cell: sessions and their roles, one lease, ids that are heard once, limits.
/// Pure: times are arguments (now_ns monotonic, now_s seconds since 1970), nothing is read or sent.
/// One thread. The way of a request:
///
///     snw_authority_admit()   is it within the rate of the session? (never asked for a stop)
///     snw_authority_begin()   is its id new? else the first answer again
///     snw_wire_need()         what does it come to: an act
///     snw_authority_check()   may this session do that now?
///     ... it is done ...
///     snw_authority_answer()  keeps the answer
///
/// and a few times in a second snw_authority_step(), which says when arms must be stopped because
/// who holds the lease is silent, gone, no longer welcome or overruled.

#include "sinew/wire.h"
#include "sinew/wire/token.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_AUTHORITY_SESSIONS = 64,  ///< at once
    SNW_SESSIONS_NOBODY = 48,     ///< of these without a token: the others are for who has one
    SNW_SESSIONS_WAITING = 32,    ///< of these before their hello
    SNW_SESSIONS_SAME = 8,        ///< of these before their hello from one address
    SNW_SESSION_ADDRESS = 48,     ///< bytes of an address, with the final zero
    SNW_SESSION_IDS = 64,         ///< ids whose answers are kept
    SNW_SESSION_ANSWER = 1024,    ///< bytes of a kept answer, with the final zero
    SNW_AUTHORITY_ADDRESSES = 256 ///< addresses whose failures are counted
};

/// All times and limits; see snw_authority_defaults().
typedef struct snw_authority_config {
    // public
    int64_t streaming_ns; ///< silence after which a lease is stale while its owner streams; 300 ms
    int64_t goal_ns;      ///< the same while it does not; 2 s
    int64_t stream_ns;    ///< how long after a streamed message its owner counts as streaming; 1 s
    double rate, burst;   ///< requests per second of a session, and at once; 200, 400
    double shared_rate, shared_burst; ///< the same of all sessions without a token together
    int64_t hello_ns;                 ///< how long a session may keep silent at first; 5 s
    int failures;                     ///< wrong tokens of an address before it has to wait; 5
    int64_t wait_ns;                  ///< the first wait, doubled with each further failure; 1 s
    int64_t longest_ns;               ///< the longest wait; 60 s
    bool inject;                      ///< faults may be injected
    bool local;                       ///< only sessions of this machine may hold the lease
} snw_authority_config;

SNW_SETUP snw_authority_config snw_authority_defaults(void);

/// One answer that is kept.
typedef struct snw_kept_answer {
    int64_t id; ///< 0 for none
    bool done;  ///< else it is under way
    int length;
    char text[SNW_SESSION_ANSWER];
} snw_kept_answer;

/// One client. Its index is its handle, `number` its name for people.
typedef struct snw_session {
    // read-only
    bool used, greeted, loopback;
    bool only_stops; ///< a socket of stops alone says no hello, and waits as long as there is room
    uint32_t number; ///< from 1; no two sessions of a run have the same
    char name[SNW_TOKEN_NAME];         ///< of its token; "nobody" without
    char client[SNW_TOKEN_NAME];       ///< what it calls itself; only ever shown
    char address[SNW_SESSION_ADDRESS]; ///< without a port
    snw_role_kind role;
    int64_t since_ns;
    int64_t silent_ns;             ///< since when its hello is due
    uint64_t admitted, refused;    ///< by its rate
    char challenge[SNW_CHALLENGE]; ///< that the next keep must bring
    // private
    char challenge_before[SNW_CHALLENGE];
    unsigned char hash[SNW_SHA256];
    double budget;
    int64_t budget_ns;
    int64_t oldest_id; // ids up to this one are forgotten, and never heard again
    int next_kept;
    snw_kept_answer *kept; // [SNW_SESSION_IDS]
} snw_session;

typedef enum snw_lease_state {
    SNW_LEASE_FREE,
    SNW_LEASE_HELD,
    SNW_LEASE_ENDING ///< arms are being stopped; nobody may move anything
} snw_lease_state;

/// The one lease of the cell.
typedef struct snw_lease {
    // read-only
    snw_lease_state state;
    snw_lease_stamp stamp; ///< that commands must carry; its epoch is new at each start
    int session;           ///< index of the owner; -1 when it is free or its owner has gone
    uint32_t number;       ///< of the owner's session
    char owner[SNW_TOKEN_NAME];
    snw_role_kind role;
    int64_t since_ns;
    int64_t seen_ns;               ///< last sign of life
    int64_t streamed_ns;           ///< last streamed message; INT64_MIN for none
    int64_t kept_from;             ///< earlier sequences were lost, and motions under them with it
    int next;                      ///< session that takes it when the arms stand still; -1 for none
    char ended_by[SNW_TOKEN_NAME]; ///< of the last take; empty for none
    snw_why why;                   ///< why it is ending
} snw_lease;

typedef struct snw_address_record {
    char address[SNW_SESSION_ADDRESS];
    int failures;
    int64_t until_ns; ///< until then wrong tokens are not even distinguished
    int64_t last_ns;
} snw_address_record;

typedef struct snw_authority {
    // read-only
    snw_authority_config config;
    snw_session *sessions; ///< [SNW_AUTHORITY_SESSIONS]
    snw_lease lease;
    snw_tokens *tokens;    ///< its own copy
    uint64_t wrong_tokens; ///< ever
    // private
    snw_address_record *addresses; // [SNW_AUTHORITY_ADDRESSES]
    uint32_t last_number;
    unsigned char secret[SNW_SHA256];
    uint64_t challenges;
    int64_t checked_s;
    double shared_budget; // of sessions without a token
    int64_t shared_ns;
    int64_t ordered_ns; // last stop that was asked for
    bool changed;       // since the last step
    int lost;           // session that has lost the lease since then, or -1
} snw_authority;

/// Lays out about 5 MB. `secret` are 32 random bytes (snw_secret_make()); the epoch and all
/// challenges come from it. On an empty arena it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_authority_init(snw_authority *authority,
                                                      const snw_authority_config *config,
                                                      const unsigned char secret[32],
                                                      snw_arena *arena);

/// Gives it the tokens that count from now on; sessions whose token is gone lose their role at the
/// next step, and the lease with it.
SNW_SETUP void snw_authority_use(snw_authority *authority, const snw_tokens *tokens);

// --- sessions -----------------------------------------------------------------------------------

/// The session whose hello is due for longest, of an address or (NULL) of all; -1 for none. None is
/// due of a socket of stops.
SNW_SETUP int snw_authority_overdue(const snw_authority *authority, const char *address);

/// The silent session that has to go before another one of this address may come, the longest
/// silent one, sockets of stops last; -1 for none.
SNW_SETUP int snw_authority_in_the_way(const snw_authority *authority, const char *address);

/// A client has connected. `address` has no port. SNW_ERR_FULL with the limit that was reached.
SNW_SETUP SNW_NODISCARD snw_status snw_authority_connect(snw_authority *authority,
                                                         const char *address, bool loopback,
                                                         int64_t now_ns, int *session,
                                                         snw_why *why);

/// A client has gone. If it held the lease, that becomes stale in its time unless the same owner
/// comes back and acquires it.
SNW_SETUP void snw_authority_disconnect(snw_authority *authority, int session, int64_t now_ns);

/// What a client says of itself.
typedef struct snw_hello {
    const char *token;  ///< empty for none
    const char *client; ///< what it calls itself
} snw_hello;

/// Who is it? An empty token is nobody, welcome from this machine only. A wrong or expired token is
/// SNW_ERR_PERMISSION (rule token), and so is everything from an address that has to wait (rule
/// token-wait, with the seconds), whatever it brings. A second hello changes nothing and is
/// SNW_ERR_STATE. On failure the session stays as it was.
SNW_SETUP SNW_NODISCARD snw_status snw_authority_hello(snw_authority *authority, int session,
                                                       const snw_hello *hello, int64_t now_ns,
                                                       int64_t now_s, snw_why *why);

/// Who brings a token without a session: an HTTP request.
typedef struct snw_bearer {
    const char *address; ///< without a port
    bool loopback;
    const char *token; ///< empty for none
} snw_bearer;

/// Does a bearer's token let it do an act that needs no lease? Failures as for hello, counted
/// together with those.
SNW_SETUP SNW_NODISCARD snw_status snw_authority_bearer(snw_authority *authority,
                                                        const snw_bearer *bearer, snw_act act,
                                                        int64_t now_ns, int64_t now_s,
                                                        snw_why *why);

// --- requests -----------------------------------------------------------------------------------

/// Counts a request against the rate of its session, and against that which all sessions have
/// together that said hello without a token: SNW_OK, or SNW_ERR_FULL (rule rate, with the seconds
/// to wait). Not to be asked for SNW_ACT_stop: a stop is heard however much was sent
/// before.
SNW_SETUP SNW_NODISCARD snw_status snw_authority_admit(snw_authority *authority, int session,
                                                       int64_t now_ns, snw_why *why);

/// Why a request is refused that was not admitted, as of now.
SNW_SETUP void snw_authority_too_fast(const snw_authority *authority, int session, snw_why *why);

/// Is the id of a request (1 or more) new to its session?
///     SNW_OK           yes: do it, then call snw_authority_answer()
///     SNW_DONE         no: `*answer` is the first answer
///     SNW_NOTHING_NEW  no, and it is under way: its answer will come
///     SNW_ERR_EXPIRED  it is older than all that are kept: nothing is done
///     SNW_ERR_RANGE    it is no id
SNW_SETUP SNW_NODISCARD snw_status snw_authority_begin(snw_authority *authority, int session,
                                                       int64_t id, const char **answer,
                                                       snw_why *why);

/// Keeps the answer of an id. One that is longer than SNW_SESSION_ANSWER is kept as
/// {"id":N,"ok":true,"repeated":true} (or false, with no reason).
SNW_SETUP void snw_authority_answer(snw_authority *authority, int session, int64_t id,
                                    const char *text, size_t length);

/// May this session do that now? `stamp` is the lease that the request carries (may be NULL),
/// `still` whether every arm stands still. SNW_OK; SNW_ERR_PERMISSION with a rule: hello (say who
/// you are first), role, lease (with the owner in the text), inject; SNW_ERR_STATE (standstill).
SNW_SETUP SNW_NODISCARD snw_status snw_authority_check(const snw_authority *authority, int session,
                                                       snw_act act, const snw_lease_stamp *stamp,
                                                       bool still, snw_why *why);

// --- the lease ----------------------------------------------------------------------------------

/// Takes a free lease, or one whose owner has gone and has the same name as this session. One that
/// the session holds already is held on. SNW_ERR_STATE (rule lease) with the owner otherwise.
SNW_SETUP SNW_NODISCARD snw_status snw_lease_acquire(snw_authority *authority, int session,
                                                     int64_t now_ns, snw_why *why);

/// Takes the lease from its owner. SNW_OK when the arms stand still; SNW_NOTHING_NEW when they must
/// be stopped first: the caller stops them, and snw_authority_step() tells when it has passed.
SNW_SETUP SNW_NODISCARD snw_status snw_lease_take(snw_authority *authority, int session, bool still,
                                                  int64_t now_ns, snw_why *why);

/// Gives it back: free at once. What was sent under it and has not acted is dropped.
SNW_SETUP SNW_NODISCARD snw_status snw_lease_return(snw_authority *authority, int session,
                                                    snw_why *why);

/// A sign of life with the answer to the challenge (session->challenge, or the one before it).
/// There is a new challenge afterwards. SNW_ERR_PERMISSION for another answer.
SNW_SETUP SNW_NODISCARD snw_status snw_lease_keep(snw_authority *authority, int session,
                                                  const char *challenge, int64_t now_ns,
                                                  snw_why *why);

/// Ends the lease of a session that cannot be trusted any more: arms are stopped, then it is free.
/// Nothing for a session that does not hold it.
SNW_SETUP void snw_lease_drop(snw_authority *authority, int session);

/// The owner has sent a message of a stream (jog, drag, pull, turn).
SNW_SETUP void snw_lease_streamed(snw_authority *authority, int session, int64_t now_ns);

/// True when this session may write with this stamp; two sessions never may at the same time.
SNW_SETUP bool snw_lease_writes(const snw_authority *authority, int session,
                                const snw_lease_stamp *stamp);

/// What a step asks of its caller.
typedef struct snw_authority_orders {
    bool stop;    ///< stop all arms (S2) now; `why` says for what
    bool changed; ///< the lease is not what it was: tell everybody
    int granted;  ///< session that has just got the lease that it took; -1 for none
    int lost;     ///< session that has just lost the lease; -1 for none
    snw_why why;
} snw_authority_orders;

/// Time goes on: stale leases end, expired tokens end their sessions' roles, and a lease that is
/// ending passes on, or is free, once every arm stands still.
SNW_SETUP snw_authority_orders snw_authority_step(snw_authority *authority, int64_t now_ns,
                                                  int64_t now_s, bool still);

/// {"owner","session","role","since","yours","free"} as of a session (or -1), for pushes. `since`
/// is seconds before now.
SNW_SETUP void snw_lease_json(const snw_authority *authority, int session, int64_t now_ns,
                              snw_text *text);

/// [{"session","name","client","address","role","since","lease"},..] of all that said hello.
SNW_SETUP void snw_sessions_json(const snw_authority *authority, int64_t now_ns, snw_text *text);

#ifdef __cplusplus
}
#endif

#endif // SINEW_WIRE_AUTHORITY_H
