// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "xacro_test.h"

#define V(expression) "<v a=\"${" expression "}\"/>"
#define AT "a=\""
#define SYNTAX(what, expression)                                                                   \
    "v/a: " what " in '" expression "'; correct the expression [xacro-expression]"
#define PYTHON(what, expression, fix)                                                              \
    "v/a: " what " in '" expression "': this part of Python is not supported; " fix                \
    " [xacro-python]"

static void expressions_are_refused_by_their_fault(void) {
    static const refusal list[] = {
        {V(""), AT,
         "v/a: the expression is empty; write something between { and } "
         "[xacro-expression]",
         SNW_ERR_SYNTAX},
        {V("1 +"), AT, SYNTAX("an operand is missing", "1 +"), SNW_ERR_SYNTAX},
        {V("* 2"), AT, SYNTAX("an operator is alone", "* 2"), SNW_ERR_SYNTAX},
        {V("1 2"), AT, SYNTAX("something is left over", "1 2"), SNW_ERR_SYNTAX},
        {V("(1"), AT, SYNTAX("a ')' is missing", "(1"), SNW_ERR_SYNTAX},
        {V("[1, 2"), AT, SYNTAX("a comma or closing bracket is missing", "[1, 2"), SNW_ERR_SYNTAX},
        {V("1 if 2"), AT, SYNTAX("'else' is missing", "1 if 2"), SNW_ERR_SYNTAX},
        {V("1 not 2"), AT, SYNTAX("'not' is between two operands", "1 not 2"), SNW_ERR_SYNTAX},
        {V("a[]"), AT, SYNTAX("one index must be between the brackets", "a[]"), SNW_ERR_SYNTAX},
        {V("012"), AT, SYNTAX("a number begins with 0", "012"), SNW_ERR_SYNTAX},
        {V("1 ? 2"), AT, SYNTAX("a character that has no meaning", "1 ? 2"), SNW_ERR_SYNTAX},
        {"<v a=\"${1\"/>", AT,
         "v/a: '${1' has no end; close it, or write $$ for a dollar sign "
         "before a bracket [xacro-expression]",
         SNW_ERR_SYNTAX},
    };
    CHECK_REFUSALS(list);
}

static void the_rest_of_python_is_refused_by_name(void) {
    static const refusal list[] = {
        {V("0x10"), AT, PYTHON("a number with letters", "0x10", "write it as a decimal number"),
         SNW_ERR_UNSUPPORTED},
        {V("1_000"), AT, PYTHON("a number with letters", "1_000", "write it as a decimal number"),
         SNW_ERR_UNSUPPORTED},
        {V("1 | 2"), AT, PYTHON("an operation on bits", "1 | 2", "write it with + - * // %"),
         SNW_ERR_UNSUPPORTED},
        {V("1 >> 2"), AT, PYTHON("an operation on bits", "1 >> 2", "write it with + - * // %"),
         SNW_ERR_UNSUPPORTED},
        {V("a = 2"), AT, PYTHON("an assignment", "a = 2", "define a property with xacro:property"),
         SNW_ERR_UNSUPPORTED},
        {V("f'x'"), AT, PYTHON("a text with a prefix", "f'x'", "write a plain text between quotes"),
         SNW_ERR_UNSUPPORTED},
        {V("[i for i x]"), AT, SYNTAX("'in' is missing behind 'for'", "[i for i x]"),
         SNW_ERR_SYNTAX},
        {V("[i for 2 in x]"), AT, SYNTAX("a name is missing behind 'for'", "[i for 2 in x]"),
         SNW_ERR_SYNTAX},
        {V("'a'.upprr()"), AT,
         "v/a: text has no method upprr(); did you mean upper()? [xacro-python]",
         SNW_ERR_UNSUPPORTED},
        {V("'a'.b"), AT,
         "v/a: 'b': text has no attributes; only dictionaries have names behind a dot; methods "
         "need () [xacro-python]",
         SNW_ERR_UNSUPPORTED},
        {V("lambda x: x"), AT,
         PYTHON("lambda", "lambda x: x", "use an expression of numbers and properties"),
         SNW_ERR_UNSUPPORTED},
        {V("[1](2)"), AT, PYTHON("a call of a value", "[1](2)", "call a function by its name"),
         SNW_ERR_UNSUPPORTED},
        {V("'\\x41'"), AT,
         PYTHON("an escape with a backslash", "'\\x41'", "write the letter itself"),
         SNW_ERR_UNSUPPORTED},
        {V("xacro.load_yaml('f.yaml')"), AT,
         "v/a: 'f.yaml': the path is relative, but the folder of the model is not known; give the "
         "folder of the model [xacro-yaml]",
         SNW_ERR_NOT_FOUND},
        {V("arg('f')"), AT,
         "v/a: argument 'f' has no value; give --arg f:=value, or a default with xacro:arg "
         "[xacro-arg]",
         SNW_ERR_UNKNOWN_NAME},
        {V("type(3)"), AT,
         "v/a: function type() is not supported; write isinstance(value, str) [xacro-python]",
         SNW_ERR_UNSUPPORTED},
        {V("sinn(3)"), AT,
         "v/a: function sinn() is not supported; did you mean sin()? [xacro-python]",
         SNW_ERR_UNSUPPORTED},
        {V("__import__('os')"), AT,
         "v/a: function __import__() is not supported; use one of the functions of docs/xacro.md "
         "[xacro-python]",
         SNW_ERR_UNSUPPORTED},
        {V("os.system('x')"), AT,
         "v/a: property 'os' is not known; define it with xacro:property, before this line "
         "[xacro-property]",
         SNW_ERR_UNKNOWN_NAME},
        {V("math.system('x')"), AT,
         "v/a: function math.system() is not supported; did you mean sorted()? [xacro-python]",
         SNW_ERR_UNSUPPORTED},
        {V("'%q' % 3"), AT,
         "v/a: a form behind % is not known in the text '%q'; use %s %d %f %e %g %x, or {} and "
         "{:.3f}, up to 99 wide [xacro-python]",
         SNW_ERR_UNSUPPORTED},
        {"<xacro:property name=\"p\" value=\"x\"/>" V("p.q"), AT,
         "v/a: 'q': text has no attributes; only dictionaries have names behind a dot; methods "
         "need () [xacro-python]",
         SNW_ERR_UNSUPPORTED},
    };
    CHECK_REFUSALS(list);
}

