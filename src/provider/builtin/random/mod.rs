//! `std:random:…`: values made by chance, that then stay as they are.
//!
//! They come from the operating system's source of randomness, except where a `seed` is given
//! ([`SeededRng`] says what is then drawn). All but `Shuffle` can be imported.
//!
//! | module | |
//! |---|---|
//! | `seeded_rng` | where chance comes from |
//! | `id`, `integer`, `password`, `pet`, `shuffle`, `uuid` | one type each |
//! | `alphabet` | what passwords are made of |
//! | `words` | what pet names are made of |

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
