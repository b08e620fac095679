//! Entry points of `make fuzz`: programs in Python.

use std::collections::BTreeMap;

use lumi_pack::{Compiled, PackDescription, PackKind, SourceFiles, SourceProblem, build, verify};

use crate::program::lowered_modules;
use crate::{compile, compile_library};

/// The file of the program.
const FILE: &str = "main.py";

/// One input in so many becomes a whole package: that needs the library of LumiPy, which takes longer than the code itself.
const WHOLE: usize = 64;

/// A program of one file.
struct OneFile<'t>(&'t str);

impl SourceFiles for OneFile<'_> {
    fn resolve(&mut self, specifier: &str, _: &str) -> Result<String, String> {
        Err(format!("there is no {specifier}"))
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        match file {
            FILE => Ok(self.0.to_owned()),
            other => Err(format!("there is no {other}")),
        }
    }

    fn is_library(&self, package: &str) -> bool {
        package.len().is_multiple_of(2)
    }
}

/// Lowers a program, as itself and as a library. Some become packages.
pub fn lumipy(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    for is_library in [false, true] {
        let lowered = lowered_modules(FILE, &mut OneFile(text), is_library);
        check(text, lowered.map(drop));
    }
    let sum: usize = bytes.iter().map(|it| usize::from(*it)).sum();
    if sum.is_multiple_of(WHOLE) {
        whole(text);
    }
}

/// Proves that a program which is not refused is a package that the verifier accepts.
fn whole(text: &str) {
    let compiled = [
        (PackKind::Executable, compile(FILE, &mut OneFile(text))),
        (PackKind::Library, compile_library(FILE, &mut OneFile(text))),
    ];
    for (kind, compiled) in compiled {
        match compiled {
            Ok(compiled) => package(text, &compiled, kind),
            Err(problems) => check(text, Err(problems)),
        }
    }
}

fn package(text: &str, compiled: &Compiled, kind: PackKind) {
    let packages = compiled.packages.iter();
    let about = PackDescription {
        name: "fuzz".to_owned(),
        version: "0.1.0".to_owned(),
        description: None,
        license: None,
        kind,
        dependencies: packages
            .map(|it| (it.clone(), Default::default()))
            .collect::<BTreeMap<_, _>>(),
        settings: Default::default(),
    };
    let Ok(built) = build(compiled, about) else {
        return;
    };
    if let Err(error) = verify(&built.bytes) {
        panic!("{error:#?}: {text}");
    }
}

/// Problems are in the file.
fn check(text: &str, result: Result<(), Vec<SourceProblem>>) {
    let Err(problems) = result else {
        return;
    };
    assert!(!problems.is_empty());
    let lines = text.split(['\n', '\r']).count();
    for it in problems {
        let line = usize::try_from(it.line).unwrap_or_default();
        assert!(
            (1..=lines).contains(&line) && it.column >= 1 && it.file == FILE,
            "{it}: {text}"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutated_inputs::mutate;
    use crate::saved_inputs::replay;

    #[test]
    fn saved_inputs_pass() {
        replay("lumipy", |bytes| {
            lumipy(bytes);
            whole(&String::from_utf8_lossy(bytes));
        });
    }

    /// Words of other programs, and of none, in the place of words.
    #[test]
    fn changed_programs_are_lowered_or_refused() {
        let strange = [
            "(", "[", ":", "\n", "    ", "lambda", "*", "**", "=", "\"", "f\"{", "\u{e9}", "\r",
            "class", "yield", "global x", "0x", "\0",
        ];
        mutate("lumipy", &strange, 500, lumipy);
    }
}
