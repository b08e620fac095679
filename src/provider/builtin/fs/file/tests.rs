use std::os::unix::fs::PermissionsExt as _;

use proptest::prelude::*;

use super::*;
use crate::Provider as _;
use crate::builtin::fs::atomic_write::set_mode;
use crate::builtin::testbed::{Testbed, object};
use crate::{Changes, PropertyChangeKind};

const TYPE: &str = "std:fs:File";

/// SHA-256 of `x`.
const X: &str = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";

fn text(path: &str, content: &str) -> Object {
    object([("path", path.into()), ("content", content.into())])
}

fn asset(content: AssetContent) -> Value {
    let hash = match &content {
        AssetContent::Text(text) => Digest::of(&mut text.as_bytes()).unwrap().sha256,
        _ => String::new(),
    };
    let hash = (!hash.is_empty()).then_some(hash);
    Value::Asset(Box::new(Asset { content, hash }))
}

fn source(path: &str, content: AssetContent) -> Object {
    object([("path", path.into()), ("source", asset(content))])
}

fn mode_of(bed: &Testbed, name: &str) -> u32 {
    fs::metadata(bed.path(name)).unwrap().permissions().mode() & 0o7777
}

#[tokio::test]
async fn a_file_lives_and_ends() {
    let bed = Testbed::new(TYPE);
    let file = bed.create(text("./sub//a.txt", "x")).await;
    assert_eq!(file.id, "sub/a.txt");
    assert_eq!(bed.content("sub/a.txt").as_deref(), Some("x"));
    assert_eq!(mode_of(&bed, "sub/a.txt"), 0o644);
    let expected = object([
        ("path", "sub/a.txt".into()),
        ("content", "x".into()),
        ("mode", "0644".into()),
        ("sha256", X.into()),
        ("size", 1.0.into()),
    ]);
    assert_eq!(*file.outputs, expected);

    let mut inputs = text("sub/a.txt", "longer");
    inputs.insert("mode".to_owned(), f64::from(0o600).into());
    assert!(bed.has_changes(&file, inputs.clone()).await);
    let file = bed.update(&file, inputs.clone()).await;
    assert_eq!(bed.content("sub/a.txt").as_deref(), Some("longer"));
    assert_eq!(mode_of(&bed, "sub/a.txt"), 0o600);
    assert_eq!(file.text("mode"), "0600");
    assert!(!bed.has_changes(&file, inputs).await);

    bed.try_delete(&file).await.unwrap();
    assert_eq!(bed.content("sub/a.txt"), None);
    bed.try_delete(&file).await.unwrap();
    assert!(!bed.path("sub").exists());
}

#[tokio::test]
async fn a_preview_tells_exactly_what_will_be() {
    let bed = Testbed::new(TYPE);
    let outputs = bed.preview(text("a", "x")).await;
    assert!(bed.content("a").is_none());
    assert_eq!(outputs, *bed.create(text("a", "x")).await.outputs);

    let unknown = object([("path", "b".into()), ("content", Value::Unknown)]);
    let expected = object([
        ("path", "b".into()),
        ("content", Value::Unknown),
        ("mode", "0644".into()),
    ]);
    assert_eq!(bed.preview(unknown).await, expected);
    let remote = source("c", AssetContent::Remote("http://127.0.0.1:9/x".to_owned()));
    assert!(!bed.preview(remote).await.contains_key("sha256"));
}

#[tokio::test]
async fn assets_are_written_as_they_are() {
    let bed = Testbed::new(TYPE);
    bed.write("from", "x");
    for content in [
        AssetContent::Text("x".to_owned()),
        AssetContent::Base64("eA==".to_owned()),
        AssetContent::File("from".to_owned()),
    ] {
        let inputs = source(content.kind(), content.clone());
        let outputs = bed.preview(inputs.clone()).await;
        let file = bed.create(inputs).await;
        assert_eq!(*file.outputs, outputs);
        assert_eq!(file.text("sha256"), X);
        assert!(!file.outputs.contains_key("content"));
        bed.try_delete(&file).await.unwrap();
    }
}

