import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy between the functions and their services that can refuse all requests, as if the process had crashed. */
export type MortalProxy = {
  /** Returns the address of a proxy for `target`. */
  via(target: string): Promise<string>;
  /** Passes this many more requests and rejects all others. */
  crashAfter(requests: number): void;
  /** Passes all requests again. Returns true if the simulated crash had happened. */
  restart(): boolean;
  close(): Promise<void>;
};

export function startMortalProxy(): MortalProxy {
  const servers: Server[] = [];
  let left = Number.POSITIVE_INFINITY;
  let hasCrashed = false;

  return {
    async via(target) {
      const { host } = new URL(target);
      const server = createServer((incoming, reply) => {
        if (left <= 0) {
          hasCrashed = true;
          // Rejects the request. Dropping the connection would make the clients retry for seconds. Either way, nothing
          // that the functions still do has an effect.
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
      // `address()` is a pipe name or null only for a server that does not listen on a port.
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    crashAfter(requests) {
      left = requests;
      hasCrashed = false;
    },
    restart() {
      left = Number.POSITIVE_INFINITY;
      return hasCrashed;
    },
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
