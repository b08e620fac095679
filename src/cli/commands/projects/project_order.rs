//! The order of projects that refer to each other.

use std::collections::BTreeSet;

use lumi_graph::{Dag, StackName};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

use super::project_folders::StackProject;

/// The projects, each after those that it refers to; otherwise in the order given. A project that referred to another one
/// comes before that, which may then delete what was referred to, unless another reference says otherwise. Stacks of
/// projects that are not among them have no part in it.
pub fn ordered(projects: Vec<StackProject>) -> Result<Vec<StackProject>, Failure> {
    let mut edges = edges_between(&projects, |it| &it.links);
    let mut order = Dag::new(projects.len(), &edges).order().map_err(|cycle| {
        let mut labels: Vec<_> = cycle.nodes.iter().map(|it| projects[*it].label()).collect();
        labels.extend(labels.first().cloned());
        let report = Report::error("projects refer to each other in a loop, so none can be first");
        let help = format!(
            "{}; remove one of these references",
            labels.join(" refers to ")
        );
        Failure::new(Exit::Usage, report.help(help))
    })?;
    for (former, other) in edges_between(&projects, |it| &it.former_links) {
        if edges.contains(&(former, other)) || edges.contains(&(other, former)) {
            continue;
        }
        edges.push((other, former));
        match Dag::new(projects.len(), &edges).order() {
            Ok(better) => order = better,
            Err(_) => {
                edges.pop();
            }
        }
    }
    let mut projects: Vec<Option<StackProject>> = projects.into_iter().map(Some).collect();
    let taken = order.into_iter().filter_map(|it| projects[it].take());
    Ok(taken.collect())
}

/// The pairs of a project and one that it has a link to.
fn edges_between(
    projects: &[StackProject],
    links: impl Fn(&StackProject) -> &BTreeSet<StackName>,
) -> Vec<(usize, usize)> {
    let names: Vec<_> = projects.iter().map(StackProject::name).collect();
    let mut edges = Vec::new();
    for (index, project) in projects.iter().enumerate() {
        let linked = names.iter().enumerate();
        let linked = linked.filter(|(_, name)| links(project).contains(name));
        edges.extend(linked.map(|(other, _)| (index, other)));
    }
    edges
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use lumi_project::{Manifest, ProjectSettings};

    use super::*;

    fn project(name: &str, links: &[&str], former_links: &[&str]) -> StackProject {
        let stack = |project: &&str| StackName::new(project, "dev");
        StackProject {
            settings: ProjectSettings {
                folder: PathBuf::from(name),
                name: name.to_owned(),
                manifest: Manifest::default(),
                pulumi: None,
            },
            stack: "dev".to_owned(),
            links: links.iter().map(stack).collect(),
            former_links: former_links.iter().map(stack).collect(),
            is_one_of_several: false,
        }
    }

    fn order(projects: Vec<StackProject>) -> Vec<String> {
        let ordered = ordered(projects).unwrap();
        ordered.into_iter().map(|it| it.settings.name).collect()
    }

    #[test]
    fn a_project_that_referred_to_another_comes_before_it() {
        let former = [project("a", &[], &[]), project("b", &[], &["a"])];
        assert_eq!(order(former.into()), ["b", "a"]);
        let still = [project("a", &[], &[]), project("b", &["a"], &["a"])];
        assert_eq!(order(still.into()), ["a", "b"]);
        let turned = [project("a", &["b"], &[]), project("b", &[], &["a"])];
        assert_eq!(order(turned.into()), ["b", "a"]);
    }

    #[test]
    fn a_former_reference_makes_no_loop() {
        let both = [project("a", &[], &["b"]), project("b", &[], &["a"])];
        assert_eq!(order(both.into()), ["a", "b"]);
        let around = [
            project("a", &[], &[]),
            project("b", &["a"], &[]),
            project("c", &["b"], &["a", "elsewhere"]),
        ];
        assert_eq!(order(around.into()), ["a", "b", "c"]);
    }
}