#[tokio::test]
async fn drift_is_seen_and_repaired() {
    let bed = Testbed::new(TYPE);
    let inputs = text("a", "x");
    let file = bed.create(inputs.clone()).await;
    let same = bed.refresh(&file).await.unwrap();
    assert_eq!(
        (same.inputs, same.outputs),
        (file.inputs.clone(), file.outputs.clone())
    );

    bed.write("a", "drifted");
    let drifted = bed.refresh(&file).await.unwrap();
    assert_eq!(drifted.inputs["content"].as_str(), Some("drifted"));
    assert_eq!(drifted.text("content"), "drifted");
    let diff = bed.diff(&drifted, inputs.clone()).await;
    assert_eq!(diff.properties[0].path, "content");
    assert!(!diff.properties[0].replaces);

    bed.write("a", b"\xff\x00");
    let drifted = bed.refresh(&file).await.unwrap();
    assert!(!drifted.inputs.contains_key("content"));
    assert!(bed.has_changes(&drifted, inputs.clone()).await);

    let large = vec![b'y'; usize::try_from(INLINE_LIMIT).unwrap() + 1];
    bed.write("a", large);
    let drifted = bed.refresh(&file).await.unwrap();
    assert_eq!(drifted.inputs["source"].kind(), "an asset");
    assert!(bed.has_changes(&drifted, inputs.clone()).await);

    let repaired = bed.update(&drifted, inputs.clone()).await;
    assert_eq!(bed.content("a").as_deref(), Some("x"));
    assert_eq!(repaired.outputs, file.outputs);

    set_mode(&bed.path("a"), 0o600).unwrap();
    let drifted = bed.refresh(&file).await.unwrap();
    assert_eq!(drifted.inputs["mode"].as_str(), Some("0600"));
    assert!(bed.has_changes(&drifted, inputs).await);

    fs::remove_file(bed.path("a")).unwrap();
    assert!(bed.refresh(&file).await.is_none());
    fs::create_dir(bed.path("a")).unwrap();
    assert!(bed.refresh(&file).await.is_none());
}

#[tokio::test]
async fn the_source_of_a_file_drifts_too() {
    let bed = Testbed::new(TYPE);
    let inputs = source("a", AssetContent::Text("x".to_owned()));
    let file = bed.create(inputs.clone()).await;
    let same = bed.refresh(&file).await.unwrap();
    assert_eq!(same.inputs, file.inputs);
    bed.write("a", "drifted");
    let drifted = bed.refresh(&file).await.unwrap();
    assert!(bed.has_changes(&drifted, inputs.clone()).await);
    bed.update(&drifted, inputs).await;
    assert_eq!(bed.content("a").as_deref(), Some("x"));
}

#[tokio::test]
async fn only_a_new_path_replaces() {
    let bed = Testbed::new(TYPE);
    let file = bed.create(text("a", "x")).await;
    let diff = bed.diff(&file, text("b", "x")).await;
    assert_eq!(diff.changes, Changes::Some);
    let change = &diff.properties[0];
    assert_eq!(
        (change.path.as_str(), change.kind),
        ("path", PropertyChangeKind::Changed)
    );
    assert!(change.replaces && !diff.delete_before_replace);
    assert!(!bed.has_changes(&file, text("./b/../a", "x")).await);
    // If the engine replaces it for other reasons, the old file must be deleted first.
    assert!(bed.diff(&file, text("a", "y")).await.delete_before_replace);
}

