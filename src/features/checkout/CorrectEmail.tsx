import { type FormEvent, useState } from "react";
import { correctOrderEmailRequestSchema } from "../../domain/checkout.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { useClaim } from "./useClaim.ts";

/** Corrects a mistyped email address: the order and its course move to the new one. */
export function CorrectEmail({ claimToken }: { claimToken: string }) {
  const [email, setEmail] = useState("");
  const [fault, setFault] = useState<string | undefined>();
  const { state, act } = useClaim("correct-order-email", claimToken);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const result = correctOrderEmailRequestSchema.shape.email.safeParse(email);
    setFault(result.success ? undefined : result.error.issues[0]?.message);
    if (result.success) void act(result.data);
  };
  if (state.status === "done") {
    return (
      <p role="status" className="font-semibold">
        Corrected. Your sign-in details are on their way to {email.trim()}.
      </p>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-start gap-3">
      <Field
        label="The correct email address"
        hint="Your course moves to this address. You can correct it once."
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
