//! `lumi platform export` and `import` with a real server of NATS, as a stack on Kubernetes has one.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::functions::moved_data::platform::killed_until_done;
use crate::support::lumi::{Lumi, read_until, server};
use crate::support::peers::nats;

const SOURCES: &str = "js/lumi/cloud/kubernetes/nats";
const PARTS: [&str; 6] = [
    "jwt.ts",
    "jetstream.ts",
    "connection.ts",
    "message.ts",
    "parser.ts",
    "stream_setup.ts",
];

/// A stack with a server of NATS, which stops on drop.
struct Stack {
    lumi: Lumi,
    process: Child,
    address: String,
    token: String,
}

impl Stack {
    /// `None` on a machine without nats-server. `action` names an action of `tests/programs/moving/streams.ts`.
    fn start(action: &str) -> Option<Self> {
        let program = nats()?.join("nats-server");
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let lumi = Lumi::new();
        for name in ["index.ts", "streams.ts"] {
            let source = root.join("tests/programs/moving").join(name);
            lumi.file(name, fs::read(source).unwrap());
        }
        for name in PARTS {
            let source = root.join(SOURCES).join(name);
            lumi.file(&format!("nats/{name}"), fs::read(source).unwrap());
        }
        lumi.run(&["config", "set", "lumi:target", "kubernetes"])
            .ok();
        lumi.run(&["up", "-y"]).ok();
        let output = |name: &str| lumi.run(&["stack", "output", name, "--show-secrets"]).ok();
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let folder = lumi.folder().display().to_string();
        let more = format!(
            "listen: 127.0.0.1:{port}\nserver_name: tests\njetstream: {{ store_dir: {folder}/jetstream }}\n"
        );
        let configuration = lumi.file("nats.conf", format!("{}{more}", output("configuration")));
        let token = output("token").trim().to_owned();
        let mut process = server(program)
            .arg("-c")
            .arg(configuration)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        read_until(process.stderr.as_mut().unwrap(), "Server is ready");
        let stack = Self {
            lumi,
            process,
            address: format!("127.0.0.1:{port}"),
            token,
        };
        stack.streams(action);
        Some(stack)
    }

    fn streams(&self, action: &str) -> String {
        let mut command = self.lumi.command(&[
            "run",
            "streams.ts",
            "--allow-net=127.0.0.1",
            "--allow-env",
            "-q",
            "--",
            action,
        ]);
        let variables = [
            ("LUMI_NATS", self.address.as_str()),
            ("LUMI_NATS_USER", "tests"),
            ("LUMI_NATS_TOKEN", &self.token),
        ];
        let output = command.envs(variables).output().unwrap();
        // Programs of `lumi run` write to standard error.
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{text}");
        text
    }

    /// The messages of a command for the cluster.
    fn run(&self, args: &[&str]) -> (i32, String) {
        let all = [&["platform"], args, &["--nats", &self.address]].concat();
        let run = self.lumi.run(&all);
        (run.code, run.stderr)
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The number of messages of each stream.
const FILLED: &str = "kv-counts 2\nqueue-jobs 3\ndead-queue-jobs 1\nqueue-steps 3\ndead-queue-steps 1\ntopic-news 1\n\
    dead-topic-news 1\n";

#[test]
fn a_cluster_moves_to_this_machine_and_into_another_cluster() {
    let (Some(old), Some(new)) = (Stack::start("filled"), Stack::start("")) else {
        return;
    };
    assert_eq!(old.streams("count"), FILLED);
    let (code, text) = old.run(&["export", "all.data"]);
    let numbers = "exported 2 values, 8 messages, 2 dead messages (";
    assert!(code == 0 && text.starts_with(numbers), "{text}");
    let bytes = fs::read(old.lumi.folder().join("all.data")).unwrap();
    assert!(!String::from_utf8_lossy(&bytes).contains("poison"));

    // On this machine: the stack of the key is in the same project.
    let here = old.lumi.folder().join("here");
    fs::create_dir_all(here.join(".data")).unwrap();
    let args = ["platform", "import", "all.data", "--folder", "here"];
    old.lumi.run(&args).ok();
    let queue = |args: &[&str]| {
        let all = [&["platform", "queue", "--folder", "here"], args].concat();
        old.lumi.run(&all).ok()
    };
    assert_eq!(
        queue(&["ls"]),
        "jobs        3 waiting, 1 dead\nnews.topic  1 waiting, 1 dead\nsteps       3 waiting, 0 dead\nsteps.dead  1 waiting, 0 dead\n"
    );
    let peeked = |args: &[&str]| -> Value { serde_json::from_str(&queue(args)).unwrap() };
    let steps = peeked(&["peek", "steps", "--json"]);
    let keys: Vec<_> = (0..3)
        .map(|it| (steps[it]["body"].as_str(), steps[it]["key"].as_str()))
        .collect();
    assert_eq!(keys, ["1", "2", "3"].map(|it| (Some(it), Some("k/1"))));
    let dead = peeked(&["peek", "jobs", "--dead", "--json"]);
    assert_eq!(
        (dead[0]["body"].as_str(), dead[0]["function"].as_str()),
        (Some("\"poison\""), Some("work"))
    );
    let dead = peeked(&["peek", "news.topic", "--dead", "--json"]);
    assert_eq!(dead[0]["function"], "page");

    // From this machine into another cluster.
    old.lumi
        .run(&["platform", "export", "back.data", "--folder", "here"])
        .ok();
    fs::copy(
        old.lumi.folder().join("back.data"),
        new.lumi.folder().join("back.data"),
    )
    .unwrap();
    assert_eq!(new.run(&["import", "back.data"]).0, 0);
    assert_eq!(new.streams("count"), FILLED);
    assert_eq!(new.streams("take"), "\"first\" first\n");
    let again = new.run(&["import", "back.data"]);
    assert_eq!(
        again,
        (
            0,
            "nothing to do: the platform has had all of this file\n".to_owned()
        )
    );
    assert_eq!(new.streams("count"), FILLED.replace("jobs 3", "jobs 2"));

    let removed = old.run(&["export", "all.data", "--remove"]);
    assert_eq!(
        removed,
        (0, "removed 12 of them from the platform\n".to_owned())
    );
    assert!(old.streams("count").lines().all(|it| it.ends_with(" 0")));
}

#[test]
fn an_import_into_a_cluster_that_is_killed_goes_on_and_nothing_comes_twice() {
    let Some(stack) = Stack::start("") else {
        return;
    };
    let fns = crate::functions::served::Functions::new();
    let it = fns.serve(&[]);
    for number in 0..300 {
        it.platform("POST", "queues/jobs", format!("{number}"));
    }
    it.kill();
    fns.lumi
        .run(&["platform", "export", "all.data", "--folder", "fns"])
        .ok();
    fs::copy(
        fns.lumi.folder().join("all.data"),
        stack.lumi.folder().join("all.data"),
    )
    .unwrap();
    let args = ["platform", "import", "all.data", "--nats", &stack.address];
    killed_until_done(|| stack.lumi.command(&args));
    assert_eq!(stack.run(&["import", "all.data"]).0, 0);
    assert!(stack.streams("count").contains("queue-jobs 300\n"));
    assert!(stack.streams("take").starts_with("0 "));
    // A stack on Kubernetes needs the address of its server.
    let unknown = stack.lumi.run(&["platform", "export", "more.data"]);
    assert!(
        unknown.code == 2 && unknown.stderr.contains("pass --nats HOST:PORT"),
        "{}",
        unknown.stderr
    );
}
