//! Plugins from `lumi add` to `lumi destroy`.

use super::Project;

#[test]
fn a_bridged_provider_is_added_used_and_removed() {
    let Some(project) = Project::new(&[("random", "4.19.0")]) else {
        return;
    };
    let program = "\
        import * as random from 'lumi:random';\n\
        const text = new random.RandomString('text', { length: LENGTH, special: false });\n\
        const pet = new random.RandomPet('pet', { prefix: text.result });\n\
        const secret = new random.RandomPassword('secret', { length: 20 });\n\
        const bytes = new random.RandomBytes('bytes', { length: 2 });\n\
        export const result = text.result, name = pet.id, password = secret.result, hex = bytes.hex;\n";
    let mut said = vec![project.transcript(&["add", "pulumi:random", "-y"])];
    project.program(&program.replace("LENGTH", "8"));
    said.push(project.transcript(&["preview"]));
    said.push(project.transcript(&["up", "-y"]));
    let outputs = project.outputs();
    let text = outputs["result"].as_str().unwrap();
    assert_eq!(text.len(), 8);
    assert!(
        outputs["name"]
            .as_str()
            .unwrap()
            .starts_with(&format!("{text}-"))
    );
    project.program(&program.replace("LENGTH", "9"));
    said.push(project.transcript(&["preview"]));
    project.run(&["up", "-y"]).ok();
    let now = project.outputs();
    assert_eq!(now["result"].as_str().unwrap().len(), 9);
    assert_eq!(now["password"], outputs["password"]);
    // What the bridge writes for itself is no drift.
    let read = project.transcript(&["preview", "--refresh", "--expect-no-changes"]);
    assert!(
        read.contains("[exit 0]") && !read.contains("drift"),
        "{read}"
    );
    said.push(project.transcript(&["destroy", "-y"]));
    let said: Vec<String> = said.iter().map(|it| steady(it)).collect();
    let name = outputs["name"].as_str().unwrap();
    let hex = outputs["hex"]["value"].as_str().unwrap();
    let said = said
        .join("\n")
        .replace(name, "[name]")
        .replace(text, "[text]");
    insta::assert_snapshot!(said.replace(&format!("\"{hex}\""), "\"[hex]\""));
}

#[test]
fn components_methods_and_functions_are_the_providers() {
    let Some(project) = Project::new(&[("shop", "1.4.0")]) else {
        return;
    };
    project.run(&["add", "pulumi:shop", "-y"]).ok();
    project.program(
        "import * as shop from 'lumi:shop';\n\
         const box = new shop.Box('b', { titles: ['x', 'y'], size: shop.Size.M });\n\
         const item = new shop.Item('a', { title: 'A', code: '1234' });\n\
         const shelf = new shop.store.Shelf('s', { items: [item.title, box.label], level: shop.store.Level.Ground });\n\
         export const price = box.priceIn({ currency: 'EUR' }).price;\n\
         export const label = box.label;\n\
         export const total = shop.sum({ numbers: [1, 2, 3.5] }).total;\n\
         export const items = shop.store.getShelf({ id: shelf.id }).items;\n\
         export const code = item.code;\n",
    );
    let mut said = vec![project.transcript(&["preview"])];
    said.push(project.transcript(&["up", "-y"]));
    said.push(project.transcript(&["up", "-y"]));
    let outputs = project.outputs();
    assert_eq!(outputs["price"], "3 EUR");
    assert_eq!(outputs["label"], "x+y");
    assert_eq!(outputs["total"], 6.5);
    assert_eq!(outputs["items"], serde_json::json!(["A", "x+y"]));
    // A change from outside is seen, and undone.
    project.lumi.file(
        "objects/s.json",
        r#"{"items":["other"],"level":0,"serial":1}"#,
    );
    said.push(project.transcript(&["preview", "--refresh"]));
    project.run(&["up", "--refresh", "-y"]).ok();
    assert!(project.lumi.read("objects/s.json").contains("x+y"));
    said.push(project.transcript(&["destroy", "-y"]));
    let said: Vec<String> = said.iter().map(|it| steady(it)).collect();
    insta::assert_snapshot!(said.join("\n"));
}

/// The end of a command's output. Steps that run at the same time are reported in any order, and a component of a plugin
/// makes its children in any order.
fn steady(transcript: &str) -> String {
    let (said, _) = transcript
        .split_once("--- stderr")
        .unwrap_or((transcript, ""));
    let said = said.replace("├─", "-").replace("└─", "-");
    let lines: Vec<&str> = said.lines().collect();
    let is_child = |it: &&&str| it.starts_with("+ - ");
    let mut children: Vec<&str> = lines.iter().filter(is_child).copied().collect();
    children.sort_unstable();
    let mut children = children.into_iter();
    let lines = lines.iter().map(|line| match is_child(&line) {
        true => children.next().unwrap_or(line),
        false => line,
    });
    lines.map(|it| format!("{it}\n")).collect()
}
