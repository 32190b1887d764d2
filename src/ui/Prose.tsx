import type { ReactNode } from "react";
import { cx } from "./cx.ts";

type Props = { className?: string } & (
  | { children: ReactNode; html?: never }
  | {
      /** Only for the output of our content compiler, which rejects scripts, styles and foreign HTML. */
      html: string;
      children?: never;
    }
);

/** Long text for reading: lessons and legal pages. */
export function Prose({ className, html, children }: Props) {
  if (html === undefined) return <div className={cx("prose", className)}>{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: compiled from our own Markdown (see the type above)
  return <div className={cx("prose", className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
