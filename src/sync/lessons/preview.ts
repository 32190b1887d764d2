import { visitorLessons } from "../../db/lessons/visitorLessons.ts";
import { browserBackend, browserRoom } from "../browserPorts.ts";
import { request } from "../exchange/request.ts";
import { later } from "../ports.ts";
import { installLessons } from "./installLessons.ts";

const PREVIEW_REQUEST_TIMEOUT_MS = 30_000;
let running: Promise<void> | undefined;

/**
 * Installs the lesson that everyone may read into the visitor's store. Uses the public key, so no learner's data is
 * requested or sent.
 */
export function installPreview(): Promise<void> {
  running ??= install().finally(() => {
    running = undefined;
  });
  return running;
}

async function install(): Promise<void> {
  const backend = browserBackend();
  try {
    await installLessons(
      await visitorLessons(),
      async (path) => {
        const signal = AbortSignal.timeout(PREVIEW_REQUEST_TIMEOUT_MS);
        const answer = await request(backend, backend.publishableKey, path, { signal, nowMs: Date.now() });
        // No one is signed in, so there is no session to renew or complete.
        return answer.status === "unauthorized" || answer.status === "half" ? later("busy") : answer;
      },
      browserRoom,
    );
  } catch (error) {
    console.warn("The free lesson could not be stored on this device", error);
  }
}
