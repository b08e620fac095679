//! The files that code names as assets: `new FileAsset("a.txt")`, `new FileArchive("folder")`.

use std::collections::{BTreeSet, HashMap};

use lumi_closure::nesting::with_stack;

use crate::archive::MAX_DEPTH;
use crate::front::{Compiled, SourceProblem};
use crate::il::{
    At, Expr, ExprKind, Module, PatternKind, Slot, Statement, StatementKind, Token, VariableKind,
    Visit,
};
use crate::verify::Pack;

const FILE_ASSET: &str = "FileAsset";

const FILE_ARCHIVE: &str = "FileArchive";

/// The maximum number of texts that one expression may stand for.
const MAX_TEXTS: usize = 64;

/// The maximum number of nodes that one expression is made of.
const MAX_STEPS: usize = 256;

/// A file or folder that code names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetUse {
    /// The path as it is written.
    pub path: String,
    /// Whether it is a folder or an archive file.
    pub is_archive: bool,
    pub file: String,
    /// From 1; columns in UTF-16 units.
    pub line: u32,
    pub column: u32,
}

/// The assets of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssetUses {
    pub named: Vec<AssetUse>,
    /// Places whose path is known only to the run.
    pub computed: Vec<SourceProblem>,
}

/// The files that the code of a program names as assets. Paths are known if they are texts, or made of texts and constants of
/// their module.
pub fn asset_uses(compiled: &Compiled) -> AssetUses {
    let mut uses = AssetUses::default();
    with_stack(MAX_DEPTH, || {
        let modules = compiled.modules.iter();
        for it in modules.filter(|it| imports_assets(&it.module)) {
            let mut finder = Finder::of(&it.module, &it.debug.file);
            it.module.each_node(&mut finder);
            uses.named.append(&mut finder.uses.named);
            uses.computed.append(&mut finder.uses.computed);
        }
    });
    uses
}

impl Pack {
    /// The paths that code names as assets, as [`asset_uses`] finds them.
    pub fn named_assets(&self) -> Vec<String> {
        with_stack(MAX_DEPTH, || {
            let mut named = Vec::new();
            for module in self.modules.iter().filter(|it| imports_assets(it)) {
                let mut finder = Finder::of(module, "");
                module.each_node(&mut finder);
                named.extend(finder.uses.named.into_iter().map(|it| it.path));
            }
            named
        })
    }
}

/// Whether code of a module can name a class of assets.
fn imports_assets(module: &Module) -> bool {
    let names = [FILE_ASSET, FILE_ARCHIVE, "*"];
    let mut imports = module.imports.iter().map(|it| &it.token);
    imports.any(|it| is_of_lumi(it) && names.contains(&it.name()))
}

fn is_of_lumi(token: &Token) -> bool {
    token.package() == "lumi" && token.module() == "index"
}

/// The assets of a library that its code names, as [`asset_uses`] finds them.
pub struct OwnAssets(Constants);

impl OwnAssets {
    /// Those of a module of a library that has assets.
    pub fn of(module: &Module) -> Self {
        let mut constants = Constants::default();
        if imports_assets(module) {
            module.each_node(&mut constants);
        }
        Self(constants)
    }

    /// Whether a new object of a class is an asset of the library: all paths that it may have stand in the code.
    pub fn has(&self, class: &Expr, arguments: &[Expr]) -> bool {
        let is_asset = matches!(class_of_lumi(class), Some(FILE_ASSET | FILE_ARCHIVE));
        let first = arguments.first().filter(|_| is_asset);
        first.is_some_and(|it| self.0.texts(it, &mut MAX_STEPS.clone()).is_some())
    }
}

/// The constants of a module, by their slots.
#[derive(Default)]
struct Constants(HashMap<Slot, Expr>);

impl Visit for Constants {
    fn statement(&mut self, statement: &Statement) {
        if let StatementKind::Variable {
            kind: VariableKind::Const,
            pattern,
            value: Some(value),
        } = &statement.kind
            && let PatternKind::Bind(slot) = pattern.kind
            && is_text(value)
        {
            self.0.insert(slot, value.clone());
        }
    }
}

