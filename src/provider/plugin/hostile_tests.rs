//! Plugins that send arbitrary data to the engine.

use std::sync::Arc;

use parking_lot::Mutex;
use prost::Message as _;

use super::engine_service::serve;
use super::host::{PluginLine, PluginLog};
use crate::hostile::{HostileService, frame};
use lumi_rpc::{Connection, Token, lumirpc};

type ReceivedLines = Arc<Mutex<Vec<PluginLine>>>;

fn log() -> (PluginLog, ReceivedLines) {
    let heard = ReceivedLines::default();
    let lines = Arc::clone(&heard);
    let log: PluginLog = Arc::new(move |line| lines.lock().push(line));
    (log, heard)
}

fn texts(heard: &ReceivedLines) -> Vec<String> {
    let lines = std::mem::take(&mut *heard.lock());
    lines.into_iter().map(|it| it.text).collect()
}

#[test]
fn the_engine_survives_any_log_of_a_plugin() {
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
    // A client without a token is refused, whatever it sends.
    let runtime = &assailed.runtime;
    let stranger = Connection::open(assailed.endpoint(), Token::random());
    let stranger = runtime.block_on(stranger).unwrap();
    let sent = crate::hostile::send(&stranger, "/lumirpc.Engine/Log", frame(&message));
    assert_eq!(runtime.block_on(sent).as_deref(), Some("16"));
    assert!(texts(&heard).is_empty());
}
