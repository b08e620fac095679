//! The server for dynamic providers in Pulumi's Node SDK.

use super::{Project, node};
use crate::support::lumi::without_times;

/// A provider in the SDK's form: text in an input of the resource.
const PROVIDER: &str = r#"
exports.handler = () => ({
  configure: async ({ config }) => { exports.greeting = config.require("greeting"); },
  check: async (olds, news) => ({
    inputs: news, failures: news.name === "" ? [{ property: "name", reason: "it is empty" }] : [],
  }),
  diff: async (id, olds, news) => ({
    changes: olds.name !== news.name || olds.loud !== news.loud,
    replaces: olds.name !== news.name ? ["name"] : [], deleteBeforeReplace: true,
  }),
  create: async ({ name, loud }) => ({ id: `hello-${name}`, outs: { name, loud, text: say(name, loud) } }),
  update: async (id, olds, { name, loud }) => ({ outs: { name, loud, text: say(name, loud) } }),
  read: async (id, props) => ({ id, props }),
  delete: async (id) => { require("fs").appendFileSync("deleted", `${id}\n`); },
});
const say = (name, loud) => `${exports.greeting} ${name}${loud ? "!" : ""}`;
"#;

fn program(name: &str, loud: bool) -> String {
    let provider = serde_json::to_string(PROVIDER).unwrap();
    format!(
        "const __provider = {provider};\nconst it = new lumi.CustomResource<any>(\n  \
         \"pulumi-nodejs:dynamic:Resource\", \"it\", {{ __provider, name: \"{name}\", loud: {loud} }});\n\
         export const text = it.text;\n"
    )
}

#[test]
fn dynamic_resources_are_managed_by_the_code_in_their_inputs() {
    let Some(packages) = node::packages() else {
        return;
    };
    let project = Project::new(&program("you", false));
    let server = packages.join("@pulumi/pulumi/cmd/dynamic-provider/index.js");
    node::install(&project.bin(), "pulumi-nodejs", &packages, &server);
    project
        .0
        .file("Lumi.dev.yaml", "config:\n  greeting: hello\n");
    let preview = project.answer(&["preview"]).ok();
    assert!(preview.contains("+1 to create"), "{preview}");
    let text = |project: &Project| project.outputs()["text"].as_str().unwrap().to_owned();
    project.answer(&["up", "-y"]).ok();
    assert_eq!(text(&project), "hello you");
    project.program(&program("you", true));
    let up = without_times(&project.answer(&["up", "-y"]).ok());
    assert!(up.contains("~1 updated"), "{up}");
    assert_eq!(text(&project), "hello you!");
    let refresh = without_times(&project.answer(&["refresh", "-y"]).ok());
    assert!(refresh.contains("nothing to do, 1 unchanged"), "{refresh}");
    project.program(&program("all", true));
    let up = without_times(&project.answer(&["up", "-y"]).ok());
    assert!(up.contains("1 replaced"), "{up}");
    assert_eq!(text(&project), "hello all!");
    assert_eq!(project.0.read("deleted"), "hello-you\n");
    project.program(&program("", true));
    let preview = project.run(&["preview"]);
    assert!(preview.contains("input `name`: it is empty"), "{preview}");
    // The state has the code, so no program is needed.
    project.answer(&["destroy", "-y"]).ok();
    assert_eq!(project.0.read("deleted"), "hello-you\nhello-all\n");
}
