//! Which functions and classes leave the program, so that they are kept as JavaScript: the analysis of LumiJS follows their values.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use lumi_closure::analysis::Analysis;
use lumi_closure::language_libraries::is_library_file;
use lumi_lumijs::{Leaving, Module, Program, Target};

use super::error::SourceProblem;
use super::source::Source;
use crate::il::Token;

/// The functions and classes of a program that are kept as JavaScript.
pub struct KeptFunctions {
    leaving: Leaving,
    /// For each module, whether it is one of the library.
    is_library: Vec<bool>,
}

impl KeptFunctions {
    /// Whether the function or class that begins at a byte of a module is one of them.
    pub fn contains(&self, module: usize, offset: usize) -> bool {
        self.is_library[module] || self.leaving.contains(module, offset)
    }
}

/// `targets` has, for each source, the modules that its specifiers mean; `index_of` finds the source of a module of the program, and
/// nothing for data.
pub fn kept_functions(
    sources: &[Source],
    targets: &[HashMap<String, Token>],
    index_of: impl Fn(&Token) -> Option<usize>,
) -> Result<KeptFunctions, SourceProblem> {
    // The library of a language reads members by names that only the run knows, which LumiIL guards: its functions
    // are text.
    let is_library: Vec<bool> = sources.iter().map(|it| is_library_file(&it.file)).collect();
    // What a program hands to the library is handed to code that is not known.
    let index_of = |token: &Token| index_of(token).filter(|it| !is_library[*it]);
    let each = sources.iter().zip(targets).zip(&is_library);
    let modules = each.map(|((source, targets), is_library)| {
        let text = match is_library {
            true => Arc::from(""),
            false => Arc::clone(&source.text),
        };
        let analysis = Analysis::of_source(&source.file, text, source.kind);
        let analysis = analysis.map_err(|error| SourceProblem {
            file: source.file.clone(),
            line: 1,
            column: 1,
            message: error.message,
            help: None,
        })?;
        let imports = targets.iter().map(|(specifier, token)| {
            let target = target(specifier, token, index_of(token));
            (specifier.clone(), target)
        });
        Ok(Module {
            analysis,
            imports: imports.collect(),
            is_commonjs: false,
            moments: HashSet::new(),
        })
    });
    let modules = modules.collect::<Result<Vec<Module>, SourceProblem>>()?;
    let leaving = lumi_lumijs::leaving(&Program { modules });
    Ok(KeptFunctions {
        leaving,
        is_library,
    })
}

fn target(specifier: &str, token: &Token, index: Option<usize>) -> Target {
    match index {
        Some(index) => Target::Module(index),
        None if token.is_own() => Target::Data,
        None if token.package() == "node" => Target::Node(token.module().to_owned()),
        None => Target::Lumi(specifier.to_owned()),
    }
}
