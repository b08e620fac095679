//! Messages that are on disk from before they are acknowledged until every function that subscribes
//! to their queue has had them, or given up on them.

mod backlog;
mod delivery;
mod message;
mod queue_folder;
mod queues;

pub use delivery::deliver;
pub use queues::Queues;
