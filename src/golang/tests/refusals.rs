//! Code that LumiGo does not have is refused by name, code and place.

use super::packed_text;
use super::programs::whole;

/// Statements of a main function, with the refusal: its line in the function, its code and a part of its message.
const REFUSED: &[(&str, u32, &str, &str)] = &[
    ("go f()", 0, "GO002", "goroutines"),
    ("goto end\nend:", 0, "GO002", "goto"),
    ("select {}", 0, "GO002", "select"),
    ("var c chan int\n_ = c", 0, "GO006", "channels"),
    ("c := make(chan int)\n_ = c", 0, "GO006", "channels"),
    ("x := 1i\n_ = x", 0, "GO003", "complex numbers"),
    ("var x complex128\n_ = x", 0, "GO006", "complex numbers"),
    ("println(1)", 0, "GO003", "println"),
    ("x := 1", 0, "GO005", "declared and not used: x"),
    ("var y int = \"a\"\n_ = y", 0, "GO008", "cannot use"),
    (
        "x := 300\n_ = x\nvar b byte = 300\n_ = b",
        2,
        "GO008",
        "overflows",
    ),
    ("_ = 1 / 0", 0, "GO008", "division by zero"),
    ("_ = undefined", 0, "GO005", "undefined: undefined"),
    (
        "var a []int\nvar b string\n_ = a == b",
        2,
        "GO007",
        "mismatched types",
    ),
    ("a, b := 1\n_, _ = a, b", 0, "GO007", "assignment mismatch"),
    ("if 1 {\n}", 0, "GO007", "non-boolean condition"),
    (
        "for i := range 3 {\nbreak out\n}",
        1,
        "GO005",
        "invalid label",
    ),
    ("x := 1\nx := 2\n_ = x", 1, "GO009", "no new variables"),
    ("f := func() int {\n}\n_ = f", 1, "GO009", "missing return"),
    ("var e error = 5\n_ = e", 0, "GO007", "does not implement"),
    ("type T struct{ t T }", 0, "GO006", "invalid recursive type"),
    ("x := []int{1}\nx.foo()", 1, "GO005", "no field or method"),
    ("m := map[[]int]int{}\n_ = m", 0, "GO006", "invalid map key"),
    ("x := 5\nx()", 1, "GO007", "cannot call"),
    ("_ = fmt.Scanln", 0, "GO005", "LumiGo has no fmt.Scanln"),
    (
        "p, q := new(int), new(int)\n_ = p == q",
        1,
        "GO003",
        "comparison of pointers",
    ),
    ("x := 08\n_ = x", 0, "GO001", "malformed"),
    ("x := \"a\n_ = x", 0, "GO001", "no end in its line"),
    ("if x := 1 {\n}", 0, "GO001", "condition"),
    ("const c = 1\nc = 2", 1, "GO007", "cannot assign"),
    ("1 + 1", 0, "GO002", "not used"),
    (
        "switch 1 {\ncase 1:\ncase 1:\n}",
        2,
        "GO008",
        "duplicate case",
    ),
];

#[test]
fn code_that_lumigo_does_not_have_is_refused_by_name_and_line() {
    for (code, line, refusal, part) in REFUSED {
        let text = whole(&format!("func main() {{\n{code}\n}}\n"));
        let before = text.lines().position(|it| it == "func main() {").unwrap();
        let problems = packed_text(&text).err().unwrap_or_default();
        let first = problems.first().unwrap_or_else(|| panic!("{code} passes"));
        assert!(
            first.message.contains(refusal) && first.message.contains(part),
            "{code}: {first}"
        );
        assert_eq!(
            usize::try_from(first.line).unwrap(),
            before + 2 + *line as usize,
            "{code}: {first}"
        );
    }
}

#[test]
fn packages_that_lumigo_does_not_have_are_refused_with_advice() {
    let text = "package main\n\nimport \"os\"\n\nfunc main() { os.Exit(1) }\n";
    let problem = packed_text(text).unwrap_err().remove(0);
    assert_eq!((problem.line, problem.column), (3, 8));
    assert!(
        problem
            .message
            .contains("LumiGo has no package `os` (GO004)"),
        "{problem}"
    );
    assert!(problem.help.is_some_and(|it| it.contains("ctx.Config()")));
}

/// Go's `encoding/json` calls these methods. A program whose methods LumiGo left out would mean something else.
#[test]
fn methods_that_json_would_call_are_refused_by_name() {
    let refused = |declarations: &str| {
        let text = format!(
            "package main\n\nimport \"encoding/json\"\n\n{declarations}\n\nfunc main() {{ _ = json.Valid(nil) }}\n"
        );
        let problems = packed_text(&text).err().unwrap_or_default();
        let problems = problems.into_iter().map(|it| (it.line, it.message));
        problems.collect::<Vec<_>>()
    };
    let message = |name: &str| {
        vec![(
            7,
            format!("LumiGo's encoding/json calls no method {name} (GO009)"),
        )]
    };
    let of = |method: &str| refused(&format!("type T int\n\n{method}"));
    assert_eq!(
        of("func (t *T) UnmarshalJSON(data []byte) error { return nil }"),
        message("UnmarshalJSON of a pointer")
    );
    assert_eq!(
        of("func (t T) MarshalText() ([]byte, error) { return nil, nil }"),
        message("MarshalText")
    );
    assert_eq!(
        of("func (t *T) MarshalJSON() ([]byte, error) { return nil, nil }"),
        message("MarshalJSON of a pointer")
    );
    let is_zero = "func (t T) IsZero() bool { return true }";
    assert_eq!(of(is_zero), vec![]);
    let omitted = format!("{is_zero}\n\ntype S struct {{\n\tT T `json:\"t,omitzero\"`\n}}");
    assert_eq!(of(&omitted), message("IsZero"));
}

#[test]
fn deep_code_is_refused() {
    for (open, close) in [("(", ")"), ("[]int{", "}"), ("- ", ""), ("func() { ", " }")] {
        let text = whole(&format!(
            "func main() {{ _ = {}1{} }}",
            open.repeat(20_000),
            close.repeat(20_000)
        ));
        let problems = packed_text(&text).unwrap_err();
        assert!(problems[0].message.contains("GO011"), "{}", problems[0]);
    }
}
