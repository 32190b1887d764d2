import { ArrowLeft, Menu, X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Link, NavLink } from "react-router-dom";
import { paths, staffPaths } from "../../domain/paths.ts";
import { SITE } from "../../domain/site.ts";
import { readableEmail } from "../../domain/text/readableEmail.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { usePressOutside } from "../../ui/overlay/useModal.ts";
import { Mark } from "../../ui/pattern/Mark.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { NAVIGATION, WAY_BACK } from "./navigation.ts";
import { useStoredStaff } from "./useStoredEmail.ts";

const LINK =
  "-mb-px inline-flex min-h-12 items-center gap-1.5 border-b-2 border-transparent font-semibold hover:border-edge aria-[current=page]:border-accent aria-[current=page]:text-accent";

/** Brand and account, and the navigation links below them. On narrow screens, account and links are in a drawer. */
export function Header({ account, badge }: { account: Account; badge?: ReactNode }) {
  return (
    // Isolated, like the footer, so a change elsewhere on the page does not repaint it.
    <header className="isolate border-b border-line bg-paper">
      <div className="page flex flex-wrap items-center gap-x-2 gap-y-2 py-3 sm:gap-x-3">
        <Link
          to={paths.academy()}
          className="flex min-h-11 min-w-0 flex-1 basis-36 flex-wrap items-center gap-x-1.5 font-display text-lg leading-tight font-semibold min-[25rem]:gap-x-2.5 min-[25rem]:text-xl md:flex-initial md:basis-auto lg:text-2xl"
        >
          <Mark className="size-8 shrink-0 min-[25rem]:size-9 md:size-10" />
          <span translate="no" className="min-w-min flex-1 basis-24 md:flex-initial md:basis-auto">
            {SITE.name}
          </span>
        </Link>
        {badge}
        <AccountControls
          account={account}
          className="hidden min-w-0 flex-1 justify-end md:flex print:hidden"
        />
        <MobileMenu account={account} isNarrow={badge !== undefined} />
      </div>
      <nav aria-label="Main" className="hidden border-t border-line md:block print:hidden">
        <ul className="page flex flex-wrap gap-x-8">
          {NAVIGATION.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end className={LINK}>
                {label}
              </NavLink>
            </li>
          ))}
          <li className="ml-auto">
            <NavLink to={WAY_BACK.to} end className={LINK}>
              <ArrowLeft aria-hidden="true" className="size-4" />
              {WAY_BACK.label}
            </NavLink>
          </li>
        </ul>
      </nav>
    </header>
  );
}

const MENU_ID = "menu";
/** Opens the drawer without any script (HTML's invoker commands, which React's types do not know yet). */
const OPENS_MENU = { command: "show-modal", commandfor: MENU_ID };

const MENU_LINK =
  "flex min-h-13 items-center border-b border-line px-1 font-display text-xl aria-[current=page]:text-accent";

/**
 * The header's items for narrow screens, in a native modal dialog, so that the menu opens without our scripts. The
 * browser keeps the focus inside, closes the dialog on Escape and restores the focus.
 */
function MobileMenu({ account, isNarrow }: { account: Account; isNarrow: boolean }) {
  const menu = useRef<HTMLDialogElement>(null);
  usePressOutside(menu);
  const close = () => menu.current?.close();
  const openWhereCommandsAreUnknown = () => {
    if (!("command" in HTMLButtonElement.prototype)) menu.current?.showModal();
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        {...OPENS_MENU}
        onClick={openWhereCommandsAreUnknown}
        className="inline-flex min-h-11 items-center gap-2 rounded-card border border-edge px-3 font-semibold hover:bg-sunken md:hidden print:hidden"
      >
        <Menu aria-hidden="true" className="size-5" />
        {/* A small phone has no room for the word beside a badge. */}
        <span className={cx(isNarrow && "max-[25rem]:sr-only")}>Menu</span>
      </button>
      <dialog ref={menu} id={MENU_ID} aria-label="Menu" closedby="any" className="drawer">
        <div className="flex min-h-full flex-col p-4">
          <form method="dialog" className="flex justify-end">
            <button
              type="submit"
              aria-label="Close menu"
              className="grid size-11 place-items-center rounded-card hover:bg-sunken"
            >
              <X aria-hidden="true" className="size-6" />
            </button>
          </form>
          <nav aria-label="Main">
            <ul>
              {[...NAVIGATION, WAY_BACK].map(({ to, label }) => (
                <li key={to}>
                  <NavLink to={to} end onClick={close} className={MENU_LINK}>
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <AccountControls account={account} onChoose={close} className="mt-8 flex flex-wrap px-1" />
        </div>
      </dialog>
    </>
  );
}

type AccountControlsProps = { account: Account; onChoose?: () => void; className?: string };

/**
 * The signed-in user's email address, which links to the account, for staff the console, and Sign Out; or Sign In. A prerendered page is shown
 * before the user is known: both variants have the same height and are separate elements (hence the keys), so nothing
 * on the page moves.
 */
function AccountControls({ account, onChoose, className }: AccountControlsProps) {
  const isStaff = useStoredStaff();
  if (account.email === null) {
    return (
      <div key="signed-out" className={className}>
        <LinkButton to={account.signInPath ?? paths.auth()} variant="secondary" onClick={onChoose}>
          Sign In
        </LinkButton>
      </div>
    );
  }
  const email = readableEmail(account.email);
  const signOut = () => {
    onChoose?.();
    account.onSignOut();
  };
  return (
    <div key="signed-in" className={cx("items-center gap-4", className)}>
      <TextLink
        to={paths.account()}
        onClick={onChoose}
        aria-label={`Your account, ${email}`}
        translate="no"
        className="min-w-0 wrap-anywhere md:truncate"
      >
        {email}
      </TextLink>
      {isStaff && (
        <TextLink to={staffPaths.start()} onClick={onChoose} className="shrink-0">
          Console
        </TextLink>
      )}
      <Button variant="secondary" onClick={signOut} className="shrink-0">
        Sign Out
      </Button>
    </div>
  );
}

/**
 * The signed-in user according to the surrounding layout. A null email means that no one is signed in. Prerendered pages have
 * no `signInPath`, because one document can be shown at several addresses.
 */
export type Account = { email: string | null; onSignOut: () => void; signInPath?: string };
