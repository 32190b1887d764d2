// Loaded before the server (`node --import`). Reports every host outside loopback that the process resolves or
// connects to on standard error. It blocks nothing, so the server behaves as usual.
import { subscribe } from "node:diagnostics_channel";
import dns from "node:dns";
import { isIP, type Socket } from "node:net";

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+|localhost)$/;

function report(host: string): void {
  if (!LOOPBACK.test(host)) process.stderr.write(`OUTBOUND ${host}\n`);
}

subscribe("net.client.socket", (message) => {
  // The message type that the channel documents.
  const { socket } = message as { socket: Socket };
  socket.on("connectionAttempt", (ip: string) => report(ip));
});

const lookup = dns.lookup;
// biome-ignore lint/suspicious/noExplicitAny: it replaces every overload of the original
dns.lookup = Object.assign((hostname: string, ...rest: any[]) => {
  if (!isIP(hostname)) report(hostname);
  // biome-ignore lint/suspicious/noExplicitAny: passed on unchanged
  return (lookup as any)(hostname, ...rest);
}, lookup);
