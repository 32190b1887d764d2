import type { ComponentProps } from "react";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "./buttonStyle.ts";
import { Spinner } from "./Spinner.tsx";

type Props = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Disables the button and shows a spinner. Pass the busy label as its children. */
  busy?: boolean;
};

/** A button for an action on this page. Use LinkButton for navigation. */
export function Button({ variant = "primary", size = "medium", busy, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={busy || rest.disabled}
      aria-busy={busy || undefined}
      className={buttonStyle(variant, size, className)}
    >
      {busy && <Spinner className="size-5" />}
      {children}
    </button>
  );
}
