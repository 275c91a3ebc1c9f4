// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// Described structs: reading a file beside libxml2's bare reader, a write through a resolved path,
/// and the two forms of a long list of vectors.

#include "sinew/document.h"

#include <libxml/xmlreader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "describe_sample.h"

enum { FILE_SIZE = 1000000, POINTS = 100000 };

typedef struct text_file {
    char *bytes;
    size_t length;
    const snw_type *type;
} text_file;

static _Alignas(SNW_ARENA_ALIGN) unsigned char registry_memory[1 << 14];
static snw_registry registry;

static double read_ours(void *context, long calls) {
    const text_file *file = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
        snw_why items[4];
        snw_diags diags = {.items = items, .capacity = 4};
        const snw_source source = {.bytes = file->bytes, .length = file->length, .name = "bench"};
        void *object = NULL;
        const snw_read_options how = {.registry = &registry, .root_name = "*"};
        if (snw_xml_read(&source, file->type, &how, setup, &object, &diags) < 0) {
            char sentence[512];
            (void)snw_why_sentence(&items[0], sentence, sizeof sentence);
            (void)fprintf(stderr, "%s\n", sentence);
            exit(70);
        }
        sum += (double)snw_setup_size(setup);
        snw_setup_destroy(setup);
    }
    return sum;
}

static double read_bare(void *context, long calls) {
    const text_file *file = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        xmlTextReaderPtr reader =
            xmlReaderForMemory(file->bytes, (int)file->length, NULL, NULL, XML_PARSE_NONET);
        while (xmlTextReaderRead(reader) == 1) {
            sum++;
        }
        xmlFreeTextReader(reader);
    }
    return sum;
}

// a cell-like file: links with masses, vectors, poses, limits and shapes
static text_file cell_file(void) {
    text_file file = {.bytes = malloc(FILE_SIZE + 1000), .type = &arm_link_type};
    snw_text text = snw_text_over(file.bytes, FILE_SIZE + 1000);
    snw_text_format(&text, "<arm_link name=\"base\">\n  <children>\n");
    for (int i = 0; text.length < FILE_SIZE - 60; i++) {
        snw_text_format(&text,
                        "    <link name=\"link%d\" mass=\"%d.%d\" com=\"0.%d -0.25 0.0%d\" "
                        "parent=\"base\">\n"
                        "      <origin xyz=\"0.%d 0 0.333\" rpy=\"0 1.5707963 0.%d\"/>\n"
                        "      <range lower=\"-2.%d\" upper=\"2.%d\" effort=\"87\"/>\n"
                        "      <body>\n        <ball radius=\"0.%d5\"/>\n      </body>\n"
                        "    </link>\n",
                        i, i % 9, i % 1000, i % 977, i % 31, i % 800, i % 613, i % 87, i % 97,
                        1 + i % 9);
    }
    snw_text_format(&text, "  </children>\n</arm_link>\n");
    file.length = text.length;
    return file;
}

// the same points as one group of numbers, or as one element each
static text_file points_file(bool group) {
    text_file file = {.bytes = malloc(POINTS * 64), .type = &everything_type};
    snw_text text = snw_text_over(file.bytes, POINTS * 64);
    snw_text_format(&text, "<everything><points size=\"%d\">%s", POINTS,
                    group ? "<group>\n" : "\n");
    for (int i = 0; i < POINTS; i++) {
        snw_text_format(
            &text, group ? "0.%d %d.5 -%d.25\n" : "<element x=\"0.%d\" y=\"%d.5\" z=\"-%d.25\"/>\n",
            i, i % 100, i % 7);
    }
    snw_text_format(&text, "%s</points></everything>\n", group ? "</group>" : "");
    file.length = text.length;
    return file;
}

static double read_elements(void *context, long calls) {
    return read_ours((text_file *)context + 1, calls);
}

static double write_handles(void *context, long calls) {
    const snw_place *place = context;
    double sum = 0;
    for (long i = 0; i < calls; i++) {
        sum += snw_place_write(place, (double)(i & 7)) == SNW_OK;
        __asm__ volatile("" : : : "memory"); // each write really happens
    }
    return sum;
}

// what reading adds to the largest memory of a process, in a process of its own
static double peak_bytes(text_file *file) {
    int ends[2];
    long grown = 0;
    if (pipe(ends) != 0) return 0;
    const pid_t child = fork();
    if (child == 0) {
        struct rusage before, after;
        (void)getrusage(RUSAGE_SELF, &before);
        (void)read_ours(file, 1);
        (void)getrusage(RUSAGE_SELF, &after);
        grown = 1024 * (after.ru_maxrss - before.ru_maxrss);
        _exit(write(ends[1], &grown, sizeof grown) == sizeof grown ? 0 : 1);
    }
    (void)waitpid(child, NULL, 0);
    if (read(ends[0], &grown, sizeof grown) != sizeof grown) grown = 0;
    (void)close(ends[0]);
    (void)close(ends[1]);
    return (double)grown;
}

int main(int argc, char **argv) {
    if (sample_registry(&registry, registry_memory, sizeof registry_memory) < 0) return 70;
    bench_open("describe", argc, argv);

    text_file cell = cell_file();
    const double peak = peak_bytes(&cell);
    char note[128];
    (void)snprintf(note, sizeof note, "file_bytes=%zu peak_bytes=%.0f allowed_bytes=%zu",
                   cell.length, peak, 4 * cell.length + (1 << 20));
    bench_pair(&(bench_case){.name = "read-1MB",
                             .ours = read_ours,
                             .peer_name = "libxml2-reader",
                             .peer = read_bare,
                             .context = &cell,
                             .calls = 1,
                             .note = note,
                             .bar = 3});

    everything thing;
    snw_block_defaults(&everything_type, &thing);
    snw_roots roots = {.count = 0};
    snw_place place;
    if (snw_roots_add(&roots, "thing", &everything_type, &thing) < 0 ||
        snw_roots_resolve(&roots, "thing/fixed[2]", &place, NULL) < 0) {
        return 70;
    }
    bench_pair(&(bench_case){.name = "path-handle-write",
                             .ours = write_handles,
                             .context = &place,
                             .calls = 100000,
                             .note = "allowed_ns=5"});

    // spec: actin-model:A1-XM-28
    text_file points[2] = {points_file(true), points_file(false)};
    bench_pair(&(bench_case){.name = "vectors-as-group",
                             .ours = read_ours,
                             .peer_name = "as elements",
                             .peer = read_elements,
                             .context = points,
                             .calls = 1,
                             .values_per_call = POINTS,
                             .bar = 1.0 / 3});
    return bench_close();
}
