import { InvitationPage } from "../../features/team/InvitationPage.tsx";
import { SignedIn } from "../member/SignedIn.tsx";
import { titled } from "../page.ts";

export const handle = titled("Your invitation");

export function Component() {
  return (
    <SignedIn opening="Opening your invitation…">
      {(identity) => <InvitationPage identity={identity} />}
    </SignedIn>
  );
}
