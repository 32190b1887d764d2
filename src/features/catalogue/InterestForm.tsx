import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "../../domain/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";

const NO_CONNECTION = "No connection. You need one for this, so please try again when you are online.";

type Props = { courseId: string; title: string };

/**
 * Asks for the address of someone who wants to know when a course opens. Nothing is sent before its owner has confirmed it
 * by email, and the answer is the same for every address.
 */
export function InterestForm({ courseId, title }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const fold = useRef<HTMLDetailsElement>(null);
  const { pathname, hash, key } = useLocation();
  const isLinked = pathname + hash === paths.interest(courseId);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is followed again
  useEffect(() => {
    if (!isLinked || !fold.current) return;
    fold.current.open = true;
    field.current?.focus({ preventScroll: true });
  }, [isLinked, key]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !field.current) return;
    setIsBusy(true);
    setFault(null);
    // Loaded on demand, because few visitors of the page need it.
    const outcome = await import("./askInterest.ts")
      .then(({ askInterest }) => askInterest(field.current?.value ?? "", courseId))
      .catch((error: unknown) => {
        console.warn("The form's submit module could not be loaded:", error);
        return { fault: NO_CONNECTION };
      });
    setIsBusy(false);
    if ("sentTo" in outcome) return setSentTo(outcome.sentTo);
    setFault(outcome.fault ?? NO_CONNECTION);
    field.current?.focus();
  };

  return (
    <Disclosure
      ref={fold}
      summary={
        <>
          Tell me when it opens <span className="sr-only">: {title}</span>
        </>
      }
      className="border-b-0! noscript:hidden"
    >
      {sentTo === null ? (
        <form noValidate onSubmit={submit} className="flex max-w-[36rem] flex-col items-start gap-3">
          <Field
            label="Your email address"
            hint="We first ask you by email whether the address is yours. Then we write once: when the course opens."
            error={fault ?? undefined}
            className="w-full"
          >
            {(control) => (
              <TextInput
                {...control}
                ref={field}
                type="email"
                autoComplete="email"
                maxLength={1000}
                readOnly={isBusy}
              />
            )}
          </Field>
          <Button type="submit" busy={isBusy}>
            {isBusy ? "Sending…" : "Tell me"}
          </Button>
        </form>
      ) : (
        <Sent to={sentTo} />
      )}
    </Disclosure>
  );
}

/** Takes the place of the form, and its focus. */
function Sent({ to }: { to: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Banner tone="done" title="Please check your email">
        <p>
          Unless{" "}
          <span translate="no" className="wrap-anywhere">
            {to}
          </span>{" "}
          is on the list already, an email with a link is on its way. Open it within 14 days: without it we
          send you nothing.
        </p>
      </Banner>
    </div>
  );
}
