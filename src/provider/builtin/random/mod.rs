//! `std:random:…`: random values, generated once.
//!
//! They come from the operating system's source of randomness, except when a `seed` is given (see
//! [`SeededRng`]). All but `Shuffle` can be imported.
//!
//! | module | |
//! |---|---|
//! | `seeded_rng` | the source of randomness |
//! | `id`, `integer`, `password`, `pet`, `shuffle`, `uuid` | one type each |
//! | `alphabet` | the characters of passwords |
//! | `words` | the words of pet names |

mod alphabet;
mod id;
mod integer;
mod password;
mod pet;
mod seeded_rng;
mod shuffle;
mod uuid;
mod words;

pub use id::Id;
pub use integer::Integer;
pub use password::Password;
pub use pet::Pet;
pub use seeded_rng::{SeededRng, fill};
pub use shuffle::Shuffle;
pub use uuid::Uuid;
