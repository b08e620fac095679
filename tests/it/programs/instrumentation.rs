//! Instrumentation for captured variables is invisible to programs.

use crate::support::lumi::Lumi;

/// The output of a program that inspects itself.
fn printed(lumi: &Lumi) -> String {
    let output = lumi
        .command(&["run", "index.ts"])
        .env("LUMI_CACHE", lumi.folder().join("cache"))
        .output()
        .unwrap();
    assert!(output.status.success());
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

#[test]
fn instrumentation_never_shows() {
    let text = include_str!("../../programs/closures/stealth/program.ts");
    let lumi = Lumi::new();
    lumi.file("check.ts", "export {};");
    lumi.file(
        "index.ts",
        text.replace("../check.ts", "./check.ts")
            .replace("{ check }", "{}"),
    );
    let first = printed(&lumi);
    // The second run loads the module from the cache.
    assert_eq!(first, printed(&lumi));
    insta::assert_snapshot!("stealth", first);
    let places: Vec<(usize, usize)> = ["new Error(`at", "x; }; return go", "new TypeError("]
        .iter()
        .map(|it| {
            let at = text.find(it).unwrap();
            let line = text[..at].matches('\n').count() + 1;
            (line, at - text[..at].rfind('\n').unwrap())
        })
        .collect();
    for (line, column) in places {
        let place = format!("index.ts:{line}:{column})");
        assert!(first.contains(&place), "{place} in {first}");
    }
}

#[test]
fn markers_in_a_users_text_stay() {
    let lumi = Lumi::new();
    lumi.file(
        "index.ts",
        "function make() { let n = 0; /*$lumi{*/ return () => { n++; /*}$lumi*/ return '/*$lumi{*/n/*}$lumi*/'; }; }\n\
         console.log(String(make));\nconsole.log(make()());\nmake().missing.x;\n",
    );
    let answer = lumi.run(&["run", "index.ts"]);
    insta::assert_snapshot!(answer.transcript(), @r"
    $ lumi run index.ts
    [exit 1]
    --- stderr
    function make() { let n = 0; /*$lumi{*/ return () => { n++; /*}$lumi*/ return '/*$lumi{*/n/*}$lumi*/'; }; }
    /*$lumi{*/n/*}$lumi*/
    error: TypeError: Cannot read properties of undefined (reading 'x')
     --> index.ts:4:15
      |
    4 | make().missing.x;
      |               ^
    ");
}
