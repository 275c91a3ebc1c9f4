// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "sinew/document/xml.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sinew/document/file.h"
#include "xml_log.h"

// --- events -------------------------------------------------------------------------------------

// spec: actin-model:A1-XM-25
static void six_events_come_from_a_conformance_set(void) {
    static const struct {
        const char *text, *events;
    } set[] = {
        {"<a/>", "<a/>."},
        {"<a></a>", "<a></a>."},
        {"<a>  \n </a >", "<a></a>."},
        {"<a>b</a>", "<a>(b)</a>."},
        {"<a> b c </a>", "<a>(b c)</a>."},
        {"<a><b/></a>", "<a><b/></a>."},
        {"<a>1<b>2</b>3</a>", "<a>(1)<b>(2)</b>(3)</a>."},
        {"<?xml version=\"1.0\"?><a/>", "<a/>."},
        {"<?xml version=\"0.0\" ?><a/>", "<a/>."},
        {"<?xml version='1.0' encoding='utf-8' standalone='no' ?>\r\n<a/>\n", "<a/>."},
        {"<!-- c --><?p i?><a/><?p?><!---->  ", "<a/>."},
        {"<a x=\"1\" y='2'/>", "<a x=1 y=2/>."},
        {"<a x = \"\" \n></a>", "<a x=></a>."},
        {"<a x='\"' y=\"'>\"/>", "<a x=\" y='>/>."},
        {"<a>b<!-- c -->d<?e f?>g</a>", "<a>(bdg)</a>."},
        {"<a>b<![CDATA[<c>&amp;]]]>d]]</a>", "<a>(b<c>&amp;]d]])</a>."},
        {"<a><![CDATA[]]></a>", "<a></a>."},
        {"<a>&lt;&#38;&gt;&quot;&apos;&#x41;</a>", "<a>(<&>\"'A)</a>."},
        {"<a b='&lt;&#9;&#x0a;'/>", "<a b=<\t\n/>."},
        {"<a b='1\t2\r\n3\n4'/>", "<a b=1 2 3 4/>."},
        {"<a>1\r\n2\r3\n4</a>", "<a>(1\n2\n3\n4)</a>."},
        {"<_a.b-c\xC3\xA9 \xC3\x97.x='1'/>", "!"},
        {"<_a.b-c\xC3\xA9 \xC3\xA9.x='1'/>", "<_a.b-c\xC3\xA9 \xC3\xA9.x=1/>."},
        {"<a>b</a><!-- c", "<a>(b)</a>!"},
        {"<a>b</c>", "<a>(b)!"},
        {"<a><b></a></b>", "<a><b>!"},
    };
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        CHECK_TEXT(events_of(set[i].text), set[i].events);
    }
}

