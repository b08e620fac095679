const name = "./missing" + ".ts";
await import(name);
