import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type Reply = { status: number; body: unknown };
type Asked = { name: string; type: string; headers: IncomingHttpHeaders; body: string };

const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

/**
 * A server that stands in for the academy's functions. `answers` has the reply for each function, or
 * a promise of it. Null closes the connection. A function without an answer does not exist.
 */
export async function startFunctionServer() {
  const answers = new Map<string, Reply | null | Promise<Reply | null>>();
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === "OPTIONS") return void response.writeHead(204, CORS).end();
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const name = request.url?.slice(1) ?? "";
    const { headers } = request;
    const body = Buffer.concat(chunks).toString();
    asked.push({ name, type: headers["content-type"] ?? "", headers, body });
    const reply = answers.has(name) ? await answers.get(name) : { status: 404, body: {} };
    if (!reply) return void request.socket.destroy();
    response.writeHead(reply.status, { ...CORS, "content-type": "application/json" });
    response.end(JSON.stringify(reply.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // `address()` is a pipe name or null only for a server that does not listen on a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, answers, asked, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}
