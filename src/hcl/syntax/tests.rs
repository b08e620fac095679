use super::*;

#[test]
fn bodies_have_attributes_and_blocks() {
    let text =
        "\u{feff}a = 1 # one\nb \"x\" y { c = 2 }\nb {\n  d = <<-E\n    x\n      ${1}\n  E\n}\n";
    let body = parse_native("main.tf", text).unwrap();
    let schema = BodySchema::new(&["a!"], &[("b", &[])]);
    let (content, diagnostics) = body.content(&schema);
    assert_eq!(content.attributes["a"].expression.span.text(), "1");
    assert_eq!(content.blocks.len(), 1);
    assert!(
        diagnostics.to_string().contains("main.tf:2:3"),
        "{diagnostics}"
    );
}

#[test]
fn deep_and_long_expressions_are_read_or_refused() {
    let nested = |count: usize| format!("{}1{}", "[".repeat(count), "]".repeat(count));
    assert!(parse_expression("t.tf", &nested(400)).is_ok());
    assert!(parse_expression("t.tf", &nested(100_000)).is_err());
    assert!(parse_expression("t.tf", &"-".repeat(100_000)).is_err());
    assert!(parse_expression("t.tf", &format!("1{}", " + 1".repeat(4000))).is_ok());
    assert!(parse_expression("t.tf", &format!("1{}", " + 1".repeat(6000))).is_err());
    assert!(parse_expression("t.tf", &format!("a{}", "[b]".repeat(20_000))).is_ok());
    let json = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(parse_json("t.tf.json", &json).is_err());
}

#[test]
fn differences_of_other_parsers_are_closed() {
    for text in [
        "\u{feff}a = 1\r\n",
        "a = 1e400\n",
        "a = { b = 1, b = 2 }\n",
        "a = \"%{ if true }\\\"x\\\"%{ endif }\"\n",
    ] {
        assert!(parse_native("t.tf", text).is_ok(), "{text}");
    }
    for text in [
        "a = \"x\ny\"\n",
        "a = <<E\nx\nE",
        "a = x.0.1\n",
        "a = 1 b = 2\n",
        "a {\n b = 1 }\n",
    ] {
        assert!(parse_native("t.tf", text).is_err(), "{text}");
    }
}

#[test]
fn diagnostics_show_the_line_and_a_caret() {
    let error = parse_native("main.tf", "a = 1\nb = \t]\n").unwrap_err();
    let expected = "error: An expression is missing\n --> main.tf:2:6\n  |\n2 | b = \\t]\n  |       ^\nAn expression was expected here. It is `]`.";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn json_bodies_have_blocks_by_schema() {
    let text =
        r#"{"//": 1, "resource": {"a": {"b": [{"x": "${1}"}, {}], "c": null}}, "n": "a.b[0]"}"#;
    let body = parse_json("main.tf.json", text).unwrap();
    let (content, diagnostics) =
        body.content(&BodySchema::new(&["n"], &[("resource", &["type", "name"])]));
    assert!(diagnostics.is_empty(), "{diagnostics}");
    assert_eq!(content.blocks.len(), 2);
    assert_eq!(content.blocks[0].labels[1].text, "b");
    let traversal = content.attributes["n"].expression.as_traversal().unwrap();
    assert_eq!(traversal.steps.len(), 2);
    let (_, diagnostics) = body.content(&BodySchema::new(&["nn"], &[]));
    assert!(
        diagnostics.to_string().contains("main.tf.json:1:11"),
        "{diagnostics}"
    );
}
