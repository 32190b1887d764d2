import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { createTransport, type Transporter } from "nodemailer";
import { type Message, ownHeaders } from "./layout.ts";

const MAX_ADDRESSES = 3;
const CONNECT_TIMEOUT_MS = 5_000;
const SMTPS_PORT = 465;

/** The settings that nodemailer parses from SMTP_URL. */
type Server = {
  host?: string | undefined;
  port?: number | string | undefined;
  tls?: ConnectionOptions | undefined;
};

let transport: Transporter | undefined;
/** The address that answered last is tried first, so that an unreachable one delays only one email. */
let lastAnswered: string | undefined;

/** Sends one email through the server in SMTP_URL. Throws when the server does not accept it. */
export async function sendBySmtp(url: string, message: Message, timeoutMs: number): Promise<void> {
  transport ??= createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    getSocket(options, callback) {
      if (!options.secure) return callback(null, false);
      connectSecurely(options).then(
        (connection) => callback(null, { connection, secured: true }),
        (error: Error) => callback(error, false),
      );
    },
  });
  const { from, to, replyTo, subject, text, html } = message;
  await transport.sendMail({
    ...{ from, replyTo, subject, text, html },
    // An object, because a string would be parsed and could contain several recipients.
    to: { name: "", address: to },
    headers: ownHeaders(message),
  });
}

/**
 * Tries the host's addresses in turn until one completes the TLS handshake. Under Deno 2.1.4 no handshake that
 * nodemailer starts completes when the first address does not answer (docs/decisions/0050).
 */
async function connectSecurely({ host = "", port, tls }: Server): Promise<TLSSocket> {
  const addresses = (await lookup(host, { all: true })).map(({ address }) => address);
  addresses.sort((a, b) => Number(b === lastAnswered) - Number(a === lastAnswered));
  let lastError: unknown;
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    try {
      const socket = await handshake({
        ...tls,
        host: address,
        port: Number(port ?? SMTPS_PORT),
        // The certificate must be for the name in SMTP_URL.
        ...(isIP(host) ? {} : { servername: tls?.servername ?? host }),
      });
      lastAnswered = address;
      return socket;
    } catch (error) {
      lastError = error;
    }
  }
  throw lastError ?? new Error("the mail server has no address");
}

function handshake(options: ConnectionOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect(options);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
      socket.destroy();
    };
    const timer = setTimeout(() => fail(new Error("the mail server did not answer")), CONNECT_TIMEOUT_MS);
    socket.on("error", fail);
    socket.once("secureConnect", () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}
