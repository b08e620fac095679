//! `lumi snapshot`: a graph of what is really there.

use serde_json::Value;

use crate::support::lumi::Lumi;

const PROGRAM: &str = r#"import { fs } from "lumi/std";
const page = new fs.File("page", { path: "site/index.html", content: "Hello" });
new fs.File("sum", { path: "site/sum.txt", content: page.sha256 });
"#;

fn document(lumi: &Lumi, args: &[&str]) -> Value {
    let text = lumi.run(&[&["snapshot", "--json"], args].concat()).ok();
    serde_json::from_str(&text).unwrap()
}

fn vertex<'d>(document: &'d Value, name: &str) -> &'d Value {
    let all = document["graph"]["vertices"].as_array().unwrap();
    all.iter().find(|it| it["name"] == name).unwrap()
}

#[test]
pub fn a_stack_is_shown_as_it_is() {
    let lumi = Lumi::program(PROGRAM);
    lumi.run(&["up", "-y"]).ok();
    lumi.file("site/index.html", "Changed");
    std::fs::remove_file(lumi.folder().join("site/sum.txt")).unwrap();
    let seen = document(&lumi, &[]);
    assert_eq!(seen["known"], 1, "{seen:#}");
    assert_eq!(seen["graph"]["kind"], "snapshot");
    assert_eq!(vertex(&seen, "page")["inputs"]["content"], "Changed");
    assert_eq!(seen["guesses"], serde_json::json!([]));
    // The state is as it was.
    let recorded = lumi.run(&["graph", "--format", "json"]).ok();
    assert!(
        recorded.contains("Hello") && recorded.contains("\"sum\""),
        "{recorded}"
    );
    lumi.run(&["snapshot", "-o", "live.json"]).ok();
    lumi.run(&["diff", "--semantic", "live.json", "live:dev"])
        .ok();
}

#[test]
pub fn listed_objects_are_recovered_or_guessed() {
    let lumi = Lumi::program(PROGRAM);
    lumi.run(&["up", "-y"]).ok();
    let sum = lumi.read("site/sum.txt");
    lumi.file("site/by/hand.txt", format!("the sum {sum} of it"));
    lumi.file("site/copy.txt", &sum);
    lumi.file("other.txt", &sum);
    let seen = document(&lumi, &["std:fs:File=site"]);
    assert_eq!(
        (&seen["known"], &seen["recovered"]),
        (&2.into(), &2.into()),
        "{seen:#}"
    );
    let listed = seen["listed"].as_array().unwrap();
    assert_eq!(listed.len(), 2, "{seen:#}");
    assert_eq!(vertex(&seen, "site/copy.txt")["id"], "site/copy.txt");
    // What lumi made has its name, its place in the program and its dependencies.
    assert_eq!(vertex(&seen, "sum")["source"]["line"], 3);
    let guesses = seen["guesses"].as_array().unwrap();
    let of = |name: &str| {
        let is_of = |it: &&Value| it["from"].as_str().unwrap().ends_with(name);
        guesses
            .iter()
            .find(is_of)
            .unwrap_or_else(|| panic!("{seen:#}"))
    };
    assert_eq!(of("hand.txt")["output"], ".sha256");
    assert_eq!(of("hand.txt")["reason"], "partOfText");
    assert_eq!(of("copy.txt")["reason"], "output");
    assert!(of("copy.txt")["to"].as_str().unwrap().ends_with("::page"));
    // The program of it gives a graph that means the same.
    lumi.run(&["snapshot", "std:fs:File=site", "-o", "live.json"])
        .ok();
    lumi.run(&["infer", "live.json", "-o", "again.ts"]).ok();
    let program = lumi.read("again.ts");
    assert!(program.contains("page.sha256"), "{program}");
    lumi.run(&["diff", "--semantic", "live.json", "program:again.ts"])
        .ok();
}

#[test]
pub fn types_without_a_listing_are_explained() {
    let lumi = Lumi::program(PROGRAM);
    for (args, expected) in [
        (&[][..], "stack `dev` does not exist"),
        (
            &["std:random:Pet"],
            "the objects of `std:random:Pet` cannot be listed",
        ),
        (&["std:fs:Fil"], "no resource type `std:fs:Fil`"),
        (&["std:fs:File=none"], "cannot list the files of \"none\""),
        (&["File"], "File"),
    ] {
        let said = lumi.run(&[&["snapshot"], args].concat());
        assert_ne!(said.code, 0, "{}", said.transcript());
        assert!(said.stderr.contains(expected), "{}", said.transcript());
    }
    // Without a stack, a listing is all there is.
    lumi.file("a.txt", "x");
    assert_eq!(document(&lumi, &["std:fs:File"])["known"], 0);
}

#[test]
pub fn folders_are_listed() {
    let lumi = Lumi::program(
        "import { fs } from \"lumi/std\";\nimport { FileArchive } from \"lumi\";\n\
         new fs.Directory(\"own\", { path: \"site/own\", source: new FileArchive(\"assets\") });\n",
    );
    lumi.file("assets/a.txt", "A");
    lumi.run(&["up", "-y"]).ok();
    lumi.file("site/other/deep/b.txt", "B");
    lumi.file("site/c.txt", "C");
    let seen = document(&lumi, &["std:fs:Directory=site"]);
    assert_eq!(
        (&seen["known"], &seen["recovered"]),
        (&1.into(), &1.into()),
        "{seen:#}"
    );
    let listed = seen["listed"].as_array().unwrap();
    assert_eq!(listed.len(), 1, "{seen:#}");
    assert_eq!(
        vertex(&seen, "site/other")["outputs"]["count"],
        1,
        "{seen:#}"
    );
}
