import { show } from "../show.mjs";
import * as runtime from "@prisma/client-runtime-utils";

const { Decimal, Sql, join, raw, sql } = runtime;
show(new Decimal("0.1").plus("0.2").toString(), new Decimal(10).div(3).toFixed(5));
const query = sql`select * from t where id in (${join([1, 2, 3])}) and name = ${"x"} ${raw("limit 1")}`;
show(query instanceof Sql, query.sql, query.text, query.values);
show(Object.keys(runtime).sort());
