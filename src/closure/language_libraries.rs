//! The libraries of languages that become LumiIL. Packages have their modules, which are in no file of a project.

/// Their folders.
const FOLDERS: &[&str] = &["lumipy/", "lumigo/"];

/// Whether a file of a package is a module of such a library.
pub fn is_library_file(file: &str) -> bool {
    FOLDERS.iter().any(|it| file.starts_with(it))
}

/// The extensions of modules in such languages.
pub const EXTENSIONS: &[&str] = &[".py", ".go"];

/// Whether a file is a module in such a language.
pub fn is_compiled_file(file: &str) -> bool {
    EXTENSIONS.iter().any(|it| file.ends_with(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_libraries_are_distinguished_from_those_of_programs() {
        assert!(is_library_file("lumipy/index.ts"));
        assert!(is_library_file("lumigo/lumi.ts"));
        assert!(!is_library_file("lumigo.ts"));
        assert!(!is_library_file("src/lumigo/lumi.ts"));
    }
}
