/** WebKitGTK's MiniBrowser, the engine of Safari, driven over WebDriver. */
import { spawn } from "node:child_process";
import {
  Builder,
  By,
  Capabilities,
  Key,
  type WebDriver,
  type WebElement,
} from "selenium-webdriver";
import { freePorts } from "../harness/product/ports.ts";
import { type Engine, type Scope, until } from "./engine.ts";

const DRIVER = "WebKitWebDriver";

export async function launchWebkit(): Promise<Engine> {
  const [port] = await freePorts();
  const program = spawn(DRIVER, [`--port=${port}`], {
    // A locale that every system has; its time fields go from 0 to 24.
    env: { ...process.env, LC_ALL: "C.UTF-8" },
    stdio: "ignore",
  });
  const driver = await until("WebKitWebDriver answers", () => connect(port)).catch((error) => {
    program.kill();
    throw error;
  });
  // High enough for the whole checkout: clicks into a frame miss where the page must scroll for them.
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 2000 });
  return {
    ...scope(driver),
    open: (url) => driver.get(url),
    url: () => driver.getCurrentUrl(),
    fillTime: async (target, time) => {
      await typeTime(driver, await usable(driver, target), time);
    },
    inFrame: async (title, act) => {
      await driver.switchTo().frame(await usable(driver, `//iframe[@title="${title}"]`));
      await act(scope(driver));
      await driver.switchTo().defaultContent();
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), "base64"),
    close: async () => {
      await driver.quit();
      program.kill();
    },
  };
}

/** Without a named program, the driver starts its own MiniBrowser. */
async function connect(port: number): Promise<WebDriver> {
  const capabilities = new Capabilities().setBrowserName("MiniBrowser");
  return new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(capabilities)
    .build();
}

const HOUR_PX = 20;

/** The keyboard reaches the parts of a time field only after a click on the hour, which stands at its left. */
async function typeTime(driver: WebDriver, field: WebElement, time: string): Promise<void> {
  const [hour = "", minute = ""] = time.split(":");
  const { width } = await field.getRect();
  const actions = driver.actions({ async: true });
  await actions
    .move({ origin: field, x: HOUR_PX - Math.round(width / 2), y: 0 })
    .click()
    .perform();
  await driver.actions({ async: true }).sendKeys(hour, Key.TAB, minute).perform();
}

async function usable(driver: WebDriver, target: string): Promise<WebElement> {
  return until(target, async () => {
    const element = await driver.findElement(By.xpath(target));
    if (!(await element.isDisplayed())) throw new Error("It is not visible.");
    if (!(await element.isEnabled())) throw new Error("It is not enabled.");
    return element;
  });
}

function scope(driver: WebDriver): Scope {
  const click = (target: string) =>
    until(target, async () => (await usable(driver, target)).click());
  return {
    click,
    fill: async (target, text) => {
      // WebDriver's own typing focuses by script, which WebKit refuses in a frame of another origin.
      await click(target);
      await driver.actions({ async: true }).sendKeys(text).perform();
    },
    chooseNext: (label) => driver.actions({ async: true }).sendKeys(Key.TAB, label).perform(),
    waitUntilGone: (target) =>
      until(`${target} is gone`, async () => {
        const left = await driver.findElements(By.xpath(target));
        if (left.length > 0) throw new Error("It is still there.");
      }),
    read: (target) =>
      until(target, async () => {
        const shown = await (await usable(driver, target)).getText();
        if (!shown) throw new Error("It holds no text.");
        return shown;
      }),
  };
}
