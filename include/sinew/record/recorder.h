// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_RECORD_RECORDER_H
#define SINEW_RECORD_RECORDER_H

/// @file
/// Records signals of described blocks, events and changes of parameters into an MCAP file, beside
/// the loop and never in its way.
///
///     snw_recorder_config config = snw_recorder_defaults();
///     config.path = "run.mcap";
///     config.roots = &roots;
///     config.period = 1e-3;
///     status = snw_recorder_open(&recorder, &config, why);
///     const char *const all[] = {"arm/**"};
///     const snw_record_group group = {.name = "arm", .patterns = all, .pattern_count = 1};
///     status = snw_recorder_add(recorder, &group, why);
///     status = snw_recorder_start(recorder, t_ns, why);
///     // each tick:
///     snw_recorder_tick(recorder, tick, t_ns);
///     // service side, unless config.threaded:
///     status = snw_recorder_pump(recorder, t_ns);
///     // at the end:
///     status = snw_recorder_close(recorder, NULL, why);
///
/// Paths are resolved once, by snw_recorder_add(). A tick copies the values into a ring; when the
/// ring is full the sample is dropped, counted, and the gap is marked in the next one. Samples go
/// to the file in chunks of at most 256 kB or 1 s, each with its CRC.
///
/// The tick number and the time of the loop are primary; the wall clock is an annotation only.

#include <stdbool.h>
#include <stdint.h>

#include "sinew/base.h"
#include "sinew/describe/path.h"
#include "sinew/record/mcap.h"
#include "sinew/record/store.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_RECORD_PATH = 1024, ///< bytes of a recording's path, with the final zero

    /// Version of the numbers in recordings, metadata "recording" of "sinew": a recording of
    /// another one reads as any other does, but a replay need not come to the same bits. 1, where
    /// files do not tell it: before commands were typed. 2: components run in the order of their
    /// connections, laws and stops compute other last bits, and `components/NAME/revoked` is
    /// recorded. 3: lines of a motion say the frame of their pose; before, they were in the arm's
    /// base. 4: cells with rules of collision have an interlock.
    SNW_RECORDING_VERSION = 4
};

/// Opaque; lives on the heap.
typedef struct snw_recorder snw_recorder;

/// When a group's samples go to the file.
typedef enum snw_record_mode {
    SNW_RECORD_CONTINUOUS, ///< all of them
    SNW_RECORD_TRIGGERED,  ///< around each instant at which a signal passes a level
    SNW_RECORD_LAST        ///< those before snw_recorder_dump() and before the end: a black box
} snw_record_mode;

/// Which way a signal passes the level of a trigger.
typedef enum snw_record_edge {
    SNW_RECORD_RISING,  ///< from below the level to it or above
    SNW_RECORD_FALLING, ///< from above the level to it or below
    SNW_RECORD_EITHER
} snw_record_edge;

/// Signals that are sampled together. A plain value; what it points to is needed during
/// snw_recorder_add() only.
typedef struct snw_record_group {
    // public
    const char *name;            ///< unique; its topic is "/signals/<name>"
    const char *const *patterns; ///< [pattern_count] of paths, as for snw_roots_list(). One with a
                                 ///< '*' selects signals and states, a plain path any field
    int pattern_count;
    snw_record_mode mode;
    int divisor;          ///< a sample at each tick that it divides; 0 means 1
    const char *trigger;  ///< path of the number that triggers; recorded with the others
    double level;         ///< in the unit of that number
    snw_record_edge edge; ///< which way it is passed
    double before;        ///< [s] kept from before a trigger or a dump, >= 0
    double after;         ///< [s] recorded from a trigger or a dump on, >= 0
} snw_record_group;

/// Joint states as ROS 2 tools know them, sensor_msgs/msg/JointState. Each pattern must match one
/// number per name, in the same order, or be NULL.
typedef struct snw_record_joints {
    // public
    const char *topic;                        ///< "/joint_states"
    const char *frame;                        ///< name of the frame in the header; NULL for ""
    const char *const *names;                 ///< [count] of the joints
    int count;                                ///< [1, 512]
    const char *position, *velocity, *effort; ///< patterns
    int divisor;                              ///< 0 means 1
} snw_record_joints;

/// A frame of a recording: a pose in its parent.
typedef struct snw_record_frame {
    // public
    const char *parent, *child; ///< names of the frames
    const char *path;           ///< of a snw_pose, the child in the parent
} snw_record_frame;

/// The unit of a number that a path leads to, "" for none; it must outlive the recorder.
typedef const char *snw_record_unit_fn(const void *context, const char *path,
                                       const snw_place *place);

typedef struct snw_recorder_config {
    // public
    const char *path;       ///< of the file; a name that is taken gets -2, -3 and so on
    const snw_roots *roots; ///< blocks that the loop owns; they must outlive the recorder
    const snw_roots *seen;  ///< the same blocks as a picture that may be read while the loop runs:
                            ///< lengths of arrays are read there when a group is added, as
                            ///< snw_exec_look() shows them; each lies as far from its own as all
                            ///< others. NULL when the loop does not run yet
    double period;          ///< [s] of a tick, > 0
    double buffer;          ///< [s] of samples that the rings hold, > 0
    int events;             ///< events and parameter changes that the ring holds, > 0
    int64_t sync_ns;        ///< longest time until what was sampled is on the disk, >= 0
    int64_t wall_ns;        ///< wall clock at the start, an annotation; 0 for none
    int64_t loop_ns;        ///< time of the loop at the start, of what a file begins with; for a
                            ///< threaded one, whose own time is that of the clock
    snw_mcap_config file;   ///< compression, chunks
    const snw_store *store; ///< where files go; NULL is the disk. Copied
    snw_record_unit_fn *unit; ///< asked where the field of a number has none; may be NULL
    const void *unit_context;
    bool threaded; ///< a thread of its own writes; else call snw_recorder_pump()
} snw_recorder_config;

