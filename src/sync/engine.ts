import { activeState, settledActive, subscribeActive } from "../db/active.ts";
import type { StoreSignal } from "../db/signals.ts";
import { setSyncStatus, UNTRIED } from "../db/syncStatus.ts";
import type { UserId } from "../domain/ids.ts";
import type { ContentWish } from "./contentRefresh.ts";
import { type LearnerSync, syncLearner } from "./learnerSync.ts";
import { installPreview } from "./preview.ts";
import type { Urgency } from "./runner.ts";

/** The moving of data for whoever is active: one learner at a time, or a visitor's preview. */
export type Engine = {
  kick(urgency: Urgency, wish: ContentWish | null): Promise<void>;
  onSignal(signal: StoreSignal): void;
  isBusy(): boolean;
  stop(): void;
};

export function startEngine(): Engine {
  let current: { userId: UserId | null; learner: LearnerSync | null } | undefined;
  let isStopped = false;

  /** Follows the active learner; the former one's cycle is called off before the next one's begins. */
  function follow(): void {
    const active = activeState();
    if (active.status === "loading" || isStopped) return;
    const userId = active.status === "signedIn" ? active.identity.userId : null;
    if (current?.userId === userId) return;
    current?.learner?.stop();
    setSyncStatus({ phase: userId ? "idle" : "signedOut", ...UNTRIED });
    current = { userId, learner: userId ? syncLearner(userId) : null };
    void kick("now", "always");
  }

  async function kick(urgency: Urgency, wish: ContentWish | null): Promise<void> {
    const active = await settledActive();
    // A temporary password opens nothing but its own change (docs/decisions/0040), which kicks again.
    const isClosed = active.status === "signedIn" && active.identity.mustChangePassword;
    if (isStopped || isClosed) return;
    if (current?.learner) await current.learner.kick(urgency, wish);
    else if (wish) await installPreview();
  }

  const unsubscribe = subscribeActive(follow);
  follow();
  return {
    kick,
    onSignal(signal) {
      // The same learner again, after a refused session, changes no state that follow() could see.
      if (signal === "identityStored") void kick("now", "now");
      if (signal === "enrollmentWanted") current?.learner?.checkEnrollment();
      if (signal === "written") void kick("soon", null);
      if (signal === "lessonsWanted" && current?.userId === null) void installPreview();
    },
    isBusy: () => current?.learner?.isBusy() ?? false,
    stop() {
      isStopped = true;
      unsubscribe();
      current?.learner?.stop();
    },
  };
}