impl Constants {
    /// The texts that an expression may be, found in so many steps; `None` if it may be others.
    fn texts(&self, of: &Expr, steps: &mut usize) -> Option<BTreeSet<String>> {
        *steps = steps.checked_sub(1)?;
        let found = match &of.kind {
            ExprKind::String(text) => BTreeSet::from([text.clone()]),
            ExprKind::Local(slot) => self.texts(self.0.get(slot)?, steps)?,
            ExprKind::Call {
                callee, arguments, ..
            } if is_input(callee) => self.texts(arguments.first()?, steps)?,
            ExprKind::Conditional {
                then, otherwise, ..
            } => {
                let mut found = self.texts(then, steps)?;
                found.extend(self.texts(otherwise, steps)?);
                found
            }
            ExprKind::Binary {
                operator,
                left,
                right,
            } if operator == "+" => joined(&self.texts(left, steps)?, &self.texts(right, steps)?),
            ExprKind::Template(it) => {
                let mut texts = it.texts.iter();
                let mut found = BTreeSet::from([texts.next()?.clone()]);
                for (value, text) in it.values.iter().zip(texts) {
                    found = joined(&found, &self.texts(value, steps)?);
                    found = joined(&found, &BTreeSet::from([text.clone()]));
                    if found.len() > MAX_TEXTS {
                        return None;
                    }
                }
                found
            }
            _ => return None,
        };
        (found.len() <= MAX_TEXTS).then_some(found)
    }
}

/// Whether a function is that of LumiPy's library through which inputs pass: a text stays as it is.
fn is_input(callee: &Expr) -> bool {
    let ExprKind::Token(token) = &callee.kind else {
        return false;
    };
    token.is_own() && token.module() == "lumipy/index" && token.name() == "input"
}

fn joined(left: &BTreeSet<String>, right: &BTreeSet<String>) -> BTreeSet<String> {
    let pairs = left
        .iter()
        .flat_map(|it| right.iter().map(move |to| (it, to)));
    pairs
        .map(|(left, right)| format!("{left}{right}"))
        .collect()
}

/// Whether an expression can be a text.
fn is_text(of: &Expr) -> bool {
    matches!(
        of.kind,
        ExprKind::String(_)
            | ExprKind::Local(_)
            | ExprKind::Conditional { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Template(_)
    )
}

struct Finder {
    constants: Constants,
    file: String,
    uses: AssetUses,
}

impl Finder {
    fn of(module: &Module, file: &str) -> Self {
        let mut constants = Constants::default();
        module.each_node(&mut constants);
        Self {
            constants,
            file: file.to_owned(),
            uses: AssetUses::default(),
        }
    }

    fn computed(&mut self, at: At, class: &str) {
        self.uses.computed.push(SourceProblem {
            file: self.file.clone(),
            line: at.line,
            column: at.column,
            message: format!("the path of this {class} is known only to the run"),
            help: Some(
                "write the path as a text, or name the files and folders in `assets` of Lumi.yaml"
                    .to_owned(),
            ),
        });
    }
}

impl Visit for Finder {
    fn expression(&mut self, expression: &Expr) {
        let ExprKind::New {
            class, arguments, ..
        } = &expression.kind
        else {
            return;
        };
        let (name, is_archive) = match class_of_lumi(class) {
            Some(FILE_ASSET) => (FILE_ASSET, false),
            Some(FILE_ARCHIVE) => (FILE_ARCHIVE, true),
            _ => return,
        };
        let first = arguments.first();
        let Some(paths) = first.and_then(|it| {
            let mut steps = MAX_STEPS;
            self.constants.texts(it, &mut steps)
        }) else {
            self.computed(first.map_or(expression.at, |it| it.at), name);
            return;
        };
        let at = first.map_or(expression.at, |it| it.at);
        let file = &self.file;
        self.uses
            .named
            .extend(paths.into_iter().map(|path| AssetUse {
                path,
                is_archive,
                file: file.clone(),
                line: at.line,
                column: at.column,
            }));
    }
}

/// The name of a class of the module `lumi`.
fn class_of_lumi(class: &Expr) -> Option<&str> {
    match &class.kind {
        ExprKind::Token(it) if is_of_lumi(it) => Some(it.name()),
        ExprKind::Get { of, name, .. } => match &of.kind {
            ExprKind::Token(it) if is_of_lumi(it) && it.is_namespace() => Some(name),
            _ => None,
        },
        _ => None,
    }
}
