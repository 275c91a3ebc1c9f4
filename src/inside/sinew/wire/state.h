// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_WIRE_STATE_H
#define SINEW_WIRE_STATE_H

/// @file
/// State frames: where everything is, 60 times a second, in bytes. docs/protocol.md has the layout.
///
///     snw_packets_look(frames, now_ns)         each time the service is called: newest picture
///     snw_subscription_row(frames, client)    for each client, after it: a row of its signals
///     snw_packets_write(frames, client, ...)   when a frame is due: bytes; the rows are used up
///
/// Links are those of all members of the system in one table, members in the order of the system.
/// All of them stand as the state of the cell has them, which the loop owns (sinew/exec/state.h):
/// driven members as they are believed to be, attached ones at the links that hold them, the others
/// where they were put. docs/walk.md follows one number from its command to the picture. Nothing
/// allocates after init.

#include "sinew/exec.h"
#include "sinew/kinematics.h"
#include "sinew/wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_PACKET_MAGIC = 0x31574e53, ///< "SNW1"
    SNW_PACKET_HEAD = 40,          ///< bytes before the links
    SNW_PACKET_PAIRS = 8,          ///< bytes before the pairs
    SNW_PACKET_PAIR = 32,          ///< bytes of a pair
    SNW_PACKET_LATE = 1,           ///< flag: the loop is late
    SNW_PACKET_RECORDING = 2,      ///< flag
    SNW_PACKET_PAUSED = 4,         ///< flag: the pace is held
    SNW_SUBSCRIBED_ROWS = 32       ///< rows that wait for a frame; the oldest are lost
};

/// A signal by its place in a picture.
typedef struct snw_signal {
    // read-only
    int root;      ///< index in the roots of snw_exec_look()
    size_t offset; ///< in its block
    size_t size;   ///< bytes of the number
    snw_kind kind; ///< SNW_KIND_REAL, _INT, _UINT, _BOOL or _ENUM
    const snw_field *field;
    char path[SNW_FIELD_PATH];
} snw_signal;

/// What one client wants to see. Caller-owned, about 40 kB.
typedef struct snw_subscription {
    // read-only
    snw_signal signals[SNW_SUBSCRIBED];
    int count;
    int row_count;
    uint64_t lost; ///< rows that no frame took in time
    // private
    uint64_t last_tick;
    bool begun;
    double rows[SNW_SUBSCRIBED_ROWS * (SNW_SUBSCRIBED + 1)];
} snw_subscription;

/// One member of the system.
typedef struct snw_packets_member {
    // private
    snw_kin kin;
    int first;  // of its links
    int arm;    // that drives it, or -1
    bool moved; // since the poses before
} snw_packets_member;

typedef struct snw_packets {
    // read-only
    snw_exec *exec;
    const snw_system *system;
    int link_count, arm_count;
    uint64_t tick; ///< of the newest picture
    int64_t t_ns;
    bool valid;                     ///< there has been a picture
    bool still;                     ///< no arm moves or is commanded to move
    float speed;                    ///< loop time per wall time over the last second
    snw_system_state state;         ///< of the cell, in the newest picture
    snw_pose *measured, *commanded; ///< [link_count] in the world, see snw_packets_pose()
    // private
    const snw_roots *roots;
    snw_packets_member *members; // [member_count]
    int *arm_roots;              // [arm_count] index in roots, -1 for none
    size_t *guard_offsets;       // [arm_count] of what the guard shows, in the arm's root
    int clearance_root;          // index in roots of what a component `clearance` shows, or -1
    double *posed_q;             // [nq] with which members were posed: driven ones as commanded
    uint64_t posed_tick;
    bool posed;
    int64_t speed_wall_ns, speed_t_ns;
} snw_packets;

/// Lays out frames for a cell that is open; `exec` and `system` must outlive it. On an empty arena
/// it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_packets_init(snw_packets *frames, snw_exec *exec,
                                                    const snw_system *system, snw_arena *arena);

