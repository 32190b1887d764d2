import type { ComponentType } from "react";
import { mailPaths } from "../domain/mailPaths.ts";

/** A page of `/auth/:mail`, with the same columns as in pages.ts. */
type MailPageRow = {
  path: string;
  title: string;
  load: () => Promise<{ default: ComponentType }>;
};

/**
 * The pages that an email links to, and those that send one. In the page table (pages.ts) they share one row, whose
 * module loads this list: separate rows would cost every visitor to a public page some bytes. Node imports this file
 * without a build step.
 */
export const MAIL_PAGES: readonly MailPageRow[] = [
  {
    path: mailPaths.newPassword(),
    title: "Choose a new password",
    load: () => import("../features/auth/NewPasswordPage.tsx"),
  },
  {
    path: mailPaths.forgottenPassword(),
    title: "Forgot your password?",
    load: () => import("../features/auth/mailed/ForgottenPasswordPage.tsx"),
  },
  {
    path: mailPaths.resetPassword(),
    title: "Choose a new password",
    load: () => import("../features/auth/mailed/ResetPasswordPage.tsx"),
  },
  {
    path: mailPaths.emailChange(),
    title: "Your email address",
    load: () => import("../features/auth/mailed/EmailChangePage.tsx"),
  },
  {
    path: mailPaths.proveAddress(),
    title: "Confirm your email address",
    load: () => import("../features/auth/mailed/ProveAddressPage.tsx"),
  },
  {
    path: mailPaths.keepAccount(),
    title: "Keep your account",
    load: () => import("../features/auth/mailed/KeepAccountPage.tsx"),
  },
  {
    path: mailPaths.studentId(),
    title: "Your student ID",
    load: () => import("../features/checkout/refused/RefusedStudentIdPage.tsx"),
  },
  {
    path: mailPaths.reminder(),
    title: "Your study plan",
    load: () => import("../features/auth/mailed/ReminderPage.tsx"),
  },
  {
    path: mailPaths.courseInterest(),
    title: "When the course opens",
    load: () => import("../features/auth/mailed/InterestPage.tsx"),
  },
  {
    path: mailPaths.providerReturn(),
    title: "Signing in",
    load: () => import("../features/auth/ProviderReturnPage.tsx"),
  },
];
