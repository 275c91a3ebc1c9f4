// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_H
#define SINEW_OS_H

/// @file
/// Everything that touches the operating system: files, clock, threads, what passes between them,
/// sockets, signals. No other module calls POSIX.
///
/// This header gathers the parts under sinew/os/. Include it; the parts are separate files only so
/// that each can be read on a screen.

#include "sinew/os/clock.h"
#include "sinew/os/directory.h"
#include "sinew/os/error.h"
#include "sinew/os/file.h"
#include "sinew/os/library.h"
#include "sinew/os/path.h"
#include "sinew/os/process.h"
#include "sinew/os/realtime.h"
#include "sinew/os/ring.h"
#include "sinew/os/signals.h"
#include "sinew/os/socket.h"
#include "sinew/os/stop.h"
#include "sinew/os/thread.h"
#include "sinew/os/triple.h"

#endif // SINEW_OS_H
