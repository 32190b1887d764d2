import { Menu, X } from "lucide-react";
import { useRef } from "react";
import { NavLink } from "react-router-dom";
import { usePressOutside } from "../../ui/useModal.ts";
import { AccountControls } from "./AccountControls.tsx";
import type { Account } from "./account.ts";
import { NAVIGATION, WAY_BACK } from "./navigation.ts";

const MENU_ID = "menu";
/** Opens the drawer without any script (HTML's invoker commands, which React's types do not know yet). */
const OPENS_MENU = { command: "show-modal", commandfor: MENU_ID };

const LINK =
  "flex min-h-13 items-center border-b border-line px-1 font-display text-xl aria-[current=page]:text-accent";

/**
 * The header's items for narrow screens: a native modal dialog, so that the menu opens before and without our
 * script. The browser keeps the focus inside, closes on Escape and gives the focus back.
 */
export function MobileMenu({ account }: { account: Account }) {
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
        Menu
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
                  <NavLink to={to} end onClick={close} className={LINK}>
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
