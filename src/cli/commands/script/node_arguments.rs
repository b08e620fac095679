//! The arguments of Node, as far as scripts are started with them.

use std::ffi::OsString;

/// Flags whose value is the next argument.
const WITH_VALUE: [&str; 6] = [
    "-r",
    "--require",
    "--import",
    "-C",
    "--conditions",
    "--input-type",
];
/// Flags of code.
const OF_CODE: [&str; 5] = ["-e", "--eval", "-p", "--print", "-pe"];

/// The code that a process runs.
#[derive(Debug, PartialEq, Eq)]
pub enum Source {
    File(String),
    /// Code, and whether its value is printed.
    Code {
        text: String,
        prints: bool,
    },
    /// Standard input.
    Input,
}

#[derive(Debug, PartialEq, Eq)]
pub struct NodeArguments {
    pub source: Source,
    /// Whether code is an ES module.
    pub is_module: bool,
    pub shows_version: bool,
    /// The flags before the script, which it may read and pass on.
    pub flags: Vec<String>,
    /// The arguments of the script.
    pub rest: Vec<String>,
}

impl NodeArguments {
    /// Whether arguments are those of a script, not a command of Lumi.
    pub fn is_script(mut arguments: impl Iterator<Item = OsString>) -> bool {
        let Some(first) = arguments.next() else {
            return true;
        };
        let first = first.to_string_lossy();
        let is_file = first.contains('/') || first.ends_with("js") || first.ends_with("ts");
        let is_flag = OF_CODE.contains(&first.as_ref()) || is_flag_of_node(&first);
        is_file || is_flag || first == "-"
    }

    pub fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Self, String> {
        let mut texts = in_unicode(arguments)?.into_iter();
        let mut parsed = Self {
            source: Source::Input,
            is_module: false,
            shows_version: false,
            flags: Vec::new(),
            rest: Vec::new(),
        };
        let mut has_code = false;
        while let Some(text) = texts.next() {
            let (flag, value) = match text.split_once('=') {
                Some((flag, value)) if text.starts_with("--") => (flag, Some(value.to_owned())),
                _ => (text.as_str(), None),
            };
            match flag {
                "-v" | "--version" => parsed.shows_version = true,
                "--" => break,
                "-" if !has_code => break,
                _ if OF_CODE.contains(&flag) => {
                    let code = value.or_else(|| texts.next());
                    parsed.source = Source::Code {
                        text: code.ok_or_else(|| format!("{flag} needs code"))?,
                        prints: flag.contains('p'),
                    };
                    has_code = true;
                }
                _ if WITH_VALUE.contains(&flag) => {
                    let value = value.or_else(|| texts.next());
                    let value = value.ok_or_else(|| format!("{flag} needs a value"))?;
                    match flag {
                        "--input-type" => parsed.is_module = value == "module",
                        "-C" | "--conditions" => {}
                        _ => return Err(format!("{flag} is not supported: import {value}")),
                    }
                }
                _ if flag.starts_with('-') => parsed.flags.push(text),
                _ if has_code => {
                    parsed.rest.push(text);
                    break;
                }
                _ => {
                    parsed.source = Source::File(text);
                    break;
                }
            }
        }
        parsed.rest.extend(texts);
        Ok(parsed)
    }
}

fn in_unicode(arguments: impl Iterator<Item = OsString>) -> Result<Vec<String>, String> {
    let texts = arguments.map(|it| {
        let text = it.into_string();
        text.map_err(|it| format!("{} is not Unicode", it.display()))
    });
    texts.collect()
}

/// Flags of Node that Lumi has not: those that choose what V8 or Node does, which are passed over.
fn is_flag_of_node(flag: &str) -> bool {
    let prefixes = [
        "--experimental-",
        "--no-",
        "--expose",
        "--max-",
        "--stack-",
        "--input-type",
        "--trace-",
        "--throw-",
        "--unhandled-rejections",
        "--enable-source-maps",
        "--pending-deprecation",
        "--preserve-symlinks",
        "--abort-on-uncaught-exception",
        "--disable-",
        "--allow-natives-syntax",
        "--require",
        "--import",
        "--eval",
        "--print",
        "--conditions",
    ];
    let is_short = ["-v", "--version", "-r", "-C", "-i"].contains(&flag);
    is_short || prefixes.iter().any(|it| flag.starts_with(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> impl Iterator<Item = OsString> {
        line.split(' ')
            .filter(|it| !it.is_empty())
            .map(OsString::from)
    }

    fn parsed(line: &str) -> NodeArguments {
        NodeArguments::parse(words(line)).unwrap()
    }

    #[test]
    fn scripts_are_distinguished_from_commands() {
        for line in [
            "",
            "a.js",
            "/x/y",
            "./a",
            "-e 1",
            "-p 1",
            "--no-warnings a.mjs",
            "-",
            "b.ts",
        ] {
            assert!(NodeArguments::is_script(words(line)), "{line}");
        }
        for line in ["run a.ts", "preview", "closure run f", "--help", "-q up"] {
            assert!(!NodeArguments::is_script(words(line)), "{line}");
        }
    }

    #[test]
    fn flags_of_node_come_before_the_script_and_its_arguments_after() {
        let it = parsed("--no-warnings --max-old-space-size=9 a.js -e --b");
        assert_eq!(it.source, Source::File("a.js".to_owned()));
        assert_eq!(it.flags, ["--no-warnings", "--max-old-space-size=9"]);
        assert_eq!(it.rest, ["-e", "--b"]);
        let it = parsed("-p 1+1 a b");
        let text = "1+1".to_owned();
        assert_eq!(it.source, Source::Code { text, prints: true });
        assert_eq!(it.rest, ["a", "b"]);
        let it = parsed("--input-type module --eval=a=b -- c");
        let text = "a=b".to_owned();
        assert_eq!(
            it.source,
            Source::Code {
                text,
                prints: false
            }
        );
        assert!(it.is_module && it.rest == ["c"]);
        assert_eq!(parsed("- a").source, Source::Input);
        assert!(NodeArguments::parse(words("-e")).is_err());
        assert!(NodeArguments::parse(words("-r ./a.js b.js")).is_err());
    }
}