static void arguments_with_names_are_refused_by_their_fault(void) {
    static const refusal list[] = {
        {V("sorted([1], key=len)"), AT,
         "v/a: sorted() with a key is not supported; make a list of what is to be compared, and "
         "sort that [xacro-python]",
         SNW_ERR_UNSUPPORTED},
        {V("sin(x=1)"), AT,
         "v/a: sin() takes no argument with the name 'x'; leave it out, or give it by its place "
         "[xacro-python]",
         SNW_ERR_UNSUPPORTED},
        {V("isinstance(1, 2)"), AT,
         "v/a: isinstance() is not given the name of a type; ask for str, int, float, bool, list, "
         "dict or set [xacro-python]",
         SNW_ERR_UNSUPPORTED},
        {V("dict(a=1, 2)"), AT,
         SYNTAX("an argument without a name is behind one with a name", "dict(a=1, 2)"),
         SNW_ERR_SYNTAX},
        {V("dict(a=1, a=2)"), AT, SYNTAX("an argument is given twice", "dict(a=1, a=2)"),
         SNW_ERR_SYNTAX},
        {V("dict(a=)"), AT, SYNTAX("an operator is alone", "dict(a=)"), SNW_ERR_SYNTAX},
        {V("[a=1]"), AT, PYTHON("an assignment", "[a=1]", "define a property with xacro:property"),
         SNW_ERR_UNSUPPORTED},
        {V("map(str, x=1)"), AT,
         "v/a: property 'str' is not known; define it with xacro:property, before this line "
         "[xacro-property]",
         SNW_ERR_UNKNOWN_NAME},
        {V("'{y}'.format(x=1)"), AT,
         "v/a: a field has no value of its name in the text '{y}'; use %s %d %f %e %g %x, or {} "
         "and {:.3f}, up to 99 wide [xacro-python]",
         SNW_ERR_UNSUPPORTED},
    };
    CHECK_REFUSALS(list);
}

