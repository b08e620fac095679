//! Property tests: whatever way a value takes, what it is at the end is found, and nothing else is.

use proptest::prelude::*;

use super::found;

/// A way to pass on an expression: statements before it, and the expression that has the value then.
#[derive(Clone, Copy, Debug)]
enum Way {
    Constant,
    Variable,
    Box,
    Array,
    Nested,
    Returned,
    Argument,
    Rest,
    Applied,
    Bound,
    Field,
    PrivateField,
    Static,
    Inherited,
    Getter,
    Map,
    MapEntries,
    Set,
    Entries,
    Awaited,
    Then,
    Generator,
    Spread,
    Default,
    Condition,
    Assigned,
    Found,
    Frozen,
    Arguments,
    Loop,
}

const WAYS: &[Way] = &[
    Way::Constant,
    Way::Variable,
    Way::Box,
    Way::Array,
    Way::Nested,
    Way::Returned,
    Way::Argument,
    Way::Rest,
    Way::Applied,
    Way::Bound,
    Way::Field,
    Way::PrivateField,
    Way::Static,
    Way::Inherited,
    Way::Getter,
    Way::Map,
    Way::MapEntries,
    Way::Set,
    Way::Entries,
    Way::Awaited,
    Way::Then,
    Way::Generator,
    Way::Spread,
    Way::Default,
    Way::Condition,
    Way::Assigned,
    Way::Found,
    Way::Frozen,
    Way::Arguments,
    Way::Loop,
];

impl Way {
    /// The statements with `it` as the value, and the expression; `n` makes names unique.
    fn take(self, it: &str, n: usize) -> (String, String) {
        let (before, after) = match self {
            Self::Constant => ("const a% = $;", "a%"),
            Self::Variable => ("let a%; a% = $;", "a%"),
            Self::Box => ("const a% = { b: $ };", "a%.b"),
            Self::Array => ("const [a%] = [$];", "a%"),
            Self::Nested => ("const { b: { c: a% } } = { b: { c: $ } };", "a%"),
            Self::Returned => ("function a%() { return $; }", "a%()"),
            Self::Argument => ("const a% = (x) => x;", "a%($)"),
            Self::Rest => ("const a% = (...x) => x[0];", "a%($)"),
            Self::Applied => ("function a%(x) { return x; }", "a%.call(null, $)"),
            Self::Bound => ("const a% = ((x) => x).bind(null, $);", "a%()"),
            Self::Field => ("class A% { b = $; }", "new A%().b"),
            Self::PrivateField => (
                "class A% { #b = $; c() { return this.#b; } }",
                "new A%().c()",
            ),
            Self::Static => ("class A% { static b = $; }", "A%.b"),
            Self::Inherited => (
                "class A% { constructor(x) { this.b = x; } } class B% extends A% {}",
                "new B%($).b",
            ),
            Self::Getter => ("const a% = { get b() { return $; } };", "a%.b"),
            Self::Map => ("const a% = new Map(); a%.set(\"b\", $);", "a%.get(\"b\")"),
            Self::MapEntries => (
                "let a%; for (const [, x] of new Map([[\"b\", $]])) a% = x;",
                "a%",
            ),
            Self::Set => ("const a% = [...new Set([$])];", "a%[0]"),
            Self::Entries => (
                "const a% = Object.entries({ b: $ }).map(([, x]) => x);",
                "a%[0]",
            ),
            Self::Awaited => (
                "async function a%() { return $; } const b% = await a%();",
                "b%",
            ),
            Self::Then => (
                "const a% = await (async () => $)().then((x) => [x]);",
                "a%[0]",
            ),
            Self::Generator => (
                "function* a%() { yield $; } let b%; for (const x of a%()) b% = x;",
                "b%",
            ),
            Self::Spread => ("const a% = { ...{ b: $ } };", "a%.b"),
            Self::Default => ("const { a% = $ } = {};", "a%"),
            Self::Condition => ("const a% = null ?? (false || $);", "a%"),
            Self::Assigned => ("const a% = Object.assign({}, { b: $ });", "a%.b"),
            Self::Found => ("const a% = [$].find(() => true);", "a%"),
            Self::Frozen => ("const a% = Object.freeze({ b: $ });", "a%.b"),
            Self::Arguments => ("function a%() { return arguments[0]; }", "a%($)"),
            Self::Loop => ("let a%; for (const x of [$]) a% = x;", "a%"),
        };
        let filled = |text: &str| text.replace('%', &n.to_string()).replace('$', it);
        (filled(before), filled(after))
    }
}

/// Ways to read a member of a value.
const READS: &[&str] = &[
    "$.@()",
    "$[\"@\"]()",
    "$[`@`]()",
    "$[\"\" + \"@\"]()",
    "(({ @: f }) => f)($)()",
    "$?.@?.()",
];

/// A program that passes `value` on in these ways, and calls its member.
fn program(value: &str, member: &str, ways: &[Way], read: &str) -> String {
    let mut text = String::new();
    let mut it = value.to_owned();
    for (n, way) in ways.iter().enumerate() {
        let (before, after) = way.take(&it, n);
        text.push_str(&before);
        text.push('\n');
        it = after;
    }
    let read = read.replace('$', &it).replace('@', member);
    format!("{text}export const result = {read};\n")
}

fn ways() -> impl Strategy<Value = Vec<Way>> {
    prop::collection::vec(prop::sample::select(WAYS), 0..6)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_disguised_violation_is_found(
        ways in ways(),
        read in prop::sample::select(READS),
        (value, member, codes) in prop::sample::select(&[
            ("Math", "random", ["LJ004", "LJ014"]),
            ("Date", "now", ["LJ003", "LJ014"]),
            ("globalThis.Math", "random", ["LJ004", "LJ014"]),
            ("globalThis[\"Da\" + \"te\"]", "now", ["LJ003", "LJ014"]),
            ("Promise", "race", ["LJ007", "LJ014"]),
            ("new Date(0)", "getDay", ["LJ006", "LJ014"]),
            ("globalThis", "fetch", ["LJ001", "LJ014"]),
            ("Object", "setPrototypeOf", ["LJ009", "LJ014"]),
            ("(() => {})", "constructor", ["LJ008", "LJ014"]),
        ][..]),
    ) {
        let text = program(value, member, &ways, read);
        let findings = found(&text);
        prop_assert!(findings.iter().any(|it| codes.iter().any(|code| it.starts_with(code))), "{text}{findings:?}");
    }

    #[test]
    fn lookalikes_of_a_violation_are_not_findings(
        ways in ways(),
        read in prop::sample::select(READS),
        member in prop::sample::select(&["random", "now", "fetch", "eval", "race", "env"][..]),
    ) {
        let value = format!("({{ {member}: () => 4 }})");
        let text = program(&value, member, &ways, read);
        prop_assert_eq!(found(&text), [""; 0], "{}", text);
    }

    #[test]
    fn harmless_parts_of_the_language_are_not_findings(
        ways in ways(),
        read in prop::sample::select(READS),
    ) {
        let text = program("[3, 1]", "sort", &ways, read);
        prop_assert_eq!(found(&text), [""; 0], "{}", text);
    }
}
