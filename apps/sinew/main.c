// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// The program sinew: prepares the standard streams and hands over to the table of commands.

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"

// A closed descriptor would be given to the next file that is opened, and output would go there.
// So each gets a place holder: stdin reads nothing, stdout refuses to be written, which is noticed
// at the end, and stderr swallows words.
static void fill_descriptors(void) {
    static const int modes[] = {O_RDONLY, O_RDONLY, O_WRONLY};
    for (int descriptor = 0; descriptor < 3; descriptor++) {
        if (fcntl(descriptor, F_GETFD) < 0) (void)open("/dev/null", modes[descriptor]);
    }
}

// a reader that goes away is an error of writing, not the end of the program
static void ignore_broken_pipes(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_IGN;
    (void)sigaction(SIGPIPE, &action, NULL);
}

// colour for people only, and only for those who want it (no-color.org)
static bool wants_colour(int descriptor) {
    const char *refused = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (refused && refused[0] != '\0') return false;
    if (terminal == NULL || strcmp(terminal, "dumb") == 0) return false;
    return isatty(descriptor) == 1;
}

int main(int argc, char **argv) {
    fill_descriptors();
    ignore_broken_pipes();
    cli_io io = {
        .in = stdin,
        .out = stdout,
        .err = stderr,
        .colour_out = wants_colour(STDOUT_FILENO),
        .colour_err = wants_colour(STDERR_FILENO),
    };
    return cli_main(&sinew_program, argc, argv, &io);
}
