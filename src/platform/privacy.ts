import { type DataExport, deleteReplySchema, exportReplySchema, keepReplySchema } from "../domain/privacy.ts";
import { refreshAccount } from "./accountActions.ts";
import { type CallResult, callFunction } from "./functions.ts";

/** Everything that the server holds of the signed-in person. */
export function exportMyData(): Promise<CallResult<DataExport>> {
  return callFunction("export-my-data", {}, exportReplySchema);
}

/** Has the account deleted in some days; `dueAt` is when. The stored session knows of it from then on. */
export async function requestDeletion(asked: {
  confirmation: string;
  keepCertificate: boolean;
}): Promise<CallResult<{ dueAt: string }>> {
  const reply = await callFunction("delete-my-account", asked, deleteReplySchema);
  if (reply.ok) await refreshAccount();
  return reply;
}

/** Undoes it as the signed-in person; also when there was nothing to undo any more. */
export async function keepAccount(): Promise<CallResult<{ kept: true }>> {
  const reply = await callFunction("keep-my-account", {}, keepReplySchema);
  const isUndone = reply.ok || reply.code === "not_found";
  if (isUndone) await refreshAccount();
  return isUndone ? { ok: true, data: { kept: true } } : reply;
}

/** Undoes it with the key of the mailed link, in any browser. */
export function keepAccountByKey(key: string): Promise<CallResult<{ kept: true }>> {
  return callFunction("keep-my-account", { key }, keepReplySchema);
}
