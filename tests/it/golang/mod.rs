//! Programs in LumiGo: no Go is needed, and all that takes programs takes them.

mod programs;
