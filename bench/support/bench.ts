import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "@playwright/test";
import { CHROMIUM_ARGS, requireChromium } from "../../tests/support/programs.ts";
import { type AcademyProcess, startAcademyProcess } from "../../tests/support/server/academyProcess.ts";
import { buildIfStale, DIST } from "../../tools/build.ts";
import { compressAll } from "../../tools/compressAll.ts";
import { enrolLearner, type Learner } from "./learner.ts";

type ProfileOptions = { serviceWorkers?: "allow" | "block"; hasTouch?: boolean };

/** The resources that the measures share. Each is created on first use, and `close` ends them all. */
export type Bench = {
  /** For builds and profiles. Removed at the end. */
  readonly folder: string;
  /** The built site and the whole backend, in its own process. */
  academy(): Promise<AcademyProcess>;
  /** A learner who has bought the course. */
  learner(): Promise<Learner>;
  /** A browser with a profile on disk. A private window keeps IndexedDB in memory, so no write would be durable. */
  openProfile(options?: ProfileOptions): Promise<BrowserContext>;
  onEnd(close: () => Promise<unknown>): void;
  close(): Promise<void>;
};

export function openBench(): Bench {
  const folder = mkdtempSync(join(tmpdir(), "academy-bench-"));
  const closers: (() => Promise<unknown>)[] = [() => Promise.resolve(rmSync(folder, REMOVE))];
  let academy: Promise<AcademyProcess> | undefined;
  let learner: Promise<Learner> | undefined;
  let profiles = 0;

  const bench: Bench = {
    folder,
    academy() {
      academy ??= startAcademy(bench);
      return academy;
    },
    learner() {
      learner ??= bench.academy().then((running) => enrolLearner(bench, running));
      return learner;
    },
    async openProfile(options = {}) {
      profiles += 1;
      const context = await chromium.launchPersistentContext(join(folder, `profile-${profiles}`), {
        executablePath: requireChromium(),
        args: CHROMIUM_ARGS,
        locale: "en-GB",
        ...options,
      });
      bench.onEnd(() => context.close());
      return context;
    },
    onEnd: (close) => void closers.push(close),
    async close() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
  return bench;
}

const REMOVE = { recursive: true, force: true, maxRetries: 5, retryDelay: 200 };

async function startAcademy(bench: Bench): Promise<AcademyProcess> {
  await buildIfStale();
  // A release is compressed as much as possible, so that is what is measured.
  await compressAll(DIST);
  const academy = await startAcademyProcess();
  bench.onEnd(() => academy.dispose());
  return academy;
}
