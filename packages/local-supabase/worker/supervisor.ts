import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { addressBlock } from "../auth/limits/addressBlock.ts";
import type { Backend, BackendOptions } from "../backend/startBackend.ts";
import { lockFolder } from "../database/folderLock.ts";
import { bufferRequest } from "../rest/requestBody.ts";
import { refusalOfQuery, refuseQuery } from "../rest/restQuery.ts";
import { createBudget } from "./budget.ts";
import { connectPeer, type Peer } from "./peer.ts";
import type { MainMethods, WorkerMethods } from "./worker.ts";

const WORKER_FILE = join(import.meta.dirname, "worker.ts");
const STUCK_AFTER_MS = 15_000;
const TICKS_UNTIL_STUCK = 15;
/** How many requests may wait for the database. The limit for one address leaves room for a class that shares it. */
const MAX_WAITING = { each: 500, total: 5_000 };
/** nginx's status for a caller that has closed the connection. It reaches only the log. */
const CALLER_HAS_GONE = 499;
const RETRY_AFTER_SECONDS = "2";

type Options = Omit<BackendOptions, "folderIsLocked" | "onCrash"> & {
  /** Called when the database could not be reopened, after which no request can be served. */
  onLost(error: Error): void;
  stuckAfterMs?: number;
};

class DatabaseRestarted extends Error {
  override message = "The database was restarted. Please try again.";
}

type Running = { peer: Peer<WorkerMethods>; close(): Promise<void> };

/**
 * Runs the backend in a worker thread, so that this thread can respond while the database is busy. A single statement can
 * keep the embedded Postgres busy for minutes and cannot be interrupted, because there are no timers or signals. A worker
 * that has not responded for `stuckAfterMs` is therefore terminated and the data folder reopened: committed data is kept,
 * and running requests are answered with 503. See docs/decisions/0042.
 */
export async function startSupervisedBackend(options: Options): Promise<Backend> {
  const release = lockFolder(resolve(options.dataDir));
  let running = open(options, restart);
  let isClosing = false;
  const waiting = createBudget(MAX_WAITING);

  function restart(): void {
    if (isClosing) return;
    console.error("The database stopped responding and is being reopened.");
    running = open(options, restart);
    // Callers receive the error as well, but only this code knows that it is final.
    running.catch((error: Error) => options.onLost(error));
  }

  try {
    await running;
  } catch (error) {
    release();
    throw error;
  }
  const peer = async () => (await running).peer;

  return {
    ...options.keys,
    async fetch(request, peerAddress) {
      const wrong = refusalOfQuery(new URL(request.url));
      // Checked in this thread, because it need not wait for the database.
      if (wrong !== null) return refuseQuery(wrong);
      const complete = await bufferRequest(request, request.url);
      if (complete instanceof Response) return complete;
      const caller = addressBlock(peerAddress ?? "");
      if (!waiting.take(caller, 1)) return unavailable("The server is busy. Please try again.");
      try {
        return await send(await peer(), complete, peerAddress, request.signal);
      } catch (error) {
        if (error instanceof DatabaseRestarted) return unavailable(error.message);
        if (request.signal.aborted) return new Response(null, { status: CALLER_HAS_GONE });
        throw error;
      } finally {
        waiting.giveBack(caller, 1);
      }
    },
    async query<T>(sql: string, params?: unknown[]) {
      // The caller names the row's type, as with the backend in this thread.
      return (await (await peer()).call("query", { sql, params })) as T[];
    },
    async close() {
      isClosing = true;
      try {
        // If the database could not be reopened, `onLost` has reported it and there is nothing to close.
        await (await running.catch(() => null))?.close();
      } finally {
        release();
      }
    },
  };
}

async function open(options: Options, onStuck: () => void): Promise<Running> {
  const { onAuthMail, onAuthText, onLost: _, stuckAfterMs = STUCK_AFTER_MS, ...rest } = options;
  // A worker's own output bypasses this thread's `console`, which the host of the backend may have replaced.
  const worker = new Worker(WORKER_FILE, { stdout: true, stderr: true });
  worker.stdout.on("data", (chunk) => console.info(String(chunk).trimEnd()));
  worker.stderr.on("data", (chunk) => console.error(String(chunk).trimEnd()));
  const methods: MainMethods = {
    mail: onAuthMail,
    text: (message) =>
      onAuthText?.(message) ?? Promise.reject(new Error("There is no sender for text messages.")),
    crashed: (failure) => console.error("The database has crashed:", failure),
  };
  const peer = connectPeer<WorkerMethods>(worker, methods);
  let isOpen = false;
  worker.once("exit", () => {
    clearInterval(watchdog);
    peer.disconnect(isOpen ? new DatabaseRestarted() : new Error("The backend is closed."));
    if (isOpen) onStuck();
  });
  worker.on("error", (error) => console.error("The database failed:", error));

  let isAnswered = true;
  let missed = 0;
  // Counts ticks instead of time, because time also passes while the machine sleeps.
  const tick = () => {
    missed = isAnswered ? 0 : missed + 1;
    if (missed >= TICKS_UNTIL_STUCK) void worker.terminate();
    if (!isAnswered) return;
    isAnswered = false;
    const answered = () => {
      isAnswered = true;
    };
    // A call fails only when its worker ends, which the "exit" listener above handles.
    peer.call("ping", null).then(answered, answered);
  };
  let watchdog: NodeJS.Timeout | undefined;

  try {
    await peer.call("open", { ...rest, folderIsLocked: true, sendsTexts: onAuthText !== undefined });
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  isOpen = true;
  // Started only now, because migrations during the start may take any length of time.
  watchdog = setInterval(tick, stuckAfterMs / TICKS_UNTIL_STUCK).unref();
  return {
    peer,
    async close() {
      isOpen = false;
      try {
        await peer.call("close", null);
      } finally {
        await worker.terminate();
      }
    },
  };
}

let lastId = 0;

async function send(
  database: Peer<WorkerMethods>,
  request: Request,
  peerAddress: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const { url, method, headers } = request;
  const bytes = request.body && (await request.arrayBuffer());
  signal.throwIfAborted();
  const id = ++lastId;
  // A call fails only when its worker ends, which the "exit" listener handles.
  const cancel = () => void database.call("cancel", id).catch(() => undefined);
  signal.addEventListener("abort", cancel);
  try {
    const sent = { id, url, method, headers: [...headers], body: bytes, peerAddress };
    const { status, headers: answered, body } = await database.call("fetch", sent, bytes ? [bytes] : []);
    return new Response(body, { status, headers: answered });
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

function unavailable(message: string): Response {
  return Response.json({ message }, { status: 503, headers: { "Retry-After": RETRY_AFTER_SECONDS } });
}
