import type { Call } from "../http/serve.ts";

/**
 * Writes the date of deletion into the account (null: none). Every device of the owner receives it with its next
 * session, without a further request.
 */
export async function markDeletion(call: Call, userId: string, dueAt: string | null): Promise<void> {
  const { error } = await call.admin.auth.admin.updateUserById(userId, {
    app_metadata: { deletion_due_at: dueAt },
  });
  if (error) throw error;
}
