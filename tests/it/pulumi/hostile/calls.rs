//! Each call of a plugin answered by what no plugin may answer.

use super::*;
use crate::support::hostile;
use crate::support::scripted_server::Stop;
use crate::support::test_share::TestShare;

/// A plugin of an object that exists.
pub struct Attacked {
    pub server: ScriptedServer,
    pub project: Project,
}

/// A command that makes a call.
pub struct Attack {
    pub call: &'static str,
    pub command: &'static [&'static str],
    /// The statements of the program besides the resource.
    pub program: &'static str,
    /// The input of the resource.
    pub text: &'static str,
}

pub const UP: &[&str] = &["up", "-yP", "--skip-preview"];
const REFRESH: &[&str] = &["refresh", "-yP"];
const IMPORT: &[&str] = &["import", "-yP", "h:index:Thing", "other", "old"];
pub const DESTROY: &[&str] = &["destroy", "-yP"];

const INVOKE: &str = "export const found = lumi.invoke<any>(\"h:index:find\", { text: \"x\" });";
const CALL: &str =
    "export const found = lumi.call<any>(\"h:index:Thing/find\", a, { text: \"x\" });";
const CONSTRUCT: &str = "export const found = new lumi.RemoteComponent<any>(\"h:index:All\", \"all\", { text: \"x\" }).text;";

const ATTACKS: [Attack; 11] = [
    attack("Check", UP, "", "b"),
    attack("Diff", UP, "", "b"),
    attack("Update", UP, "", "b"),
    attack("Read", REFRESH, "", "a"),
    attack("Read", IMPORT, "", "a"),
    attack("Invoke", UP, INVOKE, "a"),
    attack("Call", UP, CALL, "a"),
    attack("Construct", UP, CONSTRUCT, "a"),
    attack("Configure", UP, "", "b"),
    attack("CheckConfig", UP, "", "b"),
    attack("Delete", DESTROY, "", "a"),
];

pub const fn attack(
    call: &'static str,
    command: &'static [&'static str],
    program: &'static str,
    text: &'static str,
) -> Attack {
    Attack {
        call,
        command,
        program,
        text,
    }
}

impl Attacked {
    pub fn new() -> Self {
        let created = [member(1, "id-1"), member(2, object("a"))].concat();
        let (server, project) = answering(Reply::Message(created));
        let some = number(4, 2);
        let read = [
            member(1, "id-1"),
            member(2, object("a")),
            member(3, object("a")),
        ];
        let replies = [
            ("Diff", some),
            ("Update", member(1, object("b"))),
            ("Read", read.concat()),
            ("Delete", Vec::new()),
            ("CheckConfig", member(1, Vec::new())),
            ("Invoke", member(1, object("x"))),
            ("Call", member(1, object("x"))),
        ];
        for (call, reply) in replies {
            server.set(call, Reply::Message(reply));
        }
        let it = Self { server, project };
        it.program("", "a");
        up(&it.project).ok();
        it
    }

    pub fn program(&self, rest: &str, text: &str) {
        self.project.program(&format!(
            "export const a = new lumi.CustomResource<any>(\"h:index:Thing\", \"a\", {{ text: {text:?}, hidden: \
             lumi.secret({SECRET:?}) }});\n{rest}\n"
        ));
    }

    /// Destroys all, with a plugin that answers well again.
    pub fn end(&self, attack: &Attack) -> Option<String> {
        self.program("", "a");
        let end = self.project.answer(DESTROY);
        let left = self.project.answer(&["stack", "pending"]);
        let has_fault = end.code != 0 || left.stdout.contains("Thing");
        has_fault.then(|| format!("{}: {}{}", attack.call, end.stderr, left.stdout))
    }

    /// The faults of the answer of a command to a hostile reply, with one of `codes`.
    pub fn faults(&self, attack: &Attack, reply: Reply, codes: &[i32]) -> Vec<String> {
        let shown = format!("{:.100}", format!("{reply:?}"));
        self.program(attack.program, attack.text);
        let before = self.server.set(attack.call, reply);
        let answer = self.project.answer(attack.command);
        if let Some(before) = before {
            self.server.set(attack.call, before);
        }
        let state = self.project.answer(&["stack", "export"]).ok();
        let text = [answer.stdout.as_str(), &answer.stderr].concat();
        let call = attack.call;
        let code = answer.code;
        let faults = hostile::faults(&answer, codes, &state).into_iter();
        faults
            .map(|it| format!("{call} {shown}: {it}, {code}\n{text:.600}"))
            .collect()
    }
}

