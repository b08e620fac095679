//! The block `terraform`.

use std::path::Path;

use indexmap::IndexMap;

use crate::expression::evaluate_literal;
use crate::syntax::{
    Attribute, Block, BodyContent, BodySchema, Diagnostic, Diagnostics, Expression, Span,
};
use crate::value::Value;

use super::blocks;
use super::module_reader::read_module;
use super::provider::ProviderReference;
use super::reading::{refuse, text};
use super::version_range;

/// One provider of `required_providers`.
#[derive(Clone, Debug)]
pub struct RequiredProvider {
    /// `NAMESPACE/NAME`, or that behind a host.
    pub source: String,
    /// A range of versions, and where it is written.
    pub version: Option<(String, Span)>,
    /// Configurations that a caller has to hand over.
    pub aliases: Vec<ProviderReference>,
    pub span: Span,
}

/// The settings of the blocks `terraform` and `language` of a module.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub required_providers: IndexMap<String, RequiredProvider>,
    /// The place of the first block `required_providers`.
    pub providers_span: Option<Span>,
    /// The kind and the place of the block `backend`.
    pub backend: Option<(String, Span)>,
    /// The places of states that the block `backend "local"` names.
    pub local_state: LocalState,
}

/// The places of states on this machine, as far as a configuration writes them out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalState {
    /// The file of the workspace `default`.
    pub path: Option<String>,
    /// The folder of the other workspaces.
    pub workspaces: Option<String>,
}

impl LocalState {
    /// The places that the root module in a folder names, as far as it can be read.
    pub fn of_folder(folder: &Path) -> Self {
        read_module(folder, ".").0.settings.local_state
    }

    fn read(block: &Block) -> Self {
        let (content, _) = block
            .body
            .content(&BodySchema::new(&["path", "workspace_dir"], &[]));
        // Lumi does not keep its state there, so that only what can be read counts.
        let mut ignored = Diagnostics::default();
        Self {
            path: text(&content, "path", &mut ignored),
            workspaces: text(&content, "workspace_dir", &mut ignored),
        }
    }
}

impl Settings {
    pub fn read(&mut self, block: &Block, is_override: bool, diagnostics: &mut Diagnostics) {
        let (content, found) = block.body.content(&blocks::terraform());
        diagnostics.extend(found);
        // Files for other tools too may require versions of those.
        let is_for_this_language = [".tofu", ".tofu.json"]
            .iter()
            .any(|it| block.span.file().ends_with(it));
        if let Some(attribute) = content
            .attributes
            .get("required_version")
            .filter(|_| is_for_this_language)
        {
            let range = text(&content, "required_version", diagnostics);
            check_own_version(range, attribute, diagnostics);
        }
        refuse_language(&content, diagnostics);
        for inner in &content.blocks {
            match inner.name.as_str() {
                "required_providers" => self.read_providers(inner, is_override, diagnostics),
                "backend" => self.read_backend(inner, is_override, diagnostics),
                "cloud" => {
                    let advice = "remove the block, and set `backend` in Lumi.yaml; `lumi stack import` takes a state over";
                    refuse("the block `cloud`", advice, &inner.span, diagnostics);
                }
                "encryption" => {
                    let advice = "states of Lumi are encrypted by its own keys: remove the block";
                    refuse("the block `encryption`", advice, &inner.span, diagnostics);
                }
                _ => {
                    let advice = "remove the block";
                    refuse(
                        "the block `provider_meta`",
                        advice,
                        &inner.span,
                        diagnostics,
                    );
                }
            }
        }
    }

    /// Reads a block `language`.
    pub fn read_language(block: &Block, diagnostics: &mut Diagnostics) {
        let (content, found) = block.body.content(&blocks::language());
        diagnostics.extend(found);
        for (name, attribute) in &content.attributes {
            let advice = "remove the argument";
            refuse(
                &format!("`{name}` of the block `language`"),
                advice,
                &attribute.span,
                diagnostics,
            );
        }
        for inner in &content.blocks {
            let (content, found) = inner.body.content(&blocks::compatible_with());
            diagnostics.extend(found);
            if let Some(attribute) = content.attributes.get("opentofu") {
                let range = text(&content, "opentofu", diagnostics);
                check_own_version(range, attribute, diagnostics);
            }
        }
    }

