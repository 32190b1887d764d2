import { z } from "zod";
import { type StudentForm, studentFormSchema, uploadStudentIdReplySchema } from "../../domain/checkout.ts";
import { lookupKey } from "../../domain/plans.ts";

/** As `callFunction` answers. */
type Reply<T> =
  | { ok: true; data: T }
  | { ok: false; kind: "offline" | "refused" | "broken"; message: string | null };

export type CallFunction = <S extends z.ZodType>(
  name: string,
  body: unknown,
  reply: S,
) => Promise<Reply<z.output<S>>>;

export type StudentOrder = {
  form: StudentForm;
  studentId: Blob;
  fileName: string;
  /** The id of the signed-in buyer, or null for a guest. */
  userId: string | null;
  termsAccepted: boolean;
  immediateSupply: boolean;
};

export type CheckoutOutcome =
  | { kind: "redirect"; url: string; claimToken: string | null }
  | { kind: "failed"; title: string; description?: string };

/** `url` is looked at here, so that its absence can be told apart from an unreadable answer. */
const replySchema = z.object({ url: z.url().optional(), claimToken: z.string().optional() });

const FALLBACK = "An error occurred during checkout";

/** Uploads the ID, then asks for a payment page. Nothing is charged by either; every failure leaves the form as it is. */
export async function submitCheckout(call: CallFunction, order: StudentOrder): Promise<CheckoutOutcome> {
  const form = studentFormSchema.parse(order.form);
  const upload = new FormData();
  upload.append("file", order.studentId, order.fileName);
  upload.append("university", form.university);
  const uploaded = await call("upload-student-id", upload, uploadStudentIdReplySchema);
  if (!uploaded.ok) return failed(uploaded, "Your student ID could not be uploaded");

  const { university: _keptWithTheId, ...person } = form;
  const body = {
    ...person,
    priceId: lookupKey("student", "full"),
    courseType: "student",
    isAuthenticated: order.userId !== null,
    ...(order.userId === null ? {} : { userId: order.userId }),
    studentIdRef: uploaded.data.ref,
    termsAccepted: order.termsAccepted,
    immediateSupply: order.immediateSupply,
  };
  const created = await call("create-guest-checkout", body, replySchema);
  if (!created.ok) return failed(created, "Failed to create checkout session");
  if (!created.data.url) return { kind: "failed", title: "No checkout URL received" };
  return { kind: "redirect", url: created.data.url, claimToken: created.data.claimToken ?? null };
}

function failed(
  reply: { kind: "offline" | "refused" | "broken"; message: string | null },
  fallback: string,
): CheckoutOutcome {
  switch (reply.kind) {
    case "refused":
      return { kind: "failed", title: reply.message ?? fallback };
    case "offline":
      return {
        kind: "failed",
        title: FALLBACK,
        description: "There is no connection. Nothing was charged, and everything you typed is still here.",
      };
    case "broken":
      return {
        kind: "failed",
        title: fallback,
        description: "Nothing was charged. Please try again in a moment.",
      };
  }
}
