//! Plans as Markdown that failed.

use crate::lumi::Lumi;
use crate::plan_first::run;

/// A comment on a pull request is often all that is read.
#[test]
pub fn a_plan_as_markdown_says_why_it_failed() {
    let lumi = Lumi::program(
        r#"
import { Config, secret } from "lumi";
import { fs } from "lumi/std";
const token = new Config().require("token");
new fs.File("a", { path: "out/a.txt", content: secret("hunter22") });
throw new Error(`no \`room\` for ${token}`);
"#,
    );
    run(&lumi, "config set token swordfish --secret").ok();
    let thrown = run(&lumi, "preview --markdown");
    assert_eq!(thrown.code, 1);
    assert!(!thrown.stdout.contains("swordfish"), "{}", thrown.stdout);
    insta::assert_snapshot!(thrown.stdout, @"");
    let two = "{ path: \"out/a.txt\", content: \"1\" }";
    lumi.file(
        "index.ts",
        format!("import {{ fs }} from \"lumi/std\";\nnew fs.File(\"a\", {two});\nnew fs.File(\"b\", {two});\n"),
    );
    let refused = run(&lumi, "preview --markdown");
    assert_eq!(refused.code, 1);
    insta::assert_snapshot!(refused.stdout, @"");
}
