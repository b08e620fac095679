//! Providers that answer what no provider may answer.

mod calls;

use std::collections::BTreeMap;

use lumi::terraform::cty::{Type, Value, to_msgpack};

use super::{Answer, Project};
use crate::support::lumi::Lumi;
use crate::support::scripted_server::{Replies, Reply, ScriptedServer, frame, member, number};

const SECRET: &str = "s3cr3t\"of a provider's & object";

/// A resource with a name and a secret, and an id that the provider chooses.
fn schema() -> Vec<u8> {
    let attribute = |name: &str, flags: &[u8]| {
        let flags = flags.iter().flat_map(|it| number(*it, 1));
        let flags: Vec<u8> = flags.collect();
        member(
            2,
            [member(1, name), member(2, "\"string\""), flags].concat(),
        )
    };
    let (optional, computed, sensitive) = (5, 6, 7);
    let attributes = [
        attribute("id", &[computed]),
        attribute("name", &[optional]),
        attribute("secret", &[optional, sensitive]),
    ];
    let resource = [
        member(1, "h_thing"),
        member(2, member(2, attributes.concat())),
    ];
    let entry = resource.concat();
    [
        member(1, member(2, "")),
        member(2, &entry),
        member(3, &entry),
    ]
    .concat()
}

fn object_type() -> Type {
    Type::object(["id", "name", "secret"].map(|it| (it.to_owned(), Type::String)))
}

/// A value as a message has it.
fn dynamic(id: Value) -> Vec<u8> {
    named(id, "a")
}

/// A value with another name.
fn named(id: Value, name: &str) -> Vec<u8> {
    let object = Value::object([
        ("id", id),
        ("name", Value::string(name)),
        ("secret", Value::string(SECRET)),
    ]);
    member(1, to_msgpack(&object, &object_type()).unwrap())
}

/// The member of an answer with the new state.
fn new_state(msgpack: &[u8]) -> Vec<u8> {
    member(1, member(1, msgpack))
}

/// A project with a provider that ends when it is asked to, as real ones do.
fn project(server: &ScriptedServer) -> Project {
    let program = format!(
        "import * as lumi from \"lumi\";\nexport const a = new lumi.CustomResource<any>(\
         \"h:resources:h_thing\", \"a\", {{ name: \"a\", secret: lumi.secret({SECRET:?}) }}).id;\n"
    );
    let project = Project(Lumi::program(&program));
    let plugin = project.0.folder().join("terraform-provider-h");
    ScriptedServer::write_plugin(&plugin, &format!("1|6|tcp|{}|grpc|", server.address));
    server.set("Shutdown", Reply::Ended(plugin));
    project.0.file(
        "Lumi.yaml",
        "name: demo\nplugins:\n  h: ./terraform-provider-h\n",
    );
    project
}

/// A provider that answers the change of an object in this way.
fn answering(change: Reply) -> (ScriptedServer, Project) {
    let nothing = Reply::Message(Vec::new());
    let replies: Replies = BTreeMap::from([
        ("GetProviderSchema", Reply::Message(schema())),
        ("ValidateProviderConfig", nothing.clone()),
        ("ConfigureProvider", nothing.clone()),
        ("ValidateResourceConfig", nothing),
        (
            "PlanResourceChange",
            Reply::Message(member(1, dynamic(Value::UNKNOWN))),
        ),
        ("ApplyResourceChange", change),
    ]);
    let server = ScriptedServer::start(replies);
    let project = project(&server);
    (server, project)
}

fn up(project: &Project) -> Answer {
    project.answer(&["up", "-yP", "--skip-preview"])
}

#[test]
fn an_answer_of_the_protocol_is_accepted() {
    let created = member(1, dynamic(Value::string("id-1")));
    let (_server, project) = answering(Reply::Message(created));
    assert!(up(&project).ok().contains("id-1"));
}

/// Answers to `ApplyResourceChange` that cannot be decoded: the provider may have made the change before, so the object stays pending.
#[test]
fn an_object_behind_an_unreadable_answer_is_pending() {
    let whole = member(1, dynamic(Value::string("id-1")));
    let unknown = to_msgpack(&Value::UNKNOWN, &object_type()).unwrap();
    let huge = 401_u32 << 20;
    let replies = [
        Reply::Message(b"\xff\xff\xff\x07garbage".to_vec()),
        Reply::Message(whole[..whole.len() - 3].to_vec()),
        Reply::Message(new_state(&unknown)),
        Reply::Message(new_state(&b"\x81\xa1a".repeat(10_000))),
        Reply::Message(new_state(&b"\x91".repeat(100_000))),
        Reply::Message(new_state(b"\xdd\xff\xff\xff\xff")),
        Reply::Message(new_state(b"\x83\xa2id\xa1\xff\xa4name\xc0\xa6secret\xc0")),
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
        let pending = project.answer(&["stack", "pending"]);
        assert!(
            pending.stdout.contains("h_thing"),
            "{shown}: {}",
            pending.stdout
        );
    }
}

#[test]
fn texts_of_a_provider_are_cut_and_have_no_secrets() {
    let nothing = new_state(b"\xc0");
    let diagnostic = |text: &str| member(3, [number(1, 1), member(2, text)].concat());
    let flood = format!("{}{SECRET}{}", "x".repeat(65_530), "y".repeat(4 << 20));
    let escapes = format!("\u{1b}[31m\u{7}\0{SECRET}\u{202e}");
    let many: Vec<u8> = (0..20_000)
        .flat_map(|it| diagnostic(&format!("bad {it} {SECRET}")))
        .collect();
    for diagnostics in [diagnostic(&flood), diagnostic(&escapes), many] {
        let message = [nothing.clone(), diagnostics].concat();
        let (_server, project) = answering(Reply::Message(message));
        let answer = up(&project);
        assert_eq!(answer.code, 1, "{:.1000}", answer.stderr);
        let text = [answer.stdout, answer.stderr].concat();
        assert!(text.len() < 300_000, "{} bytes", text.len());
        assert!(!text.contains("s3cr3t"), "a secret is shown");
        assert!(!text.contains(['\u{1b}', '\u{7}', '\0', '\u{202e}']));
    }
}

/// A provider whose schema is an error with control characters.
#[test]
fn types_of_a_hostile_package_are_refused_in_one_line() {
    let diagnostic = [number(1, 1), member(2, "\u{1b}[31m\u{7}no\u{202e}\n")].concat();
    let replies = Replies::from([("GetProviderSchema", Reply::Message(member(4, diagnostic)))]);
    let server = ScriptedServer::start(replies);
    let project = project(&server);
    let answer = project.answer(&["types", "-P"]);
    let text = [answer.stdout, answer.stderr].concat();
    assert!(
        text.contains("cannot be described: \\u{1b}[31m"),
        "{text:?}"
    );
    assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{text:?}");
}
