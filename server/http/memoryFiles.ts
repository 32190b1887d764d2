import { createHash } from "node:crypto";
import { readFileSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import type { Context, MiddlewareHandler } from "hono";
import { serveStatic } from "hono/serve-static";

type Kept = { bytes: Uint8Array<ArrayBuffer>; tag: string; modified: Date };

/**
 * Returns a handler for the files below `root`, or for the one at `path` there, compressed if the browser accepts it. Reads
 * each file once and keeps it in memory: each step of a read would wait for another thread, which takes long while Postgres
 * keeps the processor busy. A changed file is read again.
 */
export function memoryFiles(root: string): (path?: string) => MiddlewareHandler {
  const files = new Map<string, Kept>();

  function read(path: string): Kept | null {
    const stats = statsOf(path);
    if (!stats?.isFile()) return null;
    const known = files.get(path);
    if (known?.modified.getTime() === stats.mtime.getTime() && known.bytes.length === stats.size)
      return known;
    const bytes = readFileSync(path);
    const tag = `"${createHash("sha1").update(bytes).digest("hex")}"`;
    const file = { bytes, tag, modified: stats.mtime };
    files.set(path, file);
    return file;
  }

  const getContent = async (path: string, c: Context) => {
    const file = read(path);
    if (!file) return null;
    // The handler asks for the compressed copy last, so these are the headers of what it sends.
    c.header("ETag", file.tag);
    c.header("Content-Length", `${file.bytes.length}`);
    c.header("Last-Modified", file.modified.toUTCString());
    return file.bytes;
  };
  const isDir = (path: string) => statsOf(path)?.isDirectory() ?? false;
  return (path) => serveStatic({ root, join, getContent, isDir, precompressed: true, ...(path && { path }) });
}

const NO_SUCH_FILE = new Set<unknown>(["ENOENT", "ENOTDIR", "ENAMETOOLONG"]);

function statsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && NO_SUCH_FILE.has(error.code)) return null;
    throw error;
  }
}
