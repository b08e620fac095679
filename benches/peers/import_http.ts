import http from "node:http";

console.log(typeof http.request);
