use std::collections::HashMap;
use std::sync::Arc;

use proptest::prelude::*;
use prost::Message as _;
use tokio::runtime::Runtime;
use tonic::{Code, Request};

use super::{EMBEDDED_ENGINE, PulumiFacts, PulumiMonitorServer};
use crate::pulumirpc as wire;
use lumi_graph::{GraphKind, Value};
use lumi_monitor::{PlanMonitor, ProgramServices as _};
use wire::register_resource_request::{CustomTimeouts, PropertyDependencies};
use wire::resource_monitor_server::ResourceMonitor as _;
use wire::value::Kind;

const STACK: &str = "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev";
const FILE: &str = "urn:pulumi:dev::web::acme:web:Site$std:fs:File::a";

struct TestContext {
    local: Arc<PlanMonitor>,
    service: PulumiMonitorServer,
    runtime: Runtime,
}

impl TestContext {
    fn new() -> Self {
        let local = Arc::new(PlanMonitor::default());
        let facts = PulumiFacts {
            project: "web".to_owned(),
            stack: "dev".to_owned(),
            dry_run: true,
            folder: "/app".into(),
            ..PulumiFacts::default()
        };
        Self {
            service: PulumiMonitorServer::new(Arc::clone(&local) as _, facts),
            local,
            runtime: tokio::runtime::Builder::new_current_thread()
                .build()
                .unwrap(),
        }
    }

    fn register(
        &self,
        message: wire::RegisterResourceRequest,
    ) -> Result<wire::RegisterResourceResponse, tonic::Status> {
        let answer = self.service.register_resource(Request::new(message));
        self.runtime
            .block_on(answer)
            .map(tonic::Response::into_inner)
    }

    fn refused(&self, message: wire::RegisterResourceRequest) -> String {
        let status = self.register(message).err().unwrap();
        format!("{:?}: {}", status.code(), status.message())
    }
}

/// The services as an SDK in this process calls them.
fn embedded(context: &TestContext) -> super::EmbeddedServices {
    let _entered = context.runtime.enter();
    context.service.embedded(Arc::new(|_| {}))
}

#[test]
fn a_program_in_this_process_calls_by_path() {
    let context = TestContext::new();
    let services = embedded(&context);
    let call = |path: &str, request: Vec<u8>| {
        let answer = services.call(EMBEDDED_ENGINE, path, request);
        context.runtime.block_on(answer)
    };
    let feature = wire::SupportsFeatureRequest {
        id: "secrets".to_owned(),
    };
    let answer = call(
        "/pulumirpc.ResourceMonitor/SupportsFeature",
        feature.encode_to_vec(),
    );
    let answer = wire::SupportsFeatureResponse::decode(answer.unwrap().as_slice()).unwrap();
    assert!(answer.has_support);
    let failures = [
        ("/pulumirpc.ResourceMonitor/RegisterResource", vec![255; 9]),
        ("/pulumirpc.ResourceMonitor/Nothing", Vec::new()),
        ("/pulumirpc.ResourceProvider/Create", Vec::new()),
        ("SupportsFeature", Vec::new()),
        ("/pulumirpc.Engine/StartDebugging", Vec::new()),
        ("not a path\n", Vec::new()),
    ];
    let codes = failures.map(|(path, request)| call(path, request).unwrap_err().code);
    assert_eq!(codes, [13, 12, 12, 12, 12, 12]);
}

#[test]
fn functions_of_a_program_in_this_process_are_called_until_it_is_over() {
    let context = TestContext::new();
    let services = embedded(&context);
    let mut calls = services.calls().unwrap();
    assert!(services.calls().is_none());
    let registration = || {
        let transform = wire::Callback {
            token: "t".to_owned(),
            target: "127.0.0.1:65537".to_owned(),
        };
        let message = wire::RegisterResourceRequest {
            transforms: vec![transform],
            ..site()
        };
        let path = "/pulumirpc.ResourceMonitor/RegisterResource";
        services.call(EMBEDDED_ENGINE, path, message.encode_to_vec())
    };
    let (registered, asked) = context.runtime.block_on(async {
        let answer = async {
            let call = calls.recv().await.unwrap();
            let asked = wire::CallbackInvokeRequest::decode(call.request.as_slice()).unwrap();
            let response = wire::TransformResponse::default().encode_to_vec();
            let response = wire::CallbackInvokeResponse { response };
            call.answer.send(Ok(response.encode_to_vec())).unwrap();
            (call.port, call.path, asked.token)
        };
        tokio::join!(registration(), answer)
    });
    let expected = (65_537, "/pulumirpc.Callbacks/Invoke".into(), "t".to_owned());
    assert_eq!(asked, expected);
    registered.unwrap();
    // The program is gone.
    drop(calls);
    let failure = context.runtime.block_on(registration()).unwrap_err();
    assert_eq!(failure.code, 14);
}

