import { once } from "node:events";
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { paths } from "../../src/domain/paths.ts";
import { serveBuiltSite } from "../e2e/support/builtSite.ts";
import { INSTALLED, test } from "./engineTest.ts";
import {
  becomeLearner,
  expectInPage,
  expectLesson,
  expectStarted,
  expectText,
  fill,
  press,
} from "./steps.ts";
import { button, field } from "./target.ts";
import {
  expectHonest,
  expectNoUpdateOffered,
  expectStartAfterScrolledReload,
  expectUpdate,
  FREE_LESSON,
} from "./visits.ts";

test.describe.configure({ mode: "parallel" });

for (const engine of INSTALLED) {
  test(`${engine}: a new version and a rollback wait for consent, and while a checkout is open (S-116)`, {
    tag: "@deep",
  }, async ({ openDevice }) => {
    const site = await serveBuiltSite();
    const device = await openDevice(engine);
    await device.goto(site.url + paths.contact());
    await expectNoUpdateOffered(device);
    await device.reload();
    await expectNoUpdateOffered(device);
    for (const change of ["deploy", "rollBack"] as const)
      await test.step(change, async () => {
        site[change]();
        await expectUpdate(device, site.url);
      });
    site.close();
  });

  test(`${engine}: every page starts the app after a reload while scrolled`, { tag: "@deep" }, async ({
    academy,
    openDevice,
  }) => {
    const device = await openDevice(engine);

    for (const address of [paths.academy(), paths.tiers(), paths.contact()])
      await test.step(address, async () => {
        await device.goto(academy.url + address);
        await expectStarted(device);
        await expectStartAfterScrolledReload(device);
      });
    await fill(device, field("Message", "main"), "Hello");
    await expectText(device, "5 / 2000 characters");

    await becomeLearner(device, academy, `reload.${engine.toLowerCase()}@example.org`);
    for (const address of [paths.course("2"), paths.course("3", { part: "s-before-you-start" })])
      await test.step(address, async () => {
        await device.goto(academy.url + address);
        await expectText(device, "Take Quiz");
        await expectStartAfterScrolledReload(device);
        await press(device, button("Take Quiz"));
        await expectText(device, "Pass: 80%");
      });
  });

  test(`${engine}: the mobile menu closes on a press outside it`, { tag: "@deep" }, async ({
    academy,
    openDevice,
  }) => {
    const device = await openDevice(engine);
    await device.goto(academy.url + paths.academy());
    await expectStarted(device);
    await press(device, button("Menu", "header"));
    const isOpen = () => document.querySelector<HTMLDialogElement>("dialog.drawer")?.open === true;
    await expectInPage(device, "the menu is open", isOpen);
    await device.evaluate(() => {
      const menu = document.querySelector("dialog.drawer");
      for (const type of ["pointerdown", "pointerup", "click"])
        menu?.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true }));
    });
    await expectInPage(
      device,
      "the menu is closed",
      () => document.querySelector<HTMLDialogElement>("dialog.drawer")?.open === false,
    );
  });

  test(`${engine}: no page fails or claims that work is saved for a visitor who blocks site data`, {
    tag: "@deep",
  }, async ({ academy, openDevice }) => {
    const device = await openDevice(engine, { blocksSiteData: true });

    await test.step("the sign-in page", async () => {
      await device.goto(`${academy.url}${paths.auth()}`);
      await expectStarted(device);
      await fill(device, field("Email"), "nobody@example.org");
      await fill(device, field("Password"), "not-the-password");
      await press(device, button("Sign In", "main"));
      await expectText(device, "Allow site data for this site, then sign in again.");
      await expectHonest(device);
    });

    await test.step("the checkout page", async () => {
      await device.goto(academy.url + paths.checkout("student", "full"));
      await expectStarted(device);
      await fill(device, field("First name"), "Ada");
      await expectText(device, "£60.00");
      await expectHonest(device);
    });

    await test.step("the free lesson", async () => {
      await device.goto(academy.url + FREE_LESSON);
      await expectLesson(device, "1");
      await fill(device, field(/^One thing that is AI, one that is not/), "A spam filter is.");
      await expectText(device, /what you do here will be lost when you sign in, or close|Not saved/);
      await expectText(device, "This browser is not storing any data for the academy");
      await expectHonest(device);
    });
  });

  test(`${engine}: a learner who leaves during a write finds the lesson and the text on return`, {
    tag: "@deep",
  }, async ({ academy, openDevice }) => {
    const device = await openDevice(engine);
    await becomeLearner(device, academy, `leave.${engine.toLowerCase()}@example.org`);
    const answer = field(/^One thing that is AI, one that is not/);
    await device.goto(academy.url + FREE_LESSON);

    for (const words of ["A", "A spam filter", "A spam filter is."])
      await test.step(words, async () => {
        await expectLesson(device, "1");
        await fill(device, answer, words);
        await device.evaluate((elsewhere) => location.assign(elsewhere), paths.contact());
        await expectText(device, "Get in Touch");
        await device.goBack();
        await expectLesson(device, "1");
        await expectInPage(
          device,
          `the field holds ${words}`,
          (expected) => [...document.querySelectorAll("textarea")].some(({ value }) => value === expected),
          words,
        );
      });
    await device.reload();
    await expectLesson(device, "1");
    await expectHonest(device);
  });

  // Firefox does not keep a page that is loading: Back loads it again. WebKitGTK shows the page completely, but its progress
  // bar never ends when such a page reloads, and its driver waits for that.
  if (engine !== "Chromium") continue;
  test(`${engine}: a visitor who leaves while code is loading finds the page on return`, {
    tag: "@deep",
  }, async ({ academy, openDevice }) => {
    const site = await startLeavingSite(academy.url);
    const lastStep = `${FREE_LESSON}&step=99`;
    // In the order in which the lesson's last step loads them: the app, the page, a part of it, and the sync.
    for (const script of ["main", "MemberLayout", "course", "LessonEnd", "triggers", "learnerSync"])
      await test.step(script, async () => {
        const device = await openDevice(engine);
        site.leaveDuring(script);
        await device.evaluate(
          (lesson) => void setTimeout(() => location.assign(lesson), 0),
          site.url + lastStep,
        );
        await expectText(device, ELSEWHERE);
        await device.goBack();
        await expectLesson(device, "1");
        await device.close();
      });
    site.close();
  });
}

