// The behaviours of `Schedule`.

import { KVStore, Schedule, type Tick } from "lumi/cloud";
import { type Behaviours, equal, eventually, optional, refused } from "./checks.ts";

const ticks = new KVStore<Tick>("ticks");

const note = async (tick: Tick) => {
  await ticks.set("last", tick);
};
let cron = "@every 1s";
optional("Schedule: a function runs every second", () => {
  new Schedule("every-second", { cron }, note);
});
if ("Schedule: a function runs every second" in refused) {
  cron = "* * * * *";
  new Schedule("every-minute", { cron }, note);
}

export const schedules: Behaviours = {
  "a function runs when it is due": async () => {
    const tick = await eventually(() => ticks.get("last"));
    equal([tick.cron, new Date(tick.time).toISOString().slice(0, 3)], [cron, "202"]);
  },
  "a function runs every second": async () => {
    const { time } = await eventually(() => ticks.get("last"));
    await eventually(async () => (await ticks.get("last"))!.time > time ? true : undefined);
  },
};