fn text(text: &str) -> wire::Value {
    let kind = Some(Kind::StringValue(text.to_owned()));
    wire::Value { kind }
}

fn structure(fields: &[(&str, wire::Value)]) -> wire::Struct {
    let field = |(key, value): &(&str, wire::Value)| wire::Field {
        key: (*key).to_owned(),
        value: Some(value.clone()),
    };
    let fields = fields.iter().map(field).collect();
    wire::Struct { fields }
}

fn site() -> wire::RegisterResourceRequest {
    wire::RegisterResourceRequest {
        r#type: "acme:web:Site".to_owned(),
        name: "site".to_owned(),
        parent: STACK.to_owned(),
        protect: Some(true),
        retain_on_delete: Some(true),
        ..Default::default()
    }
}

fn file() -> wire::RegisterResourceRequest {
    let site = "urn:pulumi:dev::web::acme:web:Site::site".to_owned();
    let urns = vec![site.clone()];
    wire::RegisterResourceRequest {
        r#type: "std:fs:File".to_owned(),
        name: "a".to_owned(),
        parent: site.clone(),
        custom: true,
        object: Some(structure(&[
            ("path", text("a.txt")),
            ("content", text("x")),
        ])),
        dependencies: urns.clone(),
        property_dependencies: HashMap::from([("path".to_owned(), PropertyDependencies { urns })]),
        aliases: [
            wire::alias::Alias::Urn(FILE.to_owned()),
            wire::alias::Alias::Spec(wire::alias::Spec {
                name: "older".to_owned(),
                parent: Some(wire::alias::spec::Parent::NoParent(true)),
                ..Default::default()
            }),
        ]
        .map(|it| wire::Alias { alias: Some(it) })
        .to_vec(),
        custom_timeouts: Some(CustomTimeouts {
            create: "5m".to_owned(),
            ..Default::default()
        }),
        accept_secrets: true,
        accept_resources: true,
        supports_result_reporting: true,
        source_position: Some(wire::SourcePosition {
            uri: "file:///app/index.ts".to_owned(),
            line: 3,
            column: 7,
        }),
        ..Default::default()
    }
}

