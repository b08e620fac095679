//! Go, which judges: one program runs all of a test, each as a package of its own.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The command of Go, if there is one.
fn command() -> Option<PathBuf> {
    let known = ["go", "/usr/local/go/bin/go"]
        .into_iter()
        .map(PathBuf::from);
    let mut found = known.filter(|it| {
        Command::new(it)
            .arg("version")
            .output()
            .is_ok_and(|it| it.status.success())
    });
    found.next()
}

/// The folder of Go's own sources.
pub fn root() -> Option<String> {
    let output = Command::new(command()?)
        .args(["env", "GOROOT"])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned())
}

const RUNNER: &str = r#"
func run(name string, program func()) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Printf("raises panic: %v\n", fault)
		}
	}()
	fmt.Println("==== " + name)
	program()
}
"#;

/// The output of each program, in order; `None` without Go.
pub fn outputs(programs: &[(String, String)]) -> Option<Vec<String>> {
    let Some(go) = command() else {
        #[expect(clippy::print_stderr, reason = "says that a test is skipped")]
        {
            eprintln!("skipped: there is no Go to compare with");
        }
        return None;
    };
    let folder = std::env::temp_dir().join(format!("lumigo-{}", std::process::id()));
    write(&folder.join("go.mod"), "module judged\n\ngo 1.26\n");
    let (mut imports, mut calls) = (String::new(), String::new());
    for (index, (_, text)) in programs.iter().enumerate() {
        let package = format!("p{index:04}");
        let text = text.replacen("package main", &format!("package {package}"), 1);
        let text = text.replacen("func main()", "func Main()", 1);
        write(&folder.join(&package).join("main.go"), &text);
        writeln!(imports, "\t\"judged/{package}\"").unwrap();
        writeln!(calls, "\trun(\"{index}\", {package}.Main)").unwrap();
    }
    let main = format!(
        "package main\n\nimport (\n\t\"fmt\"\n{imports})\n{RUNNER}\nfunc main() {{\n{calls}}}\n"
    );
    write(&folder.join("main.go"), &main);
    let output = Command::new(go)
        .args(["run", "."])
        .current_dir(&folder)
        .output()
        .unwrap();
    let _ = std::fs::remove_dir_all(&folder);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{text}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let parts = text.split("==== ").skip(1).enumerate();
    let found = parts.map(|(index, it)| {
        let own = it.split_once('\n').map_or("", |it| it.1);
        own.replace(&format!("p{index:04}."), "main.")
            .trim_end_matches('\n')
            .to_owned()
    });
    Some(found.collect())
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}
