// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/axis/drive.h"

const snw_drive_functions *snw_drive_of(const snw_type *type) {
    const snw_vtable *head = type->functions;
    if (head == NULL || head->version != SNW_DRIVE_VERSION) return NULL;
    if (head->size < sizeof(snw_drive_functions)) return NULL;
    return (const snw_drive_functions *)head;
}
