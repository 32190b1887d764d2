import { createWriteStream } from "node:fs";
import { format } from "node:util";

/** The terminal instead of a file. */
export const ON_TERMINAL = "-";

/**
 * From now on what this process logs goes to `file`: each request, job and mail. Warnings and faults are shown on the
 * terminal as well. Returns what prints a line for the person who started the academy, on the terminal alone.
 */
export function logTo(file: string): (line: string) => void {
  const { info, warn, error } = console;
  if (file === ON_TERMINAL) return info;
  const stream = createWriteStream(file, { flags: "a" });
  // Without a place to write, a log is no reason to stop selling: it goes on on the terminal.
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
