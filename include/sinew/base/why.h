// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BASE_WHY_H
#define SINEW_BASE_WHY_H

/// @file
/// The structured reason behind every refusal, clamp, slow-down or stop.
///
/// A snw_why has a fixed size and holds no pointers, so it can be filled inside the loop, passed
/// through a ring and kept in a recording. Formatting happens elsewhere: snw_why_sentence() for
/// people, snw_why_json() for machines.
///
/// A function that can fail takes a `snw_why *why` last; callers that do not care pass NULL.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinew/base/arena.h"
#include "sinew/base/attributes.h"
#include "sinew/base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_WHY_NUMBERS = 8,  ///< named numbers in one reason
    SNW_WHY_NAME = 24,    ///< bytes of a number's name, with the final zero
    SNW_WHY_UNIT = 8,     ///< bytes of a unit
    SNW_WHY_SUBJECT = 96, ///< bytes of the subject's path
    SNW_WHY_RULE = 32,    ///< bytes of a rule's name
    SNW_WHY_TEXT = 128,   ///< bytes of the text and of the fix
    SNW_WHY_FILE = 128    ///< bytes of a file name; longer ones keep their end
};

typedef enum snw_severity { SNW_INFO = 0, SNW_WARNING = 1, SNW_ERROR = 2 } snw_severity;

typedef struct snw_why_number {
    char name[SNW_WHY_NAME];
    char unit[SNW_WHY_UNIT]; ///< "m", "rad", "" for none
    double value;
} snw_why_number;

typedef struct snw_why {
    snw_status code;
    snw_severity severity;
    char subject[SNW_WHY_SUBJECT]; ///< path of the object at fault, "arm/joint[3]"; may be empty
    char rule[SNW_WHY_RULE];       ///< short name of the rule broken, "urdf-limit"; may be empty
    char text[SNW_WHY_TEXT];       ///< what is wrong, in addition to the code's own sentence
    char fix[SNW_WHY_TEXT];        ///< how to correct it; may be empty
    char file[SNW_WHY_FILE];       ///< source position for files; empty for none
    int32_t line;                  ///< from 1; 0 for none
    int32_t column;                ///< from 1; 0 for none
    int32_t number_count;          ///< [0, SNW_WHY_NUMBERS]
    snw_why_number numbers[SNW_WHY_NUMBERS];
} snw_why;

/// Starts a reason. Severity follows the code: failed is an error, news a warning, SNW_OK an
/// information. Texts too long for their field are cut at a character border and end in "...".
/// NULL texts are empty. `why` may be NULL in all of these functions: then nothing happens.
SNW_RT void snw_why_set(snw_why *why, snw_status code, const char *subject, const char *text);

/// Adds a named number; beyond SNW_WHY_NUMBERS it is dropped.
SNW_RT void snw_why_add(snw_why *why, const char *name, double value, const char *unit);

/// Says how to correct it.
SNW_RT void snw_why_fix(snw_why *why, const char *fix);

/// Names the rule that was broken.
SNW_RT void snw_why_rule(snw_why *why, const char *rule);

/// Says where in a file. `line` and `column` count from 1; 0 leaves them out.
SNW_RT void snw_why_at(snw_why *why, const char *file, int line, int column);

/// Refuses: sets the reason with its fix (NULL for none), and returns `code` for the caller to
/// return in turn. Numbers, a rule or a place are added to `why` afterwards.
///
///     if (!(mass > 0)) {
///         return snw_refuse(why, SNW_ERR_RANGE, name, "the mass is not positive", "give it in
///         kg");
///     }
SNW_RT SNW_NODISCARD snw_status snw_refuse(snw_why *why, snw_status code, const char *subject,
                                           const char *text, const char *fix);

/// The same, and names the rule that was broken.
SNW_RT SNW_NODISCARD snw_status snw_refuse_rule(snw_why *why, snw_status code, const char *rule,
                                                const char *subject, const char *text,
                                                const char *fix);

/// Writes "file:line:column: error: subject: text (name value unit, ...); fix" into out, always
/// terminated; returns the length that the whole sentence has, as snprintf does. Not real-time.
SNW_SETUP size_t snw_why_sentence(const snw_why *why, char *out, size_t size);

/// Writes one JSON object on one line; NaN and infinity become null. Returns the whole length.
SNW_SETUP size_t snw_why_json(const snw_why *why, char *out, size_t size);

/// A bounded list of reasons, for loaders that report everything they find. Caller-owned.
typedef struct snw_diags {
    // read-only
    snw_why *items; ///< [count] in the order found
    int capacity;
    int count;   ///< kept
    int dropped; ///< found after the list was full
    int errors;  ///< of all found, dropped ones included
    int warnings;
} snw_diags;

/// Lays out a list for `capacity` reasons.
SNW_SETUP SNW_NODISCARD snw_status snw_diags_init(snw_diags *diags, int capacity, snw_arena *arena);

/// Adds a copy; a full list counts it as dropped. An error that comes late replaces the last kept
/// warning or information, so that a flood of warnings cannot hide it. NULL `diags` is allowed.
SNW_RT void snw_diags_add(snw_diags *diags, const snw_why *why);

/// SNW_OK if there is no error, else the code of the first one kept.
SNW_RT SNW_NODISCARD snw_status snw_diags_status(const snw_diags *diags);

/// Makes every warning an error, as reading strictly demands; true if there was one. Codes stay.
SNW_RT bool snw_diags_be_strict(snw_diags *diags);

/// A reason with its time, as the loop puts it into a ring. No pointers: it may cross processes.
typedef struct snw_event {
    int64_t t_ns;      ///< monotonic time, as given to the loop
    uint64_t sequence; ///< counts all events of the source, lost ones included
    snw_why why;
} snw_event;

#ifdef __cplusplus
}
#endif

#endif // SINEW_BASE_WHY_H
