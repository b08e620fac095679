//! V8, for the code that is printed.

use deno_core::{JsRuntime, RuntimeOptions, serde_v8, v8};

/// V8 needs a runtime of tokio around it.
pub struct Engine(JsRuntime, tokio::runtime::Runtime);

/// `show` writes values as `Value::shown` does.
const PRELUDE: &str = r#"
globalThis.trace = [];
globalThis.show = (value, depth = 0) => {
  if (depth > 6) return "...";
  if (typeof value === "string") return JSON.stringify(value);
  if (Object.is(value, -0)) return "-0";
  if (value instanceof Error) return value.name;
  if (typeof value !== "object" || value === null) return String(value);
  const member = (name) => `${JSON.stringify(name)}:${show(value[name], depth + 1)}`;
  if (!Array.isArray(value)) return `{${Object.keys(value).map(member).join(",")}}`;
  const parts = Array.from({ length: value.length }, (_, at) => at in value ? show(value[at], depth + 1) : "hole");
  const isOther = (name) => !/^\d+$/.test(name);
  return `[${[...parts, ...Object.keys(value).filter(isOther).map(member)].join(",")}]`;
};
globalThis.console = { log: (...values) => void trace.push(values.map((it) => show(it)).join(" ")) };
"#;

impl Engine {
    pub fn new() -> Self {
        let tokio = tokio::runtime::Builder::new_current_thread();
        let tokio = { tokio }.enable_time().build().unwrap();
        let entered = tokio.enter();
        let mut runtime = JsRuntime::new(RuntimeOptions::default());
        runtime.execute_script("prelude.js", PRELUDE).unwrap();
        drop(entered);
        Self(runtime, tokio)
    }

    /// Runs strict code: the texts that it logs, and the error that it throws.
    pub fn run(&mut self, code: &str) -> Vec<String> {
        let code = format!(
            "(() => {{ \"use strict\"; trace.length = 0; try {{\n{code}\n}} catch (error) {{ trace.push(`throws ${{show(error)}}`); }} return trace; }})()"
        );
        let _entered = self.1.enter();
        let value = self.0.execute_script("program.js", code.clone());
        let value = value.unwrap_or_else(|error| panic!("{error}: {code}"));
        deno_core::scope!(scope, self.0);
        let value = v8::Local::new(scope, value);
        serde_v8::from_v8(scope, value).unwrap()
    }
}