// wrong texts, and where
static const struct {
    const char *text;
    int line, column;
} malformed[] = {
    {"", 1, 1},
    {" \n ", 2, 2},
    {"<!-- only -->", 1, 14},
    {"a", 1, 1},
    {"a<b/>", 1, 1},
    {"<a/>b", 1, 5},
    {"<a/><b/>", 1, 5},
    {"<a/>&amp;", 1, 5},
    {"</a>", 1, 2},
    {"<a", 1, 3},
    {"<a ", 1, 4},
    {"<a b", 1, 5},
    {"<a b=", 1, 6},
    {"<a b='", 1, 7},
    {"<a b='c'", 1, 9},
    {"<a>", 1, 4},
    {"<a>\n<", 2, 2},
    {"<a></", 1, 6},
    {"<a></a", 1, 7},
    {"<a></a b>", 1, 8},
    {"< a/>", 1, 2},
    {"<1a/>", 1, 2},
    {"<a b/>", 1, 5},
    {"<a b c='1'/>", 1, 6},
    {"<a =''/>", 1, 4},
    {"<a b=c/>", 1, 6},
    {"<a b='1'c='2'/>", 1, 9},
    {"<a b='<'/>", 1, 7},
    {"<a\n b='&'/>", 2, 5},
    {"<a b='1' / >", 1, 10},
    {"<a/ >", 1, 3},
    {"<a>&</a>", 1, 4},
    {"<a>& b</a>", 1, 4},
    {"<a>&lt</a>", 1, 4},
    {"<a>&nbsp;</a>", 1, 4},
    {"<a>&#;</a>", 1, 4},
    {"<a>&#x;</a>", 1, 4},
    {"<a>&#12a;</a>", 1, 4},
    {"<a>&#0;</a>", 1, 4},
    {"<a>&#xD800;</a>", 1, 4},
    {"<a>&#x110000;</a>", 1, 4},
    {"<a>&#99999999999999999999;</a>", 1, 4},
    {"<a>]]></a>", 1, 4},
    {"<a><![CDATA[ ]]</a>", 1, 20},
    {"<a><![cdata[ ]]></a>", 1, 4},
    {"<![CDATA[]]><a/>", 1, 1},
    {"<a><!-- -- --></a>", 1, 9},
    {"<a><!-- --->\n</a>", 1, 9},
    {"<a><!- --></a>", 1, 4},
    {"<a><?xml version='1.0'?></a>", 1, 4},
    {" <?xml version='1.0'?><a/>", 1, 2},
    {"<?XmL ?><a/>", 1, 1},
    {"<?xml?><a/>", 1, 1},
    {"<?xml ?><a/>", 1, 7},
    {"<?xml version='2.0'?><a/>", 1, 20},
    {"<?xml encoding='UTF-8'?><a/>", 1, 23},
    {"<?xml version='1.0' standalone='maybe'?><a/>", 1, 39},
    {"<?xml version=1.0?><a/>", 1, 15},
    {"<?xml version='1.0'><a/>", 1, 20},
    {"<?xml version='1.0' encoding='?'?><a/>", 1, 33},
    {"<? p?><a/>", 1, 1},
    {"<?p&?><a/>", 1, 1},
    {"<?p", 1, 4},
    {"<a:/>", 1, 2},
    {"<:a/>", 1, 2},
    {"<a:b:c/>", 1, 2},
    {"<a>\x01</a>", 1, 4},
    {"<a b='\x1F'/>", 1, 7},
    {"<a>\xEF\xBF\xBF</a>", 1, 4},
    {"<a>\n\n</b>", 3, 1},
};

// every wrong text has a place, a rule, a sentence and a way out
static void malformed_texts_are_refused_where_they_are_wrong(void) {
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        CHECK(
            is_refused(malformed[i].text, SNW_ERR_SYNTAX, malformed[i].line, malformed[i].column));
    }
    CHECK_TEXT(refusal_of("<a>\n<b>\n</a>", 12).text, "'b' of line 2 is ended by 'a'");
    CHECK_TEXT(refusal_of("<a>\n<b>\n", 8).text, "the text ends inside 'b' of line 2");
    CHECK_TEXT(refusal_of("<a>&nbsp;</a>", 13).text, "entity 'nbsp' is not known");
}

static void an_attribute_that_is_given_twice_is_refused(void) {
    CHECK(is_refused("<a b='1' c='2'\n b='3'/>", SNW_ERR_DUPLICATE, 2, 2));
    CHECK(is_refused("<a xmlns='1' xmlns='1'/>", SNW_ERR_DUPLICATE, 1, 14));
    CHECK(is_refused("<a b='' c='' b='' c='' b=''/>", SNW_ERR_DUPLICATE, 1, 14));
    // the same name with and without a prefix are two
    CHECK_TEXT(events_of("<a b='1' p:b='2'/>"), "<a b=1 b=2/>.");

    // beyond a few they are found in another way
    CHECK_CASES(200) {
        char text[4096] = "<a";
        const int count = check_int(13, 200), twice = check_int(0, count - 1);
        for (int i = 0; i < count; i++) {
            (void)snprintf(text + strlen(text), 32, " n%d=''", i);
        }
        const size_t start = strlen(text);
        (void)strcpy(text + start, "/>");
        CHECK(strchr(events_of(text), '!') == NULL);
        (void)snprintf(text + start, 32, " n%d=''/>", twice);
        CHECK(is_refused(text, SNW_ERR_DUPLICATE, 1, (int)start + 2));
    }
}

// --- what a lax reader passes over --------------------------------------------------------------

