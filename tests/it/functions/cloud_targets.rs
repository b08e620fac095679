//! `lumi/cloud`: the behaviours of `tests/programs/cloud/conformance` on each target, the table of them in
//! `docs/targets.md`, and where adapters of events are.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::documents::deployed_examples::run;
use crate::functions::aws_cloud::AwsCloud;
use crate::functions::kubernetes_cluster::KubernetesCluster;
use crate::functions::served::{Served, wait};
use crate::support::lumi::{Lumi, command};
use crate::support::postgres::Postgres;

/// Rewrites the table instead of comparing it.
const UPDATE: &str = "LUMI_UPDATE_DOCS";
const BEGIN: &str = "<!-- conformance -->\n";
const END: &str = "<!-- end of conformance -->\n";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Whether a target has each behaviour, in the order of the suite: `yes`, `refused` in the plan, `planned` where the tests
/// have no such cloud, or `no`.
type Results = Vec<(String, String)>;

/// The output of the tests of a file, all of which pass. `servers` are what they use: the names of variables with their
/// addresses, and the addresses.
pub fn tested(file: &str, servers: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command();
    command
        .current_dir(root().join("tests/programs/cloud"))
        .args([
            "test",
            "--allow-net=127.0.0.1",
            "--allow-env",
            "--allow-run=python3",
            &format!("--allow-read={}", folder.path().display()),
            &format!("--allow-write={}", folder.path().display()),
            file,
        ])
        .env("FOLDER_OF_TESTS", folder.path());
    command.envs(servers.iter().copied());
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    assert!(output.status.success(), "{text}");
    text
}

/// The results that tests print in lines.
fn results(text: &str) -> Results {
    let results = text.lines().filter_map(|it| it.strip_prefix("RESULT "));
    let pairs = results.filter_map(|it| it.split_once('\t'));
    pairs
        .map(|(name, result)| (name.to_owned(), result.to_owned()))
        .collect()
}

/// `None` where the cloud of the tests cannot run.
fn on_aws() -> Option<Results> {
    let cloud = AwsCloud::start()?;
    Some(results(&cloud.tested("aws_cloud.permitted.test.ts")))
}

/// `None` where the cluster of the tests cannot run.
fn on_kubernetes() -> Option<Results> {
    let cluster = KubernetesCluster::start()?;
    Some(results(
        &cluster.tested("kubernetes_cluster.permitted.test.ts"),
    ))
}

/// Copies the files of a folder to the one of the project with that name; empty is the project folder.
pub fn copy(lumi: &Lumi, folder: &Path, name: &str) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{name}{}", path.file_name().unwrap().to_str().unwrap());
        match path.is_dir() {
            true => copy(lumi, &path, &format!("{name}/")),
            false => drop(lumi.file(&name, fs::read(&path).unwrap())),
        }
    }
}

fn deployed(postgres: &str) -> Lumi {
    let lumi = Lumi::new();
    copy(&lumi, &root().join("tests/programs/cloud/conformance"), "");
    lumi.run(&["config", "set", "password", "correct-horse", "--secret"])
        .ok();
    lumi.run(&["config", "set", "lumi:postgres", postgres, "--secret"])
        .ok();
    run(&lumi, "up -y", 0);
    lumi
}

