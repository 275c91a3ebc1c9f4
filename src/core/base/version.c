// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/version.h"

#define TEXT_OF(x) #x
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char SNW_VARIANT_SYMBOL = 1;

const char *snw_version(void) {
    return VERSION_TEXT(SNW_VERSION_MAJOR, SNW_VERSION_MINOR, SNW_VERSION_PATCH);
}

const char *snw_variant(void) {
#if defined(SNW_CHECKS)
    return "debug";
#else
    return "release";
#endif
}
