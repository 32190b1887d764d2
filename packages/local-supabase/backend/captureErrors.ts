import { AsyncLocalStorage } from "node:async_hooks";

const captured = new AsyncLocalStorage<unknown[]>();
let running = 0;
let original: typeof console.error;
let diverted: typeof console.error;

/**
 * Runs `work` and keeps what it says through `console.error` out of the log. @supabase/lite prints every refusal of
 * a policy or a constraint there, statement and values included: answers to the caller, no faults of the server, and
 * full of personal data. Other code that runs meanwhile is heard as always.
 */
export async function captureErrors<T>(work: () => Promise<T>): Promise<{ result: T; errors: unknown[] }> {
  const errors: unknown[] = [];
  if (running++ === 0) install();
  try {
    return { result: await captured.run(errors, work), errors };
  } finally {
    if (--running === 0 && console.error === diverted) console.error = original;
  }
}

/** A proxy, so that whoever looks at `console.error` meanwhile finds what was put there before. */
function install(): void {
  original = console.error;
  diverted = new Proxy(original, {
    apply(print, owner, args) {
      const errors = captured.getStore();
      if (errors) errors.push(...args);
      else Reflect.apply(print, owner, args);
    },
  });
  console.error = diverted;
}
