// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The simple types of a schema. A value is what the reader takes: a number in its range, or a
// number and a unit; words between blanks, or with commas between them. Where a unit or a comma
// stands, the form alone is checked: a schema cannot convert. Patterns of one derivation step are
// alternatives, those of several steps hold together (XML Schema part 2, 4.3.4), which is how
// "numbers", "with a comma or a unit" and "this many" are joined.
#include <math.h>
#include <string.h>

#include "xsd.h"

// patterns of XML Schema; blanks have been collapsed before they are applied
#define REAL_WORD "[+\\-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+\\-]?[0-9]+)?"
#define INFINITE_WORD "[+\\-]?INF"
// no unit has the letter I, and none begins with "Na": so that INF and NaN are none
#define UNIT_LETTER "[A-HJ-Za-z%]"
#define POWER "(\\^[+\\-]?[0-9]+)?"
#define SYMBOL "([A-HJ-MO-Za-z%]" UNIT_LETTER "*|N([B-HJ-Zb-z%]" UNIT_LETTER "*)?)"
#define UNIT SYMBOL POWER "([.*/][A-Za-z%0-9]+" POWER ")*"

// a word that is no unit, for counting
#define COUNTED_WORD "[^ ,A-HJ-Za-z%][^ ,]*"

// counts beyond this are left to the reader
enum { MOST_REPEATED = 1000 };

static bool has_unit(const snw_field *field) {
    return field->unit != NULL && field->unit[0] != '\0';
}

static bool is_vector(const snw_field *field) {
    return field->kind == SNW_KIND_VEC3 || field->kind == SNW_KIND_MATRIX;
}

static bool is_real(const snw_field *field) {
    return field->kind == SNW_KIND_REAL || is_vector(field);
}

static bool is_text(const snw_field *field) {
    return field->kind == SNW_KIND_STRING || field->kind == SNW_KIND_REFERENCE;
}

static int words_per_item(const snw_field *field) {
    if (field->kind == SNW_KIND_MATRIX) return field->rows * field->columns;
    return field->kind == SNW_KIND_VEC3 ? 3 : 1;
}

bool snw__xsd_is_plain(const snw_field *field) {
    return field->kind <= SNW_KIND_REFERENCE || is_vector(field);
}

// --- names --------------------------------------------------------------------------------------

static const char *whole_builtin(const snw_field *field) {
    const bool is_signed = field->kind == SNW_KIND_INT;
    switch (field->size) {
    case 1:
        return is_signed ? "xs:byte" : "xs:unsignedByte";
    case 2:
        return is_signed ? "xs:short" : "xs:unsignedShort";
    case 4:
        return is_signed ? "xs:int" : "xs:unsignedInt";
    default:
        return is_signed ? "xs:long" : "xs:unsignedLong";
    }
}

// true when a word of the field needs a definition of its own
static bool word_is_named(const snw_field *field) {
    if (field->kind == SNW_KIND_ENUM) return true;
    if (is_real(field)) return snw__is_ranged(field) || (field->flags & SNW_INFINITE);
    const bool whole = field->kind == SNW_KIND_INT || field->kind == SNW_KIND_UINT;
    return whole && snw__is_ranged(field);
}

static const char *word_suffix(const snw_field *field) {
    if (is_vector(field)) return ".number";
    return field->array != SNW_SINGLE ? ".item" : "";
}

static snw__xsd_name copied(const char *text) {
    snw__xsd_name name;
    snw_copy_text(name.text, sizeof name.text, text);
    return name;
}

// the type of one word: a number, a name, a text
static snw__xsd_name word_name(snw__xsd *x, const snw__xsd_field *at, bool in_list) {
    const snw_field *field = at->field;
    if (word_is_named(field)) {
        return snw__xsd_own(x, "%s.%s%s", at->owner, field->name, word_suffix(field));
    }
    if (field->kind == SNW_KIND_BOOL) return copied("xs:boolean");
    if (is_vector(field)) return snw__xsd_use(x, SNW__XSD_REAL);
    if (is_real(field)) {
        return snw__xsd_use(x, has_unit(field) ? SNW__XSD_QUANTITY : SNW__XSD_NUMBER);
    }
    if (!is_text(field)) return copied(whole_builtin(field));
    const bool trimmed = in_list || field->kind == SNW_KIND_REFERENCE;
    return snw__xsd_own(x, "%s.%zu", trimmed ? "_content" : "_string", field->size - 1);
}

