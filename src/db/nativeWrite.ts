import { Dexie, RangeSet } from "dexie";
import type { LearnerDb } from "./learnerDb.ts";
import { endWhenLeaving, untilShown } from "./leaving.ts";

type StoreName = "progress" | "attempts" | "achievements" | "outbox" | "drafts";

/**
 * One read-write transaction on IndexedDB itself, with strict durability. The learner waits for this on every
 * answer, and Dexie's own transaction costs more than the disk does. The budget is 1.5 × the raw write
 * (bench/measures/durableWrite.ts). Everything else goes through Dexie.
 *
 * `body` issues its requests and may go on in their success callbacks, through `guard`. What it passes to `finish`
 * is the result, and nothing can be asked of the stores after it: the transaction is committed at once, which saves
 * waiting for the answer of each request before that is said. A request that fails still undoes it all. Resolves when
 * the transaction is complete; rejects with its error, or with what `body` threw, when nothing was stored.
 */
export async function nativeWrite<T>(
  db: LearnerDb,
  names: readonly StoreName[],
  body: (store: (name: StoreName) => IDBObjectStore, finish: (value: T) => void, guard: Guard) => void,
): Promise<T> {
  await untilShown();
  if (!db.isOpen()) await db.open();
  const touched = new Set<StoreName>();
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
  // Dexie has closed the channel to the other tabs while the page is kept for Back.
  await untilShown();
  announce(db, [...touched]);
  return value;
}

type Guard = (work: () => void) => () => void;

/** Tells Dexie's live queries, in this tab and the others, that these tables may have changed (Dexie: storagemutated). */
function announce(db: LearnerDb, names: readonly StoreName[]): void {
  const everything = () => new RangeSet(Dexie.minKey, Dexie.maxKey);
  const parts = names.flatMap((name) => [
    [`idb://${db.name}/${name}/`, everything()] as const,
    [`idb://${db.name}/${name}/:dels`, everything()] as const,
  ]);
  Dexie.on.storagemutated.fire(Object.fromEntries(parts));
}
