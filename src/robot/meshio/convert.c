// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The program sinew-mesh, from where the running program is or along PATH.

#include <math.h>
#include <string.h>

#include "sinew/meshio/image.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"
#include "sinew/os/process.h"

static const size_t output_limit = (size_t)1 << 30;
// beside this program, else along PATH
static void find_converter(char *path) {
    static const char name[] = "sinew-mesh";
    char self[SNW_PATH_SIZE], folder[SNW_PATH_SIZE];
    if (snw_file_real_path("/proc/self/exe", self, sizeof self, NULL) == SNW_OK &&
        snw_path_parent(self, folder, sizeof folder) == SNW_OK &&
        snw_path_join(folder, name, path, SNW_PATH_SIZE) == SNW_OK && snw_file_exists(path)) {
        return;
    }
    memcpy(path, name, sizeof name);
}

// what the converter's end means
static snw_status judge_end(const char *in, const snw_process_result *r, snw_why *why) {
    if (r->exit_code == 0) return SNW_OK;
    char line[SNW_WHY_TEXT];
    if (r->signal != 0) {
        snw_text text = snw_text_over(line, sizeof line);
        snw_text_format(&text, "the converter crashed on this file (signal %d)", r->signal);
        snw_why_set(why, SNW_ERR_SYNTAX, NULL, line);
        snw_why_fix(why, "the file is damaged or too large; export it again, as STL if possible");
    } else {
        const char *words = strncmp(r->words, "error: ", 7) == 0 ? r->words + 7 : r->words;
        snw_copy_text(line, sizeof line, words);
        line[strcspn(line, "\n[")] = '\0';
        snw_why_set(why, SNW_ERR_SYNTAX, NULL, line[0] != '\0' ? line : "the converter refused it");
    }
    snw_why_rule(why, "mesh-convert");
    snw_why_at(why, in, 0, 0);
    return SNW_ERR_SYNTAX;
}

snw_status snw_mesh_convert(const char *path, const snw_mesh_conversion *how, char **data,
                            size_t *size, snw_why *why) {
    char program[SNW_PATH_SIZE], scale[SNW_NUMBER_SIZE];
    // what is not there is said in our words
    snw_status status = snw_file_real_path(path, program, sizeof program, why);
    if (snw_failed(status)) return status;
    (void)snw_real_print(how->scale, scale);
    find_converter(program);
    const char *const arguments[] = {program, path, how->format, scale, NULL};
    const snw_process_config config = {
        .arguments = arguments,
        .limit_ns = (int64_t)(how->limit_s * 1e9),
        .output_limit = output_limit,
        .limits = {.cpu_s = (int)ceil(how->limit_s), .no_files = true, .no_children = true}};
    snw_process_result result;
    status = snw_process_run(&config, &result, why);
    if (status == SNW_ERR_NOT_FOUND) {
        return snw_refuse_rule(
            why, SNW_ERR_NOT_FOUND, "mesh-convert", "sinew-mesh",
            "the converter for this format is missing",
            "install libassimp-dev and build sinew again, or export the mesh as STL");
    }
    if (status == SNW_ERR_TIMEOUT) {
        snw_why_fix(why, "allow more time with --time-limit, or simplify the mesh");
    }
    if (snw_failed(status)) return status;
    status = judge_end(path, &result, why);
    if (status == SNW_OK) {
        *data = result.output;
        *size = result.output_size;
        result.output = NULL;
    }
    snw_process_free(&result);
    return status;
}