// the simple type of one item
static snw__xsd_name item_name(snw__xsd *x, const snw__xsd_field *at) {
    if (!is_vector(at->field)) return word_name(x, at, false);
    const char *suffix = at->field->array != SNW_SINGLE ? ".item" : "";
    return snw__xsd_own(x, "%s.%s%s", at->owner, at->field->name, suffix);
}

snw__xsd_name snw__xsd_whole(snw__xsd *x, const snw__xsd_field *at) {
    if (at->field->array == SNW_SINGLE) return item_name(x, at);
    return snw__xsd_own(x, "%s.%s", at->owner, at->field->name);
}

snw__xsd_name snw__xsd_item(snw__xsd *x, const snw__xsd_field *at) {
    const snw_field *field = at->field;
    if (is_text(field)) return snw__xsd_own(x, "_text.%zu", field->size - 1);
    if (field->kind == SNW_KIND_VEC3) {
        return snw__xsd_own(x, "%s.%s.vector", at->owner, field->name);
    }
    return item_name(x, at);
}

// --- words --------------------------------------------------------------------------------------

static void put_limit(snw__xsd *x, const char *facet, double value) {
    char digits[SNW_NUMBER_SIZE];
    (void)snw_real_print(value, digits);
    snw__xsd_line(x, "<xs:%s value=\"%s\"/>", facet, digits);
}

static void put_real_range(snw__xsd *x, const snw_field *field) {
    snw__xsd_open(x, "<xs:restriction base=\"%s\">", snw__xsd_use(x, SNW__XSD_REAL).text);
    put_limit(x, "minInclusive", field->range.low);
    put_limit(x, "maxInclusive", field->range.high);
    snw__xsd_close(x, "xs:restriction");
}

// infinities are allowed on the sides where the range has numbers
static bool may_be_infinite(const snw_field *field, bool minus) {
    if (!(field->flags & SNW_INFINITE)) return false;
    return !snw__is_ranged(field) || (minus ? field->range.low < 0 : field->range.high > 0);
}

// the types beside the range: what it does not hold for
static void list_members(snw__xsd *x, const snw_field *field, snw_text *list) {
    const bool scalar = !is_vector(field), unit = has_unit(field);
    const struct {
        bool wanted;
        snw__xsd_shared type;
    } members[] = {{!snw__is_ranged(field), SNW__XSD_REAL},
                   {scalar && unit, SNW__XSD_MEASURE},
                   {scalar && !unit, SNW__XSD_PERCENT},
                   {may_be_infinite(field, false), SNW__XSD_INFINITE},
                   {may_be_infinite(field, true), SNW__XSD_MINUS_INFINITE}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (!members[i].wanted) continue;
        snw_text_format(list, "%s%s", list->length > 0 ? " " : "",
                        snw__xsd_use(x, members[i].type).text);
    }
}

static void put_real_word(snw__xsd *x, const snw_field *field) {
    char members[4 * SNW__XSD_NAME] = "";
    snw_text list = snw_text_over(members, sizeof members);
    list_members(x, field, &list);
    if (list.length == 0) {
        put_real_range(x, field);
    } else if (!snw__is_ranged(field)) {
        snw__xsd_line(x, "<xs:union memberTypes=\"%s\"/>", members);
    } else {
        snw__xsd_open(x, "<xs:union memberTypes=\"%s\">", members);
        snw__xsd_open(x, "<xs:simpleType>");
        put_real_range(x, field);
        snw__xsd_close(x, "xs:simpleType");
        snw__xsd_close(x, "xs:union");
    }
}

