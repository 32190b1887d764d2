import type { ReactNode } from "react";
import { cx } from "../../ui/cx.ts";
import { Footer } from "./Footer.tsx";
import { type Account, Header } from "./Header.tsx";

type Props = {
  account: Account;
  /**
   * For pages whose content loads in steps: takes the full window height from the start, so that the footer does not
   * move.
   */
  fillsWindow?: boolean;
  /** Shown in the header, beside the account. */
  badge?: ReactNode;
  children: ReactNode;
};

/** Header, page and footer, the same for every page of the site. */
export function AcademyFrame({ account, fillsWindow = false, badge, children }: Props) {
  return (
    <>
      <Header account={account} badge={badge} />
      <main id="main" tabIndex={-1} className={cx("flex-1", fillsWindow && "min-h-dvh")}>
        {children}
      </main>
      <Footer signInPath={account.signInPath} />
    </>
  );
}
