//! A plugin that was written with the Node SDK of Pulumi, which runs it.

use super::{Project, node};

/// A project with the plugin `random`; `None` where node is missing.
fn project(program: &str) -> Option<Project> {
    let packages = node::packages()?;
    let project = Project::new(program);
    node::install_random(&project.bin(), &packages);
    Some(project)
}

const RESOURCES: &str = r#"

  new lumi.CustomResource<any>(`random:index/random${type[0].toLowerCase()}${type.slice(1)}:Random${type}`
    .replace("random" + type[0].toLowerCase(), "random" + type[0]), name, inputs, options);
export const text = resource("String", "text", { length: LENGTH, special: false });
export const password = resource("Password", "password", { length: 20 });
export const pet = resource("Pet", "pet", { prefix: text.result });
export const number = resource("Integer", "number", { min: 3, max: 3, keepers: { of: text.id } });
export const id = resource("Id", "id", { byteLength: 2, prefix: "x-" });
export const values = [text.result, pet.id, number.result, id.hex, password.result];
"#;

#[test]
fn resources_of_a_published_package_live_and_die() {
    let Some(project) = project(&RESOURCES.replace("LENGTH", "8")) else {
        return;
    };
    insta::assert_snapshot!(project.run(&["preview"]), @"");
    insta::assert_snapshot!(project.run(&["up", "-y"]), @"");
}
