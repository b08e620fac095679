use clap::Parser;
use lumi_graph::{SealError, Sealer};
use zeroize::Zeroizing;

use super::*;
use lumi_terminal::input::prompt;
use lumi_terminal::ui::report::RenderReport as _;

#[derive(Debug, Parser)]
struct Lumi {
    #[command(flatten)]
    config: ConfigArgs,
}

/// A reversible test cipher that makes encryption visible.
struct Reverse;

impl Sealer for Reverse {
    fn seal(&self, text: &str) -> Result<String, SealError> {
        Ok(format!("v1:{}", text.chars().rev().collect::<String>()))
    }

    fn unseal(&self, sealed: &str) -> Result<String, SealError> {
        let text = sealed.strip_prefix("v1:");
        let text = text.ok_or_else(|| SealError("it is broken".to_owned()))?;
        Ok(text.chars().rev().collect())
    }
}

impl ConfigCipher for Reverse {}

/// Standard input from a pipe or a file.
struct Pipe<'a>(&'a str);

impl ValueSource for Pipe<'_> {
    fn value(&mut self, _: &str, _: Echo) -> Result<Zeroizing<String>, Failure> {
        prompt::piped(&mut self.0.as_bytes())
    }
}

struct TestFolder(tempfile::TempDir);

impl TestFolder {
    fn new() -> Self {
        let disk = Self(tempfile::tempdir().unwrap());
        std::fs::write(disk.0.path().join("Lumi.yaml"), "name: web\n").unwrap();
        disk
    }

    fn file(&self) -> String {
        std::fs::read_to_string(self.0.path().join("Lumi.dev.yaml")).unwrap()
    }

    fn lumi(&self, line: &[&str], input: &str) -> String {
        let args = Lumi::parse_from(["config"].iter().chain(line)).config;
        let (mut out, mut said, mut warned) = (Vec::new(), String::new(), String::new());
        let work = ConfigContext {
            current: self.0.path(),
            cipher: &|_, _| Box::new(Reverse),
            find_stack: &|_, _| Ok(()),
            input: &mut Pipe(input),
            out: &mut out,
            say: &mut |line| said.push_str(line),
            warn: &mut |report| warned.push_str(&report.render(false)),
        };
        let error = run(&args, work).err().and_then(|it| it.report);
        let error = error.map(|it| it.render(false)).unwrap_or_default();
        let text = format!("{}{said}{warned}{error}", String::from_utf8(out).unwrap());
        let path = self.0.path().canonicalize().unwrap();
        text.replace(path.to_str().unwrap(), "~")
    }
}