/// What a recorder is doing.
typedef enum snw_recorder_state {
    SNW_RECORDER_IDLE,    ///< not started
    SNW_RECORDER_RUNNING, ///< writes
    SNW_RECORDER_FULL,    ///< the disk is full: waits for room, keeps the newest samples
    SNW_RECORDER_OFF      ///< given up after two broken files: see `why`
} snw_recorder_state;

/// Counts since the start.
typedef struct snw_recorder_report {
    // read-only
    snw_recorder_state state;
    uint64_t samples;           ///< taken from the rings
    uint64_t lost_samples;      ///< dropped because a ring was full, or the disk
    uint64_t events;            ///< events and parameter changes taken from the ring
    uint64_t lost_events;       ///< dropped
    uint64_t messages;          ///< in files, or in the chunk that is being filled
    uint64_t lost_messages;     ///< with a file that broke
    uint64_t bytes;             ///< in the present file
    int chunks;                 ///< in the present file
    int files;                  ///< begun
    char path[SNW_RECORD_PATH]; ///< of the present file
    snw_why why;                ///< the last failure; SNW_OK for none
} snw_recorder_report;

/// 10 s in the rings, 256 events, synchronised within 1 s, zstd, not threaded.
SNW_SETUP snw_recorder_config snw_recorder_defaults(void);

/// A recorder without groups; no file is opened yet.
SNW_SETUP SNW_NODISCARD snw_status snw_recorder_open(snw_recorder **recorder,
                                                     const snw_recorder_config *config,
                                                     snw_why *why);

/// Adds a group. SNW_ERR_NOT_FOUND when a pattern matches nothing that can be recorded (numbers,
/// booleans, enums; texts cannot), SNW_ERR_DUPLICATE for a name in use, SNW_ERR_TOO_LARGE beyond
/// 16,384 numbers, SNW_ERR_STATE after the start. A number that several patterns match is recorded
/// once.
SNW_SETUP SNW_NODISCARD snw_status snw_recorder_add(snw_recorder *recorder,
                                                    const snw_record_group *group, snw_why *why);

/// Adds a topic of joint states. SNW_ERR_SIZE when a pattern does not match one number per name.
SNW_SETUP SNW_NODISCARD snw_status snw_recorder_add_joints(snw_recorder *recorder,
                                                           const snw_record_joints *joints,
                                                           snw_why *why);

/// Adds a text that every file begins with, sinew_msgs/msg/Description: the cell file, so that a
/// recording replays. `format` says what it is, "xml". Texts are copied.
SNW_SETUP SNW_NODISCARD snw_status snw_recorder_add_text(snw_recorder *recorder, const char *name,
                                                         const char *format, const char *text,
                                                         snw_why *why);

/// Lays out the rings, opens the file, writes and synchronises its head, and starts the thread if
/// there is one. `t_ns` is the time of the loop (of snw_clock_now_ns() when threaded).
SNW_SETUP SNW_NODISCARD snw_status snw_recorder_start(snw_recorder *recorder, int64_t t_ns,
                                                      snw_why *why);

/// Loop: samples every group whose divisor divides `tick`. Costs about a nanosecond per number.
SNW_RT void snw_recorder_tick(snw_recorder *recorder, int64_t tick, int64_t t_ns);

/// Any thread: records an event, as sinew_msgs/msg/Event and in "/diagnostics". A full ring drops
/// it and counts.
SNW_RT void snw_recorder_event(snw_recorder *recorder, const snw_event *event);

/// Any thread: records that a parameter took a value at a tick, sinew_msgs/msg/Parameter. Texts
/// of SNW_FIELD_PATH bytes and more are cut.
SNW_RT void snw_recorder_parameter(snw_recorder *recorder, int64_t tick, int64_t t_ns,
                                   const char *path, const char *value);

/// Any thread: writes the history of every group that is triggered or a black box, and what
/// follows for `after` seconds.
SNW_RT void snw_recorder_dump(snw_recorder *recorder);

/// Takes all that is in the rings to the file, at loop time `now_ns`. The owner's thread only, and
/// not when the recorder has its own. Failures of the disk are no failures here: see the report.
/// SNW_ERR_STATE when not started or threaded.
SNW_SETUP SNW_NODISCARD snw_status snw_recorder_pump(snw_recorder *recorder, int64_t now_ns);

/// What was recorded so far. With a thread, numbers may be those of a moment ago.
SNW_SETUP snw_recorder_report snw_recorder_get(const snw_recorder *recorder);

/// Ends the thread, takes the rest of the rings, dumps black boxes, finishes the file and frees the
/// recorder. The status and `why` tell whether the last file is complete. `report`, if not NULL,
/// receives the last counts. NULL recorders are allowed.
SNW_SETUP SNW_NODISCARD snw_status snw_recorder_close(snw_recorder *recorder,
                                                      snw_recorder_report *report, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_RECORD_RECORDER_H