static void lax_log(const char *text, char *out, size_t size, const snw_why **oddity,
                    snw_xml **reader) {
    snw_xml *xml = snw_xml_open(text, strlen(text), "text.xml");
    CHECK(xml != NULL);
    snw_xml_be_lax(xml);
    snw_text log = snw_text_over(out, size);
    snw_xml_event event;
    while ((event = snw_xml_next(xml)) != SNW_XML_EOF && event != SNW_XML_ERROR) {
        size_t length;
        const char *content = snw_xml_content(xml, &length);
        const char *value = snw_xml_find(xml, "x");
        snw_text_format(&log, "%s%s%.*s;", snw_xml_name(xml), value != NULL ? value : "",
                        (int)length, content);
    }
    snw_text_format(&log, event == SNW_XML_EOF ? "." : "!");
    CHECK(snw_xml_next(xml) == event);
    *oddity = snw_xml_oddity(xml);
    *reader = xml;
}

static void a_lax_reader_passes_over_what_others_read(void) {
    static const struct {
        const char *text, *log;
        int line, column; // of the oddity; 0 for none
    } cases[] = {
        {"<a>b</a>", "a;b;a;.", 0, 0},
        {"\n<?xml version='1.0'?><a/>", "a;.", 2, 1},
        {"<!-- c -->\n\n <?xml version='1.0'?>\n<a/>", "a;.", 3, 2},
        {"<a><!-- -- --></a>", "a;a;.", 1, 9},
        {"<a><!-- --->b</a>", "a;b;a;.", 1, 9},
        {"<a><!------->b</a>", "a;b;a;.", 1, 8},
        {"<a>b & c&d&&e&lt;</a>", "a;b & c&d&&e<;a;.", 1, 6},
        {"<a x='1&2'>\n&</a>", "a1&2;&;a;.", 1, 8},
        {"<a/> more", "a;.", 1, 6},
        {"<a/><b></a>", "a;.", 1, 5},
        {"<!DOCTYPE a><a/>", "a;.", 1, 1},
        {"<!DOCTYPE a SYSTEM 'a.dtd'>\n<a>b</a>", "a;b;a;.", 1, 1},
        // the first of several
        {"<!DOCTYPE a><a>&</a>&", "a;&;a;.", 1, 1},
        // what stays a fault
        {"<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "!", 0, 0},
        {"<!DOCTYPE a", "!", 0, 0},
        {"<a>&b;</a>", "a;!", 0, 0},
        {"<a><!-- -- ", "a;!", 1, 9},
        {"<a>&", "a;!", 0, 0},
        {"text<a/>", "!", 0, 0},
        {"<a><b></a>", "a;b;!", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char log[256];
        const snw_why *oddity;
        snw_xml *xml;
        lax_log(cases[i].text, log, sizeof log, &oddity, &xml);
        CHECK_TEXT(log, cases[i].log);
        CHECK((oddity != NULL) == (cases[i].line > 0));
        if (oddity != NULL) CHECK(oddity->line == cases[i].line);
        if (oddity != NULL) CHECK(oddity->column == cases[i].column);
        snw_xml_close(xml);
    }
}

// --- access -------------------------------------------------------------------------------------

// spec: actin-model:A1-XM-26
static void each_take_leaves_one_attribute_or_word_less(void) {
    static const char text[] = "<a n0='0' n1='1' n2='2' xmlns:p='u' n3='3'> one\n two\tthree  </a>";
    snw_xml *xml = snw_xml_open(text, strlen(text), "text.xml");
    const char *name, *value, *word;
    size_t length;
    CHECK(snw_xml_next(xml) == SNW_XML_START);
    CHECK_TEXT(snw_xml_find(xml, "n2"), "2");
    for (int left = 4; left > 0; left--) {
        CHECK(snw_xml_attributes_left(xml) == left);
        CHECK(snw_xml_attribute(xml, &name, &value));
        CHECK(name[1] == '0' + 4 - left && value[0] == name[1] && value[1] == '\0');
        CHECK(snw_xml_attributes_left(xml) == left - 1);
    }
    CHECK(!snw_xml_attribute(xml, &name, &value) && snw_xml_attributes_left(xml) == 0);
    CHECK_TEXT(snw_xml_find(xml, "n0"), "0"); // taken or not
    CHECK(snw_xml_find(xml, "p") == NULL && snw_xml_find(xml, "n") == NULL);
    CHECK(!snw_xml_word(xml, &word, &length) && snw_xml_words_left(xml) == 0);

    static const char *const words[] = {"one", "two", "three"};
    CHECK(snw_xml_next(xml) == SNW_XML_CONTENT);
    for (int i = 0; i < 3; i++) {
        CHECK(snw_xml_words_left(xml) == 3 - i);
        CHECK(snw_xml_word(xml, &word, &length));
        CHECK(length == strlen(words[i]) && memcmp(word, words[i], length) == 0);
        CHECK(snw_xml_words_left(xml) == 2 - i);
    }
    CHECK(!snw_xml_word(xml, &word, &length) && snw_xml_words_left(xml) == 0);
    CHECK(snw_xml_attributes_left(xml) == 0 && !snw_xml_attribute(xml, &name, &value));
    CHECK(snw_xml_next(xml) == SNW_XML_END && snw_xml_attributes_left(xml) == 0);
    snw_xml_close(xml);
}

// spec: actin-model:A1-XM-27
static void a_subtree_is_skipped_to_its_own_end(void) {
    static const char text[] = "<r><a><a/>x<a><b><a></a></b></a></a><c/></r>";
    snw_xml *xml = snw_xml_open(text, strlen(text), "text.xml");
    CHECK(snw_xml_next(xml) == SNW_XML_START && snw_xml_depth(xml) == 1);
    CHECK(snw_xml_next(xml) == SNW_XML_START && snw_xml_depth(xml) == 2);
    CHECK_TEXT(snw_xml_name(xml), "a");
    CHECK(snw_xml_skip(xml) == SNW_OK && snw_xml_depth(xml) == 1);
    CHECK(snw_xml_next(xml) == SNW_XML_EMPTY);
    CHECK_TEXT(snw_xml_name(xml), "c");
    CHECK(snw_xml_skip(xml) == SNW_ERR_STATE); // an empty element has nothing inside
    CHECK(snw_xml_next(xml) == SNW_XML_END && snw_xml_depth(xml) == 0);
    CHECK(snw_xml_next(xml) == SNW_XML_EOF);
    snw_xml_close(xml);

    // a fault inside ends the skipping
    xml = snw_xml_open("<r><a><a></r>", 13, "text.xml");
    CHECK(snw_xml_next(xml) == SNW_XML_START && snw_xml_next(xml) == SNW_XML_START);
    CHECK(snw_xml_skip(xml) == SNW_ERR_SYNTAX && snw_xml_next(xml) == SNW_XML_ERROR);
    CHECK(snw_xml_why(xml)->column == 10);
    snw_xml_close(xml);
}

static void events_without_a_part_give_an_empty_one(void) {
    snw_xml *xml = snw_xml_open("<a>b</a>", 8, NULL);
    size_t length = 7;
    const char *name, *value;
    for (int i = 0; i < 6; i++) {
        const bool tag = i == 1 || i == 3;
        CHECK_TEXT(snw_xml_name(xml), tag ? "a" : "");
        CHECK_TEXT(snw_xml_space(xml), "");
        CHECK_TEXT(snw_xml_content(xml, &length), i == 2 ? "b" : "");
        CHECK(length == (i == 2) && snw_xml_find(xml, "b") == NULL);
        CHECK(!snw_xml_attribute(xml, &name, &value));
        CHECK(snw_xml_why(xml)->code == SNW_OK);
        (void)snw_xml_next(xml);
    }
    snw_xml_close(xml);
    snw_xml_close(NULL);
}

// --- name spaces --------------------------------------------------------------------------------

static void name_spaces_are_those_in_force(void) {
    CHECK_TEXT(events_of("<a xmlns='u'><b/><c xmlns=''/><d xmlns='v'><e/></d><f/></a>"),
               "<a{u}><b{u}/><c/><d{v}><e{v}/></d{v}><f{u}/></a{u}>.");
    CHECK_TEXT(events_of("<p:a xmlns:p='u' p:x='1'><p:b xmlns:p='v'/><p:c/><b/></p:a>"),
               "<a{u} x=1><b{v}/><c{u}/><b/></a{u}>.");
    CHECK_TEXT(events_of("<a x='1' xmlns:q='&lt;u&gt;'><q:b/></a>"), "<a x=1><b{<u>}/></a>.");
    // a prefix that was not declared is let through
    CHECK_TEXT(events_of("<q:a q:x='1'><b/></q:a>"), "<a x=1><b/></a>.");
    // an end tag is that of its start tag, prefix and all
    CHECK_TEXT(events_of("<p:a xmlns:p='u' xmlns:q='u'></q:a>"), "<a{u}>!");
    // what speaks to validators and editors is no attribute
    CHECK_TEXT(events_of("<a xmlns:s='http://www.w3.org/2001/XMLSchema-instance' "
                         "s:schemaLocation='u f.xsd' xml:lang='en' xml:space='preserve' b='1'/>"),
               "<a b=1/>.");
}

// --- places -------------------------------------------------------------------------------------

static void every_event_knows_its_place(void) {
    static const char text[] = "\xEF\xBB\xBF<?xml version='1.0'?>\n"
                               "  <a>\n"
                               "\t<bb x='1'\n"
                               "     y = '2\n"
                               "3' z='4'/>  text\n"
                               "over lines <!-- \n"
                               " --><c>  <![CDATA[d]]></c\n"
                               "></a>";
    CHECK_TEXT(xml_log(text, strlen(text), PLACES),
               "2:3<a>3:2<bb 3:6x=1 4:6y=2 3 5:4z=4/>5:13(text\nover lines)"
               "7:5<c>7:10(d)7:23</c>8:2</a>.");
}

// a text behind `pad` blanks says the same, its first line shifted
static void check_behind(const char *text, size_t pad, const char *expected) {
    static char padded[1 << 15];
    memset(padded, ' ', pad);
    (void)strcpy(padded + pad, text);
    CHECK_TEXT(xml_log(padded, strlen(padded), PLACES), expected);
}

// A reader that is fed in pieces of a power of two must not see their borders: every byte of a text
// with every construct comes to lie on them once.
static void borders_inside_the_text_change_nothing(void) {
    static const char text[] =
        "\n<!-- c --><?p i?><r xmlns='u' xmlns:p='v'\n a='1&amp;&#x20AC;2' b='\"'>\n"
        "t&lt;\xE2\x82\xAC<![CDATA[<]]>]]<p:e/><p:f\np:g='h'></p:f>\r\n</r>\n<!-- d -->";
    static const char expected[] =
        "2:18<r{u} 3:2a=1&\xE2\x82\xAC"
        "2 3:22b=\">4:1(t<\xE2\x82\xAC<]])4:24<e{v}/>4:30<f{v} 5:1g=h>5:9</f{v}>6:1</r{u}>.";
    for (size_t border = 512; border <= 16384; border *= 2) {
        for (size_t k = 0; k <= strlen(text); k++) {
            check_behind(text, border - k, expected);
        }
    }
}

// --- truncation ---------------------------------------------------------------------------------

// spec: actin-model:A1-XM-35
static void a_text_cut_at_any_byte_is_an_error_with_a_line(void) {
    static const char *const texts[] = {
        "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n<!-- c -->\n<?p i?>\n<a>\n</a>",
        "<a x='1' y=\"&lt;&#38;\"\n>\n<b/>text &gt; &#x20AC; \xE2\x82\xAC\n<![CDATA[ ]] > ]]>"
        "<!-- - -->\n<c:d xmlns:c='u'>1 2</c:d ></a>",
    };
    for (int i = 0; i < 2; i++) {
        const size_t length = strlen(texts[i]);
        CHECK(strchr(xml_log(texts[i], length, PLAIN), '.') != NULL);
        int lines = 1;
        for (size_t cut = 0; cut < length; cut++) {
            const char *log = xml_log(texts[i], cut, PLAIN);
            CHECK(log[strlen(log) - 1] == '!');
            const snw_why why = refusal_of(texts[i], cut);
            CHECK(why.code == SNW_ERR_SYNTAX && why.line >= 1 && why.line <= lines);
            CHECK(why.column >= 1 && why.fix[0] != '\0');
            lines += texts[i][cut] == '\n';
        }
    }
}

// --- hostile texts ------------------------------------------------------------------------------

// all ways to another file or machine go through these; while they are forbidden, they are counted
// and refused; other units of this program find them as they were
static int opened;
static bool forbidden;
#define INSTEAD __attribute__((visibility("default")))

INSTEAD int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    opened++;
    return forbidden ? -1 : openat(AT_FDCWD, path, flags, mode);
}

INSTEAD FILE *fopen(const char *path, const char *how) {
    opened++;
    if (forbidden) return NULL;
    FILE *(*real)(const char *, const char *) = NULL;
    void *found = dlsym(RTLD_NEXT, "fopen");
    memcpy(&real, &found, sizeof real);
    return real(path, how);
}

INSTEAD int socket(int family, int kind, int protocol) {
    opened++;
    return forbidden ? -1 : (int)syscall(SYS_socket, family, kind, protocol);
}

static void document_types_and_entities_are_refused_unopened(void) {
    static const char *const bombs[] = {
        "<!DOCTYPE a [<!ENTITY b 'c'><!ENTITY d '&b;&b;&b;'><!ENTITY e '&d;&d;'>]><a>&e;</a>",
        "<!DOCTYPE a [<!ENTITY b 'ccccccccccccccccccccc'>]><a>&b;&b;&b;&b;&b;&b;</a>",
        "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
        "<!DOCTYPE a SYSTEM 'http://127.0.0.1:9/a.dtd'><a/>",
        "<!DOCTYPE a PUBLIC '-//x' '/etc/hostname'><a/>",
        "<!DOCTYPE a [<!ENTITY % b SYSTEM '/etc/hostname'> %b;]><a/>",
        "<!DOCTYPE a [<!ATTLIST a b CDATA 'c'>]><a/>",
        "<!DOCTYPE a [<!ENTITY b '&b;'>]><a>&b;</a>",
    };
    opened = 0;
    forbidden = true;
    for (size_t i = 0; i < sizeof bombs / sizeof *bombs; i++) {
        CHECK(is_refused(bombs[i], SNW_ERR_UNSUPPORTED, 1, 1));
    }
    CHECK(is_refused("<a><!DOCTYPE a></a>", SNW_ERR_UNSUPPORTED, 1, 4));
    CHECK(is_refused("<a/><!DOCTYPE a>", SNW_ERR_UNSUPPORTED, 1, 5));
    // what names another file in an ordinary way is only an element or an attribute
    CHECK_TEXT(events_of("<a xmlns:i='http://www.w3.org/2001/XInclude'>"
                         "<i:include href='/etc/hostname'/></a>"),
               "<a><include{http://www.w3.org/2001/XInclude} href=/etc/hostname/></a>.");
    CHECK_TEXT(events_of("<?xml-stylesheet href='/etc/hostname'?><a xmlns='/etc/hostname' "
                         "xmlns:s='http://www.w3.org/2001/XMLSchema-instance' "
                         "s:schemaLocation='u /etc/hostname'/>"),
               "<a{/etc/hostname}/>.");
    forbidden = false;
    CHECK(opened == 0);
    CHECK(fopen("/etc/hostname/no", "r") == NULL && opened == 1); // they are asked
}

static char *repeated(const char *piece, long count) {
    const size_t length = strlen(piece);
    char *text = malloc(length * (size_t)count + 64);
    CHECK(text != NULL);
    for (long i = 0; i < count; i++) {
        memcpy(text + (size_t)i * length, piece, length);
    }
    text[length * (size_t)count] = '\0';
    return text;
}

static void too_deep_too_many_and_too_large_are_refused(void) {
    char *deep = repeated("<a>", 1000000);
    snw_why why = refusal_of(deep, 3000000);
    CHECK(why.code == SNW_ERR_TOO_LARGE && why.line == 1);
    CHECK(why.column == 3 * SNW_DOCUMENT_DEPTH + 1); // the first one too many
    memcpy(deep + 3L * SNW_DOCUMENT_DEPTH, "</a>", 4);
    CHECK(refusal_of(deep, 3 * SNW_DOCUMENT_DEPTH + 4).code == SNW_ERR_SYNTAX); // that is legal
    free(deep);

    char *wide = repeated("<b/>", SNW_DOCUMENT_NODES);
    memcpy(wide, "<a> ", 4);
    why = refusal_of(wide, 4L * SNW_DOCUMENT_NODES);
    CHECK(why.code == SNW_ERR_SYNTAX); // all of them are allowed, but the end is missing
    (void)strcpy(wide + 4L * SNW_DOCUMENT_NODES, "<b/></a>");
    why = refusal_of(wide, 4L * SNW_DOCUMENT_NODES + 8);
    CHECK(why.code == SNW_ERR_TOO_LARGE && why.column == 4 * SNW_DOCUMENT_NODES + 1);
    free(wide);

    char *large = repeated(" ", SNW_DOCUMENT_BYTES);
    memcpy(large, "<a>", 3);
    memcpy(large + SNW_DOCUMENT_BYTES - 4, "</a>", 4);
    CHECK_TEXT(xml_log(large, SNW_DOCUMENT_BYTES, PLAIN), "<a></a>.");
    large[SNW_DOCUMENT_BYTES] = '\n';
    CHECK(refusal_of(large, SNW_DOCUMENT_BYTES + 1).code == SNW_ERR_TOO_LARGE);
    free(large);
}

static void attributes_and_name_spaces_of_one_element_have_a_limit(void) {
    char *text = malloc(1 << 20);
    for (int count = 1023; count <= 1025; count++) {
        (void)strcpy(text, "<a");
        size_t length = 2;
        for (int i = 0; i < count; i++) {
            length += (size_t)sprintf(text + length, " n%d=''", i);
        }
        (void)strcpy(text + length, "/>");
        if (count <= 1024) {
            CHECK(xml_log(text, length + 2, PLAIN)[0] == '<');
        } else {
            CHECK(refusal_of(text, length + 2).code == SNW_ERR_TOO_LARGE);
        }
    }
    // declared and left again they may be many, open at once 64
    size_t length = (size_t)sprintf(text, "<a>");
    for (int i = 0; i < 200; i++) {
        length += (size_t)sprintf(text + length, "<p:b xmlns:p='%d'/>", i);
    }
    length += (size_t)sprintf(text + length, "</a>");
    CHECK(strstr(xml_log(text, length, PLAIN), "<b{199}/></a>.") != NULL);
    for (int count = 64; count <= 65; count++) {
        length = (size_t)sprintf(text, "<p63:a");
        for (int i = 0; i < count; i++) {
            length += (size_t)sprintf(text + length, " xmlns:p%d='%d'", i, i);
        }
        length += (size_t)sprintf(text + length, "/>");
        if (count == 64) {
            CHECK_TEXT(xml_log(text, length, PLAIN), "<a{63}/>.");
        } else {
            CHECK(refusal_of(text, length).code == SNW_ERR_TOO_LARGE);
        }
    }
    free(text);
}

// --- a second opinion ---------------------------------------------------------------------------

// libxml2 writes the same log, with empty elements as a start and an end
typedef struct second {
    snw_text out;
    char pending[4096];
    size_t pending_size;
} second;

static void flush(second *s) {
    size_t start = 0, end = s->pending_size;
    while (start < end && strchr(" \t\r\n", s->pending[start]) != NULL) {
        start++;
    }
    while (end > start && strchr(" \t\r\n", s->pending[end - 1]) != NULL) {
        end--;
    }
    if (end > start) {
        snw_text_format(&s->out, "(%.*s)", (int)(end - start), s->pending + start);
    }
    s->pending_size = 0;
}

static void on_start(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                     int spaces, const xmlChar **all, int count, int defaulted,
                     const xmlChar **attributes) {
    (void)prefix, (void)spaces, (void)all, (void)defaulted;
    second *s = context;
    flush(s);
    snw_text_format(&s->out, "<%s", (const char *)name);
    if (uri != NULL) snw_text_format(&s->out, "{%s}", (const char *)uri);
    for (int i = 0; i < count; i++) {
        const xmlChar **one = attributes + (ptrdiff_t)5 * i;
        const bool hidden = one[1] != NULL && strcmp((const char *)one[1], "xml") == 0;
        if (hidden) continue;
        snw_text_format(&s->out, " %s=%.*s", (const char *)one[0], (int)(one[4] - one[3]),
                        (const char *)one[3]);
    }
    snw_text_format(&s->out, ">");
}

static void on_end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)prefix;
    second *s = context;
    flush(s);
    snw_text_format(&s->out, "</%s", (const char *)name);
    if (uri != NULL) snw_text_format(&s->out, "{%s}", (const char *)uri);
    snw_text_format(&s->out, ">");
}

