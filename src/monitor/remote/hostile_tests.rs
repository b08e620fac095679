//! Programs that send arbitrary bytes, and engines that return them.

use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use prost::Message as _;
use tokio::runtime::Runtime;

use super::tests::{Ends, ends, goal, object};
use super::*;
use crate::hostile::{Damage, HostileServer, damage, damaged, frame, impossible_bodies, send};
use crate::{Call, Construct, Invoke, ResourceMonitor};
use lumi_graph::Value;
use lumi_rpc::lumirpc as wire;

fn runtime() -> Runtime {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(2).enable_all().build().unwrap()
}

fn value() -> Value {
    let inner = object([("a", Value::secret("x".into())), ("b", Value::Unknown)]);
    Value::Array(vec![Value::Object(inner), 1.5.into(), Value::Null])
}

/// A valid message for each method.
fn requests() -> Vec<(&'static str, Vec<u8>)> {
    let goal = || {
        let goal = goal(0, "a", None);
        let mut message = goal_message::from_goal(goal, 0, None);
        message.inputs = Some(lumi_rpc::from_object(object([("v", value())])));
        message.code = Some(wire::ProviderCode {
            module: "0".to_owned(),
            text: "export default {}".to_owned(),
            environment: None,
        });
        Some(message)
    };
    let urn = goal_urn();
    let arguments = || Some(lumi_rpc::from_object(object([("v", value())])));
    vec![
        ("GetDeploymentInfo", Vec::new()),
        (
            "NewResource",
            wire::NewResourceRequest { goal: goal() }.encode_to_vec(),
        ),
        (
            "ReadResource",
            wire::ReadResourceRequest {
                goal: goal(),
                id: Some(lumi_rpc::from_value("i".into())),
            }
            .encode_to_vec(),
        ),
        (
            "CompleteResource",
            wire::CompleteResourceRequest {
                urn: urn.clone(),
                outputs: arguments(),
                sequence: 0,
            }
            .encode_to_vec(),
        ),
        (
            "MakeComponent",
            wire::MakeComponentRequest {
                goal: goal(),
                providers: vec![urn.clone()],
            }
            .encode_to_vec(),
        ),
        (
            "Invoke",
            wire::MonitorInvokeRequest {
                token: "a:b:c".to_owned(),
                arguments: arguments(),
                ..Default::default()
            }
            .encode_to_vec(),
        ),
        (
            "Call",
            wire::MonitorCallRequest {
                token: "a:b:c".to_owned(),
                target: urn.clone(),
                arguments: arguments(),
            }
            .encode_to_vec(),
        ),
        (
            "SetOutputs",
            wire::SetOutputsRequest {
                outputs: arguments(),
                sequence: 0,
            }
            .encode_to_vec(),
        ),
        (
            "Log",
            wire::LogRequest {
                message: "hello".to_owned(),
                urn: urn.clone(),
                ..Default::default()
            }
            .encode_to_vec(),
        ),
        (
            "NoteFunction",
            wire::NoteFunctionRequest {
                urn,
                property: "code".to_owned(),
                sequence: 0,
            }
            .encode_to_vec(),
        ),
    ]
}

fn goal_urn() -> String {
    goal(0, "a", None).urn.to_string()
}

fn path(method: &str) -> String {
    format!("/lumirpc.ResourceMonitor/{method}")
}

/// Asserts that the service still works.
async fn assert_alive(ends: &Ends, name: &str) {
    let remote = RemoteMonitor::new(ends.connection.clone());
    let _ = remote.register(goal(0, name, None)).await;
    let info = send(&ends.connection, &path("GetDeploymentInfo"), frame(&[])).await;
    assert_eq!(info.as_deref(), Some("0"));
}

#[test]
fn a_monitor_survives_whatever_is_sent_to_it() {
    let runtime = runtime();
    let ends = runtime.block_on(ends(true));
    let requests = requests();
    proptest!(ProptestConfig::with_cases(500), |(at in any::<usize>(), damage in damage())| {
        let (method, message) = &requests[at % requests.len()];
        let body = frame(&damaged(message, &damage));
        runtime.block_on(send(&ends.connection, &path(method), body));
    });
    runtime.block_on(async {
        for (method, _) in &requests {
            for body in impossible_bodies() {
                send(&ends.connection, &path(method), body).await;
            }
        }
        assert_alive(&ends, "after").await;
    });
}

#[test]
fn everything_of_a_disconnected_program_is_released() {
    let runtime = runtime();
    let Ends {
        local,
        connection,
        _server: server,
        ..
    } = runtime.block_on(ends(true));
    runtime.block_on(async {
        let mut calls = Vec::new();
        for sequence in 2..50 {
            // Calls whose turn never comes.
            let goal = goal_message::from_goal(goal(0, "a", None), sequence, None);
            let message = wire::NewResourceRequest { goal: Some(goal) };
            let body = frame(&message.encode_to_vec());
            let path = path("NewResource");
            let connection = connection.clone();
            calls.push(tokio::spawn(
                async move { send(&connection, &path, body).await },
            ));
        }
        for call in calls {
            assert_eq!(call.await.unwrap(), None);
        }
        drop(connection);
        drop(server);
        while Arc::strong_count(&local) > 1 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    assert_eq!(local.planned(), 0);
}

/// Makes every kind of request of a program.
async fn ask(server: &HostileServer) {
    let remote = RemoteMonitor::new(server.connection.clone());
    let goal = goal(0, "a", None);
    let (urn, outputs) = (goal.urn.clone(), object([("a", value())]));
    let _ = remote.register(goal).await;
    let _ = remote.register_outputs(urn.clone(), outputs.clone()).await;
    let invoke = Invoke {
        token: "a:b:c".to_owned(),
        arguments: outputs.clone(),
        provider: None,
        version: None,
    };
    let _ = remote.invoke(invoke).await;
    let construct = Construct {
        goal: self::goal(0, "b", None),
        providers: Vec::new(),
    };
    let _ = remote.construct(construct).await;
    let call = Call {
        token: "a:b:c".to_owned(),
        target: urn,
        arguments: outputs.clone(),
        dependencies: Vec::new(),
    };
    let _ = remote.call(call).await;
    remote.set_outputs(outputs);
    let _ = remote.flush().await;
}

#[test]
fn a_program_survives_whatever_its_engine_answers() {
    use wire::new_resource_response::Outputs;
    let runtime = runtime();
    let server = runtime.block_on(HostileServer::start());
    let outputs = lumi_rpc::from_object(object([("v", value())]));
    let registered = wire::NewResourceResponse {
        urn: goal_urn(),
        id: Some(lumi_rpc::from_value("i".into())),
        outputs: Some(Outputs::Planned(outputs)),
    };
    let result = wire::MonitorInvokeResponse {
        result: Some(lumi_rpc::from_value(value())),
    };
    let response = wire::MakeComponentResponse {
        urn: goal_urn(),
        outputs: Some(lumi_rpc::from_object(object([("v", value())]))),
        dependencies: vec![wire::Dependency {
            path: "v".to_owned(),
            urn: goal_urn(),
        }],
    };
    let answers = [
        registered.encode_to_vec(),
        result.encode_to_vec(),
        response.encode_to_vec(),
    ];
    let check = |body: Vec<u8>| {
        server.say(body);
        runtime.block_on(ask(&server));
    };
    proptest!(ProptestConfig::with_cases(150), |(at in any::<usize>(), damage in damage())| {
        check(frame(&damaged(&answers[at % answers.len()], &damage)));
    });
    check(frame(&damaged(&answers[0], &[Damage::Cut(7)])));
    impossible_bodies().into_iter().for_each(check);
}
