// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DOCUMENT_XML_H
#define SINEW_DOCUMENT_XML_H

/// @file
/// A pull reader for XML 1.0 with name spaces, of our own: what the document reader and every other
/// XML format of sinew (URDF, SRDF) is read with. No document types, no entities but the built-in
/// ones, and so no way to another file; bounds on depth, size and count; every event has its exact
/// place. Time is linear in the text. One thread.
///
///     while ((event = snw_xml_next(xml)) != SNW_XML_EOF) {
///         if (event == SNW_XML_ERROR) return snw_xml_why(xml);
///         ...
///     }

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct snw_xml snw_xml;

typedef enum snw_xml_event {
    SNW_XML_EOF,     ///< the document has ended well
    SNW_XML_START,   ///< <name ...>
    SNW_XML_END,     ///< </name>
    SNW_XML_EMPTY,   ///< <name .../>: no end follows
    SNW_XML_CONTENT, ///< all text up to the next tag, blanks around it removed; never only blanks
    SNW_XML_ERROR    ///< see snw_xml_why(); every later call gives it again
} snw_xml_event;

/// Opens a text of UTF-8 (a byte order mark is allowed, other encodings are refused unless every
/// byte is ASCII). `bytes` and `name`, which is for messages, must stay until close. NULL when out
/// of memory.
SNW_SETUP SNW_NODISCARD snw_xml *snw_xml_open(const char *bytes, size_t length, const char *name);
SNW_SETUP void snw_xml_close(snw_xml *xml);

/// Passes over what is no XML and other programs read nevertheless: blanks, comments and a document
/// type before the declaration or the root, '--' in comments, an ampersand that begins no
/// reference, anything behind the root element. For formats of others; call it before the first
/// event.
SNW_SETUP void snw_xml_be_lax(snw_xml *xml);

/// The first thing that was passed over so; NULL for none.
SNW_SETUP const snw_why *snw_xml_oddity(const snw_xml *xml);

/// The next event.
SNW_SETUP snw_xml_event snw_xml_next(snw_xml *xml);

/// Of the current tag: its local name, the URI of its name space ("" for none, and for a prefix
/// that was not declared). Valid until the next call of snw_xml_next(); "" for other events.
SNW_SETUP const char *snw_xml_name(const snw_xml *xml);
SNW_SETUP const char *snw_xml_space(const snw_xml *xml);

/// Takes the next attribute of the current element, in file order, by its local name; false when
/// none is left. Name space declarations are no attributes, nor are those of the prefix xml and of
/// XMLSchema-instance, which speak to editors and validators. Valid until the next event. Line and
/// column are then the attribute's.
SNW_SETUP bool snw_xml_attribute(snw_xml *xml, const char **name, const char **value);

/// The value of an attribute of the current element by its name, taken or not; NULL for none.
SNW_SETUP const char *snw_xml_find(const snw_xml *xml, const char *name);

/// Attributes not taken yet.
SNW_SETUP int snw_xml_attributes_left(const snw_xml *xml);

/// The text of the current SNW_XML_CONTENT and its length.
SNW_SETUP const char *snw_xml_content(const snw_xml *xml, size_t *length);

/// Takes the next word of the current content; false when none is left.
SNW_SETUP bool snw_xml_word(snw_xml *xml, const char **word, size_t *length);

/// Words not taken yet. The first call for a content counts them, the others cost nothing.
SNW_SETUP int snw_xml_words_left(snw_xml *xml);

/// After SNW_XML_START: goes past the matching end, whatever is inside.
SNW_SETUP SNW_NODISCARD snw_status snw_xml_skip(snw_xml *xml);

/// Where the current event stands, from 1, columns in bytes: a tag at its '<', an attribute at its
/// name, content at its first character that is not blank. Depth counts open elements.
SNW_SETUP int snw_xml_line(const snw_xml *xml);
SNW_SETUP int snw_xml_column(const snw_xml *xml);
SNW_SETUP int snw_xml_depth(const snw_xml *xml);

/// The reason of SNW_XML_ERROR, with name, line and column.
SNW_SETUP const snw_why *snw_xml_why(const snw_xml *xml);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DOCUMENT_XML_H
