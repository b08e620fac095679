//! A project with a program in Go or in JavaScript.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::Command;

use crate::python::repository;
use crate::support::lumi::{Answer, Lumi, tool, without_times};
use crate::support::peers::{installed, sdk_package};

/// A project, removed on drop.
pub struct SdkProgram {
    pub lumi: Lumi,
    bin: PathBuf,
    environment: Vec<(String, String)>,
}

impl SdkProgram {
    /// A program in Go; `None` if Go is not installed.
    pub fn go(program: &str) -> Option<Self> {
        installed("go", "version").then_some(())?;
        let host = sdk_package("go/bin/lumi-language-go")?;
        let environment = fs::read_to_string(sdk_package("go/go-environment")?).unwrap();
        let variables = environment.lines().filter_map(|it| it.split_once('='));
        let lumi = Lumi::new();
        lumi.file("Lumi.yaml", "name: demo\nruntime: go\n");
        let sdk = repository().join("sdk/go");
        let module = "module demo\n\ngo 1.26.0\n\nrequire lumi.example/sdk/go v0.1.0\n\nreplace lumi.example/sdk/go";
        // The module requires what the SDK does.
        let needed = fs::read_to_string(sdk.join("go.mod")).unwrap();
        let (_, needed) = needed.split_once("require (").unwrap();
        let text = format!("{module} => {}\n\nrequire ({needed}", sdk.display());
        lumi.file("go.mod", text);
        lumi.file("go.sum", fs::read(sdk.join("go.sum")).unwrap());
        lumi.file("main.go", program);
        Some(Self {
            lumi,
            bin: host.parent().unwrap().to_owned(),
            environment: variables
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .chain([("GOFLAGS".to_owned(), "-mod=mod".to_owned())])
                .collect(),
        })
    }

    /// A program in JavaScript; `None` if Node is not installed.
    pub fn node(program: &str) -> Option<Self> {
        installed("node", "--version").then_some(())?;
        let host = sdk_package("nodejs/node_modules/lumi-sdk/dist/language/main.js")?;
        let modules = sdk_package("nodejs/node_modules")?;
        let lumi = Lumi::new();
        lumi.file("Lumi.yaml", "name: demo\nruntime: node\n");
        lumi.file("package.json", "{ \"type\": \"module\" }\n");
        lumi.file("index.js", program);
        symlink(modules, lumi.folder().join("node_modules")).unwrap();
        let bin = lumi.folder().with_file_name("bin");
        fs::create_dir(&bin).unwrap();
        symlink(host, bin.join("lumi-language-node")).unwrap();
        let environment = Vec::new();
        Some(Self {
            lumi,
            bin,
            environment,
        })
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = self.lumi.command(args);
        let path = std::env::var("PATH").unwrap_or_default();
        let variables = self.environment.iter().map(|(name, value)| (name, value));
        command
            .env("PATH", format!("{}:{path}", self.bin.display()))
            .env("LUMI_PASSPHRASE", "test")
            .envs(variables);
        command
    }

    /// A program of the system in the folder of the project, with the modules of the machine.
    pub fn tool(&self, program: &str, args: &[&str]) -> Command {
        let mut command = tool(program);
        command.args(args).current_dir(self.lumi.folder());
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    pub fn run(&self, args: &[&str]) -> Answer {
        let output = self.command(args).output().unwrap();
        Answer::of(output, args, self.lumi.folder())
    }

    /// The output of `lumi ARGS…`, without times.
    pub fn seen(&self, args: &[&str]) -> String {
        without_times(&self.run(args).transcript())
    }

    /// The output of a command, which must end with a code and contain each of `texts`.
    pub fn says(&self, args: &[&str], code: i32, texts: &[&str]) -> String {
        let seen = self.seen(args);
        assert!(seen.contains(&format!("[exit {code}]")), "{seen}");
        for text in texts {
            assert!(seen.contains(text), "{text:?} is missing:\n{seen}");
        }
        seen
    }
}
