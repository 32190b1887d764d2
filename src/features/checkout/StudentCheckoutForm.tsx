import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { type FieldErrors, useForm } from "react-hook-form";
import { type StudentForm, studentFormSchema } from "../../domain/checkout.ts";
import { formatPence, type PriceBreakdown } from "../../domain/pricing.ts";
import type { Identity } from "../../platform/auth.tsx";
import { useOnline } from "../../platform/useOnline.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { toast } from "../../ui/toast.ts";
import { useHoldUpdates } from "../../ui/useHoldUpdates.ts";
import { ConsentFields } from "./ConsentFields.tsx";
import { type CheckoutDraft, EMPTY_DRAFT, loadDraft } from "./draft.ts";
import { PersonFields } from "./PersonFields.tsx";
import { StudentIdField } from "./StudentIdField.tsx";
import { useCheckout } from "./useCheckout.ts";
import { useKeepDraft } from "./useKeepDraft.ts";
import { useProfilePrefill } from "./useProfilePrefill.ts";

type Props = { identity: Identity | null; price: PriceBreakdown };

export function StudentCheckoutForm({ identity, price }: Props) {
  const [draft] = useState(() => loadDraft(sessionStorage));
  const [studentId, setStudentId] = useState<File | null>(null);
  const [consent, setConsent] = useState({ termsAccepted: false, immediateSupply: false });
  const isOnline = useOnline();
  const form = useForm<StudentForm, unknown, CheckoutDraft>({
    resolver: zodResolver(studentFormSchema),
    defaultValues: draft ?? { ...EMPTY_DRAFT, email: identity?.email ?? "" },
  });
  const checkout = useCheckout(identity);
  useHoldUpdates();
  useKeepDraft(form);
  useProfilePrefill(form, draft === null ? identity : null);

  const submit = (values: CheckoutDraft) => {
    if (!studentId) return toast({ title: "Please upload your student ID", variant: "destructive" });
    if (!consent.termsAccepted || !consent.immediateSupply) {
      return toast({ title: "Please accept the terms and ask for immediate access", variant: "destructive" });
    }
    return checkout.start({ form: values, studentId, fileName: studentId.name, ...consent });
  };
  const total = formatPence(price.totalPence);
  return (
    <Card as="section" className="min-w-0" aria-labelledby="your-details">
      <form
        noValidate
        onSubmit={form.handleSubmit(submit, (errors) => showFirst(errors))}
        className="flex flex-col gap-6"
      >
        <h2 id="your-details" className="!text-2xl">
          Your details
        </h2>
        {!isOnline && (
          <Banner role="status" tone="highlight" title="Enrolling needs a connection">
            Everything you typed is kept. You can go on as soon as you are online again.
          </Banner>
        )}
        <PersonFields register={form.register} errors={firstOnly(form.formState.errors)} />
        <StudentIdField file={studentId} onChoose={setStudentId} isReturning={draft !== null} />
        <ConsentFields consent={consent} onChange={setConsent} />
        <Button type="submit" size="large" busy={checkout.isBusy} disabled={!studentId || !isOnline}>
          {checkout.isBusy ? "Processing..." : `Complete Enrollment - ${total}`}
        </Button>
        <p role="status" className="-mt-3 text-base text-muted">
          {checkout.isBusy
            ? "Sending your student ID and preparing the payment page…"
            : "Nothing is charged yet. You pay on our payment provider's secure page; your card never touches this site."}
        </p>
      </form>
    </Card>
  );
}

const FIELD_ORDER = ["university", "firstName", "lastName", "email", "phone", "country"] as const;

/** The spec shows the first fault only: as a toast, and at its field. */
function firstOnly(errors: FieldErrors<StudentForm>): FieldErrors<StudentForm> {
  const first = FIELD_ORDER.find((field) => errors[field]);
  return first ? { [first]: errors[first] } : {};
}

function showFirst(errors: FieldErrors<StudentForm>): void {
  const [error] = Object.values(firstOnly(errors));
  if (error?.message) toast({ title: error.message, variant: "destructive" });
}
