//! Addresses of objects and modules, as OpenTofu writes them.

use std::fmt;

use super::state_file::InstanceKey;

/// A module call on the way from the root module: its name, and the key of the instance.
pub type ModuleStep = (String, Option<InstanceKey>);

/// The address of an object, such as `module.net["a"].random_pet.name[0]`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObjectAddress {
    pub modules: Vec<ModuleStep>,
    pub type_name: String,
    pub name: String,
    pub key: Option<InstanceKey>,
}

impl ObjectAddress {
    /// Reads the address of an object of a managed resource; `None` if it is another text.
    pub fn parse(text: &str) -> Option<Self> {
        let mut modules = Vec::new();
        let mut rest = text;
        while let Some(after) = rest.strip_prefix("module.") {
            let (step, after) = step(after)?;
            modules.push(step);
            rest = after.strip_prefix('.')?;
        }
        let (type_name, rest) = rest.split_once('.')?;
        let ((name, key), rest) = step(rest)?;
        let is_address = rest.is_empty() && !type_name.is_empty() && !type_name.contains('[');
        is_address.then(|| Self {
            modules,
            type_name: type_name.to_owned(),
            name,
            key,
        })
    }

    /// The address without keys, as other resources name it in their dependencies.
    pub fn resource(&self) -> String {
        let names = self
            .modules
            .iter()
            .map(|(name, _)| format!("module.{name}."));
        let modules: String = names.collect();
        format!("{modules}{}.{}", self.type_name, self.name)
    }
}

impl fmt::Display for ObjectAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let modules = modules_text(&self.modules);
        let dot = if modules.is_empty() { "" } else { "." };
        let key = key_text(self.key.as_ref());
        write!(f, "{modules}{dot}{}.{}{key}", self.type_name, self.name)
    }
}

/// Reads the address of an instance of a module, such as `module.a["x.y"].module.b[0]`; empty for the root module.
pub fn parse_modules(address: &str) -> Option<Vec<ModuleStep>> {
    let mut modules = Vec::new();
    let mut rest = address;
    while !rest.is_empty() {
        let (module, after) = step(rest.strip_prefix("module.")?)?;
        modules.push(module);
        rest = match after {
            "" => "",
            after => after.strip_prefix('.').filter(|it| !it.is_empty())?,
        };
    }
    Some(modules)
}

/// The address of an instance of a module.
pub fn modules_text(modules: &[ModuleStep]) -> String {
    let steps = modules.iter();
    let steps = steps.map(|(name, key)| format!("module.{name}{}", key_text(key.as_ref())));
    steps.collect::<Vec<_>>().join(".")
}

fn key_text(key: Option<&InstanceKey>) -> String {
    match key {
        None => String::new(),
        Some(InstanceKey::Index(index)) => format!("[{index}]"),
        Some(InstanceKey::Key(key)) => format!("[{}]", quoted(key)),
    }
}

/// Reads a name with the key behind it, and answers what follows.
fn step(text: &str) -> Option<(ModuleStep, &str)> {
    let end = text.find(['.', '[']).unwrap_or(text.len());
    let (name, after) = text.split_at(end);
    if name.is_empty() {
        return None;
    }
    let name = name.to_owned();
    let Some(bracketed) = after.strip_prefix('[') else {
        return Some(((name, None), after));
    };
    if bracketed.starts_with('"') {
        let (key, after) = unquoted(bracketed)?;
        let after = after.strip_prefix(']')?;
        return Some(((name, Some(InstanceKey::Key(key))), after));
    }
    let (index, after) = bracketed.split_once(']')?;
    let key = InstanceKey::Index(index.parse().ok()?);
    Some(((name, Some(key)), after))
}

/// A text in quotes, as the language reads it.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '$' | '%' if characters.peek() == Some(&'{') => quoted.extend([character, character]),
            it if it.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(it))),
            it => quoted.push(it),
        }
    }
    quoted.push('"');
    quoted
}

/// Reads a text that begins with a quote to the quote that ends it, and answers what follows.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut result = String::new();
    let mut rest = text.strip_prefix('"')?;
    loop {
        let character = rest.chars().next()?;
        rest = &rest[character.len_utf8()..];
        match character {
            '"' => return Some((result, rest)),
            '\\' => {
                let (character, after) = escaped(rest)?;
                result.push(character);
                rest = after;
            }
            '$' | '%' => {
                result.push(character);
                // Two signs before a brace stand for one.
                let after = rest.strip_prefix(character);
                rest = after.filter(|it| it.starts_with('{')).unwrap_or(rest);
            }
            it => result.push(it),
        }
    }
}

/// The character of an escape sequence: those of the language, and those of Go in states of older versions.
fn escaped(text: &str) -> Option<(char, &str)> {
    let kind = text.chars().next()?;
    let rest = &text[kind.len_utf8()..];
    let digits = match kind {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => 0,
    };
    if digits > 0 {
        let code = u32::from_str_radix(rest.get(..digits)?, 16).ok()?;
        return Some((char::from_u32(code)?, &rest[digits..]));
    }
    let character = match kind {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'a' => '\u{7}',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'v' => '\u{b}',
        '"' | '\\' | '/' => kind,
        _ => return None,
    };
    Some((character, rest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    pub fn key() -> impl Strategy<Value = Option<InstanceKey>> {
        prop_oneof![
            Just(None),
            any::<u64>().prop_map(|it| Some(InstanceKey::Index(it))),
            "[ -~\n\t\u{e9}\u{7}]{0,6}".prop_map(|it| Some(InstanceKey::Key(it))),
            "[$%{\"\\\\\\].]{0,5}".prop_map(|it| Some(InstanceKey::Key(it))),
        ]
    }

    proptest! {
        #[test]
        fn addresses_are_read_as_they_are_written(
            modules in prop::collection::vec(("[a-z_][a-z0-9_-]{0,3}", key()), 0..3),
            type_name in "[a-z]{1,4}_[a-z]{1,4}",
            name in "[a-z_][a-z0-9_-]{0,4}",
            key in key(),
        ) {
            let text = modules_text(&modules);
            prop_assert_eq!(parse_modules(&text), Some(modules.clone()), "{}", text);
            let address = ObjectAddress { modules, type_name, name, key };
            let text = address.to_string();
            prop_assert_eq!(ObjectAddress::parse(&text), Some(address), "{}", text);
        }
    }

    #[test]
    fn other_texts_are_no_addresses() {
        for text in [
            "",
            "a",
            "a.",
            "a.b.c",
            "module.a",
            "module.a.b",
            "a.b[",
            "a.b[x]",
            "a.b[\"x]",
            "a.b[\"\\q\"]",
            "a.b[0]x",
            "module.a[0]b.c",
        ] {
            assert_eq!(ObjectAddress::parse(text), None, "{text}");
        }
        let address = ObjectAddress::parse(r#"module.a["$${x}\u00e9"].b_c.d["%%{"]"#).unwrap();
        assert_eq!(
            address.modules,
            [("a".to_owned(), Some(InstanceKey::Key("${x}é".to_owned())))]
        );
        assert_eq!(address.key, Some(InstanceKey::Key("%{".to_owned())));
        assert_eq!(address.resource(), "module.a.b_c.d");
    }
}
