import { Link, type LinkProps } from "react-router-dom";
import { cx } from "./cx.ts";

/** A link inside running text: underlined, because colour alone must not distinguish it. */
export function TextLink({ className, ...rest }: LinkProps & { className?: string }) {
  return <Link {...rest} className={cx("text-link", className)} />;
}
