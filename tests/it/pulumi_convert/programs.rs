//! Programs before and after their conversion.

use std::fs;

use serde_json::Value;

use super::{Conversion, programs};
use crate::support::lumi::tool;
use crate::support::peers::tsc;
use crate::support::test_share::TestShare;

/// Programs of one file, with flags that they need.
const PROGRAMS: &[(&str, &[&str])] = &[
    ("aliased", &[]),
    ("alone", &[]),
    ("custom", &[]),
    ("declared", &[]),
    ("dynamic", &[]),
    ("folder", &[]),
    ("get", &[]),
    ("loops", &[]),
    ("options", &[]),
    ("outputs", &[]),
    ("providers", &[]),
    ("secrets", &[]),
    (
        "settings",
        &[
            "-c",
            "length=2",
            "-c",
            "token=t",
            "-c",
            "sizes={\"small\":3}",
        ],
    ),
    ("site", &["-c", "token=t"]),
    ("stays", &[]),
    ("transforms", &[]),
];

/// The notes of a report, each on a line.
fn notes(report: &Value) -> String {
    let notes = report["notes"].as_array().unwrap().iter();
    let lines = notes.map(|it| {
        let text = |key: &str| it[key].as_str().unwrap();
        format!(
            "// {} {}:{}: {}\n",
            text("kind"),
            text("file"),
            it["line"],
            text("what")
        )
    });
    lines.collect()
}

/// Of the programs in the share that `LUMI_TEST_SHARE` names.
#[test]
fn plans_are_equal_and_compilers_accept_the_new_programs() {
    let mut differences = Vec::new();
    let mut conversions = Vec::new();
    let share = TestShare::of_this_run();
    let chosen = PROGRAMS.iter().enumerate().filter(|it| share.has(it.0));
    for (_, (name, flags)) in chosen {
        let Some(conversion) = Conversion::new() else {
            return;
        };
        let text = fs::read(programs().join(format!("{name}.ts"))).unwrap();
        conversion.file("index.ts", text);
        conversion.file("names.json", r#"["a", "b"]"#);
        let report = conversion.convert(flags);
        if report["comparison"]["equal"] != true {
            differences.push(format!("{name}: {:#}", report["comparison"]));
        }
        let converted = conversion.lumi.read("new/index.ts");
        insta::assert_snapshot!(*name, format!("{converted}{}", notes(&report)));
        conversions.push(conversion);
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    compile(&conversions);
}

/// Checks the types of all new programs in one process.
fn compile(conversions: &[Conversion]) {
    let Some(compiler) = tsc() else {
        return;
    };
    let output = tool(compiler)
        .args(["--build", "--noEmit"])
        .args(conversions.iter().map(|it| it.path("new")))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
}

#[test]
fn modules_of_a_program_are_converted_together() {
    let Some(conversion) = Conversion::new() else {
        return;
    };
    for name in ["index.ts", "cage.ts", "text.ts", "zoo/index.ts"] {
        let text = fs::read(programs().join("modules").join(name)).unwrap();
        conversion.file(&format!("src/{name}"), text);
    }
    conversion.file(
        "Pulumi.yaml",
        "name: web\nruntime: nodejs\nmain: src\ndescription: 'Two: zoos'\n",
    );
    conversion.file("README.md", "# Read me\n");
    conversion.file(".gitignore", "/bin");
    conversion.file("package-lock.json", "{}");
    conversion.file(
        "src/index.test.ts",
        "import * as pulumi from \"@pulumi/pulumi\";\n",
    );
    let report = conversion.convert(&[]);
    assert_eq!(report["comparison"]["equal"], true, "{report:#}");
    insta::assert_snapshot!(format!("{:#}\n{}", report["files"], notes(&report)));
    let all = [
        "src/index.ts",
        "src/cage.ts",
        "src/zoo/index.ts",
        "Lumi.yaml",
        "package.json",
        ".gitignore",
    ];
    let texts = all.map(|it| format!("--- {it}\n{}", conversion.lumi.read(&format!("new/{it}"))));
    insta::assert_snapshot!(texts.concat());
    assert_eq!(conversion.lumi.read("new/README.md"), "# Read me\n");
}

#[test]
fn every_place_that_is_not_converted_is_listed() {
    let Some(conversion) = Conversion::new() else {
        return;
    };
    conversion.file("index.ts", fs::read(programs().join("listed.ts")).unwrap());
    let answer = conversion.run(&["convert", "old", "-o", "new", "--yes"]);
    assert_eq!(answer.code, 1);
    insta::assert_snapshot!(answer.stdout);
    // Mended by hand, and compared again.
    let text = conversion.lumi.read("new/index.ts");
    let mended = text
        .replace(
            "pulumi.mergeOptions({ protect: true }, {})",
            "{ protect: true }",
        )
        .replace("transforms: [async () => undefined]", "transforms: []")
        .replace(
            "pulumi.deferredOutput<string>()",
            "[new lumi.Property(\"\"), () => {}] as const",
        )
        .replace("pulumi.getOrganization()", "\"organization\"");
    let mended = format!("import * as lumi from \"lumi\";\n{mended}");
    conversion.lumi.file("new/index.ts", mended);
    let answer = conversion.run(&["convert", "old", "-o", "new", "--compare", "--yes"]);
    insta::assert_snapshot!(answer.stdout);
}
