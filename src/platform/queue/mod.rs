//! Message queues. A message is on disk before it is acknowledged, until every subscribed function
//! has processed it or given it up.
//!
//! | module | |
//! |---|---|
//! | `backlog` | waiting messages and the choice of those to deliver; pure, without files or clock |
//! | `batch` | deliveries that one call of a function carries |
//! | `delivery` | delivers messages to functions |
//! | `delivery_span` | the span of a delivery, and its metrics |
//! | `lane` | the messages of a queue that one function is still to process |
//! | `message` | one message, and how often and after which pause it is delivered again |
//! | `operations` | commands of the operator |
//! | `queue_command` | commands of the operator, and their answers |
//! | `queue_table` | the messages of all queues in the database |
//! | `queues` | all queues, in memory and on disk |
//! | `settlement` | outcomes of deliveries, on their way to the disk |

mod backlog;
mod batch;
mod delivery;
mod delivery_span;
mod lane;
mod message;
mod operations;
mod queue_command;
mod queue_table;
mod queues;
mod settlement;

use crate::storage::SpaceKind;

pub use delivery::deliver;
pub use message::{DeadMessage, Message};
pub use queue_command::{KeptMessage, QueueAnswer, QueueCommand, QueueSummary};
pub use queue_table::dead_key;
pub use queues::{Queues, due_in};

const KIND: SpaceKind = SpaceKind::Queue;
