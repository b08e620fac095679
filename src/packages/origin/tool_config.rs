//! The configuration file of OpenTofu and Terraform for their command line (`.tofurc`, `.terraformrc`).

use std::collections::BTreeMap;
use std::path::PathBuf;

use hcl::{Block, Body, Expression};
use reqwest::Url;
use serde::Deserialize;
use thiserror::Error;

use super::address_pattern::AddressPattern;
use super::origins::{Origin, OriginPlace, Origins};
use crate::ProviderAddress;
use crate::fetch::Tokens;
use crate::mirror::{FolderMirror, NetworkMirror};

/// The settings of such a file for packages.
#[derive(Clone, Debug, Default)]
pub struct ToolConfig {
    /// `provider_installation`; `None` leaves it to what is implied.
    pub origins: Option<Origins>,
    /// `dev_overrides`: folders with the executables of providers that are being developed.
    pub overrides: BTreeMap<ProviderAddress, PathBuf>,
    /// `credentials`.
    pub tokens: Vec<(String, String)>,
}

/// Why the file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ToolConfigError {
    #[error("it is not HCL: {0}")]
    NotHcl(String),
    #[error("it is not JSON: {0}")]
    NotJson(String),
    #[error("`{place}` is not valid: {reason}")]
    Invalid { place: String, reason: String },
}

#[derive(Deserialize)]
struct CredentialsDocument {
    #[serde(default)]
    credentials: BTreeMap<String, CredentialEntry>,
}

#[derive(Deserialize)]
struct CredentialEntry {
    token: String,
}

impl ToolConfig {
    /// Reads the file. Members that are not about packages are ignored.
    pub fn parse(text: &str) -> Result<Self, ToolConfigError> {
        // The keys of this block are in quotes, which HCL allows in maps only.
        let text = text.replace("dev_overrides {", "dev_overrides = {");
        let body: Body =
            hcl::parse(&text).map_err(|error| ToolConfigError::NotHcl(error.to_string()))?;
        let mut config = Self::default();
        for block in body.blocks() {
            match block.identifier() {
                "credentials" => config.tokens.extend(token(block)),
                "provider_installation" => config.add_installation(block.body())?,
                _ => {}
            }
        }
        Ok(config)
    }

    /// Adds the tokens of a file of `tofu login` (`credentials.tfrc.json`).
    pub fn add_credentials(&mut self, text: &str) -> Result<(), ToolConfigError> {
        let document: CredentialsDocument = serde_json::from_str(text)
            .map_err(|error| ToolConfigError::NotJson(error.to_string()))?;
        let tokens = document.credentials.into_iter();
        self.tokens
            .extend(tokens.map(|(host, entry)| (host, entry.token)));
        Ok(())
    }

    pub fn tokens(&self) -> Tokens {
        let mut tokens = Tokens::default();
        for (host, token) in &self.tokens {
            tokens.add(host, token);
        }
        tokens
    }

    fn add_installation(&mut self, body: &Body) -> Result<(), ToolConfigError> {
        self.add_overrides(body)?;
        let mut places = Vec::new();
        for block in body.blocks() {
            let place = match block.identifier() {
                "direct" => OriginPlace::Registry,
                "filesystem_mirror" => {
                    OriginPlace::Folder(FolderMirror::new(text(block, "path")?.into()))
                }
                "network_mirror" => OriginPlace::Network(NetworkMirror::new(mirror_url(block)?)),
                other => {
                    return Err(invalid(
                        other,
                        "there is no such way to install providers in lumi",
                    ));
                }
            };
            places.push(Origin {
                place,
                include: patterns(block, "include")?,
                exclude: patterns(block, "exclude")?,
            });
        }
        // Overrides alone say nothing about other providers.
        if !places.is_empty() {
            self.origins = Some(Origins { places });
        }
        Ok(())
    }

    fn add_overrides(&mut self, body: &Body) -> Result<(), ToolConfigError> {
        let mut attributes = body.attributes();
        let Some(overrides) = attributes.find(|it| it.key() == "dev_overrides") else {
            return Ok(());
        };
        let Expression::Object(members) = overrides.expr() else {
            return Err(invalid("dev_overrides", "it is not a map of folders"));
        };
        for (key, folder) in members {
            let key = key.to_string();
            let address = key.trim_matches('"').parse::<ProviderAddress>();
            let address = address.map_err(|error| invalid("dev_overrides", error))?;
            let Expression::String(folder) = folder else {
                return Err(invalid(
                    "dev_overrides",
                    format!("the folder of {key} is not a text"),
                ));
            };
            self.overrides.insert(address, folder.into());
        }
        Ok(())
    }
}