static void values_that_do_not_go_are_refused(void) {
    static const refusal list[] = {
        {V("1 + 'a'"), AT,
         "v/a: '+' cannot be applied to a whole number and text; convert with str(), float() or "
         "int() [xacro-type]",
         SNW_ERR_ARGUMENT},
        {V("[1] - [2]"), AT,
         "v/a: '-' cannot be applied to a list and a list; use compatible values [xacro-type]",
         SNW_ERR_ARGUMENT},
        {V("1 &lt; 'a'"), AT,
         "v/a: '<' cannot be applied to a whole number and text; convert with str(), float() or "
         "int() [xacro-type]",
         SNW_ERR_ARGUMENT},
        {V("1 in 2"), AT,
         "v/a: 'in' cannot be applied to a whole number and a whole number; use compatible values "
         "[xacro-type]",
         SNW_ERR_ARGUMENT},
        {V("-'a'"), AT,
         "v/a: a sign cannot be applied to text; convert with float() or int() [xacro-type]",
         SNW_ERR_ARGUMENT},
        {V("sin('a')"), AT,
         "v/a: sin() cannot be applied to text; convert with float() or int() [xacro-type]",
         SNW_ERR_ARGUMENT},
        {V("sin(1, 2)"), AT,
         "v/a: sin() takes 1 argument, not 2; give the right number of arguments [xacro-type]",
         SNW_ERR_ARGUMENT},
        {V("round()"), AT,
         "v/a: round() takes at least 1 argument, not 0; give the right number of arguments "
         "[xacro-type]",
         SNW_ERR_ARGUMENT},
        {V("int('x')"), AT, "v/a: int() of text 'x'; give it a number [xacro-type]",
         SNW_ERR_ARGUMENT},
        {V("[1,2][2]"), AT,
         "v/a: item 2 of 2 does not exist; count from 0, or back from -1 "
         "[xacro-type]",
         SNW_ERR_RANGE},
        {V("1[0]"), AT,
         "v/a: a whole number has no item at a whole number; take items of lists, "
         "texts and dictionaries [xacro-type]",
         SNW_ERR_ARGUMENT},
        {V("{'a': 1}['b']"), AT,
         "v/a: the dictionary has no key 'b'; did you mean 'a'? "
         "[xacro-type]",
         SNW_ERR_UNKNOWN_NAME},
        {V("round(2.5, number=1)"), AT,
         "v/a: round() is given 'number' by its place and by its name; remove one of the two "
         "[xacro-type]",
         SNW_ERR_ARGUMENT},
        {V("int('12', 2)"), AT,
         "v/a: int() of text '12' in base 2; give it digits of the base [xacro-type]",
         SNW_ERR_ARGUMENT},
        {V("int('8000000000000000', 16)"), AT,
         "v/a: int() of text '8000000000000000' in base 16; give it digits of the base "
         "[xacro-type]",
         SNW_ERR_ARGUMENT},
        {V("set([1])[0]"), AT,
         "v/a: a set has no item at a whole number; take items of lists, texts and dictionaries "
         "[xacro-type]",
         SNW_ERR_ARGUMENT},
        {V("ord('ab')"), AT,
         "v/a: ord() has no value there; keep its argument within its range [xacro-number]",
         SNW_ERR_RANGE},
        {V("chr(7)"), AT,
         "v/a: chr() has no value there; keep its argument within its range [xacro-number]",
         SNW_ERR_RANGE},
        {V("len(3)"), AT,
         "v/a: len() cannot be applied to a whole number; convert with float() or int() "
         "[xacro-type]",
         SNW_ERR_ARGUMENT},
    };
    CHECK_REFUSALS(list);
}

static void numbers_without_a_value_are_refused(void) {
#define ZERO "v/a: a division by zero; make sure that the divisor is not zero [xacro-number]"
#define LONG "v/a: a whole number needs more than 64 bits; use a real number: 2.0 [xacro-number]"
    static const refusal list[] = {
        {V("1/0"), AT, ZERO, SNW_ERR_RANGE},
        {V("1//0"), AT, ZERO, SNW_ERR_RANGE},
        {V("1%0"), AT, ZERO, SNW_ERR_RANGE},
        {V("1.5/0"), AT, ZERO, SNW_ERR_RANGE},
        {V("0**-1"), AT, ZERO, SNW_ERR_RANGE},
        {V("2**64"), AT, LONG, SNW_ERR_RANGE},
        {V("9223372036854775807+1"), AT, LONG, SNW_ERR_RANGE},
        {V("-9223372036854775807-2"), AT, LONG, SNW_ERR_RANGE},
        {V("9223372036854775807*9223372036854775807"), AT, LONG, SNW_ERR_RANGE},
        {V("(-9223372036854775807-1)//-1"), AT, LONG, SNW_ERR_RANGE},
        {V("9**9**9"), AT, LONG, SNW_ERR_RANGE},
        {V("9223372036854775808"), AT,
         "v/a: a whole number has more than 64 bits in "
         "'9223372036854775808'; write it with a decimal point [xacro-number]",
         SNW_ERR_RANGE},
        {V("1e400"), AT,
         "v/a: a number is too large in '1e400'; write a smaller number "
         "[xacro-number]",
         SNW_ERR_RANGE},
        {V("inf - inf"), AT, "v/a: the result is not a number; avoid infinity [xacro-number]",
         SNW_ERR_RANGE},
        {V("(-8)**0.5"), AT, "v/a: a root of a negative number; use abs() [xacro-number]",
         SNW_ERR_RANGE},
        {V("10.0**400"), AT, "v/a: a power is too large; use smaller numbers [xacro-number]",
         SNW_ERR_RANGE},
        {V("sqrt(-1)"), AT,
         "v/a: sqrt() has no value there; keep its argument within its range "
         "[xacro-number]",
         SNW_ERR_RANGE},
        {V("log(0)"), AT,
         "v/a: log() has no value there; keep its argument within its range "
         "[xacro-number]",
         SNW_ERR_RANGE},
        {V("exp(1000)"), AT,
         "v/a: exp() has no value there; keep its argument within its range "
         "[xacro-number]",
         SNW_ERR_RANGE},
        {V("int(1e30)"), AT,
         "v/a: int() has no value there; keep its argument within its range "
         "[xacro-number]",
         SNW_ERR_RANGE},
        {V("'ab' * 99999999999"), AT,
         "v/a: a text would be too long; repeat it less often "
         "[xacro-number]",
         SNW_ERR_RANGE},
    };
    CHECK_REFUSALS(list);
}

