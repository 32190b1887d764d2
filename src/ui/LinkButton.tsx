import { Link, type LinkProps } from "react-router-dom";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "./buttonStyle.ts";

type Props = LinkProps & { variant?: ButtonVariant; size?: ButtonSize; className?: string };

/** A link styled as a button. */
export function LinkButton({ variant = "primary", size = "medium", className, ...rest }: Props) {
  return <Link {...rest} className={buttonStyle(variant, size, className)} />;
}
