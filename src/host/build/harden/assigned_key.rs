//! The key of an assignment that is the same each time it runs.
//!
//! V8 makes an assignment fast that always finds the same few shapes of objects. In one function for all keys of all
//! modules it finds thousands, so modules that are loaded late have a function for each of their constant keys.

#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub enum AssignedKey {
    /// `it.name = x`.
    Name(String),
    /// `it[key] = x`, where `key` is a binding of the module, such as a symbol.
    Binding(String),
}

impl AssignedKey {
    /// The name of its function.
    pub fn function(&self) -> String {
        match self {
            Self::Name(name) => format!("$put_{name}"),
            Self::Binding(name) => format!("$putAt_{name}"),
        }
    }

    /// The code of its function.
    pub fn code(&self) -> String {
        let function = self.function();
        let (key, member) = match self {
            Self::Name(name) => (format!("{name:?}"), format!(".{name}")),
            Self::Binding(name) => (name.clone(), format!("[{name}]")),
        };
        format!(
            "function {function}($it, $value) {{\n  if ($isPlain($it)) return $put($it, {key}, $value);\n  \
             $it{member} = $value;\n  return $value;\n}}\n"
        )
    }
}
