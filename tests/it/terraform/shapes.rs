//! Outputs have one shape, whichever command evaluates the program.

use std::collections::BTreeMap;

use super::Project;

/// Things with blocks and attributes of each nesting: one and several, in the words of the program and of the provider.
const PROGRAM: &str = r#"
import * as kit from "lumi:kit";
const nested = { name: "n", code: "c" };
const given: Record<string, any> = {
  one: { rule: { from: 1, to: 2 }, port: { from: 1, to: 2 }, owner: nested, groups: [nested, nested], labels: { a: nested } },
  several: { rule: [{ from: 1, to: 2 }, { from: 1, to: 2 }], port: [{ from: 2, to: 2 }, { from: 2, to: 2 }], members: [nested], tags: ["a", "a"] },
  open: { rule: { from: 1 }, port: [{ from: 1 }], owner: { name: "n" }, members: [{ name: "n" }] },
};
for (const [name, inputs] of Object.entries(given)) {
  const thing: any = new kit.Thing(name, { name, ...inputs });
  for (const key of Object.keys(inputs)) {
    thing[key].then((it: unknown) => console.log(`shape ${name}.${key} ${JSON.stringify(it)}`));
  }
}
"#;

/// Outputs as a command prints them, by their names.
fn shapes(project: &Project, args: &[&str]) -> BTreeMap<String, String> {
    let said = project.run(args);
    let lines = said
        .lines()
        .filter_map(|it| it.trim().strip_prefix("shape "));
    let shapes = lines.filter_map(|it| it.split_once(' '));
    shapes
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

#[test]
fn outputs_have_the_same_shape_in_every_command() {
    let Some(project) = Project::new("kit", PROGRAM) else {
        return;
    };
    let run = shapes(&project, &["run", "-P"]);
    let preview = shapes(&project, &["preview", "-P"]);
    let up = shapes(&project, &["up", "-yP", "--skip-preview"]);
    assert_eq!(up["one.rule"], r#"[{"from":1,"to":2}]"#);
    assert_eq!(up["several.tags"], r#"["a"]"#);
    assert_eq!(up.len(), 13, "{up:#?}");
    for (name, shape) in run.iter().chain(&preview) {
        assert_eq!(up.get(name), Some(shape), "{name}");
    }
    // All that is given as a whole is known without the provider.
    let whole = up.keys().filter(|it| !it.starts_with("open."));
    for name in whole {
        assert!(run.contains_key(name), "{name}: {run:#?}");
    }
}
