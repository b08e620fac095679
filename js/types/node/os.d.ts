export * from "./os/os.js";
export { default } from "./os/os.js";
