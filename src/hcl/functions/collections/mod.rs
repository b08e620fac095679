//! Functions of collections, objects and tuples.
//!
//! | module | |
//! |---|---|
//! | `kinds` | what implementations ask of types and elements |
//! | `lengths` | `length`, `keys`, `values`, `one` |
//! | `search` | `contains`, `element`, `index`, `lookup`, `matchkeys` |
//! | `sequences` | `chunklist`, `concat`, `range`, `reverse`, `slice` |
//! | `elements` | `compact`, `distinct`, `flatten`, `sort` |
//! | `maps` | `merge`, `transpose`, `zipmap` |
//! | `sets` | `setintersection`, `setsubtract`, `setunion` |
//! | `products` | `setproduct` |
//! | `choice` | `coalesce`, `coalescelist`, `alltrue`, `anytrue`, `sum` |
//! | `removed` | `list` and `map`, which are no longer there |

mod choice;
mod elements;
mod kinds;
mod lengths;
mod maps;
mod products;
mod removed;
mod search;
mod sequences;
mod sets;
#[cfg(test)]
mod tests;

use super::Function;

pub(super) fn functions() -> Vec<Function> {
    [
        lengths::functions(),
        search::functions(),
        sequences::functions(),
        elements::functions(),
        maps::functions(),
        sets::functions(),
        products::functions(),
        choice::functions(),
        removed::functions(),
    ]
    .concat()
}
