import { ArrowLeft, Menu } from "lucide-react";
import { useState } from "react";
import { Link, NavLink } from "react-router-dom";
import { paths } from "../domain/paths.ts";
import { SITE } from "../domain/site.ts";
import { Mark } from "../ui/Mark.tsx";
import { AccountControls } from "./AccountControls.tsx";
import type { Account } from "./account.ts";
import { MobileMenu } from "./MobileMenu.tsx";
import { NAVIGATION } from "./navigation.ts";

const LINK =
  "inline-flex min-h-11 items-center gap-1.5 border-b-2 border-transparent px-1 font-semibold hover:border-line aria-[current=page]:border-accent";

export function Header({ account }: { account: Account }) {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  return (
    <header className="border-b border-line bg-paper">
      <div className="page flex min-h-18 flex-wrap items-center justify-between gap-x-3 gap-y-1 lg:gap-x-6 py-2">
        <Link
          to={paths.academy()}
          className="flex min-h-11 min-w-0 grow basis-32 items-center lg:grow-0 lg:basis-auto gap-3 font-display text-xl leading-tight font-semibold"
        >
          <Mark className="size-10 shrink-0" />
          {SITE.name}
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-6 lg:flex">
          {NAVIGATION.map(({ to, label }) => (
            <NavLink key={to} to={to} end className={LINK}>
              {label}
            </NavLink>
          ))}
          <Link to={paths.landing()} className={LINK}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            Back to Home
          </Link>
          <AccountControls account={account} className="ml-2 border-l border-line pl-6" />
        </nav>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={isMenuOpen}
          onClick={() => setIsMenuOpen(true)}
          className="inline-flex min-h-11 items-center gap-2 rounded-card px-2 font-semibold hover:bg-sunken lg:hidden"
        >
          <Menu aria-hidden="true" className="size-6" />
          Menu
        </button>
      </div>
      <MobileMenu open={isMenuOpen} onClose={() => setIsMenuOpen(false)} account={account} />
    </header>
  );
}
