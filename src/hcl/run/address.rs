//! Addresses of instances, as the language writes them.

use std::fmt;

pub use lumi_terraform::state_file::quoted;

/// The key of one instance of a resource or a module.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InstanceKey {
    /// The only instance of a block without `count` and `for_each`.
    #[default]
    None,
    /// An instance of `count`.
    Number(u64),
    /// An instance of `for_each`.
    Text(String),
}

impl fmt::Display for InstanceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => Ok(()),
            Self::Number(number) => write!(f, "[{number}]"),
            Self::Text(text) => write!(f, "[{}]", quoted(text)),
        }
    }
}

/// The instance of a module: the calls that lead to it from the root module, which has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModuleInstance(pub Vec<(String, InstanceKey)>);

impl ModuleInstance {
    /// The instance that a call in this one makes.
    pub fn child(&self, name: &str, key: InstanceKey) -> Self {
        let mut calls = self.0.clone();
        calls.push((name.to_owned(), key));
        Self(calls)
    }

    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The text before the address of an object in the instance: empty for the root module.
    pub fn prefix(&self) -> String {
        match self.is_root() {
            true => String::new(),
            false => format!("{self}."),
        }
    }
}

impl fmt::Display for ModuleInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (name, key)) in self.0.iter().enumerate() {
            let dot = if at > 0 { "." } else { "" };
            write!(f, "{dot}module.{name}{key}")?;
        }
        Ok(())
    }
}

/// The instance of a resource or a data source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResourceInstance {
    pub module: ModuleInstance,
    pub is_data: bool,
    pub type_name: String,
    pub name: String,
    pub key: InstanceKey,
}

impl fmt::Display for ResourceInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let data = if self.is_data { "data." } else { "" };
        let Self {
            module,
            type_name,
            name,
            key,
            ..
        } = self;
        write!(f, "{}{data}{type_name}.{name}{key}", module.prefix())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_written_as_the_language_reads_them() {
        let module = ModuleInstance::default()
            .child("a", InstanceKey::Text("x\"${y}\n".to_owned()))
            .child("b", InstanceKey::None);
        let instance = ResourceInstance {
            module: module.clone(),
            is_data: false,
            type_name: "random_pet".to_owned(),
            name: "p".to_owned(),
            key: InstanceKey::Number(1),
        };
        assert_eq!(
            instance.to_string(),
            r#"module.a["x\"$${y}\n"].module.b.random_pet.p[1]"#
        );
        assert_eq!(ModuleInstance::default().prefix(), "");
    }
}
