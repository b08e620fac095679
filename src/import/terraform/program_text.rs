//! The text of a program.

use std::collections::BTreeMap;
use std::fmt;

use lumi_inference::quoted;

/// A resource, and the variable that others name it by.
pub struct Declaration {
    pub variable: Option<String>,
    pub code: String,
}

pub struct ProgramText<'t> {
    pub uses_config: bool,
    pub uses_interpolate: bool,
    /// Whether the code uses the namespace of the SDK.
    pub uses_sdk: bool,
    /// The variables of packages by name.
    pub modules: &'t BTreeMap<String, String>,
    /// Providers besides the default ones.
    pub providers: Vec<Declaration>,
    pub declarations: Vec<Declaration>,
    pub exports: Vec<String>,
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(variable) = &self.variable {
            write!(f, "const {variable} = ")?;
        }
        writeln!(f, "{};", self.code)
    }
}

impl fmt::Display for ProgramText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = Vec::new();
        if self.uses_config {
            names.push("Config");
        }
        if self.uses_interpolate {
            names.push("interpolate");
        }
        if !names.is_empty() {
            writeln!(f, "import {{ {} }} from \"lumi\";", names.join(", "))?;
        }
        if self.uses_sdk {
            writeln!(f, "import * as lumi from \"lumi\";")?;
        }
        for (package, variable) in self.modules {
            let module = quoted(&format!("lumi:{package}"));
            writeln!(f, "import * as {variable} from {module};")?;
        }
        if self.uses_config {
            writeln!(f, "\nconst config = new Config();")?;
        }
        if !self.providers.is_empty() {
            writeln!(
                f,
                "\n// A state does not say how providers are configured: add what these had."
            )?;
            for provider in &self.providers {
                write!(f, "{provider}")?;
            }
        }
        if !self.declarations.is_empty() {
            writeln!(f)?;
        }
        for declaration in &self.declarations {
            write!(f, "{declaration}")?;
        }
        if !self.exports.is_empty() {
            writeln!(f)?;
        }
        for export in &self.exports {
            writeln!(f, "{export}")?;
        }
        Ok(())
    }
}
