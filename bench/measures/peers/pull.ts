import type { BrowserContext } from "@playwright/test";
import { attemptRow, outcomes } from "../../../tests/support/sentRows.ts";
import { PEERS, type PeerName } from "../../peers/contract.ts";
import { newAttempt } from "../../peers/shared/attempt.ts";
import { interleave } from "../../support/interleave.ts";
import type { Measure, Row } from "../../support/measure.ts";
import { comparison, type Figures, figuresOf } from "../../support/peerRows.ts";
import { type Account, HISTORIES, openPeer, openPeers, settledUsage } from "../../support/peers.ts";
import { median } from "../../support/statistics.ts";

const ROUNDS = 5;
const WARM_UPS = 1;
const ROUND_TRIP_MS = 150;
const BYTES_PER_KB = 1000;
const DISK_NOTE =
  "navigator.storage.estimate(); the academy's page has no service worker, the peers' scripts are counted";

const FIRST_NOTE = `one run; at ${ROUND_TRIP_MS} ms; the academy and RxDB also fetch the lessons`;

/** What a device pulls when the learner has handed in no, a thousand or fifty thousand quizzes. */
export const peersPull: Measure = {
  name: "peers-pull",
  timeoutMs: 900_000,
  async take(bench) {
    const { proxies, accounts } = await openPeers(bench);
    const rows: Row[] = [];
    for (const name of PEERS) proxies[name].setRoundTripMs(ROUND_TRIP_MS);
    for (const length of HISTORIES) {
      const account = accounts[length];
      const [first, bytes] = [{} as Figures, {} as Figures]; // filled by the loop
      const contexts: BrowserContext[] = [];
      const arms = {} as Record<PeerName, () => Promise<number>>; // filled by the loop
      for (const name of PEERS) {
        const context = await bench.openProfile();
        contexts.push(context);
        const { page, call } = await openPeer(context, proxies[name], name);
        first[name] = await call("timeFirstPull", account.email, account.password);
        const known = await call("attempts");
        if (known < length) throw new Error(`${name} has ${known} of ${length} attempts`);
        bytes[name] = (await settledUsage(page)) / BYTES_PER_KB;
        arms[name] = async () => {
          await addAttempt(account, name);
          const before = await call("attempts");
          await page.bringToFront();
          const ms = await call("timePull");
          if ((await call("attempts")) <= before) throw new Error(`${name} did not pull the new attempt`);
          return ms;
        };
      }
      const samples = await interleave(arms, ROUNDS, WARM_UPS);
      const medians = figuresOf(samples, median);
      const history = `${length.toLocaleString("en-GB")} rows of history`;
      rows.push(
        comparison(
          `pull of one new row, ${history}`,
          "ms",
          medians,
          `medians of ${ROUNDS}; at ${ROUND_TRIP_MS} ms`,
          samples,
        ),
        comparison(`new device: sign-in and first pull, ${history}`, "ms", first, FIRST_NOTE),
        comparison(`bytes on disk after the first pull, ${history}`, "KB", bytes, DISK_NOTE),
      );
      for (const context of contexts) await context.close();
    }
    for (const name of PEERS) proxies[name].setRoundTripMs(0);
    return rows;
  },
};

/** Another device hands in a quiz. */
async function addAttempt({ client }: Account, name: PeerName): Promise<void> {
  if (name === "rxdb") {
    const { error } = await client.from("peer_attempts").insert(newAttempt());
    if (error) throw error;
    return;
  }
  const [outcome] = await outcomes(client, [attemptRow("1", { takenAt: new Date().toISOString() })]);
  if (outcome !== "ok") throw new Error(`sync_push: ${outcome}`);
}
