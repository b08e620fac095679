export const handler = () => 1;
export const nested = { inner: [() => 2] };
