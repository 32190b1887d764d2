import * as z from "zod/mini";
import { readPosition } from "../../db/store/meta.ts";
import type { PullPosition } from "../../db/store/rows.ts";
import { applyPull, type PulledPage } from "../../db/synced/applyPull.ts";
import { countUnsent } from "../../db/synced/dueEntries.ts";
import { mirrorEntries } from "../../db/synced/mirror.ts";
import type { UserId } from "../../domain/ids.ts";
import { MAX_ROWS_PER_PULL, pullReplySchema } from "../../entities/protocol.ts";
import { later, type Outcome, type Run, SILENCE_MS, type SyncPorts } from "../ports.ts";
import { authenticatedRequest } from "./authenticatedRequest.ts";

export type PullOutcome = Exclude<Outcome, { status: "done" }> | { status: "done"; queued: number };

/** A server that is restored during a pull may start two epochs. A server that starts more than that is not trusted. */
const MAX_EPOCH_CHANGES = 2;

/**
 * Reads the server's changes page by page until there are no more. The next page is on its way while one is stored.
 * `queued` is the number of entries that this added to the outbox.
 */
export async function pullAll(ports: SyncPorts, { signal, onProgress }: Run): Promise<PullOutcome> {
  // For support: staff see how much work waited on this device when it last synced.
  const waiting = await countUnsent(ports.db);
  const patience = { silentMs: SILENCE_MS, after: ports.after, onProgress };
  const requestPage = ({ cursor }: PullPosition) => {
    const body = { cursor, max_rows: MAX_ROWS_PER_PULL, ...waiting };
    return authenticatedRequest(ports, "rpc/sync_pull", { body, signal, patience });
  };
  let queued = 0;
  const store = async (page: PulledPage) => {
    const entries = await applyPull(ports.db, page, ports.stamp());
    mirrorEntries(ports.userId, entries);
    queued += entries.length;
  };

  let epochChanges = 0;
  let sentFrom = await readPosition(ports.db);
  let answer = await requestPage(sentFrom);
  for (;;) {
    if (answer.status === "refused") return later("server");
    if (answer.status !== "json") return answer;
    const page = parsePage(answer.body, ports.userId);
    if (!page || signal.aborted) return later("server");

    const isNewEpoch = sentFrom.epoch !== null && sentFrom.epoch !== page.epoch;
    // Within an epoch the cursor never moves backwards, and it must move forwards if there is more to come.
    const isStuck = page.cursor < sentFrom.cursor || (page.hasMore && page.cursor === sentFrom.cursor);
    if (!isNewEpoch && isStuck) return later("server");
    if (isNewEpoch) epochChanges += 1;
    if (epochChanges > MAX_EPOCH_CHANGES) return later("server");

    if (!isNewEpoch && page.hasMore) {
      const next = { epoch: page.epoch, cursor: page.cursor };
      [answer] = await Promise.all([requestPage(next), store({ sentFrom, ...page })]);
      sentFrom = next;
      continue;
    }
    await store({ sentFrom, ...page });
    if (!isNewEpoch) return { status: "done", queued };
    // Storing it has set the position back to the start of the new epoch.
    sentFrom = await readPosition(ports.db);
    answer = await requestPage(sentFrom);
  }
}

/** The reply with its rows unparsed: the store parses them one by one and quarantines those that it cannot read. */
const pageSchema = z.extend(pullReplySchema, { rows: z.record(z.string(), z.array(z.unknown())) });

/** The page, if it is the real server's answer for exactly this learner (offline rule 11); else null. */
function parsePage(body: unknown, userId: UserId): Omit<PulledPage, "sentFrom"> | null {
  const parsed = pageSchema.safeParse(body);
  if (!parsed.success || parsed.data.user_id !== userId) return null;
  const { epoch, cursor, has_more, rows } = parsed.data;
  return { epoch, cursor, hasMore: has_more, rows };
}
