//! Telemetry that `lumi closure serve` sends to a collector: a receiver of the test's own, and the published messages.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::thread;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parking_lot::Mutex;
use serde_json::Value;

use crate::functions::served::{Functions, Served, get, wait};
use crate::support::lumi::tool;
use crate::support::peers::skip;

/// A request of the platform.
struct Received {
    path: String,
    /// In lower case.
    head: String,
    body: Vec<u8>,
}

/// A collector on loopback. It answers the first requests with these statuses, and further ones with 200.
struct Collector {
    address: String,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Collector {
    fn start(statuses: &'static [&'static str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let received = Arc::new(Mutex::new(Vec::new()));
        let all = Arc::clone(&received);
        // Ends with the process of the tests.
        thread::spawn(move || {
            let mut statuses = statuses.iter();
            for stream in listener.incoming().flatten() {
                serve(stream, &mut statuses, &all);
            }
        });
        Self { address, received }
    }

    fn count(&self, path: &str) -> usize {
        let all = self.received.lock();
        all.iter().filter(|it| it.path == path).count()
    }

    /// The requests, decoded by the published messages; `None` where these are not installed.
    fn decoded(&self) -> Option<Vec<(String, Value)>> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let python = root.join("target/python/otlp/bin/python");
        if !python.exists() {
            skip("the messages of OTLP", "tools/python-packages");
            return None;
        }
        let mut judge = tool(python)
            .arg(root.join("tools/otlp/decode.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let all = self.received.lock();
        let lines = all
            .iter()
            .map(|it| format!("{} {}\n", it.path, STANDARD.encode(&it.body)));
        let lines: String = lines.collect();
        judge
            .stdin
            .take()
            .unwrap()
            .write_all(lines.as_bytes())
            .unwrap();
        let output = judge.wait_with_output().unwrap();
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        let messages = text.lines().map(|it| serde_json::from_str(it).unwrap());
        Some(all.iter().map(|it| it.path.clone()).zip(messages).collect())
    }
}

fn serve(stream: TcpStream, statuses: &mut std::slice::Iter<'_, &str>, all: &Mutex<Vec<Received>>) {
    let mut reader = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).unwrap_or_default() == 0 {
                return;
            }
        }
        let head = head.to_lowercase();
        let length = head.split("content-length: ").nth(1).unwrap();
        let mut body = vec![0; length.split("\r\n").next().unwrap().parse().unwrap()];
        reader.read_exact(&mut body).unwrap();
        let path = head.split(' ').nth(1).unwrap().to_owned();
        all.lock().push(Received { path, head, body });
        let status = statuses.next().unwrap_or(&"200 OK");
        let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n");
        if reader.get_mut().write_all(answer.as_bytes()).is_err() {
            return;
        }
    }
}

fn served(fns: &Functions, collector: &Collector) -> Served {
    let endpoint = format!("http://{}", collector.address);
    let variables = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.as_str()),
        ("OTEL_EXPORTER_OTLP_HEADERS", "x-key=a%20b"),
        ("OTEL_SERVICE_NAME", "shop"),
        ("OTEL_METRIC_EXPORT_INTERVAL", "200"),
    ];
    let variables = variables.map(|(name, value)| (name, Path::new(value)));
    Served::start_with(&fns.lumi, "fns", &[], &variables)
}

/// All objects with this member, at any depth.
fn with_member<'a>(value: &'a Value, member: &str) -> Vec<&'a Value> {
    let mut all = Vec::new();
    match value {
        Value::Object(members) => {
            if members.contains_key(member) {
                all.push(value);
            }
            all.extend(members.values().flat_map(|it| with_member(it, member)));
        }
        Value::Array(items) => all.extend(items.iter().flat_map(|it| with_member(it, member))),
        _ => {}
    }
    all
}