fn invalid(place: &str, reason: impl ToString) -> ToolConfigError {
    ToolConfigError::Invalid {
        place: place.to_owned(),
        reason: reason.to_string(),
    }
}

fn attribute<'a>(block: &'a Block, name: &str) -> Option<&'a Expression> {
    block
        .body()
        .attributes()
        .find(|it| it.key() == name)
        .map(|it| it.expr())
}

fn token(block: &Block) -> Option<(String, String)> {
    let host = block.labels().first()?.as_str().to_owned();
    match attribute(block, "token") {
        Some(Expression::String(token)) => Some((host, token.clone())),
        _ => None,
    }
}

fn text(block: &Block, name: &str) -> Result<String, ToolConfigError> {
    match attribute(block, name) {
        Some(Expression::String(text)) => Ok(text.clone()),
        _ => Err(invalid(
            block.identifier(),
            format!("`{name}` is missing, or is not a text"),
        )),
    }
}

fn mirror_url(block: &Block) -> Result<Url, ToolConfigError> {
    let url = text(block, "url")?;
    Url::parse(&url).map_err(|error| invalid(block.identifier(), format!("`{url}`: {error}")))
}

fn patterns(block: &Block, name: &str) -> Result<Vec<AddressPattern>, ToolConfigError> {
    let items = match attribute(block, name) {
        None => return Ok(Vec::new()),
        Some(Expression::Array(items)) => items,
        Some(_) => {
            return Err(invalid(
                block.identifier(),
                format!("`{name}` is not a list"),
            ));
        }
    };
    let pattern = |item: &Expression| match item {
        Expression::String(text) => text
            .parse()
            .map_err(|error| invalid(block.identifier(), error)),
        _ => Err(invalid(
            block.identifier(),
            format!("`{name}` has something else than texts"),
        )),
    };
    items.iter().map(pattern).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrors_overrides_and_tokens_are_read() {
        let mut config = ToolConfig::parse(
            r#"
plugin_cache_dir = "$HOME/.terraform.d/plugin-cache"
credentials "app.example.com" {
  token = "abc"
}
provider_installation {
  dev_overrides {
    "acme/dns" = "/home/a/dns"
  }
  filesystem_mirror {
    path    = "/usr/share/terraform/providers"
    include = ["example.com/*/*"]
  }
  network_mirror {
    url = "https://mirror.example.com/providers"
  }
  direct {
    exclude = ["example.com/*/*"]
  }
}
"#,
        )
        .unwrap();
        config
            .add_credentials(r#"{"credentials": {"other.example.com": {"token": "def"}}}"#)
            .unwrap();
        assert_eq!(
            config.overrides[&"acme/dns".parse().unwrap()],
            PathBuf::from("/home/a/dns")
        );
        assert_eq!(config.tokens().of_host("other.example.com"), Some("def"));
        assert_eq!(config.tokens().of_host("app.example.com"), Some("abc"));
        let origins = config.origins.unwrap();
        let count = |address: &str| origins.of(&address.parse().unwrap()).count();
        assert_eq!((count("example.com/a/b"), count("acme/web")), (2, 2));
    }

    #[test]
    fn slips_name_their_place() {
        let message = |body: &str| {
            let text = format!("provider_installation {{\n{body}\n}}");
            ToolConfig::parse(&text).unwrap_err().to_string()
        };
        insta::assert_snapshot!(
            [
                "filesystem_mirror {}",
                "network_mirror { url = \"mirror\" }",
                "direct { exclude = [\"x\"] }",
                "direct { include = \"x\" }",
                "oci_mirror {}",
                "dev_overrides { \"a\" = \"/b\" }",
                "dev_overrides {\n \"a/b\" = 1\n}",
            ]
            .map(message)
            .join("\n"),
            @r#"
            `filesystem_mirror` is not valid: `path` is missing, or is not a text
            `network_mirror` is not valid: `mirror`: relative URL without a base
            `direct` is not valid: `x` is not a pattern of providers; one looks like `hashicorp/*` or `registry.example.com/*/*`
            `direct` is not valid: `include` is not a list
            `oci_mirror` is not valid: there is no such way to install providers in lumi
            `dev_overrides` is not valid: `a` is not a provider; one looks like `hashicorp/random` or `registry.example.com/acme/dns`
            `dev_overrides` is not valid: the folder of a/b is not a text
            "#
        );
        assert!(ToolConfig::parse("a = ").is_err());
        assert!(ToolConfig::default().add_credentials("{").is_err());
    }
}
