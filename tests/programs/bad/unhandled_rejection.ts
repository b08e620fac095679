Promise.reject(new Error("nobody catches me"));
setTimeout(() => console.log("never?"), 50);
