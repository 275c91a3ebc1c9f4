// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_DOCTOR_H
#define SINEW_APPS_DOCTOR_H

/// @file
/// `sinew doctor`: facts about this machine, a judgement of each, and the fix of what is not ok.
///
/// Facts are read in one place and judged in another, so that every judgement can be tested with
/// the facts of a machine that is not there.

#include "cli.h"
#include "sinew/os.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum doctor_state { DOCTOR_OK, DOCTOR_WARN, DOCTOR_FAIL } doctor_state;

enum {
    DOCTOR_DIRECTORIES = 5,  ///< as snw_user_files
    DOCTOR_PATH = 256,       ///< bytes of a path that is shown
    DOCTOR_CHECKS_MOST = 32, ///< room for all checks
    DOCTOR_FOUND = 320,      ///< bytes of what was found
    DOCTOR_FIX = 512         ///< bytes of a fix
};

/// A directory of the user.
typedef struct doctor_directory {
    snw_status status;      ///< of finding its name, then of a trial to write there
    char path[DOCTOR_PATH]; ///< cut if it is longer; empty when there is none
} doctor_directory;

/// All that is judged. Plain data; texts are empty where the system does not say.
typedef struct doctor_facts {
    snw_realtime_report realtime;
    char cpu_model[96];
    const char *vector_set; ///< instruction set of the kernels, "avx2"
    int vector_doubles;     ///< doubles in one vector
    const char *version, *variant, *compiler;
    const char *sanitizers; ///< "address,undefined"; empty for none
    doctor_directory directories[DOCTOR_DIRECTORIES];
} doctor_facts;

/// One line of the report.
typedef struct doctor_check {
    const char *group, *name;
    const char *reason; ///< why it matters
    doctor_state state;
    char found[DOCTOR_FOUND];
    char fix[DOCTOR_FIX]; ///< empty when the state is ok
} doctor_check;

/// Reads the facts. `root` stands before /proc and /sys, as for snw_realtime_report_read().
void doctor_read(doctor_facts *facts, const char *root);

/// Judges the facts, group by group. Returns the number of checks.
int doctor_judge(const doctor_facts *facts, doctor_check checks[DOCTOR_CHECKS_MOST]);

/// "ok", "warn" or "fail".
const char *doctor_state_name(doctor_state state);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_DOCTOR_H
