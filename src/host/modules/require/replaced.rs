//! Modules of Pulumi's SDK that Lumi has in their place: what reaches for another process, and what is for Node alone.
//! Each copy of the SDK that is installed gets them.

use std::path::Path;

use crate::modules::loader::ModuleLoader;
use crate::modules::resolver::Resolved;

use super::commonjs::file_of;

/// The package whose modules are replaced.
const SDK: &str = "@pulumi/pulumi";

/// Packages that the SDK requires.
const PACKAGES: [(&str, &str); 3] = [
    ("@grpc/grpc-js", "lumi:/pulumi/grpc.ts"),
    ("source-map-support/register", "lumi:/pulumi/nothing.ts"),
    ("ts-node", "lumi:/pulumi/ts_node.ts"),
];

/// The package `ts-node` that the SDK brings, by the end of its folder.
const VENDORED: &str = "/vendor/ts-node@7.0.1";

/// Files of the SDK.
const FILES: [(&str, &str); 3] = [
    ("runtime/closure/v8.js", "lumi:/pulumi/closure.ts"),
    ("runtime/closure/v8Hooks.js", "lumi:/pulumi/script_names.ts"),
    ("cmd/run/tracing.js", "lumi:/pulumi/tracing.ts"),
];

impl ModuleLoader {
    /// The URL of Lumi's module in the place of the one that `specifier` refers to in `file`.
    pub(super) fn replaced(
        &self,
        specifier: &str,
        file: &Path,
        resolved: &Resolved,
    ) -> Option<&'static str> {
        if !self.serves_pulumi.get() {
            return None;
        }
        let specifier = match specifier.ends_with(VENDORED) {
            true => "ts-node",
            false => specifier,
        };
        if let Some((_, url)) = PACKAGES.iter().find(|(name, _)| *name == specifier) {
            return self.is_of_sdk(file).then_some(url);
        }
        let path = file_of(&resolved.url)?;
        let (_, url) = FILES.iter().find(|(end, _)| path.ends_with(end))?;
        self.is_of_sdk(&path).then_some(url)
    }

    fn is_of_sdk(&self, file: &Path) -> bool {
        let package = self.state.borrow_mut().resolver.packages.package_of(file);
        package.is_some_and(|it| it.name == SDK)
    }
}
