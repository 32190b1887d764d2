import { describe, expect, it } from "vitest";
import { z } from "zod";
import { verifyPaymentRequestSchema } from "../../../src/domain/checkout.ts";
import { readBytes, readJson } from "./body.ts";
import { Refusal } from "./refusal.ts";

const post = (body: BodyInit, init: RequestInit = {}) =>
  new Request("http://x.example/", { method: "POST", body, ...init });
const read = (body: BodyInit) => readJson(post(body), verifyPaymentRequestSchema);
const status = (expected: number) => expect.objectContaining({ name: "Refusal", status: expected });

describe("a request's body", () => {
  it("is handed on when it is what the function expects", async () => {
    expect(await read('{"sessionId":"cs_1","other":1}')).toEqual({ sessionId: "cs_1" });
  });

  it.each([
    ["nothing", ""],
    ["text", "hello"],
    ["a list", "[]"],
    ["null", "null"],
    ["bytes that are not UTF-8", new Uint8Array([0x7b, 0xff, 0x7d])],
    ["a character that the database cannot store", '{"sessionId":"a\\u0000b"}'],
    ["half of a surrogate pair", '{"sessionId":"\\ud83d"}'],
  ])("is refused as a bad request when it is %s", async (_, body) => {
    await expect(read(body)).rejects.toEqual(status(400));
  });

  it("is refused with the spec's text, and with the field's name where the text is the library's", async () => {
    const schema = z.object({ name: z.string().min(1, "Name is required"), tier: z.enum(["student"]) });
    await expect(readJson(post('{"name":"","tier":"student"}'), schema)).rejects.toThrow(
      /^Name is required$/,
    );
    await expect(readJson(post('{"name":"a"}'), schema)).rejects.toThrow(/^tier: /);
  });

  it("is given up at its limit, whatever its headers say", async () => {
    const tooLarge = new Refusal(413, "file_too_large", "too large");
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) });
    // `duplex` is required for streams and unknown to the DOM's types.
    const request = post(endless, { duplex: "half" } as RequestInit);
    await expect(readBytes(request, 5000, tooLarge)).rejects.toBe(tooLarge);
  });
});
