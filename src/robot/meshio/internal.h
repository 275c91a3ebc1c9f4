// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_MESHIO_INTERNAL_H
#define SINEW_SRC_MESHIO_INTERNAL_H

/// @file
/// What the readers and writers share: messages, words of a text, a mesh that grows, bytes.

#include "sinew/describe.h"
#include "sinew/meshio/image.h"
#include "sinew/meshio/part.h"
#include "sinew/shape/primitives.h"

// --- a file that is read ------------------------------------------------------------------------

/// A file on its way into a mesh.
typedef struct snw__reading {
    const snw_source *source;
    snw_diags *diags;
    snw_vec3 scale;
    bool mirrored;
    bool keep_polygons;
    int most_triangles;
    const char *rule; // of the findings
} snw__reading;

/// Takes over the options. SNW_ERR_ARGUMENT for a scale or a number that is not allowed.
snw_status snw__reading_open(snw__reading *r, const snw_source *source,
                             const snw_mesh_reading *reading, const char *rule, snw_diags *diags);

/// Starts a reason at a line and a column, or at neither.
void snw__reading_why(const snw__reading *r, snw_why *why, snw_status code, const char *text);

/// Adds a reason at line and column to the findings; returns its code.
snw_status snw__refuse_at(const snw__reading *r, snw_why *why, int line, int column,
                          const char *fix);

/// A refusal that is only a sentence and a way out.
snw_status snw__mesh_refuse(const snw__reading *r, snw_status code, const char *text,
                            const char *fix);

/// A warning with a count.
void snw__warn_count(const snw__reading *r, const char *text, const char *name, double count,
                     const char *fix);

// --- words of a text ----------------------------------------------------------------------------

/// Where reading stands in a text, and the word that was found last.
typedef struct snw__scan {
    const char *at, *end, *line_start;
    int line;
    bool continues; // a backslash before the end of a line joins the next one
    char comment;   // begins a comment up to the end of the line; 0 for none
    const char *word;
    size_t length;
    int word_line, word_column;
} snw__scan;

snw__scan snw__scan_over(const snw_source *source);

/// The next word of this line; false at its end.
bool snw__scan_word(snw__scan *s);

/// Goes to the next line; false at the end of the text.
bool snw__scan_line(snw__scan *s);

/// The next word of this or a later line; false at the end of the text.
bool snw__scan_any(snw__scan *s);

/// The rest of the line without blanks around it becomes the word; false when it is empty.
bool snw__scan_rest(snw__scan *s);

/// True when the word is `text`, without regard to the case of letters.
bool snw__scan_is(const snw__scan *s, const char *text);

/// A refusal of a point, at the word that begins it.
snw_status snw__refuse_point(const snw__reading *r, const snw__scan *s, snw_status code);

/// The word as a finite number; else a refusal at its place.
snw_status snw__scan_real(const snw__reading *r, const snw__scan *s, double *value);

/// The word as a name, for which out[] must have room; bytes that are no UTF-8, and control
/// characters, become '_', alike wherever the name stands.
void snw__scan_name(const snw__scan *s, char *out);

/// A refusal at the word: 'word' (cut when long), then the text.
snw_status snw__refuse_word(const snw__reading *r, const snw__scan *s, snw_status code,
                            const char *text, const char *fix);

// --- a mesh that grows --------------------------------------------------------------------------

/// Items found by their content: hashes to numbers. The seed makes places unforeseeable, so that a
/// file cannot be written to make them collide without knowing itself.
typedef struct snw__finder {
    struct snw__slot *slots;
    size_t slot_count; // a power of two, or 0
    size_t count;
    uint64_t seed;
} snw__finder;

typedef bool snw__same_fn(const void *items, int id, const void *key);

/// A seed that depends on every byte.
uint64_t snw__hash_bytes(const char *bytes, size_t length);

/// Mixes three words into the hash of a key.
uint64_t snw__hash_words(const snw__finder *finder, uint64_t a, uint64_t b, uint64_t c);

/// The number of the item that is the same as `key`, or -1.
int snw__finder_find(const snw__finder *finder, uint64_t hash, snw__same_fn *same,
                     const void *items, const void *key);

/// Adds a number; false when memory is exhausted.
bool snw__finder_add(snw__finder *finder, uint64_t hash, int id);

void snw__finder_close(snw__finder *finder);

/// Lists on the heap that become a mesh at the end. All zero is empty.
typedef struct snw__builder {
    snw_vec3 *points, *normals;
    int point_count, point_room;
    bool has_normals;
    int *indices;
    int index_count, index_room;
    snw__finder finder;
    int degenerate; // triangles that were dropped
} snw__builder;

/// Makes room for one more item of a list on the heap; false when memory is exhausted.
bool snw__more(void *list, int count, int *room, size_t size);

/// Adds a point; its number in `*id`. SNW_ERR_TOO_LARGE and SNW_ERR_MEMORY are reported.
snw_status snw__builder_point(const snw__reading *r, snw__builder *b, snw_vec3 p, int *id);

/// The same, unless there is one at this place.
snw_status snw__builder_merge(const snw__reading *r, snw__builder *b, snw_vec3 p, int *id);

/// Adds a triangle, or counts it when two corners are at one place.
snw_status snw__builder_triangle(const snw__reading *r, snw__builder *b, int a, int c, int d);

/// The scaled point. `*fault` receives what is wrong with it, SNW_OK for nothing.
snw_vec3 snw__mesh_scaled(const snw__reading *r, snw_vec3 p, snw_status *fault);

/// The normal of a scaled surface, of length 1; false when it has none.
bool snw__mesh_scaled_normal(const snw__reading *r, snw_vec3 n, snw_vec3 *out);

/// Makes a mesh from `setup` of what was gathered; warns of what was dropped, refuses nothing at
/// all.
snw_status snw__builder_finish(const snw__reading *r, snw__builder *b, snw_setup *setup,
                               snw_mesh **mesh);

void snw__builder_close(snw__builder *b);

// --- what is written ----------------------------------------------------------------------------

/// Refuses parts that cannot be written; `*triangles` receives how many they have together.
snw_status snw__check_parts(const snw_mesh_part *parts, int count, long *triangles, snw_why *why);

/// Appends numbers of a known width, least byte first.
void snw__put_u16(snw_text *out, unsigned value);
void snw__put_u32(snw_text *out, uint32_t value);
void snw__put_float(snw_text *out, double value);

static inline uint32_t snw__get_u32(const char *bytes) {
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/// The nearest number of 32 bits. By its bytes: gcc 12 takes (double)(float)x for x when it puts
/// two of them into one register.
double snw__narrowed(double value);

/// A number of 32 bits.
double snw__get_float(const char *bytes);

static inline bool snw__same_place(snw_vec3 a, snw_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

#endif // SINEW_SRC_MESHIO_INTERNAL_H
