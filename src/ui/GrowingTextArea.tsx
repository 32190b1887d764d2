import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { cx } from "./cx.ts";
import { TextArea } from "./TextArea.tsx";

/** A TextArea that starts with `rows` lines and grows with its text, so that no line is hidden. */
export function GrowingTextArea({ className, ...rest }: ComponentProps<"textarea"> & { value: string }) {
  const control = useRef<HTMLTextAreaElement>(null);

  // Synchronises with the layout in browsers without `field-sizing` (Firefox).
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the text changes
  useLayoutEffect(() => {
    if (control.current && !("fieldSizing" in control.current.style)) fitToText(control.current);
  }, [rest.value]);

  return <TextArea ref={control} {...rest} className={cx("growing", className)} />;
}

function fitToText(control: HTMLTextAreaElement): void {
  control.style.height = "auto";
  const border = control.offsetHeight - control.clientHeight;
  control.style.height = `${control.scrollHeight + border}px`;
}