#[test]
fn values_are_set_shown_and_removed() {
    let disk = TestFolder::new();
    let mut log = String::new();
    for (line, input) in [
        (&["set", "size", "3"][..], ""),
        (&["set", "aws:region"], "eu-central-1\n"),
        (&["set", "greeting", "-"], "a: b\r\n"),
        (&["set", "tags", r#"{"team":"web"}"#], ""),
        (&["set", "token", "--secret"], "hunter2\n"),
        (&["set", "offset", "-5"], ""),
        (&["ls"], ""),
        (&["ls", "--show-secrets"], ""),
        (&["get", "token"], ""),
        (&["get", "web:size"], ""),
        (&["rm", "web:size"], ""),
        (&["get", "size"], ""),
        (&["get", "tokn"], ""),
        (&["rm", "size"], ""),
        (&["set", "a:b:c", "1"], ""),
        (&["get", "x", "-s", "prod"], ""),
    ] {
        let text = disk.lumi(line, input);
        log.push_str(&format!("$ {}\n{}\n", line.join(" "), text.trim_end()));
    }
    insta::assert_snapshot!(log, @r#"
    $ set size 3
    set size in Lumi.dev.yaml
    $ set aws:region
    set aws:region in Lumi.dev.yaml
    $ set greeting -
    set greeting in Lumi.dev.yaml
    $ set tags {"team":"web"}
    set tags in Lumi.dev.yaml
    $ set token --secret
    set token in Lumi.dev.yaml
    $ set offset -5
    set offset in Lumi.dev.yaml
    $ ls
    size        3
    aws:region  eu-central-1
    greeting    a: b
    tags        {"team":"web"}
    token       [secret]
    offset      -5
    $ ls --show-secrets
    size        3
    aws:region  eu-central-1
    greeting    a: b
    tags        {"team":"web"}
    token       hunter2
    offset      -5
    $ get token
    hunter2
    $ get web:size
    3
    $ rm web:size
    removed size in Lumi.dev.yaml
    $ get size
    error: ~/Lumi.dev.yaml does not set `size`; `lumi config ls` shows what is set
    $ get tokn
    error: ~/Lumi.dev.yaml does not set `tokn`; did you mean `token`?
    $ rm size
    error: ~/Lumi.dev.yaml does not set `size`; `lumi config ls` shows what is set
    $ set a:b:c 1
    error: the configuration key cannot be used: the configuration key `a:b:c` has more than one colon; a key is a namespace, a colon and a name, such as `aws:region`
    $ get x -s prod
    error: ~/Lumi.prod.yaml does not set `x`; `lumi config ls` shows what is set
    "#);
    insta::assert_snapshot!(disk.file(), @r#"
    config:
      aws:region: eu-central-1
      greeting: "a: b"
      tags: {"team":"web"}
      token: { secure: "v1:2retnuh" }
      offset: -5
    "#);
}

#[test]
fn json_has_full_keys() {
    let disk = TestFolder::new();
    disk.lumi(&["set", "size", "3"], "");
    disk.lumi(&["set", "token", "hunter2", "--secret"], "");
    insta::assert_snapshot!(disk.lumi(&["ls", "--json"], ""), @r#"
    {
      "web:size": {
        "value": "3",
        "secret": false
      },
      "web:token": {
        "value": null,
        "secret": true
      }
    }
    "#);
    let shown = disk.lumi(&["ls", "--json", "--show-secrets"], "");
    assert!(shown.contains(r#""value": "hunter2""#), "{shown}");
}

#[test]
fn declared_keys_have_types_and_defaults() {
    let disk = TestFolder::new();
    let manifest = "name: web\nconfig:\n  size: { type: integer, default: 3 }\n  \
                    token: { secret: true, description: Opens the API }\n  zone:\n";
    std::fs::write(disk.0.path().join("Lumi.yaml"), manifest).unwrap();
    assert_eq!(
        disk.lumi(&["ls"], ""),
        "size   3  (default)\ntoken  (not set, secret: Opens the API)\nzone   (not set)\n"
    );
    assert_eq!(disk.lumi(&["get", "size"], ""), "3\n");
    assert!(
        disk.lumi(&["get", "zone"], "")
            .contains("does not set `zone`")
    );
    let refused = disk.lumi(&["set", "token", "--secret"], "");
    assert!(refused.contains("standard input is empty"), "{refused}");
    let refused = disk.lumi(&["set", "size", "many"], "");
    assert!(
        refused.contains("`many` cannot be the value of `size`: it must be a whole number"),
        "{refused}"
    );
    disk.lumi(&["set", "size", "5"], "");
    disk.lumi(&["set", "token"], "hunter2\n");
    assert_eq!(
        disk.lumi(&["ls"], ""),
        "size   5\ntoken  [secret]\nzone   (not set)\n"
    );
    let json: Value = serde_json::from_str(&disk.lumi(&["ls", "--json"], "")).unwrap();
    assert_eq!(
        json["web:size"],
        json!({ "value": "5", "secret": false, "type": "integer" })
    );
    assert_eq!(
        json["web:zone"],
        json!({ "value": null, "secret": false, "missing": true })
    );
    let json: Value = serde_json::from_str(&disk.lumi(&["get", "token", "--json"], "")).unwrap();
    assert_eq!(
        json,
        json!({ "key": "web:token", "value": "hunter2", "secret": true })
    );
    assert!(disk.file().contains("token: { secure:"), "{}", disk.file());
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]
    #[test]
    fn config_values_round_trip(value in "\\PC{0,20}|[{}\"a:, 0-9]{0,8}") {
        let disk = TestFolder::new();
        let line_end = if value.is_empty() { "\n" } else { "" };
        disk.lumi(&["set", "key", "-"], &format!("{value}{line_end}"));
        proptest::prop_assert_eq!(disk.lumi(&["get", "key"], ""), format!("{value}\n"));
    }
}

#[test]
fn parts_of_values_are_set_shown_and_removed() {
    let disk = TestFolder::new();
    for (line, expected) in [
        (
            &["set", "--path", "tags.team", "web"][..],
            "set tags.team in Lumi.dev.yaml",
        ),
        (
            &["set", "--path", "tags.sizes[0]", "3"],
            "set tags.sizes[0] in",
        ),
        (
            &["set", "--path", "tags.sizes[2]", "4"],
            "the list is not that long",
        ),
        (
            &["set", "--path", "tags.sizes[1]", "007"],
            "set tags.sizes[1] in",
        ),
        (&["get", "--path", "tags.sizes"], r#"[3,"007"]"#),
        (
            &["get", "--path", "tags.sizes", "--json"],
            r#""objectValue": ["#,
        ),
        (
            &["get", "--path", "tags.sizes[2]"],
            "does not set `tags.sizes[2]`",
        ),
        (
            &["rm", "--path", "tags.sizes[0]"],
            "removed tags.sizes[0] in",
        ),
        (&["rm", "--path", "tags.none"], "does not set"),
        (
            &["get", "--path", "tags.teem"],
            "does not set `tags.teem`; did you mean `tags.team`?",
        ),
        (
            &["rm", "--path", "tagz.team"],
            "does not set `tagz.team`; did you mean `tags.team`?",
        ),
        (
            &["set", "--path", "tags.", "x"],
            "a path ends with a name or an index",
        ),
        (&["set", "--path", "db.secret", "x"], "cannot be changed"),
        (&["ls"], r#"{"team":"web","sizes":["007"]}"#),
    ] {
        let text = disk.lumi(line, "");
        assert!(text.contains(expected), "{}: {text}", line.join(" "));
    }
    assert!(
        disk.file()
            .starts_with("config:\n  tags:\n    team: web\n    sizes:\n      - ")
    );
}

#[test]
fn a_secret_part_makes_the_whole_value_secret() {
    let disk = TestFolder::new();
    disk.lumi(&["set", "--path", "db.port", "5432"], "");
    disk.lumi(&["set", "--path", "db.password", "hunter2", "--secret"], "");
    assert!(!disk.file().contains("hunter2") && !disk.file().contains("port"));
    assert!(
        disk.lumi(&["get", "--path", "db.password"], "")
            .contains("hunter2")
    );
    assert!(
        disk.lumi(&["get", "--path", "db.port"], "")
            .contains("5432")
    );
    disk.lumi(&["set", "--path", "db.port", "1"], "");
    assert!(disk.file().contains("secure"));
    let whole = disk.lumi(&["get", "db"], "");
    assert!(
        whole.contains(r#"{"port":1,"password":"hunter2"}"#),
        "{whole}"
    );
    disk.lumi(&["rm", "--path", "db.password"], "");
    let whole = disk.lumi(&["get", "db"], "");
    assert!(whole.contains(r#"{"port":1}"#), "{whole}");
}

#[test]
fn parts_of_undeclared_keys_are_warned_of() {
    let disk = TestFolder::new();
    let manifest = "name: web\nconfig:\n  tags: { type: object }\n";
    std::fs::write(disk.0.path().join("Lumi.yaml"), manifest).unwrap();
    let part = disk.lumi(&["set", "--path", "tagz.team", "web"], "");
    let whole = disk.lumi(&["set", "tagz", r#"{"team":"web"}"#], "");
    assert!(part.contains("`tags`"), "{part}");
    assert_eq!(part.replace("tagz.team", "tagz"), whole);
    let refused = disk.lumi(&["set", "--path", "tags[0]", "web"], "");
    assert!(refused.contains("must be a map"), "{refused}");
}

#[test]
fn parts_of_values_in_projects_of_pulumi_are_checked_and_inherited() {
    let disk = TestFolder::new();
    let folder = disk.0.path();
    std::fs::remove_file(folder.join("Lumi.yaml")).unwrap();
    let manifest = "name: web\nruntime: nodejs\nconfig:\n  sizes:\n    type: array\n    \
                    items: { type: integer }\n    default: [7]\n  aws:tags:\n    value: { team: web }\n";
    std::fs::write(folder.join("Pulumi.yaml"), manifest).unwrap();
    std::fs::write(folder.join("Pulumi.dev.yaml"), "config: {}\n").unwrap();
    let get = |path: &str| disk.lumi(&["get", "--path", path], "");
    assert_eq!(get("aws:tags.team"), "web\n");
    assert_eq!(get("sizes[0]"), "7\n");
    let refused = disk.lumi(&["set", "--path", "sizes.first", "3"], "");
    assert!(refused.contains("must be a list"), "{refused}");
    let hint = get("aws:tags.teem");
    assert!(hint.contains("did you mean `aws:tags.team`?"), "{hint}");
}
