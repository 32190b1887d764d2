import type { AddressInfo } from "node:net";
import PostalMime, { type Address } from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Mailbox } from "./mailbox.ts";

export type SmtpSink = { readonly url: string; close(): Promise<void> };

/** Starts an SMTP server on a loopback port that puts every email into the mailbox, so none leaves the machine. */
export async function startSmtpSink(mailbox: Mailbox): Promise<SmtpSink> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData(stream, session, callback) {
      const recipients = session.envelope.rcptTo.map((each) => each.address).join(", ");
      collect(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((mail) =>
          mailbox.add({
            to: recipients,
            from: sender(mail.from),
            subject: mail.subject ?? "",
            text: mail.text ?? "",
            html: mail.html ?? "",
          }),
        )
        .then(() => callback())
        .catch((error: unknown) => callback(error instanceof Error ? error : new Error(String(error))));
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  // `address()` is a pipe name or null only for servers that do not listen on a port.
  const { port } = server.server.address() as AddressInfo;
  server.on("error", (error) => console.warn(`mailbox: ${error.message}`));
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function sender(from: Address | undefined): string {
  if (!from) return "";
  return from.name ? `${from.name} <${from.address ?? ""}>` : (from.address ?? "");
}
