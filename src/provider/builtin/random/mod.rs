//! `std:random:…`: values made by chance, that then stay as they are.
//!
//! They come from the operating system's source of randomness, except where a `seed` is given
//! ([`Dice`] says what is then drawn). All but `Shuffle` can be imported.
//!
//! | module | |
//! |---|---|
//! | `dice` | where chance comes from |
//! | `id`, `integer`, `password`, `pet`, `shuffle`, `uuid` | one type each |
//! | `alphabet` | what passwords are made of |
//! | `words` | what pet names are made of |

mod alphabet;
mod dice;
mod id;
mod integer;
mod password;
mod pet;
mod shuffle;
mod uuid;
mod words;

pub(super) use dice::{Dice, fill};
pub(super) use id::Id;
pub(super) use integer::Integer;
pub(super) use password::Password;
pub(super) use pet::Pet;
pub(super) use shuffle::Shuffle;
pub(super) use uuid::Uuid;
