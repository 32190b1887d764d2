import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

type DisclosureProps = Omit<ComponentProps<"details">, "summary"> & { summary: ReactNode };

/**
 * A native disclosure: it works before scripts run, and the browser's find-in-page can open it. Disclosures with the
 * same `name` close each other.
 */
export function Disclosure({ summary, className, children, ...rest }: DisclosureProps) {
  return (
    <details {...rest} className={cx("group border-b border-line", className)}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 py-3 font-semibold hover:text-accent [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">{summary}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 motion-safe:transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  );
}

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
