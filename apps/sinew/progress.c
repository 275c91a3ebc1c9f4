// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "progress.h"

#include <math.h>
#include <string.h>

#include "sinew/os/clock.h"

enum { WIDTH = 30 }; // of the bar, in characters

#define PATIENCE_NS 500000000 // a command that ends sooner shows no bar
#define PERIOD_NS 100000000

progress progress_begin(cli_io *io, const char *what, bool mixed) {
    progress p = {.what = what};
    if (!io->colour_err || io->quiet || (mixed && io->colour_out)) return p;
    p.io = io;
    p.next_ns = snw_clock_now_ns() + PATIENCE_NS;
    return p;
}

bool progress_wanted(const progress *p) {
    return p->io != NULL;
}

void progress_tell(progress *p, int64_t count, double part) {
    if (p->io == NULL) return;
    const int64_t now = snw_clock_now_ns();
    if (now < p->next_ns) return;
    p->next_ns = now + PERIOD_NS;
    p->shown = true;
    if (!(part >= 0 && part <= 1)) {
        (void)fprintf(p->io->err, "\r%lld %s\x1b[K", (long long)count, p->what);
    } else {
        char bar[WIDTH + 1];
        const size_t full = (size_t)(part * WIDTH);
        memset(bar, '-', WIDTH);
        memset(bar, '#', full);
        bar[WIDTH] = '\0';
        (void)fprintf(p->io->err, "\r[%s] %3d %%  %lld %s\x1b[K", bar, (int)(part * 100),
                      (long long)count, p->what);
    }
    (void)fflush(p->io->err);
}

void progress_end(progress *p) {
    if (p->shown) (void)fprintf(p->io->err, "\r\x1b[K");
    p->shown = false;
}

void progress_print_roughly(double value, char out[SNW_NUMBER_SIZE]) {
    const double scale = value > 0 ? pow(10, 2 - floor(log10(value))) : 1;
    (void)snw_real_print(round(value * scale) / scale, out);
}
