// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <lz4frame.h>
#include <stdlib.h>
#include <zstd.h>

struct snw__packer {
    ZSTD_CCtx *zstd_pack;
    ZSTD_DCtx *zstd_unpack;
    LZ4F_dctx *lz4_unpack;
};

static const char *const names[] = {"", "lz4", "zstd"};

const char *snw__compression_name(snw_mcap_compression compression) {
    return (int)compression >= 0 && compression <= SNW_MCAP_ZSTD ? names[compression] : NULL;
}

int snw__compression_of(const char *name, size_t length) {
    for (int i = 0; i <= SNW_MCAP_ZSTD; i++) {
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0) return i;
    }
    return -1;
}

snw__packer *snw__packer_create(void) {
    snw__packer *packer = calloc(1, sizeof *packer);
    if (packer == NULL) return NULL;
    packer->zstd_pack = ZSTD_createCCtx();
    packer->zstd_unpack = ZSTD_createDCtx();
    if (LZ4F_isError(LZ4F_createDecompressionContext(&packer->lz4_unpack, LZ4F_VERSION))) {
        packer->lz4_unpack = NULL;
    }
    if (packer->zstd_pack != NULL && packer->zstd_unpack != NULL && packer->lz4_unpack != NULL) {
        return packer;
    }
    snw__packer_destroy(packer);
    return NULL;
}

void snw__packer_destroy(snw__packer *packer) {
    if (packer == NULL) return;
    (void)ZSTD_freeCCtx(packer->zstd_pack);
    (void)ZSTD_freeDCtx(packer->zstd_unpack);
    (void)LZ4F_freeDecompressionContext(packer->lz4_unpack);
    free(packer);
}

static snw_status pack_zstd(snw__packer *packer, int level, const uint8_t *data, size_t size,
                            snw__bytes *out) {
    const size_t bound = ZSTD_compressBound(size);
    uint8_t *room = snw__bytes_room(out, bound);
    if (room == NULL) return SNW_ERR_MEMORY;
    const size_t packed =
        ZSTD_compressCCtx(packer->zstd_pack, room, bound, data, size, level == 0 ? 1 : level);
    if (ZSTD_isError(packed)) return SNW_ERR_MEMORY;
    out->size += packed;
    return SNW_OK;
}

static snw_status pack_lz4(const uint8_t *data, size_t size, snw__bytes *out) {
    LZ4F_preferences_t how;
    memset(&how, 0, sizeof how);
    how.frameInfo.contentSize = size;
    const size_t bound = LZ4F_compressFrameBound(size, &how);
    uint8_t *room = snw__bytes_room(out, bound);
    if (room == NULL) return SNW_ERR_MEMORY;
    const size_t packed = LZ4F_compressFrame(room, bound, data, size, &how);
    if (LZ4F_isError(packed)) return SNW_ERR_MEMORY;
    out->size += packed;
    return SNW_OK;
}

snw_status snw__pack(snw__packer *packer, const snw_mcap_config *config, const uint8_t *data,
                     size_t size, snw__bytes *out) {
    switch (config->compression) {
    case SNW_MCAP_ZSTD:
        return pack_zstd(packer, config->level, data, size, out);
    case SNW_MCAP_LZ4:
        return pack_lz4(data, size, out);
    case SNW_MCAP_NONE:
        break;
    }
    snw__put(out, data, size);
    return out->failed ? SNW_ERR_MEMORY : SNW_OK;
}

static snw_status unpack_lz4(snw__packer *packer, const uint8_t *data, size_t packed, uint8_t *out,
                             size_t size) {
    LZ4F_resetDecompressionContext(packer->lz4_unpack);
    size_t done = 0, used = 0;
    for (;;) {
        size_t room = size - done, left = packed - used;
        const size_t hint =
            LZ4F_decompress(packer->lz4_unpack, out + done, &room, data + used, &left, NULL);
        if (LZ4F_isError(hint)) return SNW_ERR_SYNTAX;
        done += room;
        used += left;
        if (hint == 0) break;
        // neither side moves: the frame is cut, or holds more than was announced
        if (room == 0 && left == 0) return SNW_ERR_SYNTAX;
    }
    return done == size && used == packed ? SNW_OK : SNW_ERR_SYNTAX;
}

snw_status snw__unpack(snw__packer *packer, snw_mcap_compression compression, const uint8_t *data,
                       size_t packed, uint8_t *out, size_t size) {
    switch (compression) {
    case SNW_MCAP_ZSTD: {
        const size_t room = size, length = packed;
        const size_t got = ZSTD_decompressDCtx(packer->zstd_unpack, out, room, data, length);
        return !ZSTD_isError(got) && got == size ? SNW_OK : SNW_ERR_SYNTAX;
    }
    case SNW_MCAP_LZ4:
        return unpack_lz4(packer, data, packed, out, size);
    case SNW_MCAP_NONE:
        break;
    }
    if (packed != size) return SNW_ERR_SYNTAX;
    if (size > 0) memcpy(out, data, size);
    return SNW_OK;
}
