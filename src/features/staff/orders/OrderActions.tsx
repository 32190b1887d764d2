import { useState } from "react";
import { emailAddress } from "../../../domain/email.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { formatMoment } from "../../../domain/text/dates.ts";
import { unmistakableEmail } from "../../../domain/text/readableEmail.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { Action } from "../frame/Screen.tsx";
import { type ActionProps, ask, OrderAccess, REASON } from "./OrderAccess.tsx";
import { InvoiceActions } from "./OrderInvoice.tsx";
import type { OrderPage } from "./orderSchemas.ts";
import { CORRECTION_REFUSALS, REFUND_REFUSALS, RESEND_REFUSALS, refundWords } from "./words.ts";

/** What staff can do to an order, each with what will happen, or with why it is not possible. */
export function OrderActions(props: ActionProps) {
  return (
    <aside
      aria-label="Actions"
      className="flex min-w-0 flex-col gap-8 lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      {/* Frequent, harmless actions first. An unfinished refund comes before them, because staff have to finish it. */}
      {props.page.unfinished_refund && <Refund {...props} />}
      <InvoiceActions {...props} />
      <Resend {...props} />
      <CorrectEmail {...props} />
      <OrderAccess {...props} />
      {!props.page.unfinished_refund && <Refund {...props} />}
    </aside>
  );
}

function Refund({ page, onDone }: ActionProps) {
  const { order, money, refusals, unfinished_refund: open } = page;
  if (open) return <UnfinishedRefund orderId={order.id} open={open} onDone={onDone} />;
  return (
    <Action title="Refund">
      {refusals.refund ? (
        <p className="text-muted">{REFUND_REFUSALS[refusals.refund]}</p>
      ) : (
        <>
          <p>{formatPence(money.refundable_pence)} can be refunded, in full or in part.</p>
          <ConfirmAction
            label="Refund"
            variant="danger"
            title="Refund this order?"
            sentence={refundWords(page)}
            amount={{
              label: "Amount",
              maxPence: money.refundable_pence,
              totalPence: money.paid_pence,
            }}
            reason={REASON}
            run={({ attemptId, amountPence, reason }) =>
              ask({
                action: "refund",
                orderId: order.id,
                attemptId,
                amountPence: amountPence ?? money.refundable_pence,
                seenRefundedPence: money.refunded_pence,
                reason,
              })
            }
            done="The refund is on its way to the buyer"
            onDone={onDone}
          />
        </>
      )}
    </Action>
  );
}

type UnfinishedProps = {
  orderId: string;
  open: NonNullable<OrderPage["unfinished_refund"]>;
  onDone: () => void;
};

function UnfinishedRefund({ orderId, open, onDone }: UnfinishedProps) {
  const amount = formatPence(open.amount_pence);
  return (
    <Action title="Refund">
      <Banner tone="highlight" title={`A refund of ${amount} is not finished`}>
        It was started {formatMoment(open.created_at)}, and the payment provider's answer was not recorded.
      </Banner>
      <ConfirmAction
        label="Finish the refund"
        title={`Finish the refund of ${amount}?`}
        sentence="We ask the payment provider whether this refund was made. If it was not, it is made now. It is never made twice."
        run={() => ask({ action: "finish_refund", orderId, attemptId: open.id })}
        done="The refund is complete"
        onDone={onDone}
      />
    </Action>
  );
}

function Resend({ page: { order, account, refusals }, onDone }: ActionProps) {
  const recipient = unmistakableEmail(account?.email ?? order.email);
  return (
    <Action title="Sign-in details">
      {refusals.resend ? (
        <p className="text-muted">{RESEND_REFUSALS[refusals.resend]}</p>
      ) : (
        <ConfirmAction
          label="Send again"
          title="Send the sign-in details again?"
          sentence={
            account
              ? `${recipient} receives an email with a new temporary password. The one sent before stops working.`
              : `${recipient} receives an email with a new link to confirm the address and open the course.`
          }
          run={() => ask({ action: "resend", orderId: order.id })}
          done="The email is on its way"
          onDone={onDone}
        />
      )}
    </Action>
  );
}

function CorrectEmail({ page: { order, refusals }, onDone }: ActionProps) {
  const [email, setEmail] = useState("");
  const wanted = emailAddress(email);
  if (refusals.correction) {
    return (
      <Action title="Email address">
        <p className="text-muted">{CORRECTION_REFUSALS[refusals.correction]}</p>
      </Action>
    );
  }
  return (
    <Action title="Email address">
      <Field label="Correct address" className="w-full">
        {(control) => (
          <TextInput
            {...control}
            type="email"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <ConfirmAction
        label="Correct the address"
        disabled={wanted === null}
        title="Move this order to another address?"
        sentence={`The order moves from ${unmistakableEmail(order.email)} to ${unmistakableEmail(wanted ?? "")}. The new address receives the sign-in details and the receipt, and the old one loses access through this order.`}
        reason={REASON}
        run={({ reason }) =>
          ask({
            action: "correct_email",
            orderId: order.id,
            email: wanted ?? "",
            seenEmail: order.email,
            reason,
          })
        }
        done="The order has moved to the correct address"
        onDone={() => {
          setEmail("");
          onDone();
        }}
      />
    </Action>
  );
}
