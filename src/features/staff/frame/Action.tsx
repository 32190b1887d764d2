import type { ReactNode } from "react";

/** One thing that staff can do, with what it does or why it is not possible. */
export function Action({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col items-start gap-3 border-t border-line pt-4">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}
