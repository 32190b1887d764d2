import { type ReactNode, useId } from "react";
import { Disclosure } from "./Disclosure.tsx";

type Props = {
  items: readonly { title: string; content: ReactNode }[];
  /** The level of the titles among the headings of the page. */
  headingLevel: 2 | 3 | 4;
  /** Opening one closes the others. Leave it out where people may want to compare. */
  exclusive?: boolean;
  className?: string;
};

/** Titles that open, one below the other, with each title a heading that screen readers can jump to. */
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
