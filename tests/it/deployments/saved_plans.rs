//! Plans that are saved, and what carries them out.

use crate::deployments::deploy::{PROGRAM, change, seen};
use crate::support::lumi::Lumi;

#[test]
pub fn a_saved_plan_is_applied_or_refused() {
    let lumi = Lumi::program(PROGRAM);
    let first = seen(&lumi, &["preview --save plan.json", "up --plan plan.json"]);
    change(&lumi, "Hello", "Bye");
    let save = seen(&lumi, &["preview -q --save plan.json"]);
    change(&lumi, "Bye", "Bye!");
    let refused = seen(
        &lumi,
        &[
            "up --plan plan.json",
            "up --plan plan.json -s prod",
            "up --plan missing.json",
        ],
    );
    assert_eq!(lumi.read("public/index.html"), "<h1>Hello</h1>\n");
    change(&lumi, "Bye!", "Bye");
    let applied = seen(&lumi, &["up --plan plan.json", "up --plan plan.json"]);
    assert_eq!(lumi.read("public/index.html"), "<h1>Bye</h1>\n");
    insta::assert_snapshot!([first, save, refused, applied].join("\n"));
}

#[test]
fn a_saved_plan_of_a_destroy_is_carried_out_or_refused() {
    let file = |name: &str| {
        format!("new fs.File(\"{name}\", {{ path: \"{name}.txt\", content: \"{name}\" }});\n")
    };
    let program = |names: &[&str]| {
        let files: String = names.iter().map(|it| file(it)).collect();
        format!("import {{ fs }} from \"lumi/std\";\n{files}")
    };
    let lumi = Lumi::program(&program(&["a", "b"]));
    let save: &[&str] = &["preview", "-q", "--destroy", "--save", "gone.json"];
    for command in ["up", "destroy"] {
        lumi.run(&["up", "-y"]).ok();
        lumi.run(save).ok();
        // The program is not evaluated.
        lumi.file("index.ts", "throw new Error(\"not now\");");
        lumi.run(&[command, "--plan", "gone.json"]).ok();
        assert!(!lumi.folder().join("a.txt").exists() && !lumi.folder().join("b.txt").exists());
        lumi.file("index.ts", program(&["a", "b"]));
    }
    lumi.run(&["up", "-y"]).ok();
    let one: &[&str] = &["--target", "a"];
    lumi.run(&[save, one].concat()).ok();
    lumi.run(&["destroy", "--plan", "gone.json"]).ok();
    assert!(!lumi.folder().join("a.txt").exists() && lumi.folder().join("b.txt").exists());
    lumi.run(&["up", "-y"]).ok();
    lumi.run(save).ok();
    lumi.file("index.ts", program(&["a", "b", "c"]));
    lumi.run(&["up", "-y"]).ok();
    // Objects that do not depend on each other are listed in any order.
    let refused = lumi.run(&["destroy", "--plan", "gone.json"]);
    lumi.run(&["preview", "-q", "--save", "up.json"]).ok();
    let other = lumi.run(&["destroy", "--plan", "up.json"]);
    assert_eq!((refused.code, other.code), (1, 2));
    assert!(lumi.folder().join("a.txt").exists());
    let difference = "std:fs:File \"c\": not in the plan, but now planned as delete\n\
        help: make a new plan with `lumi preview --destroy --save FILE`";
    assert!(refused.stderr.contains(difference), "{}", refused.stderr);
    let reason =
        "up.json: it is a plan of `lumi up`, which deletes only what is no longer in the program";
    assert!(other.stderr.contains(reason), "{}", other.stderr);
}

#[test]
pub fn a_saved_plan_keeps_its_selection() {
    let program = r#"
import { fs, random } from "lumi/std";
const id = new random.Id("id", { byteLength: 4 });
new fs.File("a", { path: "out/a.txt", content: "1" });
new fs.File("b", { path: "out/b.txt", content: "1" });
export const hex = id.hex;
"#;
    let lumi = Lumi::program(program);
    let apply = |flags: &str| {
        let line = format!("preview --save plan.json {flags}");
        lumi.run(&line.split(' ').collect::<Vec<_>>()).ok();
        lumi.run(&["up", "--plan", "plan.json", "-y"]).ok()
    };
    apply("--target a");
    assert_eq!(lumi.read("out/a.txt"), "1");
    assert!(!lumi.folder().join("out/b.txt").exists());
    apply("--exclude b");
    assert!(!lumi.folder().join("out/b.txt").exists());
    lumi.run(&["up", "-y"]).ok();
    let replaced = apply("--replace id");
    assert!(replaced.contains("+-1 replaced"), "{replaced}");
    lumi.file("out/a.txt", "drift");
    apply("--refresh");
    assert_eq!(lumi.read("out/a.txt"), "1");
    change(&lumi, "content: \"1\"", "content: \"2\"");
    apply("--target id --target-dependents");
    assert_eq!(lumi.read("out/a.txt"), "1");
}
