import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

type Props = Omit<ComponentProps<"input">, "type" | "role"> & { label: ReactNode; hint?: ReactNode };

/** On or off, with effect at once. What is sent later by a button is a Checkbox. */
export function Switch({ label, hint, className, ...rest }: Props) {
  const id = useId();
  return (
    <div
      className={cx("flex min-h-11 flex-wrap items-start justify-between gap-x-4 gap-y-2 py-2", className)}
    >
      <div className="min-w-0 flex-1 basis-32">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-muted">
            {hint}
          </p>
        )}
      </div>
      <input
        {...rest}
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: the state of the native box is the state of the switch
        role="switch"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="switch"
      />
    </div>
  );
}
