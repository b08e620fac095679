use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;

use proptest::prelude::*;

use super::*;
use crate::Provider as _;
use crate::builtin::fs::atomic_write::temporary;
use crate::builtin::testbed::{Known, Testbed, object};
use crate::content::members_sha256;
use lumi_graph::{Archive, ArchiveContent, Asset, AssetContent};

const TYPE: &str = "std:fs:Directory";

fn asset(text: &str) -> Value {
    Value::Asset(Box::new(Asset {
        content: AssetContent::Text(text.to_owned()),
        hash: None,
    }))
}

fn archive(content: ArchiveContent, hash: Option<String>) -> Value {
    Value::Archive(Box::new(Archive { content, hash }))
}

fn inputs(source: Value) -> Object {
    object([("path", "out".into()), ("source", source)])
}

/// Inputs with an archive of texts.
fn texts<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Object {
    let files: Object = files
        .into_iter()
        .map(|(name, text)| (name.to_owned(), asset(text)))
        .collect();
    let digests: Vec<_> = files
        .iter()
        .map(|(name, value)| {
            let Value::Asset(asset) = value else { panic!() };
            let AssetContent::Text(text) = &asset.content else {
                panic!()
            };
            let digest = crate::content::Digest::of(&mut text.as_bytes()).unwrap();
            (name.clone(), digest.sha256)
        })
        .collect();
    let hash = members_sha256(digests.iter().map(|(a, b)| (a.as_str(), b.as_str())));
    inputs(archive(ArchiveContent::Assets(files), Some(hash)))
}

fn from_file(path: &str) -> Object {
    inputs(archive(ArchiveContent::File(path.to_owned()), None))
}

/// Names and texts of all files below the folder.
fn world(bed: &Testbed) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut pending = vec![bed.path("out")];
    while let Some(folder) = pending.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                pending.push(path);
            } else {
                let name = path.strip_prefix(bed.path("out")).unwrap();
                let text = fs::read_to_string(&path).unwrap();
                files.insert(name.to_str().unwrap().to_owned(), text);
            }
        }
    }
    files
}

fn names(bed: &Testbed) -> Vec<String> {
    world(bed).into_keys().collect()
}

#[tokio::test]
async fn a_folder_lives_and_ends() {
    let bed = Testbed::new(TYPE);
    let first = texts([("a", "1"), ("sub/b", "2"), ("sub/deep/c", "3")]);
    let preview = bed.preview(first.clone()).await;
    assert!(!bed.path("out").exists());
    let known = bed.create(first.clone()).await;
    assert_eq!(*known.outputs, preview);
    assert_eq!(known.outputs["count"], 3.0.into());
    assert_eq!(names(&bed), ["a", "sub/b", "sub/deep/c"]);
    assert!(!bed.has_changes(&known, first).await);

    bed.write("out/theirs", "precious");
    let before = fs::metadata(bed.path("out/a")).unwrap().modified().unwrap();
    let known = bed.update(&known, texts([("a", "1"), ("b", "new")])).await;
    assert_eq!(names(&bed), ["a", "b", "theirs"]);
    assert!(!bed.path("out/sub").exists());
    let after = fs::metadata(bed.path("out/a")).unwrap().modified().unwrap();
    assert_eq!(before, after);

    bed.try_delete(&known).await.unwrap();
    assert_eq!(names(&bed), ["theirs"]);
    fs::remove_file(bed.path("out/theirs")).unwrap();
    bed.try_delete(&known).await.unwrap();
    assert!(!bed.path("out").exists());
}

#[tokio::test]
async fn drift_is_seen_and_repaired() {
    let bed = Testbed::new(TYPE);
    let wanted = texts([("a", "1"), ("b", "2")]);
    let known = bed.create(wanted.clone()).await;
    bed.write("out/theirs", "");
    let same = bed.refresh(&known).await.unwrap();
    assert_eq!(
        (&same.inputs, &same.outputs),
        (&known.inputs, &known.outputs)
    );

    bed.write("out/a", "drifted");
    fs::remove_file(bed.path("out/b")).unwrap();
    let drifted = bed.refresh(&known).await.unwrap();
    assert_eq!(drifted.outputs["count"], 1.0.into());
    assert!(bed.has_changes(&drifted, wanted.clone()).await);
    let repaired = bed.update(&drifted, wanted).await;
    assert_eq!(repaired.outputs, known.outputs);
    assert_eq!(bed.content("out/a").as_deref(), Some("1"));

    fs::remove_dir_all(bed.path("out")).unwrap();
    assert!(bed.refresh(&known).await.is_none());
}

