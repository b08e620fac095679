//! The order of replacements, targets, excludes, and deletions beside a failure.

use super::*;

/// The actions on some resources.
fn of(actions: &[String], names: &[&str]) -> Vec<String> {
    let is_one = |it: &&String| names.iter().any(|name| it.ends_with(&format!(" {name}")));
    actions.iter().filter(is_one).cloned().collect()
}

#[test]
fn replacements_that_are_created_first_and_a_failure_beside_them() {
    let Some(trial) = Trial::new("ordering", true) else {
        return;
    };
    trial.deploys_are_equal(1);
    let (by_tofu, by_lumi) = (trial.tofu.actions(2, &[]), trial.lumi.actions(2, &[]));
    for chain in [&["first", "middle", "last"][..], &["alone"], &["gone"]] {
        assert_eq!(
            of(&by_lumi, chain),
            of(&by_tofu, chain),
            "{by_lumi:?} {by_tofu:?}"
        );
    }
    assert_eq!(of(&by_lumi, &["gone"]), ["delete gone"]);
    trial.states_are_equal(2);
    trial.plans_are_equal(3);
    trial.deploys_are_equal(3);
    trial.ends_are_equal();
}

#[test]
fn targets_and_excludes_of_what_is_new() {
    for (tofu, lumi) in [
        (["-target=random_id.last"], ["--target", "last"]),
        (["-exclude=random_id.first"], ["--exclude", "first"]),
    ] {
        let Some(trial) = Trial::new("ordering", true) else {
            return;
        };
        let (mut by_tofu, mut by_lumi) =
            (trial.tofu.actions(1, &tofu), trial.lumi.actions(1, &lumi));
        by_tofu.sort();
        by_lumi.sort();
        assert!(!by_tofu.is_empty());
        assert_eq!(by_lumi, by_tofu);
        trial.states_are_equal(1);
    }
}
