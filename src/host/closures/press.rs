//! Modules are written on a thread of their own, while the isolate's goes on capturing.

use std::collections::BTreeMap;
use std::sync::{Arc, mpsc};
use std::thread;

use tokio::sync::oneshot;

use crate::closure::bundle::Bundle;
use crate::closure::capture::Capture;
use crate::closure::dependencies::{Dependency, dependencies};
use crate::closure::emit::{EmitOptions, EmittedModule, Emitter};

/// Takes captures, and answers what was made of them in the same order.
#[derive(Default)]
pub struct Press {
    /// `None` until the first capture.
    orders: Option<mpsc::Sender<Order>>,
}

/// A capture as a module that can be deployed.
#[derive(Debug)]
pub struct Printed {
    pub module: EmittedModule,
    pub bundle: Bundle,
    pub dependencies: Vec<Dependency>,
}

struct Order {
    capture: Arc<Capture>,
    versions: Arc<BTreeMap<String, String>>,
    answer: oneshot::Sender<Arc<Printed>>,
}

impl Press {
    /// `versions` are those of installed packages, by name.
    pub fn print(
        &mut self,
        capture: Arc<Capture>,
        versions: Arc<BTreeMap<String, String>>,
    ) -> oneshot::Receiver<Arc<Printed>> {
        let (answer, answered) = oneshot::channel();
        let order = Order {
            capture,
            versions,
            answer,
        };
        let orders = match &self.orders {
            Some(orders) => orders,
            None => self.orders.insert(start()),
        };
        if let Err(mpsc::SendError(order)) = orders.send(order) {
            // There is no thread to be had.
            order.print(&mut Emitter::default());
        }
        answered
    }
}

fn start() -> mpsc::Sender<Order> {
    let (orders, waiting) = mpsc::channel::<Order>();
    let work = move || {
        let mut emitter = Emitter::default();
        for order in waiting {
            order.print(&mut emitter);
        }
    };
    // Without it the line is closed.
    let _ = thread::Builder::new().name("press".into()).spawn(work);
    orders
}

impl Order {
    fn print(self, emitter: &mut Emitter) {
        let options = EmitOptions::default();
        let module = emitter.emit(&self.capture, options);
        let printed = Printed {
            bundle: Bundle::new(&module, options.format, &self.versions),
            dependencies: dependencies(&self.capture).into_iter().collect(),
            module,
        };
        // Whoever stopped the program does not wait any more.
        let _ = self.answer.send(Arc::new(printed));
    }
}