static void put_whole_limit(snw__xsd *x, const char *facet, double value) {
    if (value < 0) {
        snw__xsd_line(x, "<xs:%s value=\"%lld\"/>", facet, (long long)value);
    } else {
        snw__xsd_line(x, "<xs:%s value=\"%llu\"/>", facet, (unsigned long long)value);
    }
}

// a limit that the integer type has anyway is left out: it might not fit there
static void put_whole_word(snw__xsd *x, const snw_field *field) {
    const bool is_signed = field->kind == SNW_KIND_INT;
    const double beyond = ldexp(1, (int)(8 * field->size) - is_signed);
    const double low = ceil(field->range.low), high = floor(field->range.high);
    snw__xsd_open(x, "<xs:restriction base=\"%s\">", whole_builtin(field));
    if (low > (is_signed ? -beyond : 0)) put_whole_limit(x, "minInclusive", low);
    if (high < beyond) put_whole_limit(x, "maxInclusive", high);
    snw__xsd_close(x, "xs:restriction");
}

static void put_enum_word(snw__xsd *x, const snw_field *field) {
    snw__xsd_open(x, "<xs:restriction base=\"xs:token\">");
    for (int i = 0; i < field->choice_count; i++) {
        const snw_choice *choice = &field->choices[i];
        snw__xsd_indent(x);
        snw_text_format(x->text, "<xs:enumeration value=\"");
        snw_text_xml_attribute(x->text, choice->name);
        if (choice->help == NULL) {
            snw_text_format(x->text, "\"/>\n");
            continue;
        }
        snw_text_format(x->text, "\">\n");
        x->depth++;
        snw__xsd_help(x, choice->help, NULL);
        snw__xsd_close(x, "xs:enumeration");
    }
    snw__xsd_close(x, "xs:restriction");
}

static void put_word(snw__xsd *x, const snw__xsd_field *at) {
    const snw_field *field = at->field;
    snw__xsd_open(x, "<xs:simpleType name=\"%s.%s%s\">", at->owner, field->name,
                  word_suffix(field));
    if (is_real(field)) {
        put_real_word(x, field);
    } else if (field->kind == SNW_KIND_ENUM) {
        put_enum_word(x, field);
    } else {
        put_whole_word(x, field);
    }
    snw__xsd_close(x, "xs:simpleType");
}

// --- lists --------------------------------------------------------------------------------------

// how many words; `most` is -1 for any number
typedef struct amount {
    long long least, most;
} amount;

static amount words_of_item(const snw_field *field) {
    const int words = words_per_item(field);
    return (amount){words, words};
}

// a set may repeat its members, which then collapse
static amount words_of_whole(const snw_field *field) {
    const long long words = (long long)words_per_item(field) * field->length;
    if (field->flags & SNW_UNIQUE) return (amount){0, -1};
    return (amount){field->array == SNW_FIXED ? words : 0, words};
}

// a name of an enum, as a pattern that matches it alone
static void put_literal(snw__xsd *x, const char *name) {
    for (; *name != '\0'; name++) {
        const char one[] = {*name, '\0'};
        if (strchr(".\\?*+{}()|[]^-", *name) != NULL) snw_text_format(x->text, "\\");
        snw_text_xml_attribute(x->text, one);
    }
}

static void put_word_pattern(snw__xsd *x, const snw_field *field) {
    if (field->kind == SNW_KIND_BOOL) {
        snw_text_format(x->text, "(true|false|1|0)");
    } else if (field->kind == SNW_KIND_ENUM) {
        for (int i = 0; i < field->choice_count; i++) {
            snw_text_format(x->text, i == 0 ? "(" : "|");
            put_literal(x, field->choices[i].name);
        }
        snw_text_format(x->text, ")");
    } else {
        snw_text_format(x->text, field->kind == SNW_KIND_INT ? "[+\\-]?[0-9]+" : "\\+?[0-9]+");
    }
}

