import { type FormEvent, useState } from "react";
import { emailAddress } from "../../../domain/email.ts";
import {
  correctOrderEmailReplySchema,
  correctOrderEmailRequestSchema,
  resendCredentialsReplySchema,
} from "../../../domain/sales/checkout.ts";
import { readableEmail } from "../../../domain/text/readableEmail.ts";
import { callFunction } from "../../../platform/functions.ts";
import { useFacts } from "../../../platform/providerFacts.ts";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import type { CallFunction } from "../checkoutCall.ts";
import { claimTokenOf } from "../order/claim.ts";
import type { Bought } from "./verifyPayment.ts";

type Props = { sessionId: string; bought: Bought; onCorrected: (email: string) => void };

/** What a guest may need after the payment, folded. Only the browser that placed the order can change the address. */
export function GuestHelp({ sessionId, bought, onCorrected }: Props) {
  const [claimToken] = useState(() => claimTokenOf(sessionId));
  return (
    <section aria-label="If something is not as expected" className="border-t border-line">
      <Disclosure summary="The email has not arrived">
        {claimToken ? <ResendCredentials claimToken={claimToken} /> : <OtherBrowser />}
      </Disclosure>
      <Disclosure summary="The address is wrong">
        {claimToken ? (
          <CorrectEmail claimToken={claimToken} bought={bought} onCorrected={onCorrected} />
        ) : (
          <OtherBrowser />
        )}
      </Disclosure>
      <Disclosure summary="I already have an account">
        <p>
          Then the email has no password: it asks you to sign in as usual, or to open a link and confirm that
          the address is yours. The {bought} is then added to your account.
        </p>
      </Disclosure>
      <Disclosure summary="I have paid twice">
        <p>
          {bought === "team"
            ? "Then you have bought places twice. Please write to us if you do not need them, and we refund them."
            : "If both payments were made with the same email address, we refund the second by ourselves and email you. Otherwise, please write to us."}
        </p>
      </Disclosure>
    </section>
  );
}

function OtherBrowser() {
  const { supportEmail } = useFacts();
  return (
    <p>
      In the browser you ordered with, you can have the email sent again or correct your address here.
      Otherwise, please write to{" "}
      <a href={`mailto:${supportEmail}`} translate="no" className="text-link">
        {supportEmail}
      </a>
      .
    </p>
  );
}

function ResendCredentials({ claimToken }: { claimToken: string }) {
  const { state, act } = useClaim("resend-credentials", claimToken);
  return (
    <div className="flex flex-col items-start gap-3">
      <p>If the address is right, check your junk folder first. We can send the email once more.</p>
      {state.status !== "done" && (
        <Button variant="secondary" busy={state.status === "busy"} onClick={() => act()}>
          {state.status === "busy" ? "Sending..." : "Send the email again"}
        </Button>
      )}
      <p role="status" className="font-semibold empty:hidden">
        {state.status === "done" && "It is on its way again. Use the most recent email."}
        {state.status === "failed" && <span className="text-danger">{state.message}</span>}
      </p>
    </div>
  );
}

/** Corrects a mistyped email address: the order and what it bought move to the new one. */
type CorrectEmailProps = { claimToken: string } & Omit<Props, "sessionId">;

function CorrectEmail({ claimToken, bought, onCorrected }: CorrectEmailProps) {
  const [email, setEmail] = useState("");
  const [fault, setFault] = useState<string | undefined>();
  const { state, act } = useClaim("correct-order-email", claimToken);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const result = correctOrderEmailRequestSchema.shape.email.safeParse(email);
    setFault(result.success ? undefined : result.error.issues[0]?.message);
    if (result.success && (await act(result.data))) onCorrected(result.data);
  };
  if (state.status === "done") {
    return (
      <p role="status" className="font-semibold">
        Corrected. Your sign-in details are on their way to{" "}
        <span translate="no">{readableEmail(emailAddress(email) ?? email)}</span>.
      </p>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-start gap-3">
      <Field
        label="The correct email address"
        hint={`Your ${bought} will move to this address. You can correct it once.`}
        error={state.status === "failed" ? state.message : fault}
        className="w-full max-w-md"
      >
        {(control) => (
          <TextInput
            {...control}
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" busy={state.status === "busy"}>
        {state.status === "busy" ? "Correcting..." : "Correct the address"}
      </Button>
    </form>
  );
}

const REPLIES = {
  "correct-order-email": correctOrderEmailReplySchema,
  "resend-credentials": resendCredentialsReplySchema,
};
type ClaimAction = keyof typeof REPLIES;
type ClaimState =
  | { status: "idle" }
  | { status: "busy" }
  | { status: "done" }
  | { status: "failed"; message: string };

const FALLBACK = "That did not work. Please try again in a moment, or write to us.";
const OFFLINE = "There is no connection. Please try again when you are online.";

/** Resolves to null on success, otherwise to the message for the buyer. */
async function actOnClaim(
  call: CallFunction,
  action: ClaimAction,
  body: { claimToken: string; email?: string },
): Promise<string | null> {
  const reply = await call(action, body, REPLIES[action]);
  if (!reply.ok) return reply.kind === "offline" ? OFFLINE : (reply.message ?? FALLBACK);
  return reply.data.success ? null : (reply.data.error ?? FALLBACK);
}

/** An action that the holder of the order's claim token can take once, before the first sign-in. */
function useClaim(action: ClaimAction, claimToken: string) {
  const [state, setState] = useState<ClaimState>({ status: "idle" });
  const act = async (email?: string): Promise<boolean> => {
    setState({ status: "busy" });
    const fault = await actOnClaim(callFunction, action, { claimToken, ...(email ? { email } : {}) });
    setState(fault === null ? { status: "done" } : { status: "failed", message: fault });
    return fault === null;
  };
  return { state, act };
}
