import { visitorLessons } from "../db/visitorLessons.ts";
import { browserBackend, browserRoom } from "./browserPorts.ts";
import { installLessons } from "./installLessons.ts";
import { later } from "./ports.ts";
import { request } from "./request.ts";

const PREVIEW_REQUEST_TIMEOUT_MS = 30_000;
let running: Promise<void> | undefined;

/**
 * Installs what everyone may read into the visitor's store. Reads with the public key: nothing of any learner is
 * asked for or sent.
 */
export function installPreview(): Promise<void> {
  running ??= install().finally(() => {
    running = undefined;
  });
  return running;
}

async function install(): Promise<void> {
  if (!navigator.onLine) return;
  const backend = browserBackend();
  try {
    await installLessons(
      await visitorLessons(),
      async (path) => {
        const signal = AbortSignal.timeout(PREVIEW_REQUEST_TIMEOUT_MS);
        const answer = await request(backend, backend.publishableKey, path, { signal, nowMs: Date.now() });
        // No session is asked for more here: nobody has signed in.
        return answer.status === "unauthorized" || answer.status === "half" ? later("busy") : answer;
      },
      browserRoom,
    );
  } catch (error) {
    console.warn("The free lesson could not be kept on this device", error);
  }
}
