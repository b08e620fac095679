//! `Pulumi.yaml`: every member is used, refused or named.

use super::Project;

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
    insta::assert_snapshot!(project.run(&["up", "-y"]).transcript(), @r#"
    $ lumi up -y
    [exit 0]
    --- stdout
    Done: nothing to do, in 0.0 s
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
