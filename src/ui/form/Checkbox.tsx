import { type ComponentProps, type ReactNode, useId } from "react";

type Props = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; error?: string | undefined };

/** A checkbox whose whole line is clickable. The label may contain links. */
export function Checkbox({ label, error, className, ...rest }: Props) {
  const id = useId();
  return (
    <div className={className}>
      <div className="flex min-h-11 items-start gap-3 py-2">
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="mt-0.5 size-6 shrink-0"
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {error && (
        <p id={`${id}-error`} className="pl-9 font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
