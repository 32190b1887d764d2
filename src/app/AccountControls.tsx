import { paths } from "../domain/paths.ts";
import { Button } from "../ui/Button.tsx";
import { cx } from "../ui/cx.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import type { Account } from "./account.ts";

/** The signed-in person's e-mail and Sign Out, or Sign In. */
export function AccountControls({ account, className }: { account: Account; className?: string }) {
  if (account.email === null) {
    return (
      <div className={className}>
        <LinkButton to={paths.auth()} variant="secondary">
          Sign In
        </LinkButton>
      </div>
    );
  }
  return (
    <div className={cx("flex items-center gap-4", className)}>
      <span className="max-w-56 truncate text-muted" title={account.email}>
        {account.email}
      </span>
      <Button variant="secondary" onClick={account.onSignOut}>
        Sign Out
      </Button>
    </div>
  );
}
