// What `import text from "./schema.sql" with { type: "text" }` gives.
declare module "*.sql" {
  const text: string;
  export default text;
}
