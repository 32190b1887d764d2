import { Dexie } from "dexie";

/**
 * A page may be kept, frozen, to be shown again by Back (the back/forward cache). In WebKit a transaction that is open at
 * that moment keeps its stores locked for every other page of the site. So before the page is kept:
 *
 * 1. Capturing `pagehide` listeners save what they have.
 * 2. Every transaction that has not been committed is aborted, and every connection closed. What was aborted is done
 *    again by `durably`, and what must not be lost has its copy in the mirror.
 * 3. Connections are not opened before the page is shown again: `visibilitychange` follows `pagehide`, and its listeners
 *    write too.
 */
const connections = new Set<Dexie>();
const running = new Set<IDBTransaction>();
let shownAgain: Promise<void> | undefined;
let show: (() => void) | undefined;
let departures = 0;
const listeners = new Set<() => void>();

/** How often the browser has put this page into the back/forward cache. A read that was running then may have been aborted. */
export function departureCount(): number {
  return departures;
}

/** Calls `listener` each time the page comes back from the cache. Returns the function that unsubscribes. */
export function onShownAgain(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resolves immediately, or when a page that is kept for Back is shown again. */
export async function untilShown(): Promise<void> {
  await shownAgain;
}

/** Ends this transaction when the page is left. */
export function endWhenLeaving(transaction: IDBTransaction): void {
  running.add(transaction);
  const forget = () => running.delete(transaction);
  transaction.addEventListener("complete", forget);
  transaction.addEventListener("abort", forget);
}

/** Closes this connection, with its transactions, when the page is left, and opens it when the page is shown again. */
export function closeWhenLeaving(db: Dexie): void {
  db.use({
    stack: "dbcore",
    name: "leaving",
    create: (core) => ({
      ...core,
      transaction(...parameters) {
        const transaction = core.transaction(...parameters);
        // Dexie's core over IndexedDB answers with the native transaction, of which its type names one method.
        endWhenLeaving(transaction as IDBTransaction);
        return transaction;
      },
    }),
  });
  const { open, close } = db;
  db.open = () => {
    connections.add(db);
    return shownAgain ? Dexie.Promise.resolve(shownAgain).then(() => open.call(db)) : open.call(db);
  };
  db.close = (options) => {
    // A connection that was closed for good is not opened again by Back, and is not kept.
    if (options?.disableAutoOpen !== false) connections.delete(db);
    close.call(db, options);
  };
}

function leave(): void {
  departures += 1;
  shownAgain ??= new Promise((resolve) => {
    show = resolve;
  });
  for (const transaction of running) abortUnlessCommitted(transaction);
  running.clear();
  for (const db of connections) if (db.isOpen()) db.close({ disableAutoOpen: false });
}

function abortUnlessCommitted(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch (error) {
    // It is committing, which needs nothing more of this page (Indexed Database API, "abort").
    if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
  }
}

globalThis.addEventListener?.("pagehide", (event) => {
  if (event.persisted) leave();
});
globalThis.addEventListener?.("pageshow", () => {
  show?.();
  const isShownAgain = shownAgain !== undefined;
  shownAgain = undefined;
  if (isShownAgain) for (const listener of listeners) listener();
});
