import { type MessagePort, Worker } from "node:worker_threads";

/** Each method takes one value and returns one; both must survive a structured clone. */
type Methods = Record<string, (input: never) => unknown>;

type Message =
  | { kind: "call"; id: number; name: string; input: never }
  | { kind: "result"; id: number; value: unknown }
  | { kind: "failure"; id: number; message: string };

export type Peer<Remote extends Methods> = {
  /** Rejects with the message of the remote error. */
  call<Name extends keyof Remote & string>(
    name: Name,
    input: Parameters<Remote[Name]>[0],
    transfer?: readonly ArrayBuffer[],
  ): Promise<Awaited<ReturnType<Remote[Name]>>>;
  /** Rejects every pending call, and every later one. */
  disconnect(reason: Error): void;
};

type Waiting = { resolve(value: never): void; reject(error: Error): void };

/** Connects two threads over one port, so that each can call methods of the other. */
export function connectPeer<Remote extends Methods>(
  port: Worker | MessagePort,
  local: Methods,
): Peer<Remote> {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let gone: Error | null = null;

  const run = async ({ id, name, input }: Extract<Message, { kind: "call" }>): Promise<void> => {
    let reply: Message;
    try {
      const method = local[name];
      if (!method) throw new Error(`There is no method ${name}.`);
      reply = { kind: "result", id, value: await method(input) };
    } catch (error) {
      reply = { kind: "failure", id, message: error instanceof Error ? error.message : String(error) };
    }
    port.postMessage(reply);
  };

  const receive = (message: Message) => {
    if (message.kind === "call") {
      void run(message);
      return;
    }
    const caller = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === "failure") caller?.reject(new Error(message.message));
    // The other thread runs the same program, so the result has the type of its method.
    else caller?.resolve(message.value as never);
  };
  // Separate calls, because the types of the two ports have no common signature for listeners.
  if (port instanceof Worker) port.on("message", receive);
  else port.on("message", receive);

  return {
    call(name, input, transfer = []) {
      if (gone) return Promise.reject(gone);
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        port.postMessage({ kind: "call", id, name, input }, transfer);
      });
    },
    disconnect(reason) {
      gone = reason;
      for (const { reject } of waiting.values()) reject(reason);
      waiting.clear();
    },
  };
}
