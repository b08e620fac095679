//! Each call of a provider answered by what no provider may answer, in both protocols.

use super::*;
use crate::support::hostile;
use crate::support::scripted_server::Stop;
use crate::support::test_share::TestShare;

/// The names of calls in protocol 5 that differ.
const OF_PROTOCOL_5: [(&str, &str); 6] = [
    ("GetProviderSchema", "GetSchema"),
    ("ValidateProviderConfig", "PrepareProviderConfig"),
    ("ConfigureProvider", "Configure"),
    ("ValidateResourceConfig", "ValidateResourceTypeConfig"),
    ("ValidateDataResourceConfig", "ValidateDataSourceConfig"),
    ("StopProvider", "Stop"),
];

/// A provider of an object that exists.
struct Attacked {
    server: ScriptedServer,
    project: Project,
    protocol: u8,
}

/// A command that makes a call.
struct Attack {
    call: &'static str,
    command: &'static [&'static str],
    program: &'static str,
    /// The member of the answer with diagnostics.
    diagnostics: u8,
}

const CHANGED: &str = "new lumi.CustomResource<any>(\"h:resources:h_thing\", \"a\", { name: \"b\", secret: SECRET });";
const KEPT: &str = "new lumi.CustomResource<any>(\"h:resources:h_thing\", \"a\", { name: \"a\", secret: SECRET });";
const WITH_DATA: &str = "new lumi.CustomResource<any>(\"h:resources:h_thing\", \"a\", { name: \"a\", secret: SECRET });\n\
     export const read = lumi.invoke<any>(\"h:data:h_thing\", { name: \"x\" }).id;";

const UP: &[&str] = &["up", "-yP", "--skip-preview"];
const REFRESH: &[&str] = &["refresh", "-yP"];
const IMPORT: &[&str] = &["import", "-yP", "h:resources:h_thing", "other", "old"];

const DESTROY: &[&str] = &["destroy", "-yP"];

const ATTACKS: [Attack; 12] = [
    attack("ReadResource", REFRESH, KEPT, 2),
    attack("UpgradeResourceState", REFRESH, KEPT, 2),
    attack("ImportResourceState", IMPORT, KEPT, 2),
    attack("ReadDataSource", UP, WITH_DATA, 2),
    attack("ValidateDataResourceConfig", UP, WITH_DATA, 1),
    attack("ValidateResourceConfig", UP, CHANGED, 1),
    attack("PlanResourceChange", UP, CHANGED, 4),
    attack("ValidateProviderConfig", UP, CHANGED, 2),
    attack("ConfigureProvider", UP, CHANGED, 1),
    attack("GetProviderSchema", UP, CHANGED, 4),
    attack("ApplyResourceChange", UP, CHANGED, 3),
    attack("ApplyResourceChange", DESTROY, KEPT, 3),
];

const fn attack(
    call: &'static str,
    command: &'static [&'static str],
    program: &'static str,
    diagnostics: u8,
) -> Attack {
    Attack {
        call,
        command,
        program,
        diagnostics,
    }
}

impl Attacked {
    fn new(protocol: u8) -> Self {
        let nothing = Reply::Message(Vec::new());
        let object = |name: &str| Reply::Message(member(1, named(Value::string("id-1"), name)));
        let imported = [
            member(1, "h_thing"),
            member(2, dynamic(Value::string("old"))),
        ];
        let replies = [
            ("GetProviderSchema", Reply::Message(schema())),
            ("ValidateProviderConfig", nothing.clone()),
            ("ConfigureProvider", nothing.clone()),
            ("ValidateResourceConfig", nothing.clone()),
            ("ValidateDataResourceConfig", nothing.clone()),
            ("StopProvider", nothing),
            ("UpgradeResourceState", object("a")),
            ("ReadResource", object("a")),
            ("ReadDataSource", object("x")),
            (
                "ImportResourceState",
                Reply::Message(member(1, imported.concat())),
            ),
            (
                "PlanResourceChange",
                Reply::Message(member(1, dynamic(Value::UNKNOWN))),
            ),
            ("ApplyResourceChange", object("a")),
        ];
        let replies = replies.map(|(call, reply)| (name_of(call, protocol), reply));
        let server = ScriptedServer::start(Replies::from(replies));
        let project = project(&server);
        let line = format!("1|{protocol}|tcp|{}|grpc|", server.address);
        let plugin = project.0.folder().join("terraform-provider-h");
        ScriptedServer::write_plugin(&plugin, &line);
        let it = Self {
            server,
            project,
            protocol,
        };
        it.program(KEPT);
        it.project.answer(UP).ok();
        it.set("PlanResourceChange", object("b"));
        it.set("ApplyResourceChange", object("b"));
        it
    }

    fn set(&self, call: &'static str, reply: Reply) -> Reply {
        let before = self.server.set(name_of(call, self.protocol), reply);
        before.unwrap()
    }

    fn program(&self, program: &str) {
        let secret = format!("lumi.secret({SECRET:?})");
        self.project.program(&program.replace("SECRET", &secret));
    }

    /// Destroys all, with a provider that answers well again.
    fn end(&self, attack: &Attack) -> Option<String> {
        self.program("");
        self.set("ApplyResourceChange", Reply::Message(new_state(b"\xc0")));
        let end = self.project.answer(DESTROY);
        let left = self.project.answer(&["stack", "pending"]);
        let has_fault = end.code != 0 || left.stdout.contains("h_thing");
        let (protocol, call) = (self.protocol, attack.call);
        has_fault.then(|| format!("{protocol} {call}: {}{}", end.stderr, left.stdout))
    }

