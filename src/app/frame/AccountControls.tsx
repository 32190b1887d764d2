import { paths } from "../../domain/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import type { Account } from "./account.ts";

type Props = { account: Account; onChoose?: () => void; className?: string };

/**
 * The signed-in person's e-mail, which leads to the account, and Sign Out, or Sign In. Who is here is known only after a prerendered page has been
 * shown: both are equally high and not one element that changes (hence the keys), so nothing on the page moves.
 */
export function AccountControls({ account, onChoose, className }: Props) {
  if (account.email === null) {
    return (
      <div key="nobody" className={className}>
        <LinkButton to={paths.auth()} variant="secondary" onClick={onChoose}>
          Sign In
        </LinkButton>
      </div>
    );
  }
  const signOut = () => {
    onChoose?.();
    account.onSignOut();
  };
  return (
    <div key="somebody" className={cx("items-center gap-4", className)}>
      <TextLink
        to={paths.account()}
        onClick={onChoose}
        aria-label={`Your account, ${account.email}`}
        className="min-w-0 wrap-anywhere md:truncate"
      >
        {account.email}
      </TextLink>
      <Button variant="secondary" onClick={signOut} className="shrink-0">
        Sign Out
      </Button>
    </div>
  );
}