// any number of words of the field, with a comma somewhere between them
static void put_commas(snw__xsd *x, const snw_field *field) {
    snw__xsd_open(x, "<xs:simpleType>");
    snw__xsd_open(x, "<xs:restriction base=\"%s\">", snw__xsd_use(x, SNW__XSD_COMMAS).text);
    snw__xsd_indent(x);
    snw_text_format(x->text, "<xs:pattern value=\"");
    put_word_pattern(x, field);
    snw_text_format(x->text, "([ ,]+");
    put_word_pattern(x, field);
    snw_text_format(x->text, ")*\"/>\n");
    snw__xsd_close(x, "xs:restriction");
    snw__xsd_close(x, "xs:simpleType");
}

// How many words there are. Words are counted apart from what they are, and the last one stands
// behind the counted ones: libxml2 loses its way in a count whose end is open to doubt.
static void put_count(snw__xsd *x, const char *word, amount words, const char *tail) {
    const long long least = words.least > 0 ? words.least - 1 : 0, most = words.most - 1;
    snw__xsd_indent(x);
    snw_text_format(x->text, "<xs:pattern value=\"(%s[ ,]+)", word);
    if (words.most < 0 || most > MOST_REPEATED) {
        snw_text_format(x->text, "*");
    } else {
        snw_text_format(x->text, "{%lld,%lld}", least, most);
    }
    snw_text_format(x->text, "%s%s\"/>\n", word, tail);
}

// the words with commas between them, or with one unit for all
static void put_marked(snw__xsd *x, const snw_field *field, amount words) {
    snw__xsd_open(x, "<xs:simpleType>");
    if (is_real(field)) {
        snw__xsd_open(x, "<xs:restriction base=\"%s\">", snw__xsd_use(x, SNW__XSD_NUMBERS).text);
        put_count(x, COUNTED_WORD, words, "( " UNIT_LETTER ".*)?");
    } else {
        snw__xsd_open(x, "<xs:restriction>");
        put_commas(x, field);
        put_count(x, "[^ ,]+", words, "");
    }
    snw__xsd_close(x, "xs:restriction");
    snw__xsd_close(x, "xs:simpleType");
}

static void put_plain_list(snw__xsd *x, const snw__xsd_field *at, amount words) {
    snw__xsd_open(x, "<xs:restriction>");
    snw__xsd_line(x, "<xs:simpleType><xs:list itemType=\"%s\"/></xs:simpleType>",
                  word_name(x, at, true).text);
    if (words.least == words.most) {
        snw__xsd_line(x, "<xs:length value=\"%lld\"/>", words.least);
    } else if (words.most >= 0) {
        snw__xsd_line(x, "<xs:maxLength value=\"%lld\"/>", words.most);
    }
    snw__xsd_close(x, "xs:restriction");
}

static void put_list(snw__xsd *x, const snw__xsd_field *at, const char *suffix, amount words) {
    const snw_field *field = at->field;
    snw__xsd_open(x, "<xs:simpleType name=\"%s.%s%s\">", at->owner, field->name, suffix);
    if (is_text(field)) {
        put_plain_list(x, at, words);
    } else {
        snw__xsd_open(x, "<xs:union>");
        snw__xsd_open(x, "<xs:simpleType>");
        put_plain_list(x, at, words);
        snw__xsd_close(x, "xs:simpleType");
        put_marked(x, field, words);
        snw__xsd_close(x, "xs:union");
    }
    snw__xsd_close(x, "xs:simpleType");
}

// one number of a vector with its own unit, as x, y or z
static snw__xsd_name part_name(snw__xsd *x, const snw__xsd_field *at) {
    const snw_field *field = at->field;
    if (word_is_named(field)) return snw__xsd_own(x, "%s.%s.part", at->owner, field->name);
    return snw__xsd_use(x, has_unit(field) ? SNW__XSD_QUANTITY : SNW__XSD_NUMBER);
}

static void put_part(snw__xsd *x, const snw__xsd_field *at) {
    const snw_field *field = at->field;
    const snw__xsd_shared form = has_unit(field) ? SNW__XSD_MEASURE : SNW__XSD_PERCENT;
    snw__xsd_open(x, "<xs:simpleType name=\"%s.%s.part\">", at->owner, field->name);
    snw__xsd_line(x, "<xs:union memberTypes=\"%s %s\"/>", word_name(x, at, true).text,
                  snw__xsd_use(x, form).text);
    snw__xsd_close(x, "xs:simpleType");
}

