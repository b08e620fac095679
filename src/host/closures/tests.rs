//! Captures of small programs.

use insta::assert_snapshot;

use super::harness::{capture, captured};

#[test]
fn values_without_parts() {
    assert_snapshot!(capture(
        r#"
        const all = [undefined, null, true, false, 1, -0, NaN, -Infinity, 12345678901234567890n,
          "text", "\ud800", Symbol.for("key"), Symbol("own"), Symbol.iterator, "text"];
        export const handler = () => all;
        "#
    ));
}