    /// The faults of the answer of a command to a hostile reply.
    fn faults(&self, attack: &Attack, reply: Reply) -> Vec<String> {
        let shown = format!("{:.100}", format!("{reply:?}"));
        self.program(attack.program);
        let before = self.set(attack.call, reply);
        let answer = self.project.answer(attack.command);
        self.set(attack.call, before);
        let state = self.project.answer(&["stack", "export"]).ok();
        let text = [answer.stdout.as_str(), &answer.stderr].concat();
        let call = attack.call;
        let (code, protocol) = (answer.code, self.protocol);
        let faults = hostile::faults(&answer, &[1], &state).into_iter();
        faults
            .map(|it| format!("{protocol} {call} {shown}: {it}, {code}\n{text:.600}"))
            .collect()
    }
}

fn name_of(call: &'static str, protocol: u8) -> &'static str {
    let renamed = OF_PROTOCOL_5.iter().find(|it| it.0 == call);
    match renamed {
        Some((_, name)) if protocol == 5 => name,
        _ => call,
    }
}

/// Hostile answers to a call.
fn replies(attack: &Attack) -> Vec<Reply> {
    let whole = member(1, dynamic(Value::string("id-1")));
    let huge = 401_u32 << 20;
    let diagnostic = |text: &str| {
        let content = [number(1, 1), member(2, text)].concat();
        member(attack.diagnostics, content)
    };
    let flood = format!("{}{SECRET}{}", "x".repeat(65_530), "y".repeat(4 << 20));
    let escapes = format!("\u{1b}[31m\u{7}\0{SECRET}\u{202e}");
    vec![
        Reply::Message(b"\xff\xff\xff\x07garbage".to_vec()),
        Reply::Message(whole[..whole.len() - 3].to_vec()),
        Reply::Message(diagnostic(&escapes)),
        Reply::Message(diagnostic(&flood)),
        Reply::Body(Vec::new(), Some("0")),
        Reply::Body(Vec::new(), None),
        Reply::Body([&[0][..], &huge.to_be_bytes()].concat(), Some("0")),
        Reply::Body(vec![1, 0, 0, 0, 1, 0], Some("0")),
        Reply::Http(503),
        Reply::Lost,
    ]
}

/// Answers that are messages, with values of other shapes.
fn shapes(call: &str) -> Vec<Reply> {
    let values: [&[u8]; 5] = [
        &b"\x81\xa1a".repeat(10_000),
        &b"\x91".repeat(100_000),
        b"\xdd\xff\xff\xff\xff",
        b"\x83\xa2id\xa1\xff\xa4name\xc0\xa6secret\xc0",
        b"\xa1x",
    ];
    let in_answer = |value: &&[u8]| {
        let state = match call {
            "ImportResourceState" => {
                let imported = [member(1, "h_thing"), member(2, member(1, value))];
                member(1, imported.concat())
            }
            _ => new_state(value),
        };
        Reply::Message(state)
    };
    match call {
        "ReadResource"
        | "ImportResourceState"
        | "ReadDataSource"
        | "PlanResourceChange"
        | "ApplyResourceChange" => values.iter().map(in_answer).collect(),
        _ => Vec::new(),
    }
}

/// The attacks of this run.
fn attacks() -> impl Iterator<Item = (usize, &'static Attack)> {
    let share = TestShare::of_this_run();
    let all = ATTACKS.iter().enumerate();
    all.filter(move |(number, _)| share.has(*number))
}

/// All answers of protocol 6, and every third of protocol 5, which has the same messages.
#[test]
fn no_answer_of_a_call_loses_an_object() {
    let mut faults = Vec::new();
    for (protocol, step) in [(6, 1), (5, 3)] {
        for (number, attack) in attacks() {
            let attacked = Attacked::new(protocol);
            let replies = [replies(attack), shapes(attack.call)].concat();
            for reply in replies.into_iter().skip(number % step).step_by(step) {
                faults.extend(attacked.faults(attack, reply));
            }
            faults.extend(attacked.end(attack));
        }
    }
    hostile::assert_none(&faults);
}

/// A call that is never answered ends with the command, which the next one takes up.
#[test]
fn no_stop_during_a_call_loses_an_object() {
    let mut faults = Vec::new();
    for (number, attack) in attacks() {
        let attacked = Attacked::new(if number % 2 == 0 { 6 } else { 5 });
        for stop in Stop::ALL {
            attacked.program(attack.program);
            let before = attacked.set(attack.call, Reply::Silence);
            let call = name_of(attack.call, attacked.protocol);
            let mut command = attacked.project.command(attack.command);
            let (status, text) = stop.during(&attacked.server, call, &mut command);
            attacked.set(attack.call, before);
            let state = attacked.project.answer(&["stack", "export"]).ok();
            let found = hostile::stop_faults(stop, status, &text, &state).into_iter();
            let call = attack.call;
            faults.extend(found.map(|it| format!("{call} {stop:?}: {it}, {status}\n{text:.800}")));
        }
        faults.extend(attacked.end(attack));
    }
    hostile::assert_none(&faults);
}

/// Messages with objects have no other limit than that of the protocol; texts in messages to users have one.
#[test]
fn an_object_that_grew_to_megabytes_is_kept_and_shown_shortened() {
    let attacked = Attacked::new(6);
    let huge = named(Value::string("id-1"), &"x".repeat(4 << 20));
    let before = attacked.set("ReadResource", Reply::Message(member(1, huge)));
    let answer = attacked.project.answer(REFRESH);
    attacked.set("ReadResource", before);
    assert_eq!(answer.code, 0, "{:.1000}", answer.stderr);
    let length = answer.stdout.len() + answer.stderr.len();
    assert!(length < 300_000, "{length}");
    attacked.project.answer(REFRESH).ok();
    hostile::assert_none(&Vec::from_iter(attacked.end(&ATTACKS[0])));
}
