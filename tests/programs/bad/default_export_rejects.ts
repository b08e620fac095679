export default async function () {
  await Promise.resolve();
  throw new Error("the stack cannot be made");
}
