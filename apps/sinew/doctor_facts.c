// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "doctor.h"

#include <string.h>

#include "sinew/lanes.h"

// the value of the first line "key : value"
static void find_value(const char *text, const char *key, char *out, size_t size) {
    const size_t length = strlen(key);
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, key, length) != 0) continue;
        const char *value = line + length;
        value += strspn(value, " \t");
        if (*value != ':') continue;
        value += 1 + strspn(value + 1, " \t");
        snw_text found = snw_text_over(out, size);
        snw_text_add(&found, value, strcspn(value, "\n"));
        return;
    }
}

// the processor as the kernel names it; the key differs between architectures
static void read_cpu_model(const char *root, char *out, size_t size) {
    static const char *const keys[] = {"model name", "Model", "cpu model", "cpu"};
    char path[SNW_PATH_SIZE];
    snw_text name = snw_text_over(path, sizeof path);
    snw_text_format(&name, "%s/proc/cpuinfo", root ? root : "");
    snw_file_content content;
    if (snw_failed(snw_file_read(path, NULL, &content, NULL))) return;
    for (size_t i = 0; i < sizeof keys / sizeof *keys && out[0] == '\0'; i++) {
        find_value(content.data, keys[i], out, size);
    }
    snw_file_free(&content);
}

// goes up to the nearest directory that exists
static snw_status climb(char *path, size_t size) {
    while (!snw_file_exists(path)) {
        const size_t before = strlen(path);
        const snw_status status = snw_path_parent(path, path, size);
        if (snw_failed(status)) return status;
        if (path[0] == '\0' || strlen(path) == before) return SNW_ERR_NOT_FOUND;
    }
    return SNW_OK;
}

// A permission is best found out by using it: a directory is made in the nearest one that exists
// and taken away again, so the trial leaves nothing behind.
static snw_status try_to_write(const char *path) {
    char probe[SNW_PATH_SIZE];
    snw_copy_text(probe, sizeof probe - 48, path);
    snw_status status = climb(probe, sizeof probe);
    if (snw_failed(status)) return status;
    const size_t length = strlen(probe);
    snw_text name = snw_text_over(probe + length, sizeof probe - length);
    snw_text_format(&name, "/.sinew-doctor-%lld", (long long)snw_clock_now_ns());
    status = snw_directory_make(probe, 0700, NULL);
    return snw_failed(status) ? status : snw_file_remove(probe, NULL);
}

static void read_directory(snw_user_files kind, doctor_directory *directory) {
    char path[SNW_PATH_SIZE];
    directory->path[0] = '\0';
    directory->status = snw_user_directory(kind, path, sizeof path, NULL);
    if (snw_failed(directory->status)) return;
    snw_copy_text(directory->path, sizeof directory->path, path);
    directory->status = try_to_write(path);
}

void doctor_read(doctor_facts *facts, const char *root) {
    *facts = (doctor_facts){
        .vector_set = snw_lanes_best()->name,
        .vector_doubles = snw_lanes_best()->f64_lanes,
        .version = snw_version(),
        .variant = snw_variant(),
        .compiler = SNW_COMPILER,
        .sanitizers = SNW_SANITIZERS,
    };
    snw_realtime_report_read(&facts->realtime, root);
    read_cpu_model(root, facts->cpu_model, sizeof facts->cpu_model);
    for (int kind = 0; kind < DOCTOR_DIRECTORIES; kind++) {
        read_directory((snw_user_files)kind, &facts->directories[kind]);
    }
}
