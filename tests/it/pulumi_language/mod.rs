//! Programs of Lumi behind Pulumi's engine, which starts `pulumi-language-lumi`.

mod scripted_engine;

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::os::unix::fs::symlink;
use std::process::{Child, Stdio};
use std::time::Duration;

use lumi::pulumi::pulumirpc::language_runtime_client::LanguageRuntimeClient;
use lumi::pulumi::pulumirpc::{self as wire, ProgramInfo};
use lumi::rpc::{Connection, Token};

use crate::support::lumi::{Lumi, tool};
use scripted_engine::ScriptedEngine;

/// A language host, started in the same way as by the engine.
struct Host {
    project: Lumi,
    child: Child,
    client: LanguageRuntimeClient<Connection>,
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Host {
    async fn start(program: &str, engine: &ScriptedEngine) -> Self {
        let project = Lumi::with_sdk(program);
        let name = project.folder().join("pulumi-language-lumi");
        symlink(env!("CARGO_BIN_EXE_lumi"), &name).unwrap();
        let mut child = tool(&name)
            .args(["--logtostderr", "-v=3", &engine.address().to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        let port: u16 = line.trim().parse().unwrap();
        let connection = Connection::open(SocketAddr::from(([127, 0, 0, 1], port)), Token::NONE);
        let client = LanguageRuntimeClient::new(connection.await.unwrap());
        Self {
            project,
            child,
            client,
        }
    }

    fn info(&self) -> ProgramInfo {
        let folder = self.project.folder().display().to_string();
        ProgramInfo {
            root_directory: folder.clone(),
            program_directory: folder,
            entry_point: ".".to_owned(),
            options: None,
        }
    }

    fn request(&self, engine: &ScriptedEngine, dry_run: bool) -> wire::RunRequest {
        let config = [
            ("shop:size", "3"),
            ("shop:config:key", "hidden"),
            ("aws:region", "eu-west-1"),
        ];
        wire::RunRequest {
            project: "shop".to_owned(),
            stack: "dev".to_owned(),
            pwd: self.project.folder().display().to_string(),
            program: ".".to_owned(),
            config: config
                .map(|(key, it)| (key.to_owned(), it.to_owned()))
                .into(),
            config_secret_keys: vec!["shop:config:key".to_owned()],
            dry_run,
            parallel: 8,
            monitor_address: engine.address().to_string(),
            organization: "organization".to_owned(),
            info: Some(self.info()),
            ..Default::default()
        }
    }

    async fn run(&mut self, request: wire::RunRequest) -> String {
        match self.client.run(request).await {
            Ok(answer) => {
                let answer = answer.into_inner();
                format!("error {:?}, bail {}", answer.error, answer.bail)
            }
            Err(status) => format!("{:?}: {}", status.code(), status.message()),
        }
    }
}

/// The requests of a program, and the responses.
async fn run(program: &str, dry_run: bool) -> String {
    let engine = ScriptedEngine::start(dry_run).await;
    let mut host = Host::start(program, &engine).await;
    let request = host.request(&engine, dry_run);
    let answer = host.run(request).await;
    let folder = host.project.folder().canonicalize().unwrap();
    let transcript = format!("{}{answer}\n", engine.transcript());
    transcript.replace(&*folder.to_string_lossy(), "[folder]")
}

const SHOP: &str = r#"
const config = new lumi.Config();
const { CustomResource, ComponentResource, ProviderResource, StackReference } = lumi;

class Site extends ComponentResource {
  readonly bucket: lumi.CustomResource;
  constructor(name: string, provider: lumi.ProviderResource) {
    super("acme:web:Site", name, {}, { provider });
    this.bucket = new CustomResource("aws:s3:Bucket", `${name}-bucket`, {
      size: config.requireNumber("size"),
      key: config.requireSecret("key"),
      index: new lumi.StringAsset("<h1>hi</h1>"),
      files: new lumi.AssetArchive({ "a.txt": new lumi.StringAsset("a") }),
    }, { parent: this });
    this.registerOutputs({ arn: this.bucket.arn });
  }
}
const aws = new ProviderResource("aws", "west", { region: new lumi.Config("aws").require("region") });
const site = new Site("site", aws);
const other = new CustomResource("aws:s3:Object", "other", {
  bucket: site.bucket,
  names: [site.bucket.arn, { deep: site.bucket.id }],
  nothing: null,
}, {
  protect: true, dependsOn: [site], ignoreChanges: ["names[0]"], replaceOnChanges: ["bucket"],
  deleteBeforeReplace: true, aliases: ["urn:lumi:dev::shop::index::aws:s3:Object::old", { name: "older" }],
  customTimeouts: { create: "1m 30s" }, retainOnDelete: true, deletedWith: site.bucket, version: "6.0.0",
  additionalSecretOutputs: ["names"],
});
new CustomResource("aws:s3:Bucket", "adopted", {}, { import: "b-1" });
const found = CustomResource.get("aws:ec2:Instance", "found", "i-1");
const shared = new StackReference("shared", { name: "org/shared/prod" });
const ami = lumi.invoke("aws:ec2:getAmi", { owner: lumi.secret("me") }, { provider: aws });
const called = lumi.call("acme:web:Site/ping", site, { times: 2 });
console.log("from", lumi.getProject(), lumi.getStack());
lumi.log.warn("careful");
export const state = found.state;
export const url = shared.requireOutput("url");
export const owner = ami.owner;
export const answer = called.answer;
export const arn = site.bucket.arn;
export const hidden = config.requireSecret("key");
export const bucket = site.bucket;
"#;

#[tokio::test]
async fn a_preview_asks_for_what_a_program_of_pulumi_would() {
    insta::assert_snapshot!(run(SHOP, true).await);
}

#[tokio::test]
async fn a_deployment_hands_on_what_is_known() {
    insta::assert_snapshot!(run(SHOP, false).await);
}

#[tokio::test]
async fn components_of_providers_are_asked_for() {
    let program = r#"
const aws = new lumi.ProviderResource("aws", "west");
const eks = new lumi.ProviderResource("eks", "mine");
const role = new lumi.CustomResource("aws:iam:Role", "role", {}, { provider: aws });
const cluster = new lumi.RemoteComponent<{ role: string }>("eks:index:Cluster", "cluster",
  { role: role.id, key: lumi.secret("x") }, { provider: eks, providers: [aws], protect: true });
new lumi.CustomResource("aws:s3:Bucket", "inside", { role: cluster.role }, { parent: cluster });
export const role_again = cluster.role;
"#;
    insta::assert_snapshot!(run(program, false).await);
}

#[tokio::test]
async fn older_engines_get_what_they_know() {
    let program = r#"
const secret = lumi.secret("x");
const first = new lumi.CustomResource("a:b:C", "first", { secret });
new lumi.CustomResource("a:b:C", "second", { first });
"#;
    let engine = ScriptedEngine::of_age(false, true).await;
    let mut host = Host::start(program, &engine).await;
    let request = host.request(&engine, false);
    let answer = host.run(request).await;
    insta::assert_snapshot!(engine.transcript() + answer.as_str());
}

#[tokio::test]
async fn failures_are_reported_once() {
    let mut transcript = String::new();
    for (title, program) in [
        ("thrown", "throw new Error(\"no such luck\");"),
        ("syntax", "const = 1;"),
        ("never", "await new Promise(() => {});"),
    ] {
        let heard = run(program, false).await;
        // The first requests of every program.
        let heard = heard
            .lines()
            .filter(|it| !it.contains("pulumi:pulumi:Stack"));
        let heard: Vec<_> = heard.collect();
        transcript += &format!("=== {title}\n{}\n", heard.join("\n"));
    }
    insta::assert_snapshot!(transcript);
}

#[tokio::test]
async fn resources_that_failed_are_named() {
    for (name, problem) in [
        ("failing", "a:b:C \"failing\" failed"),
        ("ending", "the run is stopping"),
    ] {
        let program = format!("new lumi.CustomResource(\"a:b:C\", \"{name}\", {{}});");
        let heard = run(&program, false).await;
        let told = format!("\nerror: ResourceError: {problem}\n");
        assert!(heard.contains(&told), "{heard}");
        let place = format!("    while registering a:b:C \"{name}\" (index.ts:2:1)\n");
        assert!(heard.contains(&place), "{heard}");
        assert!(heard.ends_with("error \"\", bail true\n"), "{heard}");
    }
}

#[tokio::test]
async fn refusals_of_a_function_are_reported() {
    let heard = run("export const x = lumi.invoke(\"a:b:refuse\", {});", false).await;
    let told = "error: ResourceError: `a:b:refuse`: `size`: it is too large\n";
    assert!(heard.contains(told), "{heard}");
    assert!(heard.ends_with("error \"\", bail true\n"), "{heard}");
}

#[tokio::test]
async fn a_program_that_is_not_there_is_named() {
    let engine = ScriptedEngine::start(true).await;
    let mut host = Host::start("", &engine).await;
    let mut request = host.request(&engine, true);
    request.info.as_mut().unwrap().entry_point = "indx.ts".to_owned();
    let answer = host.run(request).await;
    let folder = host.project.folder().canonicalize().unwrap();
    let transcript = format!("{}{answer}", engine.transcript());
    insta::assert_snapshot!(transcript.replace(&*folder.to_string_lossy(), "[folder]"));
}

#[tokio::test]
async fn flags_come_from_the_options_of_the_runtime() {
    let engine = ScriptedEngine::start(true).await;
    let program = "export const home = process.env.HOME === undefined;";
    let mut host = Host::start(program, &engine).await;
    let flags = |flag: &str| {
        let text = |it: &str| wire::Value {
            kind: Some(wire::value::Kind::StringValue(it.to_owned())),
        };
        let values = vec![text(flag)];
        let list = wire::value::Kind::ListValue(wire::ListValue { values });
        let field = wire::Field {
            key: "flags".to_owned(),
            value: Some(wire::Value { kind: Some(list) }),
        };
        Some(wire::Struct {
            fields: vec![field],
        })
    };
    let mut request = host.request(&engine, true);
    request.info.as_mut().unwrap().options = flags("--timeout=1ms");
    let answer = host.run(request.clone()).await;
    assert_eq!(answer, "error \"\", bail true", "{}", engine.transcript());
    assert!(
        engine.transcript().contains("--timeout"),
        "{}",
        engine.transcript()
    );
    request.info.as_mut().unwrap().options = flags("--timeot=1s");
    let answer = host.run(request).await;
    assert!(answer.starts_with("InvalidArgument"), "{answer}");
}

#[tokio::test]
async fn endless_programs_can_be_cancelled() {
    let engine = ScriptedEngine::start(false).await;
    let mut host = Host::start("console.log(\"begun\"); for (;;) {}", &engine).await;
    let request = host.request(&engine, false);
    let mut client = host.client.clone();
    let running = tokio::spawn(async move { client.run(request).await });
    while !engine.transcript().contains("begun") {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    host.client.cancel(()).await.unwrap();
    let answer = running.await.unwrap().unwrap().into_inner();
    assert!(answer.bail);
    // It is ready for the next program.
    let project = host.project.file("index.ts", "export const x = 1;");
    assert!(project.exists());
    let request = host.request(&engine, false);
    assert_eq!(host.run(request).await, "error \"\", bail false");
}

#[tokio::test]
async fn engines_on_other_machines_are_refused() {
    let engine = ScriptedEngine::start(true).await;
    let mut host = Host::start("", &engine).await;
    let mut request = host.request(&engine, true);
    let mut said = Vec::new();
    for address in ["192.0.2.1:80", "nonsense", "127.0.0.1:1"] {
        request.monitor_address = address.to_owned();
        said.push(host.run(request.clone()).await);
    }
    insta::assert_snapshot!(said.join("\n"), @"
    InvalidArgument: `monitor_address` is not on this machine
    InvalidArgument: `monitor_address` is not HOST:PORT
    FailedPrecondition: `monitor_address` 127.0.0.1:1 cannot be reached: Connection refused (os error 111)
    ");
}

#[tokio::test]
async fn the_host_describes_itself_and_the_needs_of_programs() {
    let engine = ScriptedEngine::start(true).await;
    let mut host = Host::start("", &engine).await;
    let package = r#"{"name":"@pulumi/random","version":"4.2.0","pulumi":{"resource":true}}"#;
    host.project
        .file("node_modules/@pulumi/random/package.json", package);
    let info = Some(host.info());
    let version = host
        .client
        .get_plugin_info(())
        .await
        .unwrap()
        .into_inner()
        .version;
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
    let about = wire::AboutRequest { info: info.clone() };
    let about = host.client.about(about).await.unwrap().into_inner();
    assert_eq!(about.version, env!("CARGO_PKG_VERSION"));
    assert!(!about.metadata["v8"].is_empty());
    let request = wire::GetRequiredPackagesRequest { info: info.clone() };
    let packages = host.client.get_required_packages(request).await.unwrap();
    let packages = packages.into_inner().packages;
    let packages = packages
        .iter()
        .map(|it| format!("{} {} {}", it.kind, it.name, it.version));
    assert_eq!(packages.collect::<Vec<_>>(), ["resource random 4.2.0"]);
    let request = wire::GetRequiredPluginsRequest {
        pwd: info.as_ref().unwrap().program_directory.clone(),
        ..Default::default()
    };
    let plugins = host.client.get_required_plugins(request).await.unwrap();
    assert_eq!(plugins.into_inner().plugins[0].name, "random");
    let request = wire::GetProgramDependenciesRequest {
        info,
        ..Default::default()
    };
    let found = host.client.get_program_dependencies(request).await.unwrap();
    assert_eq!(found.into_inner().dependencies[0].name, "@pulumi/random");
    host.project.file("package.json", "{}");
    let installs = async |host: &mut Host| {
        let directory = host.project.folder().display().to_string();
        let request = wire::InstallDependenciesRequest {
            directory,
            ..Default::default()
        };
        let lines = host.client.install_dependencies(request).await.unwrap();
        lines.into_inner().message().await.unwrap()
    };
    assert!(installs(&mut host).await.is_none());
    std::fs::remove_dir_all(host.project.folder().join("node_modules")).unwrap();
    let line = installs(&mut host).await.unwrap();
    assert!(
        String::from_utf8(line.stdout)
            .unwrap()
            .contains("npm install")
    );
}

#[tokio::test]
async fn the_host_ends_with_a_killed_engine() {
    let engine = ScriptedEngine::start(true).await;
    let project = Lumi::new();
    let name = project.folder().join("pulumi-language-lumi");
    symlink(env!("CARGO_BIN_EXE_lumi"), &name).unwrap();
    let script = format!("{} {} & wait", name.display(), engine.address());
    let mut shell = tool("sh")
        .args(["-c", &script])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(shell.stdout.take().unwrap());
    stdout.read_line(&mut String::new()).unwrap();
    shell.kill().unwrap();
    shell.wait().unwrap();
    // The host holds the other end of the pipe while it runs.
    stdout.read_line(&mut String::new()).unwrap();
}
