// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import { lessonDocument } from "../../tests/support/screens/lessonDocument.tsx";
import { signedInLearner, withPlayer } from "../../tests/support/screens/player.tsx";
import { expectConsoleError } from "../../tests/support/setup/failOnConsoleError.ts";
import { lessonReply } from "./lessonReply.ts";

const VISITED = new URL("https://academy.example/academy/course/ai-fluency?lesson=1");

withPlayer();

describe("the service worker's response", () => {
  const { head, bodyWithoutLesson } = lessonDocument;
  const shell = () => new Response(head + bodyWithoutLesson, { headers: { "x-policy": "strict" } });
  const reply = (pieces: Promise<Response> = Promise.resolve(Response.json(lessonDocument))) =>
    lessonReply({ shell: Promise.resolve(shell()), pieces, lessonId: "1", visited: VISITED });

  it("is the build's document with the lesson in it and with that document's headers", async () => {
    await signedInLearner();
    const answer = await reply();
    expect(answer.headers.get("x-policy")).toBe("strict");
    const html = await answer.text();
    expect(html.startsWith(head)).toBe(true);
    expect(html).toMatch(
      /<div id="instant-lesson".*Read on\..*<div id="root" hidden .*<script type="module"/s,
    );
  });

  it("is the document without a lesson when the database cannot be read", async () => {
    await signedInLearner();
    const warned = vi.spyOn(console, "warn").mockReturnValue();
    const opened = vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("blocked", "UnknownError");
    });
    expect(await (await reply()).text()).toBe(await shell().text());
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
    opened.mockRestore();
  });

  it("is the document without a lesson when its pieces are missing or invalid", async () => {
    await signedInLearner();
    const warned = vi.spyOn(console, "warn").mockReturnValue();
    const offline = Promise.reject<Response>(new TypeError("Failed to fetch"));
    const notFound = Promise.resolve(new Response("Not found", { status: 404 }));
    const page = Promise.resolve(new Response("<p>Another page</p>"));
    for (const pieces of [offline, notFound, page])
      expect(await (await reply(pieces)).text()).toBe(await shell().text());
    expect(warned).toHaveBeenCalledTimes(2);
    warned.mockRestore();
  });

  it("is the document without a lesson when its pieces belong to another build", async () => {
    await signedInLearner();
    const other = { ...lessonDocument, head: head.replace("index-1.css", "index-2.css") };
    const answer = await reply(Promise.resolve(Response.json(other)));
    expect(await answer.text()).toBe(await shell().text());
  });

  it("is the server's page when that is not the player's document", async () => {
    await signedInLearner();
    for (const page of [
      "<p>Sign in to the hotspot</p>",
      "<head><title>Hotspot</title></head><p>Sign in</p>",
    ]) {
      const answer = await lessonReply({
        shell: Promise.resolve(new Response(page)),
        pieces: Promise.resolve(Response.json(lessonDocument)),
        lessonId: "1",
        visited: VISITED,
      });
      expect(await answer.text()).toBe(page);
    }
  });

  it("sends the head before its pieces have been read", async () => {
    await signedInLearner();
    const { promise: pieces, resolve } = Promise.withResolvers<Response>();
    const reader = (await reply(pieces)).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(head);
    resolve(Response.json(lessonDocument));
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("Read on.");
  });

  it("is the document without a lesson when its pieces are incomplete", async () => {
    await signedInLearner();
    expectConsoleError(/could not be inserted into its document/);
    const { timers: _, ...other } = lessonDocument;
    const answer = await reply(Promise.resolve(Response.json(other)));
    expect(await answer.text()).toBe(await shell().text());
  });
});