/// Takes the newest picture of the loop; `now_ns` is the clock of the caller, for `speed`. True
/// when there is a tick that was not seen before.
SNW_SETUP bool snw_packets_look(snw_packets *frames, int64_t now_ns);

/// Where every link is, in the newest picture: fills measured (the state of the cell) and commanded
/// (the same, with driven members where their drives are commanded to be). A frame does it by
/// itself.
SNW_SETUP void snw_packets_pose(snw_packets *frames);

/// Chooses the signals of a client, by paths of single numbers ("arm/sensed/q[2]", enumerations and
/// truth values too); replaces the list before. A path that leads nowhere or to no number is
/// refused by name, and the list before stays. SNW_ERR_STATE before the first tick, SNW_ERR_SIZE
/// for more than SNW_SUBSCRIBED.
SNW_SETUP SNW_NODISCARD snw_status snw_subscription_set(snw_subscription *subscription,
                                                        snw_packets *frames,
                                                        const char *const *paths, int count,
                                                        snw_why *why);

/// [{"path","unit","type","words"},..] of the signals, for the answer.
SNW_SETUP void snw_subscription_json(const snw_subscription *subscription, snw_text *text);

/// Adds a row of the newest picture, once for each tick that was looked at.
SNW_SETUP void snw_subscription_row(const snw_packets *frames, snw_subscription *subscription);

/// Bytes of a frame for this client now (NULL: no signals).
SNW_SETUP size_t snw_packets_size(const snw_packets *frames, const snw_subscription *subscription);

/// What a frame says besides.
typedef struct snw_packet_stamp {
    uint32_t sequence; ///< counts the frames of the client
    uint16_t flags;    ///< SNW_PACKET_LATE ...
} snw_packet_stamp;

/// Writes a frame into bytes[size] and takes the rows of the client. Returns its length, or 0 when
/// there was no picture yet or `size` is too small; then the rows stay.
SNW_SETUP size_t snw_packets_write(snw_packets *frames, snw_subscription *subscription,
                                   const snw_packet_stamp *stamp, unsigned char *bytes,
                                   size_t size);

// --- reading, for tests and other programs ------------------------------------------------------

typedef struct snw_packet_arm {
    uint8_t state, follows, taken, axes;
    uint32_t cause;
    const unsigned char *numbers; ///< for each axis q, v, effort, commanded q: snw_packet_real()
} snw_packet_arm;

/// A frame as it was received; points into the bytes.
typedef struct snw_state_packet {
    // read-only
    uint16_t flags;
    uint64_t tick;
    int64_t t_ns;
    uint32_t sequence;
    float speed;
    int link_count, arm_count, signal_count, row_count;
    const unsigned char *measured, *commanded; ///< 7 floats for each link: snw_packet_number()
    const unsigned char *rows;                 ///< 1 + signal_count reals each: snw_packet_real()
    snw_packet_arm arms[SNW_LOOP_ARMS];
    int pair_count;
    uint32_t enforced;          ///< bit i: pair i must keep a distance
    const unsigned char *pairs; ///< SNW_PACKET_PAIR bytes each: snw_packet_pair_read()
} snw_state_packet;

/// Two bodies, by their numbers in the scene, and their nearest points in the world.
typedef struct snw_packet_pair {
    uint16_t a, b;
    float point_a[3], point_b[3], distance; ///< [m]
} snw_packet_pair;

/// Reads a frame; SNW_ERR_SYNTAX unless every byte is as it must be, SNW_ERR_VERSION for another
/// kind of frame.
SNW_SETUP SNW_NODISCARD snw_status snw_packet_read(const void *bytes, size_t size,
                                                   snw_state_packet *frame);

/// The index-th pair of a frame.
SNW_SETUP snw_packet_pair snw_packet_pair_read(const snw_state_packet *frame, int index);

/// The index-th number of 4 or of 8 bytes at `bytes`.
SNW_SETUP float snw_packet_number(const unsigned char *bytes, int index);
SNW_SETUP double snw_packet_real(const unsigned char *bytes, int index);

#ifdef __cplusplus
}
#endif

#endif // SINEW_WIRE_STATE_H
