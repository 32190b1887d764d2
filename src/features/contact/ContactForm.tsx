import { useEffect, useId, useRef } from "react";
import { paths } from "../../domain/paths.ts";
import { useHydrated } from "../../platform/useHydrated.ts";
import { useOnline } from "../../platform/useOnline.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
// Imported eagerly: a failure must be shown even when there is no connection to load the component.
import "../../ui/ToastList.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { ContactFields } from "./ContactFields.tsx";
import { Honeypot } from "./Honeypot.tsx";
import { MailLink } from "./MailLink.tsx";
import { useContactForm } from "./useContactForm.ts";

/** Four fields and a button. It is part of the prerendered page and works once scripts have loaded. */
export function ContactForm({ labelledBy }: { labelledBy: string }) {
  const { formRef, faults, status, messageLength, edit, submit } = useContactForm();
  const isHydrated = useHydrated();
  const isOnline = useOnline();
  const offlineId = useId();
  const isSending = status.kind === "sending";
  const button = useRef<HTMLButtonElement>(null);
  // Synchronises with the focus, which a browser removes from a button that is disabled.
  useEffect(() => {
    if (!isSending) return;
    return () => {
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    };
  }, [isSending]);

  return (
    <form
      ref={formRef}
      noValidate
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
      {status.kind === "failed" && isOnline && (
        <Banner tone="danger" title="Sending failed">
          {status.reason} Everything you typed is still here. Try again (it will arrive only once), or write
          to <MailLink />.
        </Banner>
      )}
      <div>
        <div role="status" id={offlineId}>
          {!isOnline && (
            <Banner tone="highlight" title="Sending needs a connection" className="mb-5">
              Everything you typed is kept in this tab. You can send it as soon as you are online again.
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
            disabled={!isOnline}
            aria-describedby={isOnline ? undefined : offlineId}
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
  );
}
