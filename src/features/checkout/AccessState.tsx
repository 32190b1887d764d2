import { useEffect } from "react";
import { useEnrollment } from "../../db/enrollment.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { syncSoon } from "./syncSoon.ts";

/** Whether this device has received the enrolment that the payment granted. */
export function AccessState({ isGranted }: { isGranted: boolean }) {
  const enrollment = useEnrollment();
  // Synchronises with the server: pulls the enrolment that has just been granted.
  useEffect(() => {
    if (isGranted) void syncSoon();
  }, [isGranted]);

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
