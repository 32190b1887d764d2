import type { Call } from "../http/serve.ts";

/**
 * Writes the deletion date to the account; null clears it. Each of the owner's devices receives the date when it next
 * refreshes its session, without an extra request.
 */
export async function markDeletion(call: Call, userId: string, dueAt: string | null): Promise<void> {
  const { error } = await call.admin.auth.admin.updateUserById(userId, {
    app_metadata: { deletion_due_at: dueAt },
  });
  if (error) throw error;
}
