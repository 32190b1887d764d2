import { Download, FileText } from "lucide-react";
import { useState } from "react";
import type { PaperRequest } from "../../../domain/sales/checkout.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { formatLongDay } from "../../../domain/text/dates.ts";
import type { Purchase } from "../../../platform/account/orders.ts";
import { Button } from "../../../ui/Button.tsx";
import { openAtProvider } from "../api.ts";

const BROKEN = "The payment provider's page could not be opened. Please try again in a moment.";

/** Opens a page of the payment provider. `offline`: why that needs a connection. */
export function useProviderPage(offline: string) {
  const [isOpening, setIsOpening] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function open(paper?: PaperRequest) {
    setIsOpening(true);
    setFailure(null);
    const reply = await openAtProvider(paper);
    // A PDF is downloaded, and this page stays.
    setIsOpening(false);
    if (reply.ok) window.location.assign(reply.data.url);
    else setFailure(reply.message ?? (reply.kind === "offline" ? offline : BROKEN));
  }

  return { isOpening, failure, open };
}

const OFFLINE =
  "You are offline. Invoices are kept by our payment provider, so you need a connection to open them.";

/** The invoice of each payment, and the credit note of each refund. Their links expire, so they are fetched when pressed. */
export function Papers({ payments }: Pick<Purchase, "payments">) {
  const { isOpening, failure, open } = useProviderPage(OFFLINE);
  const invoiced = payments.filter((each) => each.invoice_number !== null);
  if (invoiced.length === 0) return null;
  const buttonTo = (paper: PaperRequest, number: string) => (
    <Button variant="secondary" disabled={isOpening} onClick={() => open(paper)}>
      {paper.kind === "invoice" ? (
        <FileText aria-hidden="true" className="size-5" />
      ) : (
        <Download aria-hidden="true" className="size-5" />
      )}
      <span>{paper.kind === "invoice" ? "Open" : "PDF"}</span>
      <span translate="no" className="sr-only">
        {number}
      </span>
    </Button>
  );
  return (
    <section aria-label="Invoices" className="flex flex-col gap-2">
      <h4>Invoices</h4>
      <ul className="flex flex-col">
        {invoiced.map(({ id, invoice_number, amount_pence, due_at, credit_notes }) => (
          <li key={id} className="border-t border-line">
            <Paper name="Invoice" number={invoice_number ?? ""} pence={amount_pence} at={due_at}>
              {buttonTo({ kind: "invoice", id }, invoice_number ?? "")}
              {buttonTo({ kind: "invoice_pdf", id }, invoice_number ?? "")}
            </Paper>
            {oldestFirst(credit_notes).map((note) => (
              <Paper
                key={note.id}
                name="Credit note"
                number={note.number}
                pence={note.amount_pence}
                at={note.created_at}
              >
                {buttonTo({ kind: "credit_note", id: note.id }, note.number)}
              </Paper>
            ))}
          </li>
        ))}
      </ul>
      <p role="alert" className="text-danger empty:hidden">
        {failure}
      </p>
    </section>
  );
}

function oldestFirst<Note extends { created_at: string }>(notes: readonly Note[]): Note[] {
  return [...notes].sort((one, other) => one.created_at.localeCompare(other.created_at));
}

type PaperProps = { name: string; number: string; pence: number; at: string; children: React.ReactNode };

function Paper({ name, number, pence, at, children }: PaperProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <p className="min-w-0">
        <span>{name}</span>{" "}
        <span translate="no" className="font-semibold wrap-anywhere">
          {number}
        </span>
        <span className="block text-base text-muted">
          <span>{formatLongDay(at)}</span>
          {", "}
          <span translate="no">{formatPence(pence)}</span>
        </span>
      </p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}
