import { Link, type LinkProps } from "react-router-dom";
import { cx } from "./cx.ts";

/** A link inside running text: underlined, never told by colour alone. */
export function TextLink({ className, ...rest }: LinkProps & { className?: string }) {
  return <Link {...rest} className={cx("text-link", className)} />;
}
