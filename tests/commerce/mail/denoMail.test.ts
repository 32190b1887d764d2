// Loads reflect-metadata, which @peculiar/x509 needs.
import "@simplewebauthn/server";
import { execFileSync } from "node:child_process";
import { lookup } from "node:dns/promises";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as x509 from "@peculiar/x509";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DENO, serveUnderDeno, stopDenoServers } from "../../support/server/deno.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const HOST = "mail.example";
const ALIVE = "127.0.0.1";
/** No server listens on this address. */
const REFUSING = "127.0.0.2";
/** A server on this address accepts connections but never responds. */
const SILENT = "127.0.0.3";

const folder = mkdtempSync(join(tmpdir(), "deno-mail-"));
const CA_FILE = join(folder, "ca.pem");
const smtpMails: Email[] = [];
const apiMails: unknown[] = [];
const outcomes: unknown[] = [];
let waiting = 0;
let smtp: SMTPServer;
let silent: TcpServer;
let mailApi: Server;
let database: Server;

const portOf = (server: Pick<TcpServer, "address">) =>
  // `address()` is a pipe name or null only for servers that do not listen on a port.
  (server.address() as AddressInfo).port;

beforeAll(async () => {
  smtp = await startSmtpServer(await createCertificate());
  silent = createTcpServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(portOf(smtp.server), SILENT, resolve));
  mailApi = await listen(
    async (request, response) => {
      apiMails.push({ ...(await readJson(request)), once: request.headers["idempotency-key"] });
      response.end(JSON.stringify({ id: "1", ErrorCode: 0 }));
    },
    (await lookup("localhost", { all: true })).at(-1)?.address,
  );
  // Responds to deliver-mail as the project's API does.
  database = await listen(async (request, response) => {
    const body = await readJson(request);
    response.setHeader("content-type", "application/json");
    if (request.url?.endsWith("/claim_mail")) return response.end(JSON.stringify(nextMail()));
    if (!request.url?.endsWith("/finish_mail")) return response.end("null");
    outcomes.push(body.p_outcome);
    response.end(JSON.stringify(body.p_outcome === "retry" ? "queued" : body.p_outcome));
  });
});
afterAll(async () => {
  silent.close();
  for (const server of [mailApi, database]) {
    server.closeAllConnections();
    server.close();
  }
  await new Promise<void>((resolve) => smtp.close(resolve));
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  for (const list of [smtpMails, apiMails, outcomes]) list.length = 0;
});
afterEach(stopDenoServers);

/** A certificate for HOST from an authority that is trusted only through CA_FILE. */
async function createCertificate() {
  const signingAlgorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const newKeys = () => crypto.subtle.generateKey(signingAlgorithm, true, ["sign", "verify"]);
  const [authority, server] = [await newKeys(), await newKeys()];
  const validity = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 3_600_000) };
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...{ name: "CN=Test authority", keys: authority, signingAlgorithm, ...validity },
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  });
  const leaf = await x509.X509CertificateGenerator.create({
    ...{ subject: `CN=${HOST}`, issuer: root.subject, signingAlgorithm, ...validity },
    ...{ publicKey: server.publicKey, signingKey: authority.privateKey },
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: "dns", value: HOST }])],
  });
  writeFileSync(CA_FILE, root.toString("pem"));
  const key = x509.PemConverter.encode(
    await crypto.subtle.exportKey("pkcs8", server.privateKey),
    "PRIVATE KEY",
  );
  return { cert: leaf.toString("pem"), key };
}

async function startSmtpServer(tls: { cert: string; key: string }): Promise<SMTPServer> {
  const server = new SMTPServer({
    ...{ ...tls, secure: true, authOptional: true, logger: false },
    async onData(stream, _session, callback) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      smtpMails.push(await PostalMime.parse(Buffer.concat(chunks)));
      callback();
    },
  });
  // A certificate that Deno rejects is reported here as a connection error. The tests check what the function did.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, ALIVE, resolve));
  return server;
}

async function listen(answer: RequestListener, address = ALIVE): Promise<Server> {
  const server = createHttpServer(answer);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return server;
}

