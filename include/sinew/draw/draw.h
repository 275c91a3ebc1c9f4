// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DRAW_DRAW_H
#define SINEW_DRAW_DRAW_H

/// @file
/// Pictures of robots: three orthographic views as SVG, without a window or a graphics card.
///
///     front   seen from +x: y to the right, z up
///     side    seen from -y: x to the right, z up
///     top     seen from +z: x to the right, y up
///
/// All three have one scale, which a bar shows. The colours read on light and on dark pages.

#include "sinew/base.h"
#include "sinew/kinematics.h"
#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a robot is drawn. All zero is the default.
typedef struct snw_draw_options {
    const char *title;   ///< NULL: the name of the robot
    const char *caption; ///< a second line, such as the posture; NULL for none
    double width;        ///< of the picture [px], 200 to 10000; 0 means 960
    double height;       ///< of the views at most [px], 50 to 10000; 0 means 420
    int resolution;      ///< pieces of a full circle, 4 to 256; 0 means 18
    bool no_marks;       ///< leaves out joint axes and frames
    bool collisions;     ///< draws the shapes for collision instead of those for the eye
} snw_draw_options;

/// Appends a picture of the robot at the poses of `kin` to `svg`; on an empty text it measures.
/// `model` is the compiled form of `robot`, and `kin` belongs to it. Equal input gives equal bytes.
///
/// A link shows its visual shapes, or, when it has none, its collision shapes, in the colour of
/// their material; links without shapes are lines between joints and frames. Shapes without end
/// or without surface are left out.
/// Marked are the axes of joints, the root's frame, and attachments of role frame, sensor or
/// camera. Each link with shapes is a group with its name in `data-link`, in each view.
///
/// The ground is at height 0 when the root is fixed and its shapes stand on that plane within 1 mm,
/// else at the lowest point.
///
/// `options` may be NULL, `why` too. SNW_ERR_ARGUMENT when the three do not belong together,
/// SNW_ERR_RANGE for options, SNW_ERR_NOT_FINITE for poses that are not, SNW_ERR_STATE when there
/// is nothing to draw, SNW_ERR_MEMORY. On failure `svg` is unchanged.
SNW_SETUP SNW_NODISCARD snw_status snw_draw_svg(const snw_robot *robot, const snw_model *model,
                                                const snw_kin *kin, const snw_draw_options *options,
                                                snw_text *svg, snw_why *why);

/// Appends a number rounded to 0.1, as coordinates of a picture are written.
SNW_SETUP void snw_draw_number(snw_text *svg, double value);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DRAW_DRAW_H
