//! Several versions of one package in one project: the option `version` of a resource chooses.

use super::Project;

const PROGRAM: &str = "\
    import * as shop from 'lumi:shop';\n\
    new shop.Item('a', { title: 'A' }, { version: 'VERSION' });\n\
    new shop.Item('b', { title: 'B' });\n\
    const provider = new shop.Provider('p', { folder: 'others' }, { version: '1.4.0' });\n\
    new shop.Item('c', { title: 'C' }, { provider });\n\
    export const total = shop.sum({ numbers: [1, 2] }, { version: '1.4.0' }).total;\n";

#[test]
fn versions_are_side_by_side() {
    let plugins = [("shop", "1.4.0"), ("shop-next", "1.5.0")];
    let Some(project) = Project::new(&plugins) else {
        return;
    };
    project.lumi.file(
        "Lumi.yaml",
        "name: demo\npackages:\n  shop: { source: pulumi:shop, version: \"~> 1.5\", also: [\"1.4.0\"] }\n",
    );
    let mut said = vec![project.transcript(&["install", "-y"])];
    said.push(project.transcript(&["install", "--frozen"]));
    said.push(project.transcript(&["packages"]));
    project.program(&PROGRAM.replace("VERSION", "1.4.0"));
    project.run(&["up", "-y"]).ok();
    let made_by = |file: &str| project.lumi.read(&format!("{file}.version"));
    assert_eq!(made_by("objects/a"), "1.4.0");
    assert_eq!(made_by("objects/b"), "1.5.0");
    assert_eq!(made_by("others/c"), "1.4.0");
    assert_eq!(project.outputs()["total"], 3);
    // Another version alone changes nothing.
    project.program(&PROGRAM.replace("VERSION", "1.5.0"));
    let same = project.transcript(&["up", "-y"]);
    assert!(same.contains("nothing to do"), "{same}");
    project.program(&PROGRAM.replace("VERSION", "1.6.0"));
    said.push(project.transcript(&["preview"]));
    project.program(&PROGRAM.replace("VERSION", "1.4.0"));
    let destroyed = project.transcript(&["destroy", "-y"]);
    assert!(destroyed.contains("-4 deleted"), "{destroyed}");
    said.push(project.transcript(&["remove", "shop"]));
    assert!(!project.lumi.folder().join("Lumi.lock").exists());
    insta::assert_snapshot!(said.join("\n"));
}
