import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Stands between the functions and everything they ask, and can end that as the death of their process would. */
export type MortalProxy = {
  /** An address that leads to `target`. */
  via(target: string): Promise<string>;
  /** Lets this many more requests through, then none. */
  dieAfter(requests: number): void;
  /** Lets everything through again. True when it had died meanwhile. */
  restart(): boolean;
  close(): Promise<void>;
};

export function startMortalProxy(): MortalProxy {
  const servers: Server[] = [];
  let left = Number.POSITIVE_INFINITY;
  let hasDied = false;

  return {
    async via(target) {
      const { host } = new URL(target);
      const server = createServer((incoming, reply) => {
        if (left <= 0) {
          hasDied = true;
          // A refusal, and not a broken line, which the clients would try again for seconds. The effect is the same:
          // nothing that this process still does reaches anybody.
          reply.writeHead(403, { "content-type": "application/json" });
          reply.end(JSON.stringify({ message: "dead", error: { type: "api_error", message: "dead" } }));
          return;
        }
        left--;
        const { method, headers } = incoming;
        const outgoing = request(
          new URL(incoming.url ?? "/", target),
          { method, headers: { ...headers, host } },
          (answer) => {
            reply.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(reply);
          },
        );
        outgoing.on("error", () => reply.destroy());
        incoming.pipe(outgoing);
      });
      servers.push(server);
      await once(server.listen(0, "127.0.0.1"), "listening");
      // `address()` is a pipe name or null only for servers that do not listen on a port.
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    dieAfter(requests) {
      left = requests;
      hasDied = false;
    },
    restart() {
      left = Number.POSITIVE_INFINITY;
      return hasDied;
    },
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
