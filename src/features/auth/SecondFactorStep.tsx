import { type FormEvent, useEffect, useState } from "react";
import { plainCode } from "../../domain/text/typedText.ts";
import type { AuthOutcome, Challenge, Factor } from "../../platform/session/authTypes.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { focusMain } from "../../ui/page/focusMain.ts";
import { AuthFrame } from "./AuthFrame.tsx";

type Props = { challenge: Challenge; onPassed: () => void; onCancel?: () => void };
type Way = Factor | "recovery";

const TITLES: Record<Factor["kind"], string> = {
  totp: "Enter the code from your app",
  phone: "Enter the code from your phone",
  webauthn: "Use your passkey",
};

/** Asks for one of the account's second factors, or a recovery code, after the correct password. */
export default function SecondFactorStep({ challenge, onPassed, onCancel }: Props) {
  const [way, setWay] = useState<Way>(challenge.factors[0] ?? "recovery");
  useEffect(() => focusMain(), []);
  const choose = (next: Way) => {
    setWay(next);
    focusMain();
  };
  const others = challenge.factors.filter((each) => each !== way);
  return (
    <AuthFrame
      title={way === "recovery" ? "Use a recovery code" : TITLES[way.kind]}
      intro={
        <p className="text-muted">
          {way === "recovery"
            ? "Enter one of the ten codes that you saved. Using it removes all your second factors, so set up a new one afterwards."
            : `Confirm with your second factor${way.name && `: ${way.name}`}.`}
        </p>
      }
    >
      <WayForm key={way === "recovery" ? way : way.id} way={way} challenge={challenge} onPassed={onPassed} />
      <div className="flex flex-wrap items-center gap-x-2 border-t border-line pt-4">
        {others.map((each) => (
          <Button key={each.id} variant="quiet" onClick={() => choose(each)}>
            {each.name ? `${TITLES[each.kind]} (${each.name})` : TITLES[each.kind]}
          </Button>
        ))}
        {way !== "recovery" && (
          <Button variant="quiet" onClick={() => choose("recovery")}>
            Use a recovery code
          </Button>
        )}
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Back
          </Button>
        )}
      </div>
    </AuthFrame>
  );
}

function WayForm({ way, challenge, onPassed }: { way: Way } & Pick<Props, "challenge" | "onPassed">) {
  const [code, setCode] = useState("");
  const [isSent, setIsSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (act: () => Promise<AuthOutcome>, then: () => void) => {
    setIsBusy(true);
    setFailure(null);
    const outcome = await act();
    setIsBusy(false);
    if (outcome.ok) then();
    else setFailure(outcome.message);
  };
  const pass = () => {
    if (way === "recovery") return challenge.passByRecoveryCode(code);
    if (way.kind === "webauthn") return challenge.passByPasskey(way.id);
    return challenge.passByCode(way.id, code);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (way !== "recovery" && way.kind === "phone" && !isSent) {
      void run(
        () => challenge.sendCode(way.id),
        () => setIsSent(true),
      );
    } else void run(pass, onPassed);
  };
  const isPhone = way !== "recovery" && way.kind === "phone";
  const asksForCode = way === "recovery" || way.kind === "totp" || (isPhone && isSent);
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {failure && <Banner tone="danger" role="alert" title={failure} />}
      {asksForCode && (
        <Field label={way === "recovery" ? "Recovery code" : "Code"}>
          {(control) => (
            <TextInput
              {...control}
              value={code}
              onChange={(event) => setCode(event.target.value)}
              autoComplete={way === "recovery" ? "off" : "one-time-code"}
              inputMode={way === "recovery" ? "text" : "numeric"}
              autoCapitalize="characters"
              spellCheck={false}
            />
          )}
        </Field>
      )}
      <Button type="submit" size="large" busy={isBusy} disabled={asksForCode && plainCode(code) === ""}>
        {isPhone && !isSent ? "Send me a code" : "Continue"}
      </Button>
    </form>
  );
}
