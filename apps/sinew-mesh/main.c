// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0

// sinew-mesh FILE FORMAT SCALE: reads a mesh with assimp and writes it as stl, obj or glb to
// standard output. 'sinew mesh convert' starts it; it may also be used alone. What the file does to
// assimp stays in this process, which can use no more than a little memory and time.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import.h"
#include "sinew/os/process.h"

static const size_t memory_limit = (size_t)4 << 30, setup_limit = (size_t)2 << 30;
enum { CPU_LIMIT_S = 120 };

static int fail(const snw_why *why) {
    char sentence[1024];
    (void)snw_why_sentence(why, sentence, sizeof sentence);
    (void)fprintf(stderr, "%s\n", sentence);
    return snw_status_exit_code(why->code);
}

static int usage(void) {
    (void)fputs("usage: sinew-mesh FILE stl|obj|glb [SCALE] > OUT\n"
                "'sinew mesh convert' does the same, with files.\n",
                stderr);
    return snw_status_exit_code(SNW_ERR_USAGE);
}

static snw_status put(const char *format, const mesh_import *import, snw_why *why) {
    char name[8];
    snw_text text = snw_text_over(name, sizeof name);
    snw_text_format(&text, "x.%s", format);
    snw_text out = snw_text_over(NULL, 0);
    snw_status status = snw_mesh_write(name, import->parts, import->count, &out, why);
    if (snw_failed(status)) return status;
    const size_t size = out.length;
    char *bytes = malloc(size + 1);
    snw_why_set(why, SNW_ERR_MEMORY, NULL, "the output does not fit into memory");
    if (bytes == NULL) return SNW_ERR_MEMORY;
    out = snw_text_over(bytes, size + 1);
    status = snw_mesh_write(name, import->parts, import->count, &out, why);
    if (status == SNW_OK && (fwrite(bytes, 1, size, stdout) != size || fflush(stdout) != 0)) {
        snw_why_set(why, SNW_ERR_IO, "standard output", "the output cannot be written");
        status = SNW_ERR_IO;
    }
    free(bytes);
    return status;
}

static bool is_format(const char *word) {
    return strcmp(word, "stl") == 0 || strcmp(word, "obj") == 0 || strcmp(word, "glb") == 0;
}

int main(int argc, char **argv) {
    double scale = 1;
    if (argc < 3 || argc > 4 || !is_format(argv[2])) return usage();
    if (argc == 4 && snw_failed(snw_real_parse(argv[3], strlen(argv[3]), &scale, NULL))) {
        return usage();
    }
    snw_why why = {0};
    const snw_process_limits limits = {
        .memory = memory_limit, .cpu_s = CPU_LIMIT_S, .no_children = true};
    if (snw_failed(snw_process_limit(&limits, &why))) return fail(&why);
    snw_setup *setup = snw_setup_create(setup_limit);
    mesh_import import = {0};
    snw_why_set(&why, SNW_ERR_MEMORY, NULL, NULL);
    snw_status status = SNW_ERR_MEMORY;
    if (setup != NULL) status = mesh_import_file(argv[1], scale, setup, &import, &why);
    if (status == SNW_OK) status = put(argv[2], &import, &why);
    snw_setup_destroy(setup);
    return snw_failed(status) ? fail(&why) : 0;
}
