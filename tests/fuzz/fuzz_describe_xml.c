// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "describe_target.h"
#include "sinew/document/xml.h"

// the pull reader by itself: every event, attribute and word
static void pull(const uint8_t *bytes, size_t size) {
    snw_xml *xml = snw_xml_open((const char *)bytes, size, "fuzz");
    must(xml != NULL);
    const char *name, *value;
    size_t length;
    snw_xml_event event = snw_xml_next(xml);
    for (int i = 0; event != SNW_XML_EOF && event != SNW_XML_ERROR; i++) {
        must(snw_xml_depth(xml) >= 0 && snw_xml_line(xml) > 0 && snw_xml_space(xml) != NULL);
        while (snw_xml_attribute(xml, &name, &value)) {
            must(snw_xml_find(xml, name) != NULL);
        }
        must(snw_xml_words_left(xml) >= 0);
        while (snw_xml_word(xml, &name, &length)) {
            must(length > 0);
        }
        if (event == SNW_XML_START && i % 7 == 6) SNW_IGNORE(snw_xml_skip(xml));
        event = snw_xml_next(xml);
    }
    if (event == SNW_XML_ERROR) must(snw_xml_why(xml)->code < 0);
    snw_xml_close(xml);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static const format xml = {snw_xml_read, snw_xml_write};
    pull(bytes, size);
    fuzz_format(&xml, bytes, size);
    return 0;
}
