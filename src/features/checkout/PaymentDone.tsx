import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { PaymentFrame } from "./PaymentFrame.tsx";

export function PaymentDone({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PaymentFrame icon={<CircleCheck aria-hidden="true" className="size-12 text-done" />} title={title}>
      {children}
    </PaymentFrame>
  );
}
