import { startReplica } from "./replica.ts";

/** `node tests/replica/main.ts` starts the whole replica, prints its addresses and runs until it is interrupted. */
const { api, close, database, siteUrl, stripeUrl } = await startReplica();
console.info(`Replica ready on ${siteUrl}`);
console.info(`  API       ${api.url} (${api.keys.publishableKey})`);
console.info(`  Mailbox   ${api.url}/_dev/mailbox`);
console.info(`  Payments  ${stripeUrl}`);
console.info(`  Database  ${database.url}`);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, async () => {
    await close();
    process.exit(0);
  });
