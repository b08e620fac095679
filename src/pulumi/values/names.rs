//! Converts types and URNs.
//!
//! `urn:pulumi:<stack>::<project>::<types>::<name>` has all types from the outermost parent in one
//! part, joined by `$`; a resource without parent is a child of the stack, which is a resource
//! there. The conversion of Lumi's URNs is injective and can be reversed.

use std::borrow::Cow;

use lumi_graph::{
    ResourceName, ResourceOption, ResourceOptions, ResourceType, ResourceTypeError, Urn, UrnError,
    Value,
};

const PREFIX: &str = "urn:pulumi:";
const SEPARATOR: &str = "::";
/// The type of the stack's resource.
const STACK: &str = "pulumi:pulumi:Stack";
pub const STACK_REFERENCE_TYPE: &str = "pulumi:pulumi:StackReference";
/// Types with another name in Lumi.
const STACK_REFERENCE: (&str, &str) = (STACK_REFERENCE_TYPE, lumi_graph::STACK_REFERENCE);
const PROVIDERS: (&str, &str) = ("pulumi:providers:", "lumi:providers:");
/// The package of components whose type is a single word.
const ONE_WORD: &str = "component";

/// The resource that a Pulumi URN identifies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PulumiUrn {
    /// The stack, the parent of all resources without another.
    Stack,
    Resource(Urn),
}

/// Converts a Pulumi type. Types of components may have only one or two parts, empty ones in the middle, or many.
pub fn lumi_type(text: &str) -> Result<ResourceType, ResourceTypeError> {
    let own: Cow<'_, str> = if text == STACK_REFERENCE.0 {
        STACK_REFERENCE.1.into()
    } else if let Some(package) = text.strip_prefix(PROVIDERS.0) {
        format!("{}{package}", PROVIDERS.1).into()
    } else {
        match text.split(':').collect::<Vec<_>>()[..] {
            [name] if !name.is_empty() => format!("{ONE_WORD}:index:{name}").into(),
            [package, name] | [package, "", name] if !package.is_empty() => {
                format!("{package}:index:{name}").into()
            }
            _ => text.into(),
        }
    };
    ResourceType::parse(&own)
}

/// Converts a Lumi type.
pub fn pulumi_type(own: &str) -> Cow<'_, str> {
    if own == STACK_REFERENCE.1 {
        return STACK_REFERENCE.0.into();
    }
    match own.strip_prefix(PROVIDERS.1) {
        Some(package) => format!("{}{package}", PROVIDERS.0).into(),
        None => own.into(),
    }
}

/// The option that keeps a type which [`pulumi_type`] does not give back.
const ORIGINAL_TYPE: &str = "pulumiType";

/// The option that keeps the type `text` of a resource whose type in Lumi is `own`; `None` if it
/// needs none.
pub fn kept_type(text: &str, own: &str) -> Option<ResourceOption> {
    let is_given_back = pulumi_type(own) == text;
    (!is_given_back).then(|| ResourceOption::new(ORIGINAL_TYPE, Value::from(text)))
}

/// The type that [`kept_type`] has kept.
pub fn original_type(options: &ResourceOptions) -> Option<&str> {
    options.iter().find_map(|it| match it {
        ResourceOption::Other { name, value } if name == ORIGINAL_TYPE => value.as_str(),
        _ => None,
    })
}

/// Converts a Lumi URN.
pub fn pulumi_urn(urn: &Urn) -> String {
    let parents = urn.module().split('$').skip(1);
    let types = parents.chain([urn.resource_type()]).map(pulumi_type);
    let types = types.collect::<Vec<_>>().join("$");
    let parts = [urn.stack(), urn.project(), &types, urn.name()];
    format!("{PREFIX}{}", parts.join(SEPARATOR))
}

/// The URN of a stack's resource.
pub fn pulumi_stack_urn(stack: &str, project: &str) -> String {
    let name = format!("{project}-{stack}");
    format!("{PREFIX}{stack}{SEPARATOR}{project}{SEPARATOR}{STACK}{SEPARATOR}{name}")
}

/// The URN of the default provider of a package.
pub fn pulumi_provider_urn(stack: &str, project: &str, package: &str) -> String {
    let resource_type = format!("{}{package}", PROVIDERS.0);
    let parts = [stack, project, &resource_type, "default"];
    format!("{PREFIX}{}", parts.join(SEPARATOR))
}

/// Parses and validates a Pulumi URN.
pub fn parse_urn(text: &str) -> Result<PulumiUrn, UrnError> {
    let parts = text.strip_prefix(PREFIX).map(|it| it.splitn(4, SEPARATOR));
    let parts = parts.map(Iterator::collect::<Vec<_>>).unwrap_or_default();
    let [stack, project, types, name] = parts[..] else {
        return Err(UrnError::NotAUrn(text.to_owned()));
    };
    if types == STACK {
        return Ok(PulumiUrn::Stack);
    }
    let types = types.split('$').filter(|it| *it != STACK).map(lumi_type);
    let types = types.collect::<Result<Vec<_>, _>>();
    let mut types = types.map_err(|source| UrnError::Type {
        urn: text.to_owned(),
        source,
    })?;
    let Some(resource_type) = types.pop() else {
        return Err(UrnError::NotAUrn(text.to_owned()));
    };
    let module = types.iter().fold(Urn::ROOT_MODULE.to_owned(), |chain, it| {
        format!("{chain}${it}")
    });
    let name = ResourceName::parse(name).map_err(|source| UrnError::Name {
        urn: text.to_owned(),
        source,
    })?;
    let urn = Urn::new(stack, project, &module, &resource_type, &name);
    Ok(PulumiUrn::Resource(urn))
}

/// Converts a Pulumi URN, which must not be that of a stack.
pub fn lumi_urn(text: &str) -> Result<Urn, UrnError> {
    match parse_urn(text)? {
        PulumiUrn::Resource(urn) => Ok(urn),
        PulumiUrn::Stack => Err(UrnError::NotAUrn(text.to_owned())),
    }
}
