async function inner() { await Promise.resolve(); throw new Error("late"); }
async function outer() { await inner(); }
await outer();
