//! `--max-deletes`: a plan that deletes too much is not carried out.

use crate::deployments::plan_first::{made, run};
use crate::support::lumi::Lumi;

const FILES: &str = r#"
import { fs } from "lumi/std";
new fs.File("a", { path: "out/a.txt", content: "a" });
new fs.File("b", { path: "out/b.txt", content: "b" });
"#;

#[test]
fn a_plan_with_too_many_deletions_changes_nothing() {
    let lumi = Lumi::program(FILES);
    run(&lumi, "up -y --max-deletes 0").ok();
    // One is replaced, and one deleted.
    lumi.file(
        "index.ts",
        "import { fs } from \"lumi/std\";\nnew fs.File(\"a\", { path: \"out/c.txt\", content: \"a\" });\n",
    );
    for line in [
        "up -y --max-deletes 1",
        "up --skip-preview --max-deletes 1 -y",
        "preview --max-deletes 1",
        "destroy -y --max-deletes 1",
        "deploy dev -y --max-deletes 1",
    ] {
        let answer = run(&lumi, line);
        assert_eq!(answer.code, 1, "{}", answer.transcript());
        let reason = "deletes or replaces 2 resources, and --max-deletes allows 1";
        assert!(answer.stderr.contains(reason), "{}", answer.transcript());
        assert!(
            answer.stderr.contains("std:fs:File::b"),
            "{}",
            answer.transcript()
        );
        assert_eq!(made(&lumi), ["a.txt", "b.txt"], "{line}");
    }
    run(&lumi, "up -y --max-deletes 2").ok();
    assert_eq!(made(&lumi), ["c.txt"]);
}

/// Its host is deleted before the replacement, and so is the dependent, which the program does not declare any more.
#[test]
fn a_deletion_that_a_replacement_brings_forward_counts() {
    let program = |path: &str, dependent: &str| {
        format!(
            "import {{ fs }} from \"lumi/std\";\n\
             const a = new fs.File(\"a\", {{ path: \"out/{path}\", content: \"a\" }}, {{ deleteBeforeReplace: true }});\n\
             {dependent}\n"
        )
    };
    let dependent = "new fs.File(\"b\", { path: a.path.then((it) => `${it}.b`), content: \"b\" });";
    let lumi = Lumi::program(&program("a.txt", dependent));
    run(&lumi, "up -y").ok();
    lumi.file("index.ts", program("c.txt", ""));
    for line in ["up -y --max-deletes 1", "preview --max-deletes 1"] {
        let answer = run(&lumi, line);
        let text = answer.transcript();
        assert_eq!(answer.code, 1, "{text}");
        assert!(text.contains("deletes or replaces 2 resources"), "{text}");
        assert_eq!(made(&lumi), ["a.txt", "a.txt.b"], "{line}");
    }
    let text = run(&lumi, "preview").ok();
    assert!(text.contains("+-1 to replace, -1 to delete"), "{text}");
    let text = run(&lumi, "up -y --max-deletes 2").ok();
    assert!(text.contains("+-1 replaced, -1 deleted"), "{text}");
    assert_eq!(made(&lumi), ["c.txt"]);
}
