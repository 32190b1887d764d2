import { buildIfStale } from "./build.ts";

// `npm start`: build what is stale, then become the server. A fault in either is one clear message.
const STARTED_AT = Date.now();
try {
  const isBuilt = await buildIfStale();
  if (isBuilt) console.info(`Built the site in ${((Date.now() - STARTED_AT) / 1000).toFixed(1)} s.`);
} catch (error) {
  console.error("The site could not be built:", error);
  process.exit(1);
}
const { main } = await import("../server/main.ts");
await main({ development: false });