static void on_text(void *context, const xmlChar *text, int length) {
    second *s = context;
    CHECK(s->pending_size + (size_t)length <= sizeof s->pending);
    memcpy(s->pending + s->pending_size, text, (size_t)length);
    s->pending_size += (size_t)length;
}

static void on_error(void *context, xmlErrorPtr error) {
    (void)context, (void)error;
}

// the log of libxml2, or "!" for a text that is not well-formed
static const char *second_opinion(const char *text, size_t length) {
    static char buffer[LOG_SIZE];
    static second s;
    s.out = snw_text_over(buffer, sizeof buffer);
    s.pending_size = 0;
    xmlSAXHandler sax = {.initialized = XML_SAX2_MAGIC,
                         .startElementNs = on_start,
                         .endElementNs = on_end,
                         .characters = on_text,
                         .cdataBlock = on_text,
                         .serror = on_error};
    xmlParserCtxtPtr parser = xmlCreateMemoryParserCtxt(text, (int)length);
    CHECK(parser != NULL);
    *parser->sax = sax;
    parser->userData = &s;
    (void)xmlCtxtUseOptions(parser, XML_PARSE_NONET);
    (void)xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8);
    (void)xmlParseDocument(parser);
    const bool good = parser->wellFormed;
    if (parser->myDoc != NULL) xmlFreeDoc(parser->myDoc);
    xmlFreeParserCtxt(parser);
    if (!good) return "!";
    snw_text_format(&s.out, ".");
    return buffer;
}

