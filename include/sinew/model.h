// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODEL_H
#define SINEW_MODEL_H

/// @file
/// Mechanisms: as their author wrote them (snw_robot), and as algorithms use them (snw_model).
///
/// A loader, a DH table or a program fills a snw_robot; editing makes new ones of it;
/// snw_model_compile() checks it and makes the model, which is const and shared from then on. What
/// changes while it runs is a configuration q[nq], rates v[nv], and the state that holds both.
///
/// This header gathers the parts under sinew/model/.

#include "sinew/model/coordinates.h"
#include "sinew/model/coupling.h"
#include "sinew/model/description.h"
#include "sinew/model/dh.h"
#include "sinew/model/edit.h"
#include "sinew/model/joint.h"
#include "sinew/model/law.h"
#include "sinew/model/long_name.h"
#include "sinew/model/model.h"
#include "sinew/model/normal.h"
#include "sinew/model/repair.h"
#include "sinew/model/state.h"
#include "sinew/model/system.h"
#include "sinew/model/system_state.h"

#endif // SINEW_MODEL_H
