//! Packages of programs, and checks of programs.

use std::fs;
use std::path::Path;

use crate::Result;
use crate::contest::Case;

use super::{Bench, MEDIUM};

impl Bench<'_> {
    /// The same program as a package, which is verified and printed in each run.
    pub fn modules_packed(&self, tree: &Path, total: &str) -> Result<Case> {
        let pack = self.folders.work.join("modules.lumipack");
        let built = self
            .settings
            .lumi
            .competitor(&["pack", "build", "main.ts", "-o", "../modules.lumipack"])
            .within(tree)
            .command()
            .status()?;
        if !built.success() {
            return Err("the program of 1,000 modules cannot be packed".into());
        }
        let run = |arguments: &[&str], folder: &Path| {
            let competitors = self.lumi(arguments).into_iter();
            competitors
                .map(|it| it.within(folder).printing(total))
                .collect::<Vec<_>>()
        };
        let elsewhere = self.folders.work.join("packed");
        fs::create_dir_all(&elsewhere)?;
        let pack = pack.to_str().ok_or("the folder has no plain name")?;
        let mut competitors = run(&["run", "--format=json", pack], &elsewhere);
        let source = run(&["run", "--format=json", "main.ts"], tree);
        competitors.extend(source.into_iter().map(|it| it.named(" from source")));
        Ok(Case {
            name: "modules-pack",
            title: "1,000 modules as a package, and from source",
            target: "1.0 x from source",
            rounds: MEDIUM,
            warm_up: 3,
            first_line: false,
            snapshot: None,
            competitors,
        })
    }

    pub fn modules_checked(&self, tree: &Path) -> Case {
        let competitors = self.lumi(&["check", "--no-types", "main.ts"]).into_iter();
        Case {
            name: "modules-check",
            title: "`lumi check` of 1,000 modules, without types",
            target: "0.3 s",
            rounds: MEDIUM,
            warm_up: 1,
            first_line: false,
            snapshot: None,
            competitors: competitors.map(|it| it.within(tree)).collect(),
        }
    }
}
