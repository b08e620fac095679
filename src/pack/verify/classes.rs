//! The graph of classes: none extends itself, and a superclass comes first.

use std::collections::{HashMap, HashSet};

use crate::il::{ExportTarget, Expr, ExprKind, Module, Slot, StatementKind, Token};

use super::violation::{Rule, Violation};

type ClassId<'a> = (&'a str, Slot);

/// Checks the classes that are declared at the top of modules.
pub fn verify<'a>(modules: &'a [Module], file_of: impl Fn(&str) -> String) -> Vec<Violation> {
    let by_name: HashMap<&str, &Module> = modules.iter().map(|it| (it.name.as_str(), it)).collect();
    let mut supers: HashMap<ClassId<'a>, ClassId<'a>> = HashMap::new();
    let mut violations = Vec::new();
    for module in modules {
        let mut seen = HashSet::new();
        let classes: HashSet<Slot> = module
            .body
            .iter()
            .filter_map(|it| class_of(&it.kind))
            .map(|it| it.0)
            .collect();
        for (index, statement) in module.body.iter().enumerate() {
            let Some((slot, extends)) = class_of(&statement.kind) else {
                continue;
            };
            let superclass = extends.and_then(|it| resolved(it, module, &by_name));
            if let Some(superclass) = superclass {
                let is_later = superclass.0 == module.name
                    && classes.contains(&superclass.1)
                    && !seen.contains(&superclass.1);
                if is_later {
                    violations.push(Violation {
                        rule: Rule::Classes,
                        module: Some(module.name.clone()),
                        node: format!("body[{index}].class.extends"),
                        position: Some((
                            file_of(&module.name),
                            statement.at.line,
                            statement.at.column,
                        )),
                        message: "the class extends one that is declared later, or itself"
                            .to_owned(),
                    });
                }
                supers.insert((&module.name, slot), superclass);
            }
            seen.insert(slot);
        }
    }
    if let Some((module, slot)) = circle(&supers) {
        let locals = by_name
            .get(module)
            .map(|it| it.locals.as_slice())
            .unwrap_or_default();
        let name = locals.get(slot as usize).map_or("?", |it| &it.name);
        let message = format!("the class `{name}` of the module {module} extends itself");
        violations.push(Violation::of_package(Rule::Classes, message));
    }
    violations
}

fn class_of(kind: &StatementKind) -> Option<(Slot, Option<&Expr>)> {
    match kind {
        StatementKind::Class { slot, class } => Some((*slot, class.extends.as_ref())),
        _ => None,
    }
}

/// The class that an expression names, if it is one of the package.
fn resolved<'a>(
    extends: &'a Expr,
    module: &'a Module,
    modules: &HashMap<&str, &'a Module>,
) -> Option<ClassId<'a>> {
    let mut token: &Token = match &extends.kind {
        ExprKind::Local(slot) => return Some((&module.name, *slot)),
        ExprKind::Token(token) => token,
        _ => return None,
    };
    // Exports of exports end at the number of modules.
    for _ in 0..=modules.len() {
        if !token.is_own() {
            return None;
        }
        let module = *modules.get(token.module())?;
        let export = module.exports.iter().find(|it| it.name == token.name())?;
        match &export.value {
            ExportTarget::Local(slot) => return Some((&module.name, *slot)),
            ExportTarget::Token(next) => token = next,
            ExportTarget::Default => return None,
        }
    }
    None
}

fn circle<'a>(supers: &HashMap<ClassId<'a>, ClassId<'a>>) -> Option<ClassId<'a>> {
    let mut known: HashSet<ClassId<'a>> = HashSet::new();
    let mut starts: Vec<&ClassId<'a>> = supers.keys().collect();
    starts.sort();
    for start in starts {
        let mut trail = HashSet::new();
        let mut at = *start;
        while !known.contains(&at) {
            if !trail.insert(at) {
                return Some(at);
            }
            match supers.get(&at) {
                Some(next) => at = *next,
                None => break,
            }
        }
        known.extend(trail);
    }
    None
}
