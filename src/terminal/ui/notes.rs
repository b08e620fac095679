//! Notes about the inputs of a resource in its row.

use std::fmt;

use lumi_graph::{Object, PropertyPath, Value};

/// Maximum number of paths named in a row.
const MAX_PATHS: usize = 3;

/// Names unknown and secret inputs.
pub fn note(inputs: &Object) -> String {
    let mut unknown = Paths::default();
    let mut secret = Paths::default();
    for (key, value) in inputs {
        let mut path = PropertyPath::new();
        path.push_key(key);
        unknown.find(value, &mut path, |value| matches!(value, Value::Unknown));
        secret.find(value, &mut path, |value| matches!(value, Value::Secret(_)));
    }
    let notes = [("unknown", unknown), ("secret", secret)];
    let notes = notes.iter().filter(|(_, paths)| paths.count > 0);
    notes
        .map(|(word, paths)| format!("{word}: {paths}"))
        .collect::<Vec<_>>()
        .join("; ")
}

/// The first few paths, and their total number.
#[derive(Default)]
struct Paths {
    first: Vec<String>,
    count: usize,
}

impl Paths {
    /// Searches a value, but not inside secrets.
    fn find(&mut self, value: &Value, path: &mut PropertyPath, is_it: fn(&Value) -> bool) {
        match value {
            _ if is_it(value) => {
                if self.count < MAX_PATHS {
                    self.first.push(path.to_string());
                }
                self.count += 1;
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    path.push_index(index);
                    self.find(item, path, is_it);
                    path.pop();
                }
            }
            Value::Object(members) => {
                for (key, member) in members {
                    path.push_key(key);
                    self.find(member, path, is_it);
                    path.pop();
                }
            }
            _ => {}
        }
    }
}

/// The first few names, and the number of others.
pub fn few(first: &[String], count: usize) -> String {
    let first = &first[..first.len().min(MAX_PATHS)];
    let text = first.join(", ");
    match count - first.len() {
        0 => text,
        more => format!("{text} and {more} more"),
    }
}

impl fmt::Display for Paths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&few(&self.first, self.count))
    }
}
