import { isTimeZone, offsetZone, presentZone } from "../../domain/study/timeZones.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { readMeta, writeMeta } from "../store/meta.ts";
import { serverNow } from "../store/serverClock.ts";

/** Records each change of the device's time zone, so that work done in the evening keeps its local date. */
export async function noteZone(
  db: LearnerDb,
  zone = presentZone(),
  at = new Date(serverNow()).toISOString(),
): Promise<void> {
  await db.transaction("rw", db.meta, async () => {
    const noted = (await readMeta(db, "zones")) ?? [];
    const known = noted.map((change) =>
      isTimeZone(change.zone) ? change : { ...change, zone: offsetZone(Date.parse(change.from)) },
    );
    const zones = known.at(-1)?.zone === zone ? known : [...known, { from: at, zone }];
    const isNews = zones.length > noted.length || zones.some((change, index) => change !== noted[index]);
    if (isNews) await writeMeta(db, "zones", zones);
  });
}
