//! A program at one end, a monitor at the other.

use std::sync::Arc;

use parking_lot::Mutex;

use super::*;
use crate::{Construct, MonitorError, PlanMonitor, ResourceMonitor};
use lumi_graph::{
    Dependency, Goal, Graph, Object, ResourceKind, ResourceName, ResourceType, Secrets, Urn, Value,
};
use lumi_rpc::lumirpc as wire;
use lumi_rpc::lumirpc::resource_monitor_client::ResourceMonitorClient;
use lumi_rpc::{Connection, MessageLimit, Router, Server, Token};

pub fn object<const N: usize>(members: [(&str, Value); N]) -> Object {
    members
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

pub fn goal(order: u32, name: &str, needs: Option<&Urn>) -> Goal {
    let resource_type = ResourceType::parse("test:index:Thing").unwrap();
    let name = ResourceName::parse(name).unwrap();
    let path = "a".to_owned();
    Goal {
        order,
        urn: Urn::new("dev", "web", Urn::ROOT_MODULE, &resource_type, &name),
        resource_type,
        name,
        kind: ResourceKind::Custom,
        parent: None,
        provider: None,
        read_id: None,
        inputs: object([("a", Value::secret("x".into())), ("b", Value::Unknown)]),
        dependencies: needs
            .map(|urn| Dependency {
                path,
                urn: urn.clone(),
            })
            .into_iter()
            .collect(),
        depends_on: needs.into_iter().cloned().collect(),
        options: object([("protect", true.into())]).into(),
        source: None,
        code: None,
    }
}

pub struct Ends {
    pub local: Arc<PlanMonitor>,
    pub connection: Connection,
    heard: Arc<Mutex<Vec<LogLine>>>,
    pub _server: Server,
}

pub async fn ends(keeps_secrets: bool) -> Ends {
    let local = Arc::new(PlanMonitor::default());
    let heard: Arc<Mutex<Vec<LogLine>>> = Arc::default();
    let lines = Arc::clone(&heard);
    let facts = RunFacts {
        project: "web".to_owned(),
        stack: "dev".to_owned(),
        dry_run: true,
        keeps_secrets,
    };
    let token = Token::random();
    let log: MonitorLog = Arc::new(move |message| match message {
        ProgramMessage::Line(line) => lines.lock().push(line),
        ProgramMessage::Function { .. } => {}
    });
    let (service, _) = MonitorService::server(Arc::clone(&local) as _, facts, log);
    let server = Server::start(Router::new(token.clone()).with(service))
        .await
        .unwrap();
    let connection = Connection::open(server.endpoint(), token).await.unwrap();
    Ends {
        local,
        connection,
        heard,
        _server: server,
    }
}

fn json(monitor: &PlanMonitor) -> String {
    let graph: Graph = monitor.take_graph("dev", "web", true);
    serde_json::to_string_pretty(&graph.serializable(Secrets::Shown)).unwrap()
}

/// Makes the calls of a typical program, on any monitor.
async fn program(monitor: &dyn ResourceMonitor) {
    let mut answers = Vec::new();
    let mut before = None;
    for order in 0..200 {
        let goal = goal(order, &format!("r{order}"), before.as_ref());
        before = Some(goal.urn.clone());
        answers.push(monitor.register(goal));
    }
    let mut component = goal(200, "c", None);
    component.kind = ResourceKind::Component;
    let urn = component.urn.clone();
    answers.push(monitor.register(component));
    let mut read = goal(201, "read", None);
    read.read_id = Some("i-1".into());
    answers.push(monitor.register(read));
    let mut goal_made = goal(202, "made", Some(&urn));
    goal_made.kind = ResourceKind::Component;
    let construction = monitor.construct(Construct {
        goal: goal_made.clone(),
        providers: Vec::new(),
    });
    let completed = monitor.register_outputs(urn, object([("url", "x".into())]));
    monitor.set_outputs(object([("n", 1.0.into())]));
    for answer in answers {
        answer.await.unwrap();
    }
    completed.await.unwrap();
    assert_eq!(construction.await.unwrap().urn, goal_made.urn);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_remote_program_plans_the_same() {
    let ends = ends(true).await;
    let remote = RemoteMonitor::new(ends.connection.clone());
    program(&remote).await;
    remote.flush().await.unwrap();
    let nearby = PlanMonitor::default();
    program(&nearby).await;
    assert_eq!(json(&ends.local), json(&nearby));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn messages_come_in_their_order() {
    let ends = ends(true).await;
    let remote = RemoteMonitor::new(ends.connection.clone());
    let line = |number: usize| LogLine {
        severity: LogSeverity::Warning,
        message: number.to_string(),
        urn: None,
        is_output: number.is_multiple_of(2),
    };
    for number in 0..500 {
        remote.log(line(number));
    }
    remote.flush().await.unwrap();
    let expected: Vec<LogLine> = (0..500).map(line).collect();
    assert_eq!(*ends.heard.lock(), expected);
}

#[tokio::test]
async fn a_monitor_that_is_gone_fails() {
    let Ends {
        connection,
        _server: server,
        ..
    } = ends(true).await;
    let remote = RemoteMonitor::new(connection);
    drop(server);
    let error = remote.register(goal(0, "a", None)).await.unwrap_err();
    assert!(matches!(
        error,
        MonitorError::Failed { .. } | MonitorError::Stopping
    ));
    remote.set_outputs(Object::default());
    assert!(remote.flush().await.is_err());
}

/// Goals that our programs never send.
#[tokio::test]
async fn goals_that_cannot_be_are_refused() {
    let ends = ends(true).await;
    let client = ResourceMonitorClient::new(ends.connection.clone());
    let refused = async |change: &dyn Fn(&mut wire::Goal)| {
        let mut goal = wire::Goal {
            r#type: "test:index:Thing".to_owned(),
            name: "a".to_owned(),
            ..Default::default()
        };
        change(&mut goal);
        let request = wire::NewResourceRequest { goal: Some(goal) };
        let answer = client.clone().new_resource(request).await;
        answer
            .err()
            .map_or("fine".to_owned(), |it| it.message().to_owned())
    };
    let empty = wire::NewResourceRequest::default();
    let empty = client.clone().new_resource(empty).await.err().unwrap();
    let messages = [
        empty.message().to_owned(),
        refused(&|it| it.r#type = "x".to_owned()).await,
        refused(&|it| it.name = String::new()).await,
        refused(&|it| it.parent = "x".to_owned()).await,
        refused(&|it| it.kind = wire::goal::Kind::Provider.into()).await,
        refused(&|it| it.kind = 77).await,
        refused(&|it| {
            it.inputs = Some(wire::Object {
                keys: vec!["a".to_owned()],
                values: Vec::new(),
            });
        })
        .await,
        refused(&|it| it.sequence = 1).await,
        refused(&|it| it.sequence = 1).await,
        refused(&|it| it.sequence = 2).await,
    ];
    insta::assert_snapshot!(messages.join("\n"), @r"
    `goal` is missing
    `type`: resource type `x` lacks its package and module; a type is written `package:module:Type`, such as `acme:index:x`
    `name`: the resource name is empty; give the resource a name such as `web-server`
    `parent`: `x` is not a URN; one looks like `urn:lumi:prod::acmeinfra::index::aws:ec2/instance:Instance::master-node`
    `kind`: a resource of the type `test:index:Thing` is not a provider
    `kind`: there is no kind 77
    `inputs`: an object has 1 keys, but 0 values
    fine
    the sequence number 1 was used before
    there are two resources urn:lumi:dev::web::index::test:index:Thing::a; give one of them another name
    ");
}

#[tokio::test(flavor = "multi_thread")]
async fn oversized_messages_are_refused_without_delay() {
    let ends = ends(true).await;
    let remote = RemoteMonitor::with_limit(ends.connection.clone(), MessageLimit(1 << 10));
    let text = || object([("text", "x".repeat(2 << 10).into())]);
    let large = Goal {
        inputs: text(),
        ..goal(0, "large", None)
    };
    let urn = large.urn.clone();
    let refused = remote.register(large).await.unwrap_err();
    insta::assert_snapshot!(refused, @"the registration of urn:lumi:dev::web::index::test:index:Thing::large takes a message of 2.1 KiB, and at most 1.0 KiB can be sent; pass large content as assets with a path, not as text");
    let refused = remote.register_outputs(urn, text()).await.unwrap_err();
    insta::assert_snapshot!(refused, @"the registration of the outputs of urn:lumi:dev::web::index::test:index:Thing::large takes a message of 2.1 KiB, and at most 1.0 KiB can be sent; pass large content as assets with a path, not as text");
    remote.set_outputs(text());
    remote.register(goal(1, "small", None)).await.unwrap();
    insta::assert_snapshot!(remote.flush().await.unwrap_err(), @"what the program exports takes a message of 2.0 KiB, and at most 1.0 KiB can be sent; pass large content as assets with a path, not as text");
    assert_eq!(ends.local.planned(), 1);
}

#[tokio::test]
async fn calls_that_cannot_be_are_refused() {
    let ends = ends(true).await;
    let mut client = ResourceMonitorClient::new(ends.connection.clone());
    let line = wire::LogRequest {
        level: 9,
        ..Default::default()
    };
    let line = client.log(line).await.err().unwrap();
    insta::assert_snapshot!(line.message(), @"`level`: there is no level 9");
    let outputs = wire::SetOutputsRequest::default();
    assert!(client.set_outputs(outputs.clone()).await.is_ok());
    let again = client.set_outputs(outputs).await.err().unwrap();
    insta::assert_snapshot!(again.message(), @"the outputs of the program were set before");
    let late = wire::NewResourceRequest {
        goal: Some(wire::Goal {
            r#type: "test:index:Thing".to_owned(),
            name: "late".to_owned(),
            ..Default::default()
        }),
    };
    let late = client.new_resource(late).await.err().unwrap();
    assert_eq!(late.code(), tonic::Code::FailedPrecondition);
    insta::assert_snapshot!(late.message(), @"the outputs of the program were set before; whatever it registers has to come first");
    assert_eq!(ends.local.planned(), 0);
}

/// A program may declare resources after setting its outputs, until it ends.
#[tokio::test(flavor = "multi_thread")]
async fn outputs_are_the_last_that_is_sent() {
    let ends = ends(true).await;
    let remote = RemoteMonitor::new(ends.connection.clone());
    remote.set_outputs(object([("n", 1.0.into())]));
    remote.register(goal(0, "late", None)).await.unwrap();
    remote.flush().await.unwrap();
    assert_eq!(ends.local.planned(), 1);
    assert!(json(&ends.local).contains("\"n\""));
}

#[tokio::test]
async fn options_that_are_not_known_are_refused() {
    let ends = ends(true).await;
    let remote = RemoteMonitor::new(ends.connection.clone());
    let mut known = goal(0, "a", None);
    known.options = object([("protect", true.into()), ("version", "1".into())]).into();
    remote.register(known).await.unwrap();
    let mut unknown = goal(1, "b", None);
    unknown.options = object([("protekt", true.into())]).into();
    let refused = remote.register(unknown).await.unwrap_err().to_string();
    assert!(
        refused.contains("there is no option `protekt`; there are"),
        "{refused}"
    );
    assert_eq!(ends.local.planned(), 1);
}

/// The engine would wait for an unknown dependency, or record it in a state that it cannot read.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn dependencies_are_registered_first() {
    let ends = ends(true).await;
    let remote = RemoteMonitor::new(ends.connection.clone());
    let unregistered = goal(9, "unregistered", None).urn;
    let own = goal(0, "a", None).urn;
    let refused = remote.register(goal(0, "a", Some(&own))).await;
    insta::assert_snapshot!(refused.unwrap_err(), @"urn:lumi:dev::web::index::test:index:Thing::a needs itself");
    let refused = remote.register(goal(1, "b", Some(&unregistered))).await;
    insta::assert_snapshot!(refused.unwrap_err(), @"urn:lumi:dev::web::index::test:index:Thing::unregistered is not a resource of this run; it has to be registered before it is named");
    let mut child = goal(2, "c", None);
    child.parent = Some(unregistered.clone());
    assert!(remote.register(child).await.is_err());
    let mut provided = goal(3, "d", None);
    provided.provider = Some(unregistered.clone());
    assert!(remote.register(provided).await.is_err());
    assert!(
        remote
            .register_outputs(unregistered, Object::default())
            .await
            .is_err()
    );
    // A refused goal was not registered.
    remote.register(goal(4, "a", None)).await.unwrap();
    remote.register(goal(5, "b", Some(&own))).await.unwrap();
}