    fn read_backend(&mut self, block: &Block, is_override: bool, diagnostics: &mut Diagnostics) {
        if let (Some((_, first)), false) = (&self.backend, is_override) {
            let detail = format!("there is a backend in line {} already", first.position().0);
            diagnostics.push(Diagnostic::error(
                "a block is there twice",
                detail,
                &block.span,
            ));
        }
        let kind = block
            .labels
            .first()
            .map_or_else(String::new, |it| it.text.clone());
        self.local_state = match kind.as_str() {
            "local" => LocalState::read(block),
            _ => LocalState::default(),
        };
        self.backend = Some((kind, block.span.clone()));
    }

    /// Refuses the backend that is left after all override files.
    pub fn check_backend(&self, diagnostics: &mut Diagnostics) {
        if let Some((kind, span)) = self.backend.as_ref().filter(|(kind, _)| kind != "local") {
            let advice = "set `backend` in Lumi.yaml, and remove the block; `lumi import` takes a state over";
            refuse(&format!("the backend `{kind}`"), advice, span, diagnostics);
        }
    }

    fn read_providers(&mut self, block: &Block, is_override: bool, diagnostics: &mut Diagnostics) {
        if let (Some(first), false) = (&self.providers_span, is_override) {
            let detail = format!(
                "a module has one block `required_providers`; this one has another in {}, line {}",
                first.file(),
                first.position().0
            );
            diagnostics.push(Diagnostic::error(
                "a block is there twice",
                detail,
                &block.span,
            ));
            return;
        }
        self.providers_span
            .get_or_insert_with(|| block.span.clone());
        let (attributes, found) = block.body.just_attributes();
        diagnostics.extend(found);
        for attribute in attributes {
            if let Some(provider) = required_provider(&attribute, diagnostics) {
                self.required_providers
                    .insert(attribute.name.clone(), provider);
            }
        }
    }
}

/// Refuses experiments, and other languages than the only one that there is.
fn refuse_language(content: &BodyContent, diagnostics: &mut Diagnostics) {
    let is_empty = |it: &Attribute| it.expression.as_list().is_some_and(|it| it.is_empty());
    let is_known = |it: &Attribute| it.expression.as_keyword().as_deref() == Some("TF2021");
    let experiments = content.attributes.get("experiments");
    let language = content.attributes.get("language");
    for attribute in [
        experiments.filter(|it| !is_empty(it)),
        language.filter(|it| !is_known(it)),
    ]
    .into_iter()
    .flatten()
    {
        let what = format!("`{}` of the block `terraform`", attribute.name);
        refuse(&what, "remove the argument", &attribute.span, diagnostics);
    }
}

/// The version of OpenTofu whose language this is.
pub const LANGUAGE_VERSION: [u64; 3] = [1, 12, 6];

fn check_own_version(range: Option<String>, attribute: &Attribute, diagnostics: &mut Diagnostics) {
    let Some(range) = range else { return };
    let span = &attribute.expression.span;
    match version_range::contains(&range, LANGUAGE_VERSION) {
        None => invalid_range(&range, span, diagnostics),
        Some(true) => {}
        Some(false) => {
            let [major, minor, patch] = LANGUAGE_VERSION;
            let detail = format!(
                "Lumi has the language of OpenTofu {major}.{minor}.{patch}, and `{range}` is required"
            );
            diagnostics.push(Diagnostic::error(
                "another version is required",
                detail,
                span,
            ));
        }
    }
}

fn invalid_range(range: &str, span: &Span, diagnostics: &mut Diagnostics) {
    let detail =
        format!("`{range}` is no range of versions; one looks like `>= 1.2, < 2.0` or `~> 1.2`");
    diagnostics.push(Diagnostic::error(
        "a range of versions is not valid",
        detail,
        span,
    ));
}

/// The source of a provider that is only named.
pub fn implied_source(name: &str) -> String {
    match name {
        "terraform" => "terraform.io/builtin/terraform".to_owned(),
        name => format!("hashicorp/{name}"),
    }
}

