/** Replaces `caches`, which Node lacks, with the parts of Cache Storage that the video store uses, in memory. */
export function memoryCaches() {
  const ORIGIN = "https://academy.example";
  const kept = new Map<string, { body: ArrayBuffer; headers: Headers }>();
  /** Addresses whose responses `loseResponses` has removed. */
  const lost = new Set<string>();
  const withoutSearch = (address: string) => address.replace(/\?.*$/, "");
  const cache = {
    async match(address: string) {
      const found = kept.get(address);
      return found && new Response(found.body, { headers: found.headers });
    },
    async put(address: string, reply: Response) {
      if (reply.status === 206) throw new TypeError("a partial response cannot be cached");
      if (!lost.has(address)) kept.set(address, { body: await reply.arrayBuffer(), headers: reply.headers });
    },
    async delete(address: string | { url: string }, { ignoreSearch = false } = {}) {
      const path = (typeof address === "string" ? address : address.url).replace(ORIGIN, "");
      const gone = [...kept.keys()].filter((each) => (ignoreSearch ? withoutSearch(each) : each) === path);
      for (const each of gone) kept.delete(each);
      return lost.delete(path) || gone.length > 0;
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
