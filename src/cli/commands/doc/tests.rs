use lumi_provider::StdInterface;

use super::{page, search, subject};
use lumi_terminal::ui::report::RenderReport as _;

fn page(name: &str) -> String {
    match subject::find(&StdInterface, name) {
        Ok(subject) => page::text(&subject),
        Err(failure) => failure
            .report
            .map_or_else(String::new, |it| it.render(false)),
    }
}

#[test]
fn a_class_shows_inputs_then_its_own_outputs() {
    insta::assert_snapshot!(page("std.random.Id"), @r"
    class std.random.Id  (std:random:Id)

      Random bytes in several encodings. An `Id` is not secret; use `Password` for secrets.

    Inputs
      byteLength: number  [required]
          The number of random bytes, from 1 to 1024.
      keepers: { [key]: any }
          Any values: the random value changes only when one of them does.
      prefix: string
          A prefix of every output; the id has none.

    Outputs, besides the inputs
      base64: string
          The bytes in standard base64.
      base64url: string
          The bytes in URL-safe base64 without padding.
      dec: string
          The bytes as a decimal number.
      hex: string
          The bytes in lower-case hexadecimal digits.
    ");
}

#[test]
fn a_property_shows_everything_about_it() {
    insta::assert_snapshot!(page("std.fs.File.mode"), @r#"
    input std.fs.File.mode: string | number

      The permissions of the file: octal text such as `"0600"`, or a number such as `0o600`. The default is `"0644"`, or `"0600"` if the content is secret.
    output std.fs.File.mode: string

      The permissions as octal text such as `"0644"`.
    "#);
}

#[test]
fn a_package_lists_its_members() {
    let text = page("std");
    assert!(text.contains("\n  fs.File\n"), "{text}");
}

#[test]
fn names_that_do_not_exist_have_a_nearest_one() {
    let pages = ["sdt", "std.fs.Fil", "std.fs.File.contnt", "std.nothing"];
    insta::assert_snapshot!(pages.map(page).join("---\n"), @r"
    error: the project has no package `sdt`
    ---
    error: the package `std` has no member `fs.Fil`
    help: did you mean `fs.File`?
    ---
    error: std.fs.File has no property `contnt`
    help: did you mean `content`?
    ---
    error: the package `std` has no member `nothing`
    ");
}

#[test]
fn a_search_ignores_case_and_separators() {
    let found = |text: &str| search::lines(&StdInterface, &[text.to_owned()]);
    let found = |text: &str| found(text).unwrap_or_default().join("\n");
    insta::assert_snapshot!(found("private_KEY"), @"std.tls.PrivateKey  std:tls:PrivateKey");
    assert_eq!(found("private key"), found("private_KEY"));
    assert_eq!(found("no such thing"), "");
    let empty = search::lines(&StdInterface, &[" - ".to_owned()]).unwrap_err();
    assert!(empty.into_message().contains("a part of a name"));
}

#[test]
fn control_characters_of_packages_do_not_reach_the_terminal() {
    let mut out = Vec::new();
    super::write_lines(&mut out, ["Thing\u{1b}[31m", "\u{7}"].into_iter()).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(!text.contains(['\u{1b}', '\u{7}']), "{text:?}");
    assert_eq!(text.lines().count(), 2);
}
