//! Changes by override files.

use crate::syntax::{Block, Diagnostic, Diagnostics, Span, Traversal};

use super::module::{Local, Module};
use super::module_call::ModuleCall;
use super::named_values::{Output, Variable};
use super::provider::ProviderBlock;
use super::resource::{Repetition, Resource};

/// Applies one block of an override file.
pub fn apply(module: &mut Module, block: &Block, diagnostics: &mut Diagnostics) {
    match block.name.as_str() {
        "terraform" => module.settings.read(block, true, diagnostics),
        "locals" => locals(module, block, diagnostics),
        "provider" => provider(module, block, diagnostics),
        "variable" => variable(module, block, diagnostics),
        "output" => output(module, block, diagnostics),
        "module" => call(module, block, diagnostics),
        "resource" | "data" => resource(module, block, diagnostics),
        name => {
            let detail = format!("a block `{name}` cannot be in an override file");
            diagnostics.push(Diagnostic::error(
                "a block cannot be overridden",
                detail,
                &block.span,
            ));
        }
    }
}

fn missing(what: &str, span: &Span, diagnostics: &mut Diagnostics) {
    let detail = "an override file changes what another file declares, and nothing declares this";
    diagnostics.push(Diagnostic::error(
        format!("{what} to override is missing"),
        detail,
        span,
    ));
}

fn refuse_part(part: &str, span: &Span, diagnostics: &mut Diagnostics) {
    let detail = format!("`{part}` cannot be overridden: change it where it is declared");
    diagnostics.push(Diagnostic::error(
        "a part cannot be overridden",
        detail,
        span,
    ));
}

fn refuse_depends_on(depends_on: &[Traversal], diagnostics: &mut Diagnostics) {
    if let Some(first) = depends_on.first() {
        let detail = "`depends_on` cannot be overridden";
        diagnostics.push(Diagnostic::error(
            "an argument cannot be overridden",
            detail,
            &first.span,
        ));
    }
}

fn locals(module: &mut Module, block: &Block, diagnostics: &mut Diagnostics) {
    let (attributes, found) = block.body.just_attributes();
    diagnostics.extend(found);
    for attribute in attributes {
        match module.locals.get_mut(&attribute.name) {
            None => missing("the local value", &attribute.span, diagnostics),
            Some(local) => {
                *local = Local {
                    value: attribute.expression,
                    span: attribute.span,
                }
            }
        }
    }
}

fn provider(module: &mut Module, block: &Block, diagnostics: &mut Diagnostics) {
    let Some(over) = ProviderBlock::read(block, diagnostics) else {
        return;
    };
    match module.providers.get_mut(&over.key()) {
        Some(provider) => {
            provider.body.add_override(&over.body);
            if over.version.is_some() {
                provider.version.clone_from(&over.version);
            }
        }
        // A configuration without an alias is there in any case.
        None if over.alias.is_none() => {
            module.providers.insert(over.key(), over);
        }
        None => missing("the provider", &block.span, diagnostics),
    }
}

fn variable(module: &mut Module, block: &Block, diagnostics: &mut Diagnostics) {
    let Some(over) = Variable::read(block, true, diagnostics) else {
        return;
    };
    let Some(variable) = module.variables.get_mut(&over.name) else {
        return missing("the variable", &block.span, diagnostics);
    };
    if !over.validations.is_empty() {
        refuse_part("validation", &block.span, diagnostics);
    }
    if over.description.is_some() {
        variable.description.clone_from(&over.description);
    }
    if over.constraint.is_some() {
        variable.constraint.clone_from(&over.constraint);
        variable.is_literal = over.is_literal;
    }
    variable.is_sensitive = over.is_sensitive.or(variable.is_sensitive);
    variable.is_nullable = over.is_nullable.or(variable.is_nullable);
    if over.deprecation.is_some() {
        variable.deprecation.clone_from(&over.deprecation);
    }
    let default = over.default.or_else(|| variable.default.clone());
    variable.default =
        default.and_then(|it| variable.converted_default(it, &over.span, diagnostics));
}

fn output(module: &mut Module, block: &Block, diagnostics: &mut Diagnostics) {
    let Some(over) = Output::read(block, true, diagnostics) else {
        return;
    };
    let Some(output) = module.outputs.get_mut(&over.name) else {
        return missing("the output", &block.span, diagnostics);
    };
    refuse_depends_on(&over.depends_on, diagnostics);
    if !over.preconditions.is_empty() {
        refuse_part("precondition", &block.span, diagnostics);
    }
    if over.value.is_some() {
        output.value.clone_from(&over.value);
    }
    if over.description.is_some() {
        output.description.clone_from(&over.description);
    }
    if over.deprecation.is_some() {
        output.deprecation.clone_from(&over.deprecation);
    }
    output.is_sensitive = over.is_sensitive.or(output.is_sensitive);
}

