// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/lanes.h"

#include <string.h>

#include "check.h"

static void every_set_up_to_the_best_has_a_table_and_none_beyond(void) {
    const snw_isa best = snw_lanes_isa();
    CHECK(best == snw_lanes_isa());
    for (int isa = 0; isa < SNW_ISA_COUNT; isa++) {
        const snw_lanes *table = snw_lanes_table((snw_isa)isa);
        CHECK((table != NULL) == (isa <= (int)best));
        if (table) CHECK((int)table->isa == isa);
    }
    CHECK(snw_lanes_best() == snw_lanes_table(best));
    CHECK(snw_lanes_table(SNW_ISA_BASELINE) != NULL);
    CHECK(snw_lanes_table((snw_isa)SNW_ISA_COUNT) == NULL);
    CHECK(snw_lanes_table((snw_isa)-1) == NULL);
}

static void vectors_double_in_width_from_set_to_set(void) {
    const char *const names[SNW_ISA_COUNT] = {"baseline", "avx2", "avx512"};
    for (int isa = 0; isa < SNW_ISA_COUNT; isa++) {
        const snw_lanes *table = snw_lanes_table((snw_isa)isa);
        if (!table) continue;
        CHECK(table->f64_lanes == 2 << isa && table->f32_lanes == 4 << isa);
        CHECK_TEXT(table->name, names[isa]);
    }
}

// scalar code between 512-bit operations runs slower, so a few numbers never use them
static void a_few_numbers_never_use_more_than_four_lanes(void) {
    for (int isa = 0; isa < SNW_ISA_COUNT; isa++) {
        const snw_lanes *table = snw_lanes_table((snw_isa)isa);
        if (!table) continue;
        const snw_isa narrow = isa < SNW_ISA_AVX2 ? (snw_isa)isa : SNW_ISA_AVX2;
        CHECK(table->sincos_few_f64 == snw_lanes_table(narrow)->sincos_f64);
        CHECK((int)sizeof(snw_f64x4) >= snw_lanes_table(narrow)->f64_lanes * (int)sizeof(double));
    }
}

// asks the processor again, by another way than the library's
static void the_best_set_is_what_the_operating_system_reports(void) {
    FILE *file = fopen("/proc/cpuinfo", "r");
    CHECK(file != NULL);
    char line[8192];
    bool avx2 = false, fma = false, avx512 = true, found = false;
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, "flags", 5) != 0) continue;
        found = true;
        avx2 = strstr(line, " avx2 ") != NULL;
        fma = strstr(line, " fma ") != NULL;
        const char *const wanted[] = {" avx512f ", " avx512cd ", " avx512bw ", " avx512dq ",
                                      " avx512vl "};
        for (int i = 0; i < 5; i++)
            avx512 = avx512 && strstr(line, wanted[i]);
        break;
    }
    (void)fclose(file);
    if (!found) skip();
    const snw_isa expected = !(avx2 && fma) ? SNW_ISA_BASELINE
                             : avx512       ? SNW_ISA_AVX512
                                            : SNW_ISA_AVX2;
    CHECK(snw_lanes_isa() == expected);
}

static void vectors_have_the_size_and_alignment_of_their_numbers(void) {
    CHECK(sizeof(snw_f64x4) == 32 && _Alignof(snw_f64x4) == 32);
    CHECK(sizeof(snw_f64x8) == 64 && _Alignof(snw_f64x8) == 64);
    CHECK(sizeof(snw_f32x8) == 32 && _Alignof(snw_f32x8) == 32);
    CHECK(sizeof(snw_f32x16) == 64 && _Alignof(snw_f32x16) == 64);
}

int main(void) {
    RUN(every_set_up_to_the_best_has_a_table_and_none_beyond);
    RUN(vectors_double_in_width_from_set_to_set);
    RUN(a_few_numbers_never_use_more_than_four_lanes);
    RUN(the_best_set_is_what_the_operating_system_reports);
    RUN(vectors_have_the_size_and_alignment_of_their_numbers);
    return check_report();
}
