//! Plugins that describe their package as no plugin may, or end while they do.

use serde_json::json;

use super::calls::{Attack, Attacked, UP, attack, unreadable};
use super::*;
use crate::support::hostile;
use crate::support::scripted_server::Stop;

const TYPES: &[&str] = &["types", "-P"];

/// A program that needs the schema: it imports the package.
const TYPED: &str = "import { Thing } from \"lumi:h\";\nexport const name = Thing.name;";

/// Commands that ask for the schema.
const ATTACKS: [Attack; 2] = [
    attack("GetSchema", UP, TYPED, "a"),
    attack("GetSchema", TYPES, TYPED, "a"),
];

fn schema(json: &str) -> Reply {
    Reply::Message(member(1, json))
}

/// A schema with an own description of its class.
fn with_class(resource: &serde_json::Value) -> Reply {
    let resources = json!({ "h:index:Thing": resource });
    schema(&json!({ "name": "h", "version": "1.0.0", "resources": resources }).to_string())
}

/// Schemas that no plugin may have; programs may run with some of them.
fn schemas() -> Vec<Reply> {
    let escapes = "\u{1b}[31m\u{7}\u{202e}";
    let deep = "[".repeat(100_000);
    let property = |it: serde_json::Value| with_class(&json!({ "inputProperties": { "x": it } }));
    vec![
        schema("{"),
        schema("[]"),
        schema("null"),
        schema("{}"),
        schema(&deep),
        schema("{\"name\":\"h\",\"name\":\"h\"}"),
        schema("{\"name\":\"h\",\"resources\":[]}"),
        schema("{\"name\":\"h\",\"resources\":{\"\":{}}}"),
        schema("{\"name\":\"h\",\"resources\":{\"h:index:\":{},\"h::\":{},\"::::\":{}}}"),
        schema("{\"name\":\"h\",\"functions\":{\"h:index:__proto__\":null}}"),
        schema(&json!({ "name": escapes }).to_string()),
        schema(&json!({ "name": "../../h" }).to_string()),
        schema(&json!({ "name": "h", "version": escapes }).to_string()),
        schema(&json!({ "name": "h", "resources": { (escapes): {} } }).to_string()),
        schema(&json!({ "name": "h", "description": format!("*/ {escapes}") }).to_string()),
        property(json!({ "$ref": "#/types/h:index:Loop" })),
        property(json!({ "$ref": "nowhere" })),
        property(json!({ "type": escapes })),
        property(json!({ "type": "array" })),
        property(json!(7)),
        with_class(&json!({ "inputProperties": { (escapes): { "type": "string" } } })),
        with_class(&json!({ "inputProperties": { "constructor": {}, "__proto__": {} } })),
        with_class(&json!({ "description": "x".repeat(1 << 20) })),
    ]
}

#[test]
fn no_answer_to_the_question_for_the_schema_loses_an_object() {
    let mut found = Vec::new();
    for attack in &ATTACKS {
        let attacked = Attacked::new();
        let plugin = attacked.project.bin().join("pulumi-resource-h");
        let port = attacked.server.address.port().to_string();
        ScriptedServer::write_mortal_plugin(&plugin, &port);
        let dead = [libc::SIGKILL, libc::SIGTERM].map(|it| Reply::Dead(plugin.clone(), it));
        // Types of the other packages are written.
        let codes: &[i32] = if attack.command == TYPES {
            &[0]
        } else {
            &[1, 2]
        };
        for reply in unreadable().into_iter().chain(dead) {
            found.extend(attacked.faults(attack, reply, codes));
        }
        found.extend(attacked.end(attack));
    }
    hostile::assert_none(&found);
}

/// The words about a plugin that was killed, that ended, and that answered too much.
#[test]
fn the_reason_why_there_is_no_schema_is_said() {
    let attacked = Attacked::new();
    let plugin = attacked.project.bin().join("pulumi-resource-h");
    let port = attacked.server.address.port().to_string();
    ScriptedServer::write_mortal_plugin(&plugin, &port);
    let huge = 401_u32 << 20;
    let table = [
        (
            Reply::Dead(plugin.clone(), libc::SIGKILL),
            "ended while it was asked what its package has: signal 9",
        ),
        (
            Reply::Dead(plugin.clone(), libc::SIGTERM),
            "ended while it was asked what its package has: exit code 3",
        ),
        (
            Reply::Body([&[0][..], &huge.to_be_bytes()].concat(), Some("0")),
            "it takes 401 MiB, and at most 400 MiB can be received",
        ),
        (Reply::Lost, "the connection to it broke before it answered"),
    ];
    for (reply, words) in table {
        attacked.program(TYPED, "a");
        attacked.server.set("GetSchema", reply);
        let text = attacked.project.answer(TYPES).ok();
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn no_schema_stops_lumi() {
    let mut found = Vec::new();
    for attack in &ATTACKS {
        let attacked = Attacked::new();
        for reply in schemas() {
            found.extend(attacked.faults(attack, reply, &[0, 1, 2]));
        }
        found.extend(attacked.end(attack));
    }
    hostile::assert_none(&found);
}

#[test]
fn a_stop_while_a_plugin_describes_itself_ends_the_command() {
    let mut found = Vec::new();
    for attack in &ATTACKS {
        let attacked = Attacked::new();
        for stop in Stop::ALL {
            attacked.program(attack.program, attack.text);
            attacked.server.set(attack.call, Reply::Silence);
            let mut command = attacked.project.command(attack.command);
            let (status, text) = stop.during(&attacked.server, attack.call, &mut command);
            let state = attacked.project.answer(&["stack", "export"]).ok();
            let faults = hostile::stop_faults(stop, status, &text, &state).into_iter();
            let command = attack.command[0];
            found.extend(
                faults.map(|it| format!("{command} {stop:?}: {it}, {status}\n{text:.800}")),
            );
        }
        let none = Reply::Body(Vec::new(), Some("12"));
        attacked.server.set("GetSchema", none);
        found.extend(attacked.end(attack));
    }
    hostile::assert_none(&found);
}