#[tokio::test]
async fn files_of_others_are_never_overwritten() {
    let bed = Testbed::new(TYPE);
    bed.write("a", "precious");
    let error = bed.try_create(text("a", "x"), false).await.unwrap_err();
    insta::assert_snapshot!(error, @r#""a" already exists, with other content, and is not overwritten; to manage it from now on, run `lumi import std:fs:File NAME a`, else remove it or choose another path"#);
    assert_eq!(bed.content("a").as_deref(), Some("precious"));
    fs::create_dir(bed.path("b")).unwrap();
    std::os::unix::fs::symlink("nowhere", bed.path("c")).unwrap();
    for path in ["b", "c"] {
        let error = bed.try_create(text(path, "x"), false).await.unwrap_err();
        assert!(error.to_string().contains("is not a file"), "{error}");
    }
    let adopted = bed.create(text("a", "precious")).await;
    assert_eq!(adopted.id, "a");
}

#[tokio::test]
async fn a_file_replaced_by_a_folder_is_not_removed() {
    let bed = Testbed::new(TYPE);
    let file = bed.create(text("a", "x")).await;
    fs::remove_file(bed.path("a")).unwrap();
    bed.write("a/b", "precious");
    let error = bed.try_delete(&file).await.unwrap_err();
    insta::assert_snapshot!(error, @r#"cannot remove "a": it is a folder by now; remove it by hand"#);
    assert!(bed.try_update(&file, text("a", "y"), false).await.is_err());
    assert_eq!(bed.content("a/b").as_deref(), Some("precious"));
}

#[tokio::test]
async fn a_renamed_resource_keeps_its_file() {
    let bed = Testbed::new(TYPE);
    let file = bed.create(text("a", "x")).await;
    let request = CreateRequest {
        target: Testbed::target(TYPE, "renamed"),
        inputs: file.inputs.clone(),
        preview: false,
        follows_delete: false,
        recorded: None,
    };
    bed.provider.create(request).await.unwrap();
    bed.try_delete(&file).await.unwrap();
    assert_eq!(bed.content("a").as_deref(), Some("x"));
}

#[tokio::test]
async fn a_link_is_replaced_not_followed() {
    let bed = Testbed::new(TYPE);
    let file = bed.create(text("a", "x")).await;
    bed.write("precious", "x");
    fs::remove_file(bed.path("a")).unwrap();
    std::os::unix::fs::symlink("precious", bed.path("a")).unwrap();
    let file = bed.update(&file, text("a", "y")).await;
    assert_eq!(bed.content("a").as_deref(), Some("y"));
    assert_eq!(bed.content("precious").as_deref(), Some("x"));
    bed.try_delete(&file).await.unwrap();
}

#[tokio::test]
async fn an_interrupted_create_is_found_or_done_again() {
    let bed = Testbed::new(TYPE);
    assert!(matches!(
        bed.recover(text("a", "x")).await,
        Recovered::Absent
    ));
    let file = bed.create(text("a", "x")).await;
    let Recovered::Found(found) = bed.recover(text("a", "x")).await else {
        panic!("it is there")
    };
    assert_eq!((found.id.as_str(), &found.outputs), ("a", &*file.outputs));
    assert_eq!(found.inputs, *file.inputs);
    assert!(matches!(
        bed.recover(text("a", "y")).await,
        Recovered::Absent
    ));
}

#[tokio::test]
async fn files_are_imported_by_path() {
    let bed = Testbed::new(TYPE);
    bed.write("a", "x");
    set_mode(&bed.path("a"), 0o600).unwrap();
    let file = bed.try_import("./a").await.unwrap().unwrap();
    assert_eq!(file.id, "a");
    let expected = object([
        ("path", "a".into()),
        ("content", "x".into()),
        ("mode", "0600".into()),
    ]);
    assert_eq!(*file.inputs, expected);
    assert!(!bed.has_changes(&file, expected).await);
    bed.write("b", b"\xff");
    let file = bed.try_import("b").await.unwrap().unwrap();
    let Value::Asset(asset) = &file.inputs["source"] else {
        panic!("an asset")
    };
    assert_eq!(asset.content, AssetContent::Base64("/w==".to_owned()));
    assert!(bed.try_import("missing").await.unwrap().is_none());
}

#[tokio::test]
async fn bad_inputs_are_explained() {
    let bed = Testbed::new(TYPE);
    let mut messages = Vec::new();
    for inputs in [
        object([("pathh", "a".into()), ("contnet", "x".into())]),
        object([
            ("path", 1.0.into()),
            ("content", vec![].into()),
            ("source", "x".into()),
            ("mode", 644.0.into()),
        ]),
        object([
            ("path", "a/".into()),
            ("content", "".into()),
            ("mode", "rw".into()),
        ]),
        object([
            ("path", "~/a".into()),
            ("source", asset(AssetContent::Text("f".into()))),
        ]),
        object([
            ("path", "..".into()),
            ("content", "".into()),
            ("mode", true.into()),
        ]),
    ] {
        messages.push(bed.check(inputs).await.unwrap_err());
    }
    insta::assert_snapshot!(messages.join("\n--\n"), @r#"
    pathh: unknown property `pathh`; did you mean `path`?
    contnet: unknown property `contnet`; did you mean `content`?
    path: `path` is missing: the path of the file; relative paths start at the project folder
    content: `content` is missing: the text of the file; or give an asset as `source`
    --
    path: `path` must be a string, but is a number
    content: `content` must be a string, but is an array
    source: `source` must be an asset, such as `new lumi.FileAsset("path")`, but is a string
    mode: `mode` must be octal text such as "0644", or a number such as 0o644, but is 644
    --
    path: `path` is "a/", which is a folder, not a file
    mode: `mode` must be octal text such as "0644", or a number such as 0o644, but is "rw"
    --
    path: `path` is "~/a", but `~` has no meaning here; write `./~/a` if a file is named so
    --
    mode: `mode` must be a string or a number, but is a boolean
    path: `path` is "..", which names no file or folder
    "#);
    let holes = object([
        ("path", Value::Unknown),
        ("content", Value::Unknown),
        ("mode", Value::Unknown),
    ]);
    bed.check(holes).await.unwrap();
}

#[derive(Clone, Debug)]
enum Edit {
    Write(Vec<u8>),
    Mode(u32),
    Remove,
    Want(String),
    WantAsset(String),
    Refresh,
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..4).prop_map(Edit::Write),
        "[a-c]{0,2}".prop_map(|text| Edit::Write(text.into_bytes())),
        prop::sample::select(vec![0o600, 0o644, 0o755]).prop_map(Edit::Mode),
        Just(Edit::Remove),
        "[a-c]{0,2}".prop_map(Edit::Want),
        "[a-c]{0,2}".prop_map(Edit::WantAsset),
        Just(Edit::Refresh),
    ];
    prop::collection::vec(edit, 0..12)
}

/// A run with refresh; the file must be as desired afterwards.
async fn converge(bed: &Testbed, known: Option<Known>, wanted: &Object) -> Known {
    let refreshed = match known {
        Some(known) => bed.refresh(&known).await,
        None => None,
    };
    let known = match refreshed {
        None => bed.create(wanted.clone()).await,
        Some(known) if bed.has_changes(&known, wanted.clone()).await => {
            bed.update(&known, wanted.clone()).await
        }
        Some(known) => known,
    };
    let again = bed.refresh(&known).await.unwrap();
    assert_eq!(again.outputs["sha256"], known.outputs["sha256"]);
    assert!(!bed.has_changes(&again, wanted.clone()).await);
    known
}

use crate::builtin::testbed::Known;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn runs_converge_after_any_change_of_the_world(edits in edits()) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let bed = Testbed::new(TYPE);
            let mut wanted = text("f", "start");
            let mut content = "start".to_owned();
            let mut known = converge(&bed, None, &wanted).await;
            for edit in edits {
                match edit {
                    Edit::Write(bytes) => bed.write("f", bytes),
                    // Fails if the file does not exist.
                    Edit::Mode(mode) => drop(set_mode(&bed.path("f"), mode)),
                    Edit::Remove => drop(fs::remove_file(bed.path("f"))),
                    Edit::Want(text_) => {
                        wanted = text("f", &text_);
                        content = text_;
                    }
                    Edit::WantAsset(text) => {
                        wanted = source("f", AssetContent::Text(text.clone()));
                        content = text;
                    }
                    Edit::Refresh => {
                        known = converge(&bed, Some(known), &wanted).await;
                        assert_eq!(bed.content("f"), Some(content.clone()));
                        assert_eq!(mode_of(&bed, "f"), 0o644);
                    }
                }
            }
            converge(&bed, Some(known), &wanted).await;
            assert_eq!(bed.content("f"), Some(content));
        });
    }
}

