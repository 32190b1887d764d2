import { unmistakableEmail } from "../../../domain/readableEmail.ts";
import { Action } from "../frame/Action.tsx";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { ask } from "./ask.ts";
import type { LearnerPage } from "./learnerSchemas.ts";
import { providerWords } from "./words.ts";

/** The email that helps this learner to sign in, or what fits instead. */
export function SignInMailAction({ page, onDone }: { page: LearnerPage; onDone: () => void }) {
  const { id, email, sign_in: signIn } = page;
  switch (signIn.mail) {
    case "reset":
      return (
        <Action title="Cannot sign in">
          <p>
            For a learner who has forgotten the password. This sends the same email as “Forgotten password?”
            on the sign-in page.
          </p>
          <ConfirmAction
            label="Send a password reset email"
            title="Send a password reset email?"
            sentence={`${unmistakableEmail(email)} receives a link for choosing a new password. The current password works until a new one is chosen. A learner can be sent at most three of these emails an hour.`}
            run={() => ask({ action: "send_mail", learnerId: id, mail: "reset" })}
            done="The email is on its way"
            onDone={onDone}
          />
        </Action>
      );
    case "confirm":
      return (
        <Action title="Cannot sign in">
          <p>
            Nobody has confirmed this address, so someone else may have created the account. The email
            contains a link with which the owner of the address takes over the account and chooses a password.
          </p>
          <ConfirmAction
            label="Send a confirmation email"
            title="Send the email that confirms the address?"
            sentence={`${unmistakableEmail(email)} receives a link. The person who opens it takes over this account, and everyone else is signed out of it.`}
            run={() => ask({ action: "send_mail", learnerId: id, mail: "confirm" })}
            done="The email is on its way"
            onDone={onDone}
          />
        </Action>
      );
    case "provider":
      return (
        <Action title="Cannot sign in">
          <p className="text-muted">
            This account has no password, so there is none to reset. Ask the learner to choose{" "}
            {providerWords(signIn.providers)} on the sign-in page.
          </p>
        </Action>
      );
    case "none":
      return (
        <Action title="Cannot sign in">
          <p className="text-muted">This account has no email address, so no email can be sent.</p>
        </Action>
      );
  }
}