fn required_provider(
    attribute: &Attribute,
    diagnostics: &mut Diagnostics,
) -> Option<RequiredProvider> {
    let name = &attribute.name;
    let span = attribute.expression.span.clone();
    let mut provider = RequiredProvider {
        source: implied_source(name),
        version: None,
        aliases: Vec::new(),
        span: span.clone(),
    };
    let value = evaluate_literal(&attribute.expression).ok();
    if let Some(range) = value.as_ref().and_then(Value::as_str) {
        provider.version = checked_range(range, &span, diagnostics);
        return Some(provider);
    }
    let Some(members) = attribute.expression.as_map() else {
        let detail = "a provider is an object with `source` and `version`";
        diagnostics.push(Diagnostic::error("a provider is not valid", detail, &span));
        return None;
    };
    for (key, value) in members {
        match member_name(&key).as_deref() {
            Some("source") => {
                let text = constant_text(&value, "source", diagnostics)?;
                provider.source = source(&text, &value.span, diagnostics)?;
            }
            Some("version") => {
                let text = constant_text(&value, "version", diagnostics)?;
                provider.version = checked_range(&text, &value.span, diagnostics);
            }
            Some("configuration_aliases") => {
                provider.aliases = aliases(name, &value, diagnostics);
            }
            _ => {
                let detail = "a provider has `source`, `version` and `configuration_aliases`";
                diagnostics.push(Diagnostic::error(
                    "an argument is not known",
                    detail,
                    &key.span,
                ));
            }
        }
    }
    Some(provider)
}

/// The name of a member, which is written with quotes or without.
fn member_name(key: &Expression) -> Option<String> {
    let value = || evaluate_literal(key).ok();
    key.as_keyword()
        .or_else(|| value()?.as_str().map(str::to_owned))
}

fn constant_text(value: &Expression, name: &str, diagnostics: &mut Diagnostics) -> Option<String> {
    let constant = evaluate_literal(value).ok();
    let text = constant.as_ref().and_then(Value::as_str).map(str::to_owned);
    if text.is_none() {
        let detail = format!("`{name}` must be a constant text");
        diagnostics.push(Diagnostic::error(
            "an argument has the wrong type",
            detail,
            &value.span,
        ));
    }
    text
}

fn checked_range(
    range: &str,
    span: &Span,
    diagnostics: &mut Diagnostics,
) -> Option<(String, Span)> {
    if version_range::contains(range, [0, 0, 0]).is_none() {
        invalid_range(range, span, diagnostics);
        return None;
    }
    Some((range.to_owned(), span.clone()))
}

/// The address of a provider in its shortest form.
fn source(text: &str, span: &Span, diagnostics: &mut Diagnostics) -> Option<String> {
    let lower = text.to_lowercase();
    let parts: Vec<&str> = lower.split('/').collect();
    let is_part = |it: &&str| {
        !it.is_empty()
            && it
                .chars()
                .all(|it| it.is_alphanumeric() || "-_.:".contains(it))
    };
    match parts.as_slice() {
        [name] if parts.iter().all(is_part) => Some(implied_source(name)),
        [namespace, name] if parts.iter().all(is_part) => Some(format!("{namespace}/{name}")),
        [
            "registry.opentofu.org" | "registry.terraform.io",
            namespace,
            name,
        ] if parts.iter().all(is_part) => Some(format!("{namespace}/{name}")),
        [host, namespace, name] if parts.iter().all(is_part) => {
            Some(format!("{host}/{namespace}/{name}"))
        }
        _ => {
            let detail =
                format!("`{text}` is no address of a provider; one looks like `hashicorp/random`");
            diagnostics.push(Diagnostic::error(
                "the source of a provider is not valid",
                detail,
                span,
            ));
            None
        }
    }
}

fn aliases(
    name: &str,
    value: &Expression,
    diagnostics: &mut Diagnostics,
) -> Vec<ProviderReference> {
    let Some(elements) = value.as_list() else {
        let detail = "`configuration_aliases` is a list of references such as `aws.west`";
        diagnostics.push(Diagnostic::error(
            "an argument has the wrong type",
            detail,
            &value.span,
        ));
        return Vec::new();
    };
    let mut all = Vec::new();
    for element in elements {
        let Some(reference) = ProviderReference::read(&element, diagnostics) else {
            continue;
        };
        if reference.name != name {
            let detail = format!("it must begin with `{name}`, not with `{}`", reference.name);
            diagnostics.push(Diagnostic::error(
                "an alias is not valid",
                detail,
                &reference.span,
            ));
            continue;
        }
        all.push(reference);
    }
    all
}