fn on_this_machine(postgres: &str) -> Results {
    let lumi = deployed(postgres);
    let served = Served::start(&lumi, "out/dev", &["-q"]);
    let outputs = lumi.run(&["stack", "output", "--json"]).ok();
    let outputs: Value = serde_json::from_str(&outputs).unwrap();
    let names = outputs["names"].as_array().unwrap();
    let names: Vec<&str> = names.iter().map(|it| it.as_str().unwrap()).collect();
    let check = |name: &&str| {
        if outputs["refused"].get(name).is_some() {
            return "refused".to_owned();
        }
        let answer = served.platform("POST", "functions/check", json!([name]).to_string());
        match answer.status {
            200 => "yes".to_owned(),
            _ => format!("failed: {}", answer.text()),
        }
    };
    let results: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> = names.iter().map(|it| scope.spawn(|| check(it))).collect();
        running.into_iter().map(|it| it.join().unwrap()).collect()
    });
    let failed: Vec<&String> = results.iter().filter(|it| it.len() > 7).collect();
    assert!(failed.is_empty(), "{failed:#?}\n{}", served.log());
    let refreshed = run(&lumi, "refresh -y", 0);
    assert!(refreshed.contains("nothing to do"), "{refreshed}");
    drop(served);
    destroyed(&lumi);
    names.into_iter().map(str::to_owned).zip(results).collect()
}

fn destroyed(lumi: &Lumi) {
    run(lumi, "destroy -y", 0);
    let data = lumi.folder().join("out/dev/.data");
    assert!(!data.join("../.sites/site").exists());
    for kind in ["kv", "buckets", "queues", "services"] {
        let mut left = fs::read_dir(data.join(kind)).unwrap();
        assert!(left.next().is_none(), "{kind} has data");
    }
}

/// The table of docs/targets.md.
fn table(targets: &[(&str, Results)]) -> String {
    let mut text = String::from("| behaviour |");
    for (target, _) in targets {
        let _ = write!(text, " `{target}` |");
    }
    text.push_str("\n|---|");
    text.push_str(&"---|".repeat(targets.len()));
    text.push('\n');
    for (index, (name, _)) in targets[0].1.iter().enumerate() {
        let _ = write!(text, "| {name} |");
        for (_, results) in targets {
            assert_eq!(&results[index].0, name);
            let _ = write!(text, " {} |", results[index].1);
        }
        text.push('\n');
    }
    text
}

