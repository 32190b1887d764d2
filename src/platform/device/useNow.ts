import { useEffect, useState } from "react";

const REFRESH_MS = 30_000;

/** Returns the device's time in ms since the epoch, updated often enough for texts such as "2 minutes ago". */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());

  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);

  return nowMs;
}
