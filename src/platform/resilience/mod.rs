//! Resilience of functions: how long, how often and how many at a time they are called.
//!
//! The platform alone repeats what fails: clients in functions do not. A call that is a part of work which comes again anyway,
//! such as the delivery of a message, is not repeated by itself, so that attempts do not multiply.
//!
//! | module | |
//! |---|---|
//! | `admission` | whether a function may be called now |
//! | `call_origin` | the work that a call is a part of |
//! | `circuit_breaker` | refuses calls of a function that fails repeatedly |
//! | `policy` | the `resilience` of `function.json` |
//! | `rate_limit` | the number of calls in some time |

mod admission;
mod call_origin;
mod circuit_breaker;
mod policy;
mod rate_limit;

pub use admission::{Admission, Admitted, Refusal};
pub use call_origin::CallOrigin;
pub use policy::{ATTEMPTS, Policy, Retries};