#[test]
fn the_documentation_has_the_behaviours_of_each_target() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let url = postgres.url();
    let servers = [("POSTGRES_OF_TESTS", url.as_str())];
    let on_the_recorder = results(&tested("recorder.permitted.test.ts", &servers));
    let on_this_machine = on_this_machine(&url);
    assert!(on_this_machine.len() >= 50, "{}", on_this_machine.len());
    let (Some(on_aws), Some(on_kubernetes)) = (on_aws(), on_kubernetes()) else {
        return;
    };
    let targets = [
        ("local", on_this_machine),
        ("aws", on_aws),
        ("kubernetes", on_kubernetes),
        ("recorder", on_the_recorder),
    ];
    let path = root().join("docs/targets.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (documented, after) = rest.split_once(END).unwrap();
    let actual = format!("\n{}\n", table(&targets));
    if std::env::var_os(UPDATE).is_some() {
        fs::write(&path, format!("{before}{BEGIN}{actual}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(documented, actual, "{UPDATE}=1 rewrites docs/targets.md");
}

/// Words of the events of platforms, of which components know nothing.
const OF_PLATFORMS: &[&str] = &[
    "LUMI_PLATFORM",
    "triggers",
    "Records",
    "records",
    "eventSource",
    "requestContext",
    "rawPath",
    "statusCode",
    "receives",
];

#[test]
fn events_of_platforms_are_adapted_in_infra_classes_alone() {
    let folder = root().join("js/lumi/cloud");
    let mut files: Vec<PathBuf> = vec![root().join("js/lumi/cloud.ts")];
    for folder in ["", "program", "site"].map(|it| folder.join(it)) {
        let entries = fs::read_dir(&folder).unwrap().map(|it| it.unwrap().path());
        files.extend(entries.filter(|it| it.is_file()));
    }
    assert!(files.len() >= 12);
    let mut found = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let words: Vec<&&str> = OF_PLATFORMS
            .iter()
            .filter(|it| text.contains(**it))
            .collect();
        if !words.is_empty() {
            found.insert(file.clone(), format!("{words:?}"));
        }
        // The registry is filled by the entry module; no component knows a target.
        let is_component = file.starts_with(&folder);
        if is_component
            && ["local", "aws", "kubernetes"]
                .iter()
                .any(|it| text.contains(&format!("./{it}/")))
        {
            found.insert(file, "a target".to_owned());
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

const PROGRAM: &str = "import { Function, KVStore, Queue } from 'lumi/cloud';
const store = new KVStore<number>('store');
const queue = new Queue<number>('queue');
queue.subscribe('work', async (n) => store.set('n', n));
new Function('f', async (name: 'get' | 'delete') => {
  await queue.push(1);
  await store[name]('n');
});
";

#[test]
fn the_plan_shows_permissions_with_the_lines_that_need_them() {
    let lumi = Lumi::program(PROGRAM);
    let plan = lumi.run(&["preview", "--diff"]);
    assert!(
        plan.stderr.contains(
            "the code of the function f does not say what it does with the KVStore \"store\" (index.ts:7): \
             it may do everything"
        ),
        "{}",
        plan.stderr
    );
    let plan = plan.ok();
    let shown = |text: &str, name: &str| {
        let start = format!("lumi:cloud:Function \"{name}\"");
        let rest = text
            .split(&start)
            .nth(1)
            .unwrap_or_else(|| panic!("{text}"));
        let lines = rest.lines().skip(1).take_while(|it| !it.is_empty());
        lines.collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(shown(&plan, "f"), @r#"
    + permissions:
      + "kv:delete store": "because: index.ts:7"
      + "kv:get store": "because: index.ts:7"
      + "kv:list store": "because: index.ts:7"
      + "kv:put store": "because: index.ts:7"
      + "queues:push queue": "because: index.ts:6"
    "#);
    insta::assert_snapshot!(shown(&plan, "work"), @r#"
    + permissions:
      + "kv:put store": "because: index.ts:4"
    "#);

    // A line that moves is no change, and the state has the new one; another permission is a change.
    run(&lumi, "up -y", 0);
    lumi.file("index.ts", format!("// A comment.\n{PROGRAM}"));
    let moved = run(&lumi, "preview --detailed-exitcode", 0);
    assert!(moved.contains("no changes"), "{moved}");
    run(&lumi, "up -y", 0);
    let state = lumi.run(&["stack", "export"]).ok();
    assert!(state.contains("because: index.ts:7"), "{state}");
    let program = PROGRAM.replace("store.set('n', n)", "store.delete('n')");
    lumi.file("index.ts", program);
    let plan = lumi.run(&["preview", "--diff"]).ok();
    insta::assert_snapshot!(shown(&plan, "work"), @r#"
    ~ permissions:
      - "kv:put store": "because: index.ts:5"
      + "kv:delete store": "because: index.ts:4"
    "#);
}

#[test]
fn no_two_components_share_a_thing_of_their_target() {
    tested("names.permitted.test.ts", &[]);
}

#[test]
fn a_target_is_chosen_by_the_stack_and_refused_at_its_line() {
    let lumi = Lumi::program(PROGRAM);
    lumi.run(&["config", "set", "lumi:target", "lokal"]).ok();
    let refused = lumi.run(&["preview"]);
    assert_eq!(refused.code, 1, "{}", refused.transcript());
    insta::assert_snapshot!(refused.stderr, @r#"
    Previewing stack dev of demo
    error: TypeError: the target "lokal" of the KVStore "store" does not exist; did you mean "local"? choose a target with `lumi config set lumi:target NAME`
     --> index.ts:2:15
      |
    2 | const store = new KVStore<number>('store');
      |               ^
    "#);
}

#[test]
fn messages_wait_in_order_and_survive_a_kill() {
    let lumi = Lumi::program(
        "import { Function, KVStore, Queue } from 'lumi/cloud';
const seen = new KVStore<number[]>('seen');
const gate = new KVStore<boolean>('gate');
const lanes = new Queue<{ lane: string; n: number }>('lanes', { ordered: true, attempts: 100 });
lanes.subscribe('note', async ({ lane, n }) => {
  if (n === 2 && !(await gate.get('open'))) throw new Error('closed');
  const all = await seen.get(lane) ?? [];
  if (!all.includes(n)) await seen.set(lane, [...all, n]);
});
new Function('send', async (n: number) => {
  for (const lane of ['a', 'b']) await lanes.push({ lane, n }, { key: lane });
});
new Function('read', async () => ({ a: await seen.get('a'), b: await seen.get('b') }));
new Function('open', () => gate.set('open', true));
",
    );
    run(&lumi, "up -y", 0);
    let call = |served: &Served, name: &str, arguments: Value| {
        let path = format!("functions/{name}");
        let answer = served.platform("POST", &path, arguments.to_string());
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["result"].clone()
    };
    let read = |served: &Served| call(served, "read", json!([]));
    let served = Served::start(&lumi, "out/dev", &["-q"]);
    for n in 1..=4 {
        call(&served, "send", json!([n]));
    }
    let first = json!({ "a": [1], "b": [1] });
    wait(|| read(&served) == first, || served.log());
    served.kill();
    let served = Served::start(&lumi, "out/dev", &["-q"]);
    // The second message of each lane keeps the others waiting.
    assert_eq!(read(&served), first);
    call(&served, "open", json!([]));
    let all = json!({ "a": [1, 2, 3, 4], "b": [1, 2, 3, 4] });
    wait(
        || read(&served) == all,
        || format!("{}{}", read(&served), served.log()),
    );
}

/// The data of functions goes with a stack, also while a call writes some.
#[test]
fn a_stack_is_destroyed_while_its_functions_write() {
    let lumi = Lumi::new();
    lumi.file(
        "index.ts",
        "\
import { Bucket, Function, KVStore, Queue } from 'lumi/cloud';
const values = new KVStore<number>('values');
const files = new Bucket('files');
const jobs = new Queue<number>('jobs');
new Function('write', async () => {
  let refusals: string[] = [];
  for (let n = 0; refusals.length < 3; n++) {
    const writes = [() => values.set(`${n}`, n), () => files.put(`${n}`, `${n}`), () => jobs.push(n)];
    const results = await Promise.allSettled(writes.map((write) => write()));
    const rejected = results.filter((it) => it.status === 'rejected').map((it) => `${it.reason}`);
    refusals = rejected.filter((it) => it.includes('has removed it'));
  }
  return refusals;
});
",
    );
    run(&lumi, "up -y", 0);
    let served = Served::start(&lumi, "out/dev", &["-q"]);
    let spaces = ["kv/values", "buckets/files", "queues/jobs"];
    let spaces = spaces.map(|it| lumi.folder().join("out/dev/.data").join(it));
    std::thread::scope(|scope| {
        let call = scope.spawn(|| served.platform("POST", "functions/write", "[]"));
        let has_files = |folder: &PathBuf| fs::read_dir(folder).is_ok_and(|it| it.count() > 0);
        wait(|| spaces.iter().all(has_files), || served.log());
        run(&lumi, "destroy -y", 0);
        let answer = call.join().unwrap();
        assert_eq!(answer.status, 200, "{}", answer.text());
        let refusals = &answer.json()["result"];
        assert_eq!(refusals.as_array().unwrap().len(), 3, "{refusals}");
    });
    for space in &spaces {
        assert!(!space.is_dir(), "{}", space.display());
    }
    // The platform may run on, or start anew.
    run(&lumi, "up -y", 0);
    assert!(spaces.iter().all(|it| it.is_dir()));
    run(&lumi, "destroy -y", 0);
    served.kill();
    let served = Served::start(&lumi, "out/dev", &["-q"]);
    assert!(spaces.iter().all(|it| !it.exists()));
    drop(served);
}
