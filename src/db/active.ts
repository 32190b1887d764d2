import { liveQuery } from "dexie";
import { deviceDb } from "./deviceDb.ts";
import { writeIdentityHint } from "./identityHint.ts";
import { type LearnerDb, learnerDb } from "./learnerDb.ts";
import { isSiteDataBlocked } from "./localStore.ts";
import type { Identity } from "./rows.ts";
import { signalStore } from "./signals.ts";
import { StorageFailure } from "./storageFailure.ts";
import { noteStoreTrouble } from "./storeTrouble.ts";

export type ActiveState =
  | { status: "loading" }
  | { status: "signedOut" }
  | { status: "signedIn"; identity: Identity };

/**
 * Who this tab shows and writes for. Reads and writes take it from here alone, so that what a person does always
 * goes to the learner whose screen it was done on, even while another tab changes the account.
 */
let state: ActiveState = { status: "loading" };
const listeners = new Set<() => void>();
let watching = false;
/** Rises with each change made in this tab: an answer to a question asked before it is out of date. */
let changes = 0;

function become(next: ActiveState): void {
  if (sameState(state, next)) return;
  state = next;
  for (const listener of listeners) listener();
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
  if (!stored) return { status: "signedOut" };
  const { userId, email, mustChangePassword } = stored;
  return { status: "signedIn", identity: { userId, email, mustChangePassword } };
}

/** Follows the stored identity, in whichever tab it changes. */
function watch(): void {
  if (watching) return;
  watching = true;
  // A database that is forbidden may also never answer.
  if (isSiteDataBlocked()) {
    giveUp(new DOMException("site data is blocked", "SecurityError"));
    return;
  }
  liveQuery(readIdentity).subscribe({ next: adoptIfCurrent, error: giveUp });
  // To a live query a database that cannot be opened is no error: it would wait for it.
  deviceDb().open().catch(giveUp);
}

function giveUp(error: unknown): void {
  console.warn("This browser does not let the academy keep data on the device", error);
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
  return state;
}

export function subscribeActive(listener: () => void): () => void {
  listeners.add(listener);
  watch();
  return () => {
    listeners.delete(listener);
  };
}

/** The state once the device has been asked. */
export function settledActive(): Promise<Exclude<ActiveState, { status: "loading" }>> {
  return new Promise((resolve) => {
    const check = () => {
      if (state.status === "loading") return;
      unsubscribe();
      resolve(state);
    };
    const unsubscribe = subscribeActive(check);
    check();
  });
}

/** The signed-in learner's database. Throws StorageFailure `signedOut` when there is no such person. */
export async function requireLearnerDb(): Promise<{ db: LearnerDb; identity: Identity }> {
  const active = await settledActive();
  if (active.status === "signedOut")
    throw new StorageFailure("signedOut", "Nobody is signed in on this device.");
  return { db: learnerDb(active.identity.userId), identity: active.identity };
}

/** The signed-in learner's database, or null when there is no such person. */
export async function optionalLearnerDb(): Promise<LearnerDb | null> {
  const active = await settledActive();
  return active.status === "signedIn" ? learnerDb(active.identity.userId) : null;
}

/** Makes this person the active learner of the device. Resolves when that is stored. */
export async function storeIdentity(identity: Identity): Promise<void> {
  await deviceDb().identity.put({ ...identity, slot: "active" });
  writeIdentityHint(identity.userId);
  changes += 1;
  adoptIfCurrent(await readIdentity());
  watch();
  signalStore("identityStored");
}

/** The device forgets who is active. The learner's own database stays, hidden until they sign in again. */
export async function forgetIdentity(): Promise<void> {
  changes += 1;
  become({ status: "signedOut" });
  writeIdentityHint(null);
  await deviceDb().identity.delete("active");
  changes += 1;
  adoptIfCurrent(await readIdentity());
}
