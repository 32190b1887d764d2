import { Check } from "lucide-react";
import { useEffect, useRef } from "react";
import { isLabDone, writeLabState } from "../../../domain/course/labState.ts";
import { paths } from "../../../domain/paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import type { LabProps } from "../defineLab.tsx";

/** The end of a topic: a button that marks it as done. */
export default function Done({ stored, onChange }: LabProps) {
  const isDone = isLabDone(stored);
  const said = useRef<HTMLParagraphElement>(null);
  const isPressed = useRef(false);
  // The button disappears when it is pressed.
  useEffect(() => {
    if (isDone && isPressed.current) said.current?.focus();
  }, [isDone]);
  if (!isDone)
    return (
      <Button
        className="print:hidden"
        onClick={() => {
          isPressed.current = true;
          onChange(writeLabState({}, true));
        }}
      >
        Done
      </Button>
    );
  return (
    <div className="flex flex-col items-start gap-3 print:hidden">
      <p ref={said} tabIndex={-1} className="flex items-center gap-2 font-semibold">
        <Check aria-hidden="true" className="size-5 text-done" />
        Topic done
      </p>
      <LinkButton to={paths.lab()} variant="secondary">
        All labs, tasks and topics
      </LinkButton>
    </div>
  );
}
