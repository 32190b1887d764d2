import { join } from "node:path";
import { PREPARED_DATABASE, startAcademyProcess } from "./academyProcess.ts";

/**
 * The global setup of Playwright and of tests/server/process.test.ts. Migrating a database and publishing the course takes
 * two thirds of an academy's start, so it is done once, by an academy that starts from nothing. The other academies of the
 * run copy its database, and have their own secrets, provider and mailbox. Returns a function that removes it.
 */
export default async function prepareDatabase(): Promise<() => Promise<void>> {
  const academy = await startAcademyProcess();
  await academy.stop();
  process.env[PREPARED_DATABASE] = join(academy.folder, "postgres");
  return async () => {
    delete process.env[PREPARED_DATABASE];
    await academy.dispose();
  };
}
