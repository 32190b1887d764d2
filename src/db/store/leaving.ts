import { Dexie } from "dexie";

/**
 * The browser may keep a frozen page in the back/forward cache and show it again on Back. In WebKit a transaction that
 * is open at that moment keeps its stores locked for every other page of the site. So before the browser caches the
 * page:
 *
 * 1. Capturing `pagehide` listeners save their data.
 * 2. Every transaction that has not been committed is aborted, and every connection is closed. `writeWithRetry` repeats
 *    aborted writes, and what must not be lost has a copy in the mirror.
 * 3. No connection is opened until the page is shown again: `visibilitychange` follows `pagehide`, and its listeners
 *    also write.
 */
const connections = new Set<Dexie>();
const running = new Set<IDBTransaction>();
let shownAgain: Promise<void> | undefined;
let show: (() => void) | undefined;
let departures = 0;
let returns = 0;
const listeners = new Set<() => void>();

/**
 * How often the browser has put this page into the back/forward cache. Each time, reads that were running may have been
 * aborted.
 */
export function departureCount(): number {
  return departures;
}

/** How often the page has been shown again. What waited for the database meanwhile goes on after that. */
export function returnCount(): number {
  return returns;
}

/** Calls `listener` each time the page comes back from the cache. Returns the function that unsubscribes. */
export function onShownAgain(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Aborts this transaction when the page is left, unless it is committing. */
function endWhenLeaving(transaction: IDBTransaction): void {
  running.add(transaction);
  const forget = () => running.delete(transaction);
  transaction.addEventListener("complete", forget);
  transaction.addEventListener("abort", forget);
}

/** Closes this connection and its transactions when the page is left, and reopens it when the page is shown again. */
export function closeWhenLeaving(db: Dexie): void {
  db.use({
    stack: "dbcore",
    name: "leaving",
    create: (core) => ({
      ...core,
      transaction(...parameters) {
        const transaction = core.transaction(...parameters);
        // Dexie's core returns the native transaction of IndexedDB, but its type declares only one method of it.
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
    // A connection that was closed permanently is not reopened on Back, and no reference to it is kept.
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
    // The transaction is already committing, which needs nothing more from this page (Indexed Database API, "abort").
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
  if (!isShownAgain) return;
  returns += 1;
  for (const listener of listeners) listener();
});
