//! Stacks of several projects of Pulumi that refer to each other, and resources by the URNs that Pulumi has for them.

use tempfile::TempDir;

use super::Project;
use crate::support::lumi::{Answer, without_times};

const NET: &str = "import { secret } from \"lumi\"; export const url = \"u\"; export const token = secret(\"hunter2\");";
const WEB: &str = "import { StackReference } from \"lumi\"; export const url = new StackReference(\"net/dev\").getOutput(\"url\");";

/// Two projects of one backend.
struct Projects {
    net: Project,
    web: Project,
    _states: TempDir,
}

impl Projects {
    fn new() -> Self {
        let states = tempfile::tempdir().unwrap();
        let project = |name: &str, program: &str| {
            let settings = format!(
                "name: {name}\nruntime: js\nbackend: {{ url: 'file://{}' }}\n",
                states.path().display()
            );
            let project = Project::new(&settings);
            project.0.file("index.js", program);
            project
        };
        Self {
            net: project("net", NET),
            web: project("web", WEB),
            _states: states,
        }
    }
}

/// A run without a passphrase of Lumi, with that of Pulumi.
fn up(project: &Project, passphrase: Option<&str>) -> Answer {
    let args = ["up", "-y"];
    let mut command = project.command(&args);
    command
        .env_remove("LUMI_PASSPHRASE")
        .env_remove("PULUMI_CONFIG_PASSPHRASE");
    if let Some(passphrase) = passphrase {
        command.env("PULUMI_CONFIG_PASSPHRASE", passphrase);
    }
    Answer::of(command.output().unwrap(), &args, project.0.folder())
}

#[test]
fn the_passphrase_of_pulumi_opens_the_stacks_of_all_projects() {
    let projects = Projects::new();
    for project in [&projects.net, &projects.web] {
        let answer = up(project, Some("correct horse"));
        assert_eq!(answer.code, 0, "{}", answer.transcript());
    }
    // A refresh marks the same parts of the outputs of another stack as a read.
    let args = ["refresh", "-y"];
    let mut refresh = projects.web.command(&args);
    refresh.env_remove("LUMI_PASSPHRASE");
    let answer = Answer::of(refresh.output().unwrap(), &args, projects.web.0.folder());
    assert!(
        answer.stdout.contains("nothing to do"),
        "{}",
        answer.transcript()
    );
    // A stack that has a key file goes on with it.
    let folder = projects.net.0.folder();
    assert!(!folder.join(".lumi/key").exists());
    let other = Projects::new();
    assert_eq!(up(&other.net, None).code, 0);
    assert!(other.net.0.folder().join(".lumi/key").exists());
    other
        .net
        .0
        .file("index.js", NET.replace("hunter2", "hunter3"));
    let again = up(&other.net, Some("correct horse"));
    assert_eq!(again.code, 0, "{}", again.transcript());
}

#[test]
fn stacks_with_key_files_of_their_own_say_how_they_can_refer_to_each_other() {
    let projects = Projects::new();
    assert_eq!(up(&projects.net, None).code, 0);
    insta::assert_snapshot!(without_times(&up(&projects.web, None).transcript()), @r#"
    $ lumi up -y
    [exit 1]
    --- stdout
      Type                      Name
    > lumi:lumi:StackReference  net/dev  failed: the secrets of the stack `dev` of the project `net` are protected by a key file,…

    Incomplete plan: 1 failed
    --- stderr
    Previewing stack dev of web
    error: cannot read lumi:lumi:StackReference "net/dev": the secrets of the stack `dev` of the project `net` are protected by a key file, or by another passphrase than this stack; protect both by one passphrase: in the folder of each project, `lumi stack rotate --to-passphrase FILE`, then LUMI_PASSPHRASE_FILE=FILE for both
     --> index.js:1:59
      |
    1 | import { StackReference } from "lumi"; export const url = new StackReference("net/dev").getOutput(…
      |                                                           ^
    The plan has errors; nothing was done.
    "#);
    let empty = up(&projects.web, Some(""));
    assert!(
        empty.stderr.contains("lumi stack rotate"),
        "{}",
        empty.stderr
    );
}

#[test]
fn resources_have_the_names_that_pulumi_gives_them_on_the_command_line() {
    let project = Project::new("name: web\nruntime: js\n");
    project.0.file(
        "index.js",
        "import { ComponentResource } from \"lumi\"; import { random } from \"lumi/std\";\n\
         const site = new ComponentResource(\"acme:web:Site\", \"site\");\n\
         for (const name of [\"a\", \"b\"]) new random.Id(name, { byteLength: 2 }, { parent: site });\n",
    );
    let first = "urn:pulumi:dev::web::acme:web:Site$std:random:Id::a";
    let all = "urn:pulumi:dev::web::acme:web:Site$std:random:Id::*";
    let shown = project.transcripts(&[
        &["up", "-y", "--target", first],
        &["state", "protect", first],
        &["destroy", "-y", "--target", all],
        &["state", "unprotect", all],
        &["destroy", "-y", "--target", all],
    ]);
    insta::assert_snapshot!(without_times(&shown), @r#"
    $ lumi up -y --target urn:pulumi:dev::web::acme:web:Site$std:random:Id::a
    [exit 0]
    --- stdout
    Done: +2 created, 1 excluded, in [time] s
    --- stderr
    Updating stack dev of web
    +  acme:web:Site "site"  created ([time] s)
    +  std:random:Id "a"  creating
    +  std:random:Id "a"  created ([time] s)

    $ lumi state protect urn:pulumi:dev::web::acme:web:Site$std:random:Id::a
    [exit 0]
    --- stderr
    protected std:random:Id a

    $ lumi destroy -y --target urn:pulumi:dev::web::acme:web:Site$std:random:Id::*
    [exit 1]
    --- stdout
      Type           Name
    - std:random:Id  a     failed: it is protected

    Incomplete plan: 1 failed
    --- stderr
    Previewing stack dev of web
    error: a protected resource would be deleted: std:random:Id "a"
    help: `lumi state unprotect a` removes the protection; `--exclude` leaves it alone
    The plan has errors; nothing was done.

    $ lumi state unprotect urn:pulumi:dev::web::acme:web:Site$std:random:Id::*
    [exit 0]
    --- stderr
    unprotected std:random:Id a

    $ lumi destroy -y --target urn:pulumi:dev::web::acme:web:Site$std:random:Id::*
    [exit 0]
    --- stdout
    Done: -1 deleted, in [time] s
    --- stderr
    Destroying stack dev of web
    -  std:random:Id "a"  deleting
    -  std:random:Id "a"  deleted ([time] s)
    "#);
}
