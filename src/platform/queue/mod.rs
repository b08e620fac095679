//! Message queues. A message is on disk before it is acknowledged, until every subscribed function
//! has processed it or given it up.

mod backlog;
mod delivery;
mod message;
mod queue_folder;
mod queues;

pub use delivery::deliver;
pub use queues::Queues;