#[tokio::test]
async fn folders_that_were_made_go_with_the_last_file() {
    let bed = Testbed::new(TYPE);
    fs::create_dir(bed.path("own")).unwrap();
    let one = bed.create(text("own/made/deep/one", "x")).await;
    let two = bed.create(text("own/made/two", "x")).await;
    bed.try_delete(&one).await.unwrap();
    assert!(!bed.path("own/made/deep").exists() && bed.path("own/made/two").exists());
    bed.try_delete(&two).await.unwrap();
    assert!(!bed.path("own/made").exists() && bed.path("own").exists());
    assert!(!bed.path(".lumi").exists());
}

#[tokio::test]
async fn a_file_of_another_stack_is_not_adopted() {
    let bed = Testbed::new(TYPE);
    let file = bed.create(text("a", "x")).await;
    let urn = Urn::parse("urn:lumi:prod::web::index::std:fs:File::a").unwrap();
    let create = |preview| CreateRequest {
        target: crate::Target {
            urn: urn.clone(),
            ..Testbed::target(TYPE, "a")
        },
        inputs: Arc::clone(&file.inputs),
        preview,
        follows_delete: false,
        recorded: None,
    };
    let error = bed.provider.create(create(true)).await.unwrap_err();
    insta::assert_snapshot!(error, @r#""a" is managed by "a" of the stack `dev` of `web`, and a file can be managed by one resource only; give each stack its own path, for example with getStack(), or, if that stack no longer has it, run `lumi import std:fs:File NAME a`"#);
    let error = bed.provider.create(create(false)).await.unwrap_err();
    assert!(error.to_string().contains("is managed by"), "{error}");
    // A file that was deleted by hand can be created by any resource.
    fs::remove_file(bed.path("a")).unwrap();
    bed.provider.create(create(false)).await.unwrap();
    let records = MadeFiles::new(bed.path("").as_path());
    assert_eq!(records.manager(&bed.path("a")), Some(urn));
}
