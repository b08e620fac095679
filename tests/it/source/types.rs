//! TypeScript's compiler accepts the declarations, and rejects misuse.

use std::path::Path;

use crate::support::lumi::{Lumi, tool};
use crate::support::peers::tsc;

#[test]
fn declarations_hold_in_both_directions() {
    if tsc().is_none() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = tool("bash")
        .arg("tools/types/check.sh")
        .current_dir(root)
        .output()
        .unwrap();
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.status.success(), "{text}");
}

#[test]
fn a_new_project_type_checks() {
    let Some(compiler) = tsc() else { return };
    for template in ["site", "component", "rest", "empty"] {
        let lumi = Lumi::new();
        lumi.run(&["new", "fresh", "--template", template]).ok();
        let folder = lumi.folder().join("fresh");
        let output = tool(&compiler).arg("-p").arg(&folder).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{template}: {text}");
        // Without a URL the template `rest` declares nothing.
        let url = ["-c", "url=http://127.0.0.1:1/notes"];
        let url = url.iter().filter(|_| template == "rest");
        let args: Vec<&str> = ["run", "fresh"].iter().chain(url).copied().collect();
        let plan = lumi.run(&args).ok();
        let expected = match template {
            "empty" => "Resources: none",
            _ => "to create",
        };
        assert!(plan.contains(expected), "{plan}");
    }
}
