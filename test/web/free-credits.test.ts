import test from "ava";
import { openChromium, signUpInPage, watch } from "#test/support/chromium.ts";
import { sharedInstallation } from "#test/support/shared-installation.ts";

const installation = await sharedInstallation();
const { baseUrl } = installation;
const browser = await openChromium();
test.after.always(async () => {
  await browser.close();
  await installation[Symbol.asyncDispose]();
});

const grete = { name: "Grete", username: "grete", email: "grete@example.com", password: "correct horse" };

test("who signs up in the sandbox has the free credits; without them the overview says what to do", async (t) => {
  const page = await browser.newPage();
  const misdeeds = watch(page, baseUrl, {});
  await page.goto(`${baseUrl}/auth/login?return_to=/account`);
  await signUpInPage(page, grete, `${baseUrl}/account`);
  t.is(await page.getByTestId("tts-remaining").textContent(), "100,000");
  t.is(await page.getByTestId("free-credits").count(), 0);
  await page.route("**/v1/users/me", async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace('"free_credits":"granted"', '"free_credits":"verify_email"');
    await route.fulfill({ response, body: text });
  });
  await page.reload();
  const notice = page.getByTestId("free-credits");
  await notice.waitFor();
  t.regex((await notice.textContent()) ?? "", /^Verify your e-mail address with your identity provider to receive/);
  await page.goto(`${baseUrl}/account/profile`);
  await page.getByText("grete@example.com (not verified)").waitFor();
  t.deepEqual(misdeeds.errors, []);
});
