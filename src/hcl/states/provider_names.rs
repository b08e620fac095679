//! The configurations of providers that provider resources are called after.

use lumi_graph::Urn;

use crate::run::address_of_name;

/// The module and the alias of a configuration. Both are empty for the default one of the root module.
pub type Configuration = (String, Option<String>);

/// The configuration of a provider resource, such as that of `module.a.provider.random.west`; its local name says nothing.
pub fn configuration(provider: &Urn) -> Option<Configuration> {
    named(&address_of_name(provider.name()))
}

fn named(address: &str) -> Option<Configuration> {
    let (module, rest) = match address.strip_prefix("provider.") {
        Some(rest) => ("", rest),
        None => address.rsplit_once(".provider.")?,
    };
    let alias = rest.split_once('.').map(|(_, alias)| alias.to_owned());
    Some((module.to_owned(), alias))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configurations_are_found_by_the_names_of_provider_resources() {
        let west = Some("west".to_owned());
        for (name, module, alias) in [
            ("provider.random", "", None),
            ("provider.random.west", "", west.clone()),
            (
                "module.a.module.b.provider.random.west",
                "module.a.module.b",
                west,
            ),
        ] {
            assert_eq!(named(name), Some((module.to_owned(), alias)));
        }
        assert_eq!(named("random.west"), None);
    }
}
