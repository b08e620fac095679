import { show } from "../show.mjs";
import { CreateTableCommand, DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand } from "@aws-sdk/client-dynamodb";

const client = new DynamoDBClient({ endpoint: process.env.AWS_SERVER, region: "eu-west-1", credentials: { accessKeyId: "a", secretAccessKey: "b" } });
const TableName = `table-${process.hrtime.bigint()}`;
const table = await client.send(new CreateTableCommand({ TableName, BillingMode: "PAY_PER_REQUEST", AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }, { AttributeName: "n", AttributeType: "N" }], KeySchema: [{ AttributeName: "id", KeyType: "HASH" }, { AttributeName: "n", KeyType: "RANGE" }] }));
show(table.TableDescription.TableStatus);
for (const n of [1, 2, 3]) await client.send(new PutItemCommand({ TableName, Item: { id: { S: "a" }, n: { N: String(n) }, list: { L: [{ BOOL: true }] } } }));
show((await client.send(new GetItemCommand({ TableName, Key: { id: { S: "a" }, n: { N: "2" } } }))).Item);
const found = await client.send(new QueryCommand({ TableName, KeyConditionExpression: "id = :id and n > :n", ExpressionAttributeValues: { ":id": { S: "a" }, ":n": { N: "1" } } }));
show(found.Count, found.Items.map((it) => it.n.N));
const failure = await client.send(new GetItemCommand({ TableName: "nowhere", Key: { id: { S: "a" } } })).catch((error) => error);
show(failure.name);
