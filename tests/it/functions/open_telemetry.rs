//! `@opentelemetry/api` in served functions: its providers are those of the platform.

use std::path::Path;

use crate::documents::deployed_examples::copy;
use crate::functions::served::{Functions, get, wait};
use crate::functions::traces::{TRACE, json_lines, traceparent, tree};
use crate::support::peers::skip;

#[test]
fn the_telemetry_of_open_telemetry_is_that_of_the_platform() {
    let fns = Functions::new();
    // As `@opentelemetry/api` finds the providers, without the package.
    fns.code(
        "f",
        r#"
        const api = globalThis[Symbol.for("opentelemetry.js.api.1")];
        const key = Symbol.for("OpenTelemetry Context Key SPAN");
        const tracer = api.trace.getTracer("t");
        export default async () => {
          const outer = api.context.active().getValue(key);
          const result = await tracer.startActiveSpan("outer", { kind: 2, attributes: { a: 1 } }, async (span) => {
            await new Promise((go) => setTimeout(go, 1));
            const inner = tracer.startSpan("inner");
            inner.addEvent("seen", { n: 1 }).recordException(new TypeError("no"));
            inner.setStatus({ code: 2, message: "broken" });
            inner.end();
            inner.setAttribute("late", true);
            console.log("inside");
            span.end();
            return api.context.active().getValue(key) === span;
          });
          return [result, outer.spanContext().traceId, outer.isRecording()];
        };"#,
    );
    let definition = format!(r#"{{ "name": "f", "triggers": [{}] }}"#, get("/f"));
    fns.lumi.file("fns/f/function.json", definition);
    let it = fns.serve(&[]);
    let reply = it.request("GET", "/f", &traceparent("01"), b"");
    assert_eq!(
        reply.brief(),
        format!("200 [true,\"{TRACE}\",false]"),
        "{}",
        it.log()
    );
    let spans = || json_lines(&fns.lumi, &["trace", TRACE, "--folder", "fns", "--json"]);
    wait(|| spans().len() == 4, || it.log());
    insta::assert_snapshot!(tree(&spans()), @r"
    GET /f (server, f)
      f (internal, f)
        outer (client, f)
          inner (internal, f)
    ");
    let inner = spans()
        .into_iter()
        .find(|it| it["name"] == "inner")
        .unwrap();
    assert_eq!(
        (&inner["error"], inner["attributes"].get("late")),
        (&"broken".into(), None)
    );
    assert_eq!(inner["events"].as_array().unwrap().len(), 2);
    let outer = spans()
        .into_iter()
        .find(|it| it["name"] == "outer")
        .unwrap();
    let logs = json_lines(&fns.lumi, &["logs", "--folder", "fns", "--json"]);
    let span = outer["context"].as_str().unwrap()[36..52].to_owned();
    assert_eq!(logs[0]["spanId"], span);
}

#[test]
fn the_package_of_open_telemetry_works_in_functions() {
    let package =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/pulumi/node_modules/@opentelemetry/api");
    if !package.exists() {
        skip("@opentelemetry/api", "tools/pulumi");
        return;
    }
    let fns = Functions::new();
    fns.code(
        "f",
        "import { context, SpanStatusCode, trace } from '@opentelemetry/api';
        const tracer = trace.getTracer('t');
        export default () => tracer.startActiveSpan('render', async (span) => {
          await new Promise((go) => setTimeout(go, 1));
          tracer.startSpan('page', {}, trace.setSpan(context.active(), span)).end();
          span.setStatus({ code: SpanStatusCode.OK });
          span.end();
          return trace.getActiveSpan() === span;
        });",
    );
    copy(
        &package,
        &fns.lumi
            .folder()
            .join("fns/f/node_modules/@opentelemetry/api"),
    );
    let definition = format!(r#"{{ "name": "f", "triggers": [{}] }}"#, get("/f"));
    fns.lumi.file("fns/f/function.json", definition);
    let it = fns.serve(&[]);
    let reply = it.request("GET", "/f", &traceparent("01"), b"");
    assert_eq!(reply.brief(), "200 true", "{}", it.log());
    let spans = || json_lines(&fns.lumi, &["trace", TRACE, "--folder", "fns", "--json"]);
    wait(|| spans().len() == 4, || it.log());
    insta::assert_snapshot!(tree(&spans()), @r"
    GET /f (server, f)
      f (internal, f)
        render (internal, f)
          page (internal, f)
    ");
}
