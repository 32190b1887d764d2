import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { Context, Handler } from "hono";
import { html } from "hono/html";
import { type VerifyReply, verifyReplySchema } from "../../src/domain/certificate/certificate.ts";
import {
  CHECK_TEXT,
  certificateDay,
  KIND_TEXT,
  SAMPLE_TEXT,
} from "../../src/domain/certificate/certificateText.ts";
import { SITE } from "../../src/domain/site.ts";
import { certificateNumber } from "../../src/domain/text/linkedValue.ts";
import { startRequestLog } from "../log.ts";

/** Calls the function verify-certificate on behalf of the visitor. */
export type AskRecords = (certificateId: string, c: Context) => Promise<Response>;

/** Marks tags in the head that the app removes: src/app/document/documentPage.ts. */
const HEAD_ATTRIBUTE = "data-page-head";
const CRAWLER_ATTRIBUTE = "data-crawlers";
/** Short, because the visitor is waiting for the page, and the app queries the records again. */
const LONGEST_WAIT_MS = 3_000;

type Said = { status: 200 | 404 | 429 | 503; title: string; text: string; retryAfter?: string | null };

/**
 * The page of one certificate: the shell, with the result from the records for clients without scripts, such as text
 * browsers and link previews. The app shows its own result, for which it also verifies the signature.
 */
export function certificatePage(shellFile: string, askRecords: AskRecords): Handler {
  return async (c) => {
    const number = certificateNumber(c.req.param("id") ?? "");
    const [shell, said] = await Promise.all([
      readFile(shellFile, "utf8"),
      number === null
        ? NO_NUMBER
        : Promise.race([
            ask(
              () => askRecords(number, c),
              (error) => startRequestLog(c).log.fault("certificate_page", error),
            ),
            wait(LONGEST_WAIT_MS, TROUBLE, { ref: false }),
          ]),
    ]);
    if (said.retryAfter) c.header("Retry-After", said.retryAfter);
    return c.html(await withAnswer(shell, said), said.status);
  };
}

const NO_NUMBER: Said = {
  status: 404,
  title: CHECK_TEXT.unchecked,
  text: `${CHECK_TEXT.address} ${CHECK_TEXT.saysNothing}`,
};
const TROUBLE: Said = {
  status: 503,
  title: CHECK_TEXT.unchecked,
  text: `${CHECK_TEXT.noAnswer} ${CHECK_TEXT.saysNothing}`,
};

async function ask(records: () => Promise<Response>, onError: (error: unknown) => void): Promise<Said> {
  try {
    const reply = await records();
    if (reply.status === 404) return { status: 404, title: CHECK_TEXT.invalid, text: CHECK_TEXT.unknown };
    if (reply.status === 429) return limited(reply.headers.get("retry-after"));
    return reply.ok ? said(verifyReplySchema.parse(await reply.json())) : TROUBLE;
  } catch (error) {
    onError(error);
    return TROUBLE;
  }
}

function said(reply: VerifyReply): Said {
  if (reply.status === "revoked") {
    const text = `${CHECK_TEXT[reply.reason]} This happened on ${certificateDay(reply.revokedAt)}.`;
    return { status: 200, title: CHECK_TEXT.invalid, text };
  }
  if (reply.status === "sample") return { status: 200, title: SAMPLE_TEXT.title, text: SAMPLE_TEXT.note };
  const holder = `${reply.holderName} ${KIND_TEXT[reply.kind].sentence} ${reply.course}.`;
  const text = `${holder} Issued on ${certificateDay(reply.issuedAt)} by ${SITE.name}.`;
  return { status: 200, title: CHECK_TEXT.valid, text };
}

function limited(retryAfter: string | null): Said {
  const text = `Too many certificates were checked from your network in the last minute. Load this page again in a minute. ${CHECK_TEXT.saysNothing}`;
  return { status: 429, title: CHECK_TEXT.waiting, text, retryAfter };
}

/** Inserts the result where the app removes or ignores it: into marked tags of the head, and into `noscript`. */
async function withAnswer(shell: string, { title, text }: Said): Promise<string> {
  const fullTitle = `${title} · ${SITE.name}`;
  const description = await html`<meta ${HEAD_ATTRIBUTE} name="description" content="${text}" />`;
  const tags = await html`<meta ${CRAWLER_ATTRIBUTE} property="og:title" content="${fullTitle}" />
    <meta ${CRAWLER_ATTRIBUTE} property="og:description" content="${text}" />
  </head>`;
  const name = await html`<title ${HEAD_ATTRIBUTE}>${fullTitle}</title>`;
  const answer =
    await html`<noscript ${HEAD_ATTRIBUTE}><div class="noscript"><h1>${title}</h1><p>${text}</p></div></noscript>`;
  let page = fill(shell, new RegExp(`<meta ${HEAD_ATTRIBUTE} name="description"[^>]*>`), description);
  page = fill(page, new RegExp(`<title ${HEAD_ATTRIBUTE}>[^<]*</title>`), name);
  page = fill(page, new RegExp(`<noscript ${HEAD_ATTRIBUTE}>.*?</noscript>`, "s"), answer);
  return fill(page, /<\/head>/, tags);
}

function fill(page: string, part: RegExp, filled: { toString(): string }): string {
  if (!part.test(page)) throw new Error(`the shell has no ${part.source}`);
  // A function, because a name may contain replacement patterns such as `$&`.
  return page.replace(part, () => filled.toString());
}
