import { type ReactNode, useId } from "react";
import { cx } from "../cx.ts";

/** Spread onto the control, so that its label, hint and error are announced with it. */
type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  required: boolean | undefined;
};

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Adds "(optional)" to the label. Without it the control is required. */
  optional?: boolean;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** Label, control, hint and error of one field. Forms use `noValidate`: native semantics with our own messages. */
export function Field({ label, hint, error, optional, className, children }: Props) {
  const id = useId();
  const described = cx(hint ? `${id}-hint` : "", error ? `${id}-error` : "");
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-base text-muted">
          {hint}
        </p>
      )}
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
        required: optional ? undefined : true,
      })}
      {error && (
        <p id={`${id}-error`} className="font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
