// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODELIO_SAVE_H
#define SINEW_MODELIO_SAVE_H

/// @file
/// A robot as text, in any format that can be written: the other way of sinew/modelio/load.h.
///
///     snw_text text = snw_text_over(NULL, 0);               // measures
///     status = snw_robot_write(robot, snw_model_format_named(path), NULL, &text, NULL, &why);

#include "sinew/modelio/load.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct snw_save_options {
    snw_dh_convention convention; ///< of tables, which need one
    bool lossy;                   ///< what a table cannot say is left out with a warning
    const snw_urdf_extra *extra;  ///< what a URDF holds besides the robot; may be NULL
} snw_save_options;

/// Appends the text of a robot; on an empty text it measures. `options` may be NULL. Warnings go to
/// `diags`, which may be NULL. SNW_ERR_UNSUPPORTED for a format that is not written (xacro,
/// unknown), and for what the format cannot say: `why` names the first of it.
SNW_SETUP SNW_NODISCARD snw_status snw_robot_write(const snw_robot *robot, snw_model_format format,
                                                   const snw_save_options *options, snw_text *text,
                                                   snw_diags *diags, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODELIO_SAVE_H
