//! The vocabulary and pure algorithms of Lumi.
