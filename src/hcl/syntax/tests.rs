use super::*;

#[test]
fn bodies_have_attributes_and_blocks() {
    let text = "\u{feff}a = 1 # one\nb \"x\" y { c = 2 }\nb {\n  d = <<-E\n    x\n      ${1}\n  E\n}\n";
    let body = parse_native("main.tf", text).unwrap();
    let schema = BodySchema::new(&["a!"], &[("b", &[])]);
    let (content, diagnostics) = body.content(&schema);
    assert_eq!(content.attributes["a"].expression.span.text(), "1");
    assert_eq!(content.blocks.len(), 1);
    assert!(diagnostics.to_string().contains("main.tf:2:3"), "{diagnostics}");
}
