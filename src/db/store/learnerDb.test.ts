import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { requireUserId } from "../../domain/ids.ts";
import { connectLearnerDb } from "./learnerDb.ts";
import { storeTrouble } from "./storeTrouble.ts";

test("a tab whose database upgrade is blocked by an older tab reports this until the older tab closes its connection", async () => {
  const userId = requireUserId(randomUUID());
  const older = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`academy-${userId}`, 1);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

  const opening = connectLearnerDb(userId).open();
  await vi.waitFor(() => expect(storeTrouble()).toBe("blockedByOtherTab"));
  older.close();
  await opening;
  expect(storeTrouble()).toBe("none");
});
