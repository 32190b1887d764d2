import type { Admin } from "../database.ts";

/** Removes every second factor of an account, verified or not. Safe to repeat and to run twice at the same time. */
export async function removeFactors(admin: Admin, userId: string): Promise<void> {
  const { data, error } = await admin.auth.admin.mfa.listFactors({ userId });
  if (error) throw error;
  for (const { id } of data.factors) {
    const { error: refused } = await admin.auth.admin.mfa.deleteFactor({ userId, id });
    // Another request may have removed it first.
    if (refused && refused.code !== "mfa_factor_not_found") throw refused;
  }
}