static void names_that_are_not_known_bring_the_nearest(void) {
#define DEFINE "<xacro:property name=\"wheel_radius\" value=\"1\"/>"
#define MACRO "<xacro:macro name=\"wheel\" params=\"radius *origin\"/>"
    static const refusal list[] = {
        {DEFINE V("wheel_radus"), AT,
         "v/a: property 'wheel_radus' is not known; did you mean "
         "'wheel_radius'? [xacro-property]",
         SNW_ERR_UNKNOWN_NAME},
        {V("zzz"), AT,
         "v/a: property 'zzz' is not known; define it with xacro:property, before this line "
         "[xacro-property]",
         SNW_ERR_UNKNOWN_NAME},
        {MACRO "<xacro:weel/>", "<xacro:weel",
         "xacro:weel: macro 'weel' is not known; did you mean "
         "<xacro:wheel>? [xacro-macro]",
         SNW_ERR_UNKNOWN_NAME},
        {"<xacro:propperty/>", "<xacro:prop",
         "xacro:propperty: macro 'propperty' is not known; did "
         "you mean <xacro:property>? [xacro-macro]",
         SNW_ERR_UNKNOWN_NAME},
        {"<xacro:zzzzz/>", "<xacro:zz",
         "xacro:zzzzz: macro 'zzzzz' is not known; define it with xacro:macro, or include its "
         "file, before this line [xacro-macro]",
         SNW_ERR_UNKNOWN_NAME},
        {MACRO "<xacro:wheel radus=\"1\"/>", "radus=",
         "xacro:wheel/radus: macro wheel has no "
         "parameter 'radus'; did you mean 'radius'? --lenient leaves it out [xacro-macro]",
         SNW_ERR_UNKNOWN_NAME},
        {MACRO "<xacro:wheel><o/></xacro:wheel>", "<xacro:wheel>",
         "xacro:wheel: parameter 'radius' "
         "of macro wheel is not given; add the attribute [xacro-macro]",
         SNW_ERR_NOT_FOUND},
        {MACRO "<xacro:wheel radius=\"1\"/>", "<xacro:wheel ",
         "xacro:wheel: block 'origin' of macro wheel is missing; add an element for it to the call "
         "[xacro-block]",
         SNW_ERR_NOT_FOUND},
        {MACRO "<xacro:wheel radius=\"1\"><o/><q/></xacro:wheel>", "<xacro:wheel ",
         "xacro:wheel: macro wheel takes no block after 'q'; remove it, or give the macro a "
         "parameter *name [xacro-block]",
         SNW_ERR_ARGUMENT},
        {"<xacro:macro name=\"m\" params=\"a:=^\"/><xacro:m/>", "<xacro:m/>",
         "xacro:m: parameter 'a' of macro m: the caller has no such property; define the property, "
         "or pass it [xacro-macro]",
         SNW_ERR_UNKNOWN_NAME},
        {"<xacro:macro name=\"m\" params=\"a a\"/>", "params",
         "xacro:macro/params: parameter 'a' is given twice; keep one of them [xacro-macro]",
         SNW_ERR_DUPLICATE},
        {"<xacro:macro name=\"m\" params=\"a-b\"/>", "params",
         "xacro:macro/params: 'a-b' cannot be a "
         "parameter; write name, name:=default, *block or **blocks [xacro-macro]",
         SNW_ERR_SYNTAX},
        {"<xacro:macro name=\"if\"/>", "name=\"if",
         "xacro:macro/name: macro 'if' has the name of an "
         "element of xacro; use another name [xacro-macro]",
         SNW_ERR_DUPLICATE},
        {"<xacro:macro name=\"a.b\"/>", "name=\"a",
         "xacro:macro/name: 'a.b' cannot be the name of a "
         "macro; use letters, digits and underscores [xacro-macro]",
         SNW_ERR_SYNTAX},
        {"<xacro:insert_block name=\"b\"/>", "name=\"b",
         "xacro:insert_block/name: block 'b' is not "
         "known; give the macro a parameter *b [xacro-block]",
         SNW_ERR_UNKNOWN_NAME},
        {"<xacro:call n=\"1\"/>", "<xacro:call",
         "xacro:call: attribute 'macro' is missing; add the "
         "attribute [xacro-attribute]",
         SNW_ERR_NOT_FOUND},
    };
    CHECK_REFUSALS(list);
}

