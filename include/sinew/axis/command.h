// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_AXIS_COMMAND_H
#define SINEW_AXIS_COMMAND_H

/// @file
/// Commands: what a client outside the loop may request from a component, drive or loop.
///
/// A command is a word, a described struct of arguments, a described answer, a kind and a handler.
/// Text (command line, wire, files, recordings) is parsed once, outside the loop, into the struct;
/// the loop gets blocks and calls handlers. Components call each other by typed functions and never
/// by commands. Forms, held buttons, completion and the reference are made from these tables.
///
///     typedef struct width_arguments { double width; } width_arguments;
///     static const snw_field width_fields[] = {
///         {SNW_AT(width_arguments, width), .kind = SNW_KIND_REAL, .unit = "m", .range = {0, 1},
///          .flags = SNW_REQUIRED, .help = "Distance between the fingers."}};
///     static const snw_type width_type = {SNW_TYPE(width_arguments, width_fields)};
///     static const snw_command commands[] = {
///         {"width", SNW_COMMAND_MOVE, .arguments = &width_type, .act = set_width,
///          .help = "Opens or closes the fingers to a width."}};

#include "sinew/base.h"
#include "sinew/describe.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_COMMAND_BLOCK = 8192, ///< bytes of arguments, or of an answer, at most
    SNW_COMMAND_TEXT = 1024   ///< bytes of a command or an answer as text, with the final zero
};

/// What a command does to the arm decides who may give it and how it travels.
typedef enum snw_command_kind {
    SNW_COMMAND_ASK,    ///< reads; answered beside the loop from published memory
    SNW_COMMAND_SET,    ///< changes something, and nothing moves because of it
    SNW_COMMAND_MOVE,   ///< something moves: needs the lease, and its button must be held
    SNW_COMMAND_STREAM, ///< a sample of a motion that is held: the newest counts, and it expires
    SNW_COMMAND_END     ///< ends or pauses a motion: never waits, needs no lease
} snw_command_kind;

/// Who may give it, where that is not what follows from its kind.
typedef enum snw_command_role {
    SNW_COMMAND_ANY,      ///< as its kind says: everybody who may read, or operators
    SNW_COMMAND_ENGINEER, ///< changes what is set up
    SNW_COMMAND_INJECT    ///< injects faults: only where the run allows it
} snw_command_role;

/// In the loop, bounded. `self` is the snw_component or snw_drive that has the table; `arguments`
/// and `answer` are blocks of the described types, or NULL. SNW_NOTHING_NEW means that it is under
/// way: the same block comes again in each tick until another status is returned. An `arguments`
/// block keeps its address for as long as the command is under way.
typedef snw_status snw_command_act_fn(void *self, const void *arguments, void *answer,
                                      snw_why *why);

/// Beside the loop, of an ASK: reads `signals`, the component's block in the newest picture, and
/// what the component publishes for other threads; never the loop's own memory.
typedef snw_status snw_command_ask_fn(const void *self, const void *signals, const void *arguments,
                                      void *answer, snw_why *why);

/// Outside the loop: arguments from the text behind the word, where the order of the table's fields
/// is not how people write it. Defaults are in the block already. SNW_SETUP.
typedef snw_status snw_command_read_fn(const void *self, const char *text, void *arguments,
                                       snw_why *why);

/// Outside the loop: arguments as text[SNW_COMMAND_TEXT] behind the word, in the form that `read`
/// understands. SNW_SETUP.
typedef void snw_command_print_fn(const void *self, const void *arguments, char *text);

/// Outside the loop: an answer as text[SNW_COMMAND_TEXT], where it is not the values of its fields
/// in their order, with blanks between them. SNW_SETUP.
typedef void snw_command_write_fn(const void *answer, char *text);

typedef struct snw_command {
    const char *word;
    snw_command_kind kind;
    const snw_type *arguments; ///< flat; NULL for none
    const snw_type *answer;    ///< flat; NULL for none
    snw_command_act_fn *act;   ///< of every kind but ASK
    snw_command_ask_fn *ask;   ///< of ASK
    const char *help;          ///< one sentence with a verb
    snw_command_role role;
    const char *usage;           ///< arguments as text; NULL: made from the table
    snw_command_read_fn *read;   ///< NULL: one word for each field, in the order of the table
    snw_command_print_fn *print; ///< the way back of `read`: both or none
    snw_command_write_fn *write; ///< NULL: the values of the answer, in the order of the table
    bool reads_file; ///< of ASK: it may take long, so doors call `ask` in a thread of its own,
                     ///< without signals
} snw_command;

enum { SNW_COMMANDS = 64 }; ///< commands of one table at most

/// "move" for SNW_COMMAND_MOVE; "engineer" for SNW_COMMAND_ENGINEER, "" for SNW_COMMAND_ANY.
SNW_RT const char *snw_command_kind_name(snw_command_kind kind);

/// The name of a role: "engineer" for SNW_COMMAND_ENGINEER, "" for SNW_COMMAND_ANY.
SNW_RT const char *snw_command_role_name(snw_command_role role);

/// Index of the first command of a kind in commands[count], or -1.
SNW_RT int snw_command_first(const snw_command *commands, int count, snw_command_kind kind);

/// Checks a table once, before it is used: words that differ, sentences, described types that are
/// flat and fit into a block, a handler that fits the kind, an END without arguments, and fields
/// that have a text form where the table brings no functions for it. SNW_ERR_ARGUMENT; the reason
/// names the word.
SNW_SETUP SNW_NODISCARD snw_status snw_commands_check(const snw_command *commands, int count,
                                                      snw_why *why);

/// A table and who has it.
typedef struct snw_commands {
    void *self;               ///< what handlers get
    const char *name;         ///< of the object, for refusals
    const snw_command *items; ///< [count]
    int count;
} snw_commands;

/// The command of a word; NULL, with the reason, when the table has none.
SNW_SETUP const snw_command *snw_command_find(const snw_commands *table, const char *word,
                                              snw_why *why);

/// The command whose word, or words, a text begins with; NULL for none.
SNW_SETUP const snw_command *snw_command_of(const snw_commands *table, const char *text);

/// Text becomes a command and its arguments[SNW_COMMAND_BLOCK]: finds the word, reads what follows
/// it, checks it against ranges and rules. NaN and infinities are refused. The fix of a refusal
/// shows how the command is written.
SNW_SETUP SNW_NODISCARD snw_status snw_command_parse(const snw_commands *table, const char *text,
                                                     const snw_command **command, void *arguments,
                                                     snw_why *why);

/// The same as text[SNW_COMMAND_TEXT], which snw_command_parse() reads back; and an answer.
SNW_SETUP void snw_command_print(const snw_commands *table, const snw_command *command,
                                 const void *arguments, char *text);

/// Writes the answer to a command as text[SNW_COMMAND_TEXT].
SNW_SETUP void snw_answer_print(const snw_command *command, const void *answer, char *text);

/// How a command is written behind its word: "Q1 Q2 ...|NAME".
SNW_SETUP void snw_command_usage(const snw_command *command, snw_text *text);

/// Checks arguments that were made by hand: every field, and the rule of their type.
SNW_SETUP SNW_NODISCARD snw_status snw_command_check(const snw_commands *table,
                                                     const snw_command *command,
                                                     const void *arguments, snw_why *why);

/// Parses a text, calls its handler once and prints the answer[SNW_COMMAND_TEXT]: for an object
/// that no loop has, in tests and tools.
SNW_SETUP SNW_NODISCARD snw_status snw_command_say(const snw_commands *table, const char *text,
                                                   char *answer, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_AXIS_COMMAND_H
