import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { managementApi } from "./managementApi.ts";

it("waits as long as the API asks when there were too many requests, and then repeats the request", async () => {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    received.push(body);
    if (received.length === 1) response.writeHead(429, { "retry-after": "0" }).end();
    else response.writeHead(201, { "content-type": "application/json" }).end('[{"number": 1}]');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // `address()` is a pipe name or null only for a server that does not listen on a port.
  const { port } = server.address() as AddressInfo;
  const api = managementApi("abcdefghijklmnopqrst", "sbp_1", `http://127.0.0.1:${port}`);
  expect(await api.query("select 1 as number")).toEqual([{ number: 1 }]);
  expect(received).toEqual(Array(2).fill('{"query":"select 1 as number","parameters":[]}'));
  await new Promise((resolve) => server.close(resolve));
});
