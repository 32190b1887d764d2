import { createWriteStream } from "node:fs";
import { format } from "node:util";

/** The terminal instead of a file. */
export const ON_TERMINAL = "-";

/**
 * Sends what this process logs (each request and job) to `file`, which only its owner may read. Warnings and faults also
 * appear on the terminal. Returns the function that prints a line on the terminal only.
 */
export function logTo(file: string): (line: string) => void {
  const { info, warn, error } = console;
  if (file === ON_TERMINAL) return info;
  const stream = createWriteStream(file, { flags: "a", mode: 0o600 });
  // A full or read-only disk must not stop the academy: it logs to the terminal instead.
  stream.once("error", (fault) => {
    Object.assign(console, { info, warn, error });
    error(`The log ${file} cannot be written: ${fault.message}`);
  });
  const keep = (parts: unknown[]) => stream.write(`${format(...parts)}\n`);
  console.info = (...parts) => void keep(parts);
  console.warn = (...parts) => {
    keep(parts);
    warn(...parts);
  };
  console.error = (...parts) => {
    keep(parts);
    error(...parts);
  };
  return info;
}