// an element of three numbers as text, or empty with its parts as attributes
static void put_vector(snw__xsd *x, const snw__xsd_field *at) {
    const char *owner = at->owner, *name = at->field->name;
    snw__xsd_open(x, "<xs:simpleType name=\"%s.%s.text\">", owner, name);
    snw__xsd_line(x, "<xs:union memberTypes=\"%s %s\"/>", item_name(x, at).text,
                  snw__xsd_use(x, SNW__XSD_NOTHING).text);
    snw__xsd_close(x, "xs:simpleType");
    if (word_is_named(at->field)) put_part(x, at);
    snw__xsd_open(x, "<xs:complexType name=\"%s.%s.vector\">", owner, name);
    snw__xsd_open(x, "<xs:simpleContent>");
    snw__xsd_open(x, "<xs:extension base=\"%s\">", snw__xsd_own(x, "%s.%s.text", owner, name).text);
    const snw__xsd_name number = part_name(x, at);
    for (const char *part = "xyz"; *part != '\0'; part++) {
        snw__xsd_line(x, "<xs:attribute name=\"%c\" type=\"%s\"/>", *part, number.text);
    }
    snw__xsd_close(x, "xs:extension");
    snw__xsd_close(x, "xs:simpleContent");
    snw__xsd_close(x, "xs:complexType");
}

void snw__xsd_values(snw__xsd *x, const snw__xsd_field *at) {
    const snw_field *field = at->field;
    const bool array = field->array != SNW_SINGLE;
    if (word_is_named(field)) put_word(x, at);
    if (is_vector(field)) put_list(x, at, array ? ".item" : "", words_of_item(field));
    if (array) put_list(x, at, "", words_of_whole(field));
    if (field->kind == SNW_KIND_VEC3) put_vector(x, at);
}

// --- what all types share -----------------------------------------------------------------------

static void put_shared(snw__xsd *x, const char *name, const char *help, const char *base,
                       const char *pattern) {
    snw__xsd_open(x, "<xs:simpleType name=\"%s\">", name);
    snw__xsd_help(x, help, NULL);
    snw__xsd_open(x, "<xs:restriction base=\"%s\">", base);
    snw__xsd_line(x, "<xs:pattern value=\"%s\"/>", pattern);
    snw__xsd_close(x, "xs:restriction");
    snw__xsd_close(x, "xs:simpleType");
}

static void put_pair(snw__xsd *x, const char *name, snw__xsd_shared a, snw__xsd_shared b) {
    snw__xsd_open(x, "<xs:simpleType name=\"%s\">", name);
    snw__xsd_line(x, "<xs:union memberTypes=\"%s %s\"/>", snw__xsd_use(x, a).text,
                  snw__xsd_use(x, b).text);
    snw__xsd_close(x, "xs:simpleType");
}

// the limits keep out what is too large for a double, and what is no number
static void put_real(snw__xsd *x) {
    snw__xsd_open(x, "<xs:simpleType name=\"_real\">");
    snw__xsd_help(x, "A finite number.", NULL);
    snw__xsd_open(x, "<xs:restriction base=\"xs:double\">");
    snw__xsd_line(x, "<xs:minInclusive value=\"-1.7976931348623157e+308\"/>");
    snw__xsd_line(x, "<xs:maxInclusive value=\"1.7976931348623157e+308\"/>");
    snw__xsd_line(x, "<xs:pattern value=\"" REAL_WORD "\"/>");
    snw__xsd_close(x, "xs:restriction");
    snw__xsd_close(x, "xs:simpleType");
}

