//! What `make fuzz` feeds with bytes: what programs in other processes ask monitors.

pub use super::remote::fuzzing::lumirpc;

#[cfg(test)]
mod tests {
    use crate::saved_inputs::replay;

    #[test]
    fn saved_goals_pass() {
        replay("lumirpc_goal", super::lumirpc);
    }
}
