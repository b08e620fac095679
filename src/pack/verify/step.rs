//! Paths to nodes, as violations name them.

/// A step of the path to a node.
#[derive(Clone, Copy)]
pub enum Step {
    Member(&'static str),
    Index(usize),
}

/// The path as text, such as `body[0].then[1].value`.
pub fn path_text(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Member(name) => {
                if !text.is_empty() {
                    text.push('.');
                }
                // Kinds of nodes are known by their types.
                text.extend(name.chars().take(1).map(|it| it.to_ascii_lowercase()));
                text.extend(name.chars().skip(1));
            }
            Step::Index(index) => text.push_str(&format!("[{index}]")),
        }
    }
    text
}
