// The process beside a scheduled function: it calls the function once. This code is a part of bundles.

/** Milliseconds for which the platform may take to start. */
const STARTING = 60_000;

/** Calls the function with the time that the job is for. Fails if the function does. */
export async function callOnTime(): Promise<void> {
  const { LUMI_CRON, LUMI_FUNCTION, LUMI_PLATFORM_URL, LUMI_JOB = "", LUMI_CALL_TOKEN } = process.env;
  // Minutes since the epoch.
  const minutes = Number(LUMI_JOB.slice(LUMI_JOB.lastIndexOf("-") + 1));
  const time = new Date(minutes * 60_000).toISOString();
  await untilReady(LUMI_PLATFORM_URL!);
  const response = await fetch(`${LUMI_PLATFORM_URL}/_lumi/functions/${LUMI_FUNCTION}`, {
    method: "POST",
    headers: { authorization: `Bearer ${LUMI_CALL_TOKEN}` },
    body: JSON.stringify([{ cron: LUMI_CRON, time }]),
  });
  if (!response.ok) throw new Error(`the call of ${LUMI_FUNCTION} for ${time} failed: ${await response.text()}`);
}

async function untilReady(url: string): Promise<void> {
  for (const end = Date.now() + STARTING;;) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    await response?.text();
    if (response?.ok) return;
    if (Date.now() > end) throw new Error("the platform of the function does not start");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

declare const process: { readonly env: Record<string, string | undefined> };
