import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link, NavLink } from "react-router-dom";
import { paths } from "../../domain/paths.ts";
import { SITE } from "../../domain/site.ts";
import { Mark } from "../../ui/Mark.tsx";
import { AccountControls } from "./AccountControls.tsx";
import type { Account } from "./account.ts";
import { MobileMenu } from "./MobileMenu.tsx";
import { NAVIGATION, WAY_BACK } from "./navigation.ts";

const LINK =
  "-mb-px inline-flex min-h-12 items-center gap-1.5 border-b-2 border-transparent font-semibold hover:border-edge aria-[current=page]:border-accent aria-[current=page]:text-accent";

/** Brand and account, and below them the places; narrow screens have both in a drawer. */
export function Header({ account, badge }: { account: Account; badge?: ReactNode }) {
  return (
    // Set apart, as the footer is: a change elsewhere on the page does not paint it again.
    <header className="isolate border-b border-line bg-paper">
      <div className="page flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
        <Link
          to={paths.academy()}
          className="flex min-h-11 min-w-0 flex-1 basis-38 flex-wrap items-center gap-x-2.5 font-display text-xl leading-tight font-semibold md:flex-initial md:basis-auto lg:text-2xl"
        >
          <Mark className="size-9 shrink-0 md:size-10" />
          <span className="min-w-0 flex-1 basis-26 md:flex-initial md:basis-auto">{SITE.name}</span>
        </Link>
        {badge}
        <AccountControls
          account={account}
          className="hidden min-w-0 flex-1 justify-end md:flex print:hidden"
        />
        <MobileMenu account={account} />
      </div>
      <nav aria-label="Main" className="hidden border-t border-line md:block print:hidden">
        <ul className="page flex gap-x-8">
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
