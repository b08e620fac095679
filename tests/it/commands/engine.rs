//! Programs in a separate process behave as in this one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use parking_lot::Mutex;

use crate::support::lumi::{Answer, Lumi, command, without_times};

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The output of `lumi ARGS…`.
fn seen(output: Output, folder: &Path) -> String {
    without_times(&Answer::of(output, &[], folder).transcript())
}

/// Runs the same command with its program in this process and in another one.
fn both_ways(folder: &Path, args: &[&str]) -> [String; 2] {
    let elsewhere = [&["engine"], args].concat();
    [args, &elsewhere].map(|args| {
        let mut command = command();
        command.current_dir(folder).args(args);
        seen(command.output().unwrap(), folder)
    })
}

/// Checks many programs, a few at a time.
fn check(programs: Vec<(PathBuf, String)>) {
    let programs = Mutex::new(programs);
    let differences: Mutex<Vec<String>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let Some((folder, program)) = programs.lock().pop() else {
                        return;
                    };
                    let [here, elsewhere] = both_ways(&folder, &["run", &program]);
                    if here != elsewhere {
                        let difference =
                            format!("{program}\nhere:\n{here}\nelsewhere:\n{elsewhere}\n");
                        differences.lock().push(difference);
                    }
                }
            });
        }
    });
    let differences = differences.into_inner();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn every_mistake_reads_the_same() {
    let folder = repository().join("tests/programs/bad");
    let names = fs::read_dir(&folder).unwrap();
    let names = names.map(|it| it.unwrap().file_name().into_string().unwrap());
    let programs = names.filter(|it| it.ends_with(".ts") || it.ends_with(".js"));
    let programs: Vec<_> = programs.map(|it| (folder.clone(), it)).collect();
    assert!(programs.len() > 30);
    check(programs);
}

#[test]
fn every_example_plans_the_same() {
    let examples = repository().join("examples");
    let folders = fs::read_dir(&examples)
        .unwrap()
        .map(|it| it.unwrap().path());
    let programs = folders.filter(|it| it.join("Lumi.yaml").exists());
    let programs: Vec<_> = programs
        .map(|it| (repository().to_owned(), it.display().to_string()))
        .collect();
    assert!(programs.len() > 7);
    check(programs);
}

/// Values that are sent many at a time in a plan, and one by one otherwise.
const VALUES: &str = r#"
import * as lumi from "lumi";

const thing = (name: string, inputs: any, options?: any) =>
  new lumi.CustomResource<any>("acme:web:Thing", name, inputs, options);

const first = thing("first", {});
const texts = ["\ud83d\ude00", "\ud800", "\udc00\ud800", "\\ud800", "\u0000\u2028\"", "é", ""];
const numbers = [0, -0, 0.1, -1.5e-7, 5e-324, 1.7976931348623157e308, 1e21, 123456789012345680000, 2 ** 53];
[...numbers, NaN, Infinity, -Infinity].forEach((it, index) => thing(`number-${index}`, { it, list: [[it]] }));
thing("keys", JSON.parse('{"b":{"__proto__":{"a":1}},"":0,"2":0,"1":{"x":[]}}'));
thing("ours", { of: [{ $lumi: "unknown" }], $lumi: { a: 1 } });
thing("holes", { id: first.id, list: [first.id, { deep: first.anything.more }], again: first.id, z: 1 });
thing("secrets", { secret: lumi.secret({ of: [first.id] }), plain: 1 });
thing("reference", { first });
thing("absent", { a: undefined, b: [undefined, null], c: { d: undefined }, e: 1 });
thing("converted", { bytes: new Uint8Array([1, 2]), date: new Date(0), big: 12n });
// The program changes data while responses are in transit; registrations are not affected.
await null;
first.urn.then(() => undefined);
thing("changed", { list: [{ a: 1 }] }).list.then((list: any[]) => list.push(2));
thing("options", {}, { protect: true, dependsOn: [first] });
thing("read", { echo: thing("echo", { list: [{ a: 1 }] }).list[0].a });
const group = new lumi.ComponentResource("acme:web:Group", "group");
const many = [first];
for (let index = 0; index < 1000; index++) {
  const text = texts[index % 40] ?? `text ${index}`;
  many.push(thing(`many-${index}`, { text, [text]: many[index >> 1].id }, { parent: index % 3 ? undefined : group }));
}
if (new lumi.Config().get("toJSON") !== undefined) {
  Object.defineProperty(Array.prototype, "toJSON", { value: () => "patched" });
}
export const last = many.at(-1)!.text;
"#;

