import { describe, expect, it } from "vitest";
import { z } from "zod";
import { verifyPaymentRequestSchema } from "../../../src/domain/sales/checkout.ts";
import { readBytes, readJson } from "./body.ts";
import { Refusal } from "./refusal.ts";

const post = (body: BodyInit, init: RequestInit = {}) =>
  new Request("http://x.example/", { method: "POST", body, ...init });
const read = (body: BodyInit) => readJson(post(body), verifyPaymentRequestSchema);
const status = (expected: number) => expect.objectContaining({ name: "Refusal", status: expected });

describe("reading a request body", () => {
  it("returns the parsed body when it matches the schema", async () => {
    expect(await read('{"sessionId":"cs_1","other":1}')).toEqual({ sessionId: "cs_1" });
  });

  it.each([
    ["an empty body", ""],
    ["text", "hello"],
    ["a list", "[]"],
    ["null", "null"],
    ["bytes that are not UTF-8", new Uint8Array([0x7b, 0xff, 0x7d])],
    ["a character that the database cannot store", '{"sessionId":"a\\u0000b"}'],
    ["half of a surrogate pair", '{"sessionId":"\\ud83d"}'],
  ])("rejects %s with status 400", async (_, body) => {
    await expect(read(body)).rejects.toEqual(status(400));
  });

  it("returns the specification's message for an invalid field, or the library's message with the field name", async () => {
    const schema = z.object({
      name: z.string().min(1, "Name is required").max(9, "Name must be at most 9 characters"),
      tier: z.enum(["student"]),
      code: z.optional(z.string().max(9)),
    });
    await expect(readJson(post('{"name":"","tier":"student"}'), schema)).rejects.toThrow(
      /^Name is required$/,
    );
    await expect(readJson(post('{"name":"0123456789"}'), schema)).rejects.toThrow(
      /^Name must be at most 9 characters$/,
    );
    await expect(readJson(post('{"name":"a"}'), schema)).rejects.toThrow(/^tier: /);
    await expect(readJson(post('{"name":"a","tier":"student","code":"0123456789"}'), schema)).rejects.toThrow(
      /^code: Too big/,
    );
  });

  it("returns the library's messages in English for schemas shared with the browser", async () => {
    await expect(read("{}")).rejects.toThrow(
      /^sessionId: Invalid input: expected string, received undefined$/,
    );
  });

  it("stops reading a body at the size limit, regardless of its headers", async () => {
    const tooLarge = new Refusal(413, "file_too_large", "too large");
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) });
    // `duplex` is required for streams and missing from the DOM types.
    const request = post(endless, { duplex: "half" } as RequestInit);
    await expect(readBytes(request, 5000, tooLarge)).rejects.toBe(tooLarge);
  });
});
