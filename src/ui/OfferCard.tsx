import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "./Card.tsx";
import { cx } from "./cx.ts";

type NoteProps = { total: string; isPerLearner?: boolean; className?: string };

/** Below or beside a price: what is paid in the end. `total` is formatted, for example "£60.00". */
export function PriceNote({ total, isPerLearner, className }: NoteProps) {
  return (
    <p className={cx("text-muted", className)}>
      {isPerLearner ? "per learner, plus VAT " : "plus VAT "}
      <span className="inline-block">
        (<span translate="no">{total}</span> in total)
      </span>
    </p>
  );
}

type Props = {
  title: string;
  /** Formatted, for example "£50". */
  price: string;
  /** With VAT, formatted. */
  total: string;
  features: readonly string[];
  action: ReactNode;
};

/** The price and contents of an offer. */
export function OfferCard({ title, price, total, features, action }: Props) {
  return (
    <Card as="article" className="flex flex-col gap-5 rounded-t-none border-t-3 border-t-ink">
      <h3 className="text-2xl">{title}</h3>
      <div>
        <p translate="no" className="font-display text-5xl font-semibold">
          {price}
        </p>
        <PriceNote total={total} isPerLearner className="mt-2" />
      </div>
      <ul className="flex flex-col gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex gap-3">
            <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-done" />
            {feature}
          </li>
        ))}
      </ul>
      {action}
    </Card>
  );
}
