import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "./buttonStyle.ts";

type Props = LinkProps & { variant?: ButtonVariant; size?: ButtonSize; className?: string };

/** A link styled as a button. */
export function LinkButton({ variant = "primary", size = "medium", className, ...rest }: Props) {
  return <Link {...rest} className={buttonStyle(variant, size, className)} />;
}

/** A link to another site, styled as a button. That site gets neither this window nor the address of this page. */
export function NewWindowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={buttonStyle("secondary", "medium")}>
      <ExternalLink aria-hidden="true" className="size-5" />
      {children}
      <span className="sr-only">(opens in a new window)</span>
    </a>
  );
}
