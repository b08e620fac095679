//! Tests of accepted and refused edits.

use super::*;

const FILE: &str = "\
# Settings of production.
config:
  size: 3   # machines

  # Where it runs.
  aws:region: 'eu'
  tags:
    team: web # not shown
    list: [1, 2]
  key: |
    line 1
    # no comment

# The end.
";

#[test]
fn lines_that_yaml_counts_otherwise_are_refused() {
    for line_break in ["\r", "\u{85}", "\u{2028}", "\u{2029}"] {
        let text = format!("# a{line_break}# b\nconfig:\n  size: 3\n");
        assert!(set(&text, "size", "5").is_err(), "{line_break:?}");
    }
    let windows = FILE.replace('\n', "\r\n");
    assert!(set(&windows, "size", "5").is_ok());
}

#[test]
fn only_one_entry_changes() {
    insta::assert_snapshot!(set(FILE, "size", "5").unwrap(), @r"
        # Settings of production.
        config:
          size: 5   # machines

          # Where it runs.
          aws:region: 'eu'
          tags:
            team: web # not shown
            list: [1, 2]
          key: |
            line 1
            # no comment

        # The end.
        ");
    for (key, removed, comment) in [
        ("aws:region", "  aws:region: 'eu'\n", ""),
        ("size", "  size: 3   # machines\n", "   # machines"),
    ] {
        let text = set(FILE, key, "x").unwrap();
        assert_eq!(
            text,
            FILE.replace(removed, &format!("  {key}: x{comment}\n")),
            "{key}"
        );
    }
    let text = set(FILE, "tags", "x").unwrap();
    assert_eq!(
        text,
        FILE.replace(
            "  tags:\n    team: web # not shown\n    list: [1, 2]\n",
            "  tags: x\n"
        )
    );
    let text = set(FILE, "key", "x").unwrap();
    assert_eq!(
        text,
        FILE.replace("  key: |\n    line 1\n    # no comment\n", "  key: x\n")
    );
}

#[test]
fn nothing_is_left_of_an_old_value() {
    for old in [
        "\"a # hunter2\"",
        "'a # hunter2' # c",
        "\n    a # x\n    # hunter2",
        "|\n    # hunter2",
    ] {
        let text = set(&format!("config:\n  a: {old}\n  b: 1\n"), "a", "1").unwrap();
        assert!(!text.contains("hunter2"), "{text}");
    }
}

#[test]
fn new_entries_follow_the_others() {
    let text = set(FILE, "new", "1").unwrap();
    assert_eq!(
        text,
        FILE.replace("    # no comment\n", "    # no comment\n  new: 1\n")
    );
    for (before, after) in [
        ("", "config:\n  a: 1\n"),
        ("# only this", "# only this\nconfig:\n  a: 1\n"),
        ("config:\n", "config:\n  a: 1\n"),
        ("config: {} # none\n", "config: # none\n  a: 1\n"),
        (
            "config:\r\n    b: 2\r\n",
            "config:\r\n    b: 2\r\n    a: 1\r\n",
        ),
        ("config:\n b: \"#\"", "config:\n b: \"#\"\n a: 1\n"),
    ] {
        assert_eq!(set(before, "a", "1").as_deref(), Ok(after), "{before:?}");
    }
}

#[test]
fn a_block_stands_beside_the_configuration() {
    let members = |number: u32| {
        let value = serde_json::json!({ "version": number, "keys": ["a"], "salt": { "x": "#" } });
        value.as_object().cloned().unwrap()
    };
    let block =
        |it| format!("encryption:\n  version: {it}\n  keys: [\"a\"]\n  salt: {{\"x\":\"#\"}}\n");
    let text = set_block(FILE, "encryption", &members(1)).unwrap();
    assert_eq!(text, format!("{FILE}{}", block(1)));
    // Values and the block can change independently.
    let more = set(&text, "new", "1").unwrap();
    assert_eq!(
        more,
        format!("{}{}", set(FILE, "new", "1").unwrap(), block(1))
    );
    let newer = set_block(&more, "encryption", &members(2)).unwrap();
    assert_eq!(newer, more.replace(&block(1), &block(2)));
    let first = format!("{}# About config.\nconfig:\n  a: 1\n", block(1));
    let newer = set_block(&first, "encryption", &members(2)).unwrap();
    assert_eq!(newer, first.replace(&block(1), &block(2)));
    assert_eq!(set_block("", "encryption", &members(1)).unwrap(), block(1));
    let flow = "{config: {a: 1}}\n";
    assert_eq!(
        set_block(flow, "encryption", &members(1)),
        Err(EditError::NotABlock)
    );
}

/// Whatever else the file has, and wherever the member stands.
#[test]
fn a_flag_is_set_and_removed_without_a_trace() {
    let block = "encryption:\n  version: 1\n";
    for text in [
        "",
        "config:\n",
        "config:\n  a: 1 # one\n",
        block,
        FILE,
        &format!("{block}{FILE}"),
        &FILE.replace('\n', "\r\n"),
    ] {
        let set = set_true(text, "deployed").unwrap();
        assert_eq!(
            set.replace("\r\n", "\n")
                .matches("deployed: true\n")
                .count(),
            1,
            "{set}"
        );
        assert_eq!(set_true(&set, "deployed").as_ref(), Ok(&set));
        assert_eq!(remove_member(&set, "deployed").as_deref(), Ok(text));
        assert_eq!(remove_member(text, "deployed").as_deref(), Ok(text));
    }
    let first = format!("deployed: true\n{FILE}");
    assert_eq!(set_true(&first, "deployed").as_ref(), Ok(&first));
    assert_eq!(remove_member(&first, "deployed").as_deref(), Ok(FILE));
}

#[test]
fn removes_what_is_there() {
    let text = remove(FILE, "tags").unwrap();
    assert_eq!(
        text,
        FILE.replace("  tags:\n    team: web # not shown\n    list: [1, 2]\n", "")
    );
    assert_eq!(remove("config:\n  a: 1\n", "a").as_deref(), Ok("config:\n"));
}

#[test]
fn unsafe_edits_are_refused() {
    for text in [
        "config: {a: 1}\n",
        "config: {a: 1,\n  b: 2}\n",
        "config: { b: 2 }\n",
    ] {
        assert_eq!(set(text, "a", "5"), Err(EditError::NotABlock), "{text}");
    }
    for tagged in ["config:\n  !!binary\n  a: 1\n", "config: !!map\n  a: 1\n"] {
        assert_eq!(set(tagged, "a", "5"), Err(EditError::NotABlock), "{tagged}");
        assert_eq!(remove(tagged, "a"), Err(EditError::NotABlock), "{tagged}");
    }
    let anchors = "config:\n  a: &it 1\n  b: *it\n";
    assert_eq!(set(anchors, "a", "5"), Err(EditError::Unsafe));
    assert_eq!(remove(anchors, "a"), Err(EditError::Unsafe));
}

#[test]
fn text_is_quoted_where_it_must_be() {
    let written = |text: &str| plain_or_quoted(text, |it| it.as_str() == Some(text));
    for text in ["eu-central-1", "a b", "x:y", "größe"] {
        assert_eq!(written(text), text);
    }
    for text in [
        "", "3", "true", "a: b", "a #b", "~", "*x", "a\nb", "\u{2028}", "'", "{", "- a",
    ] {
        let written = written(text);
        assert!(written.starts_with('"'), "{written}");
        assert_eq!(parse(&format!("v: {written}")).unwrap()["v"], text);
    }
}

proptest::proptest! {
    #[test]
    fn values_that_were_set_are_read(key in "[a-z][a-z:#. -]{0,5}", text in "\\PC{0,20}|[\\x00-\\x7f]{0,8}") {
        let value = quoted(&text);
        for file in [FILE, "", "config:\n"] {
            let edited = set(file, &key, &value).unwrap();
            let read = parse(&edited).unwrap();
            proptest::prop_assert_eq!(read["config"][&key].as_str(), Some(text.as_str()));
            let removed = remove(&edited, &key).unwrap();
            if parse(file).unwrap().get("config").is_some_and(|it| it.get(&key).is_none()) {
                proptest::prop_assert_eq!(removed, file);
            }
        }
    }

    #[test]
    fn survives_anything(file in "(config:|  [a-c]: ?| \\{|\\}|\n|#| |[a-c'\"|>-]){0,20}", key in "[a-c]") {
        let _ = set(&file, &key, "1");
        let _ = remove(&file, &key);
    }
}
