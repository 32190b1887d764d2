import type { Call } from "../http/serve.ts";

/**
 * Writes into the account when it is to be deleted (null: never), where every device of its owner finds it with the next
 * session, without asking for it.
 */
export async function markDeletion(call: Call, userId: string, dueAt: string | null): Promise<void> {
  const { error } = await call.admin.auth.admin.updateUserById(userId, {
    app_metadata: { deletion_due_at: dueAt },
  });
  if (error) throw error;
}
