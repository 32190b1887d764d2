import type { ReactNode } from "react";

type Props = { title: string; note?: ReactNode; children: ReactNode };

/** One state of one component, with a note on what to check. */
export function Specimen({ title, note, children }: Props) {
  return (
    <div className="specimen">
      <h3>{title}</h3>
      {note && <p className="mt-1 max-w-[42rem] text-muted">{note}</p>}
      <div className="mt-4">{children}</div>
    </div>
  );
}
