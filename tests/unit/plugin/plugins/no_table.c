// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// A library, but no plugin.

int snw_test_number(void);

__attribute__((visibility("default"))) int snw_test_number(void) {
    return 42;
}
