import { Dexie, RangeSet } from "dexie";
import type { LearnerDb } from "./learnerDb.ts";
import { endWhenLeaving, untilShown } from "./leaving.ts";

/**
 * One read-write transaction on IndexedDB itself, with strict durability: for the writes that a learner waits for.
 * Everything else goes through Dexie.
 *
 * Medians of a completion in Chromium, three runs of 440 writes each beside a raw write of the same rows, on two busy
 * cores (21 November 2026):
 *
 * | write                                        | runs, ms      | × raw, median    | × raw, p95       | |
 * -------------------------------------------- | ------------- | ---------------- | ---------------- | | raw IndexedDB
 * | 2.2  2.2  2.7 | 1                | 1                | | this one                                     | 3.9  3.4
 * 4.9 | 1.77  1.55  1.81 | 1.32  1.13  1.36 | | a transaction of Dexie                       | 4.4  4.6  5.7 | 2.00
 * 2.09  2.11 | 1.43  1.47  1.45 | | this one, writing before its read completes  | 3.5  3.6  4.8 | 1.59  1.64  1.78 |
 * 1.11  1.33  1.46 |
 *
 * The budget is 1.5 × the raw write at p95 (bench/measures/durableWrite.ts). Dexie leaves no margin. Writing early had
 * no repeatable gain, so it was removed.
 *
 * `body` issues its requests and may continue in their success callbacks, through `guard`. It passes the result to
 * `finish`, and must issue no request after that: the transaction is committed immediately, which saves waiting for the
 * response to each request. A failed request still rolls everything back. Resolves when the transaction is complete.
 * Rejects with the transaction's error or the error that `body` threw, in which case nothing was stored.
 */
export async function nativeWrite<T>(
  db: LearnerDb,
  names: readonly string[],
  body: (store: (name: string) => IDBObjectStore, finish: (value: T) => void, guard: Guard) => void,
): Promise<T> {
  await untilShown();
  if (!db.isOpen()) await db.open();
  const touched = new Set<string>();
  const value = await new Promise<T>((resolve, reject) => {
    const transaction = db.backendDB().transaction(names, "readwrite", { durability: "strict" });
    endWhenLeaving(transaction);
    let result: { value: T } | undefined;
    let fault: unknown;
    const guard: Guard = (work) => () => {
      try {
        work();
      } catch (error) {
        fault = error;
        transaction.abort();
      }
    };
    transaction.oncomplete = () =>
      result ? resolve(result.value) : reject(new Error("the write has no result"));
    transaction.onabort = () => reject(fault ?? transaction.error ?? new DOMException("", "AbortError"));
    guard(() =>
      body(
        (name) => {
          touched.add(name);
          return transaction.objectStore(name);
        },
        (finished) => {
          result = { value: finished };
          transaction.commit();
        },
        guard,
      ),
    )();
  });
  // While the page is in the back/forward cache, Dexie's channel to the other tabs is closed.
  await untilShown();
  announce(db, [...touched]);
  return value;
}

type Guard = (work: () => void) => () => void;

/**
 * Notifies Dexie's live queries, in this tab and the others, that these tables may have changed (Dexie: storagemutated).
 * A query by an index is notified only of changes to that index.
 */
function announce(db: LearnerDb, names: readonly string[]): void {
  const parts = names.flatMap((name) => {
    const indexes = db.table(name).schema.indexes.map((index) => index.name);
    return ["", ":dels", ...indexes].map(
      (part) => [`idb://${db.name}/${name}/${part}`, new RangeSet(Dexie.minKey, Dexie.maxKey)] as const,
    );
  });
  Dexie.on.storagemutated.fire(Object.fromEntries(parts));
}
