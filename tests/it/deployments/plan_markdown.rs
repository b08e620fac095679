//! Plans as Markdown that failed.

use crate::deployments::plan_first::run;
use crate::support::lumi::Lumi;

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
    insta::assert_snapshot!(thrown.stdout, @r##"
    ### Plan for stack `dev` of `demo`

    **Incomplete plan: +1 to create**

    ```text
    error: no `room` for [secret]
     --> index.ts:6:7
      |
    6 | throw new Error(`no \`room\` for ${token}`);
      |       ^
    ```

    <details>
    <summary>Steps</summary>

    | | Type | Name | Why |
    |---|---|---|---|
    | `+` | `std:fs:File` | `a` | `secret: content` |

    </details>

    <details>
    <summary>Old and new values</summary>

    ```diff
    + create std:fs:File "a"  (index.ts:5:1)
    +   path: "out/a.txt"
    +   content: [secret]
    +   mode: "0600"
    ```

    </details>
    "##);
    let two = "{ path: \"out/a.txt\", content: \"1\" }";
    lumi.file(
        "index.ts",
        // The resource that is checked first has the path, so the second waits for the first.
        format!(
            "import {{ fs }} from \"lumi/std\";\nconst a = new fs.File(\"a\", {two});\n\
             new fs.File(\"b\", {two}, {{ dependsOn: a }});\n"
        ),
    );
    let refused = run(&lumi, "preview --markdown");
    assert_eq!(refused.code, 1);
    insta::assert_snapshot!(refused.stdout, @r##"
    ### Plan for stack `dev` of `demo`

    **Incomplete plan: +1 to create, 1 failed**

    ```text
    error: cannot create std:fs:File "b": input `path`: "out/a.txt" already belongs to std:fs:File "a", and a file can belong to one resource only; give one of them another path
     --> index.ts:3:20
      |
    3 | new fs.File("b", { path: "out/a.txt", content: "1" }, { dependsOn: a });
      |                    ^
    ```

    <details>
    <summary>Steps</summary>

    | | Type | Name | Why |
    |---|---|---|---|
    | `+` | `std:fs:File` | `a` |  |
    | `+` | `std:fs:File` | `b` | `` failed: input `path`: "out/a.txt" already belongs to std:fs:File "a", and a file can bel… `` |

    </details>

    <details>
    <summary>Old and new values</summary>

    ```diff
    + create std:fs:File "a"  (index.ts:2:11)
    +   path: "out/a.txt"
    +   content: "1"
    +   mode: "0644"

    + create std:fs:File "b"  (index.ts:3:1)
    ```

    </details>
    "##);
}
