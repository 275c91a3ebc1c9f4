// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_CLOUD_INTERNAL_H
#define SINEW_SRC_CLOUD_INTERNAL_H

#include "sinew/cloud.h"

// --- map ----------------------------------------------------------------------------------------

enum {
    SNW__WORDS = 64,        // in a block: word (x, y, z) has the number x + 4 y + 16 z
    SNW__BITS = 64,         // in a word, likewise
    SNW__BLOCK_CELLS = 4096 // in a block
};

/// 16 x 16 x 16 cells.
typedef struct snw__voxel_block {
    uint64_t filled_words;      ///< bit w: words[w] is not 0
    uint64_t words[SNW__WORDS]; ///< bit b: cell b of the word is filled
    int32_t top;                ///< its place in the table of blocks; -1 for a free block
} snw__voxel_block;

/// A cell as the levels of the map see it.
typedef struct snw__cell {
    int32_t top; ///< place in the table of blocks
    int word, bit;
} snw__cell;

/// The cell with lattice coordinates inside the map.
SNW_INLINE snw__cell snw__cell_at(const snw_voxel_map *map, const int at[3]) {
    const int x = at[0], y = at[1], z = at[2];
    const snw__cell cell = {(int32_t)((x >> 4) + map->top[0] * ((y >> 4) + map->top[1] * (z >> 4))),
                            (x >> 2 & 3) + 4 * (y >> 2 & 3) + 16 * (z >> 2 & 3),
                            (x & 3) + 4 * (y & 3) + 16 * (z & 3)};
    return cell;
}

/// Lattice coordinates of a point; false outside of the map and for what is not finite.
bool snw__voxel_locate(const snw_voxel_map *map, snw_vec3 p, int at[3]);

/// Empties a filled cell; the block goes with its last one.
void snw__voxel_empty(snw_voxel_map *map, int block, int word, uint64_t bits);

// --- files --------------------------------------------------------------------------------------

/// How a value of a file is stored.
typedef enum snw__store {
    SNW__I8,
    SNW__U8,
    SNW__I16,
    SNW__U16,
    SNW__I32,
    SNW__U32,
    SNW__I64,
    SNW__U64,
    SNW__F32,
    SNW__F64,
    SNW__STORES
} snw__store;

enum { SNW__COLUMNS = 64 };

/// A part of a record: `count` values, or a list that says how many it has.
typedef struct snw__column {
    snw__store store;
    int64_t count;
    bool is_list;
    snw__store counter; ///< of a list
    int axis;           ///< 0, 1, 2 for x, y, z; -1 for what is passed over
} snw__column;

/// What one point, or one element before the points, is made of.
typedef struct snw__record {
    snw__column columns[SNW__COLUMNS];
    int count;
    int64_t repeat; ///< so many records follow one another
} snw__record;

/// A file that is read.
typedef struct snw__points {
    const char *name; ///< of the file
    const char *begin, *at, *end;
    int line; ///< of `at`, from 1, in a header or a text
    bool is_text, big_endian;
    snw_setup *setup;
    snw_diags *diags;
    snw_cloud_file *out;
    // the word last found
    const char *word;
    size_t length;
    int column;
} snw__points;

/// The next word of the line; false at its end.
bool snw__points_word(snw__points *p);

/// Goes to the next line; false at the end of the file.
bool snw__points_line(snw__points *p);

/// Whether the word last found is this one.
bool snw__points_is(const snw__points *p, const char *text);

/// Refuses with the place: line and column in a header or text, else the byte.
snw_status snw__points_refuse(snw__points *p, snw_status code, const char *rule, const char *text,
                              const char *fix);

/// The same about the word last found, which is quoted.
snw_status snw__points_refuse_word(snw__points *p, snw_status code, const char *rule,
                                   const char *text, const char *fix);

/// The word last found as a whole number from 0 to `most`.
snw_status snw__points_count(snw__points *p, const char *rule, int64_t most, int64_t *value);

/// Bytes of a stored value.
int snw__store_size(snw__store store);

/// Checks that records can be in what is left of the file, reads them and, when `keep`, adds their
/// x, y and z to the cloud.
snw_status snw__points_records(snw__points *p, const snw__record *record, bool keep,
                               const char *rule);

snw_status snw__pcd_read(snw__points *p);
snw_status snw__ply_read(snw__points *p);

#endif // SINEW_SRC_CLOUD_INTERNAL_H
