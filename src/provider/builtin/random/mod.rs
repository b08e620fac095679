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

pub(super) use id::Id;
pub(super) use integer::Integer;
pub(super) use password::Password;
pub(super) use pet::Pet;
pub(super) use seeded_rng::{SeededRng, fill};
pub(super) use shuffle::Shuffle;
pub(super) use uuid::Uuid;
