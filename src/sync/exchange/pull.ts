import { readPosition } from "../../db/store/meta.ts";
import type { PullPosition } from "../../db/store/rows.ts";
import { countUnsent } from "../../db/synced/queue.ts";
import { receive } from "../../db/synced/receive.ts";
import type { UserId } from "../../domain/ids.ts";
import {
  MAX_ROWS_PER_PULL,
  PROTOCOL_VERSION,
  type PullReply,
  pullReplySchema,
} from "../../entities/messages.ts";
import { DONE, later, type Outcome, type Run, SILENCE_MS, type SyncPorts } from "../ports.ts";
import { authenticatedRequest } from "./authenticatedRequest.ts";
import { noteTime, startWatch } from "./push.ts";

/** A server that is restored during a pull may start two epochs. A server that starts more than that is not trusted. */
const MAX_EPOCH_CHANGES = 2;

/** Reads the server's changes page by page until there are no more. The next page is on its way while one is stored. */
export async function pullAll(ports: SyncPorts, { signal, onProgress }: Run): Promise<Outcome> {
  // For support: staff see how much work waited on this device when it last synced.
  const waiting = await countUnsent(ports.db);
  const patience = { silentMs: SILENCE_MS, after: ports.after, onProgress };
  const requestPage = async ({ epoch, cursor, seen }: PullPosition) => {
    const body = { version: PROTOCOL_VERSION, epoch, cursor, seen, max_rows: MAX_ROWS_PER_PULL, ...waiting };
    const tookMs = startWatch(ports);
    const answer = await authenticatedRequest(ports, "rpc/sync_pull", { body, signal, patience });
    const page = answer.status === "json" ? parsePage(answer.body, ports.userId) : null;
    const isPrompt = page ? noteTime(ports, page, tookMs) : () => false;
    return { answer, page, isPrompt };
  };

  let epochChanges = 0;
  let position = await readPosition(ports.db);
  let { answer, page, isPrompt } = await requestPage(position);
  for (;;) {
    if (answer.status === "refused") return later("server");
    if (answer.status !== "json") return answer;
    if (!page || signal.aborted) return later("server");

    const isNewEpoch = position.epoch !== null && position.epoch !== page.epoch;
    // Within an epoch the cursor never moves backwards, and it must move forwards if there is more to come.
    const isStuck = page.cursor < position.cursor || (page.has_more && page.cursor === position.cursor);
    if (!isNewEpoch && isStuck) return later("server");
    if (isNewEpoch) epochChanges += 1;
    if (epochChanges > MAX_EPOCH_CHANGES) return later("server");

    const stored = receive(ports.db, ports.userId, page, { position, rows: [] }, isPrompt);
    if (!isNewEpoch && page.has_more) {
      const next = { epoch: page.epoch, cursor: page.cursor, seen: Math.max(position.seen, page.rev) };
      [{ answer, page, isPrompt }] = await Promise.all([requestPage(next), stored]);
      position = next;
      continue;
    }
    await stored;
    if (!isNewEpoch) return DONE;
    // Storing it has set the position back to the start of the new epoch.
    position = await readPosition(ports.db);
    ({ answer, page, isPrompt } = await requestPage(position));
  }
}

/** The page, if it is the real server's answer for exactly this learner (offline rule 11); else null. */
function parsePage(body: unknown, userId: UserId): PullReply | null {
  const parsed = pullReplySchema.safeParse(body);
  return parsed.success && parsed.data.user_id === userId ? parsed.data : null;
}
