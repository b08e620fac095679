// node:cluster: a program is one process, the primary one.

import { EventEmitter } from "./events/events.ts";
import { notAvailable } from "./unavailable.ts";

class Cluster extends EventEmitter {
  readonly isMaster = true;
  readonly isPrimary = true;
  readonly isWorker = false;
  readonly workers: Record<string, never> = {};
  readonly SCHED_NONE = 1;
  readonly SCHED_RR = 2;
  schedulingPolicy = 2;
  settings: object = {};

  /** Checks nothing: the settings are for workers, which are not started. */
  setupPrimary(settings: object = {}): void {
    this.settings = { ...this.settings, ...settings };
    this.emit("setup", this.settings);
  }

  setupMaster(settings?: object): void {
    this.setupPrimary(settings);
  }

  fork(): never {
    throw notAvailable("cluster.fork");
  }

  disconnect(callback?: () => void): void {
    if (callback) queueMicrotask(callback);
  }
}

const cluster = new Cluster();

export const { isMaster, isPrimary, isWorker, workers, SCHED_NONE, SCHED_RR, schedulingPolicy, settings } = cluster;
export const setupPrimary = cluster.setupPrimary.bind(cluster);
export const setupMaster = cluster.setupMaster.bind(cluster);
export const fork = cluster.fork.bind(cluster);
export const disconnect = cluster.disconnect.bind(cluster);
export default cluster;