static void elements_of_xacro_are_held_to_their_form(void) {
    static const refusal list[] = {
        {"<xacro:property value=\"1\"/>", "<xacro:prop",
         "xacro:property: attribute 'name' is "
         "missing; add the attribute [xacro-attribute]",
         SNW_ERR_NOT_FOUND},
        {"<xacro:property name=\"a\" valeu=\"1\"/>", "valeu",
         "xacro:property/valeu: attribute "
         "'valeu' is not known here; did you mean 'value'? --lenient leaves it out "
         "[xacro-attribute]",
         SNW_ERR_UNKNOWN_NAME},
        {"<xacro:property name=\"a b\" value=\"1\"/>", "name=\"a",
         "xacro:property/name: 'a b' cannot "
         "be the name of a property; use letters, digits and underscores, a letter first "
         "[xacro-property]",
         SNW_ERR_SYNTAX},
        {"<xacro:property name=\"a\" value=\"1\" default=\"2\"/>", "<xacro:prop",
         "xacro:property: only one of value, default and remove is allowed; keep one of them "
         "[xacro-property]",
         SNW_ERR_ARGUMENT},
        {"<xacro:property name=\"a\" value=\"1\" scope=\"up\"/>", "scope",
         "xacro:property/scope: "
         "scope 'up' is not known; write local, parent or global [xacro-property]",
         SNW_ERR_UNKNOWN_NAME},
        {"<xacro:property name=\"a\" value=\"${b}\"/><xacro:property name=\"b\" value=\"${a}\"/>" V(
             "a"),
         "value=\"${b",
         "xacro:property/value: property 'a' depends on itself; give one of them its own value "
         "[xacro-cycle]",
         SNW_ERR_SYNTAX},
        {"<xacro:if value=\"maybe\"/>", "value=\"maybe",
         "xacro:if/value: 'maybe' is 'maybe', which is "
         "neither true nor false; write true, false, 1, 0 or an expression ${...} "
         "[xacro-condition]",
         SNW_ERR_SYNTAX},
        {"<xacro:if/>", "<xacro:if",
         "xacro:if: attribute 'value' is missing; add the attribute "
         "[xacro-attribute]",
         SNW_ERR_NOT_FOUND},
        {"<xacro:element/>", "<xacro:el",
         "xacro:element: '' cannot be the name of an element; give a "
         "name of letters as xacro:name [xacro-element]",
         SNW_ERR_SYNTAX},
        {"<a><xacro:attribute name=\"b c\" value=\"1\"/></a>", "value=\"1",
         "xacro:attribute/value: "
         "'b c' cannot be the name of an attribute; use letters, digits and underscores "
         "[xacro-element]",
         SNW_ERR_SYNTAX},
    };
    CHECK_REFUSALS(list);
}

