//! The `tsconfig.json` of a project.

use std::io::Write;
use std::path::Path;

use super::error::CommandError;
use super::file_writer;
use lumi_project::interfaces::sdk_declarations::{TSCONFIG, refers_to_declarations};
use lumi_terminal::input::read_limit;

/// The available globals are a part of `DOM`; no smaller library of TypeScript has `console`, `URL`
/// and `fetch` together.
const TEXT: &str = include_str!("templates/tsconfig.json");

/// The settings of new projects, for a file elsewhere: `types` leads to the declarations from there, and `project` to
/// the project folder.
pub fn default_tsconfig(types: &str, project: &str) -> String {
    TEXT.replace("./.lumi/types", types).replace(
        "\"**/*\", \".lumi/types",
        &format!("\"{project}**/*\", \"{types}"),
    )
}

/// Writes the file of a project that has none. An existing one may contain comments and decisions, so it stays as it is,
/// and `out` says what to add to it.
pub fn write(folder: &Path, out: &mut dyn Write) -> Result<(), CommandError> {
    let path = folder.join(TSCONFIG);
    match read_limit::file(&path, read_limit::VALUE) {
        Ok(bytes) if refers_to_declarations(&String::from_utf8_lossy(&bytes)) => {}
        Ok(_) => out.write_all(ADVICE.as_bytes())?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            file_writer::write_in(folder, &path, TEXT)?;
            writeln!(out, "wrote {TSCONFIG}")?;
        }
        Err(source) => return Err(CommandError::Read { path, source }),
    }
    Ok(())
}

const ADVICE: &str = r#"kept tsconfig.json; for the types of "lumi" and "node:fs", add:
  "compilerOptions": {
    "module": "esnext",
    "moduleResolution": "bundler",
    "allowImportingTsExtensions": true,
    "noEmit": true,
    "paths": {
      "lumi": ["./.lumi/types/lumi/index.d.ts"],
      "lumi/*": ["./.lumi/types/lumi/*.d.ts"],
      "lumi:*": ["./.lumi/types/packages/*/index.d.ts", "./.lumi/types/modules/*.d.ts"],
      "node:*": ["./.lumi/types/node/*.d.ts"]
    }
  },
  "include": ["**/*", ".lumi/types/globals.d.ts"]
"#;

#[cfg(test)]
mod tests {
    use super::*;

    fn said(folder: &Path) -> String {
        let mut out = Vec::new();
        write(folder, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn leaves_a_configuration_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(TSCONFIG);
        std::fs::write(&path, "{ /* mine */ }").unwrap();
        assert!(said(folder.path()).contains(ADVICE));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "{ /* mine */ }");
        std::fs::write(&path, TEXT).unwrap();
        assert!(!said(folder.path()).contains("kept"));
    }
}
