export async function runTests() {}
export function idleInTest(): null { return null; }
