import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: (() => void) | undefined;

export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString("--expose-gc");
    // The flag defines `gc` in every context created from now on.
    collect = runInNewContext("gc") as () => void;
  }
  collect();
}
