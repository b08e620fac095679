//! The first things that a user of another tool meets: files of that tool, and names of CommonJS.

use crate::opentofu::mirror;
use crate::support::lumi::Lumi;

#[test]
fn files_of_terraform_lead_to_the_page_about_migrating() {
    let lumi = Lumi::new();
    lumi.file("main.tf", "resource \"random_pet\" \"name\" {}\n");
    for command in [&["up", "-y"][..], &["preview"], &["run"]] {
        let answer = lumi.run(command);
        assert_eq!(answer.code, 2, "{}", answer.transcript());
        for part in ["docs/migrating.md", "lumi import --from"] {
            assert!(answer.stderr.contains(part), "{}", answer.transcript());
        }
    }
    // A program that synthesizes declares nothing.
    lumi.file("cdktf.json", "{}");
    lumi.file("index.ts", "export {};\n");
    for command in [&["preview"][..], &["up", "-y"]] {
        let answer = lumi.run(command);
        assert_eq!(answer.code, 0, "{}", answer.transcript());
        let told = answer.transcript();
        assert!(told.contains("docs/migrating.md"), "{told}");
    }
    let program =
        "import { random } from \"lumi/std\";\nnew random.Id(\"a\", { byteLength: 2 });\n";
    lumi.file("index.ts", program);
    let told = lumi.run(&["up", "-y"]).transcript();
    assert!(!told.contains("migrating"), "{told}");
}

#[test]
fn names_of_commonjs_in_a_module_are_answered() {
    for (name, instead) in [
        ("__dirname", "import.meta.dirname"),
        ("__filename", "import.meta.filename"),
        ("require(\"fs\")", "createRequire"),
    ] {
        let lumi = Lumi::with_sdk(&format!("export const a = {name};\n"));
        let answer = lumi.run(&["run"]);
        assert_eq!(answer.code, 1, "{}", answer.transcript());
        assert!(answer.stderr.contains(instead), "{}", answer.transcript());
    }
}

/// A type as programs write it, the code that is printed, and the description of the package.
#[test]
fn an_import_prints_the_class_of_a_package() {
    let Some(mirror) = mirror::mirror() else {
        return;
    };
    let lumi = Lumi::program("export {};\n");
    let run = |args: &[&str]| {
        let mut command = lumi.command(args);
        command.env("LUMI_PACKAGE_MIRROR", mirror);
        crate::support::lumi::Answer::of(command.output().unwrap(), args, lumi.folder())
    };
    run(&["add", "hashicorp/random", "--yes"]).ok();
    for (at, of) in ["random.Id", "random:resources:random_id"]
        .into_iter()
        .enumerate()
    {
        let printed = run(&["import", of, &format!("id-{at}"), "p-9hUg", "-y"]).ok();
        for part in [
            "import * as random from \"lumi:random\";",
            &format!("new random.Id(\"id-{at}\", "),
        ] {
            assert!(printed.contains(part), "{printed}");
        }
    }
    for (of, part) in [
        ("random.Pett", "did you mean `random.Pet`?"),
        ("aws.Bucket", "the project has no package `aws`"),
    ] {
        let answer = run(&["import", of, "pet", "sunny-goose", "-y"]);
        assert_eq!(answer.code, 2, "{}", answer.transcript());
        assert!(answer.stderr.contains(part), "{}", answer.transcript());
    }
    let schema = run(&["plugin", "schema", "random"]).ok();
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    let resources = schema["resources"].as_array().unwrap();
    let pet = resources.iter().find(|it| it["class"] == "Pet").unwrap();
    assert_eq!(pet["type"], "random:resources:random_pet");
    let length = pet["inputs"].as_array().unwrap();
    let length = length.iter().find(|it| it["name"] == "length").unwrap();
    assert_eq!(length["type"], "number");
}