static void put_random_text(snw_text *text) {
    static const char *const pieces[] = {"a",
                                         "b c",
                                         "\n",
                                         "\t",
                                         "&lt;",
                                         "&amp;",
                                         "&#65;",
                                         "]",
                                         ">",
                                         "'",
                                         "\"",
                                         "<b/>",
                                         "<a x=\"1\"/>",
                                         "<a x='2' y='3'>z</a>",
                                         "<!--",
                                         "-->",
                                         "<!-- c-->",
                                         "<?p q?>",
                                         "<",
                                         "/>",
                                         "</a>",
                                         "<a>",
                                         "x='1'",
                                         "<![CDATA[",
                                         "]]>",
                                         "&#xE9;",
                                         "\xC3\xA9",
                                         "\xE2\x82\xAC",
                                         "-",
                                         "--",
                                         "=",
                                         "&",
                                         ";",
                                         "\r\n",
                                         "<c:d xmlns:c='u'>",
                                         "</c:d>",
                                         "xmlns='v'",
                                         "\xC3",
                                         "\x01",
                                         "?>",
                                         "0"};
    const int count = (int)(sizeof pieces / sizeof *pieces);
    const char *piece = pieces[check_int(0, count - 1)];
    snw_text_add(text, piece, strlen(piece));
}

