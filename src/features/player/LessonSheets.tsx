import type { Sheet } from "../../domain/pack.ts";
import { paths } from "../../domain/paths.ts";
import { TextLink } from "../../ui/TextLink.tsx";

/** Sheets to print and keep at hand at work. */
export function LessonSheets({ sheets }: { sheets: readonly Sheet[] }) {
  return (
    <section aria-labelledby="sheets-title" className="print:hidden">
      <h2 id="sheets-title" className="text-2xl">
        Sheets to keep
      </h2>
      <ul className="mt-3 flex max-w-prose flex-col gap-3">
        {sheets.map(({ name, title, purpose }) => (
          <li key={name}>
            <TextLink to={paths.sheet(name)} className="font-semibold">
              {title}
            </TextLink>
            <span className="block text-muted">{purpose}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
