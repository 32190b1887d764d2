import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Listener, listen } from "./listen.ts";

let listener: Listener;
beforeEach(async () => {
  listener = await listen(0, "127.0.0.1");
});
afterEach(() => listener.close(0));

/** Sends this text and returns everything received until the server closed the connection. */
async function answerTo(sent: string): Promise<string> {
  const socket = connect(listener.port, "127.0.0.1");
  socket.write(sent);
  return text(socket);
}

test("a URL that is too long gets a page that explains the error", async () => {
  const answer = await answerTo(
    `GET /verify/${"a".repeat(20_000)} HTTP/1.1\r\nHost: academy.example\r\n\r\n`,
  );
  const [head = "", page = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 431 /);
  expect(head).toContain("Content-Type: text/html; charset=utf-8");
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(page)}`);
  expect(page).toContain("<h1>This address is too long</h1>");
  expect(page).not.toContain("aaaa");
});

test("an invalid HTTP request is answered with 400, and the connection is closed", async () => {
  expect(await answerTo("no request\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});
