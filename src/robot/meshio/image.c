// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Images of meshes. They are not decoded here: the head alone says what they are and how large the
// picture becomes, so that no image may ask a page for more than the limits.

#include <string.h>

#include "internal.h"
#include "sinew/meshio/image.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"

static unsigned byte_at(const snw_mesh_image *image, size_t at) {
    return (unsigned char)image->bytes[at];
}

static unsigned long word_at(const snw_mesh_image *image, size_t at) {
    return (unsigned long)byte_at(image, at) << 8 | byte_at(image, at + 1);
}

static snw_status refuse_image(snw_why *why, snw_status code, const char *text, const char *fix) {
    return snw_refuse_rule(why, code, "mesh-image", NULL, text, fix);
}

static snw_status judge_size(unsigned long width, unsigned long height, snw__image_facts *facts,
                             snw_why *why) {
    if (width == 0 || height == 0) {
        return refuse_image(why, SNW_ERR_SYNTAX, "the image has no pixels", "export it again");
    }
    if (width > SNW__IMAGE_SIDE || height > SNW__IMAGE_SIDE) {
        return refuse_image(why, SNW_ERR_TOO_LARGE, "a side of the image is above 4096 pixels",
                            "scale the image down");
    }
    facts->width = (int)width;
    facts->height = (int)height;
    return SNW_OK;
}

// PNG (ISO/IEC 15948): a signature, then the chunk IHDR with width and height of four bytes each
static bool is_png(const snw_mesh_image *image) {
    static const char head[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    return image->size >= 33 && memcmp(image->bytes, head, sizeof head - 1) == 0;
}

static bool is_frame(unsigned marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

// JPEG (ISO/IEC 10918-1): segments up to the one that begins the frame, which has the size
static snw_status read_jpeg(const snw_mesh_image *image, snw__image_facts *facts, snw_why *why) {
    for (size_t at = 2; at + 9 <= image->size;) {
        if (byte_at(image, at) != 0xFF) break;
        const unsigned marker = byte_at(image, at + 1);
        if (marker == 0xFF) { // filling
            at++;
            continue;
        }
        if (is_frame(marker)) {
            return judge_size(word_at(image, at + 7), word_at(image, at + 5), facts, why);
        }
        const bool alone = marker == 0x01 || (marker >= 0xD0 && marker <= 0xD7);
        const size_t length = alone ? 0 : word_at(image, at + 2);
        if (!alone && (length < 2 || marker == 0xDA || marker == 0xD9)) break;
        at += 2 + length;
    }
    return refuse_image(why, SNW_ERR_SYNTAX, "the head of the JPEG is damaged", "export it again");
}

snw_status snw__image_check(const snw_mesh_image *image, snw__image_facts *facts, snw_why *why) {
    *facts = (snw__image_facts){0};
    if (image->size > SNW__IMAGE_BYTES) {
        return refuse_image(why, SNW_ERR_TOO_LARGE, "the image file is above 16 MiB",
                            "scale the image down");
    }
    if (is_png(image)) {
        facts->type = "image/png";
        // four bytes each: a side that needs more than two is too large
        const unsigned long width = word_at(image, 16) << 16 | word_at(image, 18);
        const unsigned long height = word_at(image, 20) << 16 | word_at(image, 22);
        return judge_size(width, height, facts, why);
    }
    if (image->size >= 4 && memcmp(image->bytes, "\xFF\xD8\xFF", 3) == 0) {
        facts->type = "image/jpeg";
        return read_jpeg(image, facts, why);
    }
    return refuse_image(why, SNW_ERR_UNSUPPORTED, "the image is neither PNG nor JPEG",
                        "convert it to PNG");
}

snw_status snw__image_take(snw__image_budget *budget, const snw_mesh_image *image, snw_why *why) {
    snw__image_facts facts;
    const snw_status status = snw__image_check(image, &facts, why);
    if (snw_failed(status)) return status;
    const size_t pixels = (size_t)facts.width * (size_t)facts.height;
    if (budget->count == SNW__IMAGES || budget->bytes + image->size > SNW__IMAGE_BYTES_ALL ||
        budget->pixels + pixels > SNW__IMAGE_PIXELS) {
        return refuse_image(why, SNW_ERR_TOO_LARGE,
                            "the images of the mesh are too many or too large",
                            "scale the images down");
    }
    budget->count++;
    budget->bytes += image->size;
    budget->pixels += pixels;
    return SNW_OK;
}

snw_status snw__image_root(const char *mesh_path, char *root, snw_why *why) {
    enum { LEVELS = 8 };
    char real[SNW_PATH_SIZE], folder[SNW_PATH_SIZE], above[SNW_PATH_SIZE], file[SNW_PATH_SIZE];
    snw_status status = snw_file_real_path(mesh_path, real, sizeof real, why);
    if (status == SNW_OK) status = snw_path_parent(real, folder, sizeof folder);
    if (snw_failed(status)) return status;
    memcpy(root, folder, strlen(folder) + 1);
    for (int i = 0; i < LEVELS; i++) {
        if (snw_path_join(folder, "package.xml", file, sizeof file) == SNW_OK &&
            snw_file_exists(file)) {
            memcpy(root, folder, strlen(folder) + 1);
            return SNW_OK;
        }
        if (snw_path_parent(folder, above, sizeof above) != SNW_OK || strcmp(above, folder) == 0) {
            break;
        }
        memcpy(folder, above, sizeof folder);
    }
    return SNW_OK;
}

snw_status snw__image_load(const char *mesh_path, const char *name, snw__image_budget *budget,
                           snw_setup *setup, snw_mesh_image *image, snw_why *why) {
    char plain[SNW_PATH_SIZE], wanted[SNW_PATH_SIZE], found[SNW_PATH_SIZE];
    char root[SNW_PATH_SIZE], folder[SNW_PATH_SIZE];
    snw_copy_text(plain, sizeof plain, name);
    // files made elsewhere have separators of elsewhere
    for (char *c = plain; *c != '\0'; c++)
        if (*c == '\\') *c = '/';
    snw_status status = snw__image_root(mesh_path, root, why);
    if (status == SNW_OK) status = snw_path_parent(mesh_path, folder, sizeof folder);
    if (status == SNW_OK) status = snw_path_join(folder, plain, wanted, sizeof wanted);
    if (status == SNW_OK) status = snw_file_real_path(wanted, found, sizeof found, why);
    if (snw_failed(status)) return status;
    if (!snw_path_is_inside(root, found)) {
        return refuse_image(why, SNW_ERR_PERMISSION,
                            "an image lies outside the folder of the model",
                            "put the image beside the mesh");
    }
    const snw_file_reading how = {.limit = SNW__IMAGE_BYTES, .setup = setup};
    snw_file_content content;
    status = snw_file_read(found, &how, &content, why);
    if (snw_failed(status)) return status;
    *image = (snw_mesh_image){content.data, content.size};
    status = snw__image_take(budget, image, why);
    if (snw_failed(status)) *image = (snw_mesh_image){0};
    return status;
}
