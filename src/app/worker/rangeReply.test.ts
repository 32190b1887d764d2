import { expect, test } from "vitest";
import { rangeReply } from "./rangeReply.ts";

const whole = () =>
  new Response("0123456789", { headers: { "Content-Type": "video/webm", "Content-Length": "10" } });

async function ask(range: string | null) {
  const reply = await rangeReply(whole(), range);
  return [
    reply.status,
    reply.headers.get("Content-Range"),
    reply.headers.get("Content-Length"),
    await reply.text(),
  ];
}

test.each([
  ["bytes=0-", 206, "bytes 0-9/10", "10", "0123456789"],
  ["bytes=2-4", 206, "bytes 2-4/10", "3", "234"],
  ["bytes=9-9", 206, "bytes 9-9/10", "1", "9"],
  ["bytes=7-99", 206, "bytes 7-9/10", "3", "789"],
  ["bytes=-3", 206, "bytes 7-9/10", "3", "789"],
  ["bytes=-99", 206, "bytes 0-9/10", "10", "0123456789"],
])("a range request for %s is answered with that part of the file", async (range, ...answer) => {
  expect(await ask(range)).toEqual(answer);
});

test.each(["bytes=10-", "bytes=10-20", "bytes=-0"])(
  "a range request for %s, which is beyond the end of the file, is answered with 416 and the size",
  async (range) => {
    expect(await ask(range)).toEqual([416, "bytes */10", null, ""]);
  },
);

test.each([null, "bytes=0-1,4-5", "bytes=4-2", "bytes=-", "lines=1-2"])(
  "a range request for %s, which is not a single range of bytes, is answered with the whole file",
  async (range) => {
    expect(await ask(range)).toEqual([200, null, "10", "0123456789"]);
  },
);

test("a partial response keeps the content type of the file", async () => {
  expect((await rangeReply(whole(), "bytes=0-1")).headers.get("Content-Type")).toBe("video/webm");
});
