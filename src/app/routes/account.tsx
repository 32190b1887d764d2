import { AccountPage } from "../../features/account/AccountPage.tsx";
import { SignedIn } from "../SignedIn.tsx";

export function Component() {
  return <SignedIn opening="Opening your account…">{({ email }) => <AccountPage email={email} />}</SignedIn>;
}
