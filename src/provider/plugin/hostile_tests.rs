//! Plugins that say anything to the engine.

use std::sync::{Arc, Mutex};

use prost::Message as _;

use super::engine_service::{serve, serve_pulumi};
use super::host::{PluginLine, PluginLog};
use crate::PulumiRunFacts;
use crate::hostile::{HostileService, frame};
use lumi_rpc::{Connection, Token, lumirpc, pulumirpc};

type Heard = Arc<Mutex<Vec<PluginLine>>>;

fn log() -> (PluginLog, Heard) {
    let heard = Heard::default();
    let lines = Arc::clone(&heard);
    let log: PluginLog = Arc::new(move |line| lines.lock().unwrap().push(line));
    (log, heard)
}

fn texts(heard: &Heard) -> Vec<String> {
    let lines = std::mem::take(&mut *heard.lock().unwrap());
    lines.into_iter().map(|it| it.text).collect()
}

#[test]
fn the_engine_survives_whatever_plugins_log() {
    let (log, heard) = log();
    let token = Token::random();
    let own = token.clone();
    let assailed = HostileService::new("lumirpc.Engine", token, async || {
        serve(log, own).await.unwrap()
    });
    let message = lumirpc::LogRequest {
        level: lumirpc::LogLevel::Warning.into(),
        message: "careful".to_owned(),
        urn: "urn:lumi:dev::web::index::a:b:C::d".to_owned(),
        is_output: true,
        sequence: 7,
    };
    let message = message.encode_to_vec();
    assailed.survives(&[("Log", message.clone())]);
    texts(&heard);
    assailed.send("Log", frame(&message));
    assert_eq!(texts(&heard), ["careful"]);
    // A client without a token is not heard, whatever it sends.
    let runtime = &assailed.runtime;
    let stranger = Connection::open(assailed.endpoint(), Token::random());
    let stranger = runtime.block_on(stranger).unwrap();
    let sent = crate::hostile::send(&stranger, "/lumirpc.Engine/Log", frame(&message));
    assert_eq!(runtime.block_on(sent).as_deref(), Some("16"));
    assert!(texts(&heard).is_empty());
}

#[test]
fn the_engine_survives_whatever_plugins_of_pulumi_say() {
    let (log, heard) = log();
    let facts = PulumiRunFacts::new("web", "dev");
    let assailed = HostileService::new("pulumirpc.Engine", Token::NONE, async || {
        serve_pulumi(log, &facts).await.unwrap()
    });
    let message = pulumirpc::LogRequest {
        severity: pulumirpc::LogSeverity::Warning.into(),
        message: "careful".to_owned(),
        urn: "urn:pulumi:dev::web::a:b:C::d".to_owned(),
        ..Default::default()
    };
    let message = message.encode_to_vec();
    let version = pulumirpc::RequirePulumiVersionRequest {
        pulumi_version_range: ">=3.0.0 <4.0.0 || ^5".to_owned(),
    };
    let root = pulumirpc::SetRootResourceRequest {
        urn: "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev".to_owned(),
    };
    assailed.survives(&[
        ("Log", message.clone()),
        ("GetRootResource", Vec::new()),
        ("SetRootResource", root.encode_to_vec()),
        ("RequirePulumiVersion", version.encode_to_vec()),
        ("StartDebugging", vec![0x0a, 0]),
    ]);
    texts(&heard);
    assailed.send("Log", frame(&message));
    assert_eq!(texts(&heard), ["careful"]);
}
