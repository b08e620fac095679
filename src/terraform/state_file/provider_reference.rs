//! Which provider manages a resource.

use std::fmt;

/// A provider as state files name it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProviderReference {
    /// The address of the module with the configuration; empty for the root module.
    pub module: String,
    /// `HOST/NAMESPACE/NAME`.
    pub address: String,
    /// Of a configuration besides the default one; with the key of one of several.
    pub alias: Option<String>,
}

impl ProviderReference {
    /// Reads `provider["HOST/NAMESPACE/NAME"].ALIAS`, or `provider.NAME.ALIAS` of Terraform 0.12, maybe in a module.
    pub fn parse(text: &str) -> Option<Self> {
        // The address is in the last brackets that have a path in them: a key of a module comes before.
        if let Some(at) = text.rfind("provider[\"")
            && (at == 0 || text[..at].ends_with('.'))
        {
            let rest = &text[at + "provider[\"".len()..];
            let (address, rest) = rest.split_once("\"]")?;
            return Self::new(module(text, at), address, rest);
        }
        let at = match text.starts_with("provider.") {
            true => 0,
            false => text.rfind(".provider.")? + 1,
        };
        let rest = &text[at + "provider.".len()..];
        let (name, alias) = rest
            .split_once('.')
            .map_or((rest, ""), |(name, _)| (name, &rest[name.len()..]));
        let address = format!("registry.opentofu.org/hashicorp/{name}");
        Self::new(module(text, at), &address, alias)
    }

    fn new(module: &str, address: &str, alias: &str) -> Option<Self> {
        let parts: Vec<&str> = address.split('/').collect();
        let is_part = |it: &&str| !it.is_empty() && !it.contains(char::is_control);
        if parts.len() != 3 || !parts.iter().all(is_part) {
            return None;
        }
        let alias = match alias {
            "" => None,
            alias => {
                let alias = alias.strip_prefix('.').filter(|it| !it.is_empty())?;
                let plain = alias.replace(['[', ']', '"'], " ");
                Some(plain.split_whitespace().collect::<Vec<_>>().join("-"))
            }
        };
        Some(Self {
            module: module.to_owned(),
            address: address.to_owned(),
            alias,
        })
    }

    /// Without the host of both public registries, where providers have one address.
    pub fn short(&self) -> &str {
        const PUBLIC: [&str; 2] = ["registry.opentofu.org/", "registry.terraform.io/"];
        let rest = PUBLIC.iter().find_map(|it| self.address.strip_prefix(it));
        rest.unwrap_or(&self.address)
    }

    /// The last part of the address.
    pub fn kind(&self) -> &str {
        self.address.rsplit('/').next().unwrap_or_default()
    }
}

/// The address before the last dot.
fn module(text: &str, at: usize) -> &str {
    text[..at].strip_suffix('.').unwrap_or_default()
}

impl fmt::Display for ProviderReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dot = if self.module.is_empty() { "" } else { "." };
        write!(f, "{}{dot}provider[\"{}\"]", self.module, self.address)?;
        match &self.alias {
            Some(alias) => write!(f, ".{alias}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Option<(String, Option<String>)> {
        let parsed = ProviderReference::parse(text)?;
        Some((parsed.short().to_owned(), parsed.alias))
    }

    #[test]
    fn providers_are_named_in_every_form_there_was() {
        let named = |text: &str, address: &str, alias: Option<&str>| {
            let expected = (address.to_owned(), alias.map(str::to_owned));
            assert_eq!(parsed(text), Some(expected), "{text}");
        };
        let random = "hashicorp/random";
        named(
            "provider[\"registry.terraform.io/hashicorp/random\"]",
            random,
            None,
        );
        named(
            "provider[\"registry.opentofu.org/hashicorp/random\"].b",
            random,
            Some("b"),
        );
        named(
            "module.a[\"x\"].module.b.provider[\"registry.opentofu.org/hashicorp/random\"].by[\"eu\"]",
            random,
            Some("by-eu"),
        );
        named(
            "provider[\"example.com/acme/dns\"]",
            "example.com/acme/dns",
            None,
        );
        named("provider.random", random, None);
        named("module.a.provider.random.east", random, Some("east"));
        for text in [
            "",
            "random",
            "provider[\"a\"]",
            "provider[\"a/b/c\"]x",
            "provider.",
            "provider[\"a//c\"]",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }
}