#[tokio::test]
async fn folders_and_packed_files_are_sources() {
    let bed = Testbed::new(TYPE);
    bed.write("site/index.html", "<p>");
    bed.write("site/js/run.sh", "x");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(bed.path("site/js/run.sh"), mode).unwrap();
    let known = bed.create(from_file("site")).await;
    assert_eq!(names(&bed), ["index.html", "js/run.sh"]);
    let mode = super::super::atomic_write::mode(&fs::metadata(bed.path("out/js/run.sh")).unwrap());
    assert_eq!(mode, Some(0o755));

    let file = fs::File::create(bed.path("site.tar.gz")).unwrap();
    let gzip = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    let mut tar = tar::Builder::new(gzip);
    tar.append_dir_all(".", bed.path("site")).unwrap();
    tar.into_inner().unwrap().finish().unwrap();
    let mut zip = zip::ZipWriter::new(fs::File::create(bed.path("site.zip")).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    for (name, text) in [("index.html", "<p>"), ("js/run.sh", "x")] {
        zip.start_file(name, options).unwrap();
        io::Write::write_all(&mut zip, text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    for packed in ["site.tar.gz", "site.zip"] {
        let outputs = bed.preview(from_file(packed)).await;
        assert_eq!(outputs["sha256"], known.outputs["sha256"], "{packed}");
    }
    let nested = object([("in", archive(ArchiveContent::File("site.zip".into()), None))]);
    let nested = inputs(archive(ArchiveContent::Assets(nested), None));
    bed.update(&known, nested).await;
    assert_eq!(names(&bed), ["in/index.html", "in/js/run.sh"]);
}

#[tokio::test]
async fn files_of_others_are_never_overwritten() {
    let bed = Testbed::new(TYPE);
    bed.write("out/a", "precious");
    bed.write("out/dir/x", "precious");
    symlink(bed.path("elsewhere"), bed.path("out/link")).unwrap();
    fs::create_dir(bed.path("elsewhere")).unwrap();
    let wanted = texts([("a", "1"), ("b", "2"), ("dir", "3"), ("link/c", "4")]);
    let planned = bed.try_create(wanted.clone(), true).await.unwrap_err();
    let error = bed.try_create(wanted, false).await.unwrap_err();
    assert_eq!(planned.to_string(), error.to_string());
    insta::assert_snapshot!(error, @r#"the folder "out": there is already other content at "a", "dir", "link", which is not overwritten; remove it, or choose another path"#);
    assert_eq!(names(&bed), ["a", "dir/x"]);
    bed.create(texts([("a", "precious"), ("b", "2")])).await;
    assert_eq!(names(&bed), ["a", "b", "dir/x"]);
}

#[tokio::test]
async fn nothing_outside_the_folder_is_touched() {
    let bed = Testbed::new(TYPE);
    let known = bed.create(texts([("sub/a", "1")])).await;
    bed.write("elsewhere/a", "1");
    fs::remove_dir_all(bed.path("out/sub")).unwrap();
    symlink(bed.path("elsewhere"), bed.path("out/sub")).unwrap();
    let drifted = bed.refresh(&known).await.unwrap();
    assert_eq!(drifted.outputs["count"], 0.0.into());
    assert!(
        bed.try_update(&known, texts([("sub/a", "2")]), false)
            .await
            .is_err()
    );
    bed.try_delete(&known).await.unwrap();
    assert_eq!(bed.content("elsewhere/a").as_deref(), Some("1"));

    let edited = Known {
        outputs: Arc::new(object([(
            "files",
            object([("../elsewhere/a", "x".into())]).into(),
        )])),
        ..known
    };
    bed.try_delete(&edited).await.unwrap_err();
    assert_eq!(bed.content("elsewhere/a").as_deref(), Some("1"));
}

#[tokio::test]
async fn files_and_folders_change_places() {
    let bed = Testbed::new(TYPE);
    let known = bed.create(texts([("a", "1"), ("b/c", "2")])).await;
    let known = bed.update(&known, texts([("a/x", "1"), ("b", "2")])).await;
    assert_eq!(names(&bed), ["a/x", "b"]);
    assert_eq!(known.outputs["count"], 2.0.into());
}

#[tokio::test]
async fn a_write_that_fails_half_way_is_recorded_and_repaired() {
    let bed = Testbed::new(TYPE);
    let wanted = texts([("a", "1"), ("long/b", "2")]);
    // A folder blocks the temporary name of the second file.
    let obstacle = temporary(&bed.path("out/long/b"));
    fs::create_dir_all(obstacle.join("x")).unwrap();
    let broken = wanted.clone();
    let error = bed.try_create(broken, false).await.unwrap_err();
    let ProviderError::PartialInit {
        id,
        outputs,
        reasons,
        ..
    } = error
    else {
        panic!("{error}")
    };
    assert!(reasons[0].contains("cannot write"), "{reasons:?}");
    assert_eq!(outputs["count"], 1.0.into());
    fs::remove_dir_all(obstacle).unwrap();
    let partial = Known {
        id,
        inputs: bed.check(wanted.clone()).await.unwrap(),
        outputs: Arc::new(outputs),
    };
    // A read finds the written files, and that they are incomplete.
    let seen = bed.refresh(&partial).await.unwrap();
    assert!(bed.has_changes(&seen, wanted.clone()).await);
    let known = bed.update(&partial, wanted).await;
    assert_eq!(known.outputs["count"], 2.0.into());
    assert_eq!(names(&bed), ["a", "long/b"]);
}

#[tokio::test]
async fn an_interrupted_create_is_continued() {
    let bed = Testbed::new(TYPE);
    let wanted = texts([("a", "1"), ("b", "2")]);
    assert!(matches!(
        bed.recover(wanted.clone()).await,
        Recovered::Absent
    ));
    bed.write("out/a", "1");
    let Recovered::Found(found) = bed.recover(wanted.clone()).await else {
        panic!("a part is there")
    };
    let known = Known {
        id: found.id,
        inputs: Arc::new(found.inputs),
        outputs: Arc::new(found.outputs),
    };
    assert!(bed.has_changes(&known, wanted.clone()).await);
    let known = bed.update(&known, wanted.clone()).await;
    assert!(!bed.has_changes(&known, wanted.clone()).await);
    let Recovered::Found(found) = bed.recover(wanted).await else {
        panic!("all is there")
    };
    assert_eq!(found.outputs, *known.outputs);
    assert_eq!(found.inputs, *known.inputs);
}

#[tokio::test]
async fn a_renamed_resource_keeps_its_files_only() {
    let mut bed = Testbed::new(TYPE);
    let known = bed.create(texts([("a", "1"), ("b", "2")])).await;
    bed.next_run(vec![known.managed(TYPE, "a", false)]);
    let request = CreateRequest {
        target: Testbed::target(TYPE, "renamed"),
        inputs: bed.check(texts([("a", "1")])).await.unwrap(),
        preview: false,
        follows_delete: false,
        recorded: None,
    };
    bed.provider.create(request).await.unwrap();
    bed.try_delete(&known).await.unwrap();
    assert_eq!(names(&bed), ["a"]);
}

#[tokio::test]
async fn leftovers_of_an_interrupted_write_are_removed() {
    let bed = Testbed::new(TYPE);
    let wanted = texts([("a", "1"), ("b", "2")]);
    let leftover = || {
        let path = temporary(&bed.path("out/a"));
        bed.write(path.to_str().unwrap(), "half");
        path
    };
    let path = leftover();
    bed.recover(wanted.clone()).await;
    assert!(!path.exists());
    leftover();
    let known = bed.create(wanted).await;
    assert!(!path.exists());
    leftover();
    bed.try_delete(&known).await.unwrap();
    assert!(!bed.path("out").exists());
}

#[tokio::test]
async fn folders_are_imported_by_path() {
    let bed = Testbed::new(TYPE);
    bed.write("out/a", "1");
    bed.write("out/sub/b", "2");
    let known = bed.try_import("out").await.unwrap().unwrap();
    assert_eq!(known.outputs["count"], 2.0.into());
    let wanted = texts([("a", "1"), ("sub/b", "2")]);
    assert!(!bed.has_changes(&known, wanted).await);
    assert!(bed.try_import("missing").await.unwrap().is_none());
}

#[tokio::test]
async fn bad_inputs_are_explained() {
    let bed = Testbed::new(TYPE);
    fs::create_dir(bed.path("site")).unwrap();
    let mut messages = Vec::new();
    for inputs in [
        object([("pth", "a".into())]),
        object([("path", "".into()), ("source", asset("x"))]),
        object([
            ("path", "site/out".into()),
            (
                "source",
                archive(ArchiveContent::File("./site".into()), None),
            ),
        ]),
    ] {
        messages.push(bed.check(inputs).await.unwrap_err());
    }
    for source in [
        archive(ArchiveContent::Assets(object([("../a", asset("x"))])), None),
        archive(
            ArchiveContent::Assets(object([("a", asset("")), ("a/b", asset(""))])),
            None,
        ),
        archive(ArchiveContent::Assets(object([("a", "text".into())])), None),
        archive(ArchiveContent::File("missing".into()), None),
        archive(ArchiveContent::File("missing.zip".into()), None),
    ] {
        let error = bed.try_create(inputs(source), false).await.unwrap_err();
        messages.push(error.to_string());
    }
    insta::assert_snapshot!(messages.join("\n--\n"), @r#"
    pth: unknown property `pth`; did you mean `path`?
    path: `path` is missing: the path of the folder; relative paths start at the project folder
    source: `source` is missing: the content: an `AssetArchive`, or a `FileArchive` of a folder, .zip, .tar or .tar.gz file
    --
    source: `source` must be an archive, such as `new lumi.FileArchive("folder")`, but is an asset
    path: `path` must not be empty
    --
    source: `source` is the folder "./site", and "site/out" lies in it: the folder would be copied into itself
    --
    an archive member must not be named "../a": names are relative paths inside it, without `..`
    --
    the archive has both a file "a" and a file "a/b" inside of it
    --
    archive member "a" is neither an asset nor an archive
    --
    cannot read "missing": No such file or directory (os error 2); paths of assets are relative to the project folder
    --
    cannot read "missing.zip": No such file or directory (os error 2); paths of assets are relative to the project folder
    "#);
    let holes = object([("path", Value::Unknown), ("source", Value::Unknown)]);
    bed.check(holes).await.unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn runs_converge_after_any_change_of_the_world(
        steps in prop::collection::vec(
            (
                prop::collection::btree_map("[ab]|[xy]/[ab]", "[12]", 0..4),
                prop::collection::vec(("[ab]|[xy]/[ab]", prop::option::of("[123]")), 0..4),
            ),
            1..5,
        ),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let bed = Testbed::new(TYPE);
            let mut known: Option<Known> = None;
            for (files, edits) in steps {
                let wanted = texts(files.iter().map(|(a, b)| (a.as_str(), b.as_str())));
                let refreshed = match &known {
                    Some(known) => bed.refresh(known).await,
                    None => None,
                };
                let now = match refreshed {
                    Some(known) => bed.update(&known, wanted.clone()).await,
                    None => bed.create(wanted.clone()).await,
                };
                let owned: BTreeMap<_, _> = world(&bed);
                assert_eq!(owned, files);
                let again = bed.refresh(&now).await.unwrap();
                assert_eq!(again.outputs, now.outputs);
                for (name, text) in edits {
                    // Only files of the resource: others would cause a conflict.
                    let path = format!("out/{name}");
                    if files.contains_key(&name) {
                        match text {
                            Some(text) => bed.write(&path, text),
                            None => drop(fs::remove_file(bed.path(&path))),
                        }
                    }
                }
                known = Some(now);
            }
        });
    }
}

#[tokio::test]
async fn folders_that_were_made_on_the_way_are_removed() {
    let bed = Testbed::new(TYPE);
    let mut inputs = texts([("b/c", "x")]);
    inputs.insert("path".to_owned(), "made/on/the/way".into());
    let known = bed.create(inputs).await;
    assert!(bed.path("made/on/the/way/b/c").exists());
    bed.try_delete(&known).await.unwrap();
    assert!(!bed.path("made").exists() && !bed.path(".lumi").exists());
}
