import { applyPull } from "../db/applyPull.ts";
import { readPosition } from "../db/meta.ts";
import { mirrorEntries } from "../db/mirror.ts";
import { MAX_ROWS_PER_PULL } from "../domain/protocol.ts";
import { asLearner } from "./asLearner.ts";
import { later, type Outcome, type Run, SILENCE_MS, type SyncPorts } from "./ports.ts";
import { parsePulledPage } from "./pulledPage.ts";

export type PullOutcome = Exclude<Outcome, { status: "done" }> | { status: "done"; queued: number };

/** A server that is restored while we read may begin two epochs; one that never settles is not ours. */
const MAX_EPOCH_CHANGES = 2;

/** Reads the server's changes page by page until there are no more. `queued` counts entries that came of it. */
export async function pullAll(ports: SyncPorts, { signal, onProgress }: Run): Promise<PullOutcome> {
  const patience = { silentMs: SILENCE_MS, after: ports.after, onProgress };
  let queued = 0;
  let epochChanges = 0;
  for (;;) {
    const sentFrom = await readPosition(ports.db);
    const body = { cursor: sentFrom.cursor, max_rows: MAX_ROWS_PER_PULL };
    const answer = await asLearner(ports, "rpc/sync_pull", { body, signal, patience });
    if (answer.status === "refused") return later("server");
    if (answer.status !== "json") return answer;
    const page = parsePulledPage(answer.body, ports.userId);
    if (!page || signal.aborted) return later("server");

    const isNewEpoch = sentFrom.epoch !== null && sentFrom.epoch !== page.epoch;
    // Within an epoch the cursor goes only forwards, and more to come means that it moved.
    const isStuck = page.cursor < sentFrom.cursor || (page.hasMore && page.cursor === sentFrom.cursor);
    if (!isNewEpoch && isStuck) return later("server");
    if (isNewEpoch) epochChanges += 1;
    if (epochChanges > MAX_EPOCH_CHANGES) return later("server");

    const entries = await applyPull(ports.db, { sentFrom, ...page }, ports.stamp());
    mirrorEntries(ports.userId, entries);
    queued += entries.length;
    if (!isNewEpoch && !page.hasMore) return { status: "done", queued };
  }
}
