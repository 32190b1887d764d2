import { Link } from "react-router-dom";
import { paths } from "../domain/paths.ts";
import { SITE } from "../domain/site.ts";
import { ThreadPattern } from "../ui/ThreadPattern.tsx";
import type { Account } from "./account.ts";
import { NAVIGATION } from "./navigation.ts";

const LINK = "inline-flex min-h-11 items-center hover:underline underline-offset-4";

/** Links only to what exists. */
export function Footer({ account }: { account: Account }) {
  return (
    <footer className="mt-16 border-t border-line bg-sunken">
      <ThreadPattern seed="footer" lanes={3} steps={40} className="block h-10 w-full opacity-70" />
      <div className="page grid gap-x-12 gap-y-6 py-10 md:grid-cols-[2fr_1fr_1fr]">
        <div className="max-w-prose">
          <p className="font-display text-xl font-semibold">{SITE.name}</p>
          <p className="mt-2 text-muted">{SITE.description}</p>
          <p className="mt-4">
            <a href={`mailto:${SITE.supportEmail}`} className="text-link wrap-anywhere">
              {SITE.supportEmail}
            </a>
          </p>
        </div>
        <nav aria-label="Footer" className="contents">
          <ul>
            {NAVIGATION.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={LINK}>
                  {label}
                </Link>
              </li>
            ))}
            {account.email === null && (
              <li>
                <Link to={paths.auth()} className={LINK}>
                  Sign In
                </Link>
              </li>
            )}
          </ul>
          <ul>
            <li>
              <Link to={paths.privacy()} className={LINK}>
                Privacy Policy
              </Link>
            </li>
            <li>
              <Link to={paths.terms()} className={LINK}>
                Terms of Service
              </Link>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}
