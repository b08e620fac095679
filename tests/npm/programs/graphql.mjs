import { show } from "../show.mjs";
import { buildSchema, graphql, introspectionFromSchema, parse, print, validate } from "graphql";

const schema = buildSchema("type Query { user(id: ID!): User } type User { id: ID! name: String friends: [User!]! }");
const rootValue = { user: ({ id }) => ({ id, name: async () => `user ${id}`, friends: [{ id: "2", name: "b", friends: [] }] }) };
show(JSON.stringify(await graphql({ schema, source: "query($i: ID!) { user(id: $i) { name friends { id name } } }", rootValue, variableValues: { i: "1" } })));
show(validate(schema, parse("{ nope }")).map((it) => it.message), print(parse("{a{b,c}}")));
show(introspectionFromSchema(schema).__schema.types.length, (await graphql({ schema, source: "{ user }" })).errors.map((it) => it.message));
