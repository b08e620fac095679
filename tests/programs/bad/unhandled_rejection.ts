Promise.reject(new Error("not caught"));
setTimeout(() => console.log("never?"), 50);
