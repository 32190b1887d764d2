import { Hono } from "hono";
import { html, raw } from "hono/html";
import type { Mail, Mailbox } from "./mailbox.ts";

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Emails may use their own styles, but must not run scripts, load resources or submit forms. */
const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'";

const STYLES = `
:root { color-scheme: light dark; --ink: #1f1a17; --paper: #faf6ef; --line: #d9cfc0; --link: #2f3e75; }
@media (prefers-color-scheme: dark) { :root { --ink: #efe7da; --paper: #171412; --line: #4a423a; --link: #aebaf0; } }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
article { border-top: 1px solid var(--line); padding: 1.25rem 0; }
h2 { font-size: 1.1rem; margin: 0 0 .25rem; }
p { margin: 0 0 .5rem; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .75rem 0; }
a { color: var(--link); }
`;

/** `/mailbox` and its JSON, below the path where it is mounted: all sent emails, newest first. */
export function mailboxPages(mailbox: Mailbox): Hono {
  const pages = new Hono();
  pages.get("/mailbox", (c) => c.html(page(mailbox.list()), 200, { "Content-Security-Policy": PAGE_POLICY }));
  pages.get("/mailbox.css", (c) => c.body(STYLES, 200, { "Content-Type": "text/css; charset=utf-8" }));
  pages.get("/mailbox.json", (c) => c.json(mailbox.list()));
  pages.get("/mailbox/:age{[0-9]+}", (c) => {
    const mail = mailbox.list()[Number(c.req.param("age"))];
    if (!mail?.html) return c.notFound();
    return c.html(mail.html, 200, { "Content-Security-Policy": MAIL_POLICY });
  });
  return pages;
}

function page(mails: Mail[]) {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox</title><link rel="stylesheet" href="mailbox.css"></head>
<body><main><h1>Mailbox</h1>
<p>Every email and text message that was sent. Nothing left this machine.</p>
${mails.length === 0 ? html`<p>No email yet.</p>` : mails.map(article)}
</main></body></html>`;
}

function article(mail: Mail, age: number) {
  return html`<article><h2>${mail.subject}</h2>
<p>To ${mail.to} · from ${mail.from} · <time datetime="${mail.sentAt}">${mail.sentAt}</time></p>
<pre>${mail.text}</pre>
${mail.html ? html`<p><a href="mailbox/${String(age)}">HTML version</a></p>` : raw("")}</article>`;
}
