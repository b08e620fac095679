//! Sensitive values are not shown, and write-only values are not stored.

use super::{Project, thing};

#[test]
fn secrets_are_not_shown_and_what_is_only_written_is_nowhere() {
    let program = |password: &str| {
        format!(
            "{}export const secret = a.secret;\nexport const size = a.size;\n",
            thing(
                "a",
                &format!(
                    "{{ name: \"a\", password: \"{password}\", size: lumi.secret(271828), \
                     owner: {{ name: lumi.secret(\"owner-nobody-knows\") }} }}"
                )
            )
        )
    };
    let Some(project) = Project::new("kit", &program("hunter2-first")) else {
        return;
    };
    let mut seen = vec![project.preview(), project.up()];
    // The provider has got it: the length is in its answer.
    let outputs = project
        .answer(&["stack", "output", "--json", "--show-secrets"])
        .ok();
    assert!(outputs.contains("secret of a*************"), "{outputs}");
    let exported = project.answer(&["stack", "export", "--show-secrets"]).ok();
    let stored = project.stored();
    for text in [&exported, &stored] {
        assert!(!text.contains("hunter2"), "{text}");
    }
    for text in ["secret of a", "271828", "owner-nobody-knows"] {
        assert!(!stored.contains(text), "{text}");
        assert!(seen.iter().all(|it| !it.contains(text)), "{text}");
    }
    seen.push(project.up());
    // The change of what is only written cannot be seen: a property beside it says so.
    project.program(&program("hunter2-other").replace("size: lumi.secret(271828)", "size: 5"));
    seen.push(project.up());
    let saved = project.answer(&["preview", "-P", "--save", "plan.json"]);
    assert_eq!(saved.code, 0, "{}", saved.stderr);
    assert!(!project.0.read("plan.json").contains("hunter2"));
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn a_rollback_keeps_what_only_a_program_can_write() {
    let program = |name: &str, size: u8| {
        let safe = format!(
            "new lumi.CustomResource(\"kit:resources:kit_safe\", \"s\", {{ name: \"{name}\", code: \"0000\" }});\n"
        );
        let thing = thing("a", &format!("{{ name: \"a\", size: {size} }}"));
        format!("{safe}{thing}")
    };
    let Some(project) = Project::new("kit", &program("one", 1)) else {
        return;
    };
    project.answer(&["up", "-yP"]).ok();
    project.program(&program("one", 2));
    project.answer(&["up", "-yP"]).ok();
    // The safe is what it was, so that its code is not needed.
    let mut seen = vec![project.run(&["stack", "rollback", "1", "-yP"])];
    project.program(&program("two", 2));
    project.answer(&["up", "-yP"]).ok();
    // It would be changed, which is refused before anything is done.
    seen.push(project.run(&["stack", "rollback", "1", "-nP"]));
    seen.push(project.run(&["stack", "rollback", "1", "-yP"]));
    insta::assert_snapshot!(seen.join("\n"));
}
