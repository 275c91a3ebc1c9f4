// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PROGRAM_TEACH_H
#define SINEW_PROGRAM_TEACH_H

/// @file
/// Teaching: the arm is brought somewhere, by hand or by a program, and a frame becomes what it
/// must be for an equation to hold there. Places are kept by name in the program's book
/// (frame/book.h), a file; a name that is known there needs no teaching.

#include "sinew/program/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A hold or varb frame becomes what it must be for the equation to hold where the arm is.
SNW_SETUP SNW_NODISCARD snw_status snw_program_teach(snw_program *program, snw_frame *frame,
                                                     snw_equation *equation);

/// The book of this handle: from a file, or empty when there is no such file yet.
SNW_SETUP SNW_NODISCARD snw_status snw_program_book(snw_program *program, const char *path);

/// Writes what was taught since the book was read, or saved last, to its file, whole or not at all.
/// What other programs, such as `sinew book`, have changed in the file meanwhile stays.
SNW_SETUP SNW_NODISCARD snw_status snw_program_save_book(snw_program *program);

/// A hold or varb frame by its name: SNW_OK when the book has it, and the frame is what the book
/// says; else it is taught where the arm is, put into the book with the joints of the arm, and
/// SNW_DONE. SNW_ERR_STATE without a book.
SNW_SETUP SNW_NODISCARD snw_status snw_program_teach_named(snw_program *program, snw_frame *frame,
                                                           snw_equation *equation);

/// Joints[arm->count] that the book has for a name. SNW_ERR_UNKNOWN_NAME, SNW_ERR_SIZE.
SNW_SETUP SNW_NODISCARD snw_status snw_program_book_joints(snw_program *program, const char *name,
                                                           double *joints);

#ifdef __cplusplus
}
#endif

#endif // SINEW_PROGRAM_TEACH_H
