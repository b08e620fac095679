//! Entry points of `make fuzz`: requests of programs in other processes.

pub use super::remote::fuzzing::lumirpc;

#[cfg(test)]
mod tests {
    use crate::saved_inputs::replay;

    #[test]
    fn saved_goals_pass() {
        replay("lumirpc_goal", super::lumirpc);
    }
}
