import { paths } from "../../domain/paths.ts";
import {
  type DataExport,
  deleteReplySchema,
  exportReplySchema,
  keepReplySchema,
} from "../../domain/privacy.ts";
import { billingPortalReplySchema, type PaperRequest } from "../../domain/sales/checkout.ts";
import { refreshAccount } from "../../platform/account/accountActions.ts";
import { type CallResult, callFunction } from "../../platform/functions.ts";

/** Exports everything that the server stores about the signed-in user. */
export function exportMyData(): Promise<CallResult<DataExport>> {
  return callFunction("export-my-data", {}, exportReplySchema);
}

/** Schedules the deletion of the account and updates the stored session. `dueAt` is the time of deletion. */
export async function requestDeletion(asked: {
  confirmation: string;
  keepCertificate: boolean;
}): Promise<CallResult<{ dueAt: string }>> {
  const reply = await callFunction("delete-my-account", asked, deleteReplySchema);
  if (reply.ok) await refreshAccount();
  return reply;
}

/** Cancels the deletion as the signed-in user. Also succeeds if none was scheduled. */
export async function keepAccount(): Promise<CallResult<{ kept: true }>> {
  const reply = await callFunction("keep-my-account", {}, keepReplySchema);
  const isUndone = reply.ok || reply.code === "not_found";
  if (isUndone) await refreshAccount();
  return isUndone ? { ok: true, data: { kept: true } } : reply;
}

/**
 * Requests the address of a paper at the payment provider or, without one, of the portal, which returns to the account page.
 */
export function openAtProvider(paper?: PaperRequest): Promise<CallResult<{ url: string }>> {
  return callFunction("billing-portal", { returnPath: paths.account(), paper }, billingPortalReplySchema);
}
