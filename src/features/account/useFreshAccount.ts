import { useEffect, useState } from "react";
import { refreshAccount } from "../../platform/accountActions.ts";
import { useOnline } from "../../platform/useOnline.ts";

/**
 * Picks up account changes made elsewhere. Returns the new email address while it awaits confirmation, otherwise null.
 */
export function useFreshAccount(): string | null {
  const isOnline = useOnline();
  const [newEmail, setNewEmail] = useState<string | null>(null);
  // Synchronises with the server's record of the account.
  useEffect(() => {
    if (!isOnline) return;
    let isCurrent = true;
    refreshAccount().then(
      (account) => isCurrent && setNewEmail(account?.newEmail ?? null),
      (error: unknown) => console.info("The account could not be asked for", error),
    );
    return () => {
      isCurrent = false;
    };
  }, [isOnline]);
  return newEmail;
}
