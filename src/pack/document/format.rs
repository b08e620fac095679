//! The formats of documents.

/// A format of documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentFormat {
    Json,
    Yaml,
}

impl DocumentFormat {
    /// The format of a file with this name; `None` for files other than documents, whose names end in
    /// `.lumipack.json`, `.lumipack.yaml` or `.lumipack.yml`.
    pub fn of_file(name: &str) -> Option<Self> {
        let (stem, extension) = name.rsplit_once('.')?;
        let format = match extension {
            "json" => Self::Json,
            "yaml" | "yml" => Self::Yaml,
            _ => return None,
        };
        stem.ends_with(".lumipack").then_some(format)
    }

    /// The maximum size of a document in bytes. The reader of YAML needs 50 times as much memory.
    pub fn max_bytes(self) -> usize {
        match self {
            Self::Json => crate::archive::MAX_ARCHIVE,
            Self::Yaml => 32 << 20,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_the_format() {
        use DocumentFormat::{Json, Yaml};
        for (name, format) in [
            ("a.lumipack.json", Some(Json)),
            ("a.lumipack.yaml", Some(Yaml)),
            ("a-1.0.lumipack.yml", Some(Yaml)),
            ("a.lumipack", None),
            ("a.json", None),
            ("lumipack.json", None),
            ("a.lumipack.json.txt", None),
        ] {
            assert_eq!(DocumentFormat::of_file(name), format, "{name}");
        }
    }
}
