import { expect, onTestFinished, test, vi } from "vitest";
import { ZONES } from "../../../tests/support/hostileInputs.ts";
import { dayIn } from "./studyDays.ts";
import { isTimeZone, offsetAt, offsetZone, presentZone } from "./timeZones.ts";

const MINUTE_MS = 60_000;
const WINTER = Date.parse("2026-01-10T12:00:00.000Z");
const SUMMER = Date.parse("2026-07-10T12:00:00.000Z");

/** Puts the device's clock `minutes` ahead of UTC, in a time zone of which the browser gives this name. */
function beIn(timeZone: string | undefined, minutes: number): void {
  const options = {
    ...Intl.DateTimeFormat().resolvedOptions(),
    timeZone,
  } as Intl.ResolvedDateTimeFormatOptions; // A browser may know no name.
  const spies = [
    vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue(options),
    vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(-minutes),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
}

test.each([
  ["the zone's name", "Europe/London", 60, "Europe/London"],
  ["the offset when the browser does not know the system's zone", "Etc/Unknown", 330, "+05:30"],
  ["a negative offset", "Etc/Unknown", -570, "-09:30"],
  ["no offset", "Etc/Unknown", 0, "+00:00"],
  ["the offset when the browser names a zone that it cannot use", "Mars/Olympus_Mons", 345, "+05:45"],
  ["the offset when the browser names none", undefined, 60, "+01:00"],
])("the present time zone is %s", (_, name, minutes, expected) => {
  beIn(name, minutes);
  expect(presentZone()).toBe(expected);
  expect(isTimeZone(presentZone())).toBe(true);
});

test.each(ZONES.filter(({ isKnown }) => isKnown))("$zone is a time zone", ({ zone }) => {
  expect(isTimeZone(zone)).toBe(true);
});

test.each([{ zone: "" }, ...ZONES.filter(({ isKnown }) => !isKnown)])(
  "$zone is no time zone, and a time in it is a time on the device's clock",
  ({ zone }) => {
    beIn("Europe/London", 330);
    expect(isTimeZone(zone)).toBe(false);
    expect(offsetAt(zone, WINTER)).toBe(330 * MINUTE_MS);
    expect(dayIn(zone, "2026-01-10T18:30:00.000Z")).toBe("2026-01-11");
  },
);

test.each([
  ["Europe/London", 0, 60],
  ["America/St_Johns", -210, -150],
  ["Asia/Kathmandu", 345, 345],
  ["+05:30", 330, 330],
  ["-09:30", -570, -570],
])("clocks in %s are %d minutes ahead of UTC in January and %d in July", (zone, winter, summer) => {
  expect(offsetAt(zone, WINTER)).toBe(winter * MINUTE_MS);
  expect(offsetAt(zone, SUMMER)).toBe(summer * MINUTE_MS);
});

test("the zone made from an offset has that offset", () => {
  beIn("Etc/Unknown", -570);
  expect(offsetAt(offsetZone(WINTER), WINTER)).toBe(-570 * MINUTE_MS);
});
