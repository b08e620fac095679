//! Traces, logs and metrics of `lumi closure serve`, `lumi logs` and `lumi trace`.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::documents::deployed_examples::run;
use crate::functions::served::{Functions, Served, get, queue, wait};
use crate::support::lumi::Lumi;

pub const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

pub fn traceparent(flags: &str) -> String {
    format!("traceparent: 00-{TRACE}-00f067aa0ba902b7-{flags}\r\n")
}

/// The lines of JSON that a command prints.
pub fn json_lines(lumi: &Lumi, args: &[&str]) -> Vec<Value> {
    let text = lumi.run(args).ok();
    text.lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect()
}

/// Spans below their parents, one on each line, without times and identifiers.
pub fn tree(spans: &[Value]) -> String {
    let id = |it: &Value| it["context"].as_str().unwrap()[36..52].to_owned();
    let mut children: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for span in spans {
        let parent = span["parent"]
            .as_u64()
            .map_or(String::new(), |it| format!("{it:016x}"));
        children.entry(parent).or_default().push(span);
    }
    let known: Vec<String> = spans.iter().map(id).collect();
    let tops: Vec<String> = children
        .keys()
        .filter(|it| !known.contains(it))
        .cloned()
        .collect();
    let mut lines = String::new();
    for top in tops {
        write(&children, &top, 0, &mut lines);
    }
    lines
}

fn write(children: &BTreeMap<String, Vec<&Value>>, parent: &str, depth: usize, lines: &mut String) {
    let mut spans = children.get(parent).cloned().unwrap_or_default();
    spans.sort_by_key(|it| it["name"].as_str().unwrap().to_owned());
    for span in spans {
        let member = |name: &str| span[name].as_str().unwrap_or("-").to_owned();
        let indentation = "  ".repeat(depth);
        lines.push_str(&format!(
            "{indentation}{} ({}, {})\n",
            member("name"),
            member("kind"),
            member("function")
        ));
        write(
            children,
            &span["context"].as_str().unwrap()[36..52],
            depth + 1,
            lines,
        );
    }
}

const SHOP: &str = r#"import { Bucket, Function, KVStore, log, metric, Queue, Router, span, Topic } from "lumi/cloud";

const orders = new Queue<{ id: string }>("orders");
const receipts = new Bucket("receipts");
const paid = new Topic<{ id: string }>("paid");
const totals = new KVStore<number>("totals");

const price = new Function("price", async (id: string) => {
  log.info("priced", { id, secret: false });
  return 3;
});

orders.subscribe("pay", async ({ id }, { attempt }) => {
  if (attempt === 1) throw new Error("the bank is closed");
  await span("charge", async (it) => {
    it.set("order", id);
    await totals.set(id, await price.call(id));
  });
  metric.count("orders_paid", 1, { currency: "EUR" });
  await receipts.put(id, "paid");
});
receipts.subscribe("note", async ({ key }) => {
  await paid.publish({ id: key });
});
paid.subscribe("ship", ({ id }) => {
  console.warn(`shipped ${id}`);
});
new Router("api").post("/orders/:id", async ({ params }) => {
  console.log(`ordered ${params.id}`);
  await orders.push({ id: params.id });
  return { status: 202 };
});
"#;