fn call(module: &mut Module, block: &Block, diagnostics: &mut Diagnostics) {
    let Some(over) = ModuleCall::read(block, true, diagnostics) else {
        return;
    };
    let Some(call) = module.calls.get_mut(&over.name) else {
        return missing("the module", &block.span, diagnostics);
    };
    refuse_depends_on(&over.depends_on, diagnostics);
    if over.source.is_some() {
        call.source.clone_from(&over.source);
    }
    if over.version.is_some() {
        call.version.clone_from(&over.version);
    }
    if over.providers.is_some() {
        call.providers.clone_from(&over.providers);
    }
    repetition(&mut call.repetition, &over.repetition);
    call.body.add_override(&over.body);
}

fn repetition(repetition: &mut Repetition, over: &Repetition) {
    if let Repetition::Count(_) | Repetition::ForEach(_) = over {
        *repetition = over.clone();
    }
}

fn resource(module: &mut Module, block: &Block, diagnostics: &mut Diagnostics) {
    let Some(over) = Resource::read(block, diagnostics) else {
        return;
    };
    let Some(resource) = module.resources.get_mut(&over.address()) else {
        return missing("the resource", &block.span, diagnostics);
    };
    refuse_depends_on(&over.depends_on, diagnostics);
    if over.provider.is_some() {
        resource.provider.clone_from(&over.provider);
    }
    repetition(&mut resource.repetition, &over.repetition);
    let lifecycle = &over.lifecycle;
    for (part, is_set) in [
        ("precondition", !lifecycle.preconditions.is_empty()),
        ("postcondition", !lifecycle.postconditions.is_empty()),
        (
            "replace_triggered_by",
            !lifecycle.replace_triggered_by.is_empty(),
        ),
        ("enabled", lifecycle.enabled.is_some()),
    ] {
        if is_set {
            refuse_part(part, &block.span, diagnostics);
        }
    }
    resource.lifecycle.merge(lifecycle);
    resource.body.add_override(&over.body);
}

#[cfg(test)]
mod tests {
    use super::super::tree::ModuleTree;

    /// The details of what is wrong with a configuration of these files.
    fn details(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = folder.path().join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        let (_, diagnostics) = ModuleTree::load(folder.path());
        diagnostics.0.into_iter().map(|it| it.summary).collect()
    }

    #[test]
    fn backends_of_override_files_replace_others() {
        let main = ("main.tf", "terraform {\n  backend \"s3\" {}\n}\n");
        let over = ("override.tf", "terraform {\n  backend \"local\" {}\n}\n");
        assert_eq!(details(&[main]).len(), 1);
        assert_eq!(details(&[main, over]), Vec::<String>::new());
    }

    #[test]
    fn conditions_cannot_be_overridden() {
        let main = ("main.tf", "variable \"a\" {\n  default = 1\n}\n");
        let over = (
            "a_override.tf",
            "variable \"a\" {\n  validation {\n    condition = var.a > 0\n    error_message = \"No.\"\n  }\n}\n",
        );
        assert_eq!(details(&[main, over]), ["a part cannot be overridden"]);
    }

    #[test]
    fn modules_with_providers_are_not_repeated_from_far_above() {
        let files = [
            (
                "main.tf",
                "module \"a\" {\n  source = \"./a\"\n  count = 2\n}\n",
            ),
            ("a/main.tf", "module \"b\" {\n  source = \"./b\"\n}\n"),
            ("a/b/main.tf", "provider \"random\" {}\n"),
        ];
        assert_eq!(details(&files), ["a module cannot be repeated"]);
    }

    #[test]
    fn providers_are_passed_to_modules_that_declare_them() {
        let files = [
            (
                "main.tf",
                "provider \"aws\" {\n  alias = \"x\"\n}\nmodule \"a\" {\n  source = \"./a\"\n  providers = {\n    aws.y = aws.x\n  }\n}\n",
            ),
            ("a/main.tf", "locals {\n  a = 1\n}\n"),
        ];
        assert_eq!(details(&files), ["a provider cannot be passed"]);
    }

    #[test]
    fn modules_that_multiply_are_refused() {
        let mut files = vec![("main.tf".to_owned(), call(0))];
        for level in 0..20 {
            files.push((format!("m{level}/main.tf"), call(level + 1)));
        }
        let files: Vec<(&str, &str)> = files
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        let details = details(&files);
        assert!(
            details.contains(&"there are too many modules".to_owned()),
            "{details:?}"
        );
    }

    fn call(level: usize) -> String {
        let folder = if level == 0 {
            "./m0".to_owned()
        } else {
            format!("../m{level}")
        };
        ["a", "b"]
            .map(|name| format!("module \"{name}\" {{\n  source = \"{folder}\"\n}}\n"))
            .concat()
    }
}
