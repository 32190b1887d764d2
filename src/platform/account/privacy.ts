import {
  type DataExport,
  deleteReplySchema,
  exportReplySchema,
  keepReplySchema,
} from "../../domain/privacy.ts";
import { type CallResult, callFunction } from "../functions.ts";
import { refreshAccount } from "./accountActions.ts";

/** Exports everything that the server stores about the signed-in user. */
export function exportMyData(): Promise<CallResult<DataExport>> {
  return callFunction("export-my-data", {}, exportReplySchema);
}

/** Schedules the deletion of the account; `dueAt` is when. The stored session is then updated. */
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

/** Cancels the deletion with the key of the emailed link, in any browser. */
export function keepAccountByKey(key: string): Promise<CallResult<{ kept: true }>> {
  return callFunction("keep-my-account", { key }, keepReplySchema);
}
