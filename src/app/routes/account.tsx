import { AccountPage } from "../../features/account/AccountPage.tsx";
import { SignedIn } from "../SignedIn.tsx";

export function Component() {
  return (
    <SignedIn opening="Opening your account…">{(identity) => <AccountPage identity={identity} />}</SignedIn>
  );
}
