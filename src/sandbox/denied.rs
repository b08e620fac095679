//! Errors of the sandbox.

use std::fmt;
use std::path::{Path, PathBuf};

use super::permissions::{exposes_processes, is_private_to_lumi};
use crate::closed_ports;

/// The kinds of access; each has the name of its flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
    Net,
    Env,
    Run,
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Net => "net",
            Self::Env => "env",
            Self::Run => "run",
        })
    }
}

/// The owner of the permissions, which determines how to grant more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holder {
    /// A program, with the flags of its command.
    #[default]
    Program,
    /// A function that a platform serves, with the permissions of its definition.
    Function,
    /// The program of a package, which has no permissions.
    Package,
}

/// An access that the sandbox refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{access} access to {} is denied{}; {}", self.to(), self.reason(), self.advice())]
pub struct Denied {
    pub access: Access,
    /// A path, a host with its port, or a name; empty means all of this kind.
    pub what: String,
    pub holder: Holder,
    /// The path that a permitted one leads to by links, which is not permitted.
    pub target: Option<PathBuf>,
}

impl Denied {
    fn to(&self) -> String {
        match self.what.as_str() {
            "" => "everything".to_owned(),
            what => format!("{what:?}"),
        }
    }

    fn reason(&self) -> String {
        match &self.target {
            Some(target) => {
                format!(" (it is a link that leads out of what may be accessed, to {target:?})")
            }
            None => self.why().to_owned(),
        }
    }

    fn why(&self) -> &'static str {
        match (self.access, self.holder) {
            (Access::Read | Access::Write, _) if is_private_to_lumi(Path::new(&self.what)) => {
                " (Lumi keeps keys and states there)"
            }
            (Access::Read | Access::Write, _) if exposes_processes(Path::new(&self.what)) => {
                " (variables, memory and files of processes are there)"
            }
            (Access::Net, _) if is_of_debugger(&self.what) => " (debuggers attach to this port)",
            (Access::Read, Holder::Program) => " (a program reads below its project folder only)",
            (Access::Read, Holder::Function) => " (a function reads below its own folder only)",
            (_, Holder::Package) => " (the program of a package has no permissions)",
            _ => "",
        }
    }

    fn advice(&self) -> String {
        let Self { access, what, .. } = self;
        match (self.holder, access, what.as_str()) {
            (_, Access::Read | Access::Write, what) if exposes_processes(Path::new(what)) => {
                match self.holder {
                    Holder::Program => "run again with --allow-all to permit it".to_owned(),
                    Holder::Function => "functions cannot access it".to_owned(),
                    Holder::Package => "programs of packages cannot access it".to_owned(),
                }
            }
            (_, Access::Net, what) if is_of_debugger(what) => {
                "no permission grants access to it".to_owned()
            }
            (Holder::Package, ..) => {
                "run the program from its source to give it permissions".to_owned()
            }
            (Holder::Program, Access::Net, what) if what.ends_with(":0") => {
                let host = what.trim_end_matches(":0");
                format!(
                    "run again with --allow-net={} to permit any free port of it",
                    quoted(host)
                )
            }
            (Holder::Program, _, "") => format!("run again with --allow-{access} to permit it"),
            (Holder::Program, Access::Run, what) if is_shell(what) => format!(
                "a shell starts any program: run yours with execFileSync or spawn of node:child_process and a list of \
                 arguments, and permit it with --allow-run=NAME; --allow-run={} permits all",
                quoted(what)
            ),
            (Holder::Program, _, what) => {
                let what = quoted(what);
                format!("run again with --allow-{access}={what} to permit it")
            }
            (Holder::Function, Access::Env, _) => {
                "a function has the variables of its `env`".to_owned()
            }
            (Holder::Function, _, "") => {
                format!("`{access}: true` in the permissions of the function permits it")
            }
            (Holder::Function, _, what) => {
                format!("`{access}: [{what:?}]` in the permissions of the function permits it")
            }
        }
    }
}

/// Whether a program is a shell, which `exec`, `execSync` and the option `shell` start.
fn is_shell(program: &str) -> bool {
    let name = program.rsplit('/').next().unwrap_or(program);
    matches!(name, "sh" | "bash" | "dash" | "zsh" | "ksh")
}

/// Whether a host is named with a port of a debugger.
fn is_of_debugger(host: &str) -> bool {
    let port = host
        .rsplit_once(':')
        .and_then(|(_, port)| port.parse().ok());
    port.is_some_and(closed_ports::is_closed)
}

/// Quotes a text for a shell if necessary.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-:@%+=".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_says_how_to_permit_it() {
        let message = |holder, access, what: &str| {
            let what = what.to_owned();
            Denied {
                access,
                what,
                holder,
                target: None,
            }
            .to_string()
        };
        let all = [
            message(Holder::Program, Access::Env, ""),
            message(Holder::Program, Access::Read, "/a b"),
            message(Holder::Program, Access::Net, "127.0.0.1:0"),
            message(Holder::Program, Access::Read, "/proc/7/environ"),
            message(Holder::Function, Access::Write, "/proc/7/mem"),
            message(Holder::Function, Access::Net, "a.test:443"),
            message(Holder::Function, Access::Run, ""),
            message(Holder::Function, Access::Env, "HOME"),
            message(Holder::Program, Access::Run, "/bin/sh"),
            message(Holder::Program, Access::Run, "git"),
        ];
        insta::assert_snapshot!(all.join("\n"), @r#"
        env access to everything is denied; run again with --allow-env to permit it
        read access to "/a b" is denied (a program reads below its project folder only); run again with --allow-read='/a b' to permit it
        net access to "127.0.0.1:0" is denied; run again with --allow-net=127.0.0.1 to permit any free port of it
        read access to "/proc/7/environ" is denied (variables, memory and files of processes are there); run again with --allow-all to permit it
        write access to "/proc/7/mem" is denied (variables, memory and files of processes are there); functions cannot access it
        net access to "a.test:443" is denied; `net: ["a.test:443"]` in the permissions of the function permits it
        run access to everything is denied; `run: true` in the permissions of the function permits it
        env access to "HOME" is denied; a function has the variables of its `env`
        run access to "/bin/sh" is denied; a shell starts any program: run yours with execFileSync or spawn of node:child_process and a list of arguments, and permit it with --allow-run=NAME; --allow-run=/bin/sh permits all
        run access to "git" is denied; run again with --allow-run=git to permit it
        "#);
    }
}
