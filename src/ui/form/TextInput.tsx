import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import { CONTROL_STYLE } from "./controlStyle.ts";

/** Inside a Field: `<Field label="Email">{(control) => <TextInput {...control} {...register("email")} />}</Field>`. */
export function TextInput({ className, ...rest }: ComponentProps<"input">) {
  return <input type="text" {...rest} className={cx(CONTROL_STYLE, className)} />;
}
