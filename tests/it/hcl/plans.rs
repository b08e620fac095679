//! Plans and deployments are equal.

use crate::opentofu::comparable::reconcile;

use crate::support::test_share::TestShare;

use super::{Outcome, folders, trial};

/// Folders whose texts providers make up, so that each tool has others.
const MADE_UP: [&str; 5] = [
    "imports",
    "multi_type",
    "provider_functions",
    "random",
    "terraform_data",
];

/// The differences between both tools; empty if nothing does.
pub fn differences(mut lumi: Outcome, mut tofu: Outcome, is_made_up: bool) -> Vec<String> {
    let pairs = [
        (&mut lumi.resources, &mut tofu.resources),
        (&mut lumi.outputs, &mut tofu.outputs),
    ];
    for (lumi, tofu) in pairs {
        for (name, value) in lumi.iter_mut() {
            if let Some(other) = tofu.get_mut(name) {
                reconcile(value, other, is_made_up);
            }
        }
    }
    let mut all = Vec::new();
    for (lumi, tofu) in [
        (&lumi.resources, &tofu.resources),
        (&lumi.outputs, &tofu.outputs),
    ] {
        for name in lumi
            .keys()
            .chain(tofu.keys().filter(|it| !lumi.contains_key(*it)))
        {
            if lumi.get(name) != tofu.get(name) {
                all.push(format!(
                    "{name}: {:?} instead of {:?}",
                    lumi.get(name),
                    tofu.get(name)
                ));
            }
        }
    }
    all
}

/// A third of the folders with each commit.
#[test]
fn folders_are_planned_and_deployed_as_opentofu_does_it() {
    let share = TestShare::of_this_run();
    let mut wrong = Vec::new();
    for (position, folder) in folders("valid").into_iter().enumerate() {
        if !share.has(position) {
            continue;
        }
        let Some((tofu, lumi)) = trial(&folder) else {
            return;
        };
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let is_made_up = MADE_UP.contains(&name.as_str());
        let found = differences(lumi.plan(), tofu.plan(), is_made_up);
        wrong.extend(found.into_iter().map(|it| format!("plan of {name}: {it}")));
        let found = differences(lumi.up(), tofu.apply(), is_made_up);
        wrong.extend(found.into_iter().map(|it| format!("state of {name}: {it}")));
        let again = lumi.run(&["preview", "--expect-no-changes"]);
        if again.code != 0 {
            wrong.push(format!("{name} changes again:\n{}", again.transcript()));
        }
        lumi.run(&["destroy", "-y"]).ok();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
