//! Components in programs of Python, which need no functions of their own.

use serde_json::Value;

use crate::support::lumi::Lumi;

const PYTHON: &str = r#"
import lumi
from lumi.cloud import Bucket, Daemon, Database, KVStore, Queue, Secret, Service, Site, Topic

config = lumi.Config()
jobs = Queue("jobs", attempts=3, retention=3600)
files = Bucket("files", retention=86400)
store = KVStore("store")
news = Topic("news", opts=lumi.ResourceOptions(depends_on=[jobs]))
password = Secret("mail-password", value=config.require_secret("mail"))
ledger = Database("ledger")
site = Site("web", folder="site", spa=True)
back = Service("back", command=["python3", "back.py"])
api = Service(
    "api",
    command=["python3", "api.py"],
    health="/health",
    replicas=2,
    start_timeout=20,
    environment={"LOG_LEVEL": "info"},
    uses=[jobs, files, store, news, password, ledger, back],
)
Daemon("agent", command=["python3", "agent.py"], uses=[back], waits_for=[api])
lumi.export("files", files.name)
"#;

const TYPESCRIPT: &str = r#"
import * as lumi from "lumi";
import { Bucket, Daemon, Database, KVStore, Queue, Secret, Service, Site, Topic } from "lumi/cloud";

const config = new lumi.Config();
const jobs = new Queue("jobs", { attempts: 3, retention: 3600 });
const files = new Bucket("files", { retention: 86400 });
const store = new KVStore("store");
const news = new Topic("news", {}, { dependsOn: [jobs] });
const password = new Secret("mail-password", { value: config.requireSecret("mail") });
const ledger = new Database("ledger");
new Site("web", { folder: "site", spa: true });
const back = new Service("back", { command: ["python3", "back.py"] });
const api = new Service("api", {
  command: ["python3", "api.py"],
  health: "/health",
  replicas: 2,
  startTimeout: 20,
  environment: { LOG_LEVEL: "info" },
  uses: [jobs, files, store, news, password, ledger, back],
});
new Daemon("agent", { command: ["python3", "agent.py"], uses: [back], waitsFor: [api] });
const { name } = files;
export { name as files };
"#;

/// Takes away the lines of the program that graphs name.
fn without_lines(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.remove("source");
            members.values_mut().for_each(without_lines);
        }
        Value::Array(elements) => elements.iter_mut().for_each(without_lines),
        _ => {}
    }
}

/// The graph of a program, as it is written and without lines.
fn planned(file: &str, program: &str) -> Value {
    let lumi = Lumi::new();
    lumi.file("site/index.html", "<!DOCTYPE html><title>Shop</title>");
    lumi.file(file, program);
    let postgres = "postgres://admin:correct-horse@127.0.0.1/postgres";
    for (key, value) in [("lumi:postgres", postgres), ("mail", "tiger")] {
        lumi.run(&["config", "set", key, value, "--secret"]).ok();
    }
    let graph = lumi.run(&["run", "--format", "json"]).ok();
    assert!(!graph.contains("tiger") && graph.contains("lumi:cloud:Daemon"));
    let mut graph = serde_json::from_str(&graph).unwrap();
    without_lines(&mut graph);
    graph
}

#[test]
fn a_program_in_python_declares_the_components_of_one_in_typescript() {
    let python = planned("main.py", PYTHON);
    assert!(python["vertices"].as_array().unwrap().len() > 20);
    assert_eq!(python, planned("index.ts", TYPESCRIPT));
}