#[test]
fn registrations_become_goals() {
    let bed = TestContext::new();
    let stack = wire::RegisterResourceRequest {
        r#type: "pulumi:pulumi:Stack".to_owned(),
        name: "web-dev".to_owned(),
        ..Default::default()
    };
    assert_eq!(bed.register(stack).unwrap().urn, STACK);
    let component = bed.register(site()).unwrap();
    assert!(component.object.is_none() && component.id.is_empty());
    let answer = bed.register(file()).unwrap();
    assert_eq!((answer.urn.as_str(), answer.id.as_str()), (FILE, ""));
    let graph = bed.local.take_graph("dev", "web", true);
    assert_eq!(graph.kind, GraphKind::Plan);
    let vertex = graph.vertices.iter().find(|it| it.name.as_str() == "a");
    let vertex = vertex.unwrap();
    let options = Value::Object(vertex.options.to_object());
    let json = serde_json::to_string(&options.serializable(lumi_graph::Secrets::Masked)).unwrap();
    insta::assert_snapshot!(json, @r#"{"protect":true,"retainOnDelete":true,"aliases":["urn:lumi:dev::web::index$acme:web:Site::std:fs:File::a","urn:lumi:dev::web::index::std:fs:File::older"],"customTimeouts":{"create":"5m"}}"#);
    assert_eq!(vertex.source.as_ref().unwrap().to_string(), "index.ts:3:7");
}

#[test]
fn variables_are_those_of_providers() {
    let bed = TestContext::new();
    let names = [("EU_TOKEN", "TOKEN"), ("A", "B")];
    let names = names.map(|(from, to)| (from.to_owned(), to.to_owned()));
    let provider = wire::RegisterResourceRequest {
        r#type: "pulumi:providers:aws".to_owned(),
        name: "p".to_owned(),
        parent: STACK.to_owned(),
        custom: true,
        env_var_mappings: HashMap::from(names.clone()),
        ..Default::default()
    };
    bed.register(provider).unwrap();
    bed.register(site()).unwrap();
    let other = wire::RegisterResourceRequest {
        env_var_mappings: HashMap::from(names),
        ..file()
    };
    bed.register(other).unwrap();
    let graph = bed.local.take_graph("dev", "web", true);
    let seen = graph.vertices.iter().filter_map(|it| {
        let names = it.options.env_var_mappings()?;
        Some((it.name.as_str(), names.iter().collect::<Vec<_>>()))
    });
    let seen: Vec<_> = seen.collect();
    assert_eq!(seen, [("p", vec![("A", "B"), ("EU_TOKEN", "TOKEN")])]);
}

#[test]
fn unsupported_requests_are_refused() {
    let bed = TestContext::new();
    bed.register(site()).unwrap();
    bed.register(file()).unwrap();
    let named = |name: &str| wire::RegisterResourceRequest {
        name: name.to_owned(),
        ..file()
    };
    let odd = structure(&[("4dabf18193072939515e22adb298388d", text("not known"))]);
    let kind = Some(Kind::StructValue(odd));
    let object = Some(structure(&[("odd", wire::Value { kind })]));
    let messages = [
        file(),
        wire::RegisterResourceRequest {
            transforms: vec![wire::Callback {
                target: "192.0.2.1:80".to_owned(),
                token: "x".to_owned(),
            }],
            ..named("b")
        },
        wire::RegisterResourceRequest {
            replace_with: vec!["x".to_owned()],
            ..named("b")
        },
        wire::RegisterResourceRequest {
            object,
            ..named("b")
        },
        wire::RegisterResourceRequest {
            parent: "urn:pulumi:x".to_owned(),
            ..named("b")
        },
        wire::RegisterResourceRequest {
            provider: "x::y".to_owned(),
            ..named("b")
        },
        wire::RegisterResourceRequest {
            package_ref: "x".to_owned(),
            ..named("b")
        },
        named(""),
    ];
    let refused = messages.map(|it| bed.refused(it));
    insta::assert_snapshot!(refused.join("\n"));
}

#[test]
fn components_of_providers_are_planned_without_children() {
    let bed = TestContext::new();
    let remote = wire::RegisterResourceRequest {
        remote: true,
        ..site()
    };
    let planned = bed.register(remote.clone()).unwrap();
    assert_eq!(planned.urn, "urn:pulumi:dev::web::acme:web:Site::site");
    assert!(planned.object == Some(wire::Struct::default()));
    let again = bed.refused(remote);
    assert!(again.starts_with("AlreadyExists"), "{again}");
    // Children inherit from it nevertheless.
    bed.register(file()).unwrap();
    let graph = bed.local.take_graph("dev", "web", true);
    let [site, file] = graph.vertices.as_slice() else {
        panic!("{graph:?}");
    };
    assert!(!site.custom && site.id.is_none());
    assert!(file.options.is_protected());
}

#[test]
fn a_run_that_stops_is_no_failure() {
    let stopping = super::answer::status(lumi_monitor::MonitorError::Stopping);
    assert_eq!(stopping.code(), Code::Unavailable);
}

proptest! {
    /// Every message gets a response.
    #[test]
    fn mangled_messages_are_answered(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
        cut in any::<prop::sample::Index>(),
        is_cut in any::<bool>(),
    ) {
        let mut bytes = file().encode_to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if is_cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let bed = TestContext::new();
        if let Ok(message) = wire::RegisterResourceRequest::decode(bytes.as_slice()) {
            let _ = bed.register(message);
        }
        if let Ok(message) = wire::ReadResourceRequest::decode(bytes.as_slice()) {
            let _ = bed.runtime.block_on(bed.service.read_resource(Request::new(message)));
        }
        if let Ok(message) = wire::ResourceInvokeRequest::decode(bytes.as_slice()) {
            let _ = bed.runtime.block_on(bed.service.invoke(Request::new(message)));
        }
        if let Ok(message) = wire::RegisterResourceOutputsRequest::decode(bytes.as_slice()) {
            let outputs = bed.service.register_resource_outputs(Request::new(message));
            let _ = bed.runtime.block_on(outputs);
        }
    }
}
