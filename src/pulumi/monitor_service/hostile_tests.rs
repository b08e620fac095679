//! Programs with Pulumi's SDK that send arbitrary bytes.

use std::sync::Arc;

use parking_lot::Mutex;
use prost::Message as _;

use super::{PulumiEngine, PulumiFacts, PulumiMonitorServer, ReportedFailures};
use crate::hostile::{HostileService, frame};
use crate::pulumirpc as wire;
use lumi_monitor::{MonitorLog, PlanMonitor, ProgramMessage};
use lumi_rpc::{Router, Server, Token};

#[test]
fn a_monitor_survives_whatever_is_sent_to_it() {
    let local = Arc::new(PlanMonitor::default());
    let facts = PulumiFacts {
        project: "web".to_owned(),
        stack: "dev".to_owned(),
        dry_run: true,
        folder: "/app".into(),
        ..PulumiFacts::default()
    };
    let monitor = PulumiMonitorServer::new(Arc::clone(&local) as _, facts);
    let router = Router::new(Token::NONE).with(monitor.server());
    let assailed = HostileService::new("pulumirpc.ResourceMonitor", Token::NONE, async || {
        Server::start(router).await.unwrap()
    });
    let urn = "urn:pulumi:dev::web::std:fs:File::a".to_owned();
    let secret = wire::Struct {
        fields: vec![
            field(
                "4dabf18193072939515e22adb298388d",
                "1b47061264138c4ac30d75fd1eb44270",
            ),
            field("value", "x"),
        ],
    };
    let inputs = || {
        let kind = Some(wire::value::Kind::StructValue(secret.clone()));
        let value = Some(wire::Value { kind });
        let key = "content".to_owned();
        let fields = vec![field("path", "a.txt"), wire::Field { key, value }];
        Some(wire::Struct { fields })
    };
    let register = wire::RegisterResourceRequest {
        r#type: "std:fs:File".to_owned(),
        name: "a".to_owned(),
        custom: true,
        object: inputs(),
        dependencies: vec![urn.clone()],
        ..Default::default()
    };
    let read = wire::ReadResourceRequest {
        id: "a.txt".to_owned(),
        r#type: "std:fs:File".to_owned(),
        name: "b".to_owned(),
        properties: inputs(),
        ..Default::default()
    };
    let outputs = wire::RegisterResourceOutputsRequest {
        urn: urn.clone(),
        outputs: inputs(),
    };
    let invoke = wire::ResourceInvokeRequest {
        tok: "pulumi:pulumi:getResource".to_owned(),
        args: Some(wire::Struct {
            fields: vec![field("urn", &urn)],
        }),
        ..Default::default()
    };
    let call = wire::ResourceCallRequest {
        tok: "a:b:C/d".to_owned(),
        args: inputs(),
        ..Default::default()
    };
    let package = wire::RegisterPackageRequest {
        name: "random".to_owned(),
        version: "4.0.0".to_owned(),
        ..Default::default()
    };
    let feature = wire::SupportsFeatureRequest {
        id: "secrets".to_owned(),
    };
    assailed.survives(&[
        ("GetDeploymentInfo", Vec::new()),
        ("RegisterResource", register.encode_to_vec()),
        ("ReadResource", read.encode_to_vec()),
        ("RegisterResourceOutputs", outputs.encode_to_vec()),
        ("Invoke", invoke.encode_to_vec()),
        ("Call", call.encode_to_vec()),
        ("RegisterPackage", package.encode_to_vec()),
        ("SupportsFeature", feature.encode_to_vec()),
    ]);
    let after = wire::RegisterResourceRequest {
        name: "after".to_owned(),
        ..register
    };
    let planned = local.planned();
    let answer = assailed.send("RegisterResource", frame(&after.encode_to_vec()));
    assert_eq!(answer.as_deref(), Some("0"));
    assert_eq!(local.planned(), planned + 1);
}

fn field(key: &str, text: &str) -> wire::Field {
    let kind = Some(wire::value::Kind::StringValue(text.to_owned()));
    wire::Field {
        key: key.to_owned(),
        value: Some(wire::Value { kind }),
    }
}

#[test]
fn an_engine_survives_whatever_is_sent_to_it() {
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let lines = Arc::clone(&heard);
    let log: MonitorLog = Arc::new(move |said| {
        if let ProgramMessage::Line(line) = said {
            lines.lock().push(line.message);
        }
    });
    let router =
        Router::new(Token::NONE).with(PulumiEngine::server(log, ReportedFailures::default()));
    let assailed = HostileService::new("pulumirpc.Engine", Token::NONE, async || {
        Server::start(router).await.unwrap()
    });
    let message = wire::LogRequest {
        severity: wire::LogSeverity::Info.into(),
        message: "hello".to_owned(),
        urn: "urn:pulumi:dev::web::a:b:C::d".to_owned(),
        ..Default::default()
    };
    let message = message.encode_to_vec();
    let root = wire::SetRootResourceRequest {
        urn: "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev".to_owned(),
    };
    let version = wire::RequirePulumiVersionRequest {
        pulumi_version_range: ">=3.0.0 <4.0.0 || ^5".to_owned(),
    };
    assailed.survives(&[
        ("Log", message.clone()),
        ("SetRootResource", root.encode_to_vec()),
        ("GetRootResource", Vec::new()),
        ("RequirePulumiVersion", version.encode_to_vec()),
        ("StartDebugging", vec![0x0a, 0]),
    ]);
    heard.lock().clear();
    assailed.send("Log", frame(&message));
    assert_eq!(*heard.lock(), ["hello"]);
}
