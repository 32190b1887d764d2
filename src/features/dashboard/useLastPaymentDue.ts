import { useEffect } from "react";
import { useLearner } from "../../db/live.ts";
import { requireLearnerDb } from "../../db/store/active.ts";
import { readMeta, writeMeta } from "../../db/store/meta.ts";
import { lastPaymentDue } from "../../domain/sales/instalments.ts";
import { loadPurchases } from "../../platform/account/orders.ts";

/**
 * The due date of the payment for which the certificate waits, as an ISO time. `value` is null if it waits for none. Read
 * from this device, where each visit with a connection stores what the server says. Null while loading.
 */
export function useLastPaymentDue(): { value: string | null } | null {
  const stored = useLearner("lastPaymentDue", (db) => readMeta(db, "lastPaymentDue"), null);
  const isRead = stored !== null;
  // Not before the page, which does not wait for it.
  useEffect(() => {
    if (isRead) refresh().catch((error: unknown) => console.info("The payments could not be read", error));
  }, [isRead]);
  return stored;
}

async function refresh(): Promise<void> {
  const { db } = await requireLearnerDb();
  const known = await loadPurchases();
  if (!known.ok) return;
  const due = lastPaymentDue(known.data);
  await (due ? writeMeta(db, "lastPaymentDue", due) : db.meta.delete("lastPaymentDue"));
}
