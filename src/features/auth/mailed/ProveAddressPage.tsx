import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { ProofOutcome } from "../../../domain/address.ts";
import { mailPaths } from "../../../domain/mailPaths.ts";
import { paths } from "../../../domain/paths.ts";
import { readableEmail } from "../../../domain/text/readableEmail.ts";
import { useAuth } from "../../../platform/session/auth.tsx";
import { useSignInPath } from "../../../platform/session/useSignInPath.ts";
import { syncNow } from "../../../sync/syncOnDemand.ts";
import { Button } from "../../../ui/Button.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { focusMain } from "../../../ui/page/focusMain.ts";
import { useFragmentOnce } from "../../../ui/page/useFragmentOnce.ts";
import { Spinner } from "../../../ui/Spinner.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { AuthFrame, LinkMissing, LinkQuestion } from "../AuthFrame.tsx";
import { NewPasswordForm } from "../NewPasswordForm.tsx";
import { proveAddress } from "./api.ts";

const OFFLINE = "You are offline. You need a connection to confirm your address.";
const BROKEN = "That did not work. Please try again in a moment.";

const RESULTS: Record<ProofOutcome, { title: string; text: string }> = {
  claimed: {
    title: "The account is now yours",
    text: "Your address is confirmed and your new password is set. What you bought with this address is in the account. Sign in with the new password.",
  },
  confirmed: {
    title: "Your address is confirmed",
    text: "What you bought with this address is in your account.",
  },
  owned: {
    title: "Your course is in your account",
    text: "Your address had already been confirmed, so your password has not changed. Sign in with it. If you do not know it, choose a new one on the sign-in page.",
  },
};

/** The texts for someone who opened an invitation to a team, and perhaps has bought nothing. */
const INVITED: Record<ProofOutcome, string> = {
  claimed: "Your address is confirmed and your password is set. Sign in with it to see the invitation.",
  confirmed: "Next, see the invitation: nothing is used until you take the place.",
  owned:
    "Your address had already been confirmed, so your password has not changed. Sign in with it to see the invitation. If you do not know it, choose a new one on the sign-in page.",
};

/** The email with an invitation leads on to it. */
const useIsInvited = () => useSearchParams()[0].get("next") === paths.invitation();

/**
 * Opened by the links in emails that verify an address. Opening it changes nothing; pressing the button does. A
 * signed-in user confirms the address; anyone else chooses a new password and takes over the account.
 */
export default function ProveAddressPage() {
  const key = useFragmentOnce().replace(/^#/, "");
  const { state } = useAuth();
  const [outcome, setOutcome] = useState<ProofOutcome | "spent" | null>(null);
  const [isTakingOver, setIsTakingOver] = useState(false);
  const isSignedIn = state.status === "signedIn";
  if (key === "")
    return (
      <LinkMissing>
        <NewEmail />
      </LinkMissing>
    );
  if (outcome === "spent") return <LinkSpent />;
  if (outcome) return <Result outcome={outcome} isSignedIn={isSignedIn && outcome !== "claimed"} />;
  if (state.status === "loading") return <Spinner label="Loading…" />;

  /** Resolves to null on success, otherwise to the message to show. */
  const prove = async (password?: string) => {
    const reply = await proveAddress(key, password);
    if (reply.ok) {
      // Pulls the enrolment before the learner opens the course.
      if (isSignedIn) await syncNow();
      setOutcome(reply.data.outcome);
    } else if (reply.code === "not_found") setOutcome("spent");
    else return reply.message ?? (reply.kind === "offline" ? OFFLINE : BROKEN);
    return null;
  };
  if (state.status === "signedOut" || isTakingOver) return <ClaimAccountForm onSubmit={prove} />;
  return (
    <LinkQuestion
      title="Is this account yours?"
      text={`You are signed in as ${readableEmail(state.identity.email)}. If you created this account yourself, confirm its address: nothing else will change.`}
      answer="Confirm my email address"
      onAnswer={() => prove()}
    >
      <p>
        If you did not create the account, or cannot confirm it here, choose a new password. Everyone else
        will then be signed out, and any existing second factor will be removed.
      </p>
      <Button variant="secondary" className="self-start" onClick={() => setIsTakingOver(true)}>
        Choose a new password instead
      </Button>
    </LinkQuestion>
  );
}

function LinkSpent() {
  return (
    <AuthFrame
      title="This link no longer works"
      intro={
        <p>
          Each link can be used once and expires after 30 days. If you have just used it, sign in. If you have
          not, open it from the email again, or get a new email at the address to which it was sent.
        </p>
      }
    >
      <LinkButton to={paths.auth()} className="self-start">
        Sign in
      </LinkButton>
      <NewEmail />
    </AuthFrame>
  );
}

function NewEmail() {
  return (
    <LinkButton to={mailPaths.forgottenPassword()} variant="secondary" className="self-start">
      Get a new email
    </LinkButton>
  );
}

function Result({ outcome, isSignedIn }: { outcome: ProofOutcome; isSignedIn: boolean }) {
  const { title, text } = RESULTS[outcome];
  const signInPath = useSignInPath();
  const isInvited = useIsInvited();
  useEffect(() => focusMain(), []);
  return (
    <AuthFrame title={title} intro={<p role="status">{isInvited ? INVITED[outcome] : text}</p>}>
      <LinkButton
        to={isSignedIn ? (isInvited ? paths.invitation() : paths.dashboard()) : signInPath}
        className="self-start"
      >
        {!isSignedIn ? "Sign in" : isInvited ? "See your invitation" : "Go to My Learning"}
      </LinkButton>
    </AuthFrame>
  );
}

type ClaimAccountFormProps = {
  /** Resolves to null on success, otherwise to the message to show. */
  onSubmit: (password: string) => Promise<string | null>;
};

/** The form with which the owner of an email address takes over an account that someone else created with it. */
function ClaimAccountForm({ onSubmit }: ClaimAccountFormProps) {
  const isInvited = useIsInvited();
  const signInPath = useSignInPath();
  return (
    <AuthFrame
      title="Confirm your email address"
      intro={
        <p>
          <span>You opened the link in our email, so the address is yours. </span>
          <span>
            {isInvited
              ? "Choose a password for your account with this address, then sign in to see the invitation. If you have no account yet, this creates one. "
              : "Choose a new password for the account with this address, and any course waiting for you will be added to it. "}
          </span>
          <span>
            Everyone who is signed in to the account will be signed out, and any existing second factor will
            be removed.
          </span>
        </p>
      }
    >
      <NewPasswordForm
        hint="At least 6 characters."
        action="Confirm and set the password"
        busyAction="Confirming…"
        save={onSubmit}
      />
      {isInvited && (
        <p>
          Do you have an account with this address? <TextLink to={signInPath}>Sign in instead</TextLink>
        </p>
      )}
    </AuthFrame>
  );
}
