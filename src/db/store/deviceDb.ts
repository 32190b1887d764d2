import { Dexie, type EntityTable } from "dexie";
import { closeWhenLeaving } from "./leaving.ts";
import { DEVICE_DB } from "./names.ts";
import type { Identity, LessonEntry } from "./rows.ts";

type DeviceDb = Dexie & { identity: EntityTable<Identity & { slot: "active" }, "slot"> };
type VisitorDb = Dexie & { lessons: EntityTable<LessonEntry, "lessonId"> };

function connectDeviceDb(): DeviceDb {
  // Dexie adds the tables named in stores() to the instance at run time.
  const db = new Dexie(DEVICE_DB, {
    chromeTransactionDurability: "strict",
    cache: "disabled",
  }) as DeviceDb;
  db.version(1).stores({ identity: "slot" });
  closeWhenLeaving(db);
  return db;
}

function connectVisitorDb(): VisitorDb {
  // The tables are added as in connectDeviceDb.
  const db = new Dexie("academy-visitor", { cache: "disabled" }) as VisitorDb;
  db.version(1).stores({ lessons: "lessonId" });
  closeWhenLeaving(db);
  return db;
}

let device: DeviceDb | undefined;
let visitor: VisitorDb | undefined;

/** The database that names the active learner of this device. It contains nothing else. */
export function deviceDb(): DeviceDb {
  device ??= connectDeviceDb();
  return device;
}

/** The database of the free preview for signed-out visitors. It contains lesson packs only. */
export function visitorDb(): VisitorDb {
  visitor ??= connectVisitorDb();
  return visitor;
}
