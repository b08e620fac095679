//! Plugins that list objects, and tags by which objects are recognised.

use serde_json::Value;

use super::Project;

const PROGRAM: &str = r#"
const group = new lumi.ComponentResource("acme:index:Group", "group");
const inputs = { value: "v", tags: { team: "web" } };
new lumi.CustomResource("scripted:index:Tagged", "a", inputs, { parent: group });
new lumi.CustomResource("scripted:index:Tagged", "b", { value: "w" });
new lumi.CustomResource("scripted:index:Text", "c", { tags: "text" });
"#;

const OTHER: &str = r#"{ "value": "by hand" }"#;

/// A project whose objects have one folder, with an object that lumi has not made.
fn project(settings: &str) -> Project {
    let project = Project::new(PROGRAM);
    project.plugin("export DESCRIBED=1");
    project
        .0
        .file("Lumi.yaml", format!("name: demo\n{settings}"));
    let deployed = project.run(&["up", "-y"]);
    assert!(deployed.contains("[exit 0]"), "{deployed}");
    project.0.file("objects/id-z.json", OTHER);
    project
}

fn snapshot(project: &Project, listings: &[&str]) -> Value {
    let said = project
        .command(&[&["snapshot", "--json"], listings].concat())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&said.stderr);
    assert!(said.status.success(), "{errors}");
    serde_json::from_slice(&said.stdout).unwrap()
}

fn names<'d>(document: &'d Value, of: &str) -> Vec<&'d str> {
    let urns = document[of].as_array().unwrap().iter();
    urns.map(|it| it.as_str().unwrap().rsplit("::").next().unwrap())
        .collect()
}

const TAGGED: &str = "scripted:index:Tagged";

#[test]
fn a_plugin_lists_objects() {
    let project = project("");
    let seen = snapshot(&project, &[TAGGED]);
    // That of another type is listed, too: the plugin makes no difference.
    assert_eq!(
        (&seen["known"], &seen["recovered"]),
        (&4.into(), &2.into()),
        "{seen:#}"
    );
    assert_eq!(names(&seen, "listed"), ["by list", "by list-2"]);
    let seen = snapshot(&project, &["scripted:index:Tagged=id-a"]);
    assert_eq!(names(&seen, "listed"), [""; 0]);
    let failed = project.run(&["snapshot", "scripted:index:Tagged=nowhere"]);
    assert!(failed.contains("there is no such place"), "{failed}");
    assert!(!project.object("id-a").unwrap().contains("lumi:"));
}

#[test]
fn objects_are_recognised_by_their_tags() {
    let project = project("tagResources: true\n");
    let object: Value = serde_json::from_str(&project.object("id-a").unwrap()).unwrap();
    assert_eq!(
        object["tags"],
        serde_json::json!({
            "team": "web",
            "lumi:stack": "demo/dev",
            "lumi:resource": "index=24acme:index:Group::scripted:index:Tagged::a",
        })
    );
    assert!(!project.object("id-c").unwrap().contains("lumi:"));
    let again = project.run(&["preview", "--expect-no-changes"]);
    assert!(again.contains("[exit 0]"), "{again}");

    // The provider has other ids for them now.
    for id in ["a", "b"] {
        let object = project.object(&format!("id-{id}")).unwrap();
        project.0.file(&format!("objects/new-{id}.json"), object);
    }
    let seen = snapshot(&project, &["scripted:index:Tagged=new-"]);
    assert_eq!(seen["recovered"], 2, "{seen:#}");
    assert_eq!(names(&seen, "listed"), [""; 0]);
    // Beside the objects themselves, they are copies.
    let seen = snapshot(&project, &[TAGGED]);
    assert_eq!(seen["recovered"], 2, "{seen:#}");
    assert_eq!(names(&seen, "listed").len(), 4);
    assert_eq!(names(&seen, "tagged"), [""; 0]);

    // Without a state, they are what their tags say; each once.
    std::fs::remove_dir_all(project.0.folder().join("state")).ok();
    std::fs::remove_dir_all(project.0.folder().join(".lumi")).ok();
    let seen = snapshot(&project, &[TAGGED]);
    assert_eq!((&seen["known"], &seen["recovered"]), (&0.into(), &0.into()));
    assert_eq!(names(&seen, "tagged"), ["a", "b"], "{seen:#}");
    let group = "index$acme:index:Group::scripted:index:Tagged::a";
    assert!(seen["tagged"][0].as_str().unwrap().ends_with(group));
    assert_eq!(names(&seen, "listed").len(), 6);
    project.0.file("live.json", seen["graph"].to_string());
    let inferred = project.run(&["infer", "live.json"]);
    assert!(inferred.contains("[exit 0]"), "{inferred}");
    let said = project.run(&["snapshot", "scripted:index:Tagged=new-"]);
    let line = "resources of the stack that its state does not have, as their tags say:\n  \
                scripted:index:Tagged \"a\"\n";
    assert!(said.contains(line), "{said}");
}

#[test]
fn objects_of_other_stacks_are_listed() {
    let project = project("tagResources: true\n");
    let object = project.object("id-a").unwrap();
    for (id, from, to) in [
        ("other-a", "demo/dev", "demo/prod"),
        ("other-b", "index=24", "=sha256:"),
        ("other-c", "scripted:index:Tagged", "scripted:index:Thing"),
    ] {
        project
            .0
            .file(&format!("objects/{id}.json"), object.replace(from, to));
    }
    let seen = snapshot(&project, &["scripted:index:Tagged=other-"]);
    assert_eq!(names(&seen, "listed").len(), 3);
    assert_eq!(names(&seen, "tagged"), [""; 0]);
}

#[test]
fn the_setting_is_true_or_false() {
    let project = Project::new("export {};");
    project.0.file("Lumi.yaml", "tagResources: all\n");
    let said = project.run(&["run"]);
    assert!(said.contains("must be `true` or `false`"), "{said}");
}
