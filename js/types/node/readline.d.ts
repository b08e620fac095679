export * from "./readline/readline.js";
export { default } from "./readline/readline.js";
