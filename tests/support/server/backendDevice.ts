import { requireUserId } from "../../../src/domain/ids.ts";
import type { SyncPorts } from "../../../src/sync/ports.ts";
import { type Device, makeDevice } from "../../faults/device.ts";
import type { Learner, TestBackend } from "./backend.ts";

/** Sends requests to this backend, whatever address they name. */
export function fetchOf(backend: TestBackend): typeof fetch {
  return (input, init) => {
    const { pathname, search } = new URL(String(input));
    return backend.fetch(pathname + search, init);
  };
}

/** A device on which this learner has just signed in. */
export async function backendDevice(backend: TestBackend, learner: Learner): Promise<Device> {
  const client = await backend.clientFor(learner);
  const { data } = await client.auth.getSession();
  const device = makeDevice(requireUserId(learner.id), fetchOf(backend), { nowMs: Date.now() });
  const token = data.session?.access_token ?? "";
  Object.assign(device.ports, {
    publishableKey: backend.publishableKey,
    now: Date.now,
    token: async () => ({ status: "ok", token }),
  } satisfies Partial<SyncPorts>);
  return device;
}
