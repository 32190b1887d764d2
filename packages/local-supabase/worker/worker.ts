import { inspect } from "node:util";
import { parentPort } from "node:worker_threads";
import type { AuthMail } from "../auth/authMails.ts";
import type { TextMessage } from "../auth/mfa/parts.ts";
import { type Backend, type BackendOptions, startBackend } from "../backend/startBackend.ts";
import { connectPeer } from "./peer.ts";

type SentRequest = {
  id: number;
  url: string;
  method: string;
  headers: [string, string][];
  body: ArrayBuffer | null;
  peerAddress: string | undefined;
};
type SentResponse = { status: number; headers: [string, string][]; body: ArrayBuffer | null };

/** Methods of the worker that the main thread calls. */
export type WorkerMethods = {
  open(
    options: Omit<BackendOptions, "onAuthMail" | "onAuthText" | "onCrash"> & { sendsTexts: boolean },
  ): Promise<void>;
  fetch(request: SentRequest): Promise<SentResponse>;
  /** The caller of the request with this id has gone. */
  cancel(id: number): void;
  query(statement: { sql: string; params: unknown[] | undefined }): Promise<unknown[]>;
  ping(input: null): void;
  close(input: null): Promise<void>;
};
/** Methods of the main thread that the worker calls. */
export type MainMethods = {
  mail(mail: AuthMail): Promise<void>;
  text(message: TextMessage): Promise<void>;
  crashed(failure: string): void;
};

let opened: Backend | undefined;
/** The requests that have not been answered, by id. */
const pending = new Map<number, AbortController>();

function backend(): Backend {
  if (!opened) throw new Error("The database is not open yet.");
  return opened;
}

/** Ends this thread, after which the supervisor answers its requests and opens the data folder again. */
function onCrash(failure: unknown): never {
  void main.call("crashed", inspect(failure));
  process.exit(1);
}

const methods: WorkerMethods = {
  async open({ sendsTexts, ...options }) {
    opened = await startBackend({
      ...options,
      onAuthMail: (mail) => main.call("mail", mail),
      onCrash,
      ...(sendsTexts ? { onAuthText: (message: TextMessage) => main.call("text", message) } : {}),
    });
  },
  async fetch({ id, url, method, headers, body, peerAddress }) {
    const leaving = new AbortController();
    pending.set(id, leaving);
    try {
      const request = new Request(url, { method, headers, body, signal: leaving.signal });
      const response = await backend().fetch(request, peerAddress);
      return {
        status: response.status,
        headers: [...response.headers],
        body: response.body && (await response.arrayBuffer()),
      };
    } finally {
      pending.delete(id);
    }
  },
  cancel: (id) => pending.get(id)?.abort(),
  query: ({ sql, params }) => backend().query(sql, params),
  ping: () => undefined,
  close: async () => opened?.close(),
};

if (!parentPort) throw new Error("This module runs in a worker thread: see supervisor.ts.");
const main = connectPeer<MainMethods>(parentPort, methods);
