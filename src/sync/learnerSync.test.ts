import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { memoryCaches } from "../../tests/support/memoryCaches.ts";
import { publishedLesson, serving } from "../../tests/support/publishedLessons.ts";
import { learnerDb } from "../db/learnerDb.ts";
import { requireUserId } from "../domain/ids.ts";
import { syncLearner } from "./learnerSync.ts";

afterEach(() => vi.unstubAllGlobals());

test("a text does not wait for a video that takes its time", async () => {
  const userId = requireUserId(randomUUID());
  const session = { access_token: "token", refresh_token: "next", expires_at: 4e9, user: { id: userId } };
  const film = {
    src: "/media/lesson-1-welcome-0a.webm",
    type: "video/webm" as const,
    bytes: 10,
    hash: "0".repeat(64),
    captions: "/media/lesson-1-welcome-0b.vtt",
  };
  const published = [publishedLesson("1", 1, "Check first.", film)];
  const onItsWay = Promise.withResolvers<void>();
  vi.stubGlobal("caches", memoryCaches().caches);
  vi.stubGlobal("location", { origin: "https://academy.example" });
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(session), setItem() {}, removeItem() {} });
  vi.stubGlobal("navigator", { onLine: true, locks: navigator.locks });
  vi.stubGlobal("fetch", async (address: string) => {
    if (address.startsWith("/media/")) {
      onItsWay.resolve();
      return new Promise(() => undefined);
    }
    const answer = address.includes("/lessons?") ? await serving(published, [])(address) : null;
    return Response.json(answer?.status === "json" ? answer.body : []);
  });

  const sync = syncLearner(userId);
  await sync.kick("now", "always");
  await onItsWay.promise;
  published.push(publishedLesson("2"));
  await sync.kick("now", "always");
  expect(await learnerDb(userId).lessons.toCollection().primaryKeys()).toEqual(["1", "2"]);
  sync.stop();
});
