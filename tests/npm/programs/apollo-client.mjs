import { show } from "../show.mjs";
import { ApolloClient, HttpLink, InMemoryCache, gql } from "@apollo/client/core/index.js";
import { createServer } from "node:http";

let calls = 0;
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    calls += 1;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ data: { user: { __typename: "User", id: "1", name: `call ${calls}` } } }));
  });
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const client = new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: `http://127.0.0.1:${server.address().port}/` }) });
const query = gql`{ user { id name } }`;
show((await client.query({ query })).data, (await client.query({ query })).data, calls);
show((await client.query({ query, fetchPolicy: "network-only" })).data.user.name, Object.keys(client.cache.extract()));
client.stop();
server.close();
server.closeAllConnections();
