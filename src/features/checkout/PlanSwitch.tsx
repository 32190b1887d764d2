import { useId, useLayoutEffect, useRef } from "react";
import type { Plan } from "../../domain/plans.ts";
import { cx } from "../../ui/cx.ts";

type Props = { plan: Plan; onChange: (plan: Plan) => void };

/** Off is one payment, on is three. Both ends are labelled and clickable. */
export function PlanSwitch({ plan, onChange }: Props) {
  const id = useId();
  const control = useRef<HTMLInputElement>(null);
  const isOn = plan === "installment";

  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, for a choice made before scripts ran
  useLayoutEffect(() => {
    if (control.current?.checked) onChange("installment");
  }, []);

  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 noscript:hidden">
      <button
        type="button"
        tabIndex={-1}
        onClick={() => onChange("full")}
        className={cx("min-h-11 cursor-pointer font-semibold", isOn && "text-muted")}
      >
        Pay in full
      </button>
      <input
        ref={control}
        id={id}
        type="checkbox"
        name="paymentType"
        value={"installment" satisfies Plan}
        // biome-ignore lint/a11y/useAriaPropsForRole: the native checkbox's state is the switch's state
        role="switch"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked ? "installment" : "full")}
        className="switch"
      />
      <label
        htmlFor={id}
        className={cx("flex min-h-11 cursor-pointer items-center font-semibold", !isOn && "text-muted")}
      >
        3-month plan
      </label>
    </div>
  );
}
