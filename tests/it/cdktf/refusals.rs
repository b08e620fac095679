//! Projects that are refused, with advice.

use std::fs;
use std::path::Path;

use super::{project, project_of};

const HEAD: &str = "const { App, Annotations, TerraformStack } = require(\"cdktf\");\n\
                    const app = new App();\nconst stack = new TerraformStack(app, \"web\");\n";

#[test]
fn commands_of_other_languages_are_refused_with_what_to_do() {
    let Some(project) = project_of("") else {
        return;
    };
    project.file(
        "cdktf.json",
        r#"{"language": "python", "app": "pipenv run python main.py"}"#,
    );
    let answer = project.run(&["preview"]);
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    for part in [
        "`pipenv run python main.py`",
        "`cdktf synth`",
        "cdktf.out/stacks/NAME",
    ] {
        assert!(answer.stderr.contains(part), "{}", answer.transcript());
    }
    project.file("cdktf.json", "{}");
    let answer = project.run(&["preview"]);
    assert!(
        answer
            .stderr
            .contains("add `\"app\": \"npx ts-node main.ts\"`"),
        "{}",
        answer.transcript()
    );
}

/// With all permissions, the line runs in a shell: here it is one that no interpreter of Lumi knows.
#[test]
fn a_command_of_another_language_runs_in_a_process_that_is_allowed() {
    let Some(project) = project_of(&format!("{HEAD}app.synth();\n")) else {
        return;
    };
    project.file("cdktf.json", r#"{"app": "env node src/main.js"}"#);
    project.run(&["preview", "-A"]).ok();
    assert_eq!(project.run(&["preview"]).code, 2);
}

#[test]
fn a_program_that_does_not_synthesize_is_refused() {
    let Some(project) = project_of(HEAD) else {
        return;
    };
    let answer = project.run(&["preview"]);
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    assert!(
        answer.stderr.contains("must call `app.synth()`"),
        "{}",
        answer.transcript()
    );
}

#[test]
fn an_error_of_the_program_is_shown_where_it_is() {
    let Some(project) = project_of(&format!("{HEAD}app.synth();\n")) else {
        return;
    };
    project.run(&["up", "-y"]).ok();
    project.file(
        "src/main.js",
        &format!("{HEAD}stack.nothing();\napp.synth();\n"),
    );
    let answer = project.run(&["preview"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    for part in ["stack.nothing is not a function", "src/main.js:4"] {
        assert!(answer.stderr.contains(part), "{}", answer.transcript());
    }
    // What was written before says which stack is meant.
    project.run(&["stack", "history"]).ok();
}

#[test]
fn messages_of_constructs_are_reported() {
    let Some(project) = project_of(&format!(
        "{HEAD}Annotations.of(stack).addWarning(\"look at this\");\napp.synth();\n"
    )) else {
        return;
    };
    let answer = project.run(&["preview"]);
    assert_eq!(answer.code, 0, "{}", answer.transcript());
    for part in ["warning: look at this", "in web"] {
        assert!(answer.stderr.contains(part), "{}", answer.transcript());
    }
    let wrong = "Annotations.of(stack).addError(\"this is wrong\");\napp.synth();\n";
    project.file("src/main.js", &format!("{HEAD}{wrong}"));
    let answer = project.run(&["up", "-y"]);
    assert_eq!(answer.code, 1, "{}", answer.transcript());
    assert!(
        answer.stderr.contains("error: this is wrong"),
        "{}",
        answer.transcript()
    );
}

#[test]
fn a_state_of_cdktf_is_not_made_a_second_time() {
    let Some(project) = project(Path::new("tests/programs/cdktf/javascript")) else {
        return;
    };
    project.file(
        "terraform.numbers.tfstate",
        r#"{"version": 4, "resources": [{}]}"#,
    );
    for command in [&["preview"][..], &["up", "-y"]] {
        let answer = project.run(command);
        assert_eq!(answer.code, 2, "{}", answer.transcript());
        assert!(
            answer.stderr.contains("terraform.numbers.tfstate"),
            "{}",
            answer.transcript()
        );
    }
    project.run(&["up", "-y", "--new-state"]).ok();
}

#[test]
fn a_folder_without_settings_of_lumi_is_a_project() {
    let Some(project) = project(Path::new("tests/programs/cdktf/javascript")) else {
        return;
    };
    fs::remove_file(project.folder().join("Lumi.yaml")).unwrap();
    project.run(&["up", "-y"]).ok();
    let listed = project.run(&["stack", "ls"]).ok();
    assert!(listed.contains("numbers"), "{listed}");
    assert_eq!(project.run(&["stack", "output", "one_value"]).ok(), "3\n");
    project.run(&["refresh", "-y"]).ok();
    project.run(&["destroy", "-y"]).ok();
    // A file is a program of its own.
    project.file("other.ts", "export const a = 1;\n");
    let shown = project.run(&["run", "other.ts"]).ok();
    assert!(shown.contains("a: 1"), "{shown}");
}
