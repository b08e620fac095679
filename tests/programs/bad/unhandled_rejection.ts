Promise.reject(new Error("not caught"));
setTimeout(() => console.log("never?"), 60_000);
