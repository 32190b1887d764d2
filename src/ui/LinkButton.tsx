import { Link, type LinkProps } from "react-router-dom";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "./buttonStyle.ts";

type Props = LinkProps & { variant?: ButtonVariant; size?: ButtonSize; className?: string };

/** A link to another page that looks like a button. */
export function LinkButton({ variant = "primary", size = "medium", className, ...rest }: Props) {
  return <Link {...rest} className={buttonStyle(variant, size, className)} />;
}
