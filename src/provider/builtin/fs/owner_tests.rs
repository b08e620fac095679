//! A file of a stack has one owner, by whichever way a resource gets files.

use lumi_graph::{Archive, ArchiveContent, Asset, AssetContent, Object, Value};

use crate::builtin::testbed::{Known, Testbed, object};

const FILE: &str = "std:fs:File";
const DIRECTORY: &str = "std:fs:Directory";

fn file(path: &str) -> Object {
    object([("path", path.into()), ("content", "x".into())])
}

/// A folder `out` with a file `a`.
fn folder() -> Object {
    let content = AssetContent::Text("x".to_owned());
    let asset = Value::Asset(Box::new(Asset {
        content,
        hash: None,
    }));
    let source = Value::Archive(Box::new(Archive {
        content: ArchiveContent::Assets(object([("a", asset)])),
        hash: None,
    }));
    object([("path", "out".into()), ("source", source)])
}

/// A test of `token` in the folder where a resource `kept` has the file `out/a`.
async fn beside(kept: &str, token: &str, stays: bool) -> (Testbed, Known) {
    let before = Testbed::new(kept);
    let inputs = match kept {
        FILE => file("out/a"),
        _ => folder(),
    };
    let known = before.create(inputs).await;
    let mut bed = before.of(token);
    bed.next_run(vec![known.managed(kept, "kept", stays)]);
    (bed, known)
}

#[tokio::test]
async fn an_import_takes_no_file_of_another_resource() {
    for kept in [FILE, DIRECTORY] {
        let says = format!("\"out/a\" already belongs to {kept} \"kept\"");
        for (token, id) in [(DIRECTORY, "out"), (FILE, "out/a"), (FILE, "./out/a")] {
            for stays in [true, false] {
                let (bed, _) = beside(kept, token, stays).await;
                let error = bed.try_import(id).await.unwrap_err().to_string();
                assert!(error.contains(&says), "{error}");
            }
        }
    }
}

#[tokio::test]
async fn a_file_that_stays_is_not_adopted() {
    for kept in [FILE, DIRECTORY] {
        let says = format!("\"out/a\" already belongs to {kept} \"kept\"");
        for preview in [true, false] {
            let (bed, _) = beside(kept, FILE, true).await;
            let error = bed.try_create(file("out/a"), preview).await.unwrap_err();
            assert!(error.to_string().contains(&says), "{error}");
            let (bed, _) = beside(kept, DIRECTORY, true).await;
            let error = bed.try_create(folder(), preview).await.unwrap_err();
            assert!(error.to_string().contains(&says), "{error}");
        }
    }
}

#[tokio::test]
async fn a_file_of_two_resources_goes_with_the_last() {
    let (bed, _) = beside(DIRECTORY, FILE, false).await;
    let inner = bed.create(file("out/a")).await;
    let (mut bed, kept) = (bed, beside(DIRECTORY, FILE, false).await.1);
    bed.next_run(vec![
        kept.managed(DIRECTORY, "kept", true),
        inner.managed(FILE, "a", false),
    ]);
    bed.try_delete(&inner).await.unwrap();
    assert_eq!(bed.content("out/a").as_deref(), Some("x"));
    let mut bed = bed.of(DIRECTORY);
    bed.next_run(vec![kept.managed(DIRECTORY, "a", false)]);
    bed.try_delete(&kept).await.unwrap();
    assert_eq!(bed.content("out/a"), None);
}
