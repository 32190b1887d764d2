import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { stateOf, unsentOf } from "../faults/device.ts";
import { publishLesson } from "../support/lessons.ts";
import { withBackend } from "../support/server/backend.ts";
import { backendDevice } from "../support/server/backendDevice.ts";

/** On the replica of a hosted database: see vitest.config.ts. */
const backend = withBackend();

test("after a backup is restored and a new epoch begun, learners' devices send their work again and nothing is lost", async () => {
  await Promise.all([publishLesson(backend, "1"), publishLesson(backend, "2")]);
  const learner = await backend.signUp();
  await backend.enrol(learner);
  const [phone, laptop] = [await backendDevice(backend, learner), await backendDevice(backend, learner)];
  await phone.complete("1");
  await phone.write("l02-check", "Before the backup.");
  expect(await phone.cycle()).toEqual({ status: "done" });
  const backup = await backend.pause((replica) => replica.backUp());

  await phone.complete("2");
  await phone.write("l02-check", "After the backup.");
  expect(await phone.cycle()).toEqual({ status: "done" });
  // Synced before the failure, so only the epoch tells it that the server no longer has this.
  expect(await laptop.cycle()).toEqual({ status: "done" });
  const before = await stateOf(phone);

  await backend.pause((replica) => replica.restore(backup));
  const completed = () =>
    backend.query("select lesson_id from public.course_progress where user_id = $1 order by 1", [learner.id]);
  expect(await completed()).toEqual([{ lesson_id: "1" }]);
  await backend.query("select private.begin_new_epoch()");

  expect(await laptop.cycle()).toEqual({ status: "done" });
  expect(await completed()).toEqual([{ lesson_id: "1" }, { lesson_id: "2" }]);
  expect(await phone.cycle()).toEqual({ status: "done" });
  for (const device of [phone, laptop]) {
    expect(await unsentOf(device)).toEqual([]);
    expect(await stateOf(device)).toEqual(before);
  }
});
