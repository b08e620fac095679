//! Message queues. A message is on disk before it is acknowledged, until every subscribed function
//! has processed it or given it up.
//!
//! | module | |
//! |---|---|
//! | `backlog` | waiting messages and the choice of those to deliver; pure, without files or clock |
//! | `delivery` | delivers messages to functions |
//! | `message` | one message, and how often and after which pause it is delivered again |
//! | `queue_folder` | the messages of all queues on disk |
//! | `queues` | all queues, in memory and on disk |

mod backlog;
mod delivery;
mod message;
mod queue_folder;
mod queues;

pub use delivery::deliver;
pub use queues::Queues;
