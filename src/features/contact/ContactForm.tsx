import { useEffect, useId, useRef, useState } from "react";
import { type ContactField, MAX_CHARACTERS } from "../../domain/contact.ts";
import { paths } from "../../domain/paths.ts";
import { useSeemsOffline } from "../../platform/device/offlineHint.ts";
import { useHydrated } from "../../platform/device/useHydrated.ts";
import { useFacts } from "../../platform/providerFacts.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/form/Field.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { type Faults, useContactForm } from "./useContactForm.ts";

/** Four fields and a button. It is part of the prerendered page and works once scripts have loaded. */
export function ContactForm({ labelledBy }: { labelledBy: string }) {
  const { formRef, faults, status, messageLength, edit, submit, startAgain } = useContactForm();
  const isHydrated = useHydrated();
  const isOffline = useSeemsOffline();
  const offlineId = useId();
  const isSending = status.kind === "sending";
  const button = useRef<HTMLButtonElement>(null);
  // A browser removes the focus from a button that is disabled.
  useEffect(() => {
    if (!isSending) return;
    return () => {
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    };
  }, [isSending]);

  return (
    <>
      {status.kind === "sent" && <Sent to={status.to} onAgain={startAgain} />}
      <form
        ref={formRef}
        noValidate
        hidden={status.kind === "sent"}
        aria-labelledby={labelledBy}
        onInput={edit}
        onSubmit={submit}
        className="flex flex-col gap-5"
      >
        <div className="hidden noscript:block">
          <Banner tone="highlight" title="Sending from this page needs JavaScript">
            Please write to <MailLink /> instead.
          </Banner>
        </div>
        <ContactFields faults={faults} messageLength={messageLength} isSending={isSending} />
        <Honeypot />
        {status.kind === "failed" && (
          <Banner tone="danger" title="Sending failed">
            {status.reason} Everything you typed is still here. Try again (it will arrive only once), or write
            to <MailLink />.
          </Banner>
        )}
        <div>
          <div role="status" id={offlineId}>
            {isOffline && (
              <Banner tone="highlight" title="You need a connection to send your message" className="mb-5">
                You seem to be offline. Everything you typed is kept in this tab, so you can try now or later.
              </Banner>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Button
              ref={button}
              // Without its script the form would put the message into the URL.
              type={isHydrated ? "submit" : "button"}
              size="large"
              className="noscript:hidden"
              busy={isSending}
              aria-describedby={isOffline ? offlineId : undefined}
            >
              {isSending ? "Sending..." : "Send Message"}
            </Button>
            <p className="min-w-0 flex-1 basis-56 text-base text-muted">
              We use your message to answer you. Our <TextLink to={paths.privacy()}>privacy policy</TextLink>{" "}
              says what we keep.
            </p>
          </div>
        </div>
      </form>
    </>
  );
}

/** Takes the place of the form, and its focus: what happens next, and when. */
function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  const { responseTime, officeHours } = useFacts();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="flex flex-col items-start gap-4">
      <h3 ref={title} tabIndex={-1} className="text-2xl outline-none">
        We have your message
      </h3>
      <p>
        A person reads it and answers by email to{" "}
        <strong translate="no" className="wrap-anywhere">
          {to}
        </strong>
        .
      </p>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {[
          ["Response time", responseTime],
          ["Office hours", officeHours],
        ].map(([name, value]) => (
          <div key={name}>
            <dt className="text-base text-muted">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted">
        You should also get an email from us that confirms it. If you do not find it, or the address is wrong,
        write to <MailLink />.
      </p>
      <Button variant="secondary" onClick={onAgain}>
        Write another message
      </Button>
    </div>
  );
}

/**
 * Visitors can type slightly more than the limit, so that the form shows an error instead of silently cutting off text.
 */
const ROOM = 10;

const roomFor = (field: ContactField) => ({
  name: field,
  maxLength: ROOM * MAX_CHARACTERS[field],
});

type FieldsProps = { faults: Faults; messageLength: number; isSending: boolean };

/** The four fields. While the message is being sent they are read-only. */
function ContactFields({ faults, messageLength, isSending }: FieldsProps) {
  const countId = useId();
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" error={faults.name}>
          {(control) => (
            <TextInput {...control} {...roomFor("name")} readOnly={isSending} autoComplete="name" />
          )}
        </Field>
        <Field label="Email" error={faults.email}>
          {(control) => (
            <TextInput
              {...control}
              {...roomFor("email")}
              readOnly={isSending}
              type="email"
              autoComplete="email"
            />
          )}
        </Field>
      </div>
      <Field label="Subject" error={faults.subject}>
        {(control) => (
          <TextInput {...control} {...roomFor("subject")} readOnly={isSending} autoComplete="off" />
        )}
      </Field>
      <Field label="Message" error={faults.message}>
        {(control) => (
          <>
            <TextArea
              {...control}
              {...roomFor("message")}
              aria-describedby={cx(control["aria-describedby"], countId)}
              readOnly={isSending}
              rows={9}
            />
            <MessageCount id={countId} count={messageLength} />
          </>
        )}
      </Field>
    </>
  );
}

const MAX = MAX_CHARACTERS.message;
/** From this length on, the count is also announced to screen readers. */
const NEARLY_FULL = MAX * 0.9;
const PAUSE_MS = 1_000;

/**
 * Shows how much of the allowed length has been used. It is updated on every keystroke, but announced only near the
 * limit and after a pause.
 */
function MessageCount({ id, count }: { id: string; count: number }) {
  const [announced, setAnnounced] = useState("");
  // An announcement on every keystroke would drown out the letters that are read back.
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(announcement(count)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return (
    <>
      <p
        id={id}
        className={cx(
          "self-end text-base tabular-nums",
          count > MAX ? "font-semibold text-danger" : "text-muted",
        )}
      >
        {`${count} / ${MAX} characters`}
      </p>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  );
}

function announcement(count: number): string {
  if (count > MAX) return `Characters over the limit: ${count - MAX}`;
  return count >= NEARLY_FULL ? `Characters left: ${MAX - count}` : "";
}

/** A hidden field that only bots fill in. send-contact-email discards messages that have it. */
function Honeypot() {
  return (
    <label hidden>
      Leave this field empty
      <input
        name="website"
        tabIndex={-1}
        autoComplete="off"
        // Keeps password managers from filling in the field.
        data-1p-ignore
        data-bwignore
        data-lpignore="true"
      />
    </label>
  );
}

/** The contact address, for visitors who prefer their own email program. */
export function MailLink({ className }: { className?: string }) {
  const { contactEmail } = useFacts();
  return (
    <a href={`mailto:${contactEmail}`} translate="no" className={cx("text-link wrap-anywhere", className)}>
      {contactEmail}
    </a>
  );
}
