import { cx } from "../cx.ts";

type Props = { id?: string; title: string; lines: readonly string[]; className?: string };

/** Something to examine, shown as it appeared: a tool’s answer, a log, a label. The title says what it is. */
export function Exhibit({ id, title, lines, className }: Props) {
  return (
    <figure
      id={id}
      className={cx(
        "min-w-0 rounded-card border-2 border-dashed border-edge px-[min(1rem,3vw)] py-3",
        className,
      )}
    >
      <figcaption className="font-semibold text-muted">{title}</figcaption>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change, and two may be the same
        <p key={index} className="mt-1.5 wrap-anywhere">
          {line}
        </p>
      ))}
    </figure>
  );
}
