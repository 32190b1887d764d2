import { expect, test } from "vitest";
import { deviceName, waitingWords } from "./words.ts";

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/131.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Mac"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Linux"],
  ["node", "Unknown browser"],
  ["", "Unknown browser"],
])("%s is named %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

const at = "2026-11-25T09:12:00";
test.each([
  [{ synced_at: at, unsent: 1, refused: 0 }, "1 entry was waiting on this device as of 25 Nov 2026, 09:12"],
  [
    { synced_at: at, unsent: 3, refused: 1 },
    "3 entries were waiting and 1 entry had been rejected on this device as of 25 Nov 2026, 09:12",
  ],
  [
    { synced_at: at, unsent: 0, refused: 2 },
    "2 entries had been rejected on this device as of 25 Nov 2026, 09:12",
  ],
  [{ synced_at: at, unsent: 0, refused: 0 }, "Nothing was waiting as of 25 Nov 2026, 09:12"],
  [{ synced_at: at, unsent: null, refused: null }, "Unknown: this device has an older version of the app"],
  [{ synced_at: null, unsent: null, refused: null }, "Has not synced since it signed in"],
])("%o is said as: %s", (reported, words) => {
  const device = { id: "", user_agent: "", signed_in_at: at, used_at: at, ...reported };
  expect(waitingWords(device)).toBe(words);
});
