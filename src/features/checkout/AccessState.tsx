import { useEffect } from "react";
import { useEnrollment } from "../../db/enrollment.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { syncSoon } from "./syncSoon.ts";
import type { Verification } from "./verifyPayment.ts";

/** Whether this device has seen the enrolment that the payment brings. `verification` null: still being asked. */
export function AccessState({ verification }: { verification: Verification | null }) {
  const enrollment = useEnrollment();
  const isGranted = verification?.status === "granted";
  // Synchronises with the server: the device fetches what has just been granted.
  useEffect(() => {
    if (isGranted) void syncSoon();
  }, [isGranted]);

  if (verification?.status === "failed") {
    return (
      <Banner role="alert" tone="highlight" title="We could not confirm this payment yet">
        {verification.message} If your payment was processed, your course opens by itself as soon as we hear
        of it.
      </Banner>
    );
  }
  if (isGranted && enrollment.status === "enrolled") {
    return (
      <p role="status" className="font-semibold text-done">
        Your course is open.
      </p>
    );
  }
  return (
    <p role="status" className="flex items-center gap-3 text-muted">
      <Spinner className="size-5" />
      Opening your course…
    </p>
  );
}