async function readJson(request: AsyncIterable<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function nextMail() {
  if (waiting-- <= 0) return null;
  const id = crypto.randomUUID();
  return { id, lease_id: id, attempts: 1, kind: "account_deleted", recipient: "ada@mail.example", data: {} };
}

/** Runs deliver-mail under Deno, where every host name resolves to `addresses`, and returns its response. */
async function deliver(mails: number, environment: Record<string, string>, addresses = [ALIVE]) {
  waiting = mails;
  const importMap = JSON.parse(readFileSync(join(ROOT, "functions", "deno.json"), "utf8"));
  const stub = `export const lookup = async () => ${JSON.stringify(addresses.map((address) => ({ address })))}`;
  importMap.imports["node:dns/promises"] = `data:text/javascript,${encodeURIComponent(stub)}`;
  const importMapFile = join(folder, "deno.json");
  writeFileSync(importMapFile, JSON.stringify(importMap));
  const address = await serveUnderDeno(
    "functions/deliver-mail/index.ts",
    {
      SUPABASE_URL: `http://${ALIVE}:${portOf(database)}`,
      SUPABASE_SECRET_KEYS: '{"default":"sb_secret_x"}',
      SITE_URL: "https://academy.example",
      STRIPE_SECRET_KEY: "sk_test_x",
      STRIPE_WEBHOOK_SECRET: "whsec_x",
      CERTIFICATE_KEY: "dGhlIHNlZWQgb2YgYSBrZXkgZm9yIHRlc3RzIG9ubHk",
      SB_REGION: "eu-west-2",
      DENO_CERT: CA_FILE,
      ...environment,
    },
    importMapFile,
  );
  const reply = await fetch(address, { method: "POST", headers: { apikey: "sb_secret_x" } });
  return reply.json();
}

const smtps = (host = HOST) => ({ SMTP_URL: `smtps://${host}:${portOf(smtp.server)}` });

it("Deno is the same version as in the hosted runtime", () => {
  expect(execFileSync(DENO, ["--version"], { encoding: "utf8" })).toMatch(/^deno 2\.1\.4 /);
});

describe("under Deno, email sent by SMTP with TLS", () => {
  it.each([
    ["has one address that responds", [ALIVE]],
    ["refuses connections at its first address", [REFUSING, ALIVE]],
    ["refuses connections at an IPv6 address first", ["::1", ALIVE]],
  ])("arrives when the mail server %s", async (_, addresses) => {
    expect(await deliver(1, smtps(), addresses)).toMatchObject({ sent: 1, queued: 0 });
    expect(smtpMails.map(({ to }) => to?.[0]?.address)).toEqual(["ada@mail.example"]);
  });

  it("arrives when the first address never responds, which delays only the first email", async () => {
    let waits = 0;
    silent.on("connection", () => {
      waits += 1;
    });
    expect(await deliver(3, smtps(), [SILENT, ALIVE])).toMatchObject({ sent: 3, queued: 0 });
    expect(smtpMails).toHaveLength(3);
    expect(waits).toBe(1);
  });

  it("stays in the queue when no address responds", async () => {
    expect(await deliver(1, smtps(), [REFUSING])).toMatchObject({ sent: 0, queued: 1 });
    expect(outcomes).toEqual(["retry"]);
  });

  it("is not sent to a server whose certificate is for another host name", async () => {
    expect(await deliver(1, smtps("other.example"))).toMatchObject({ sent: 0, queued: 1 });
    expect(smtpMails).toEqual([]);
  });
});

describe("under Deno, email sent through an HTTP API", () => {
  // Only the last address of this host responds. On many machines it has two, ::1 and 127.0.0.1.
  const api = () => ({ MAIL_API_URL: `http://localhost:${portOf(mailApi)}` });

  it.each([
    [
      "Resend",
      { RESEND_API_KEY: "re_x" },
      { to: ["ada@mail.example"], once: expect.stringMatching(/^[0-9a-f-]{36}\/[0-9a-f]{64}$/) },
    ],
    ["Postmark", { POSTMARK_SERVER_TOKEN: "x" }, { To: "ada@mail.example" }],
  ])("arrives through %s when only the last address of its host responds", async (_, key, mail) => {
    expect(await deliver(1, { ...key, ...api() } as Record<string, string>)).toMatchObject({ sent: 1 });
    expect(apiMails).toMatchObject([mail]);
  });
});