// Random texts, most of them nearly well-formed, are accepted by both readers or by none, and say
// the same to both.
static void libxml2_agrees_about_random_texts(void) {
    int accepted = 0;
    CHECK_CASES(check_scaled(60000)) {
        char buffer[1024];
        snw_text text = snw_text_over(buffer, sizeof buffer);
        snw_text_format(&text, check_int(0, 3) > 0 ? "<a>" : "<a ");
        for (int i = check_int(0, 6); i > 0; i--) {
            put_random_text(&text);
        }
        if (check_int(0, 9) > 0) snw_text_format(&text, "</a>");
        const char *second_log = second_opinion(buffer, text.length);
        const char *log = xml_log(buffer, text.length, SPLIT);
        const bool good = log[strlen(log) - 1] == '.';
        const bool same = good ? strcmp(log, second_log) == 0 : strcmp(second_log, "!") == 0;
        if (!same) print_error("%s\nours:    %s\nlibxml2: %s\n", buffer, log, second_log);
        CHECK(same);
        accepted += good;
    }
    CHECK(accepted > check_scaled(60000) / 20);
}

int main(void) {
    RUN(a_lax_reader_passes_over_what_others_read);
    RUN(six_events_come_from_a_conformance_set);
    RUN(malformed_texts_are_refused_where_they_are_wrong);
    RUN(an_attribute_that_is_given_twice_is_refused);
    RUN(each_take_leaves_one_attribute_or_word_less);
    RUN(a_subtree_is_skipped_to_its_own_end);
    RUN(events_without_a_part_give_an_empty_one);
    RUN(name_spaces_are_those_in_force);
    RUN(every_event_knows_its_place);
    RUN(borders_inside_the_text_change_nothing);
    RUN(a_text_cut_at_any_byte_is_an_error_with_a_line);
    RUN(document_types_and_entities_are_refused_unopened);
    RUN(too_deep_too_many_and_too_large_are_refused);
    RUN(attributes_and_name_spaces_of_one_element_have_a_limit);
    RUN(libxml2_agrees_about_random_texts);
    return check_report();
}
