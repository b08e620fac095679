//! V8, for the code that is printed of packages.

use std::collections::HashMap;
use std::rc::Rc;

use deno_core::error::ModuleLoaderError;
use deno_core::{
    JsRuntime, ModuleLoadOptions, ModuleLoadReferrer, ModuleLoadResponse, ModuleLoader,
    ModuleSource, ModuleSourceCode, ModuleSpecifier, ModuleType, ResolutionKind, RuntimeOptions,
    resolve_import, serde_v8, v8,
};
use lumi_pack::Pack;

/// The part of the SDK that programs without resources need.
const SDK: &str = r"
export const Property = { isInstance: () => false };
export class Resource {}
export class Config {}
export const log = { warn: (text) => console.log(text) };
export const concat = (...parts) => parts.join('');
export const all = undefined, isSecret = undefined, jsonStringify = undefined, jsonParse = undefined, secret = undefined, unsecret = undefined;
";

struct Modules(HashMap<String, String>);

impl ModuleLoader for Modules {
    fn resolve(
        &self,
        specifier: &str,
        referrer: &str,
        _: ResolutionKind,
    ) -> Result<ModuleSpecifier, ModuleLoaderError> {
        let path = if specifier == "lumi" {
            "file:///sdk.js"
        } else {
            specifier
        };
        Ok(resolve_import(path, referrer).unwrap())
    }

    fn load(
        &self,
        specifier: &ModuleSpecifier,
        _: Option<&ModuleLoadReferrer>,
        _: ModuleLoadOptions,
    ) -> ModuleLoadResponse {
        let code = self.0[specifier.path()].clone();
        ModuleLoadResponse::Sync(Ok(ModuleSource::new(
            ModuleType::JavaScript,
            ModuleSourceCode::String(code.into()),
            specifier,
            None,
        )))
    }
}

/// The lines that a program prints, and the class and message of the error that ends it.
pub fn run(pack: &Pack) -> String {
    let mut modules = HashMap::from([("/sdk.js".to_owned(), SDK.to_owned())]);
    for it in pack.scripts() {
        modules.insert(format!("/{}", it.file), it.code);
    }
    let tokio = tokio::runtime::Builder::new_current_thread();
    let tokio = { tokio }.enable_time().build().unwrap();
    let entered = tokio.enter();
    let mut runtime = JsRuntime::new(RuntimeOptions {
        module_loader: Some(Rc::new(Modules(modules))),
        ..RuntimeOptions::default()
    });
    let prelude =
        "globalThis.lines = []; globalThis.console = { log: (text) => void lines.push(text) };";
    runtime.execute_script("prelude.js", prelude).unwrap();
    let entry = ModuleSpecifier::parse(&format!("file:///{}", pack.manifest.entry_file())).unwrap();
    let ended = tokio.block_on(async {
        let id = runtime
            .load_main_es_module(&entry)
            .await
            .map_err(|it| it.to_string())?;
        let evaluated = runtime.mod_evaluate(id);
        let run = runtime.run_event_loop(Default::default()).await;
        run.map_err(|it| it.to_string())?;
        evaluated.await.map_err(|it| it.to_string())
    });
    let value = runtime.execute_script("lines.js", "lines").unwrap();
    deno_core::scope!(scope, runtime);
    let value = v8::Local::new(scope, value);
    let mut lines: Vec<String> = serde_v8::from_v8(scope, value).unwrap();
    if let Err(error) = ended {
        let first = error.lines().next().unwrap_or_default();
        let first = first.strip_prefix("Uncaught ").unwrap_or(first);
        let first = first.strip_prefix("(in promise) ").unwrap_or(first);
        lines.push(format!("raises {first}"));
    }
    drop(entered);
    lines.join("\n")
}
