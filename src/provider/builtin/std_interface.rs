//! The classes of the package `std` and their properties, as `build/` has read them in `js/lumi/std`.

use std::sync::{Arc, LazyLock, OnceLock};

use lumi_graph::PropertyType::{self, Any, Archive, Asset, Bool, Number, Text, Union};
use lumi_graph::{
    Choice, ChoiceNumber, FunctionInterface, InterfaceError, ObjectType, PackageInterface,
    PackageInterfaces, PackageMember, PackageMembers, PropertySchema, ResourceInterface,
};

use super::http::OriginHeaders;

/// The token of a class, and the code that makes its interface.
type StdClass = (&'static str, fn() -> ResourceInterface);

include!(concat!(env!("OUT_DIR"), "/std_interface.rs"));

static MADE: [OnceLock<Arc<ResourceInterface>>; CLASSES.len()] =
    [const { OnceLock::new() }; CLASSES.len()];

/// Objects behind HTTP APIs.
pub const HTTP: &str = "std:http:Resource";

/// The tokens of all classes.
pub fn tokens() -> impl Iterator<Item = &'static str> + Clone {
    CLASSES.iter().map(|it| it.0)
}

/// The class of a type: [`HTTP`] has types of its own in programs, such as `std:http:Zone`.
pub fn class_of(token: &str) -> Option<&'static Arc<ResourceInterface>> {
    let find = |token: &str| CLASSES.binary_search_by(|it| it.0.cmp(token)).ok();
    let at = find(token).or_else(|| find(HTTP).filter(|_| is_http_class(token)))?;
    let made = MADE.get(at)?.get_or_init(|| Arc::new(CLASSES[at].1()));
    Some(made)
}

/// Whether a type is a class of the program, such as `std:http:Zone`, which is handled like
/// [`HTTP`]. A name close to a built-in type is a typing mistake.
pub fn is_http_class(token: &str) -> bool {
    let name = token.strip_prefix("std:http:").unwrap_or_default();
    let is_name = name.starts_with(|it: char| it.is_ascii_uppercase())
        && name.chars().all(|it| it.is_ascii_alphanumeric());
    is_name && strsim::jaro_winkler(name, "Resource") < 0.9
}

/// The configuration of the package.
pub fn configuration() -> ObjectType {
    object([PropertySchema::new(OriginHeaders::SETTING, Any)])
}

/// The package `std`.
#[derive(Clone, Copy, Debug, Default)]
pub struct StdInterface;

static MEMBERS: LazyLock<PackageMembers> = LazyLock::new(|| PackageMembers {
    package: "std".to_owned(),
    resources: tokens()
        .map(|token| {
            let name = token.trim_start_matches("std:").replace(':', ".");
            PackageMember::new(name, token)
        })
        .collect(),
    ..PackageMembers::default()
});

impl PackageInterface for StdInterface {
    fn members(&self) -> &PackageMembers {
        &MEMBERS
    }

    fn fingerprint(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn resource(&self, token: &str) -> Result<Option<Arc<ResourceInterface>>, InterfaceError> {
        Ok(class_of(token).cloned())
    }

    fn function(&self, _: &str) -> Result<Option<Arc<FunctionInterface>>, InterfaceError> {
        Ok(None)
    }

    fn configuration(&self) -> Result<Arc<ObjectType>, InterfaceError> {
        Ok(Arc::new(configuration()))
    }
}

/// A project without packages of its own.
impl PackageInterfaces for StdInterface {
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn open(&self, package: &str) -> Option<Result<Arc<dyn PackageInterface>, InterfaceError>> {
        (package == MEMBERS.package).then(|| Ok(Arc::new(*self) as _))
    }
}

fn class(description: &str, inputs: ObjectType, outputs: ObjectType) -> ResourceInterface {
    ResourceInterface {
        description: description.to_owned(),
        inputs: Arc::new(inputs),
        outputs: Arc::new(outputs),
        ..ResourceInterface::default()
    }
}

fn object<const N: usize>(properties: [PropertySchema; N]) -> ObjectType {
    ObjectType::new(properties.into())
}

fn property(
    name: &str,
    of: PropertyType,
    is_required: bool,
    is_secret: bool,
    description: &str,
) -> PropertySchema {
    PropertySchema {
        description: description.to_owned(),
        is_required,
        is_secret,
        ..PropertySchema::new(name, of)
    }
}

fn list(of: PropertyType) -> PropertyType {
    PropertyType::List(Box::new(of))
}

fn map(of: PropertyType) -> PropertyType {
    PropertyType::Map(Box::new(of))
}

fn nested(of: ObjectType) -> PropertyType {
    PropertyType::Object(Arc::new(of))
}

fn choice<const N: usize>(choices: [Choice; N]) -> PropertyType {
    PropertyType::Choice(choices.into())
}

fn text(value: &str) -> Choice {
    Choice::Text(value.to_owned())
}

fn number(value: &str) -> Choice {
    Choice::Number(ChoiceNumber(value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of properties; those that are required or secret have a mark.
    fn names(of: &ObjectType) -> String {
        let names = of.properties.iter().map(|it| {
            let required = if it.is_required { "!" } else { "" };
            let secret = if it.is_secret { "*" } else { "" };
            format!("{}{required}{secret}", it.name)
        });
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn classes_are_read_with_what_they_inherit() {
        let lines = ["std:random:Integer", "std:tls:SelfSignedCert"].map(|token| {
            let of = class_of(token).unwrap();
            format!("{}: {}", names(&of.inputs), names(&of.outputs))
        });
        insta::assert_snapshot!(lines.join("\n"), @r"
        keepers max! min! seed: result!
        allowedUses dnsNames earlyRenewalHours ipAddresses isCaCertificate privateKeyPem!* subject uris validityPeriodHours!: certPem! readyForRenewal! validityEndTime! validityStartTime!
        ");
    }

    #[test]
    fn types_of_typescript_are_those_of_properties() {
        let of = |token: &str, name: &str| {
            let class = class_of(token).unwrap();
            class.inputs.get(name).unwrap().of.clone()
        };
        assert_eq!(
            of("std:exec:Command", "create"),
            Union(vec![Text, list(Text)])
        );
        assert_eq!(of("std:exec:Command", "triggers"), Any);
        assert_eq!(of("std:random:Shuffle", "inputs"), list(Any));
        let bits = ["2048", "3072", "4096"].map(number);
        assert_eq!(of("std:tls:PrivateKey", "rsaBits"), choice(bits));
        let PropertyType::Object(create) = of(HTTP, "create") else {
            panic!("not an object");
        };
        assert_eq!(create.get("headers").unwrap().of, map(Text));
        let url = create.get("url").unwrap();
        assert!(url.description.starts_with("The absolute URL. `{id}` is"));
    }

    #[test]
    fn classes_of_programs_are_those_of_http() {
        assert!(class_of("std:http:Zone").is_some());
        assert!(class_of("std:http:Resuorce").is_none());
        assert!(class_of("std:fs:Fiel").is_none());
    }
}
