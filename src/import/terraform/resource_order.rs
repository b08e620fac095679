//! Resources after those that they need.

use std::collections::HashMap;

use lumi_terraform::state_file::StateObject;

/// The positions of objects, each after those that its resource needs, and otherwise in the order of the file. A
/// resource that needs itself, over others, stays where it is.
pub fn ordered(objects: &[StateObject]) -> Vec<usize> {
    let mut by_resource: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, object) in objects.iter().enumerate() {
        by_resource.entry(&object.resource).or_default().push(at);
    }
    let mut order = Vec::with_capacity(objects.len());
    let mut begun = vec![false; objects.len()];
    for start in 0..objects.len() {
        // Without recursion: chains may be as long as the file.
        let mut stack = vec![(start, false)];
        while let Some((at, is_after_others)) = stack.pop() {
            if is_after_others {
                order.push(at);
                continue;
            }
            if std::mem::replace(&mut begun[at], true) {
                continue;
            }
            stack.push((at, true));
            for dependency in objects[at].dependencies.iter().rev() {
                let all = by_resource.get(dependency.as_str()).into_iter().flatten();
                stack.extend(all.rev().filter(|it| !begun[**it]).map(|it| (*it, false)));
            }
        }
    }
    order
}
