import { useLocation } from "react-router-dom";
import { mailPaths } from "../../domain/mailPaths.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { Component as NotFoundPage } from "../NotFoundPage.tsx";
import { titled } from "../page.ts";

const PAGES = {
  [mailPaths.newPassword()]: {
    title: "Choose a new password",
    Page: lazyPart(() => import("../../features/auth/NewPasswordPage.tsx")),
  },
  [mailPaths.forgottenPassword()]: {
    title: "Forgot your password?",
    Page: lazyPart(() => import("../../features/auth/ForgottenPasswordPage.tsx")),
  },
  [mailPaths.resetPassword()]: {
    title: "Choose a new password",
    Page: lazyPart(() => import("../../features/auth/ResetPasswordPage.tsx")),
  },
  [mailPaths.emailChange()]: {
    title: "Your email address",
    Page: lazyPart(() => import("../../features/auth/EmailChangePage.tsx")),
  },
  [mailPaths.proveAddress()]: {
    title: "Confirm your email address",
    Page: lazyPart(() => import("../../features/auth/ProveAddressPage.tsx")),
  },
  [mailPaths.keepAccount()]: {
    title: "Keep your account",
    Page: lazyPart(() => import("../../features/auth/KeepAccountPage.tsx")),
  },
  [mailPaths.providerReturn()]: {
    title: "Signing in",
    Page: lazyPart(() => import("../../features/auth/ProviderReturnPage.tsx")),
  },
};

/** One entry of the route table for all pages that mails lead to, or that send them: it loads with every public page. */
export const handle = titled(({ params }) => PAGES[`/auth/${params.mail}`]?.title ?? "Page not found");

export function Component() {
  const known = PAGES[useLocation().pathname];
  return known ? <known.Page /> : <NotFoundPage />;
}
