import { expect, test } from "vitest";
import { underMediaLock } from "./mediaLock.ts";

test("a tab that is left releases the media lock, even if its download ignores that", async () => {
  const left = new AbortController();
  const started = Promise.withResolvers<void>();
  const downloading = underMediaLock(left.signal, () => {
    started.resolve();
    return new Promise(() => undefined);
  });
  await started.promise;
  const next = underMediaLock(new AbortController().signal, async () => "downloaded");
  left.abort();
  await expect(downloading).rejects.toMatchObject({ name: "AbortError" });
  expect(await next).toBe("downloaded");
});
