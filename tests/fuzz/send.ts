import { Agent, request } from "node:http";

export type Sent = { method: string; path: string; headers: Record<string, string>; body: Buffer | null };
export type Received = { status: number; type: string; text: string };

const agent = new Agent({ keepAlive: true });

/** Sends what `fetch` refuses to send: any method, header or path. */
export function send(origin: string, { method, path, headers, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${origin}/`,
      { agent, method, path, headers: body ? { "content-length": body.length, ...headers } : headers },
      (incoming) => {
        const parts: Buffer[] = [];
        incoming.on("data", (part: Buffer) => parts.push(part));
        incoming.on("error", reject);
        incoming.on("end", () =>
          resolve({
            status: incoming.statusCode ?? 0,
            type: incoming.headers["content-type"] ?? "",
            text: Buffer.concat(parts).toString(),
          }),
        );
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body ?? undefined);
  });
}
