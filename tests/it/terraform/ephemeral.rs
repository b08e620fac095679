//! Ephemeral values reach providers, and nothing else.

use std::fs;
use std::path::Path;

use super::Project;

/// A program with a ticket of the kit, whose secret is `ticket of ann`.
fn program(rest: &str) -> String {
    format!(
        "import * as kit from \"lumi:kit\";\n\
         const ticket = kit.ephemeral.Ticket({{ for: \"ann\" }});\n{rest}"
    )
}

/// Every file of the folder, but the provider's own executable, which is a link or elsewhere.
fn texts(folder: &Path) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => all.extend(texts(&path)),
            false => {
                let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
                all.push((path.display().to_string(), text));
            }
        }
    }
    all
}

/// Without what the provider says when a ticket is closed: it counts the renewals, one each second.
fn without_renewals(text: &str) -> String {
    let lines = text.lines().filter(|it| !it.contains("after renewals "));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_value_reaches_write_only_inputs_and_is_in_no_file() {
    let used = "const a = new kit.Thing(\"a\", { name: \"a\", password: ticket.secret });\n\
                export const { secret } = a;\n\
                const other = kit.ephemeral.Ticket({ for: ticket.secret });\n\
                new kit.Thing(\"b\", { name: \"b\", password: other.secret }, { dependsOn: [a] });\n";
    let Some(project) = Project::new("kit", &program(used)) else {
        return;
    };
    project.0.file("index.ts", program(used));
    let mut seen = vec![project.preview()];
    let saved = project.answer(&["preview", "-P", "--save", "plan.json"]);
    assert_eq!(saved.code, 0, "{}", saved.stderr);
    seen.push(project.run(&["up", "-yP", "--plan", "plan.json"]));
    // The provider has got it: the length of `ticket of ann` is in its answer.
    let outputs = project
        .answer(&["stack", "output", "--json", "--show-secrets"])
        .ok();
    assert!(
        outputs.contains(&format!("secret of a{}\"", "*".repeat(13))),
        "{outputs}"
    );
    seen.push(project.preview());
    let graph = project.answer(&["graph", "--format", "json"]).ok();
    let history = project.answer(&["stack", "history", "--json"]).ok();
    let exported = project.answer(&["stack", "export", "--show-secrets"]).ok();
    let run = project.answer(&["run", "-P"]);
    project.0.file(
        "outputs.txt",
        [graph, history, exported, run.stdout, run.stderr].concat(),
    );
    project.0.file("seen.txt", seen.concat());
    let texts = texts(project.0.folder());
    assert!(texts.len() > 5, "the state and the journal are there");
    for (path, text) in texts {
        assert!(!text.contains("ticket of"), "{path}: {text}");
    }
    insta::assert_snapshot!(without_renewals(&seen.join("\n")));
}

#[test]
fn a_value_configures_a_provider_and_is_not_in_its_errors() {
    let used = "const other = new kit.Provider(\"other\", { greeting: \"hi\", token: ticket.secret });\n\
                new kit.Thing(\"a\", { name: \"a\" }, { provider: other });\n";
    let Some(project) = Project::new("kit", &program(used)) else {
        return;
    };
    project.0.file("index.ts", program(used));
    let mut seen = vec![project.up(), project.preview()];
    // The provider that is rude prints its token.
    project
        .0
        .file("index.ts", program(&used.replace("\"hi\"", "\"rude\"")));
    seen.push(project.up());
    seen.push(project.run(&["destroy", "-yP"]));
    // A program without the resource deletes it: its provider is configured once more.
    let (provider, _) = used.split_once('\n').unwrap();
    project.0.file("index.ts", program(provider));
    seen.push(project.up());
    assert!(!project.stored().contains("ticket of"));
    assert!(!seen.concat().contains("ticket of"));
    insta::assert_snapshot!(without_renewals(&seen.join("\n")));
}

#[test]
fn every_other_use_is_an_error_with_its_place() {
    let uses = [
        "export const { secret } = ticket;",
        "new kit.Thing(\"a\", { name: ticket.secret });",
        "new kit.Thing(\"a\", { name: \"a\", owner: { name: ticket.secret } });",
        "new lumi.CustomResource(\"kit:resources:kit_thing\", \"a\", { name: ticket.secret });",
        "export const text = ticket.secret.then((it: unknown) => `${it}`);",
        "export const text = lumi.jsonStringify(ticket);",
        "export const text = lumi.interpolate`postgres://${ticket.secret}`;",
        "export const { answer } = kit.data.echo({ name: ticket.secret });",
        "export const text = lumi.invoke(\"kit:functions:join\", { arguments: [\"-\", ticket.secret] });",
        "import { fs } from \"lumi/std\";\nnew fs.File(\"f\", { path: \"f.txt\", content: ticket.secret });",
        "class Group extends lumi.ComponentResource {}\n\
         new Group(\"test:index:Group\", \"g\", { secret: ticket.secret });",
        "export const code = lumi.compute(() => ticket.secret).code;",
    ];
    let Some(project) = Project::new("kit", "") else {
        return;
    };
    let mut seen = Vec::new();
    for used in uses {
        let (imports, rest) = match used.strip_prefix("import") {
            Some(_) => used.split_once('\n').unwrap(),
            None => ("", used),
        };
        let text = program(rest);
        project.0.file(
            "index.ts",
            format!("import * as lumi from \"lumi\";\n{imports}\n{text}"),
        );
        let answer = project.answer(&["up", "-yP"]);
        assert_ne!(answer.code, 0, "{used}\n{}", answer.stdout);
        let lines = answer
            .stderr
            .lines()
            .filter(|it| it.contains("ephemeral") && it.contains("rror"));
        let at = answer
            .stderr
            .lines()
            .find(|it| it.trim_start().starts_with("--> "));
        let lines: Vec<&str> = lines.take(1).chain(at).collect();
        seen.push(format!("{rest}\n    {}", lines.join("\n    ")));
        assert!(!answer.stderr.contains("ticket of"), "{}", answer.stderr);
    }
    assert!(!project.0.folder().join("f.txt").exists());
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn a_value_is_renewed_and_closed_also_after_a_failure_and_a_stop() {
    let Some(project) = Project::new("kit", "") else {
        return;
    };
    // The provider removes the file when it renews the ticket, which it has asked for at once.
    project.0.file("kit-renew", "");
    let waiting = "import { existsSync } from \"node:fs\";\n\
                   await ticket;\n\
                   while (existsSync(\"kit-renew\")) await new Promise((then) => setTimeout(then, 20));\n";
    project.0.file("index.ts", program(waiting));
    let renewed = project.preview();
    assert!(renewed.contains("Closed: after renewals 1"), "{renewed}");
    // A program that fails after it was opened.
    project.0.file(
        "index.ts",
        program("await ticket;\nthrow new Error(\"stop here\");\n"),
    );
    let failed = project.run(&["up", "-yP"]);
    assert!(
        failed.contains("stop here") && failed.contains("Closed: after renewals"),
        "{failed}"
    );
    let slow = "new kit.Thing(\"a\", { name: \"a\", mode: \"wait in apply\", password: ticket.secret });\n";
    project.0.file("index.ts", program(slow));
    let (mut running, lines) = project.begun("a");
    let rest = project.stopped(&mut running, lines);
    assert_eq!(running.wait().unwrap().code(), Some(4), "{rest:#?}");
    assert!(
        rest.iter().any(|it| it.contains("Closed: after renewals")),
        "{rest:#?}"
    );
}
