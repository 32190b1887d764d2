import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "./Card.tsx";

type Props = {
  title: string;
  /** Formatted, for example "£50". */
  price: string;
  priceNote: string;
  features: readonly string[];
  /** A sentence below the features. */
  note: string;
  action: ReactNode;
};

/** The price and contents of an offer. */
export function OfferCard({ title, price, priceNote, features, note, action }: Props) {
  return (
    <Card as="article" className="flex flex-col gap-5 rounded-t-none border-t-3 border-t-ink">
      <h3 className="text-2xl">{title}</h3>
      <p>
        <span translate="no" className="font-display text-5xl font-semibold">
          {price}
        </span>{" "}
        <span className="text-muted">{priceNote}</span>
      </p>
      <ul className="flex flex-col gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex gap-3">
            <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-done" />
            {feature}
          </li>
        ))}
      </ul>
      <p>{note}</p>
      {action}
    </Card>
  );
}
