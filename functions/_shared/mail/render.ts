import { COURSE } from "../../../src/domain/course/course.ts";
import { SITE } from "../../../src/domain/site.ts";
import type { Block, Frame, MailContent, RenderedMail, Row } from "./layout.ts";

/**
 * Renders plain text and HTML. Paragraphs of the plain text are not wrapped: mail programs wrap them to the width of the
 * window, and lines of a fixed length would be wrapped twice on a phone.
 */
export function renderMail(content: MailContent, frame: Frame): RenderedMail {
  const greeting = frame.greets === undefined ? [] : [`Hello${frame.greets && ` ${frame.greets}`},`];
  const signature = ["--", SITE.name, ...frame.footer.map(asText)].join("\n");
  return {
    subject: content.subject,
    text: `${[...greeting, ...content.blocks.map(asText), signature].join("\n\n")}\n`,
    html: toHtml(content, frame),
  };
}

function asText(block: Block): string {
  if (typeof block === "string") return block;
  if ("rows" in block) return block.rows.map(([label, value]) => `${label}: ${value}`).join("\n");
  if ("code" in block) return `${block.label}: ${block.code}`;
  const { label, url } = "button" in block ? block.button : block.link;
  return `${label}: ${url}`;
}

// The HTML that mail programs understand: tables, attributes and inline styles. The style sheet only adds dark colours, so
// nothing is lost where a program removes it. Nothing is loaded, so the email looks the same with images off. The colours
// are those of src/ui/styles/tokens.css.