// texts up to a length: in an attribute, as content with blanks around it, as an element
static void put_text_types(snw__xsd *x, size_t most) {
    static const char *const simple[][2] = {{"_string", "xs:string"}, {"_content", "xs:token"}};
    for (int i = 0; i < 2; i++) {
        snw__xsd_open(x, "<xs:simpleType name=\"%s.%zu\">", simple[i][0], most);
        snw__xsd_open(x, "<xs:restriction base=\"%s\">", simple[i][1]);
        snw__xsd_line(x, "<xs:maxLength value=\"%zu\"/>", most);
        snw__xsd_close(x, "xs:restriction");
        snw__xsd_close(x, "xs:simpleType");
    }
    snw__xsd_open(x, "<xs:complexType name=\"_text.%zu\">", most);
    snw__xsd_open(x, "<xs:simpleContent>");
    snw__xsd_open(x, "<xs:extension base=\"%s\">", snw__xsd_own(x, "_content.%zu", most).text);
    snw__xsd_line(x, "<xs:attribute name=\"value\" type=\"%s\"/>",
                  snw__xsd_own(x, "_string.%zu", most).text);
    snw__xsd_close(x, "xs:extension");
    snw__xsd_close(x, "xs:simpleContent");
    snw__xsd_close(x, "xs:complexType");
}

// true when a text of that size stands in this name space before field `end` of type `last`
static bool length_is_known(const snw__xsd *x, size_t size, int last, int end) {
    for (int i = 0; i <= last; i++) {
        const snw_type *type = x->types.items[i];
        if (!snw__same_space(snw__xsd_space(x, type), x->space)) continue;
        for (int k = 0; k < (i == last ? end : type->field_count); k++) {
            if (is_text(&type->fields[k]) && type->fields[k].size == size) return true;
        }
    }
    return false;
}

static void put_texts(snw__xsd *x) {
    for (int i = 0; i < x->types.count; i++) {
        const snw_type *type = x->types.items[i];
        if (!snw__same_space(snw__xsd_space(x, type), x->space)) continue;
        for (int k = 0; k < type->field_count; k++) {
            const size_t size = type->fields[k].size;
            if (is_text(&type->fields[k]) && !length_is_known(x, size, i, k)) {
                put_text_types(x, size - 1);
            }
        }
    }
}

void snw__xsd_shared_values(snw__xsd *x) {
    put_texts(x);
    // those that use others come first
    if (x->used & SNW__XSD_NUMBER) put_pair(x, "_number", SNW__XSD_REAL, SNW__XSD_PERCENT);
    if (x->used & SNW__XSD_QUANTITY) put_pair(x, "_quantity", SNW__XSD_REAL, SNW__XSD_MEASURE);
    if (x->used & SNW__XSD_NUMBERS) {
        const char *help = "Numbers separated by commas, or followed by one unit for all.";
        put_shared(x, "_marked", help, "xs:token", ".*,.*|.*[0-9.F] ?" UNIT);
        put_shared(x, "_numbers", help, snw__xsd_own(x, "_marked").text,
                   "(" REAL_WORD "|" INFINITE_WORD ")([ ,]+(" REAL_WORD "|" INFINITE_WORD
                   "))*( ?" UNIT ")?");
    }
    if (x->used & SNW__XSD_COMMAS) {
        put_shared(x, "_commas", "Words separated by commas.", "xs:token", ".*,.*");
    }
    if (x->used & SNW__XSD_PERCENT) {
        put_shared(x, "_percent", "A percentage.", "xs:token", REAL_WORD " ?%");
    }
    if (x->used & SNW__XSD_MEASURE) {
        put_shared(x, "_measure", "A number followed by its unit.", "xs:token",
                   REAL_WORD " ?" UNIT);
    }
    if (x->used & SNW__XSD_INFINITE) {
        put_shared(x, "_infinite", "Positive infinity.", "xs:token", "\\+?INF( ?" UNIT ")?");
    }
    if (x->used & SNW__XSD_MINUS_INFINITE) {
        put_shared(x, "_minus_infinite", "Negative infinity.", "xs:token", "-INF( ?" UNIT ")?");
    }
    if (x->used & SNW__XSD_NOTHING) {
        snw__xsd_open(x, "<xs:simpleType name=\"_nothing\">");
        snw__xsd_line(x, "<xs:restriction base=\"xs:token\"><xs:length value=\"0\"/>"
                         "</xs:restriction>");
        snw__xsd_close(x, "xs:simpleType");
    }
    if (x->used & SNW__XSD_REAL) put_real(x);
}
