// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_URDF_SRDF_READER_H
#define SINEW_SRC_URDF_SRDF_READER_H

#include "sinew/base/collections.h"
#include "sinew/document.h"
#include "sinew/document/xml.h"
#include "sinew/urdf/srdf.h"

typedef enum snw__srdf_weight {
    SNW__SRDF_ERROR,
    SNW__SRDF_DOUBT, // an error; lenient: a warning, and left out
    SNW__SRDF_REMARK // a warning; strict: an error
} snw__srdf_weight;

typedef struct snw__srdf_fault {
    snw__srdf_weight weight;
    snw_status code;
    const char *rule, *fix;
} snw__srdf_fault;

typedef struct snw__srdf {
    snw_strictness strictness;
    const snw_robot *robot; // NULL: names are not checked
    snw_names links, joints;
    snw_setup *setup;
    snw_diags *diags;
    snw_srdf *srdf;

    snw_xml *xml;
    const char *file;
    snw_xml_event event;
    int line, column;
    char path[SNW_WHY_SUBJECT];
    snw_status first; // error
    bool broken;      // nothing more can be read

    // where each of them begins
    int group_line[SNW_SRDF_GROUPS], state_line[SNW_SRDF_GROUPS], hand_line[SNW_SRDF_GROUPS],
        virtual_line[SNW_SRDF_GROUPS];
} snw__srdf;

/// Reports at the place in hand.
SNW_PRINTF(3, 4)
void snw__srdf_say(snw__srdf *s, snw__srdf_fault fault, const char *format, ...);

/// Reads the document to its end.
void snw__srdf_document(snw__srdf *s);

/// True when the robot has that joint or there is no robot; else it is reported.
bool snw__srdf_knows_joint(snw__srdf *s, const char *name);

/// What can be checked only when all is read: groups that exist, none inside itself, joints.
void snw__srdf_check(snw__srdf *s);

#endif // SINEW_SRC_URDF_SRDF_READER_H
