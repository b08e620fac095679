//! `Pulumi.yaml`: every member is used, refused or named.

use super::Project;
use crate::support::lumi::{Answer, tool, without_times};

#[test]
fn the_folder_of_configuration_is_another_one() {
    let project = Project::new("name: web\nruntime: js\nstackConfigDir: stacks\n");
    project
        .0
        .file("stacks/Pulumi.dev.yaml", "config:\n  web:size: 3\n");
    insta::assert_snapshot!(project.transcripts(&[&["config", "ls"], &["config", "set", "size", "4"], &["config", "get", "size"]]), @r#"
    $ lumi config ls
    [exit 0]
    --- stdout
    size  3

    $ lumi config set size 4
    [exit 0]
    --- stderr
    set size in Pulumi.dev.yaml

    $ lumi config get size
    [exit 0]
    --- stdout
    4
    "#);
    insta::assert_snapshot!(project.read("stacks/Pulumi.dev.yaml"), @r#"
    config:
      web:size: 4
    "#);
}

#[test]
fn a_backend_is_used_or_refused_by_name() {
    let project = Project::new("name: web\nruntime: js\nbackend: { url: 'file://states' }\n");
    insta::assert_snapshot!(without_times(&project.run(&["up", "-y"]).transcript()), @r#"
    $ lumi up -y
    [exit 0]
    --- stdout
    Done: nothing to do, in [time] s
    --- stderr
    Updating stack dev of web
    "#);
    assert!(project.0.folder().join("states/stacks/web/dev").is_dir());
    let project =
        Project::new("name: web\nruntime: js\nbackend: { url: 'https://api.pulumi.com' }\n");
    insta::assert_snapshot!(project.run(&["up", "-y"]).transcript(), @r#"
    $ lumi up -y
    [exit 2]
    --- stderr
    error: `backend.url` of Pulumi.yaml is https://api.pulumi.com, where lumi keeps no states of stacks
    help: set LUMI_BACKEND to a folder or a bucket for them, such as `file:.lumi` or `s3://BUCKET`; `lumi stack import` takes over what `pulumi stack export` writes
    "#);
    let mut chosen = project.command(&["up", "-y"]);
    assert!(
        chosen
            .env("LUMI_BACKEND", "file:states")
            .output()
            .unwrap()
            .status
            .success()
    );
}

#[test]
fn other_members_are_named_and_secrets_are_not_listed() {
    let project = Project::new(
        "name: web\nruntime: js\nbackends: {}\nconfig:\n  token: { type: string, secret: true, default: hunter2 }\n",
    );
    let shown = project.transcripts(&[
        &["preview"],
        &["config", "ls"],
        &["config", "ls", "--json"],
        &["config", "ls", "--show-secrets"],
    ]);
    insta::assert_snapshot!(shown, @r#"
    $ lumi preview
    [exit 0]
    --- stdout
    Plan: no changes
    --- stderr
    warning: Pulumi.yaml has the member `backends`, which has no effect
    help: did you mean `backend`?
    Previewing stack dev of web

    $ lumi config ls
    [exit 0]
    --- stdout
    token  [secret]

    $ lumi config ls --json
    [exit 0]
    --- stdout
    {
      "web:token": {
        "value": null,
        "secret": true,
        "type": "string"
      }
    }

    $ lumi config ls --show-secrets
    [exit 0]
    --- stdout
    token  hunter2
    "#);
}

#[test]
fn a_refresh_comes_first_if_the_project_says_so() {
    let project = Project::new("name: web\nruntime: js\noptions: { refresh: always }\n");
    project.0.file(
        "index.js",
        "import * as lumi from 'lumi';\nnew lumi.CustomResource('std:fs:File', 'a', { path: 'a.txt', content: 'a' });\n",
    );
    assert_eq!(project.run(&["up", "-y"]).code, 0);
    std::fs::write(project.0.folder().join("a.txt"), "b").unwrap();
    insta::assert_snapshot!(project.run(&["preview"]).transcript(), @r#"
    $ lumi preview
    [exit 0]
    --- stdout
      Type         Name
    ~ std:fs:File  a     changes: content

    Plan: ~1 to update, *1 drifted
    --- stderr
    Previewing stack dev of web
    "#);
}

#[test]
fn stack_and_backend_are_those_that_pulumi_uses() {
    let project = Project::new("name: web\nruntime: js\n");
    let stack = |variable: Option<&str>, args: &[&str]| {
        let args = [&["config", "set", "a", "1", "--create"], args].concat();
        let mut command = project.command(&args);
        command.envs(variable.map(|it| ("PULUMI_STACK", it)));
        let answer = Answer::of(command.output().unwrap(), &args, project.0.folder());
        assert_eq!(answer.code, 0, "{}", answer.transcript());
        let (_, file) = answer.stderr.trim().rsplit_once("Lumi.").unwrap();
        file.trim_end_matches(".yaml").to_owned()
    };
    assert_eq!(stack(None, &[]), "dev");
    // `pulumi stack select` writes a file whose name has a hash of the path.
    let path = project.0.folder().join("Pulumi.yaml");
    let script = format!("printf %s '{}' | sha1sum | cut -d ' ' -f 1", path.display());
    let hash = tool("sh").args(["-c", &script]).output().unwrap().stdout;
    let hash = String::from_utf8(hash).unwrap();
    let file = format!(".pulumi/workspaces/web-{}-workspace.json", hash.trim());
    project
        .0
        .file(&file, "{ \"stack\": \"organization/web/prod\" }");
    assert_eq!(stack(None, &[]), "prod");
    project.0.file(".lumi/selected", "test\n");
    assert_eq!(stack(None, &[]), "test");
    assert_eq!(stack(Some("me/web/other"), &[]), "other");
    assert_eq!(stack(Some("other"), &["--stack", "mine"]), "mine");
    let up = |url: &str| {
        let args = ["up", "-y", "--stack", "dev"];
        let mut command = project.command(&args);
        let output = command.env("PULUMI_BACKEND_URL", url).output();
        Answer::of(output.unwrap(), &args, project.0.folder()).transcript()
    };
    up("file://states");
    assert!(project.0.folder().join("states/stacks/web/dev").is_dir());
    let refused = up("https://api.pulumi.com");
    let told = "PULUMI_BACKEND_URL is https://api.pulumi.com, where lumi keeps no states";
    assert!(refused.contains(told), "{refused}");
}

#[test]
fn plugins_with_a_path_are_asked_about_by_the_name_of_the_file() {
    let project = Project::new(
        "name: web\nruntime: js\nplugins: { providers: [{ name: acme, path: ./bin }] }\n",
    );
    project.0.file("bin/pulumi-resource-acme", "#!/bin/sh\n");
    let answer = project.run(&["preview"]);
    assert_eq!(answer.code, 2, "{}", answer.transcript());
    let told = "the plugins and packages that Pulumi.yaml names by a path were not accepted";
    assert!(answer.stderr.contains(told), "{}", answer.stderr);
}

#[test]
fn commands_of_packages_say_what_npm_does() {
    let project = Project::new("name: web\nruntime: nodejs\n");
    for (args, expected) in [
        (
            &["update"][..],
            "update the SDKs with npm, and run `lumi install`",
        ),
        (&["remove", "random"], "remove them with `npm uninstall`"),
        (&["packages"], "`lumi plugin ls` lists its plugins"),
        (&["types"], "`lumi types` is for programs of Lumi"),
        (&["pack", "build"], "and Pulumi.yaml says `runtime: nodejs`"),
    ] {
        let answer = project.run(args);
        let told = answer.transcript();
        assert_ne!(answer.code, 0, "{told}");
        assert!(told.contains(expected), "{told}");
        assert!(!told.contains("Lumi.yaml"), "{told}");
    }
    // A compiler of TypeScript reads what `lumi types` writes for programs of Lumi.
    assert!(!project.0.folder().join("tsconfig.json").exists());
}

/// A program of Lumi needs no other file than `Pulumi.yaml`.
#[test]
fn programs_of_lumi_have_the_commands_of_packages() {
    let project = Project::new("name: web\nruntime: lumi\n");
    for (args, code, expected) in [
        (&["types"][..], 0, "wrote .lumi/types"),
        (
            &["packages", "--offline"],
            0,
            "the project has no packages; a Lumi.yaml beside Pulumi.yaml can have some",
        ),
        (&["update"], 0, "the project has no packages to install"),
        (&["install"], 0, "the project has no packages to install"),
        (
            &["add", "pulumi:random", "-y"],
            2,
            "write a Lumi.yaml beside it with `name: web`",
        ),
        (
            &["add", "hashicorp/random", "-y"],
            2,
            "the project has Pulumi.yaml alone",
        ),
        (
            &["remove", "random"],
            2,
            "the project has no package `random`",
        ),
    ] {
        let answer = project.run(args);
        let told = answer.transcript();
        assert_eq!(answer.code, code, "{told}");
        assert!(told.contains(expected), "{told}");
    }
    assert!(project.0.folder().join(".lumi/types").is_dir());
    assert!(!project.0.folder().join("Lumi.yaml").exists());
}

#[test]
fn npm_is_named_in_projects_of_node_alone() {
    for runtime in ["python", "yaml", "go"] {
        let project = Project::new(&format!("name: web\nruntime: {runtime}\n"));
        for (args, expected) in [
            (&["update"][..], "and run `pulumi install`"),
            (
                &["remove", "random"],
                "remove them with the package manager of the language",
            ),
            (&["packages"], "`lumi plugin ls` lists its plugins"),
            (&["types"], "`lumi types` is for programs of Lumi"),
        ] {
            let answer = project.run(args);
            let told = answer.transcript();
            assert_ne!(answer.code, 0, "{told}");
            assert!(told.contains(expected), "{told}");
            let names_npm = told.contains("npm") || told.contains("package.json");
            assert!(!names_npm, "{told}");
        }
    }
}
