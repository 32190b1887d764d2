import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Reply = { status: number; body: unknown };
type Asked = { name: string; type: string; body: string };

const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

/**
 * A server that answers as the academy's functions would. `answers` holds what each function says, as a reply or as
 * a promise of one; null breaks the connection off. A function without an answer is not there.
 */
export async function startFunctionServer() {
  const answers = new Map<string, Reply | null | Promise<Reply | null>>();
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === "OPTIONS") return void response.writeHead(204, CORS).end();
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const name = request.url?.slice(1) ?? "";
    asked.push({ name, type: request.headers["content-type"] ?? "", body: Buffer.concat(chunks).toString() });
    const reply = answers.has(name) ? await answers.get(name) : { status: 404, body: {} };
    if (!reply) return void request.socket.destroy();
    response.writeHead(reply.status, { ...CORS, "content-type": "application/json" });
    response.end(JSON.stringify(reply.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // `address()` is a pipe name or null only for servers that do not listen on a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, answers, asked, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}
