//! `lumi upgrade`: says how to upgrade lumi, without a network.

use std::env;
use std::io::{self, Write};
use std::path::Path;

use lumi_terminal::exit::Exit;

pub fn run(out: &mut dyn Write) -> io::Result<Exit> {
    let program = env::current_exe()?;
    writeln!(
        out,
        "lumi {} is {}",
        env!("CARGO_PKG_VERSION"),
        program.display()
    )?;
    writeln!(out, "{}", advice(&program))?;
    Ok(Exit::Success)
}

/// How a program in this place was installed, and gets newer.
fn advice(program: &Path) -> String {
    let has = |name: &str| program.components().any(|it| it.as_os_str() == name);
    let how = if has("node_modules") {
        "it came with npm: install the newer package with `npm install --global FILE.tgz`"
    } else if has("target") {
        "it was built from source: get the newer source, and run `make demo`, or `make dist` for packages"
    } else if program.starts_with("/usr/bin") {
        "it came with a package of the system: install the newer one with `sudo apt install ./FILE.deb`"
    } else {
        "it is a single file: put that of the newer version in its place"
    };
    format!(
        "{how}\nA newer version reads the states, plans and lock files of older ones. `lumi: \"~> {}\"` in Lumi.yaml \
         makes other versions refuse the project.",
        env!("CARGO_PKG_VERSION_MAJOR").to_owned() + "." + env!("CARGO_PKG_VERSION_MINOR")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_depends_on_the_place() {
        for (path, expected) in [
            ("/usr/lib/node_modules/lumi/bin/lumi", "it came with npm"),
            ("/home/a/lumi/target/debug/lumi", "it was built from source"),
            ("/usr/bin/lumi", "it came with a package of the system"),
            ("/usr/local/bin/lumi", "it is a single file"),
        ] {
            let advice = advice(Path::new(path));
            assert!(advice.starts_with(expected), "{path}: {advice}");
        }
    }
}
