//! Plugins that answer what no plugin may answer.

mod calls;
mod ends;
mod schemas;

use std::collections::BTreeMap;

use super::Project;
use crate::support::lumi::Answer;
use crate::support::scripted_server::{Replies, Reply, ScriptedServer, frame, member, number};

const SECRET: &str = "s3cr3t\"of a plugin's & object";

/// An object with one text.
fn object(text: &str) -> Vec<u8> {
    member(1, [member(1, "text"), member(2, member(3, text))].concat())
}

/// A plugin that answers in this way to the creation of an object.
fn answering(create: Reply) -> (ScriptedServer, Project) {
    let accepts = (1..=4).flat_map(|it| number(it, 1)).collect();
    let replies: Replies = BTreeMap::from([
        ("Configure", Reply::Message(accepts)),
        ("Check", Reply::Message(member(1, object("a")))),
        ("Create", create),
    ]);
    let server = ScriptedServer::start(replies);
    let project = Project::new(&format!(
        "export const a = new lumi.CustomResource<any>(\"h:index:Thing\", \"a\", {{ text: \
         lumi.secret({SECRET:?}) }}).id;\n"
    ));
    project.0.file(
        "Lumi.yaml",
        "name: demo\nplugins:\n  h: ./bin/pulumi-resource-h\n",
    );
    project.script("pulumi-resource-h", "");
    let plugin = project.bin().join("pulumi-resource-h");
    ScriptedServer::write_plugin(&plugin, &server.address.port().to_string());
    (server, project)
}

fn up(project: &Project) -> Answer {
    project.answer(&["up", "-yP", "--skip-preview"])
}

#[test]
fn an_answer_of_the_protocol_is_accepted() {
    let created = [member(1, "id-1"), member(2, object("a"))].concat();
    let (_server, project) = answering(Reply::Message(created));
    assert!(up(&project).ok().contains("id-1"));
}

/// Answers to `Create` that cannot be decoded: the plugin may have created the object before, so it stays pending.
#[test]
fn an_object_behind_an_unreadable_answer_is_pending() {
    let whole = [member(1, "id-1"), member(2, object("a"))].concat();
    let deep = (0..10_000).fold(member(3, "x"), |inner, _| match inner.len() < 1 << 20 {
        true => member(6, member(1, inner)),
        false => inner,
    });
    let deep = member(1, [member(1, "text"), member(2, deep)].concat());
    let huge = 401_u32 << 20;
    let replies = [
        Reply::Message(b"\xff\xff\xff\x07garbage".to_vec()),
        Reply::Message(whole[..whole.len() - 1].to_vec()),
        Reply::Message([member(1, "id-1"), member(2, deep)].concat()),
        Reply::Message(member(1, b"\xff\xfe")),
        Reply::Message(member(1, "x".repeat(20_000))),
        Reply::Body(Vec::new(), Some("0")),
        Reply::Body(Vec::new(), None),
        Reply::Body(frame(&whole), Some("99")),
        Reply::Body(vec![0, 0, 0, 0, 9, 1], Some("0")),
        Reply::Body([&[0][..], &huge.to_be_bytes()].concat(), Some("0")),
        Reply::Body(vec![1, 0, 0, 0, 1, 0], Some("0")),
        Reply::Body(vec![7; 100], Some("0")),
        Reply::Http(404),
        Reply::Http(503),
        Reply::Lost,
    ];
    for reply in replies {
        let shown = format!("{:.100}", format!("{reply:?}"));
        let (_server, project) = answering(reply);
        let answer = up(&project);
        assert_eq!(answer.code, 1, "{shown}: {}", answer.stderr);
        assert!(
            answer.stderr.contains("the outcome is unknown"),
            "{shown}: {}",
            answer.stderr
        );
        let text = [answer.stdout, answer.stderr].concat();
        assert!(!text.contains("s3cr3t"), "{shown}");
        let pending = project.answer(&["stack", "pending"]);
        assert!(
            pending.stdout.contains("Thing"),
            "{shown}: {}",
            pending.stdout
        );
    }
}