/** The text of the page that the visitor leaves for. It needs no script. */
const ELSEWHERE = "This is another page.";

/** Before a page has loaded, `location.assign` would replace it in the history. */
const LEAVE = `
  const loaded = new Promise((resolve) => addEventListener("load", resolve));
  Promise.all([fetch("/leave"), loaded]).then(() => setTimeout(() => location.assign("/elsewhere")));
`;

/** A proxy for the site, through which a visitor leaves a page while one of its scripts is loading. */
type LeavingSite = {
  url: string;
  /** The next page leaves for ELSEWHERE as soon as the browser requests a script whose file name begins with `script`. */
  leaveDuring(script: string): void;
  close(): void;
};

/** The proxy serves no service worker, because a worker would answer requests for scripts from its cache. */
async function startLeavingSite(site: string): Promise<LeavingSite> {
  const { host } = new URL(site);
  let awaited: string | undefined;
  let leave: ServerResponse | undefined;

  const server = createServer((incoming, reply) => {
    const { pathname } = new URL(incoming.url ?? "/", site);
    if (pathname === "/sw.js") return reply.writeHead(404).end();
    if (pathname === "/elsewhere")
      return reply.writeHead(200, { "content-type": "text/html" }).end(`<p>${ELSEWHERE}</p>`);
    if (pathname === "/leave.js")
      return reply.writeHead(200, { "content-type": "text/javascript" }).end(LEAVE);
    if (pathname === "/leave") {
      leave = reply;
      return;
    }
    if (awaited && pathname.startsWith(`/assets/${awaited}-`)) {
      // This script never arrives.
      leave?.end();
      awaited = undefined;
      return;
    }
    const { method, headers } = incoming;
    const outgoing = request(
      new URL(incoming.url ?? "/", site),
      // Not compressed, so that a document can be changed.
      { method, headers: { ...headers, host, "accept-encoding": "identity" } },
      async (answer) => {
        const isDocument = answer.headers["content-type"]?.startsWith("text/html");
        if (!isDocument || !awaited) {
          reply.writeHead(answer.statusCode ?? 502, answer.headers);
          return answer.pipe(reply);
        }
        const html = (await answer.setEncoding("utf8").toArray()).join("");
        const { "content-length": _, ...others } = answer.headers;
        reply.writeHead(answer.statusCode ?? 502, others);
        reply.end(html.replace("<head>", '<head><script src="/leave.js"></script>'));
      },
    );
    outgoing.on("error", () => reply.destroy());
    incoming.pipe(outgoing);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    // `address()` is a pipe name or null only for a server that does not listen on a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leaveDuring(script) {
      awaited = script;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
