import { SITE } from "../../../src/domain/site.ts";

export type Block =
  | { kind: "text"; text: string }
  /** Shown on a separate line, easy to find and copy. */
  | { kind: "value"; label: string; value: string }
  | { kind: "link"; label: string; url: string }
  | { kind: "rows"; rows: [label: string, value: string][] };

/** A paragraph. */
export const text = (words: string): Block => ({ kind: "text", text: words });

export type MailPerson = { name: string; address: string };
export type MailContent = {
  subject: string;
  blocks: Block[];
  /** The recipient of replies, if not the course provider. */
  replyTo?: MailPerson;
  /** For emails that the recipient can turn off: mail programs POST to this address when its button is pressed. */
  unsubscribeUrl?: string;
};
export type RenderedMail = { subject: string; text: string; html: string };
/** A rendered email, ready to be sent by API or SMTP. */
export type Message = RenderedMail & {
  from: string;
  to: string;
  replyTo: MailPerson;
  /** Identifies the email across all attempts to send it. */
  id?: string | undefined;
  unsubscribeUrl?: string | undefined;
};

/** Headers that no mail provider sets by itself. The last two are for turning off in one press (RFC 8058). */
export function ownHeaders({ unsubscribeUrl }: Pick<Message, "unsubscribeUrl">): Record<string, string> {
  return {
    "Auto-Submitted": "auto-generated",
    ...(unsubscribeUrl
      ? {
          "List-Unsubscribe": `<${unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
      : {}),
  };
}

/**
 * Renders plain text and HTML. The HTML sets no colours, so it is readable in dark mode too. `contact` ends the signature:
 * where the recipient can write to.
 */
export function renderMail(content: MailContent, contact: string): RenderedMail {
  const signature: Block = { kind: "text", text: `${SITE.name}\n${contact}` };
  const blocks = [...content.blocks, signature];
  return {
    subject: content.subject,
    text: `${blocks.map(asText).join("\n\n")}\n`,
    html: [
      '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">',
      '<meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width">',
      `<title>${escapeHtml(content.subject)}</title></head>`,
      '<body style="font-family:Georgia,serif;font-size:17px;line-height:1.5;max-width:36em;margin:2em auto;padding:0 1em">',
      ...blocks.map(asHtml),
      "</body></html>",
    ].join("\n"),
  };
}

function asText(block: Block): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "value":
      return `${block.label}: ${block.value}`;
    case "link":
      return `${block.label}: ${block.url}`;
    case "rows":
      return block.rows.map(([label, value]) => `${label}: ${value}`).join("\n");
  }
}

function asHtml(block: Block): string {
  switch (block.kind) {
    case "text":
      return `<p>${escapeHtml(block.text).replaceAll("\n", "<br>")}</p>`;
    case "value":
      return `<p>${escapeHtml(block.label)}: <strong style="font-family:monospace;font-size:1.1em">${escapeHtml(block.value)}</strong></p>`;
    case "link":
      return `<p><a href="${escapeHtml(block.url)}">${escapeHtml(block.label)}</a></p>`;
    case "rows":
      return `<table cellpadding="4">${block.rows.map(asRow).join("")}</table>`;
  }
}

function asRow([label, value]: [string, string]): string {
  return `<tr><th scope="row" align="left" style="font-weight:normal">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
