//! Engines that send arbitrary requests to language hosts.

use std::time::Instant;

use prost::Message as _;

use super::{HostService, PulumiHost};
use crate::hostile::{HostileService, frame};
use lumi_provider::dynamic_line;
use lumi_pulumi::pulumirpc;
use lumi_rpc::{Router, Server, Token, lumirpc};

#[test]
fn a_language_host_survives_whatever_is_sent_to_it() {
    let token = Token::random();
    let (_line, requests) = dynamic_line(false);
    let service = HostService::server(token.clone(), requests, Instant::now());
    let router = Router::new(token.clone()).with(service);
    let assailed = HostileService::new("lumirpc.LanguageRuntime", token, async || {
        Server::start(router).await.unwrap()
    });
    let config = lumirpc::ConfigEntry {
        key: "web:size".to_owned(),
        value: "{\"a\":1}".to_owned(),
        secret: true,
    };
    // No server listens there, so no program is run.
    let run = lumirpc::RunRequest {
        project_folder: "/nowhere/web".to_owned(),
        working_directory: "/nowhere".to_owned(),
        program: "/nowhere/web/index.ts".to_owned(),
        arguments: vec!["one".to_owned()],
        project: "web".to_owned(),
        stack: "dev".to_owned(),
        config: vec![config],
        monitor_address: "unix:/nowhere/socket".to_owned(),
        flags: vec!["--timeout=3s".to_owned()],
        ..Default::default()
    };
    let info = lumirpc::GetPluginInfoRequest { protocol: 1 };
    let run = run.encode_to_vec();
    assailed.survives(&[
        ("GetPluginInfo", info.encode_to_vec()),
        ("Run", run.clone()),
        ("Cancel", Vec::new()),
    ]);
    // FAILED_PRECONDITION: the host has run its program, or tried to.
    let again = assailed.send("Run", frame(&run));
    assert_eq!(again.as_deref(), Some("9"));
}

#[test]
fn a_host_for_pulumi_survives_whatever_is_sent_to_it() {
    let router = Router::new(Token::NONE).with(PulumiHost::server(String::new()));
    let assailed = HostileService::new("pulumirpc.LanguageRuntime", Token::NONE, async || {
        Server::start(router).await.unwrap()
    });
    let text = |it: &str| pulumirpc::Value {
        kind: Some(pulumirpc::value::Kind::StringValue(it.to_owned())),
    };
    let flags = pulumirpc::Value {
        kind: Some(pulumirpc::value::Kind::ListValue(pulumirpc::ListValue {
            values: vec![text("--timeout=3s")],
        })),
    };
    let options = pulumirpc::Struct {
        fields: vec![pulumirpc::Field {
            key: "flags".to_owned(),
            value: Some(flags),
        }],
    };
    let info = || {
        Some(pulumirpc::ProgramInfo {
            root_directory: "/nowhere".to_owned(),
            program_directory: "/nowhere/web".to_owned(),
            entry_point: ".".to_owned(),
            options: Some(options.clone()),
        })
    };
    let run = pulumirpc::RunRequest {
        project: "web".to_owned(),
        stack: "dev".to_owned(),
        pwd: "/nowhere".to_owned(),
        program: ".".to_owned(),
        config: [("web:size".to_owned(), "3".to_owned())].into(),
        monitor_address: "nowhere:1".to_owned(),
        info: info(),
        ..Default::default()
    };
    let plugins = pulumirpc::GetRequiredPluginsRequest {
        pwd: "/nowhere".to_owned(),
        info: info(),
        ..Default::default()
    };
    let handshake = pulumirpc::LanguageHandshakeRequest {
        engine_address: "nowhere:1".to_owned(),
        ..Default::default()
    };
    let packages = pulumirpc::GetRequiredPackagesRequest { info: info() };
    let install = pulumirpc::InstallDependenciesRequest {
        directory: "/nowhere".to_owned(),
        info: info(),
        ..Default::default()
    };
    let dependencies = pulumirpc::GetProgramDependenciesRequest {
        info: info(),
        ..Default::default()
    };
    assailed.survives(&[
        ("GetPluginInfo", Vec::new()),
        ("Run", run.encode_to_vec()),
        ("Handshake", handshake.encode_to_vec()),
        ("GetRequiredPlugins", plugins.encode_to_vec()),
        ("GetRequiredPackages", packages.encode_to_vec()),
        ("InstallDependencies", install.encode_to_vec()),
        ("GetProgramDependencies", dependencies.encode_to_vec()),
        ("About", Vec::new()),
        ("Cancel", Vec::new()),
    ]);
}
