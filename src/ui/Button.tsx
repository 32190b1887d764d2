import { type ComponentProps, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "./buttonStyle.ts";
import { Spinner } from "./Spinner.tsx";

type Props = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Disables the button and shows a spinner. Pass the busy label as its children. */
  busy?: boolean;
};

/** A button for an action on this page. Use LinkButton for navigation. */
export function Button({
  ref,
  variant = "primary",
  size = "medium",
  busy,
  className,
  children,
  ...rest
}: Props) {
  const own = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => own.current as HTMLButtonElement);
  const isDisabled = busy || rest.disabled;
  const hadFocus = useRef(false);
  // A disabled button loses the focus, but only after this effect has run.
  useLayoutEffect(() => {
    if (isDisabled) hadFocus.current = document.activeElement === own.current;
    else if (hadFocus.current && document.activeElement === document.body) own.current?.focus();
  }, [isDisabled]);
  return (
    <button
      type="button"
      {...rest}
      ref={own}
      disabled={isDisabled}
      aria-busy={busy || undefined}
      className={buttonStyle(variant, size, className)}
    >
      {busy && <Spinner className="size-5" />}
      {children}
    </button>
  );
}
