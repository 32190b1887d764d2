import { badRequest } from "../apiError.ts";

/** Parameters before validation. Stripe's form encoding has only strings and hashes; a list is a hash of indexes. */
export type RawParams = { [name: string]: string | RawParams };

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;
const MAX_DEPTH = 10;

/**
 * Parses `a[b][0][c]=x` and `a[]=x` as Stripe does. Throws for a name used both as a string and as a hash. Hashes have
 * no prototype, so no name is special.
 */
export function parseForm(text: string): RawParams {
  const root = emptyHash();
  for (const [key, value] of new URLSearchParams(text)) insert(root, key, value);
  return root;
}

function insert(root: RawParams, key: string, value: string): void {
  const match = KEY.exec(key);
  const path = match ? [match[1] ?? "", ...(match[2] ?? "").slice(1, -1).split("][")] : [];
  const segments = match?.[2] ? path : path.slice(0, 1);
  if (segments.length === 0 || segments.length > MAX_DEPTH)
    throw badRequest(`Invalid parameter name: ${key}`);
  let hash = root;
  for (const segment of segments.slice(0, -1)) hash = childHash(hash, segment || nextIndex(hash), key);
  const last = segments.at(-1) || nextIndex(hash);
  if (typeof hash[last] === "object") throw badRequest("Invalid object", { param: key });
  hash[last] = value;
}

function childHash(parent: RawParams, name: string, key: string): RawParams {
  const child = parent[name] ?? emptyHash();
  if (typeof child === "string") throw badRequest("Invalid object", { param: key });
  parent[name] = child;
  return child;
}

function nextIndex(hash: RawParams): string {
  return String(Object.keys(hash).length);
}

function emptyHash(): RawParams {
  // `as`: Object.create is typed any.
  return Object.create(null) as RawParams;
}
