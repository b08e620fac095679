//! The record of a program: everything that can be seen of its plan and its deployments, as one text.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::{Value, json};

use super::super::{PLAIN, Project, fixture, plain_graph};
use super::program_file::RoutedProgram;
use crate::pulumi::node;
use crate::support::lumi::{Answer, Lumi, without_times};

/// The beginning of each line of a message.
pub const MESSAGE: &str = "| ";

/// Plans and deploys a program by a route.
pub fn record(program: &RoutedProgram, route: &str) -> String {
    let project = project(program);
    let mut record = String::new();
    let mut plan = vec!["run", "--format", "json"];
    plan.extend(program.plan.iter().map(String::as_str));
    let answer = run(&project, program, route, &plan);
    record += &messages("plan", &answer, false);
    if let Ok(graph) = serde_json::from_str::<Value>(&answer.stdout) {
        record += &format!("{:#}\n", plain_graph(graph));
    }
    for command in &program.commands {
        let args: Vec<&str> = command.iter().map(String::as_str).collect();
        let answer = run(&project, program, route, &args);
        record += &messages(&args.join(" "), &answer, true);
        record += &state(&project);
    }
    record.replace("\r\n", "\n")
}

/// A project with the files of the program, a class for files and plugins.
fn project(program: &RoutedProgram) -> Project {
    let project = Project(Lumi::new());
    let folder = project.0.folder();
    fs::remove_file(folder.join("Lumi.yaml")).unwrap();
    let packages = super::packages().unwrap();
    symlink(&packages, folder.join("node_modules")).unwrap();
    // Node compiles TypeScript with a package that takes a second to load.
    let is_typed = program.files.iter().any(|(name, _)| name.ends_with("ts"));
    let settings = match is_typed {
        true => "name: web\nruntime: nodejs\n",
        false => PLAIN,
    };
    project.0.file("Pulumi.yaml", settings);
    project.0.file("package.json", "{ \"name\": \"web\" }");
    project.0.file("file.js", fixture("file.js"));
    let greet = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/pulumi/greet.js");
    node::install_random(&project.bin(), &packages);
    node::install(&project.bin(), "greet", &packages, &greet);
    for (name, text) in &program.files {
        project.0.file(name, text);
    }
    project
}

fn run(project: &Project, program: &RoutedProgram, route: &str, args: &[&str]) -> Answer {
    let mut command = project.command(args);
    command
        .args(["--runtime", route])
        .envs(
            program
                .environment
                .iter()
                .map(|(name, value)| (name, value)),
        )
        .env("PULUMI_NODEJS_TRANSPILE_ONLY", "true");
    Answer::of(command.output().unwrap(), args, project.0.folder())
}

/// Exit code and messages.
fn messages(what: &str, answer: &Answer, with_output: bool) -> String {
    let mut text = format!("$ {what}\n[exit {}]\n", answer.code);
    if with_output {
        let lines = answer.stdout.lines().map(without_duration);
        text += &lines.map(|it| it.to_owned() + "\n").collect::<String>();
    }
    let lines = without_times(&answer.stderr);
    // Resources are made at the same time, so that lines about them have no order.
    let (mut steps, others): (Vec<_>, Vec<_>) = lines.lines().partition(|it| is_step(it));
    steps.sort_unstable();
    let others = others.into_iter().filter_map(message_line);
    let others = others.map(|it| format!("{MESSAGE}{it}"));
    let lines = steps.into_iter().map(str::to_owned).chain(others);
    lines.fold(text, |text, line| text + line.as_str() + "\n")
}

/// The last line of a deployment without the time that it took.
fn without_duration(line: &str) -> &str {
    let is_last = ["Done: ", "Failed: "].iter().any(|it| line.starts_with(it));
    match line.rsplit_once(", in ") {
        Some((line, _)) if is_last => line,
        _ => line,
    }
}

/// A line of a message without what depends on the version of V8 and on the code around the program; `None` if it is
/// all of that: frames of the SDK and of node, and node's warnings of its own.
fn message_line(line: &str) -> Option<String> {
    let start = line.trim_start();
    let is_of_node = ["(node:", "(Use `node", "... ", "for call at"]
        .iter()
        .any(|it| start.starts_with(it));
    let is_own_frame = start.contains("[folder]/") && !start.contains("node_modules");
    if is_of_node || start.starts_with("at ") && !is_own_frame {
        return None;
    }
    // The SDK gives an error the promise that it rejects, before or after the error is printed.
    if start.starts_with("promise: Promise {") || start == "}" {
        return None;
    }
    let line = line.replacen("<ref *1> ", "", 1);
    // Only a last frame is followed by the members of the error.
    let line = match start.starts_with("at ") {
        true => line.trim_end_matches(" {"),
        false => &line,
    };
    // The SDK's own module for stacks writes a colon where there is no message.
    let line = line
        .strip_suffix("Error: ")
        .map_or_else(|| line.to_owned(), |it| it.to_owned() + "Error");
    Some(match line.split_once(" (line ") {
        Some((message, rest)) if message.contains("JSON") && rest.contains("column") => {
            message.to_owned()
        }
        _ => line,
    })
}

/// Whether a line is about a step of a resource.
fn is_step(line: &str) -> bool {
    let signs = ["+  ", "~  ", "-  ", "+- ", "x  ", ">  ", "=  ", "!  "];
    signs.iter().any(|it| line.starts_with(it))
}

/// Outputs and resources of the stack, without what each run makes anew.
fn state(project: &Project) -> String {
    let answer = project.run(&["stack", "export", "--show-secrets"]);
    let Ok(mut state) = serde_json::from_str::<Value>(&answer.stdout) else {
        return format!("no state: {}", answer.stderr);
    };
    let resources = state["resources"].as_array_mut().unwrap();
    for resource in resources.iter_mut() {
        let resource = resource.as_object_mut().unwrap();
        for member in ["serial", "order", "created", "modified"] {
            resource.remove(member);
        }
    }
    resources.sort_by_key(|it| it["urn"].to_string());
    let seen = json!({
        "outputs": state["outputs"].take(),
        "pending": state["pending"].take(),
        "resources": state["resources"].take(),
    });
    format!("{seen:#}\n")
}