#[test]
fn a_collector_gets_traces_logs_and_metrics() {
    let fns = Functions::new();
    fns.add(
        "f",
        &get("/a"),
        "() => { console.warn('careful'); throw new TypeError('no'); }",
    );
    let collector = Collector::start(&[]);
    let it = served(&fns, &collector);
    it.get("/a");
    let is_there = |path| collector.count(path) > 0;
    wait(
        || {
            ["/v1/traces", "/v1/logs", "/v1/metrics"]
                .into_iter()
                .all(is_there)
        },
        || it.log(),
    );
    it.interrupt();
    {
        let all = collector.received.lock();
        let has = |text: &str| all.iter().all(|it| it.head.contains(text));
        assert!(has("x-key: a b") && has("content-type: application/x-protobuf"));
    }
    let Some(requests) = collector.decoded() else {
        return;
    };
    let of = |path: &str| -> Vec<&Value> {
        let all = requests.iter().filter(|(it, _)| it == path);
        all.map(|(_, it)| it).collect()
    };
    let spans: Vec<&Value> = of("/v1/traces")
        .into_iter()
        .flat_map(|it| with_member(it, "spanId"))
        .collect();
    let request = spans.iter().find(|it| it["name"] == "GET /a").unwrap();
    let call = spans.iter().find(|it| it["name"] == "f").unwrap();
    assert_eq!(
        (&request["kind"], &call["parentSpanId"]),
        (&"SPAN_KIND_SERVER".into(), &request["spanId"])
    );
    assert_eq!(call["status"]["code"], "STATUS_CODE_ERROR");
    assert!(
        call["status"]["message"]
            .as_str()
            .unwrap()
            .contains("TypeError: no")
    );
    let logs: Vec<&Value> = of("/v1/logs")
        .into_iter()
        .flat_map(|it| with_member(it, "body"))
        .collect();
    let careful = logs
        .iter()
        .find(|it| it["body"]["stringValue"] == "careful")
        .unwrap();
    assert_eq!(
        (&careful["traceId"], &careful["spanId"]),
        (&call["traceId"], &call["spanId"])
    );
    assert_eq!(careful["severityNumber"], "SEVERITY_NUMBER_WARN");
    let metrics: Vec<&Value> = of("/v1/metrics")
        .into_iter()
        .flat_map(|it| with_member(it, "histogram"))
        .collect();
    assert!(
        metrics
            .iter()
            .any(|it| it["name"] == "lumi_function_duration_seconds"),
        "{metrics:?}"
    );
    let services = with_member(of("/v1/traces")[0], "key");
    assert!(
        services
            .iter()
            .any(|it| it["key"] == "service.name" && it["value"]["stringValue"] == "shop")
    );
}

#[test]
fn a_collector_that_is_busy_gets_the_records_later() {
    let fns = Functions::new();
    fns.add("f", &get("/a"), "() => 1");
    let collector = Collector::start(&["503 Busy\r\nretry-after: 0", "429 Slow\r\nretry-after: 0"]);
    let it = served(&fns, &collector);
    it.get("/a");
    wait(
        || collector.count("/v1/traces") + collector.count("/v1/metrics") > 3,
        || it.log(),
    );
    let dropped = "lumi_telemetry_dropped_records{target=\"otlp\"} 0";
    assert!(it.get("/metrics").text().contains(dropped));
}

#[test]
fn a_collector_that_refuses_or_is_gone_costs_records_and_no_requests() {
    let fns = Functions::new();
    fns.add("f", &get("/a"), "() => 1");
    let refusing = Collector::start(&["400 No"; 1000]);
    let it = served(&fns, &refusing);
    assert_eq!(it.get("/a").brief(), "200 1");
    let dropped = || {
        let metrics = it.get("/metrics");
        let line = metrics
            .text()
            .lines()
            .find(|it| it.contains("target=\"otlp\""))
            .unwrap()
            .to_owned();
        line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()
    };
    wait(|| dropped() >= 2, || it.log());
    drop(it);
    let gone = Collector {
        // Nothing listens at port 1.
        address: "127.0.0.1:1".to_owned(),
        received: Arc::default(),
    };
    let it = served(&fns, &gone);
    assert_eq!(it.get("/a").brief(), "200 1");
}

#[test]
fn mistakes_in_variables_end_the_start() {
    let fns = Functions::new();
    for (name, value, problem) in [
        (
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            "localhost:4318",
            "OTEL_EXPORTER_OTLP_ENDPOINT must begin with http:// or https://",
        ),
        (
            "OTEL_TRACES_SAMPLER",
            "some",
            "OTEL_TRACES_SAMPLER must be always_on, always_off or traceidratio",
        ),
    ] {
        let output = fns
            .lumi
            .command(&["closure", "serve", "fns", "--port", "0"])
            .env(name, value)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && text.contains(problem),
            "{text}"
        );
    }
}
