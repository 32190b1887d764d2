// Loaded before the server (`node --import`): names every host that the process looks up or connects to outside
// loopback, on standard error. It forbids nothing, so what is being watched behaves as always.
import { subscribe } from "node:diagnostics_channel";
import dns from "node:dns";
import { isIP, type Socket } from "node:net";

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+|localhost)$/;

function report(host: string): void {
  if (!LOOPBACK.test(host)) process.stderr.write(`OUTBOUND ${host}\n`);
}

subscribe("net.client.socket", (message) => {
  // The channel's documented message.
  const { socket } = message as { socket: Socket };
  socket.on("connectionAttempt", (ip: string) => report(ip));
});

const lookup = dns.lookup;
// biome-ignore lint/suspicious/noExplicitAny: it stands in for every overload of the original
dns.lookup = Object.assign((hostname: string, ...rest: any[]) => {
  if (!isIP(hostname)) report(hostname);
  // biome-ignore lint/suspicious/noExplicitAny: handed on as it came
  return (lookup as any)(hostname, ...rest);
}, lookup);
