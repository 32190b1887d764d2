/** Replaces `caches`, which Node lacks, with the parts of Cache Storage that the stores of files use, in memory. */
export function memoryCaches() {
  const ORIGIN = "https://academy.example";
  const kept = new Map<string, { body: ArrayBuffer; headers: Headers }>();
  /** Addresses whose responses `loseResponses` has removed. */
  const lost = new Set<string>();
  const cache = {
    async match(address: string) {
      const found = kept.get(address);
      return found && new Response(found.body, { headers: found.headers });
    },
    async put(address: string, reply: Response) {
      if (!lost.has(address)) kept.set(address, { body: await reply.arrayBuffer(), headers: reply.headers });
    },
    async delete(address: string | { url: string }) {
      const path = (typeof address === "string" ? address : address.url).replace(ORIGIN, "");
      return lost.delete(path) || kept.delete(path);
    },
    keys: async () => [...kept.keys()].map((path) => ({ url: ORIGIN + path })),
  };
  return {
    caches: {
      open: async () => cache,
      async delete() {
        kept.clear();
        lost.clear();
      },
    },
    /** As WebKit does in a private window when the last user of the cache ends. */
    loseResponses() {
      for (const address of kept.keys()) lost.add(address);
      kept.clear();
    },
    /** The cached addresses. */
    addresses: () => [...kept.keys()].sort(),
    textAt: async (address: string) => (await cache.match(address))?.text(),
  };
}
