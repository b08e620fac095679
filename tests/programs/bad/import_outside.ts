import text from "../../../Cargo.toml" with { type: "text" };
console.log(text);
