import { type ReactNode, useId } from "react";
import { Disclosure } from "./Disclosure.tsx";

type Props = {
  items: readonly { title: string; content: ReactNode }[];
  /** The heading level of the titles. */
  headingLevel: 2 | 3 | 4;
  /** Opening one closes the others. Leave it out if users may want to compare. */
  exclusive?: boolean;
  className?: string;
};

/** A list of disclosures whose titles are headings, so that screen readers can jump between them. */
export function Accordion({ items, headingLevel, exclusive, className }: Props) {
  const name = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={className}>
      {items.map(({ title, content }) => (
        <Disclosure
          key={title}
          name={exclusive ? name : undefined}
          summary={<Heading className="!text-xl">{title}</Heading>}
        >
          {content}
        </Disclosure>
      ))}
    </div>
  );
}