#[test]
fn a_trace_follows_a_request_through_all_components() {
    let lumi = Lumi::program(SHOP);
    run(&lumi, "up -y", 0);
    let it = Served::start(&lumi, "out/dev", &[]);
    let reply = it.request("POST", "/orders/a1", &traceparent("01"), b"");
    assert_eq!(reply.status, 202, "{}", it.log());
    it.wait_for_log("shipped a1");
    let spans = || json_lines(&lumi, &["trace", TRACE, "--json"]);
    let is_there = |name: &str| spans().iter().any(|it| it["name"] == name);
    wait(|| is_there("process paid.topic"), || it.log());
    insta::assert_snapshot!(tree(&spans()), @r"
    POST /orders/:id (server, api)
      api (internal, api)
        queues push orders (producer, api)
          process orders (consumer, pay)
            pay (internal, pay)
          process orders (consumer, pay)
            pay (internal, pay)
              buckets put receipts (client, pay)
                process receipts.bucket (consumer, note)
                  note (internal, note)
                    queues push paid.topic (producer, note)
                      process paid.topic (consumer, ship)
                        ship (internal, ship)
              charge (internal, pay)
                functions call price (client, pay)
                  price (internal, price)
                kv put totals (client, pay)
    ");

    // Also a part of the id, in the terminal; and after the platform has ended.
    it.kill();
    let shown = lumi.run(&["trace", &TRACE[..8]]).ok();
    assert!(
        shown.contains("attempt 2") && shown.contains("failed: the bank is closed"),
        "{shown}"
    );
    let list = lumi.run(&["trace", "--failed", "--function", "pay"]).ok();
    assert!(
        list.starts_with(&TRACE[..8]) && list.contains("POST /orders/:id"),
        "{list}"
    );
    let logs = json_lines(&lumi, &["logs", "--trace", TRACE, "--json"]);
    let brief: Vec<String> = logs
        .iter()
        .map(|it| {
            format!(
                "{} {} {} {}",
                it["level"], it["function"], it["message"], it["attributes"]
            )
        })
        .collect();
    insta::assert_snapshot!(brief.join("\n").replace('"', ""), @r"
    info api ordered a1 null
    error pay the bank is closed null
    info price priced {id:a1,secret:false}
    warn ship shipped a1 null
    ");
    assert!(logs.iter().all(|it| it["traceId"] == TRACE));
    // The record of a span that the function began is in that span.
    let charge = spans()
        .into_iter()
        .find(|it| it["name"] == "charge")
        .unwrap();
    assert_eq!(charge["attributes"]["order"], "a1");
}

#[test]
fn spans_that_are_not_sampled_are_not_recorded_but_logs_are() {
    let fns = Functions::new();
    fns.add("f", &get("/a"), "() => console.log('here')");
    let it = fns.serve(&[]);
    it.request("GET", "/a", &traceparent("00"), b"");
    it.wait_for_log("here");
    let logs = || json_lines(&fns.lumi, &["logs", "--folder", "fns", "--json"]);
    wait(|| !logs().is_empty(), || it.log());
    assert_eq!(logs()[0]["traceId"], TRACE);
    let spans = json_lines(&fns.lumi, &["trace", "--folder", "fns", "--json"]);
    assert_eq!(spans, [Value::Null; 0]);
}

#[test]
fn messages_that_come_together_are_linked_to_their_senders() {
    let fns = Functions::new();
    let batch = r#"{ "type": "queue", "queue": "jobs", "batch": 10 }"#;
    let it = fns.serve(&[]);
    for number in 0..3 {
        let header = traceparent("01");
        let token = fs::read_to_string(fns.data("token")).unwrap();
        let headers = format!("authorization: Bearer {token}\r\n{header}");
        let body = number.to_string();
        let reply = it.request("POST", "/_lumi/queues/jobs", &headers, body.as_bytes());
        assert_eq!(reply.status, 202);
    }
    fns.add(
        "f",
        batch,
        "(all) => { console.log(`got ${all.length}`); return { failed: [] }; }",
    );
    it.wait_for_log("got 3");
    let spans = || {
        json_lines(
            &fns.lumi,
            &["trace", "--folder", "fns", "--function", "f", "--json"],
        )
    };
    wait(|| spans().len() == 2, || it.log());
    let delivery = spans()
        .into_iter()
        .find(|it| it["name"] == "process jobs")
        .unwrap();
    let links = delivery["links"].as_array().unwrap();
    assert!(links.len() == 3 && links.iter().all(|it| it.as_str().unwrap().contains(TRACE)));
    assert!(delivery["parent"].is_null() && !delivery["context"].as_str().unwrap().contains(TRACE));
}

#[test]
fn logs_are_chosen_by_flags_and_mistakes_are_explained() {
    let fns = Functions::new();
    fns.add(
        "f",
        &queue("jobs"),
        "(text) => { console.log(`log ${text}`); console.error('error'); }",
    );
    let it = fns.serve(&[]);
    it.platform("POST", "queues/jobs", "1");
    let logs = |args: &[&str]| {
        let all = [&["logs", "--folder", "fns"], args].concat();
        fns.lumi.run(&all)
    };
    wait(|| logs(&[]).stdout.contains("error"), || it.log());
    assert!(
        logs(&["--level", "warn"])
            .stdout
            .lines()
            .all(|it| it.contains("error f error"))
    );
    assert_eq!(logs(&["--since", "2100-01-01T00:00:00"]).stdout, "");
    for (args, code, problem) in [
        (
            &["--function", "g"][..],
            1,
            "error: the function g has no records\nhelp: there are records of f\n",
        ),
        (&["--trace", "ffff"], 1, "error: there is no trace ffff\n"),
        (
            &["--since", "soon"],
            2,
            "it must be a duration before now such as 10m",
        ),
        (
            &["--level", "loud"],
            2,
            "possible values: debug, info, warn, error",
        ),
    ] {
        let answer = logs(args);
        assert!(
            answer.code == code && answer.stderr.contains(problem),
            "{}",
            answer.transcript()
        );
    }
    let nowhere = fns.lumi.run(&["logs", "--folder", "nowhere"]);
    assert!(
        nowhere.stderr.contains("nowhere\n") && nowhere.stderr.contains("lumi closure serve"),
        "{}",
        nowhere.stderr
    );
}

#[test]
fn followed_logs_go_on_until_the_user_interrupts() {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;

    let fns = Functions::new();
    fns.add("f", &get("/a"), "({ query }) => console.log(query.text)");
    let it = fns.serve(&[]);
    it.get("/a?text=first");
    let mut follow = fns
        .lumi
        .command(&["logs", "--folder", "fns", "--follow", "--json"]);
    let mut follow = follow.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(follow.stdout.take().unwrap()).lines();
    let mut message = || {
        let record: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        record["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(message(), "first");
    it.get("/a?text=second");
    assert_eq!(message(), "second");
    crate::programs::signals::interrupt(&follow);
    assert!(follow.wait().unwrap().success());
}

#[test]
fn secrets_of_a_function_are_masked() {
    let fns = Functions::new();
    fns.lumi
        .file("fns/f/secrets.json", r#"{ "PASSWORD": "correct-horse" }"#);
    fns.code("f", "export default () => { console.log(`with ${process.env.PASSWORD}`); throw new Error(process.env.PASSWORD); };");
    let definition = format!(
        r#"{{ "name": "f", "secrets": "secrets.json", "triggers": [{}] }}"#,
        queue("jobs")
    );
    fns.lumi.file("fns/f/function.json", definition);
    let it = fns.serve(&[]);
    it.platform("POST", "queues/jobs", "1");
    let logs = || fns.lumi.run(&["logs", "--folder", "fns"]).stdout;
    wait(|| logs().matches("[secret]").count() >= 2, || it.log());
    let texts = [
        logs(),
        fns.lumi.run(&["trace", "--folder", "fns", "--json"]).ok(),
    ];
    for text in texts {
        assert!(
            text.contains("[secret]") && !text.contains("correct-horse"),
            "{text}"
        );
    }
    let log = it.log();
    assert!(
        log.contains("with [secret]") && !log.contains("correct-horse"),
        "{log}"
    );
}

#[test]
fn metrics_are_for_prometheus() {
    let fns = Functions::new();
    fns.add("f", &get("/a"), "() => { throw new Error('no'); }");
    fns.add("own", &get("/healthz"), "() => 'mine'");
    let it = fns.serve(&[]);
    it.platform("POST", "queues/waiting", "1");
    it.get("/a");
    assert_eq!(it.get("/healthz").brief(), "200 mine");
    let metrics = it.get("/metrics");
    let text = metrics.text();
    for line in [
        "lumi_http_requests_total{function=\"f\",method=\"GET\",status=\"500\"} 1",
        "lumi_http_request_duration_seconds_count{function=\"f\"} 1",
        "lumi_function_calls_total{function=\"f\",outcome=\"failed\"} 1",
        "lumi_queue_messages{queue=\"waiting\"} 1",
        "lumi_service_requests_total{action=\"push\",service=\"queues\",status=\"202\"} 1",
        "lumi_telemetry_dropped_records{target=\"storage\"} 0",
    ] {
        assert!(text.lines().any(|it| it == line), "{line}\n{text}");
    }
    assert!(
        !cfg!(target_os = "linux") || text.contains("lumi_worker_memory_bytes{function=\"f\"}"),
        "{text}"
    );
    fs::remove_dir_all(fns.lumi.folder().join("fns/own")).unwrap();
    it.wait_for_log("function own is gone");
    assert_eq!(it.get("/healthz").brief(), "200 ok");
}

#[test]
fn measurements_of_work_that_is_not_sampled_are_added_up() {
    let fns = Functions::new();
    let code = r#"() => {
        const { measure } = globalThis[Symbol.for("lumi.telemetry")];
        for (let n = 0; n < 2500; n++) {
            measure("counter", "orders", 2);
            measure("counter", "orders", 1, { currency: "EUR" });
            measure("gauge", "depth", n);
            measure("histogram", "seconds", 0.5);
        }
        return "done";
    }"#;
    fns.add("f", &get("/a"), code);
    let it = fns.serve(&[]);
    for flags in ["00", "01"] {
        assert_eq!(
            it.request("GET", "/a", &traceparent(flags), b"").brief(),
            "200 done"
        );
    }
    let lines = [
        "orders{function=\"f\"} 10000",
        "orders{currency=\"EUR\",function=\"f\"} 5000",
        "depth{function=\"f\"} 2499",
        "seconds_count{function=\"f\"} 5000",
        "seconds_sum{function=\"f\"} 2500",
    ];
    let text = || it.get("/metrics").text().to_owned();
    wait(
        || {
            lines
                .iter()
                .all(|line| text().lines().any(|it| it == *line))
        },
        text,
    );
}

#[test]
fn metrics_of_a_platform_that_others_reach_need_its_token() {
    let fns = Functions::new();
    let it = Served::start(&fns.lumi, "fns", &["--host", "0.0.0.0"]);
    assert_eq!(it.get("/metrics").status, 401);
    let token = fs::read_to_string(fns.data("token")).unwrap();
    let header = format!("authorization: Bearer {token}\r\n");
    assert_eq!(it.request("GET", "/metrics", &header, b"").status, 200);
    // Strangers do not choose the trace.
    it.request("GET", "/nothing", &traceparent("01"), b"");
    let spans = || json_lines(&fns.lumi, &["trace", "--folder", "fns", "--json"]);
    let linked = |it: &Value| it["links"][0].as_str().is_some_and(|it| it.contains(TRACE));
    wait(|| spans().iter().any(linked), || it.log());
    assert!(
        !spans()
            .iter()
            .any(|it| it["context"].as_str().unwrap().contains(TRACE))
    );
}

/// Lines without what differs between runs: identifiers, times and bars.
fn comparable(text: &str) -> Vec<String> {
    let differs = |word: &&str| word.contains(|it: char| it.is_ascii_digit() || "━·".contains(it));
    let lines = text.lines().map(|line| {
        let words = line.split_whitespace().filter(|it| !differs(it));
        let words: Vec<&str> = words.filter(|it| !["ms", "µs", "s"].contains(it)).collect();
        words.join(" ")
    });
    lines.collect()
}

#[test]
fn the_page_shows_what_the_commands_print() {
    let page = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/docs/observability.md"
    ))
    .unwrap();
    let block = |start: &str| {
        let (_, rest) = page.split_once(start).unwrap();
        rest.split_once("\n```").unwrap().0.to_owned()
    };
    let lumi = Lumi::program(&block("```ts\n"));
    run(&lumi, "up -y", 0);
    let it = Served::start(&lumi, "out/dev", &[]);
    it.request("POST", "/orders/a1", &traceparent("01"), b"");
    let spans = || json_lines(&lumi, &["trace", TRACE, "--json"]);
    wait(|| spans().len() == 8, || it.log());
    for shown in block("```console example\n").split("$ lumi ").skip(1) {
        let (command, output) = shown.split_once('\n').unwrap();
        let command = command.replace("8f0c", &TRACE[..8]);
        let args: Vec<&str> = command.split(' ').collect();
        assert_eq!(
            comparable(&lumi.run(&args).ok()),
            comparable(output.trim_end()),
            "{command}"
        );
    }
}
