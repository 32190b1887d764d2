import { AccountPage } from "../../features/account/AccountPage.tsx";
import { SignedIn } from "../SignedIn.tsx";
import { StepUp } from "../StepUp.tsx";

export function Component() {
  return (
    <SignedIn opening="Opening your account…">
      {(identity) => (
        <StepUp>
          <AccountPage identity={identity} />
        </StepUp>
      )}
    </SignedIn>
  );
}
