//! Functions of the program that run before and after steps, and when one fails.

use super::Project;

struct Hooked(Project);

impl Hooked {
    fn new() -> Option<Self> {
        Project::of("hooks").map(Self)
    }

    fn args<'a>(command: &'a str, step: &'a str) -> Vec<&'a str> {
        let mut args = vec![command];
        args.extend(["-y"].iter().filter(|_| command == "up"));
        args.extend(["-c", step]);
        args
    }

    fn succeeds(&self, command: &str, step: &str) -> String {
        let step = format!("step={step}");
        let answer = self.0.succeeds(&Self::args(command, &step));
        answer.transcript()
    }

    fn fails(&self, command: &str, step: &str) -> String {
        let step = format!("step={step}");
        self.0.failure(&Self::args(command, &step))
    }

    /// The requests of hooks since the last call.
    fn told(&self) -> String {
        if !self.0.has("told.txt") {
            return String::new();
        }
        let told = self.0.0.read("told.txt");
        std::fs::remove_file(self.0.0.folder().join("told.txt")).unwrap();
        told
    }
}

#[test]
fn hooks_run_before_and_after_steps() {
    let Some(project) = Hooked::new() else {
        return;
    };
    project.succeeds("preview", "create");
    insta::assert_snapshot!(project.told(), @"beforeCreate a, a std:fs:File, without an id: nothing -> one");
    let mut seen = Vec::new();
    for step in ["create", "create", "update", "none"] {
        let transcript = project.succeeds("up", step);
        seen.push(format!("-- {step}\n{}", project.told()));
        let has_last_word = transcript.contains("the hook has the last word");
        assert_eq!(has_last_word, step == "none", "{transcript}");
    }
    insta::assert_snapshot!(seen.concat(), @r"
    -- create
    beforeCreate a, a std:fs:File, without an id: nothing -> one
    beforeCreate a, a std:fs:File, without an id: nothing -> one
    afterCreate a, a std:fs:File, with an id: nothing -> one
    -- create
    -- update
    beforeUpdate a, a std:fs:File, with an id: one -> a secret
    afterUpdate a, a std:fs:File, with an id: one -> a secret
    -- none
    beforeDelete a, a std:fs:File, with an id: a secret -> nothing
    afterDelete a, a std:fs:File, with an id: a secret -> nothing
    ");
    assert!(!project.0.has("a.txt"));
}

#[test]
fn hooks_decide_about_steps() {
    let Some(project) = Hooked::new() else {
        return;
    };
    let refused = project.fails("up", "refused");
    assert!(refused.contains("not on a Friday"), "{refused}");
    assert!(!project.0.has("b.txt"));
    let ignored = project.succeeds("up", "ignored");
    assert!(
        ignored.contains("its hook `careless` failed: never mind"),
        "{ignored}"
    );
    assert!(project.0.has("b.txt"));
    project.succeeds("up", "failed");
    assert_eq!(project.told(), "create of c failed 1 times\n");
    assert!(project.0.has("blocked/c.txt"));
    project.succeeds("up", "component");
    assert_eq!(project.told(), "g is complete with {\"size\":1}\n");
}

#[test]
fn a_destroy_says_that_it_cannot_run_hooks() {
    let Some(project) = Hooked::new() else {
        return;
    };
    project.succeeds("up", "create");
    project.told();
    let refused = project.0.failure(&["destroy", "-y"]);
    assert!(
        refused.contains("`lumi up` and `lumi destroy --run-program` run hooks"),
        "{refused}"
    );
    assert!(project.0.has("a.txt"));
    let args = ["destroy", "-y", "-c", "step=create", "--run-program"];
    project.0.succeeds(&args);
    insta::assert_snapshot!(project.told(), @r"
    beforeDelete a, a std:fs:File, with an id: one -> nothing
    afterDelete a, a std:fs:File, with an id: one -> nothing
    ");
    assert!(!project.0.has("a.txt"));
}

/// Its process stays for its hooks. What it waits for lacks in the plan, and must not be deleted.
#[test]
fn a_program_with_hooks_that_waits_for_ever_fails() {
    let program = |length: &str| {
        format!(
            "const pulumi = require('@pulumi/pulumi');\n\
             const provider = {{ create: async (inputs) => ({{ id: '1', outs: inputs }}) }};\n\
             class Thing extends pulumi.dynamic.Resource {{\n\
               constructor(name, args, opts) {{ super(provider, name, args, opts); }}\n\
             }}\n\
             const hook = new pulumi.ResourceHook('hook', async () => {{}});\n\
             new Thing('a', {{}}, {{ hooks: {{ afterCreate: [hook], beforeDelete: [hook] }} }});\n\
             new Thing('b', {{ length: {length} }});\n"
        )
    };
    let Some(project) = Project::text(&program("1")) else {
        return;
    };
    project.succeeds(&["up", "-y"]);
    project.0.file("index.js", program("new Promise(() => {})"));
    for place in ["embedded", "node"] {
        for command in [&["preview"][..], &["up", "-y"]] {
            let answer = project.run(&[command, &["--runtime", place]].concat());
            let told = answer.transcript();
            assert_eq!(answer.code, 1, "{told}");
            assert!(told.contains("promises were still active"), "{told}");
            assert!(!told.contains("delete"), "{told}");
        }
    }
    project.0.file("index.js", program("1"));
    let again = project.succeeds(&["up", "-y"]).transcript();
    assert!(again.contains("nothing to do"), "{again}");
}
