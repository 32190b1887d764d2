import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { fillStudentForm, mailTo, payByCard, STUDENT_ID, submitButton } from "../support/shop.ts";
import { test } from "../support/shopTest.ts";
import { signInAsStaff } from "../support/staff.ts";

const APPROVED = "approved.student@example.org";
const REFUSED = "refused.student@example.org";

async function buyAsStudent(page: Page, email: string): Promise<void> {
  await page.goto("/academy/checkout/student");
  await fillStudentForm(page, email);
  await submitButton(page, "student").click();
  await payByCard(page);
  await expect(page.getByRole("heading", { name: "Welcome to the academy" })).toBeVisible();
}

test("staff approve one student ID and refuse another, whose learner sends a new one", async ({
  page,
  browser,
  backstage,
  academy,
}) => {
  test.slow();
  for (const email of [APPROVED, REFUSED]) await buyAsStudent(page, email);

  const context = await browser.newContext({
    baseURL: academy.url,
    viewport: { width: 1280, height: 900 },
    serviceWorkers: "block",
  });
  const desk = await context.newPage();
  await signInAsStaff(desk, backstage, "staff.ids@example.org");

  await test.step("approve: the picture is shown, and the file is gone afterwards", async () => {
    await desk.goto(`/staff/student-ids?q=${APPROVED}`);
    await expect(desk.getByRole("link", { name: "Ada Byron" })).toBeVisible();
    await expectAccessible(desk);
    await desk.setViewportSize({ width: 1280, height: 900 });
    await desk.getByRole("link", { name: "Ada Byron" }).click();
    const picture = desk.getByRole("img", { name: "The student ID that was uploaded" });
    await expect(picture).toHaveAttribute("src", /^blob:/);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expectAccessible(desk);
    await desk.setViewportSize({ width: 1280, height: 900 });
    await desk.getByRole("button", { name: "Approve" }).click();
    await desk.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await expect(desk.getByText(/^Approved by staff\.ids@example\.org/)).toBeVisible();
    await expect(picture).toBeHidden();
  });

  await test.step("refuse: the learner gets the reason and a link", async () => {
    await desk.goto(`/staff/student-ids?q=${REFUSED}`);
    await desk.getByRole("link", { name: "Ada Byron" }).click();
    await desk.getByRole("radio", { name: "Has expired" }).check();
    await desk.getByRole("button", { name: "Refuse" }).click();
    await desk.getByRole("dialog").getByRole("button", { name: "Refuse" }).click();
    await expect(desk.getByText(/^Refused by staff\.ids@example\.org/)).toBeVisible();
  });

  await test.step("the learner sends another ID, which waits in the queue", async () => {
    const mail = await mailTo(academy, REFUSED, "We could not accept your student ID");
    await page.goto(/Choose an option: (\S+)/.exec(mail.text)?.[1] ?? "");
    await page.getByRole("radio", { name: "Send another student ID" }).check();
    await expectAccessible(page);
    await page.getByLabel("Student ID", { exact: true }).setInputFiles(STUDENT_ID);
    await page.getByRole("button", { name: "Send this student ID" }).click();
    await expect(page.getByRole("heading", { name: /We will look at your new student ID/ })).toBeVisible();
    await desk.goto(`/staff/student-ids?q=${REFUSED}`);
    await desk.getByRole("link", { name: "Ada Byron" }).click();
    await expect(desk.getByText("An earlier ID for this order was refused.")).toBeVisible();
  });
  await context.close();
});