/// Answers that cannot be read.
pub fn unreadable() -> Vec<Reply> {
    let huge = 401_u32 << 20;
    let whole = member(1, object("a"));
    vec![
        Reply::Message(b"\xff\xff\xff\x07garbage".to_vec()),
        Reply::Message(whole[..whole.len() - 1].to_vec()),
        Reply::Body(Vec::new(), Some("0")),
        Reply::Body(Vec::new(), None),
        Reply::Body([&[0][..], &huge.to_be_bytes()].concat(), Some("0")),
        Reply::Body(vec![1, 0, 0, 0, 1, 0], Some("0")),
        Reply::Body(frame(&whole), Some("99")),
        Reply::Http(503),
        Reply::Lost,
    ]
}

/// A member of an object with a mark of the protocol, and other members.
fn marked(mark: &str, others: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let entry = |name: &str, value: &[u8]| member(1, [member(1, name), member(2, value)].concat());
    let mark = entry("4dabf18193072939515e22adb298388d", &member(3, mark));
    let others = others.iter().flat_map(|(name, value)| entry(name, value));
    let inner = [mark, others.collect()].concat();
    member(1, [member(1, "text"), member(2, member(5, inner))].concat())
}

/// Objects that no plugin may answer.
fn objects() -> Vec<Vec<u8>> {
    let deep = (0..10_000).fold(member(3, "x"), |inner, _| match inner.len() < 1 << 20 {
        true => member(6, member(1, inner)),
        false => inner,
    });
    let (secret, asset, archive, resource) = (
        "1b47061264138c4ac30d75fd1eb44270",
        "c44067f5952c0a294b673a41bacd8c17",
        "0def7320c3a5731c473e5ecbe6d01bc7",
        "5cf8f73096256a8f31e491e813e4eb8e",
    );
    let list = member(6, member(1, member(3, "x")));
    vec![
        member(1, [member(1, "text"), member(2, deep)].concat()),
        member(1, b"\xff\xfe"),
        marked("of nothing", &[]),
        marked(asset, &[("path", list.clone())]),
        marked(archive, &[("assets", list.clone())]),
        marked(resource, &[("urn", list)]),
        marked(secret, &[]),
    ]
}

/// The attacks of this run.
pub fn attacks() -> impl Iterator<Item = &'static Attack> {
    let share = TestShare::of_this_run();
    let all = ATTACKS.iter().enumerate();
    all.filter(move |(number, _)| share.has(*number))
        .map(|it| it.1)
}

#[test]
fn no_answer_of_a_call_loses_an_object() {
    let mut faults = Vec::new();
    for attack in attacks() {
        let attacked = Attacked::new();
        for reply in unreadable() {
            faults.extend(attacked.faults(attack, reply, &[1]));
        }
        faults.extend(attacked.end(attack));
    }
    hostile::assert_none(&faults);
}

/// Some of these are objects of another kind, which are accepted.
#[test]
fn no_object_that_a_plugin_answers_stops_lumi() {
    let mut faults = Vec::new();
    for attack in attacks() {
        let attacked = Attacked::new();
        for object in objects() {
            let reply = match attack.call {
                "Read" => [member(1, "id-1"), member(2, &object), member(3, &object)].concat(),
                "Construct" => [member(1, "urn:x"), member(2, &object)].concat(),
                "Diff" | "Delete" | "Configure" => continue,
                _ => member(1, object),
            };
            faults.extend(attacked.faults(attack, Reply::Message(reply), &[0, 1]));
        }
        faults.extend(attacked.end(attack));
    }
    hostile::assert_none(&faults);
}

/// A call that is never answered ends with the command, which the next one takes up.
#[test]
fn no_stop_during_a_call_loses_an_object() {
    let mut faults = Vec::new();
    for attack in attacks() {
        let attacked = Attacked::new();
        for stop in Stop::ALL {
            attacked.program(attack.program, attack.text);
            let before = attacked.server.set(attack.call, Reply::Silence);
            let mut command = attacked.project.command(attack.command);
            let (status, text) = stop.during(&attacked.server, attack.call, &mut command);
            let again = Reply::Body(Vec::new(), Some("12"));
            attacked.server.set(attack.call, before.unwrap_or(again));
            let state = attacked.project.answer(&["stack", "export"]).ok();
            let found = hostile::stop_faults(stop, status, &text, &state).into_iter();
            let call = attack.call;
            faults.extend(found.map(|it| format!("{call} {stop:?}: {it}, {status}\n{text:.800}")));
        }
        faults.extend(attacked.end(attack));
    }
    hostile::assert_none(&faults);
}
