export const secretive = { db: { pool: new WeakMap() }, ok: 1 };
export const helper = () => secretive.db.pool.get({});
