import { z } from "zod";
import { mailPaths } from "../../../../src/domain/mailPaths.ts";
import { paths, staffPaths } from "../../../../src/domain/paths.ts";
import { SITE } from "../../../../src/domain/site.ts";
import type { MailContent } from "../layout.ts";

export const staffInvitedData = z.object({ role: z.enum(["staff", "reviewer"]) });

/** Sent when an account gets a role. The auth server sends the link that sets a password, because only it can. */
export function staffInvitedMail(siteUrl: string, { role }: z.infer<typeof staffInvitedData>): MailContent {
  const purpose =
    role === "staff"
      ? "You can now use the staff console"
      : "You can now review capstones in the staff console";
  return {
    subject: `Your access to the staff console of ${SITE.name}`,
    blocks: [
      { kind: "text", text: "Hello," },
      { kind: "text", text: `${purpose} of ${SITE.name}. It takes three steps.` },
      {
        kind: "text",
        text: "1. If you do not have a password yet, choose one. A separate email has the link. If that link has expired, ask for another here:",
      },
      { kind: "link", label: "Choose a password", url: `${siteUrl}${mailPaths.forgottenPassword()}` },
      { kind: "text", text: "2. Set up a second factor, such as an authenticator app, in your account:" },
      { kind: "link", label: "Your account", url: `${siteUrl}${paths.account()}` },
      { kind: "text", text: "3. Open the console:" },
      { kind: "link", label: "Staff console", url: `${siteUrl}${staffPaths.start()}` },
    ],
  };
}
