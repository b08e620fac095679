// The queue of listeners to notify when a cell settles. One queue and one microtask for all of them:
// listeners are objects, so waiting allocates no closure, and long chains need no deep stack.

import type { Cell } from "./cell.ts";

export interface Listener {
  /** Called once per subscription, in a microtask, when `cell` has settled or failed. */
  notify(cell: Cell): void;
}

const ready = Promise.resolve();
const promiseThen = Promise.prototype.then;

let queue: (Listener | Cell)[] = [];
let spare: (Listener | Cell)[] = [];
let isScheduled = false;

export function enqueue(listener: Listener, cell: Cell): void {
  queue.push(listener, cell);
  if (!isScheduled) schedule();
}

function schedule(): void {
  isScheduled = true;
  Reflect.apply(promiseThen, ready, [flush]);
}

function flush(): void {
  let batch = queue;
  let index = 0;
  try {
    while (batch.length > 0) {
      queue = spare;
      for (; index < batch.length; index += 2) {
        (batch[index] as Listener).notify(batch[index + 1] as Cell);
      }
      batch.length = index = 0;
      spare = batch;
      batch = queue;
    }
    isScheduled = false;
  } finally {
    // A listener that throws is a bug; the other listeners must still run.
    if (isScheduled) {
      queue = batch.slice(index + 2).concat(queue);
      spare = [];
      schedule();
    }
  }
}
