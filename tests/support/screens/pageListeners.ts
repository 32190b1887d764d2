import { afterAll, afterEach, beforeAll } from "vitest";

/** Those by which the app notices that its page is shown again. React adds others once, and never again. */
const TYPES = ["pageshow", "visibilitychange"];

/**
 * Takes the app's listeners off the page after each test of this file. The app never stops listening to its page, and the
 * files of a worker share one.
 */
export function stopListeningAfterEach(): void {
  const stopListening: (() => void)[] = [];
  const restore: (() => void)[] = [];
  const stop = () => {
    for (const each of stopListening.splice(0)) each();
  };
  beforeAll(() => {
    for (const target of [window, document]) {
      const { addEventListener } = target;
      restore.push(() => Object.assign(target, { addEventListener }));
      target.addEventListener = (...[type, listener, options]: Parameters<typeof addEventListener>) => {
        if (TYPES.includes(type))
          stopListening.push(() => target.removeEventListener(type, listener, options));
        addEventListener.call(target, type, listener, options);
      };
    }
  });
  afterEach(stop);
  afterAll(() => {
    stop();
    for (const each of restore) each();
  });
}
