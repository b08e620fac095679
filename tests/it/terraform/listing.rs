//! Objects that a provider lists, also those that no stack manages.

use serde_json::{Value, json};

use super::{Project, thing};

fn document(project: &Project, place: &str) -> Value {
    let listing = format!("kit:resources:kit_thing={place}");
    let text = project.answer(&["snapshot", "-P", "--json", &listing]).ok();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn objects_of_a_provider_are_listed() {
    let Some(project) = Project::new("kit", &thing("a", "{ name: \"a\" }")) else {
        return;
    };
    project.answer(&["up", "-yP"]).ok();
    let seen = document(&project, r#"{ "names": ["a", "b"] }"#);
    assert_eq!(
        (&seen["known"], &seen["recovered"]),
        (&1.into(), &1.into()),
        "{seen:#}"
    );
    let listed = seen["graph"]["vertices"].as_array().unwrap();
    let listed = listed
        .iter()
        .find(|it| it["name"] == "the thing b")
        .unwrap();
    assert_eq!(listed["id"], "thing-b");
    assert_eq!(listed["inputs"]["name"], "b");
    assert_eq!(listed["outputs"]["kind"], "plain");
    // What the schema calls sensitive is secret.
    assert!(!seen.to_string().contains("secret of b"), "{seen:#}");
    // Without values, an object is read by its identity.
    let read = document(&project, r#"{ "names": ["b"], "mode": "identities" }"#);
    assert_eq!(read["listed"].as_array().unwrap().len(), 1, "{read:#}");
    assert_eq!(
        read["graph"]["vertices"][1]["outputs"]["name"],
        json!("b"),
        "{read:#}"
    );
}

#[test]
fn a_listing_that_fails_is_explained() {
    let Some(project) = Project::new("kit", "") else {
        return;
    };
    let of = |listing: &str| project.run(&["snapshot", "-P", listing]);
    let thing = |place: &str| of(&format!("kit:resources:kit_thing={place}"));
    let said = of("kit:resources:kit_gadget");
    assert!(
        said.contains("the objects of `kit:resources:kit_gadget` cannot be listed"),
        "{said}"
    );
    let said = thing(r#"{ "names": ["a", "b"], "mode": "fail" }"#);
    assert!(said.contains("the second is broken"), "{said}");
    let said = thing(r#"{ "mode": "never end" }"#);
    assert!(said.contains("there are more than 10000 objects"), "{said}");
    let said = thing(r#"{ "names": ["a", "b"], "mode": "crash" }"#);
    assert!(said.contains("crash in list"), "{said}");
    let said = thing("a");
    assert!(said.contains("as a JSON object"), "{said}");
    let said = thing(r#"{ "nmes": [] }"#);
    assert!(said.contains("nmes"), "{said}");
}

/// The provider `local` lists no files, and has a data source that reads one by its name.
#[test]
fn a_data_source_finds_what_a_lost_creation_has_made() {
    let file = "new lumi.CustomResource<any>(\"local:resources:local_file\", \"greeting\", \
                { filename: \"hello.txt\", content: \"hello\" });\n";
    let Some(project) = Project::new("local", file) else {
        return;
    };
    // Ends after one of the first writes: the one that says that the creation begins.
    let is_pending = |point: &u32| {
        let mut killed = project.command(&["up", "-yP", "--skip-preview"]);
        let killed = killed.env("LUMI_FAILPOINT", format!("after:{point}"));
        killed.output().unwrap();
        let pending = project.answer(&["stack", "pending"]);
        pending.transcript().contains("greeting")
    };
    assert!((1..8_u32).any(|point| is_pending(&point)));
    let resolve = ["state", "resolve", "greeting", "--list", "-P"];
    let none = project.answer(&resolve);
    assert_eq!(none.code, 1, "{}", none.transcript());
    assert!(none.stderr.contains("hello.txt"), "{}", none.transcript());
    project.0.file("hello.txt", "hello");
    let lines = project.answer(&resolve).ok();
    // The hash of the file is its id.
    assert_eq!(lines, "greeting aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d\n");
    project.0.file("hello.txt", "other");
    let lines = project.answer(&resolve).ok();
    assert!(lines.contains("differs in: content"), "{lines}");
}
