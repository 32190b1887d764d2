import { paths } from "../../src/domain/paths.ts";
import { goBackstage } from "../e2e/support/backstage.ts";
import { mailTo } from "../e2e/support/shop.ts";
import { createAccount } from "../support/server/createAccount.ts";
import { payOnHostedPage } from "../support/server/hostedPage.ts";
import { PHONE } from "./driver.ts";
import { INSTALLED, test } from "./engineTest.ts";
import { expectText, expectWorker, fill, openLesson, PASSWORD, press, signIn } from "./steps.ts";
import { button, field, link } from "./target.ts";

for (const engine of INSTALLED) {
  test(`${engine}: an invited person without an account takes a place in a team on a phone, and reads a lesson while the server is stopped (S-167, S-182)`, {
    tag: "@deep",
  }, async ({ academy, openDevice }) => {
    test.setTimeout(600_000);
    const invited = `invited.${engine.toLowerCase()}@example.org`;
    const { database, visitor } = await goBackstage(academy);
    const owner = visitor();
    const email = `owner.${engine.toLowerCase()}@example.org`;
    await createAccount(database, owner, { email, password: PASSWORD, firstName: "Ada", lastName: "Byron" });
    await owner.auth.signInWithPassword({ email, password: PASSWORD });
    const { data: order, error } = await owner.functions.invoke("buy-team", {
      body: {
        ...{ tier: "ngo", seats: 2, teamName: "Water for Everybody", pay: "card" },
        ...{ firstName: "Ada", lastName: "Byron", email, organization: "Water for Everybody" },
        ...{ termsAccepted: true, immediateSupply: true, isAuthenticated: true },
      },
    });
    if (error) throw error;
    await payOnHostedPage(order.url);
    await mailTo(academy, email, "Your team is ready");
    const { data: teams } = await owner.rpc("my_teams");
    await owner.rpc("invite_to_team", { p_team: teams[0].id, p_emails: [invited], p_send: true });
    const mail = await mailTo(academy, invited, "You are invited");

    const device = await openDevice(engine);
    await device.resize(PHONE);
    await device.goto(/https?:\S+your-address\S+/.exec(mail.text)?.[0] ?? "no link");
    await fill(device, field("New password"), PASSWORD);
    await press(device, button("Confirm and set the password"));
    await press(device, link("Sign in", "main"));
    await signIn(device, invited, PASSWORD);
    await expectText(device, "What the owner of the team sees");
    await fill(device, field("First name"), "Grace");
    await fill(device, field("Last name"), "Hopper");
    await press(device, button("Take the place"));
    await expectText(device, "The place is yours");
    await press(device, link("Go to My Learning", "main"));
    await expectText(device, "Welcome to your course");

    await device.goto(academy.url + paths.device());
    await expectText(device, "The whole course is on this device.");
    await expectWorker(device);
    await academy.stop();
    await openLesson(device, academy, "2");
    await academy.restart();
  });
}
