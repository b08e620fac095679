//! Types as text, as Go writes them.

use super::{Kind, Signature, TypeId, Types};

impl Types {
    /// The text of a type: as `%T` prints it.
    pub fn shown(&self, of: TypeId) -> String {
        match self.kind(of) {
            Kind::Basic(it) => it.name().to_owned(),
            Kind::Named(_) => self.shown_name(of),
            Kind::Pointer(it) => format!("*{}", self.shown(*it)),
            Kind::Slice(it) => format!("[]{}", self.shown(*it)),
            Kind::Array(length, it) => format!("[{length}]{}", self.shown(*it)),
            Kind::Map(key, value) => format!("map[{}]{}", self.shown(*key), self.shown(*value)),
            Kind::Function(it) => format!("func{}", self.shown_signature(it)),
            Kind::Tuple(it) => {
                let all: Vec<String> = it.iter().map(|it| self.shown(*it)).collect();
                format!("({})", all.join(", "))
            }
            Kind::Parameter(index) => format!("type parameter {index}"),
            Kind::Struct(fields) => {
                let fields = fields.iter().map(|it| {
                    let tag = match it.tag.is_empty() {
                        true => String::new(),
                        false => format!(" {:?}", it.tag),
                    };
                    match it.is_embedded {
                        true => format!("{}{tag}", self.shown(it.of)),
                        false => format!("{} {}{tag}", it.name, self.shown(it.of)),
                    }
                });
                let fields: Vec<String> = fields.collect();
                match fields.is_empty() {
                    true => "struct {}".to_owned(),
                    false => format!("struct {{ {} }}", fields.join("; ")),
                }
            }
            Kind::Interface(it) => {
                let methods = it.methods.iter();
                let methods = methods.map(|(name, of)| match self.kind(*of) {
                    Kind::Function(it) => format!("{name}{}", self.shown_signature(it)),
                    _ => name.to_string(),
                });
                let methods: Vec<String> = methods.collect();
                match methods.is_empty() {
                    true => "interface {}".to_owned(),
                    false => format!("interface {{ {} }}", methods.join("; ")),
                }
            }
        }
    }

    fn shown_name(&self, of: TypeId) -> String {
        let Some(named) = self.named_of(of) else {
            return String::new();
        };
        let name = match self.packages.get(named.package).map(String::as_str) {
            Some("") | None => named.name.to_string(),
            Some(package) => format!("{package}.{}", named.name),
        };
        if named.arguments.is_empty() {
            return name;
        }
        let arguments: Vec<String> = named.arguments.iter().map(|it| self.shown(*it)).collect();
        format!("{name}[{}]", arguments.join(","))
    }

    fn shown_signature(&self, of: &Signature) -> String {
        let last = of.parameters.len().saturating_sub(1);
        let parameters = of.parameters.iter().enumerate().map(|(index, it)| {
            match (of.is_variadic && index == last, self.kind(*it)) {
                (true, Kind::Slice(it)) => format!("...{}", self.shown(*it)),
                _ => self.shown(*it),
            }
        });
        let parameters: Vec<String> = parameters.collect();
        let results: Vec<String> = of.results.iter().map(|it| self.shown(*it)).collect();
        let results = match results.as_slice() {
            [] => String::new(),
            [one] => format!(" {one}"),
            _ => format!(" ({})", results.join(", ")),
        };
        format!("({}){results}", parameters.join(", "))
    }
}
