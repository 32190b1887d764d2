import type { ReactNode } from "react";
import { ThreadPattern } from "./pattern/ThreadPattern.tsx";

type Props = { title: string; seed?: string; action?: ReactNode; children?: ReactNode };

/** Explains why there is nothing here yet and how to change that. */
export function EmptyState({ title, seed = "empty", action, children }: Props) {
  return (
    <div className="flex flex-col items-center gap-4 py-10 text-center">
      <ThreadPattern seed={seed} className="h-24 w-64 max-w-full rounded-card" />
      <h2>{title}</h2>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action}
    </div>
  );
}
