//! The cost of the first import of a module: each program beside one that imports nothing.

use crate::contest::{Case, Competitor};

use super::{Bench, SHORT};

/// The variables and files that axios reads when it is imported.
const READING: &[&str] = &["--allow-env", "--allow-read"];

impl Bench<'_> {
    pub(super) fn import_http(&self) -> Case {
        let title = "first import of `http`, whole process";
        self.imports("import-http", title, "import_http.ts", "6 ms over hello")
    }

    pub(super) fn import_axios(&self) -> Case {
        let title = "first import of axios, warm, whole process";
        self.imports("import-axios", title, "import_axios.ts", "25 ms over hello")
    }

    fn imports(
        &self,
        name: &'static str,
        title: &'static str,
        program: &'static str,
        target: &'static str,
    ) -> Case {
        let nothing = "import_nothing.ts";
        let run = |program| self.lumi(&["run", program]);
        let without = |it: Competitor| it.named(", without");
        let competitors = run(program)
            .into_iter()
            .chain(run(nothing).into_iter().map(without))
            .chain(self.deno_allowed(READING, program))
            .chain(self.deno_allowed(READING, nothing).map(without))
            .chain(self.bun(program))
            .chain(self.bun(nothing).map(without));
        let within = |it: Competitor| it.within(&self.peers.folder).printing("function");
        Case {
            name,
            title,
            target,
            rounds: SHORT,
            warm_up: 3,
            first_line: false,
            snapshot: None,
            competitors: competitors.map(within).collect(),
        }
    }
}