#[test]
fn values_arrive_the_same() {
    let lumi = Lumi::program(VALUES);
    for extra in [&[][..], &["-c", "toJSON=yes"]] {
        let args = ["run", "--format=json", "--show-secrets"];
        let [here, elsewhere] = both_ways(lumi.folder(), &[&args, extra].concat());
        assert!(here.contains("many-999"), "{here}");
        if here != elsewhere {
            let lines = here.lines().zip(elsewhere.lines());
            let first = lines
                .clone()
                .position(|(here, elsewhere)| here != elsewhere);
            let near: Vec<_> = lines
                .skip(first.unwrap_or(0).saturating_sub(9))
                .take(12)
                .collect();
            panic!("here and elsewhere: {near:#?}");
        }
    }
}

const PROGRAM: &str = r#"
import * as lumi from "lumi";
import * as std from "lumi/std";
import * as dynamic from "lumi/dynamic";

class Site extends lumi.ComponentResource {
  url: lumi.Property<string>;
  constructor(name: string, options = {}) {
    super("acme:web:Site", name, {}, options);
    const file = new std.fs.File("page", { path: `${name}.html`, content: "hello" }, { parent: this });
    this.url = file.path.then((it: string) => `https://${it}`);
    this.registerOutputs({ url: this.url });
  }
}

const counter: dynamic.ResourceProvider = {
  async create(inputs: any) { return { id: `row-${inputs.size}`, outputs: { ...inputs, twice: inputs.size * 2 } }; },
  async update(id: string, olds: any, news: any) { return { outputs: { ...news, twice: news.size * 2 } }; },
  async delete() {},
};
class Row extends dynamic.Resource {
  declare twice: lumi.Property<number>;
  constructor(name: string, inputs: any) { super(counter, name, inputs); }
}

const site = new Site("home");
const password = new std.random.Password("password", { length: 12 });
const row = new Row("row", { size: Number(new lumi.Config().get("size") ?? "1"), secret: password.result });
console.log("printed", lumi.getStack());
lumi.log.warn("careful", site);
export const url = site.url;
export const twice = row.twice;
export const secret = password.result.then((it: string) => it.length);
export default async () => ({ more: await row.twice });
"#;

