/** The database, or a transaction on it. */
export type Sql = { query<T>(sql: string, params?: unknown[]): Promise<{ rows: T[] }> };

/** PGlite, or a pool of connections to a server. */
export type Driver = Sql & {
  /** Runs any number of statements. */
  exec(sql: string): Promise<unknown>;
  transaction<T>(work: (transaction: Sql & Pick<Driver, "exec">) => Promise<T>): Promise<T>;
};
