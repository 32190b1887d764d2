/**
 * Paths opened from emails or by external sign-in providers. Separate from the other paths, which load with every
 * public page, because few visitors need these.
 */
export const mailPaths = {
  /** Replaces an emailed temporary password. */
  newPassword: () => "/auth/new-password",
  /** Requests a password-reset email. */
  forgottenPassword: () => "/auth/forgotten-password",
  /** Opened by the link in that email. */
  resetPassword: () => "/auth/reset-password",
  /** Opened by the links in both confirmation emails of an email change. */
  emailChange: () => "/auth/email-change",
  /** Opened by the links in emails that verify an address; the key is in the fragment. `next` is the page to open then. */
  proveAddress: (next?: string) => `/auth/your-address${next ? `?${new URLSearchParams({ next })}` : ""}`,
  /** Opened by the link in the deletion email; the key is in the fragment. */
  keepAccount: () => "/auth/keep-account",
  /** Opened by the links in emails about a refused student ID; the key is in the fragment. */
  studentId: () => "/auth/student-id",
  /** Turns reminders off, with a key (emails) or a step (notifications) in the fragment. */
  reminder: () => "/auth/reminder",
  /** Opened by the link in the email to an address that wants to know when a course opens; the key is in the fragment. */
  courseInterest: () => "/auth/course-news",
  /** Google and GitHub redirect here. */
  providerReturn: () => "/auth/callback",
} as const;
