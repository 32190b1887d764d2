import { liveQuery } from "dexie";
import { createStore } from "../../domain/store.ts";
import { deviceDb } from "./deviceDb.ts";
import { writeIdentityHint } from "./identityHint.ts";
import { type LearnerDb, learnerDb } from "./learnerDb.ts";
import { isSiteDataBlocked } from "./localStore.ts";
import { isToBeRemoved } from "./removals.ts";
import type { Identity } from "./rows.ts";
import { signalStore } from "./signals.ts";
import { StorageFailure } from "./storageFailure.ts";
import { noteStoreTrouble } from "./storeTrouble.ts";

export type ActiveState =
  | { status: "loading" }
  | { status: "signedOut" }
  | { status: "signedIn"; identity: Identity };

/**
 * The learner whose data this tab shows and writes. All reads and writes use this state, so that work is always stored
 * for the learner whose account this tab shows, even while another tab switches accounts.
 */
const state = createStore<ActiveState>({ status: "loading" });
let watching = false;
/** Counts the changes made in this tab. A read that started before the latest change is out of date. */
let changes = 0;

function become(next: ActiveState): void {
  if (!sameState(activeState(), next)) state.set(next);
}

function sameState(a: ActiveState, b: ActiveState): boolean {
  if (a.status !== "signedIn" || b.status !== "signedIn") return a.status === b.status;
  return (
    a.identity.userId === b.identity.userId &&
    a.identity.email === b.identity.email &&
    a.identity.mustChangePassword === b.identity.mustChangePassword
  );
}

function fromStored(stored: Identity | undefined): ActiveState {
  // An earlier page may have been unable to delete the identity of a learner who signed out.
  if (!stored || isToBeRemoved(stored.userId, "identity")) return { status: "signedOut" };
  const { userId, email, mustChangePassword } = stored;
  return { status: "signedIn", identity: { userId, email, mustChangePassword } };
}

/** Follows the stored identity, which any tab may change. */
function watch(): void {
  if (watching) return;
  watching = true;
  // A blocked database may never respond.
  if (isSiteDataBlocked()) {
    giveUp(new DOMException("site data is blocked", "SecurityError"));
    return;
  }
  liveQuery(readIdentity).subscribe({ next: adoptIfCurrent, error: giveUp });
  // A live query reports no error if the database cannot be opened: it keeps waiting for the database to open.
  deviceDb().open().catch(giveUp);
}

function giveUp(error: unknown): void {
  console.warn("This browser stores no data for the academy", error);
  noteStoreTrouble("unavailable");
  become({ status: "signedOut" });
}

async function readIdentity(): Promise<{ askedAfter: number; stored: Identity | undefined }> {
  const askedAfter = changes;
  return { askedAfter, stored: await deviceDb().identity.get("active") };
}

function adoptIfCurrent({ askedAfter, stored }: Awaited<ReturnType<typeof readIdentity>>): void {
  if (askedAfter === changes) become(fromStored(stored));
}

export function activeState(): ActiveState {
  return state.get();
}

export function subscribeActive(listener: () => void): () => void {
  const unsubscribe = state.subscribe(listener);
  watch();
  return unsubscribe;
}

/** Resolves to the state once it has been read from the device. */
export function settledActive(): Promise<Exclude<ActiveState, { status: "loading" }>> {
  return new Promise((resolve) => {
    const check = () => {
      const settled = activeState();
      if (settled.status === "loading") return;
      unsubscribe();
      resolve(settled);
    };
    const unsubscribe = subscribeActive(check);
    check();
  });
}

/** The signed-in learner's database. Throws StorageFailure `signedOut` if no one is signed in. */
export async function requireLearnerDb(): Promise<{ db: LearnerDb; identity: Identity }> {
  const active = await settledActive();
  if (active.status === "signedOut")
    throw new StorageFailure("signedOut", "No one is signed in on this device.");
  return { db: learnerDb(active.identity.userId), identity: active.identity };
}

/** The signed-in learner's database, or null if no one is signed in. */
export async function optionalLearnerDb(): Promise<LearnerDb | null> {
  const active = await settledActive();
  return active.status === "signedIn" ? learnerDb(active.identity.userId) : null;
}

/** Makes this user the active learner of the device. Resolves when that is stored. */
export async function storeIdentity(identity: Identity): Promise<void> {
  await deviceDb().identity.put({ ...identity, slot: "active" });
  writeIdentityHint(identity.userId);
  changes += 1;
  adoptIfCurrent(await readIdentity());
  watch();
  signalStore("identityStored");
}

/** Deletes the active identity from the device. The learner's database stays, hidden until they sign in again. */
export async function forgetIdentity(
  remove: () => PromiseLike<void> = () => deviceDb().identity.delete("active"),
): Promise<void> {
  changes += 1;
  become({ status: "signedOut" });
  writeIdentityHint(null);
  await remove();
  changes += 1;
  adoptIfCurrent(await readIdentity());
}
