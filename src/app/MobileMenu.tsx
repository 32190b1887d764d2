import { Link, NavLink } from "react-router-dom";
import { paths } from "../domain/paths.ts";
import { Drawer } from "../ui/Drawer.tsx";
import { AccountControls } from "./AccountControls.tsx";
import type { Account } from "./account.ts";
import { NAVIGATION } from "./navigation.ts";

const LINK =
  "flex min-h-12 items-center border-b border-line px-2 text-lg font-semibold aria-[current=page]:text-accent";

/** The header's items for narrow screens. It closes as soon as one is chosen. */
export function MobileMenu({
  open,
  onClose,
  account,
}: {
  open: boolean;
  onClose: () => void;
  account: Account;
}) {
  const signOut = () => {
    onClose();
    account.onSignOut();
  };
  return (
    <Drawer open={open} onClose={onClose} label="Menu">
      <nav aria-label="Main" className="flex flex-col">
        {NAVIGATION.map(({ to, label }) => (
          <NavLink key={to} to={to} end onClick={onClose} className={LINK}>
            {label}
          </NavLink>
        ))}
        <Link to={paths.landing()} onClick={onClose} className={LINK}>
          Back to Home
        </Link>
      </nav>
      <AccountControls account={{ ...account, onSignOut: signOut }} className="mt-6 flex-wrap px-2" />
    </Drawer>
  );
}
