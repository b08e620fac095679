//! A file of a stack has one owner, by whichever way a resource gets files.

use crate::deployments::plan_first::run;
use crate::support::lumi::{Answer, Lumi};

const PRELUDE: &str =
    "import { AssetArchive, FileArchive } from \"lumi\";\nimport { fs } from \"lumi/std\";\n";

const KEEP: &str =
    "new fs.File(\"keep\", { path: \"out/keep.txt\", content: \"keep\" }, { protect: true });";

const PROTECTED_FOLDER: &str = "new fs.Directory(\"pd\", { path: \"out/pd\", source: new FileArchive(\"src\") }, { protect: true });";

const IMPORT: &str = "new fs.Directory(\"d\", { path: \"out\", source: new AssetArchive({}) }, { import: \"out\" });";

/// A deployed program of these statements.
fn deployed(statements: &str) -> Lumi {
    let lumi = Lumi::program("");
    lumi.file("src/n.txt", "n");
    program(&lumi, &[statements]);
    run(&lumi, "up -y").ok();
    lumi
}

fn program(lumi: &Lumi, statements: &[&str]) {
    lumi.file("index.ts", format!("{PRELUDE}{}\n", statements.join("\n")));
}

fn is_refused(answer: &Answer, owner: &str) {
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert!(answer.stderr.contains(owner), "{}", answer.transcript());
}

#[test]
fn an_imported_folder_takes_no_files_of_other_resources() {
    for (kept, file, owner) in [
        (
            KEEP,
            "out/keep.txt",
            "already belongs to std:fs:File \"keep\"",
        ),
        (
            PROTECTED_FOLDER,
            "out/pd/n.txt",
            "already belongs to std:fs:Directory \"pd\"",
        ),
    ] {
        let lumi = deployed(kept);
        for statements in [&[kept, IMPORT][..], &[IMPORT]] {
            program(&lumi, statements);
            for command in ["preview", "up -y"] {
                is_refused(&run(&lumi, command), owner);
            }
        }
        is_refused(&run(&lumi, "import std:fs:Directory d out -y"), owner);
        assert!(lumi.folder().join(file).exists());
        let other = run(&lumi, "stack init other");
        assert_eq!(other.code, 0, "{}", other.transcript());
        program(&lumi, &[IMPORT]);
        is_refused(&run(&lumi, "up -y -s other"), "of the stack `dev`");
        assert!(lumi.folder().join(file).exists());
    }
}

#[test]
fn a_file_in_an_unchanged_folder_is_not_adopted() {
    let lumi = deployed(PROTECTED_FOLDER);
    let inner = "new fs.File(\"inner\", { path: \"out/pd/n.txt\", content: \"n\" });";
    program(&lumi, &[PROTECTED_FOLDER, inner]);
    for command in ["preview", "up -y", "up -y -t inner"] {
        is_refused(
            &run(&lumi, command),
            "\"out/pd/n.txt\" already belongs to std:fs:",
        );
    }
    assert!(lumi.folder().join("out/pd/n.txt").exists());
    run(&lumi, "destroy -y -t inner");
    assert!(lumi.folder().join("out/pd/n.txt").exists());
}

#[test]
fn a_managed_file_is_not_imported_again() {
    let lumi = deployed(KEEP);
    for path in ["out/keep.txt", "./out/keep.txt", "src/../out/keep.txt"] {
        is_refused(
            &run(&lumi, &format!("import std:fs:File c {path} -y")),
            "already belongs to std:fs:File \"keep\"",
        );
    }
}

/// A member of a folder becomes a file of its own, in either order.
#[test]
fn a_folder_hands_a_file_over() {
    let member = |names: &str| {
        format!(
            "new fs.Directory(\"d\", {{ path: \"out\", source: new AssetArchive({{ {names} }}) }});"
        )
    };
    let file = |options: &str| {
        format!("const f = new fs.File(\"f\", {{ path: \"out/a\", content: \"a\" }}{options});")
    };
    let (a, b) = ("a: new StringAsset(\"a\"),", "b: new StringAsset(\"b\"),");
    let assets = "import { StringAsset } from \"lumi\";";
    let lumi = deployed(&format!("{assets}\n{}", member(&format!("{a}{b}"))));
    program(
        &lumi,
        &[
            assets,
            &file(""),
            &member(b).replace(" });", " }, { dependsOn: [f] });"),
        ],
    );
    run(&lumi, "up -y").ok();
    assert!(lumi.folder().join("out/a").exists());
    run(&lumi, "up -y").ok();
    assert!(lumi.folder().join("out/a").exists());
}

#[test]
fn a_file_is_taken_over_from_one_that_moves_away_first() {
    let moved = "const a = new fs.File(\"a\", { path: \"out/y\", content: \"1\" }";
    let other = "new fs.File(\"b\", { path: \"out/x\", content: \"2\" }";
    let lumi = deployed("new fs.File(\"a\", { path: \"out/x\", content: \"1\" });");
    program(&lumi, &[&format!("{moved});"), &format!("{other});")]);
    for command in ["preview", "up -y"] {
        is_refused(
            &run(&lumi, command),
            "its object still belongs to std:fs:File \"a\", which the program gives another object",
        );
    }
    let first = format!("{moved}, {{ deleteBeforeReplace: true }});");
    let then = format!("{other}, {{ dependsOn: [a] }});");
    program(&lumi, &[&first, &then]);
    for command in ["preview", "up -y", "up -y --expect-no-changes"] {
        run(&lumi, command).ok();
    }
    assert_eq!([lumi.read("out/x"), lumi.read("out/y")], ["2", "1"]);
}