static void substitutions_are_refused_by_name(void) {
#define S(command) "<v a=\"$(" command ")\"/>"
    static const refusal list[] = {
        {S("env HOME"), AT,
         "v/a: $(env HOME): the variable may not be read here; set it, or write $(optenv NAME "
         "default) [xacro-substitution]",
         SNW_ERR_NOT_FOUND},
        {S("eval size"), AT,
         "v/a: property 'size' is not known; define it with xacro:property, before this line "
         "[xacro-property]",
         SNW_ERR_UNKNOWN_NAME},
        {S("anon x"), AT, "v/a: $(anon ...) is not supported; write a name [xacro-substitution]",
         SNW_ERR_UNSUPPORTED},
        {S("cwd"), AT,
         "v/a: $(cwd ...) is not supported; use $(dirname) or $(find package) [xacro-substitution]",
         SNW_ERR_UNSUPPORTED},
        {S("agr x"), AT,
         "v/a: $('agr' ...) is not known; did you mean $(arg)? "
         "[xacro-substitution]",
         SNW_ERR_UNKNOWN_NAME},
        {S("dirname"), AT,
         "v/a: $(dirname) has no value: the text comes from no folder; give the folder of the "
         "model [xacro-substitution]",
         SNW_ERR_NOT_FOUND},
        {S("arg size"), AT,
         "v/a: argument 'size' has no value; give --arg size:=value, or a default with "
         "xacro:arg [xacro-arg]",
         SNW_ERR_UNKNOWN_NAME},
        {"<xacro:arg name=\"size\" default=\"1\"/>" S("arg sise"), AT,
         "v/a: argument 'sise' has no value; did you mean 'size'? [xacro-arg]",
         SNW_ERR_UNKNOWN_NAME},
    };
    CHECK_REFUSALS(list);
}

static void several_faults_are_all_reported(void) {
    expansion x;
    expand_text(&x, HEAD "<a v=\"${one}\" w=\"${1/0}\"/>\n<xacro:two/>\n<b>${three}</b></robot>",
                NULL);
    CHECK(x.diags.errors == 4);
    CHECK(x.items[0].line == 1 && x.items[2].line == 2 && x.items[3].line == 3);
    CHECK(x.status == SNW_ERR_UNKNOWN_NAME);
    close_expansion(&x);
}

static void lenient_passes_over_attributes_that_are_not_known(void) {
    expansion x;
    expand_text(&x, HEAD "<xacro:property name=\"a\" value=\"1\" unit=\"m\"/><v>${a}</v></robot>",
                &(snw_xacro_options){.strictness = SNW_LENIENT});
    CHECK(x.status == SNW_OK && x.diags.warnings == 1);
    CHECK_TEXT(x.result.bytes, XML "<robot>\n  <v>1</v>\n</robot>\n");
    close_expansion(&x);
    expand_text(&x,
                HEAD "<xacro:macro name=\"m\" params=\"k\"><v>${k}</v></xacro:macro>"
                     "<xacro:m k=\"2\" gripper=\"x\"/></robot>",
                &(snw_xacro_options){.strictness = SNW_LENIENT});
    CHECK(x.status == SNW_OK && x.diags.warnings == 1);
    CHECK_TEXT(x.result.bytes, XML "<robot>\n  <v>2</v>\n</robot>\n");
    close_expansion(&x);
}

static void broken_xml_is_refused_by_the_xml_reader(void) {
    expansion x;
    expand_text(&x, HEAD "<a></robot>", NULL);
    CHECK(x.status == SNW_ERR_SYNTAX);
    CHECK_TEXT(x.items[0].rule, "xml");
    CHECK_TEXT(x.items[0].file, "t.xacro");
    close_expansion(&x);
    expand_text(&x, "<!DOCTYPE r [<!ENTITY a \"b\">]><r>&a;</r>", NULL);
    CHECK(x.status < 0);
    close_expansion(&x);
    expand_text(&x, "<xacro:if value=\"1\" xmlns:xacro=\"x\"/>", NULL);
    CHECK_TEXT(sentence(&x, 0), "t.xacro:1:1: error: xacro:if: the root element is 'xacro:if'; put "
                                "it into <robot> [xacro-element]");
    close_expansion(&x);
}

int main(void) {
    RUN(expressions_are_refused_by_their_fault);
    RUN(the_rest_of_python_is_refused_by_name);
    RUN(arguments_with_names_are_refused_by_their_fault);
    RUN(values_that_do_not_go_are_refused);
    RUN(numbers_without_a_value_are_refused);
    RUN(names_that_are_not_known_bring_the_nearest);
    RUN(elements_of_xacro_are_held_to_their_form);
    RUN(substitutions_are_refused_by_name);
    RUN(several_faults_are_all_reported);
    RUN(lenient_passes_over_attributes_that_are_not_known);
    RUN(broken_xml_is_refused_by_the_xml_reader);
    return check_report();
}
