import type { MouseEvent } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../ui/Button.tsx";

/** The last button of a lab. It disappears when it is pressed, so the lab's first heading takes the focus. */
export function StartAgain({ onPress }: { onPress: () => void }) {
  const press = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const lab = currentTarget.parentElement;
    flushSync(onPress);
    if (!lab?.contains(document.activeElement)) lab?.querySelector("h3")?.focus();
  };
  return (
    <Button variant="quiet" className="self-start print:hidden" onClick={press}>
      Start again
    </Button>
  );
}
