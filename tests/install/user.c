// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A user's program: compiled against an installed sinew, as C and as C++.
#include <stdio.h>

#include <sinew/base.h>

int main(void) {
    char sentence[256];
    snw_why why;
    snw_why_set(&why, SNW_ERR_RANGE, "arm/joint[3]", "the target is beyond the upper limit");
    snw_why_add(&why, "target", 2.5, "rad");
    (void)snw_why_sentence(&why, sentence, sizeof sentence);
    printf("sinew %s (%s)\n%s\n", snw_version(), snw_variant(), sentence);
    return 0;
}
