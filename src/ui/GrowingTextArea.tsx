import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { cx } from "./cx.ts";
import { TextArea } from "./TextArea.tsx";

/** A TextArea of `rows` lines at first and as many as its text needs: no line of a long answer is hidden. */
export function GrowingTextArea({ className, ...rest }: ComponentProps<"textarea"> & { value: string }) {
  const control = useRef<HTMLTextAreaElement>(null);

  // Synchronises with the layout, where the browser's styles cannot follow the text by themselves (Firefox).
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is the reason
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
