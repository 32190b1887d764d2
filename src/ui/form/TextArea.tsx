import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import { CONTROL_STYLE } from "./controlStyle.ts";

/** Inside a Field, for more than one line: `{(control) => <TextArea {...control} {...register("message")} rows={7} />}`. */
export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={5} {...rest} className={cx(CONTROL_STYLE, "block resize-y", className)} />;
}