#[test]
fn deployments_work_the_same_in_a_separate_process() {
    let sessions = [false, true].map(|is_elsewhere| {
        let lumi = Lumi::program(PROGRAM);
        let commands: [&[&str]; 6] = [
            &["preview"],
            &["up", "-y"],
            &["up", "-y", "-c", "size=2"],
            &["preview", "-c", "size=3"],
            &["refresh", "-y"],
            &["destroy", "-y"],
        ];
        commands.map(|args| {
            let all = [&["engine"], args].concat();
            let args = if is_elsewhere { &all } else { args };
            let output = lumi.command(args).output().unwrap();
            let seen = seen(output, lumi.folder());
            let mut lines: Vec<String> = seen.lines().map(str::to_owned).collect();
            // Concurrent lines have no order.
            lines.sort();
            lines.join("\n")
        })
    });
    let [here, elsewhere] = sessions;
    for (here, elsewhere) in here.iter().zip(&elsewhere) {
        assert_eq!(here, elsewhere);
    }
    insta::assert_snapshot!(here[1], @r#"

      secret: [secret]
      url: "https://home.html"
    $ lumi 
    +  acme:web:Site "home"  created ([time] s)
    +  dynamic:index:Row "row"  created ([time] s)
    +  dynamic:index:Row "row"  creating
    +  std:fs:File "page"  created ([time] s)
    +  std:fs:File "page"  creating
    +  std:random:Password "password"  created ([time] s)
    +  std:random:Password "password"  creating
    --- stderr
    --- stdout
    Done: +4 created, in [time] s
    Outputs:
    Updating stack dev of demo
    [exit 0]
    note: the plan is not complete: the program waits for values that are known only after deployment
    note: wrote the key for secrets to `[folder]/.lumi/key`; keep a copy of it in a safe place, without it the secrets of this project cannot be read
    printed dev
    warning: careful (acme:web:Site "home")
    "#);
}

#[test]
fn a_runtime_that_is_not_there_is_named() {
    let lumi = Lumi::program("");
    lumi.file("Lumi.yaml", "name: demo\nruntime: cobol\n");
    insta::assert_snapshot!(lumi.run(&["run"]).transcript(), @r"
    $ lumi run
    [exit 2]
    --- stderr
    error: Lumi.yaml says `runtime: cobol`, but there is no `lumi-language-cobol` on PATH
    help: install that, or remove `runtime` if the program is TypeScript or JavaScript
    ");
    insta::assert_snapshot!(lumi.run(&["language-host"]).transcript(), @r"
    $ lumi language-host
    [exit 2]
    --- stderr
    error: `lumi language-host` is started by an engine, which sets LUMI_TOKEN to 16 visible ASCII characters or more
    help: to run a program, use `lumi run`
    ");
}

#[test]
fn tests_and_closures_are_of_our_language() {
    let lumi = Lumi::program("");
    lumi.file("Lumi.yaml", "name: demo\nruntime: cobol\n");
    for args in [
        &["test", "index.ts"][..],
        &["closure", "bundle", "index.ts", "--out=out"],
    ] {
        let answer = lumi.run(args);
        assert_eq!(answer.code, 2, "{}", answer.transcript());
        let name = format!(
            "`lumi {}` is for programs in TypeScript and JavaScript",
            args[0]
        );
        assert!(answer.stderr.contains(&name), "{}", answer.transcript());
    }
}

#[test]
fn verbose_output_and_events_are_forwarded() {
    let program = "import * as lumi from \"lumi\";\n\
        new lumi.CustomResource(\"test:index:Function\", \"f\", { code: (x: number) => x + 1 });\n";
    let lumi = Lumi::program(program);
    let lines = |args: &[&str]| {
        let answer = lumi.run(args);
        assert_eq!(answer.code, 0, "{}", answer.transcript());
        format!("{}{}", answer.stderr, answer.stdout)
    };
    let events = lines(&["engine", "run", "--json"]);
    assert_eq!(events, lines(&["run", "--json"]));
    assert!(events.contains("\"type\":\"closure\""), "{events}");
    let told = lines(&["engine", "run", "--verbose"]);
    assert!(told.contains("the runtime is ready after"), "{told}");
}

#[test]
fn a_runtime_that_is_frozen_ends_with_the_time_of_its_program() {
    use std::os::unix::fs::PermissionsExt as _;
    let lumi = Lumi::program("setInterval(() => {}, 10);");
    lumi.file("Lumi.yaml", "name: demo\nruntime: frozen\n");
    let lumi_itself = lumi.command(&[]).get_program().to_owned();
    let path = lumi.file(
        "bin/lumi-language-frozen",
        format!(
            "#!/bin/sh\n( sleep 1; kill -STOP $$ ) > /dev/null 2>&1 &\nexec '{}' language-host\n",
            lumi_itself.display()
        ),
    );
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    let args = ["run", "--timeout", "3s"];
    let mut command = lumi.command(&args);
    let path = format!("{}:/usr/bin:/bin", lumi.folder().join("bin").display());
    command.env("PATH", path);
    let answer = Answer::of(command.output().unwrap(), &args, lumi.folder());
    insta::assert_snapshot!(answer.transcript());
}

#[test]
fn a_runtime_that_fails_is_explained() {
    use std::os::unix::fs::PermissionsExt as _;
    let lumi = Lumi::program("");
    lumi.file("Lumi.yaml", "name: demo\nruntime: broken\n");
    let path = lumi.file(
        "bin/lumi-language-broken",
        "#!/bin/sh\necho 'no licence' >&2\nexit 3\n",
    );
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = lumi.command(&["run"]);
    command.env("PATH", lumi.folder().join("bin"));
    let answer = Answer::of(command.output().unwrap(), &["run"], lumi.folder());
    insta::assert_snapshot!(answer.transcript(), @r"
    $ lumi run
    [exit 1]
    --- stderr
    no licence
    error: the language runtime `broken` ended before it listened: exit code 3
        no licence
    ");
}
