//! Modules are written on a thread of their own, while the isolate's goes on capturing.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock, mpsc};
use std::thread;

use tokio::sync::oneshot;

use lumi_closure::bundle::Bundle;
use lumi_closure::capture::Capture;
use lumi_closure::dependencies::{Dependency, dependencies};
use lumi_closure::emit::{EmitOptions, EmittedModule, Emitter};
use lumi_closure::zip::Zipper;

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
    zip: OnceLock<Vec<u8>>,
}

impl Printed {
    pub fn new(
        capture: &Capture,
        options: EmitOptions,
        versions: &BTreeMap<String, String>,
        emitter: &mut Emitter,
    ) -> Self {
        let module = emitter.emit(capture, options);
        Self {
            bundle: Bundle::new(&module, options.format, versions),
            dependencies: dependencies(capture).into_iter().collect(),
            module,
            zip: OnceLock::new(),
        }
    }

    /// The bundle as a zip, which is made when it is first wanted.
    pub fn zip(&self, zipper: &mut Zipper) -> &[u8] {
        self.zip.get_or_init(|| zipper.zip(&self.bundle.files))
    }
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
        let printed = Printed::new(&self.capture, options, &self.versions, emitter);
        // Whoever stopped the program does not wait any more.
        let _ = self.answer.send(Arc::new(printed));
    }
}
