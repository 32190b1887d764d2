import type { ReactNode } from "react";
import type { Account } from "./account.ts";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";

/** Header, page and footer, the same for every page of the site. */
export function AcademyFrame({ account, children }: { account: Account; children: ReactNode }) {
  return (
    <>
      <Header account={account} />
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <Footer account={account} />
    </>
  );
}