const SANS = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "Georgia,'Times New Roman',serif";
const STYLES = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#171412!important}
.card{background:#211d19!important;border-color:#3d352d!important}
.sunken{background:#100e0c!important;border-color:#3d352d!important}
.ink{color:#efe7da!important}
.muted{color:#bdb1a1!important}
.link{color:#b3bff2!important}
.row{border-color:#3d352d!important}
.button{background:#e39468!important;border-color:#e39468!important}
.label{color:#23130a!important}
.i{background:#b3bff2!important}
.a{background:#eb9d75!important}
}`;
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
/** Outlook for Windows ignores max-width. */
const OUTLOOK_WIDTH = `<!--[if mso]><table ${TABLE} width="600" align="center"><tr><td><![endif]-->`;

/** The academy's two interlaced threads, one cell of a table for each square. */
const MARK = [".aaa.", "iaiii", "ia.ai", "iiiai", ".aaa."];
const THREADS: Record<string, string> = { a: "#a8431f", i: "#2f3e75" };

function toHtml({ subject, blocks }: MailContent, { greets, footer }: Frame): string {
  const [preview] = blocks.filter((block) => typeof block === "string");
  return [
    '<!doctype html><html lang="en-GB" dir="ltr"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">',
    `<title>${escapeHtml(subject)}</title><style>${STYLES}</style></head>`,
    '<body class="paper" style="margin:0;padding:0;background:#faf6ef;word-break:break-word">',
    // Lists of emails show this beside the subject. The spaces keep the rest of the email out of it.
    `<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview ?? "")}${"&#8199;&#847;".repeat(60)}</div>`,
    `<table ${TABLE} lang="en-GB" class="paper ink" width="100%" bgcolor="#faf6ef" style="font:16px/1.5 ${SANS};color:#1f1a17"><tr><td align="center" style="padding:24px 12px">`,
    `${OUTLOOK_WIDTH}<table ${TABLE} width="100%" style="max-width:600px;text-align:left">`,
    `<tr><td style="padding:0 4px 16px">${brand()}</td></tr>`,
    '<tr><td class="card" bgcolor="#fffdf9" style="padding:28px 24px 12px;border:1px solid #ddd2c0;border-radius:12px">',
    `<h1 style="margin:0 0 20px;font:700 24px/1.25 ${SERIF};text-wrap:balance">${asHtml(subject)}</h1>`,
    ...(greets === undefined ? [] : [paragraph(`Hello${greets && ` ${untranslated(escapeHtml(greets))}`},`)]),
    ...blocks.map(blockHtml),
    "</td></tr>",
    `<tr><td class="muted" style="padding:20px 4px;font:14px/1.5 ${SANS};color:#5d5249">`,
    ...footer.map(blockHtml),
    "</td></tr></table><!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>",
  ].join("\n");
}

function brand(): string {
  const squares = MARK.map((line) => `<tr>${[...line].map(square).join("")}</tr>`).join("");
  return `<table ${TABLE}><tr><td aria-hidden="true"><table ${TABLE}>${squares}</table></td><td translate="no" style="padding-left:12px;font:700 18px/1.25 ${SERIF}">${SITE.name}</td></tr></table>`;
}

function square(thread: string): string {
  const size = 'width="6" height="6" style="font-size:0;line-height:0"';
  const colour = THREADS[thread];
  return colour ? `<td class="${thread}" bgcolor="${colour}" ${size}></td>` : `<td ${size}></td>`;
}

function blockHtml(block: Block): string {
  if (typeof block === "string")
    return block
      .split(/\n{2,}/)
      .map((each) => paragraph(asHtml(each)))
      .join("\n");
  if ("rows" in block)
    return `<table class="ink" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">${block.rows.map(rowHtml).join("")}</table>`;
  if ("code" in block) return codeHtml(block);
  if ("link" in block) {
    const { label, url } = block.link;
    return paragraph(
      `<a class="link" href="${escapeHtml(url)}" style="color:#2f3e75">${escapeHtml(label)}</a>`,
    );
  }
  const { label, url } = block.button;
  // Outlook for Windows has no padding on links: mso-padding-alt gives it to the cell.
  return `<table ${TABLE} style="margin:4px 0 20px"><tr><td class="button" bgcolor="#a8431f" align="center" style="border:1px solid #a8431f;border-radius:8px;mso-padding-alt:12px 24px"><a class="label" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;font-weight:600;color:#fffaf4;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

function codeHtml({ code, label }: { code: string; label: string }): string {
  return `<table ${TABLE} width="100%" style="margin:0 0 20px"><tr><td class="sunken" bgcolor="#f1eadd" style="padding:12px 16px;border:1px solid #ddd2c0;border-radius:8px"><span class="muted" style="font-size:14px;color:#5d5249">${escapeHtml(label)}</span><br><strong translate="no" style="font:700 18px/1.5 Menlo,Consolas,monospace;white-space:nowrap;-webkit-user-select:all;user-select:all">${escapeHtml(code)}</strong></td></tr></table>`;
}

function rowHtml([label, value, kind]: Row): string {
  const cell = 'class="row" valign="top" style="padding:8px 0;border-top:1px solid #ddd2c0';
  const name = `<span class="muted" style="color:#5d5249">${escapeHtml(label)}</span>`;
  const html = kind === "name" ? untranslated(escapeHtml(value)) : asHtml(value);
  return `<tr><th scope="row" align="left" ${cell};padding-right:16px;font-weight:400;word-break:normal">${name}</th><td align="right" ${cell}">${kind === "total" ? `<strong>${html}</strong>` : html}</td></tr>`;
}

const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`;
const untranslated = (html: string) => `<bdi translate="no">${html}</bdi>`;

/** The names of the academy and the course, amounts, addresses and order numbers. */
const NAMES = new RegExp(
  `${SITE.name}|${COURSE.title}|-?£[\\d,.]*\\d|[\\w.+-]+@[\\w.-]+\\w|\\b[0-9A-F]{8}\\b`,
  "g",
);

/** The numbers of invoices and credit notes. Their hyphens are no place to break a line. */
const PAPERS = /\b[A-Z0-9]{4,}(-[A-Z0-9]+)*-\d{2,}\b/g;

function asHtml(text: string): string {
  return escapeHtml(text)
    .replace(NAMES, untranslated)
    .replace(PAPERS, '<bdi translate="no" style="white-space:nowrap">$&</bdi>')
    .replaceAll("\n", "<br>");
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
