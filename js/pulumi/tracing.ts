// The spans of the SDK of Pulumi, which go nowhere: `LUMI_LOG` and `--profile` show the steps of a run.

const span = {
  addEvent: (): object => span,
  end: (): void => {},
  recordException: (): void => {},
  setAttribute: (): object => span,
  setStatus: (): object => span,
};

export default { __esModule: true, newSpan: (): object => span, start: (): void => {}, stop: (): void => {} };
