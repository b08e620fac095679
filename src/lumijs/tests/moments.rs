//! Dates whose arguments have types.

use super::program;
use crate::{check, moments};

/// The texts of the calls of `new Date` that are moments.
fn found(source: &str) -> Vec<String> {
    let mut places: Vec<_> = moments(source).into_iter().collect();
    places.sort_unstable();
    let text = |(line, column): (u32, u32)| {
        let line = source.split('\n').nth(line as usize - 1).unwrap();
        let units: Vec<u16> = line.encode_utf16().collect();
        let call = String::from_utf16(&units[column as usize - 1..]).unwrap();
        call[..=call.find(')').unwrap()].to_owned()
    };
    places.into_iter().map(text).collect()
}

#[test]
fn numbers_and_dates_are_moments() {
    for (source, calls) in [
        (
            "const iso = (ms: number) => new Date(ms).toISOString();",
            "new Date(ms)",
        ),
        (
            "function copy(d: Date): Date { return new Date(d); }",
            "new Date(d)",
        ),
        (
            "const later = (d: Date, n: number) => { const t = d.getTime(); return new Date(t + n * 5); };",
            "new Date(t + n * 5)",
        ),
        (
            "/* é😀 */ function f() { const x = new Date(0); return new Date(x); }",
            "new Date(0), new Date(x)",
        ),
        (
            "interface S { a: number; b: Date | null }\nconst g = (s: S) => [new Date(s.a), new Date(s.b!)];",
            "new Date(s.a), new Date(s.b!)",
        ),
        (
            "type S = { a: M }; type M = number | Date; const g = ({ a }: S) => new Date(a);",
            "new Date(a)",
        ),
        (
            "class C { n: Date; constructor(private at: number) {} f() { return [new Date(this.at), new Date(this.n)]; } }",
            "new Date(this.at), new Date(this.n)",
        ),
        (
            "class C { constructor(readonly at: number) {} } const f = (c: C) => new Date(c.at);",
            "new Date(c.at)",
        ),
        (
            "function at(): number { return 5; } export const a = new Date(at());",
            "new Date(at()",
        ),
        (
            "const f = (a?: number) => new Date((a)!); export const T = <div/>;",
            "new Date((a)",
        ),
    ] {
        assert_eq!(
            found(&format!("{source}\nexport {{}};")).join(", "),
            calls,
            "{source}"
        );
    }
}

#[test]
fn texts_and_what_is_not_known_are_no_moments() {
    for source in [
        "const f = (d: string) => new Date(d);",
        "const f = (d: number | string) => new Date(d);",
        "const f = (d: any) => new Date(d);",
        "interface S { a: string } const f = (s: S) => new Date(s.a);",
        "interface S { a: number } interface S { a: string } const f = (s: S) => new Date(s.a);",
        "type Date2 = string; const f = (d: Date2) => new Date(d);",
        "interface Date { a: string } const f = (d: Date) => new Date(d);",
        "enum E { A = \"1 Jan\" } const f = (e: E) => new Date(e);",
        "async function at(): Promise<string> { return \"\"; } new Date(await at());",
        "class C { static n: number; n: string; f() { return new Date(this.n); } }",
        "const f = ({ a = \"\" }: { a?: number }) => new Date(a);",
        "class Date {} const a = (n: number) => new Date(n);",
        "type A = B; type B = A; const f = (a: A) => new Date(a);",
        "const f = (n: number) => { const g = (n: string) => new Date(n); };",
        "const f = (n: number) => new Date(n, 1);",
        "this is no TypeScript: Date (",
    ] {
        assert_eq!(
            found(&format!("{source}\nexport {{}};")),
            [""; 0],
            "{source}"
        );
    }
}

#[test]
fn a_byte_order_mark_moves_nothing() {
    let text = "const f = (n: number) => new Date(n);\nexport {};";
    assert!(!moments(text).is_empty());
    for marks in ["\u{feff}", "\u{feff}\u{feff}"] {
        assert_eq!(moments(&format!("{marks}{text}")), moments(text));
    }
}

/// The call is one moment everywhere, and its text is not.
#[test]
fn the_text_of_a_moment_is_a_finding() {
    for (value, findings) in [
        ("`${new Date(0)}`", 1),
        ("String(new Date(0))", 1),
        ("new Date(0).toISOString()", 0),
    ] {
        let text = format!("export const it = {value};");
        let mut program = program(&[("index.js", &text)]);
        program.modules[0].moments = moments(&text);
        assert_eq!(check(&program).len(), findings, "{value}");
    }
}
